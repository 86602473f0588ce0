package scene

import (
	"math/rand/v2"
	"slices"
	"testing"

	"memcity/city/citytest"
	"memcity/city/trees"
	"memcity/trace"
	"memcity/words"
)

// randomPair returns a random recording, and a GC point of another one that shares many of its groups.
func randomPair(seed uint64, spec citytest.RandomSpec, shares bool) ([]trees.PointTree, trees.BaselineTree) {
	spec.Points = max(spec.Points, 2) // the last one becomes that of the other recording
	all := citytest.RandomPoints(seed, spec)
	return all[:len(all)-1], citytest.BaseOf(all[len(all)-1], shares)
}

// amountsByPath computes the amounts of a tree by path, slowly.
func amountsByPath(t *trace.Tree) map[string]trees.Amount {
	out := map[string]trees.Amount{}
	for i := range t.Nodes {
		path := t.Path(int32(i))
		if i == 0 || len(path) > 0 {
			path[0] = "" // roots match regardless of their names
		}
		key := citytest.PathText(path)
		a := out[key]
		out[key] = trees.Amount{Objects: a.Objects + t.Nodes[i].Objects, Bytes: a.Bytes + t.Nodes[i].Bytes}
	}
	return out
}

// TestBaseIsUnited compares the series with a baseline to maps by path. Every group of either is there once, with the numbers of both, in
// pre-order. The original series does not change.
func TestBaseIsUnited(t *testing.T) {
	for _, spec := range citytest.RandomSpecs {
		for seed := range uint64(6) {
			points, base := randomPair(seed, spec, false)
			before := trees.NewSeries(points)
			s := before.WithBaseline(base)
			want := amountsByPath(base.Tree)
			seen := map[string]bool{}
			for i := range s.Nodes {
				node := int32(i)
				path := s.Path(node)
				path[0] = ""
				key := citytest.PathText(path)
				if seen[key] {
					t.Fatalf("seed %d: %q appears twice", seed, key)
				}
				seen[key] = true
				if got := s.Before(0, node); got != want[key] || got != s.Baseline().Amount(node) {
					t.Fatalf("seed %d: %q has %v before, want %v", seed, key, got, want[key])
				}
				if up := s.Nodes[i].Parent; up >= node || i > 0 &&
					(up < 0 || s.Nodes[i].End > s.Nodes[up].End || s.Nodes[i].Level != s.Nodes[up].Level+1) {
					t.Fatalf("seed %d: node %d is %+v below %d", seed, i, s.Nodes[i], up)
				}
			}
			for p, point := range points {
				for i := range point.Tree.Nodes {
					old, now := before.NodeOf(p, int32(i)), s.NodeOf(p, int32(i))
					if before.Objects(p, old) != s.Objects(p, now) || before.Bytes(p, old) != s.Bytes(p, now) ||
						!slices.Equal(before.Path(old), s.Path(now)) {
						t.Fatalf("seed %d: %v became %v", seed, before.Path(old), s.Path(now))
					}
				}
			}
			for key := range want {
				if !seen[key] {
					t.Fatalf("seed %d: %q of the base is lost", seed, key)
				}
			}
			if before.Baseline() != nil || s.Len() != before.Len() || len(before.Nodes) > len(s.Nodes) {
				t.Fatalf("seed %d: the series without base was changed", seed)
			}
		}
	}
}

// TestHalves checks random recordings: halves tile the base of the larger side and are in proportion to the amounts. They stay in plots
// that are the same at every GC point, and the halves of a district add up like its groups.
func TestHalves(t *testing.T) {
	for _, spec := range citytest.RandomSpecs {
		for seed := range uint64(4) {
			for _, shares := range []bool{false, true} {
				points, base := randomPair(seed, spec, shares)
				for _, settings := range []Settings{planSettings(trees.Objects, Sqrt, 40), planSettings(trees.Bytes, Linear, AllChildren)} {
					s := trees.NewSeries(points).WithBaseline(base)
					p := NewPlan(s, trees.NewMeta(s, citytest.WholeWindow(s)), settings)
					var plots []Building
					for point := range points {
						c := p.AtBaseline(point, settings)
						for i := range c.Buildings {
							checkHalves(t, c, &c.Buildings[i])
						}
						checkDistricts(t, c)
						if plots != nil && !slices.EqualFunc(plots, c.Buildings, func(a, b Building) bool { return a.Plot == b.Plot && a.Node == b.Node }) {
							t.Fatalf("seed %d: plots moved at GC point %d", seed, point)
						}
						plots = c.Buildings
					}
				}
			}
		}
	}
}

