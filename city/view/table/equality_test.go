package table

import (
	"testing"

	"memcity/city/citytest/sametest"
)

// A change of any field recomputes the table.
func TestSameSeesEveryField(t *testing.T) {
	sametest.Check(t, (*State).Same)
}
