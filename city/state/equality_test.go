package state

import (
	"testing"

	"memcity/city/citytest/sametest"
)

// A change of any field makes another state.
func TestSameSeesEveryField(t *testing.T) {
	if parts := sametest.Check(t, (*State).Same); parts < 100 {
		t.Errorf("only %d parts were changed", parts)
	}
}

// Histories differ as soon as there is something else to go back to, though they are as long.
func TestSameSeesHistory(t *testing.T) {
	s := State{Points: 9}
	a := Step(s, Select{Key: "a"})
	b := Step(Step(Step(s, Select{Key: "b"}), Back{}), Select{Key: "a"})
	c := Step(a, Move{})
	if a.Same(&b) || !a.Same(&c) {
		t.Errorf("same: %v after another way, %v after a move by nothing", a.Same(&b), a.Same(&c))
	}
}
