package session_test

import (
	"context"
	"strings"
	"testing"

	"memcity/city/budget"
	"memcity/city/recording"
	"memcity/city/session"
)

// TestWatch evaluates rules from the first GC point, without a city, and reports rules that cannot be evaluated.
func TestWatch(t *testing.T) {
	source, done := newSource(), &acts{}
	source.add(map[string]int{"app.A": 50})
	rules := []budget.Rule{rule(t, "objects of app.A above 10 then stop"), rule(t, "growth of app.A above 50 % then dump"),
		rule(t, "objects of lib.* above 1")}
	w := session.NewWatch(recording.New(source.recording(), recording.Options{MaxPoints: 8}), rules, done.act)
	for n := range 20 {
		if _, err := w.Look(context.Background()); err != nil {
			t.Fatal(err)
		}
		source.add(map[string]int{"app.A": 51 + n})
	}
	if done.String() != "stop at 0" {
		t.Errorf("rules did %s", done)
	}
	source.add(map[string]int{"app.A": 500})
	if more, err := w.Look(context.Background()); !more || err != nil {
		t.Errorf("it goes on: %v, %v", more, err)
	}
	if done.String() != "stop at 0, dump at 21" {
		t.Errorf("rules did %s", done)
	}
	if got := w.Troubles(); got[0] != "" || got[1] != "" || !strings.Contains(got[2], "no GC point has a group") {
		t.Errorf("troubles: %q", got)
	}
}
