package churns

import (
	"testing"

	"memcity/city/citytest/sametest"
)

// Same detects a change of any field.
func TestSameSeesEveryField(t *testing.T) {
	sametest.Check(t, (*State).Same)
}

// SameRows ignores only the selected group.
func TestSameRows(t *testing.T) {
	a, b := State{Path: []string{"x"}}, State{}
	if !a.SameRows(&b) {
		t.Error("another group selected lists other rows")
	}
}
