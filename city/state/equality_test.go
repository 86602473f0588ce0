package state

import (
	"testing"

	"memcity/city/citytest/sametest"
)

// Same detects a change of any field.
func TestSameSeesEveryField(t *testing.T) {
	if parts := sametest.Check(t, (*State).Same); parts < 100 {
		t.Errorf("only %d parts were changed", parts)
	}
}

// Histories differ if their entries do, even at the same length.
func TestSameSeesHistory(t *testing.T) {
	s := State{Points: 9}
	a := Step(s, Select{Key: "a"})
	b := Step(Step(Step(s, Select{Key: "b"}), Back{}), Select{Key: "a"})
	c := Step(a, Move{})
	if a.Same(&b) || !a.Same(&c) {
		t.Errorf("same: %v after another way, %v after a move by nothing", a.Same(&b), a.Same(&c))
	}
}
