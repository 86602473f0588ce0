package leak

import (
	"math"
	"testing"
	"time"
)

// untimed returns samples without times.
func untimed(values ...int64) []Sample {
	samples := make([]Sample, len(values))
	for i, v := range values {
		samples[i].Value = v
	}
	return samples
}

func TestEnoughAtItsLimits(t *testing.T) {
	for _, test := range []struct {
		name    string
		samples []Sample
		want    bool
	}{
		{"a fifth in one step", untimed(100, 120), true},
		{"less than a fifth", untimed(1000, 1199), false},
		{"a fifth in four samples", untimed(1000, 1100, 1150, 1200), true},
		{"less in four samples", untimed(1000, 1100, 1150, 1199), false},
		{"three hundredths in five samples", untimed(1000, 1010, 1015, 1020, 1030), true},
		{"less in five samples", untimed(1000, 1010, 1015, 1020, 1029), false},
		{"half with a rest", untimed(100, 100, 150), true},
		{"less than half with a rest", untimed(100, 100, 149), false},
		{"one from nothing", untimed(0, 1), true},
		{"nothing", untimed(0, 0), false},
	} {
		v := Verdict{First: test.samples[0].Value, Last: test.samples[len(test.samples)-1].Value}
		if got := enough(test.samples, &v); got != test.want {
			t.Errorf("%s: %v", test.name, got)
		}
	}
}

// TestOftenIsHalfOfTheSteps checks that growth in exactly half of the steps counts as often.
func TestOftenIsHalfOfTheSteps(t *testing.T) {
	for _, test := range []struct {
		samples []Sample
		want    bool
	}{
		{untimed(1, 2, 2), true},
		{untimed(2, 2, 3), true},
		{untimed(1, 2, 2, 2), false},
		{untimed(1, 2, 2, 3), true},
		{untimed(1, 2, 1, 2, 1), true},
		{untimed(1, 1), false},
	} {
		if got := often(test.samples); got != test.want {
			t.Errorf("%v: %v", test.samples, got)
		}
	}
	if rises(untimed(1, 2, 2)) || rises(untimed(2, 2, 3)) || !rises(untimed(1, 2, 3)) || !rises(untimed(5)) {
		t.Error("a value that stays the same counts as a rise, or a rise does not")
	}
}

// TestLate checks the speed of the last third of the steps, rounded up, as a share of the average speed.
func TestLate(t *testing.T) {
	second := time.Second
	for _, test := range []struct {
		name    string
		samples []Sample
		want    float64
	}{
		{"even", untimed(0, 10, 20, 30), 1},
		{"one of three", untimed(0, 30, 40, 50), 0.6},
		{"two of four", untimed(0, 30, 60, 70, 100), 0.8},
		{"two of six", untimed(0, 20, 40, 60, 80, 90, 100), 0.6},
		{"three of seven", untimed(0, 20, 40, 60, 70, 75, 75, 70), 0},
		{"quick last step", []Sample{{0, 0}, {4 * second, 40}, {9 * second, 80}, {10 * second, 100}}, 0.9},
		{"a little quicker", []Sample{{0, 0}, {3 * second, 40}, {6 * second, 80}, {8 * second, 100}}, 0.8},
		{"slow last step", []Sample{{0, 0}, {1 * second, 40}, {2 * second, 80}, {10 * second, 100}}, 0.6},
		{"a last step in no time", []Sample{{0, 0}, {1 * second, 40}, {2 * second, 80}, {2 * second, 100}}, 0.6},
	} {
		if got := late(test.samples); math.Abs(got-test.want) > 1e-9 {
			t.Errorf("%s: %v, want %v", test.name, got, test.want)
		}
	}
}

