package scene

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"memcity/analysis/diff"
	"memcity/city/citytest"
	"memcity/city/trees"
	"memcity/city/view/diffs"
	"memcity/trace"
)

// TestParts checks random recordings: a building that grew is the same without parts. A building that shrank fills its former volume with
// the removed part. Parts are in proportion, and nothing leaves its plot.
func TestParts(t *testing.T) {
	for _, spec := range citytest.RandomSpecs {
		for seed := range uint64(4) {
			points := citytest.RandomPoints(seed, spec)
			if len(points) < 2 {
				continue
			}
			for _, settings := range []Settings{planSettings(trees.Objects, Sqrt, 40), planSettings(trees.Bytes, Linear, AllChildren)} {
				p := planOf(points, settings)
				from, to := 0, len(points)-1
				for _, report := range []*diffs.Report{nil, citytest.FollowedReport(p.Series, from, to, 0),
					citytest.FollowedReport(p.Series, from, to, 0.4)} {
					k := NewComparison(p.Series, from, to, report)
					c := p.Compared(k, settings)
					before, after := p.At(from, settings), p.At(to, settings)
					for i := range c.Buildings {
						checkParts(t, c, &c.Buildings[i], &before.Buildings[i], &after.Buildings[i])
					}
				}
			}
		}
	}
}

func checkParts(t *testing.T, c *City, b, before, after *Building) {
	t.Helper()
	unit := c.Plan.settings.Unit
	f := c.Compared.Fate(b.Node)
	was, is := f.Before.Of(unit), f.After.Of(unit)
	larger := after
	if was > is {
		larger = before
	}
	if !sameRect(b.Base, larger.Base, 1e-9*(b.Base.W+b.Base.D)) || !b.Plot.Contains(b.Base, 1e-9*(b.Plot.W+b.Plot.D)) {
		t.Fatalf("%+v: base is not that of the larger one %+v", b, larger.Base)
	}
	if b.Kept < 0 || b.Kept > b.Height || b.Gone < 0 || b.Top() > 2*larger.Height*(1+1e-9) {
		t.Fatalf("%+v: parts of a building of %v", b, larger.Height)
	}
	if is >= was && !citytest.Near(b.Height, after.Height, 1e-9) {
		t.Fatalf("%+v: grew, but is not as high as now, %v", b, after.Height)
	}
	if kept := f.Permanent.Of(unit); kept+f.Died.Of(unit) == was && was > is && f.Born.Of(unit) == 0 &&
		!citytest.Near(b.Top(), before.Height, 1e-9) {
		t.Fatalf("%+v: shrank, but does not fill what it filled, %v", b, before.Height)
	}
	if each := larger.Height / float64(max(was, is, 1)); !citytest.Near(b.Kept, each*float64(f.Permanent.Of(unit)), 1e-6) ||
		!citytest.Near(b.Height-b.Kept, each*float64(f.Born.Of(unit)), 1e-6) && b.Height-b.Kept > 1e-9*b.Height ||
		!citytest.Near(b.Gone, each*float64(f.Died.Of(unit)), 1e-6) {
		t.Fatalf("%+v: parts are not in proportion to %+v, %v each", b, f, each)
	}
	if b.Opacity != 1 || b.Shrunk != 0 {
		t.Fatalf("%+v: seen through, or cool", b)
	}
}

// TestFates compares with known results, including an object that moved from another group.
func TestFates(t *testing.T) {
	all := citytest.Points(citytest.Inner("Heap", citytest.Leaf("a", 100, 1600), citytest.Leaf("b", 30, 480), citytest.Leaf("gone", 5, 80)),
		citytest.Inner("Heap", citytest.Leaf("a", 70, 1120), citytest.Leaf("b", 40, 640), citytest.Leaf("new", 8, 128)))
	s := trees.NewSeries(all)
	find := func(key string) int32 {
		node, ok := s.Find(key)
		if !ok {
			t.Fatal(key)
		}
		return node
	}
	k := NewComparison(s, 0, 1, nil)
	want := diffs.Fate{Before: trees.Amount{Objects: 100, Bytes: 1600}, After: trees.Amount{Objects: 70, Bytes: 1120},
		Permanent: trees.Amount{Objects: 70, Bytes: 1120}, Died: trees.Amount{Objects: 30, Bytes: 480}}
	if got := k.Fate(find("Heap#a")); got != want || !k.ByCounts() {
		t.Errorf("by counts: %+v, want %+v", got, want)
	}
	report := citytest.FollowedReport(s, 0, 1, 0)
	for i := range report.Tree.Nodes {
		if n := &report.Tree.Nodes[i]; report.Tree.Names.Text(n.Name) == "b" {
			n.Change = &diff.Change{Died: trace.Amount{Objects: 4, Bytes: 64}, MovedOut: trace.Amount{Objects: 1, Bytes: 16},
				Survived: trace.Amount{Objects: 25, Bytes: 400},
				Born:     trace.Amount{Objects: 12, Bytes: 192}, MovedIn: trace.Amount{Objects: 3, Bytes: 48}}
		} else if report.Tree.Names.Text(n.Name) == "new" {
			n.Change = nil
		}
	}
	k = NewComparison(s, 0, 1, report)
	want = diffs.Fate{Before: trees.Amount{Objects: 30, Bytes: 480}, After: trees.Amount{Objects: 40, Bytes: 640},
		Permanent: trees.Amount{Objects: 25, Bytes: 400}, Born: trees.Amount{Objects: 15, Bytes: 240}, Died: trees.Amount{Objects: 5, Bytes: 80},
		Came: trees.Amount{Objects: 3, Bytes: 48}, Left: trees.Amount{Objects: 1, Bytes: 16}, Followed: true}
	if got := k.Fate(find("Heap#b")); got != want || k.ByCounts() {
		t.Errorf("followed: %+v, want %+v", got, want)
	}
	if got := k.Fate(find("Heap#new")); got.Followed || got.Born.Objects != 8 {
		t.Errorf("a group that is not followed: %+v", got)
	}
	p := planOf(all, DefaultSettings())
	c := p.Compared(NewComparison(p.Series, 0, 1, nil), DefaultSettings())
	vanished := c.Vanished()
	if len(vanished) != 1 || p.Name(c.Buildings[vanished[0]].Node) != "gone" || c.Buildings[vanished[0]].Color != defaultPalette.Gone {
		t.Errorf("vanished: %v", vanished)
	}
	if p.At(1, DefaultSettings()).Vanished() != nil {
		t.Error("a city that compares nothing has groups that vanished")
	}
}

