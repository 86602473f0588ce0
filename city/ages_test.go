package city

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"memcity/trace"
)

// agesAt makes up ages of the objects of each group at a GC point of a series; of some groups they are not known.
func agesAt(s *Series, point int, seed uint64) *AgesReport {
	rng := rand.New(rand.NewPCG(seed, 21))
	names := trace.NewNames() // another dictionary than the series has
	r := &AgesReport{Ask: AskAges{Point: point}, Tree: &trace.Tree{Names: names}, Points: point + 1, Followed: ByNumbers}
	for i := range s.Nodes {
		n := &s.Nodes[i]
		counts := AgeCounts{Known: rng.IntN(6) > 0}
		objects, bytes := s.Objects(point, int32(i)), s.Bytes(point, int32(i))
		for class := range counts.Classes {
			part := rng.Int64N(objects + 1)
			weight := bytes
			if objects > 0 {
				weight = bytes * part / objects
			}
			if class == AgeClasses-1 {
				part, weight = objects, bytes
			}
			counts.Classes[class].Objects, counts.Classes[class].Bytes = part, weight
			objects, bytes = objects-part, bytes-weight
		}
		r.Tree.Nodes = append(r.Tree.Nodes, trace.Node{Name: names.ID(s.Names.Text(n.Name)), Parent: n.Parent, End: n.End})
		r.Groups = append(r.Groups, counts)
	}
	return r
}

// A city of ages stands as the one without does; the storeys of each building are in proportion to the classes, the oldest at
// the bottom, and sum up to it.
func TestStoreys(t *testing.T) {
	for _, spec := range randomSpecs {
		for seed := range uint64(4) {
			points := randomPoints(seed, spec)
			if len(points) == 0 {
				continue
			}
			for _, settings := range []Settings{planSettings(Objects, Sqrt, 40), planSettings(Bytes, Linear, AllChildren)} {
				p := planOf(points, settings)
				point := len(points) - 1
				c, plain := p.Aged(NewAges(p.Series, point, agesAt(p.Series, point, seed)), settings), p.At(point, settings)
				for i := range c.Buildings {
					b, was := &c.Buildings[i], &plain.Buildings[i]
					if b.Base != was.Base || b.Height != was.Height || b.Top() != was.Height || b.Opacity != 1 || b.Shrunk != 0 {
						t.Fatalf("%s stands as %+v, without ages %+v", p.Name(b.Node), b, was)
					}
					checkStoreys(t, c, b)
				}
			}
		}
	}
}

func checkStoreys(t *testing.T, c *City, b *Building) {
	t.Helper()
	counts, metric := c.Aged.Of(b.Node), c.Plan.settings.Metric
	if counts == nil || b.Height == 0 {
		if b.Storeys != nil || b.Color != defaultPalette.Kept {
			t.Fatalf("%s has storeys %v, colour %v, and no ages are known", c.Plan.Name(b.Node), b.Storeys, b.Color)
		}
		return
	}
	whole := Amount{b.Objects, b.Bytes}.Of(metric)
	under, younger := 0.0, whole
	for i, end := range b.Storeys {
		class := b.Storeys.Class(i)
		part := Amount(counts.Classes[class]).Of(metric)
		if !near(end-under, b.Height*float64(part)/float64(whole), 1e-6) && end-under > 1e-9*b.Height {
			t.Fatalf("%s: the storey of class %s is %v high, want %d of %d of %v", c.Plan.Name(b.Node), class, end-under, part, whole, b.Height)
		}
		if 2*younger > whole && 2*(younger-part) < whole && b.Color != c.Plan.settings.Palette().Age(class) {
			t.Fatalf("%s: half is of class %s, and the colour is %v", c.Plan.Name(b.Node), class, b.Color)
		}
		under, younger = end, younger-part
	}
	if !near(under, b.Height, 1e-9) {
		t.Fatalf("%s: the storeys end at %v of %v", c.Plan.Name(b.Node), under, b.Height)
	}
}

