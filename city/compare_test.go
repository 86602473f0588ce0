package city

import (
	"bytes"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"memcity/analysis/diff"
	"memcity/analysis/identity"
	"memcity/trace"
)

// followedReport tells what became of objects between two points as if each group had lost the share turned of what it had
// before, and got the rest anew.
func followedReport(s *Series, from, to int, turned float64) *DiffReport {
	names := trace.NewNames() // another dictionary than the series has
	t := &diff.Tree{Names: names, Followed: identity.Native}
	for i := range s.Nodes {
		n, node := &s.Nodes[i], int32(i)
		before, after := diff.Amount{Objects: s.Objects(from, node), Bytes: s.Bytes(from, node)}, diff.Amount{Objects: s.Objects(to, node), Bytes: s.Bytes(to, node)}
		keep := func(a, b int64) int64 { return int64(float64(min(a, b)) * (1 - turned)) }
		c := &diff.Change{Permanent: diff.Amount{Objects: keep(before.Objects, after.Objects), Bytes: keep(before.Bytes, after.Bytes)}}
		c.Born = diff.Amount{Objects: after.Objects - c.Permanent.Objects, Bytes: after.Bytes - c.Permanent.Bytes}
		c.Died = diff.Amount{Objects: before.Objects - c.Permanent.Objects, Bytes: before.Bytes - c.Permanent.Bytes}
		t.Nodes = append(t.Nodes, diff.Node{Name: names.ID(s.Names.Text(n.Name)), Role: names.ID(s.Role(node)), Parent: n.Parent, End: n.End,
			Before: before, After: after, Change: c})
	}
	return &DiffReport{Ask: AskDiff{From: from, To: to}, Tree: t}
}