func checkHalves(t *testing.T, c *City, b *Building) {
	t.Helper()
	unit := c.Plan.settings.Unit
	f := c.Compared.Fate(b.Node)
	before, after := f.Before.Of(unit), f.After.Of(unit)
	whole := max(before, after)
	left, right := b.Halves()
	if left.X != b.Base.X || !citytest.Near(left.W, right.W, 1e-9) || !citytest.Near(right.X, left.X+left.W, 1e-9) || left.Z != right.Z ||
		left.D != b.Base.D {
		t.Fatalf("%+v: halves %v and %v", b, left, right)
	}
	if !b.Plot.Contains(b.Base, 1e-9*(b.Plot.W+b.Plot.D)) {
		t.Fatalf("%+v: the base leaves the plot", b)
	}
	if whole == 0 {
		if b.Top() != 0 {
			t.Fatalf("%+v: nothing is %v high", b, b.Top())
		}
		return
	}
	base, full := c.Plan.standing(&c.Plan.buildings[c.Plan.target[b.Node].Index], whole)
	if b.Base != base || !citytest.Near(b.Top(), full, 1e-12) {
		t.Fatalf("%+v: want the base %v and the height %v of the larger side", b, base, full)
	}
	if !citytest.Near(b.Before, full*float64(before)/float64(whole), 1e-9) ||
		!citytest.Near(b.Height, full*float64(after)/float64(whole), 1e-9) {
		t.Fatalf("%+v: halves are not in proportion to %d and %d", b, before, after)
	}
	if !b.Halved || b.Opacity != 1 || b.BeforeObjects != f.Before.Objects || b.Objects != f.After.Objects {
		t.Fatalf("%+v: of %+v", b, f)
	}
}

// checkDistricts compares the report on a district with its groups in the baseline's tree.
func checkDistricts(t *testing.T, c *City) {
	t.Helper()
	s := c.Plan.Series
	for i := range c.Districts {
		node := c.Districts[i].Node
		v, f := c.Compared.Verdict(node, trees.Bytes), c.Compared.Fate(node)
		if v.Before != f.Before.Bytes || v.After != s.Bytes(c.Point, node) {
			t.Fatalf("verdict %+v of %+v", v, f)
		}
		var sum int64
		for n := range s.Nodes.Children(node) {
			sum += s.Baseline().Amount(n).Bytes
		}
		if own := s.Baseline().Amount(node).Bytes; own < sum {
			t.Fatalf("the base has %d bytes in %s, and %d in its groups", own, s.Key(node), sum)
		}
	}
}

// TestShares: if shares are compared, both heaps have the same size, and a group has the same share before and after scaling.
func TestShares(t *testing.T) {
	all := citytest.Points(citytest.Inner("Heap", citytest.Leaf("a", 100, 1000), citytest.Leaf("b", 100, 1000)),
		citytest.Inner("Heap", citytest.Leaf("a", 150, 1500), citytest.Leaf("b", 250, 4500)))
	s := trees.NewSeries(all[:1]).WithBaseline(citytest.BaseOf(all[1], true))
	k := AgainstBaseline(s, 0)
	if f := k.Fate(0); f.Before != (trees.Amount{Objects: 400, Bytes: 6000}) || s.Before(0, 0) != f.After {
		t.Errorf("heaps are %v and %v", f.Before, f.After)
	}
	node, _ := s.Find("Heap#a")
	if f := k.Fate(node); f.Before != (trees.Amount{Objects: 75, Bytes: 500}) {
		t.Errorf("a is scaled to %v", f.Before)
	}
	if v := k.Verdict(node, trees.Bytes); v.Kind != VerdictMore || v.Brief() != "2.0 times as much" {
		t.Errorf("%+v: %s", v, v.Brief())
	}
}

func TestMatched(t *testing.T) {
	all := citytest.Points(citytest.Inner("Heap", citytest.Leaf("a", 60, 600), citytest.Leaf("only here", 40, 100)),
		citytest.Inner("Heap", citytest.Leaf("a", 10, 10), citytest.Inner("p", citytest.Leaf("x", 20, 20)), citytest.Leaf("only there", 70, 70)),
		citytest.Inner("Heap", citytest.Leaf("p", 30, 300)))
	s := trees.NewSeries(all[:1]).WithBaseline(citytest.BaseOf(all[1], false))
	if m := AgainstBaseline(s, 0).Matched(trees.Objects); !citytest.Near(m.Before, 0.1, 1e-12) || !citytest.Near(m.After, 0.6, 1e-12) {
		t.Errorf("matched by objects: %+v", m)
	}
	if m := AgainstBaseline(s, 0).Matched(trees.Bytes); !citytest.Near(m.After, 600.0/700, 1e-12) {
		t.Errorf("matched by bytes: %+v", m)
	}
	s = trees.NewSeries(all[2:]).WithBaseline(citytest.BaseOf(all[1], false)) // p is divided there and not here
	if m := AgainstBaseline(s, 0).Matched(trees.Objects); m.Before != 0 || m.After != 1 {
		t.Errorf("groups that one side divides further: %+v", m)
	}
	if m := NewComparison(s, 0, 0, nil).Matched(trees.Objects); m != (MatchedShares{}) {
		t.Errorf("without a base: %+v", m)
	}
}

