package structure_test

import (
	"testing"

	"memcity/analysis/structure"
)

func TestTurnoverText(t *testing.T) {
	for _, test := range []struct {
		turnover structure.Turnover
		live     bool
		text     string
	}{
		{structure.Turnover{Points: 1}, false, "Over 1 GC point it was empty."},
		{structure.Turnover{Points: 3, First: 2, Last: 2, Kept: 2, Age: 2}, false,
			"Over 3 GC points nothing was added to it or removed from it. Mean age of its contents: 2.0 GC points."},
		{structure.Turnover{Points: 2, Last: 1, Added: 1}, false,
			"Over 2 GC points 1 object was added to it and none was removed. Mean age of its contents: 0.0 GC points."},
		{structure.Turnover{Points: 2, First: 1, Last: 80_001, Added: 80_000, Kept: 1}, false,
			"Over 2 GC points 80,000 objects were added to it and none was removed. Mean age of its contents: 0.0 GC points."},
		{structure.Turnover{Points: 2, First: 4, Added: 0, Removed: 4, Freed: 4}, false,
			"Over 2 GC points 0 objects were added to it and 4 removed; 0 of the 4 at the first point were kept the whole time."},
		{structure.Turnover{Points: 5, Last: 1, Added: 3, Removed: 2, Replaced: 0.2, Age: 1.25}, false,
			"Over 5 GC points 3 objects were added to it and 2 removed. Mean age of its contents: 1.2 GC points."},
		{structure.Turnover{Points: 5, First: 100, Last: 100, Added: 96, Removed: 96, Kept: 4, Replaced: 0.24}, false,
			"Over 5 GC points 96 objects were added to it and 96 removed; 4 of the 100 at the first point were kept the whole time. Mean age of its contents: 0.0 GC points."},
		{structure.Turnover{Points: 5, First: 100, Last: 100, Added: 100, Removed: 100, Replaced: structure.Live}, true,
			"Over 5 GC points 100 objects were added to it and 100 removed. 25 % of its contents are replaced between GC points, like in an active cache or queue. " +
				"Mean age of its contents: 0.0 GC points."},
		{structure.Turnover{Points: 2, First: 9, Last: 9, Indistinct: 1, Kept: 8}, false,
			"Over 2 GC points 1 object was either kept or replaced by similar objects."},
		{structure.Turnover{Points: 3, First: 5, Last: 7, Added: 3, Removed: 1, Indistinct: 4}, false,
			"Over 3 GC points at least 3 objects were added to it and 1 removed. 4 objects were either kept or replaced by similar objects."},
	} {
		if text := test.turnover.Text(); text != test.text || test.turnover.IsLive() != test.live {
			t.Errorf("%+v: %v, %q", test.turnover, test.turnover.IsLive(), text)
		}
	}
	for _, n := range []int64{1, 2} {
		turnover := structure.Turnover{Points: 2, Last: n, Added: n}
		want := map[int64]string{1: "1 key or value was", 2: "2 keys and values were"}[n]
		if got, want := turnover.TextOf("key or value", "keys and values"), "Over 2 GC points "+want+" added to it and none was removed. Mean age of its contents: 0.0 GC points."; got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
