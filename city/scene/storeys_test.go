package scene

import (
	"testing"

	"memcity/city/citytest"
	"memcity/city/seq"
	"memcity/city/trees"
	agespkg "memcity/city/view/ages"
)

// countsOf returns ages with the given numbers of objects by class, youngest first, with 10 bytes each.
func countsOf(doubtful int64, classes ...int64) *agespkg.Counts {
	c := &agespkg.Counts{Known: true}
	c.Doubtful.Objects = doubtful
	for i, n := range classes {
		c.Classes[i] = trees.Amount{Objects: n, Bytes: 10 * n}
	}
	return c
}

func TestDoubt(t *testing.T) {
	for _, c := range []struct {
		counts *agespkg.Counts
		want   float64
	}{{countsOf(0), 0}, {countsOf(3), 0}, {countsOf(0, 4), 0}, {countsOf(1, 4), 0.25}, {countsOf(2, 1, 0, 3, 4), 0.25}} {
		if got := Doubt(c.counts); got != c.want {
			t.Errorf("%+v: %v, want %v", c.counts, got, c.want)
		}
	}
}

// TestMiddleAge: at least half of the objects are as young as the median class, which is never empty.
func TestMiddleAge(t *testing.T) {
	for _, c := range []struct {
		counts *agespkg.Counts
		want   agespkg.Class
	}{{countsOf(0), agespkg.Before}, {countsOf(0, 1), 0}, {countsOf(0, 0, 1), 1}, {countsOf(0, 2, 2), 0}, {countsOf(0, 2, 3), 1},
		{countsOf(0, 2, 0, 3), 2}, {countsOf(0, 1, 1, 1, 1, 1), 2}, {countsOf(0, 0, 0, 5, 9), 3}} {
		if got := middle(c.counts, trees.Objects); got != c.want {
			t.Errorf("%v: %v, want %v", c.counts.Classes, got, c.want)
		}
		if got := middle(c.counts, trees.Bytes); got != c.want {
			t.Errorf("bytes of %v: %v, want %v", c.counts.Classes, got, c.want)
		}
	}
}

// TestHeightsOfStoreys: indistinct objects end first, then the oldest class, and the youngest ends at the roof.
func TestHeightsOfStoreys(t *testing.T) {
	const top = agespkg.Classes - 1
	s := storeys(countsOf(0, 1, 3), trees.Objects, 8)
	if s == nil || s[top] != 8 || s[top-1] != 6 || s[top-2] != 0 || s[0] != 0 {
		t.Errorf("the storeys end at %v", s)
	}
	if (Storeys{}).Class(0) != agespkg.Indistinct || (Storeys{}).Class(1) != agespkg.Before || (Storeys{}).Class(top) != 0 {
		t.Error("the lowest storey is not the oldest one")
	}
	for _, height := range []float64{0, -1} {
		if storeys(countsOf(0, 1), trees.Objects, height) != nil {
			t.Errorf("a building %v high has storeys", height)
		}
	}
	if storeys(countsOf(0), trees.Objects, 8) != nil || storeys(countsOf(0, 1), trees.Objects, 1) == nil {
		t.Error("nothing has storeys, or one object has none")
	}
	if got := s.scaled(0.5); got[top] != 4 || got[top-1] != 3 || s[top] != 8 {
		t.Errorf("scaled they end at %v", got)
	}
	var none *Storeys
	if none.scaled(2) != nil || none.Mixed(nil, 1, 2, 0.5) != nil {
		t.Error("a whole building has storeys")
	}
	if got := none.Like(nil, 5); *got != (Storeys{top: 5}) {
		t.Errorf("like none: %v", got)
	}
	if got := none.Like(&Storeys{}, 5); *got != (Storeys{top: 5}) {
		t.Errorf("like empty ones: %v", got)
	}
	if got := none.Like(s, 4); got[top] != 4 || got[top-1] != 3 || got[top-2] != 0 {
		t.Errorf("like others: %v", got)
	}
	if got := s.Like(nil, 5); got != s {
		t.Errorf("its own are %v", got)
	}
}

// TestAgesOfGroups: groups without data in the report, or missing from the series, have no ages.
func TestAgesOfGroups(t *testing.T) {
	s := trees.NewSeries(citytest.Points(citytest.Inner("Heap", citytest.Leaf("a", 2, 20), citytest.Leaf("b", 3, 30))))
	other := trees.NewSeries(citytest.Points(citytest.Inner("Heap", citytest.Leaf("b", 3, 30),
		citytest.Leaf("c", 2, 20), citytest.Leaf("a", 2, 20))))
	r := agesAt(other, 0, 1)
	for i := range r.Groups {
		r.Groups[i].Known = other.Name(int32(i)) != "a"
	}
	a := NewAges(s, 0, r)
	for node, want := range []int{0, -1, 1} {
		if got := a.Of(int32(node)); want < 0 && got != nil || want >= 0 && got != &r.Groups[want] {
			t.Errorf("the ages of %s are %+v", s.Name(int32(node)), got)
		}
	}
}