func TestVerdictText(t *testing.T) {
	amount := func(m trees.Unit, n int64) string {
		return words.Ungrouped(n, map[trees.Unit]string{trees.Objects: "object", trees.Bytes: "byte"}[m])
	}
	for _, tt := range []struct {
		unit          trees.Unit
		before, after int64
		want          string
	}{
		{trees.Bytes, 100, 112, "12 % more: +12 bytes"}, {trees.Bytes, 100, 88, "12 % less: −12 bytes"},
		{trees.Objects, 1000, 995, "0.5 % fewer: −5 objects"},
		{trees.Objects, 100, 340, "3.4 times as many: +240 objects"}, {trees.Bytes, 10, 1000, "100 times as much: +990 bytes"},
		{trees.Bytes, 0, 7, "new: 7 bytes"},
		{trees.Bytes, 7, 0, "gone: 7 bytes"}, {trees.Bytes, 7, 7, "the same: 7 bytes"}, {trees.Bytes, 0, 0, "not there"},
		{trees.Bytes, 1 << 40, 1<<40 + 1, "< 0.1 % more: +1 byte"},
	} {
		if got := NewVerdict(tt.unit, tt.before, tt.after).Text(amount); got != tt.want {
			t.Errorf("%d, then %d: %q, want %q", tt.before, tt.after, got, tt.want)
		}
	}
}

// TestHalvesAreHit: rays hit each half, and objects behind the lower half.
func TestHalvesAreHit(t *testing.T) {
	for seed := range uint64(4) {
		points, base := randomPair(seed, citytest.RandomSpec{Points: 2, Nodes: 300, Depth: 3, Width: 40}, false)
		settings := planSettings(trees.Objects, Sqrt, AllChildren)
		s := trees.NewSeries(points).WithBaseline(base)
		c := NewPlan(s, trees.NewMeta(s, citytest.WholeWindow(s)), settings).AtBaseline(0, settings)
		rng := rand.New(rand.NewPCG(seed, 5))
		hit := 0
		for range 500 {
			ray := randomRay(rng, c.Bounds())
			got, at := c.Pick(ray)
			want, wantAt := pickHalves(c, ray)
			if got != want || at != wantAt {
				t.Fatalf("seed %d: %+v hits %v at %v, want %v at %v", seed, ray, got, at, want, wantAt)
			}
			if got.Kind == OnBuilding {
				hit++
			}
		}
		if hit < 20 {
			t.Errorf("seed %d: %d buildings were hit", seed, hit)
		}
	}
}

// pickHalves is pickAll with each half as a separate building.
func pickHalves(c *City, r Ray) (Target, Vec) {
	split := *c
	split.Buildings = nil
	for i := range c.Buildings {
		left, right := c.Buildings[i], c.Buildings[i]
		left.Base, right.Base = c.Buildings[i].Halves()
		left.Height, left.Before, right.Before = left.Before, 0, 0
		left.Halved, right.Halved = false, false
		split.Buildings = append(split.Buildings, left, right)
	}
	t, at := pickAll(&split, r)
	if t.Kind == OnBuilding {
		t.Index /= 2
	}
	return t, at
}

// TestAgainstColors: less, more, baseline and unchanged are distinct for all kinds of color vision, and both directions get darker.
func TestAgainstColors(t *testing.T) {
	for name, p := range palettes {
		for vision, m := range deficiencies {
			for strength := 0.35; strength <= 1; strength += 0.05 {
				more, less := p.More(strength), p.Less(strength)
				for _, pair := range [][2]RGB{{more, less}, {more, p.More(0)}, {less, p.More(0)}, {more, p.Before}, {less, p.Before}} {
					if d := labDistance(pair[0], pair[1], m); d < 15 {
						t.Errorf("%s with %s at %.2f: %v and %v differ by %.1f, want 15", name, vision, strength, pair[0], pair[1], d)
					}
				}
			}
			if d := labDistance(p.More(0), p.Before, m); d < 15 {
				t.Errorf("%s with %s: the same and before differ by %.1f", name, vision, d)
			}
		}
		if p.Against(10, 20) != p.More(1) || p.Against(20, 10) != p.Less(1) || p.Against(0, 1) != p.More(1) || p.Against(1, 0) != p.Gone || p.Against(2, 1) != p.Less(1) || p.Against(1, 2) != p.More(1) ||
			p.Against(5, 5) != p.More(0) || p.More(0) != p.Less(0) {
			t.Errorf("%s: colours of known pairs", name)
		}
		for i := range 100 {
			at, next := float64(i)/100, float64(i+1)/100
			if p.More(next).Luminance() > p.More(at).Luminance()+0.004 || p.Less(next).Luminance() > p.Less(at).Luminance()+0.004 {
				t.Errorf("%s: gets lighter at %v", name, at)
			}
		}
	}
}
