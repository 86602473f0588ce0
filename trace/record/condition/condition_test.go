package condition_test

import (
	"testing"

	"memcity/trace/record/condition"
)

func TestHolds(t *testing.T) {
	const gb = 1_000_000_000
	known := condition.Reading{HeapUsed: 7 * gb, HeapMax: 10 * gb, GCShare: 0.1}
	for text, want := range map[string]bool{
		"heap > 70 %": false, "heap>=70%": true, " heap  >  69.9 % ": true, "heap < 70 %": false, "heap <= 70 %": true,
		"heap > 7GB": false, "heap >= 7 GB": true, "heap > 6999999999B": true, "heap < 7000000001 B": true, "heap > 6.9GB": true,
		"heap > 7000001 kB": false, "heap > 6676 MiB": false, "heap > 6675 MiB": true, "heap > 6.5GiB": true,
		"heap > 6835937 KiB": true, "heap > 6835938 KiB": false, "heap > 6999 MB": true,
		"gc > 10 %": false, "gc >= 10%": true, "gc > 9.99%": true, "heap > 6GB and gc > 9 %": true, "heap > 6GB and gc > 10 %": false,
		"gc > 9 %  and  heap > 8GB": false,
	} {
		c, err := condition.Parse(text)
		if err != nil || c.Holds(known) != want || c.IsZero() {
			t.Errorf("%s: %v, %v; want %v", text, c.Holds(known), err, want)
		}
		if c.Holds(condition.Reading{HeapUsed: -1, GCShare: -1}) {
			t.Errorf("%s: holds though nothing is known", text)
		}
	}
	if c, _ := condition.Parse("heap > 0 %"); c.Holds(condition.Reading{HeapUsed: 5}) {
		t.Error("a share holds though the whole is not known")
	}
	for text, want := range map[string]bool{"gc >= 0 %": true, "gc <= 1 %": true, "gc > 0 %": false, "heap >= 0B": true, "heap < 1B": true,
		"heap <= 0 %": true} {
		if c, err := condition.Parse(text); err != nil || c.Holds(condition.Reading{HeapMax: 1}) != want {
			t.Errorf("%s of nothing: %v, %v", text, !want, err)
		}
	}
	if c := (condition.Condition{}); !c.IsZero() || !c.Holds(condition.Reading{}) {
		t.Error("no condition does not hold")
	}
	if c, _ := condition.Parse(" heap  > 70  %"); c.String() != "heap > 70 %" {
		t.Errorf("%q", c)
	}
}

func TestFaults(t *testing.T) {
	for _, text := range []string{"", "heap", "heap > ", "heap > x", "heap = 70 %", "heap > 70", "heap > 101 %", "gc > 1GB", "cpu > 1 %",
		"heap > -1 %", "heap > 70 % and", "heap > 70 %and gc > 1 %", "heap > 7TB", "HEAP > 1 %", "heap > 70 % or gc > 1 %", "heap > 1kiB"} {
		if c, err := condition.Parse(text); err == nil {
			t.Errorf("%q was read as %+v", text, c)
		}
	}
	if _, err := condition.Parse("heap > 100 %"); err != nil {
		t.Error(err)
	}
}