// TestPartsAreHit: rays hit removed parts like buildings, even above the height of any building.
func TestPartsAreHit(t *testing.T) {
	gone := 0
	for seed := range uint64(6) {
		points := citytest.RandomPoints(seed, citytest.RandomSpec{Points: 3, Nodes: 400, Depth: 3, Width: 40})
		settings := planSettings(trees.Objects, Sqrt, AllChildren)
		p := planOf(points, settings)
		c := p.Compared(NewComparison(p.Series, 0, 2, citytest.FollowedReport(p.Series, 0, 2, 0.9)), settings)
		if top := c.Bounds().Max.Y; top < p.Bounds().Max.Y {
			t.Errorf("bounds end at %v", top)
		}
		rng := rand.New(rand.NewPCG(seed, 4))
		for range 600 {
			ray := randomRay(rng, c.Bounds())
			got, at := c.Pick(ray)
			want, wantAt := pickBodies(c, ray)
			if got != want || at != wantAt {
				t.Fatalf("seed %d: %+v hits %v at %v, want %v at %v", seed, ray, got, at, want, wantAt)
			}
			if got.Kind == OnBuilding {
				if b := &c.Buildings[got.Index]; at.Y > b.Bottom+b.Height*(1+1e-9) {
					gone++
				}
			}
		}
	}
	if gone < 50 {
		t.Errorf("what is gone was hit %d times only", gone)
	}
}

// pickBodies is pickAll with removed parts.
func pickBodies(c *City, r Ray) (Target, Vec) {
	solid := *c
	solid.Buildings = slices.Clone(c.Buildings)
	for i := range solid.Buildings {
		b := &solid.Buildings[i]
		b.Height, b.Kept, b.Gone = b.Top(), 0, 0
	}
	return pickAll(&solid, r)
}

// TestPartsFollowPlans: between two plans parts keep their shape.
func TestPartsFollowPlans(t *testing.T) {
	all := citytest.Points(citytest.Inner("Heap", citytest.Leaf("a", 400, 1), citytest.Leaf("b", 300, 1)),
		citytest.Inner("Heap", citytest.Leaf("a", 500, 1), citytest.Leaf("c", 200, 1)))
	settings := DefaultSettings()
	p := planOf(all, settings)
	c := p.Compared(NewComparison(p.Series, 0, 1, nil), settings)
	start, end := Transition(c, p.At(1, settings))
	if start.Compared == nil || end.Compared != nil {
		t.Error("the start does not compare, or the end does")
	}
	for i := range start.Buildings {
		if a, b := &start.Buildings[i], &c.Buildings[i]; a.Kept != b.Kept || a.Gone != b.Gone {
			t.Errorf("%+v became %+v", b, a)
		}
	}
}

// TestPartColors: permanent, born and gone are distinct with any color vision.
func TestPartColors(t *testing.T) {
	for name, p := range palettes {
		for vision, m := range deficiencies {
			for share := 0.0; share <= 1; share += 0.05 {
				born := p.Born(share)
				if d := labDistance(born, p.Kept, m); d < 15 {
					t.Errorf("%s with %s: born %v at %.2f and permanent differ by %.1f, want 15", name, vision, born, share, d)
				}
				if d := labDistance(born, p.Gone, m); d < 15 {
					t.Errorf("%s with %s: born %v at %.2f and gone differ by %.1f, want 15", name, vision, born, share, d)
				}
			}
			if d := labDistance(p.Kept, p.Gone, m); d < 15 {
				t.Errorf("%s with %s: permanent and gone differ by %.1f, want 15", name, vision, d)
			}
		}
		if p.Born(math.NaN()) != p.Born(0) || p.Born(9) != p.Growth(1) {
			t.Errorf("%s: shares out of range", name)
		}
	}
}