func TestSmallestFrames(t *testing.T) {
	whole := Frame{-1, -1, 1, 1}
	for _, f := range []Frame{{}, {0, 0, 0.19, 1}, {0, 0, 1, 0.19}, {1, 1, -1, -1}} {
		if got := f.OrWhole(); got != whole {
			t.Errorf("%v counts as %v", f, got)
		}
	}
	for _, f := range []Frame{{0, 0, 0.2, 0.2}, {-0.5, -0.25, 1, 0.75}} {
		if got := f.OrWhole(); got != f {
			t.Errorf("%v counts as %v", f, got)
		}
	}
	if x, y := (Frame{-0.5, -0.25, 1, 0.75}).Center(); x != 0.25 || y != 0.25 {
		t.Errorf("the middle is at %v, %v", x, y)
	}
	for _, c := range [][4]float64{{1, 4, 0.5, 2}, {2, 2, 0.3, 2}, {0, 4, 0.25, 1}, {4, 0, 0.25, 3}, {-1, 3, 0.5, 1}, {8, 1, 0, 8}} {
		if got := mixRatio(c[0], c[1], c[2]); got < c[3]-1e-12 || got > c[3]+1e-12 {
			t.Errorf("%v of the way from %v to %v is %v, want %v", c[2], c[0], c[1], got, c[3])
		}
	}
}

// TestLongestLists checks the maximum number of parts of a chain, and their maximum length.
func TestLongestLists(t *testing.T) {
	long := make([]byte, trees.MaxChainName+1)
	for i := range long {
		long[i] = 'a'
	}
	parts := make([]string, trees.MaxChain+1)
	for i := range parts {
		parts[i] = "type"
	}
	for name, c := range map[string]struct {
		by   []string
		kept bool
	}{"most parts": {parts[1:], true}, "too many parts": {parts, false}, "longest part": {[]string{string(long[1:])}, true},
		"too long a part": {[]string{string(long)}, false}, "an empty part": {[]string{"type", ""}, false}} {
		s := DefaultSettings()
		s.By = seq.Of(c.by...)
		if kept := s.Normal().By == s.By; kept != c.kept || !kept && s.Normal().By != DefaultSettings().By {
			t.Errorf("%s: kept %v", name, kept)
		}
	}
	if trees.MaxChain != 32 || trees.MaxChainName != 1000 {
		t.Errorf("%d parts of %d bytes", trees.MaxChain, trees.MaxChainName)
	}
	defer func() {
		if got := recover(); got != "no setting none" {
			t.Errorf("a setting that there is not: %v", got)
		}
	}()
	SettingOf("none")
}

// TestHiddenGrowers counts the groups without a plot that grew by more than a threshold.
func TestHiddenGrowers(t *testing.T) {
	for seed := range uint64(8) {
		p := planOf(citytest.RandomPoints(seed,
			citytest.RandomSpec{Points: 3, Nodes: 120, Depth: 3, Width: 20}), planSettings(trees.Objects, Sqrt, 3))
		growths := []int64{-1, 0, 1, 1000}
		for i := range p.Series.Nodes {
			growths = append(growths, p.Meta.Objects[i].Growth())
		}
		for _, g := range growths {
			want := 0
			for i := range p.Series.Nodes {
				if p.Series.IsLeaf(int32(i)) && !p.target[i].OfGroup() && p.Meta.Objects[i].Growth() > g {
					want++
				}
			}
			if got := p.hiddenGrowers(g); g >= 0 && got != want {
				t.Fatalf("seed %d: %d groups without a plot grew by more than %d, want %d", seed, got, g, want)
			}
		}
	}
}

// TestColoursOfRoutes: the end at a selection has a stronger color. Without a selection, each end has the color for its building.
func TestColoursOfRoutes(t *testing.T) {
	p := defaultPalette
	pale := func(c RGB) RGB { return c.mix(RGB{255, 255, 255}, 0.55) }
	for way, want := range map[RouteDirection][2]RGB{Incoming: {pale(p.Incoming), p.Incoming}, Outgoing: {pale(p.Outgoing), p.Outgoing},
		AnyDirection: {p.Outgoing, p.Incoming}} {
		if from, to := p.Route(way); from != want[0] || to != want[1] {
			t.Errorf("way %v goes from %v to %v", way, from, to)
		}
	}
}
