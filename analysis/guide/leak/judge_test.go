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

// More of the same growth is more certain, and the window begins where the growth does.
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

// The unit of the values does not matter, nor that of time.
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

func TestJudgeSteps(t *testing.T) {
	for _, test := range []struct {
		values []int64
		lasts  bool
	}{
		{[]int64{1, 2, 2, 4, 4, 4, 4}, true},
		{[]int64{1, 2, 4, 4, 4, 4, 4, 4}, false}, // long ago
		{[]int64{1, 1, 1, 1, 8}, false},          // once
		{[]int64{1, 2, 1, 4, 8}, false},          // it fell
		{[]int64{10, 11, 12, 13}, false},         // by little
	} {
		if v := judgeSteps(test.values); v.Lasts != test.lasts {
			t.Errorf("%v: %+v", test.values, v)
		}
	}
}
