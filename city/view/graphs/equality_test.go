package graphs

import (
	"testing"

	"memcity/city/citytest/sametest"
)

// A change of any field makes another state.
func TestSameSeesEveryField(t *testing.T) {
	sametest.Check(t, (*State).Same)
}
