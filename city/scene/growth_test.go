package scene

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"memcity/city/citytest"
	"memcity/city/trees"
)

// growingTown returns a recording whose groups grow at different rates, with new packages and types over time.
func growingTown(seed uint64, moments int) []trees.PointTree {
	rng := rand.New(rand.NewPCG(seed, 7))
	type kind struct {
		pack, name  string
		start, rate float64
		since       int
	}
	var kinds []kind
	for i := range 120 {
		k := kind{fmt.Sprintf("p%d", rng.IntN(14)), fmt.Sprintf("T%d", i), math.Pow(10, 4*rng.Float64()), 0, 0}
		if i%5 == 0 {
			k.rate = k.start * rng.Float64() * 0.1
		}
		if i%10 == 3 {
			k.since = rng.IntN(moments)
		}
		kinds = append(kinds, k)
	}
	var groups []*citytest.Group
	for m := range moments {
		packs := map[string]*citytest.Group{}
		root := &citytest.Group{Name: "Heap"}
		for _, k := range kinds {
			if m < k.since {
				continue
			}
			p := packs[k.pack]
			if p == nil {
				p = &citytest.Group{Name: k.pack, Role: "Package"}
				packs[k.pack] = p
				root.Kids = append(root.Kids, p)
			}
			n := int64((k.start + k.rate*float64(m-k.since)) * (0.9 + 0.2*rng.Float64()))
			p.Kids = append(p.Kids, citytest.Leaf(k.name, n, 24*n))
			p.Objects, p.Bytes = p.Objects+n, p.Bytes+24*n
			root.Objects, root.Bytes = root.Objects+n, root.Bytes+24*n
		}
		groups = append(groups, root)
	}
	return citytest.Points(groups...)
}

// plots returns the plots of all shown groups by key, as shares of the ground.
func plots(p *Plan) map[string][2]float64 {
	out := map[string][2]float64{}
	for _, b := range p.buildings {
		x, z := b.plot.Center()
		out[p.Series.Key(b.node)] = [2]float64{x / p.Ground.W, z / p.Ground.D}
	}
	return out
}

// meanMove returns the mean distance by which plots of both plans move, as a share of the ground's side.
func meanMove(a, b map[string][2]float64) float64 {
	sum, n := 0.0, 0
	for key, from := range a {
		if to, ok := b[key]; ok {
			sum += math.Hypot(from[0]-to[0], from[1]-to[1])
			n++
		}
	}
	return sum / float64(max(n, 1))
}

func checkGrown(p *Plan) error {
	for _, check := range []func(*Plan) error{checkPlaces, checkAreas, checkTargets} {
		if err := check(p); err != nil {
			return err
		}
	}
	hidden := map[int32]bool{}
	for _, n := range p.hidden {
		if hidden[n] || p.Target(n).OfGroup() {
			return fmt.Errorf("%q is hidden twice, or has a plot", p.Series.Key(n))
		}
		hidden[n] = true
	}
	changes := p.Meta.Of(p.settings.Unit)
	for i, b := range p.buildings {
		if w := p.settings.Area.weigh(changes[b.node].Max); w > b.weight*(1+1e-9) {
			return fmt.Errorf("building %d of weight %v has a plot for %v", i, w, b.weight)
		}
	}
	return nil
}

// TestGrowingPlans follows recordings point by point: every plan is valid and fits all buildings, and a kept plan has the plots of the one
// before.
func TestGrowingPlans(t *testing.T) {
	for seed := range uint64(4) {
		for _, settings := range []Settings{planSettings(trees.Objects, Sqrt, 40), planSettings(trees.Bytes, Linear, 3),
			planSettings(trees.Objects, Linear, AllChildren)} {
			all := growingTown(seed, 60)
			s := trees.NewSeries(all[:1])
			p := NewRoomyPlan(s, trees.NewMeta(s, citytest.WholeWindow(s)), settings)
			if err := checkGrown(p); err != nil {
				t.Fatal(err)
			}
			for i := 1; i < len(all); i++ {
				s = s.With(all[i : i+1])
				next, kept := p.Next(s, trees.NewMeta(s, citytest.WholeWindow(s)))
				if err := checkGrown(next); err != nil {
					t.Fatalf("seed %d, point %d, kept %v: %v", seed, i, kept, err)
				}
				if kept != next.SamePlots(p) {
					t.Fatalf("kept %v, but the same plots: %v", kept, !kept)
				}
				if kept {
					for b := range p.buildings {
						if p.buildings[b].plot != next.buildings[b].plot || p.Series.Key(p.buildings[b].node) != s.Key(next.buildings[b].node) {
							t.Fatalf("building %d of a plan that was kept has moved", b)
						}
					}
					for d := range p.districts {
						if p.districts[d].plot != next.districts[d].plot || p.Series.Key(p.districts[d].node) != s.Key(next.districts[d].node) {
							t.Fatalf("district %d of a plan that was kept has moved", d)
						}
					}
				}
				next.At(i, settings)
				p = next
			}
		}
	}
}

