package scene

import (
	"math/rand/v2"
	"testing"

	"memcity/city/citytest"
	"memcity/city/trees"
	agespkg "memcity/city/view/ages"
	"memcity/city/view/diffs"
	"memcity/trace"
)

// agesAt returns random ages for the groups at a GC point of a series; some groups have none.
func agesAt(s *trees.Series, point int, seed uint64) *agespkg.Report {
	rng := rand.New(rand.NewPCG(seed, 21))
	names := trace.NewNames() // another dictionary than the series has
	r := &agespkg.Report{Query: agespkg.Query{Point: point}, Tree: &trace.Tree{Names: names}, Points: point + 1, Followed: diffs.ByNumbers}
	for i := range s.Nodes {
		n := &s.Nodes[i]
		counts := agespkg.Counts{Known: rng.IntN(6) > 0}
		objects, bytes := s.Objects(point, int32(i)), s.Bytes(point, int32(i))
		for class := range counts.Classes {
			part := rng.Int64N(objects + 1)
			weight := bytes
			if objects > 0 {
				weight = bytes * part / objects
			}
			if class == agespkg.Classes-1 {
				part, weight = objects, bytes
			}
			counts.Classes[class].Objects, counts.Classes[class].Bytes = part, weight
			objects, bytes = objects-part, bytes-weight
		}
		r.Tree.Nodes = append(r.Tree.Nodes, trace.Node{Name: names.ID(s.Names.Text(n.Name)), Place: n.Place})
		r.Groups = append(r.Groups, counts)
	}
	return r
}

// A city by age has the same buildings as one without ages. The storeys of each building are proportional to the classes, oldest at the
// bottom, and add up to the building.
func TestStoreys(t *testing.T) {
	for _, spec := range citytest.RandomSpecs {
		for seed := range uint64(4) {
			points := citytest.RandomPoints(seed, spec)
			if len(points) == 0 {
				continue
			}
			for _, settings := range []Settings{planSettings(trees.Objects, Sqrt, 40), planSettings(trees.Bytes, Linear, AllChildren)} {
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
	counts, unit := c.Aged.Of(b.Node), c.Plan.settings.Unit
	if counts == nil || b.Height == 0 {
		if b.Storeys != nil || b.Color != defaultPalette.Kept {
			t.Fatalf("%s has storeys %v, colour %v, and no ages are known", c.Plan.Name(b.Node), b.Storeys, b.Color)
		}
		return
	}
	whole := trees.Amount{Objects: b.Objects, Bytes: b.Bytes}.Of(unit)
	under, younger := 0.0, whole
	for i, end := range b.Storeys {
		class := b.Storeys.Class(i)
		part := counts.Classes[class].Of(unit)
		if !citytest.Near(end-under, b.Height*float64(part)/float64(whole), 1e-6) && end-under > 1e-9*b.Height {
			t.Fatalf("%s: the storey of class %s is %v high, want %d of %d of %v", c.Plan.Name(b.Node), class, end-under, part, whole, b.Height)
		}
		if 2*younger > whole && 2*(younger-part) < whole && b.Color != c.Plan.settings.Palette().Age(class) {
			t.Fatalf("%s: half is of class %s, and the colour is %v", c.Plan.Name(b.Node), class, b.Color)
		}
		under, younger = end, younger-part
	}
	if !citytest.Near(under, b.Height, 1e-9) {
		t.Fatalf("%s: the storeys end at %v of %v", c.Plan.Name(b.Node), under, b.Height)
	}
}

// Between two cities, storeys change linearly. A building without storeys gets them in the proportions of the other city.
func TestMixedStoreys(t *testing.T) {
	a, b := &Storeys{0, 1, 2, 3, 4, 5, 6, 7, 8}, &Storeys{2, 3, 4, 5, 6, 7, 8, 9, 10}
	if got := a.Mixed(b, 8, 10, 0.5); *got != (Storeys{1, 2, 3, 4, 5, 6, 7, 8, 9}) {
		t.Errorf("half way: %v", got)
	}
	var none *Storeys
	if got := none.Mixed(a, 4, 8, 0.5); *got != (Storeys{0, 0.75, 1.5, 2.25, 3, 3.75, 4.5, 5.25, 6}) {
		t.Errorf("from a whole building: %v", got)
	}
	if got := a.Mixed(nil, 8, 0, 1); *got != (Storeys{}) {
		t.Errorf("to an empty plot: %v", got)
	}
	if none.Mixed(nil, 1, 1, 0.5) != nil || none.scaled(2) != nil {
		t.Error("whole buildings get storeys")
	}
	if got := a.scaled(2); *got != (Storeys{0, 2, 4, 6, 8, 10, 12, 14, 16}) || a[1] != 1 {
		t.Errorf("twice as high: %v of %v", got, a)
	}
}

// Older classes are darker, in steps visible with any color vision.
func TestAgeColors(t *testing.T) {
	for vision, m := range deficiencies {
		for c := agespkg.Class(1); c < agespkg.Classes; c++ {
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