func TestLevelledAtItsLimits(t *testing.T) {
	for _, test := range []struct {
		name    string
		samples []Sample
		want    bool
	}{
		{"the last step is a tenth of the average", untimed(0, 50, 200, 390, 400), false},
		{"the last step is less", untimed(0, 50, 200, 391, 400), true},
		{"down to a third of the first step", untimed(0, 300, 500, 600), false},
		{"to less than a third", untimed(0, 301, 500, 600), true},
		{"no step is less than the one before", untimed(0, 100, 200, 300), false},
		{"one step is more than the one before", untimed(0, 500, 550, 700), false},
		// From four steps, they are taken in pairs: 600, 500 and 150 here.
		{"pairs that get less", untimed(0, 300, 600, 800, 850), false},
		{"pairs that end with less than a third", untimed(0, 400, 700, 800, 850, 890), true},
		{"chance in a single step", untimed(0, 400, 600, 810, 850, 860), true},
	} {
		if got := levelled(test.samples); got != test.want {
			t.Errorf("%s: %v", test.name, got)
		}
	}
}

// TestConfidence checks the value of samples: 0.4 for three, 0.1 for each of up to four more, 0.1 by the share of the recording, and 0.1 by
// the growth. Breaks or a slowdown of the growth reduce the sum.
func TestConfidence(t *testing.T) {
	for _, test := range []struct {
		name string
		part []Sample
		all  int
		want float64
	}{
		{"three, all of them, doubled", untimed(100, 150, 200), 3, 0.6},
		{"three of six", untimed(100, 150, 200), 6, 0.55},
		{"half as much growth", untimed(100, 125, 150), 3, 0.55},
		{"growth beyond double counts as double", untimed(100, 200, 300), 3, 0.6},
		{"from nothing", untimed(0, 1, 2), 3, 0.6},
		{"four", untimed(100, 200, 300, 400), 4, 0.7},
		{"six", untimed(100, 200, 300, 400, 500, 600), 6, 0.9},
		{"never quite sure", untimed(100, 200, 300, 400, 500, 600, 700, 800), 8, 0.95},
		{"a break", untimed(100, 200, 200, 300), 4, 0.7 * 0.85},
		{"slower at the end", untimed(100, 250, 300), 3, 0.6 * 0.75},
	} {
		v := Verdict{First: test.part[0].Value, Last: test.part[len(test.part)-1].Value}
		if got := confidence(test.part, test.all, &v); math.Abs(got-test.want) > 1e-9 {
			t.Errorf("%s: %v, want %v", test.name, got, test.want)
		}
	}
	if v := Judge(series(100, 200)); v.Confidence != 0.3 || v.From != 0 || v.First != 100 || v.Last != 200 {
		t.Errorf("two samples: %+v", v)
	}
	if v := Judge(series(100, 200)[:1]); v.Why != "one GC point cannot show growth" {
		t.Errorf("one sample: %+v", v)
	}
}

func TestWhatWasBefore(t *testing.T) {
	v := Verdict{First: 100, Last: 200}
	if !wasAsLarge(untimed(10, 190, 10), &v) || wasAsLarge(untimed(10, 189, 10), &v) || wasAsLarge(nil, &v) {
		t.Error("as large as before is not first plus nine tenths of the growth")
	}
	if got := unrest(untimed(5, 2, 9, 4)); got != 7 {
		t.Errorf("from 2 to 9 are %v", got)
	}
	if got := unrest(untimed(7)); got != 0 {
		t.Errorf("a single value moves by %v", got)
	}
}

func TestJudgeStepsAtItsLimits(t *testing.T) {
	for _, test := range []struct {
		name   string
		values []int64
		want   bool
	}{
		{"two rises to double", []int64{10, 15, 20}, true},
		{"to less than double", []int64{10, 15, 19}, false},
		{"one rise", []int64{10, 10, 20}, false},
		{"the last in the middle of the steps", []int64{10, 15, 20, 20, 20}, true},
		{"the last before the middle", []int64{10, 15, 20, 20, 20, 20}, false},
		{"a fall at the end", []int64{10, 15, 20, 19}, false},
		{"a single value", []int64{10}, false},
	} {
		v := judgeSteps(test.values)
		if v.Lasts != test.want || v.First != 10 || test.want && (v.Confidence != 0.55 || v.Last != 20) || !test.want && v.Confidence != 0 {
			t.Errorf("%s: %+v", test.name, v)
		}
	}
}
