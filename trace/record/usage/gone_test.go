package usage_test

import (
	"fmt"
	"testing"
	"time"

	"memcity/trace/record/usage"
	"memcity/trace/tracetest/jdk"
)

// TestGone checks that the agent keeps no collection, element or class loader alive, and that it detects unrecorded changes.
func TestGone(t *testing.T) {
	jdk.Each(t, func(t *testing.T, home string) {
		classes := compile(t, home, "Gone", "Unseen", "Loaded")
		r := run(t, home, classes, &usage.Options{Classes: "Gone;Loaded", Interval: 20 * time.Millisecond}, "Gone")
		r.noTrouble(t)
		if r.out != "1 0 2\n" {
			t.Fatalf("the program printed %q%s", r.out, r.errors)
		}
		sums := r.sums()
		for what, want := range map[string]int{
			"dealloc java.util.ArrayList ": 1, "dealloc Loaded ": 1, "dealloc java.util.IdentityHashMap ": 1,
			"remove java.util.concurrent.ConcurrentHashMap ": 1, "add java.util.ArrayList ": 1,
			"dealloc java.util.concurrent.ConcurrentHashMap ": 0,
		} {
			if sums[what] != want {
				t.Errorf("%s: %d, want %d: %v", what, sums[what], want, fmt.Sprint(sums))
			}
		}
	})
}
