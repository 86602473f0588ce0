package table

import (
	"testing"

	"memcity/city/citytest/sametest"
)

// A change of any field lists the table anew.
func TestSameSeesEveryField(t *testing.T) {
	sametest.Check(t, (*State).Same)
}