// TestRandomGrowingPlans does this with recordings whose groups appear, disappear, and turn from leaves into inner groups.
func TestRandomGrowingPlans(t *testing.T) {
	for seed := range uint64(40) {
		all := citytest.RandomPoints(seed, citytest.RandomSpec{Points: 10, Nodes: 80, Depth: 4, Width: 8})
		s := trees.NewSeries(nil)
		p := NewRoomyPlan(s, trees.NewMeta(s, trees.Window{}), planSettings(trees.Objects, Sqrt, 5))
		for i := range all {
			s = s.With(all[i : i+1])
			next, _ := p.Next(s, trees.NewMeta(s, citytest.WholeWindow(s)))
			if err := checkGrown(next); err != nil {
				t.Fatalf("seed %d, point %d: %v", seed, i, err)
			}
			p = next
		}
		s = s.Only(func(source int) bool { return source%2 == 0 })
		if next, _ := p.Next(s, trees.NewMeta(s, citytest.WholeWindow(s))); checkGrown(next) != nil {
			t.Fatalf("seed %d, thinned: %v", seed, checkGrown(next))
		}
	}
}

// TestLayoutsAreRare: a group that grows by the same amount at every point causes new layouts at a logarithmic rate.
func TestLayoutsAreRare(t *testing.T) {
	const moments = 1000
	var groups []*citytest.Group
	for m := range moments {
		groups = append(groups, citytest.Inner("Heap",
			citytest.Inner("p", citytest.Leaf("grows", 1, int64(100+100*m)), citytest.Leaf("stays", 1, 4000)),
			citytest.Inner("q", citytest.Leaf("slow", 1, int64(1000+m)))))
	}
	all := citytest.Points(groups...)
	s := trees.NewSeries(all[:1])
	p := NewRoomyPlan(s, trees.NewMeta(s, citytest.WholeWindow(s)), DefaultSettings())
	layouts := 0
	for i := 1; i < moments; i++ {
		s = s.With(all[i : i+1])
		next, kept := p.Next(s, trees.NewMeta(s, citytest.WholeWindow(s)))
		if p = next; !kept {
			layouts++
		}
	}
	if most := int(math.Ceil(math.Log(moments)/math.Log(1+roomShare))) + 3; layouts < 5 || layouts > most {
		t.Errorf("%d layouts for %d points, want at most %d", layouts, moments, most)
	}
}

// TestLayoutsKeepPlaces: in a new layout near the old one, plots move much less than in an independent layout.
func TestLayoutsKeepPlaces(t *testing.T) {
	anchored, fresh, layouts := 0.0, 0.0, 0
	worst := 0.0
	for seed := range uint64(6) {
		all := growingTown(seed, 80)
		s := trees.NewSeries(all[:1])
		settings := planSettings(trees.Objects, Sqrt, 40)
		p := NewRoomyPlan(s, trees.NewMeta(s, citytest.WholeWindow(s)), settings)
		for i := 1; i < len(all); i++ {
			s = s.With(all[i : i+1])
			m := trees.NewMeta(s, citytest.WholeWindow(s))
			next, kept := p.Next(s, m)
			if !kept {
				own := NewRoomyPlan(s, m, settings)
				layouts++
				anchored += meanMove(plots(p), plots(next))
				fresh += meanMove(plots(p), plots(own))
				worst = max(worst, meanAspect(next)/meanAspect(own))
			}
			p = next
		}
	}
	if layouts == 0 {
		t.Fatal("no city was laid out anew")
	}
	anchored, fresh = anchored/float64(layouts), fresh/float64(layouts)
	t.Logf("%d layouts move plots by %.4f of the ground's side, layouts of their own by %.4f; aspect ratios are at most %.2f times those",
		layouts, anchored, fresh, worst)
	if anchored > fresh/3 {
		t.Errorf("plots move by %.4f of the ground's side, in a layout of its own by %.4f", anchored, fresh)
	}
	if worst > 1.5 {
		t.Errorf("plots are %.2f times as elongated as in a layout of its own", worst)
	}
}

