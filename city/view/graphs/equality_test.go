package graphs

import (
	"testing"

	"memcity/city/citytest/sametest"
)

// Same detects a change of any field.
func TestSameSeesEveryField(t *testing.T) {
	sametest.Check(t, (*State).Same)
}
