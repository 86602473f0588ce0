package shapes

import (
	"slices"
	"testing"
	"time"
)

func TestVariables(t *testing.T) {
	if pause != 2*time.Second || odd != 1 || even != 2 || rows[0](1) != 5 || first != 5 || second != 6 {
		t.Error(pause, odd, even, first, second)
	}
	if !slices.Equal(registered, []string{"one", "two"}) {
		t.Error(registered)
	}
}

func TestParameters(t *testing.T) {
	if Sum(1, 2, 3) != 6 || Sum() != 0 || !Unnamed(1, "") || !Blank(1, "", "b") || Blank(1, "b", "a") {
		t.Error("wrong")
	}
}

func TestGenerics(t *testing.T) {
	s := &stack[string, int]{keys: []string{"a", "b"}}
	if _, ok := s.Zero(); !ok || !s.Has("b") || s.Has("c") {
		t.Error("wrong")
	}
	if Max(1, 2) != 2 || Max("b", "a") != "b" || len(Make[string](2)) != 3 {
		t.Error("wrong")
	}
}

func TestStatements(t *testing.T) {
	if got := Jumps(20); got != 4 {
		t.Error(got)
	}
	if Scopes(5) != 12 || Scopes(-1) != 1 || Scopes(0) != 8 {
		t.Error(Scopes(5), Scopes(-1), Scopes(0))
	}
	if got, err := Named(3); got != 7 || err != nil {
		t.Error(got, err)
	}
	if Guarded(6, 2) != 3 || Guarded(1, 0) != -1 {
		t.Error(Guarded(6, 2), Guarded(1, 0))
	}
}