func meanAspect(p *Plan) float64 {
	sum := 0.0
	for _, b := range p.buildings {
		sum += min(b.plot.Aspect(), 20)
	}
	return sum / float64(len(p.buildings))
}

// TestTransition pairs buildings before and after: remaining ones with themselves, new and removed ones with nothing.
func TestTransition(t *testing.T) {
	all := citytest.Points(
		citytest.Inner("Heap", citytest.Inner("p", citytest.Leaf("a", 400, 1), citytest.Leaf("b", 300, 1)),
			citytest.Inner("q", citytest.Leaf("c", 200, 1))),
		citytest.Inner("Heap", citytest.Inner("p", citytest.Leaf("a", 90000, 1), citytest.Leaf("n", 30000, 1)),
			citytest.Inner("r", citytest.Leaf("d", 20000, 1))))
	s := trees.NewSeries(all[:1])
	settings := planSettings(trees.Objects, Sqrt, 2)
	before := NewRoomyPlan(s, trees.NewMeta(s, citytest.WholeWindow(s)), settings)
	s = s.With(all[1:])
	after, kept := before.Next(s, trees.NewMeta(s, trees.Window{From: 1, To: 1}))
	if kept {
		t.Fatal("the plan is kept")
	}
	from, to := before.At(0, settings), after.At(1, settings)
	start, end := Transition(from, to)
	if len(start.Buildings) != len(end.Buildings) || len(start.Districts) != len(end.Districts) || start.Plan != to.Plan ||
		end.Plan != to.Plan {
		t.Fatalf("%d and %d buildings, %d and %d districts", len(start.Buildings), len(end.Buildings), len(start.Districts), len(end.Districts))
	}
	if !slices.Equal(end.Buildings[:len(to.Buildings)], to.Buildings) || !slices.Equal(end.Districts[:len(to.Districts)], to.Districts) {
		t.Error("the end does not begin with the city it leads to")
	}
	f := after.Ground.W / before.Ground.W
	seen := map[string]bool{}
	for i := range start.Buildings {
		a, b := &start.Buildings[i], &end.Buildings[i]
		key := s.Key(a.Node)
		was := before.Find(key)
		is := after.Find(key)
		switch {
		case was.Kind == OnBuilding && is.Kind == OnBuilding:
			old := from.Buildings[was.Index]
			if int(is.Index) != i || !sameRect(a.Base, scaled(old.Base, f), 1e-9) || !citytest.Near(a.Height, old.Height*f, 1e-9) ||
				b.Height != to.Buildings[i].Height {
				t.Errorf("%s goes from %+v to %+v", key, a, b)
			}
		case is.Kind == OnBuilding:
			if a.Height != 0 || b.Height == 0 {
				t.Errorf("%s, which is new, goes from height %v to %v", key, a.Height, b.Height)
			}
		default:
			if a.Height == 0 || b.Height != 0 || a.Base != b.Base || i < len(to.Buildings) {
				t.Errorf("%s, which is gone, goes from %+v to %+v", key, a, b)
			}
		}
		seen[key] = true
	}
	for _, key := range []string{"Heap#p#a", "Heap#p#n", "Heap#r#d"} {
		if !seen[key] {
			t.Errorf("%s is missing", key)
		}
	}
	a, b := Transition(from, before.At(0, settings))
	if !slices.Equal(a.Buildings, from.Buildings) || !slices.Equal(b.Districts, from.Districts) {
		t.Error("the way to the same city changes something")
	}
}