// TestParts holds over random recordings: a building that grew stands as it does without parts, one that shrank fills with
// what is gone what it filled before, parts are in proportion, and nothing leaves its plot.
func TestParts(t *testing.T) {
	for _, spec := range randomSpecs {
		for seed := range uint64(4) {
			points := randomPoints(seed, spec)
			if len(points) < 2 {
				continue
			}
			for _, settings := range []Settings{planSettings(Objects, Sqrt, 40), planSettings(Bytes, Linear, AllChildren)} {
				p := planOf(points, settings)
				from, to := 0, len(points)-1
				for _, report := range []*DiffReport{nil, followedReport(p.Series, from, to, 0), followedReport(p.Series, from, to, 0.4)} {
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
	metric := c.Plan.settings.Metric
	f := c.Compared.Fate(b.Node)
	was, is := f.Before.Of(metric), f.After.Of(metric)
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
	if is >= was && !near(b.Height, after.Height, 1e-9) {
		t.Fatalf("%+v: grew, but is not as high as now, %v", b, after.Height)
	}
	if kept := f.Permanent.Of(metric); kept+f.Died.Of(metric) == was && was > is && f.Born.Of(metric) == 0 && !near(b.Top(), before.Height, 1e-9) {
		t.Fatalf("%+v: shrank, but does not fill what it filled, %v", b, before.Height)
	}
	if each := larger.Height / float64(max(was, is, 1)); !near(b.Kept, each*float64(f.Permanent.Of(metric)), 1e-6) ||
		!near(b.Height-b.Kept, each*float64(f.Born.Of(metric)), 1e-6) && b.Height-b.Kept > 1e-9*b.Height ||
		!near(b.Gone, each*float64(f.Died.Of(metric)), 1e-6) {
		t.Fatalf("%+v: parts are not in proportion to %+v, %v each", b, f, each)
	}
	if b.Opacity != 1 || b.Shrunk != 0 {
		t.Fatalf("%+v: seen through, or cool", b)
	}
}

// TestFates compares with known answers, also where an object came from another group.
func TestFates(t *testing.T) {
	all := points(inner("Heap", leaf("a", 100, 1600), leaf("b", 30, 480), leaf("gone", 5, 80)),
		inner("Heap", leaf("a", 70, 1120), leaf("b", 40, 640), leaf("new", 8, 128)))
	s := NewSeries(all)
	find := func(key string) int32 {
		node, ok := s.Find(key)
		if !ok {
			t.Fatal(key)
		}
		return node
	}
	k := NewComparison(s, 0, 1, nil)
	want := Fate{Before: Amount{100, 1600}, After: Amount{70, 1120}, Permanent: Amount{70, 1120}, Died: Amount{30, 480}}
	if got := k.Fate(find("Heap#a")); got != want || !k.ByCounts() {
		t.Errorf("by counts: %+v, want %+v", got, want)
	}
	report := followedReport(s, 0, 1, 0)
	for i := range report.Tree.Nodes {
		if n := &report.Tree.Nodes[i]; report.Tree.Names.Text(n.Name) == "b" {
			n.Change = &diff.Change{Died: diff.Amount{Objects: 4, Bytes: 64}, Left: diff.Amount{Objects: 1, Bytes: 16}, Permanent: diff.Amount{Objects: 25, Bytes: 400},
				Born: diff.Amount{Objects: 12, Bytes: 192}, Came: diff.Amount{Objects: 3, Bytes: 48}}
		} else if report.Tree.Names.Text(n.Name) == "new" {
			n.Change = nil
		}
	}
	k = NewComparison(s, 0, 1, report)
	want = Fate{Before: Amount{30, 480}, After: Amount{40, 640}, Permanent: Amount{25, 400}, Born: Amount{15, 240}, Died: Amount{5, 80},
		Came: Amount{3, 48}, Left: Amount{1, 16}, Followed: true}
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

// TestPartsAreHit: what is gone is hit by rays as buildings are, also where it is higher than any building.
func TestPartsAreHit(t *testing.T) {
	gone := 0
	for seed := range uint64(6) {
		points := randomPoints(seed, randomSpec{points: 3, nodes: 400, depth: 3, width: 40})
		settings := planSettings(Objects, Sqrt, AllChildren)
		p := planOf(points, settings)
		c := p.Compared(NewComparison(p.Series, 0, 2, followedReport(p.Series, 0, 2, 0.9)), settings)
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

// pickBodies is pickAll with what is gone.
func pickBodies(c *City, r Ray) (Target, Vec) {
	solid := *c
	solid.Buildings = slices.Clone(c.Buildings)
	for i := range solid.Buildings {
		b := &solid.Buildings[i]
		b.Height, b.Kept, b.Gone = b.Top(), 0, 0
	}
	return pickAll(&solid, r)
}

func TestComparing(t *testing.T) {
	s := seriesOf(0, 2, 3, 5, 7, 9)
	state := NewState(6, DefaultSettings())
	if _, _, ok := state.Comparing(); ok || state.AskDiff(s) != nil {
		t.Error("a new view compares")
	}
	state = Step(Step(state, Divide{ByFate}), SetWindow{Window: Window{1, 4}})
	if from, to, ok := state.Comparing(); !ok || from != 1 || to != 4 {
		t.Errorf("compares %d with %d: %v", from, to, ok)
	}
	state = Step(state, GoTo{2})
	if ask := state.AskDiff(s); ask == nil || ask.From != 2 || ask.To != 3 {
		t.Errorf("asks for %+v", ask)
	}
	start := Step(state, GoTo{1})
	if from, to, ok := start.Comparing(); !ok || from != 1 || to != 1 || start.AskDiff(s) != nil {
		t.Errorf("at the start of the window %d is compared with %d: %v", from, to, ok)
	}
	if _, _, ok := Step(state, GoTo{0}).Comparing(); ok {
		t.Error("a point before the window is compared")
	}
	deep := state.Settings
	deep.Measure = Retained
	if Step(state, Set{To: deep}).AskDiff(s) != nil {
		t.Error("retained sizes are followed")
	}
	if _, _, ok := Step(state, Divide{}).Comparing(); ok {
		t.Error("it goes on comparing")
	}
}

// TestPartsFollowPlans: between two plans parts keep their shape.
func TestPartsFollowPlans(t *testing.T) {
	all := points(inner("Heap", leaf("a", 400, 1), leaf("b", 300, 1)), inner("Heap", leaf("a", 500, 1), leaf("c", 200, 1)))
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

// TestPartColors: permanent, born and gone are told from each other by all eyes.
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

func TestDumpPartsGolden(t *testing.T) {
	settings := testSettings(Objects, Sqrt, 3)
	p := testPlan(smallRecording(), settings)
	var out bytes.Buffer
	for _, report := range []*DiffReport{nil, followedReport(p.Series, 0, 2, 0.5)} {
		c := p.Compared(NewComparison(p.Series, 0, 2, report), settings)
		if err := c.Dump("small", settings, Target{}).WriteText(&out); err != nil {
			t.Fatal(err)
		}
	}
	compareGolden(t, "small-parts.txt", out.Bytes())
}
