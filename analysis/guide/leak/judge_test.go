package leak

import (
	"math"
	"testing"
	"time"
)

func series(values ...int64) []Sample {
	samples := make([]Sample, len(values))
	for i, v := range values {
		samples[i] = Sample{time.Duration(i) * time.Second, v}
	}
	return samples
}

func TestJudge(t *testing.T) {
	for _, test := range []struct {
		name    string
		samples []Sample
		lasts   bool
	}{
		{"steady growth", series(100, 200, 300, 400, 500, 600), true},
		{"growth with noise", series(100, 190, 310, 290, 420, 500, 590), true},
		{"slow but steady", series(10000, 10100, 10200, 10300, 10400, 10500), true},
		{"from the middle on", series(5, 5, 5, 100, 200, 300, 400), true},
		{"faster and faster", series(10, 20, 40, 80, 160, 320), true},
		{"constant", series(100, 100, 100, 100, 100), false},
		{"a start", series(100, 400, 700, 1000, 1000, 1000, 1001), false},
		{"a cache that fills up", series(100, 550, 800, 910, 960, 980, 992), false},
		{"a cache that is full", series(855, 1681, 2695, 3201, 3215, 3237, 3238, 3240), false},
		{"a sawtooth", series(10, 20, 30, 10, 20, 30, 10, 20, 30), false},
		{"released", series(10, 20, 30, 40, 50, 5, 5, 5), false},
		{"up and down", series(1000, 1300, 900, 1250, 980, 1100, 1280), false},
		{"things come and go", series(5198, 5865, 5924, 6293, 5996, 6764), false},
		{"one step in a log of whole megabytes", series(3, 5, 5, 5, 5, 6), false},
		{"bursts", series(10, 10, 20, 20, 20, 30, 30, 40, 40, 40, 50, 50), true},
		{"bursts of which the next is overdue", series(10, 10, 20, 20, 30, 30, 40, 40, 50, 50, 50, 50), false},
		{"smaller and smaller bursts", series(10, 10, 30, 30, 50, 50, 55, 55, 60, 60), false},
		{"bursts that are cleared in part", series(10, 10, 20, 20, 30, 27, 27, 37, 37, 50, 50), false},
		{"falling", series(600, 500, 400, 300), false},
		{"hardly any", series(1000, 1001, 1002), false},
		{"two points", series(100, 200), true},
		{"two points and little", series(100, 101), false},
		{"one point", series(100), false},
		{"none", nil, false},
	} {
		v := Judge(test.samples)
		if v.Lasts != test.lasts {
			t.Errorf("%s: %+v", test.name, v)
		}
		if v.Lasts != (v.Confidence > 0) || v.Lasts != (v.Why == "") || v.Confidence > 1 || math.IsNaN(v.Confidence) {
			t.Errorf("%s: %+v contradicts itself", test.name, v)
		}
	}
}

// More of the same growth is more certain, and the window starts where the growth does.
func TestJudgeConfidence(t *testing.T) {
	three, six := Judge(series(100, 200, 300)), Judge(series(100, 200, 300, 400, 500, 600))
	if three.Confidence >= six.Confidence {
		t.Errorf("three points %v, six %v", three.Confidence, six.Confidence)
	}
	v := Judge(series(50, 50, 50, 100, 200, 300, 400))
	if v.From != 2 || v.First != 50 || v.Last != 400 || v.Growth() != 350 {
		t.Errorf("%+v", v)
	}
}

// The units of values and times do not matter.
func TestJudgeScale(t *testing.T) {
	for _, values := range [][]int64{{100, 190, 310, 290, 420, 500, 590}, {100, 550, 800, 910, 960, 980, 992},
		{10, 20, 30, 10, 20, 30, 10, 20, 30}} {
		large := make([]Sample, len(values))
		for i, v := range values {
			large[i] = Sample{time.Duration(i) * time.Hour, v * 1000}
		}
		if a, b := Judge(series(values...)), Judge(large); a.Lasts != b.Lasts || math.Abs(a.Confidence-b.Confidence) > 1e-9 {
			t.Errorf("%v: %+v and %+v", values, a, b)
		}
	}
}

// TestJudgeBursts tests both sides of each limit of growth in bursts.
func TestJudgeBursts(t *testing.T) {
	at := func(values []int64, seconds ...int) []Sample {
		samples := series(values...)
		for i, s := range seconds {
			samples[i].Time = time.Duration(s) * time.Second
		}
		return samples
	}
	for name, c := range map[string]struct {
		samples []Sample
		bursts  int // 0 for no growth in bursts
	}{
		"three":                    {series(100, 100, 100, 200, 200, 300, 300, 400, 400), 0},
		"four":                     {series(100, 100, 200, 200, 300, 300, 400, 400, 500, 500), 4},
		"a twentieth is a burst":   {series(100, 100, 405, 405, 710, 710, 760, 760, 1100, 1100), 4},
		"less is none":             {series(100, 100, 405, 405, 710, 710, 759, 759, 1100, 1100), 0},
		"falls by a twentieth":     {series(100, 100, 220, 220, 330, 310, 420, 420, 500, 500), 4},
		"falls by more":            {series(100, 100, 220, 220, 330, 309, 420, 420, 500, 500), 0},
		"half as much at the end":  {series(100, 100, 300, 300, 500, 500, 600, 600, 700, 700), 4},
		"less than that":           {series(100, 100, 300, 300, 500, 500, 600, 600, 699, 699), 0},
		"grows by half":            {series(800, 800, 900, 900, 1000, 1000, 1100, 1100, 1200, 1200), 4},
		"grows by less":            {series(801, 801, 900, 900, 1000, 1000, 1100, 1100, 1200, 1200), 0},
		"is not overdue":           {at([]int64{100, 100, 200, 200, 300, 300, 400, 400, 500, 500}, 0, 1, 4, 6, 8, 10, 12, 14, 16, 21), 4},
		"is overdue":               {at([]int64{100, 100, 200, 200, 300, 300, 400, 400, 500, 500}, 0, 1, 4, 6, 8, 10, 12, 14, 16, 22), 0},
		"times that are not known": {at([]int64{100, 100, 200, 200, 300, 300, 400, 400, 500, 500}, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0), 4},
	} {
		v, ok := judgeBursts(c.samples)
		if ok != (c.bursts > 0) || ok && (v.Bursts != c.bursts || !v.Lasts) {
			t.Errorf("%s: %+v", name, v)
		}
	}
	v, _ := judgeBursts(series(100, 100, 100, 100, 200, 200, 300, 300, 400, 400, 500, 500))
	if v.From != 3 || v.First != 100 || v.Last != 500 {
		t.Errorf("growth begins before the first burst: %+v", v)
	}
}

func TestJudgeSteps(t *testing.T) {
	for _, test := range []struct {
		values []int64
		lasts  bool
	}{
		{[]int64{1, 2, 2, 4, 4, 4, 4}, true},
		{[]int64{1, 2, 4, 4, 4, 4, 4, 4}, false}, // long ago
		{[]int64{1, 1, 1, 1, 8}, false},          // once
		{[]int64{1, 2, 1, 4, 8}, false},          // it decreased
		{[]int64{10, 11, 12, 13}, false},         // only a little
	} {
		if v := judgeSteps(test.values); v.Lasts != test.lasts {
			t.Errorf("%v: %+v", test.values, v)
		}
	}
}
