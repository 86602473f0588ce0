package session_test

import (
	"strings"
	"testing"

	"memcity/trace"
)

// TestWithoutStates: what has no heap states cannot be shown, and the session says so.
func TestWithoutStates(t *testing.T) {
	s, changed := start(t)
	s.Open(opens(&trace.Recording{Name: "gc.log", GCs: make([]trace.GC, 3)}), wish("type"))
	r := await(t, s, changed, "open", idle)
	if r.Err == nil || r.Plan != nil || !strings.Contains(r.Err.Error(), "gc.log: it tells of 3 GCs, but has no heap states") {
		t.Errorf("it ends with %v", r.Err)
	}
}
