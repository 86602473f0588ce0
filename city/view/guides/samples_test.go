package guides

import (
	"testing"

	"memcity/analysis/guide/findings"
	"memcity/city/seq"
	"memcity/trace"
)

// TestSamplesOf: the objects of the growing pile, or else of the pile, at its last GC point; nothing without objects or points.
func TestSamplesOf(t *testing.T) {
	pile := func(point int, objects ...trace.ObjectID) *findings.Pile {
		p := &findings.Pile{Sampled: objects}
		if point > 0 {
			p.Points = []int{1, point}
		}
		return p
	}
	for _, test := range []struct {
		name         string
		growth, pile *findings.Pile
		point        int
		objects      []trace.ObjectID
	}{
		{"neither", nil, nil, 0, nil},
		{"growth", pile(3, 5, 6), nil, 2, []trace.ObjectID{5, 6}},
		{"a pile", nil, pile(4, 7), 3, []trace.ObjectID{7}},
		{"both", pile(3, 5), pile(4, 7), 2, []trace.ObjectID{5}},
		{"growth without objects", pile(3), pile(4, 7), 3, []trace.ObjectID{7}},
		{"growth without points", pile(0, 5), nil, 0, nil},
	} {
		q, ok := SamplesOf(&findings.Finding{Growth: test.growth, Pile: test.pile})
		want := SamplesQuery{}
		if test.objects != nil {
			want = SamplesQuery{Point: test.point, Objects: seq.Of(test.objects...)}
		}
		if ok != (test.objects != nil) || q != want {
			t.Errorf("%s: %+v, %v, want %+v", test.name, q, ok, want)
		}
	}
}