func TestAskedAges(t *testing.T) {
	s := NewSeries(randomPoints(3, randomSpecs[0]))
	state := NewState(s.Len(), DefaultSettings())
	if state.AskAges(s) != nil {
		t.Error("ages are asked for before they are wanted")
	}
	state = Step(Step(state, Divide{ByAge}), GoTo{0})
	if ask := state.AskAges(s); ask == nil || *ask != (AskAges{Point: s.Source(0)}) {
		t.Errorf("asks for %+v", ask)
	}
	if _, _, ok := state.Comparing(); ok {
		t.Error("storeys compare as well")
	}
	if ask := Step(state, SetDiff{Diffing{Probable: true}}).AskAges(s); ask == nil || !ask.Probable {
		t.Errorf("with probable pairs it asks for %+v", ask)
	}
	deep := state.Settings
	deep.Measure = Deep
	if Step(state, Set{To: deep}).AskAges(s) != nil {
		t.Error("ages of deep sizes are asked for")
	}
	if Step(state, Divide{ByFate}).AskAges(s) != nil || Step(state, Undo{}).Division != Undivided {
		t.Error("other parts do not end it, or it cannot be taken back")
	}
}

// Between two cities storeys change evenly, and a building that has none gets them in the proportions of the other city.
func TestMixedStoreys(t *testing.T) {
	a, b := &Storeys{1, 2, 3, 4, 5, 6, 7, 8}, &Storeys{3, 4, 5, 6, 7, 8, 9, 10}
	if got := a.Mixed(b, 8, 10, 0.5); *got != (Storeys{2, 3, 4, 5, 6, 7, 8, 9}) {
		t.Errorf("half way: %v", got)
	}
	var none *Storeys
	if got := none.Mixed(a, 4, 8, 0.5); *got != (Storeys{0.75, 1.5, 2.25, 3, 3.75, 4.5, 5.25, 6}) {
		t.Errorf("from a whole building: %v", got)
	}
	if got := a.Mixed(nil, 8, 0, 1); *got != (Storeys{}) {
		t.Errorf("to an empty plot: %v", got)
	}
	if none.Mixed(nil, 1, 1, 0.5) != nil || none.scaled(2) != nil {
		t.Error("whole buildings get storeys")
	}
	if got := a.scaled(2); *got != (Storeys{2, 4, 6, 8, 10, 12, 14, 16}) || a[0] != 1 {
		t.Errorf("twice as high: %v of %v", got, a)
	}
}

// The dump tells every class with its storey, from the ground up.
func TestDumpedAges(t *testing.T) {
	all := points(inner("Heap", leaf("a", 10, 100), leaf("b", 4, 40)))
	p := testPlan(all, DefaultSettings())
	report := &AgesReport{Points: 3, Followed: ByContent, Tree: all[0].Tree, Groups: make([]AgeCounts, 3)}
	a, _ := p.Series.Find("Heap#a")
	for i := range report.Groups {
		report.Groups[i].Known = int32(i) == a
	}
	report.Groups[a].Classes[0].Objects, report.Groups[a].Classes[0].Bytes = 5, 25
	report.Groups[a].Classes[2].Objects, report.Groups[a].Classes[2].Bytes = 2, 50
	report.Groups[a].Classes[AgeBefore].Objects, report.Groups[a].Classes[AgeBefore].Bytes = 3, 25
	c := p.Aged(NewAges(p.Series, 0, report), DefaultSettings())
	var out strings.Builder
	if err := c.Dump("test", DefaultSettings(), Target{}).WriteText(&out); err != nil {
		t.Fatal(err)
	}
	text := out.String()
	high := c.Buildings[0].Height
	want := fmt.Sprintf("    age before 3 objects, 25 bytes, height %.2f\n    age 2-3 2 objects, 50 bytes, height %.2f\n    age 0 5 objects, 25 bytes, height %.2f\nbuilding Heap#b",
		0.3*high, 0.2*high, 0.5*high)
	if !strings.Contains(text, want) || !strings.Contains(text, "ages in gc points, identity recovered\n") {
		t.Errorf("printed\n%s\nwant\n%s", text, want)
	}
	ages := c.Dump("test", DefaultSettings(), Target{}).Buildings[0].Ages
	if len(ages) != 3 || ages[0].From != 2 || ages[0].To != nil || ages[1].From != 2 || *ages[1].To != 3 || ages[2].From != 0 || *ages[2].To != 0 {
		t.Errorf("ages %+v", ages)
	}
}

// The older, the darker, in steps that all eyes see.
func TestAgeColors(t *testing.T) {
	for vision, m := range deficiencies {
		for c := AgeClass(1); c < AgeClasses; c++ {
			young, old := ages[c-1], ages[c]
			if d := labDistance(young, old, m); d < 9 {
				t.Errorf("with %s: classes %s and %s differ by %.1f, want 9", vision, c-1, c, d)
			}
			if lab(young, m)[0]-lab(old, m)[0] < 5 {
				t.Errorf("with %s: class %s is not darker than %s", vision, c, c-1)
			}
		}
	}
}
