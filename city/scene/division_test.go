package scene

import (
	"math/rand/v2"
	"slices"
	"testing"

	"memcity/city/citytest"
	"memcity/city/seq"
	"memcity/city/trees"
	"memcity/city/view/whatif"
)

func TestDivisions(t *testing.T) {
	for d, want := range []string{"none", "fate", "age", "cut", "base"} {
		if got := Division(d).String(); got != want {
			t.Errorf("division %d is %q, want %q", d, got, want)
		}
		if Division(d).Toggled(Division(d)) != Undivided || Undivided.Toggled(Division(d)) != Division(d) ||
			ByBaseline.Toggled(Division(d%4)) != Division(d%4) {
			t.Errorf("%s is not toggled", want)
		}
	}
}

// TestCutComparison: freed objects of a group have died, and the others are permanent, for any series of the numbers.
func TestCutComparison(t *testing.T) {
	for seed := range uint64(6) {
		rng := rand.New(rand.NewPCG(seed, 1))
		points := citytest.RandomPoints(seed, citytest.RandomSpec{Points: 3, Nodes: 30, Depth: 3, Width: 5})
		s, grown := trees.NewSeries(points[:2]), trees.NewSeries(points)
		w := &whatif.Result{Query: whatif.Query{Removals: seq.Seq[whatif.Removal]{}}, Series: s, Groups: make([]trees.Amount, len(s.Nodes))}
		for i := range w.Groups {
			w.Groups[i] = trees.Amount{Objects: rng.Int64N(s.Objects(1, int32(i)) + 1), Bytes: rng.Int64N(s.Bytes(1, int32(i)) + 1)}
		}
		k := NewCutComparison(grown, 1, w)
		if k.From != 1 || k.To != 1 || k.Series != grown {
			t.Fatalf("compared are %d and %d", k.From, k.To)
		}
		for i := range int32(len(grown.Nodes)) {
			now := trees.Amount{Objects: grown.Objects(1, i), Bytes: grown.Bytes(1, i)}
			var freed trees.Amount
			if old, ok := s.Find(grown.Key(i)); ok {
				freed = w.Groups[old]
			}
			f := k.Fate(i)
			if f.Before != now || f.Died != freed || f.After != now.Minus(freed) || f.Permanent != f.After || f.Born != (trees.Amount{}) || !f.Followed {
				t.Fatalf("seed %d: %s of %v, freed %v: %+v", seed, grown.Key(i), now, freed, f)
			}
		}
	}
}

// TestIsolated: kept buildings are opaque, all others are ghosts, and the original city does not change.
func TestIsolated(t *testing.T) {
	settings := planSettings(trees.Objects, Sqrt, AllChildren)
	c := planOf(citytest.SmallRecording(), settings).At(1, settings)
	c.Buildings[0].Opacity, c.Buildings[len(c.Buildings)-1].Opacity = 0.5, 0.01
	before := slices.Clone(c.Buildings)
	district := mustFind(t, c, "Heap#app")
	building := mustFind(t, c, "Heap#java.util#HashMap")
	refs := []Reference{{From: int32(len(c.Buildings) - 2), To: building.Index}}
	only := c.Isolate([]Target{district, building, {Kind: OnGround}}, refs)
	d := c.Districts[district.Index]
	ghosts := 0
	for i := range only.Buildings {
		b, want := &only.Buildings[i], 1.0
		if at := int32(i); (at < d.First || at >= d.End) && at != building.Index && at != refs[0].From {
			want = min(0.06, before[i].Opacity)
			ghosts++
		}
		if b.Opacity != want {
			t.Errorf("%s has opacity %v", c.Plan.Name(b.Node), b.Opacity)
		}
	}
	if ghosts == 0 || d.First >= d.End || !only.Isolated || c.Isolated || !slices.Equal(c.Buildings, before) {
		t.Errorf("%d ghosts; isolated %v, before %v", ghosts, only.Isolated, c.Isolated)
	}
}
