package churns

import (
	"testing"

	"memcity/city/citytest/sametest"
)

// A change of any field makes another state.
func TestSameSeesEveryField(t *testing.T) {
	sametest.Check(t, (*State).Same)
}

// Only which group is selected does not matter for the rows.
func TestSameRows(t *testing.T) {
	a, b := State{Path: []string{"x"}}, State{}
	if !a.SameRows(&b) {
		t.Error("another group selected lists other rows")
	}
}
