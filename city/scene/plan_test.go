package scene

import (
	"cmp"
	"fmt"
	"math"
	"reflect"
	"slices"
	"testing"

	"memcity/city/citytest"
	treespkg "memcity/city/trees"
	"memcity/layout"
	"memcity/trace"
)

func TestPlanProperties(t *testing.T) {
	for _, spec := range citytest.RandomSpecs {
		for seed := range uint64(25) {
			points := citytest.RandomPoints(seed, spec)
			for _, settings := range allPlanSettings() {
				p := planOf(points, settings)
				if err := checkPlan(p); err != nil {
					t.Fatalf("%+v, seed %d, %v %v %d: %v", spec, seed, settings.Unit, settings.Area, settings.Children, err)
				}
			}
		}
	}
}

// TestPlanOfWindow: plots are the same in every window. Growth is that of the window, also in a plan made from that of another window.
func TestPlanOfWindow(t *testing.T) {
	for seed := range uint64(10) {
		s := treespkg.NewSeries(citytest.RandomPoints(seed, citytest.RandomSpecs[3]))
		settings := planSettings(treespkg.Bytes, Sqrt, 7)
		whole := NewPlan(s, treespkg.NewMeta(s, treespkg.Window{To: s.Len() - 1}), settings)
		for _, w := range []treespkg.Window{{From: 0, To: 0}, {From: 3, To: 5}, {From: 8, To: 8}} {
			m := treespkg.NewMeta(s, w)
			p, over := NewPlan(s, m, settings), whole.Over(m)
			if !reflect.DeepEqual(p.buildings, whole.buildings) || !reflect.DeepEqual(p.districts, whole.districts) ||
				!reflect.DeepEqual(p.blocks, whole.blocks) || !slices.Equal(p.target, whole.target) || !over.SamePlots(whole) {
				t.Fatalf("seed %d, window %v: plots differ from the plots of all points", seed, w)
			}
			if over.Meta != m || over.maxGrowth != p.maxGrowth || over.largest != p.largest || over.overlaps != p.overlaps ||
				!slices.Equal(over.growers, p.growers) || !slices.Equal(over.ranks, p.ranks) || !slices.Equal(over.unseen, p.unseen) {
				t.Fatalf("seed %d, window %v: the growth differs from the growth of a new plan", seed, w)
			}
			for i, b := range p.buildings {
				if change := m.Of(treespkg.Bytes)[b.node]; p.At(w.To, settings).Buildings[i].GrowthBytes != change.Growth() {
					t.Fatalf("seed %d, window %v: building %d grew by %d, want %d", seed, w, i, p.At(w.To, settings).Buildings[i].GrowthBytes, change.Growth())
				}
			}
		}
	}
}

// checkPlan reports the first violated property of a plan.
func checkPlan(p *Plan) error {
	for _, check := range []func(*Plan) error{checkPruning, checkPlaces, checkAreas, checkTargets} {
		if err := check(p); err != nil {
			return err
		}
	}
	return nil
}

// planKid is a district or building of a plan from the perspective of its parent.
type planKid struct {
	what         string
	plot         layout.Rect
	cell, weight float64 // area that the treemap gave, and what for
}

// kidsOf returns the children of every district. It derives the cells from the plots.
func kidsOf(p *Plan) [][]planKid {
	kids := make([][]planKid, len(p.districts))
	for i, b := range p.buildings {
		if b.district >= 0 {
			kids[b.district] = append(kids[b.district],
				planKid{fmt.Sprint("building ", i), b.plot, b.plot.Area() / (buildingSide * buildingSide), b.weight})
		}
	}
	for i, b := range p.blocks {
		kids[b.district] = append(kids[b.district], planKid{fmt.Sprint("block ", i), b.plot, b.plot.Area() / (buildingSide * buildingSide), b.weight})
	}
	for i, d := range p.districts {
		if d.parent < 0 {
			continue
		}
		weight := 0.0
		for _, b := range p.buildings[d.first:d.end] {
			weight += b.weight
		}
		for _, b := range p.blocks {
			if p.within(b.district, int32(i)) {
				weight += b.weight
			}
		}
		short := min(d.plot.W, d.plot.D)
		street := streetWidth * p.unit()
		if maxStreet*(short+2*street) < street {
			street = maxStreet * short / (1 - 2*maxStreet)
		}
		cell := (d.plot.W + 2*street) * (d.plot.D + 2*street)
		kids[d.parent] = append(kids[d.parent], planKid{fmt.Sprint("district ", i), d.plot, cell, weight})
	}
	return kids
}

// within reports whether a district is the given one or is inside it.
func (p *Plan) within(district, of int32) bool {
	for district >= 0 && district != of {
		district = p.districts[district].parent
	}
	return district == of
}

// unit returns the side of a square with the area of the ground.
func (p *Plan) unit() float64 { return math.Sqrt(p.Ground.Area()) }

func checkPlaces(p *Plan) error {
	eps := 1e-9 * p.unit()
	for i, d := range p.districts {
		if d.parent < 0 && d.plot != p.Ground {
			return fmt.Errorf("the root's plot is %v, the ground %v", d.plot, p.Ground)
		}
		if !d.plot.Contains(d.label, eps) {
			return fmt.Errorf("label %v is not in district %d, %v", d.label, i, d.plot)
		}
		if d.label.W <= 0 || d.label.D <= 0 {
			return fmt.Errorf("district %d, %v, has no room for a label", i, d.plot)
		}
	}
	for i, kids := range kidsOf(p) {
		d := p.districts[i]
		for k, kid := range kids {
			if !d.plot.Contains(kid.plot, eps) || kid.plot.W <= 0 || kid.plot.D <= 0 {
				return fmt.Errorf("%s, %v, is not in district %d, %v", kid.what, kid.plot, i, d.plot)
			}
			if kid.plot.Overlaps(d.label, eps) {
				return fmt.Errorf("%s, %v, stands on the label %v", kid.what, kid.plot, d.label)
			}
			for _, o := range kids[:k] {
				if kid.plot.Overlaps(o.plot, eps) {
					return fmt.Errorf("%s, %v, and %s, %v, overlap", kid.what, kid.plot, o.what, o.plot)
				}
			}
		}
	}
	for i, b := range p.buildings {
		if want := float64(p.Series.Nodes[b.node].Level) * p.SlabHeight; !citytest.Near(b.bottom, want, 1e-12) {
			return fmt.Errorf("building %d stands at %v, want %v", i, b.bottom, want)
		}
	}
	return nil
}

func checkAreas(p *Plan) error {
	changes := p.Meta.Of(p.settings.Unit)
	plots, weights := 0.0, 0.0
	for i, b := range p.buildings {
		want := float64(changes[b.node].Max)
		if p.settings.Area == Sqrt {
			want = math.Sqrt(want)
		}
		if !p.roomy && !citytest.Near(b.weight, want, 1e-15) {
			return fmt.Errorf("building %d weighs %v, want %v", i, b.weight, want)
		}
		plots += b.plot.Area()
		weights += b.weight
	}
	if !citytest.Near(plots, weights, 1e-9) {
		return fmt.Errorf("plots have %v m² for a weight of %v", plots, weights)
	}
	for i, kids := range kidsOf(p) {
		d := p.districts[i]
		cells, weight := 0.0, 0.0
		for _, kid := range kids {
			cells += kid.cell
			weight += kid.weight
		}
		for _, kid := range kids {
			if !citytest.Near(kid.cell/cells, kid.weight/weight, 1e-9) {
				return fmt.Errorf("%s has %v of district %d for %v of its weight", kid.what, kid.cell/cells, i, kid.weight/weight)
			}
		}
		border := min(borderWidth*p.unit(), maxBorder*min(d.plot.W, d.plot.D))
		room := (d.plot.W - 2*border) * (d.plot.D - border - d.label.D)
		if !citytest.Near(cells, room, 1e-9) {
			return fmt.Errorf("children of district %d take %v of %v", i, cells, room)
		}
	}
	return nil
}

// checkPruning compares the shown groups with a simple implementation of the rule. Of the children of a shown group, these are the largest
// by maximum and those that grew strongly, unless they have no weight. The other children are in a block.
func checkPruning(p *Plan) error {
	s, changes, grew := p.Series, p.Meta.Of(p.settings.Unit), slowStrong(p)
	kept := func(n int32) []int32 {
		var kids []int32
		for c := range s.Nodes.Children(n) {
			kids = append(kids, c)
		}
		slices.SortStableFunc(kids, func(a, b int32) int { return cmp.Compare(changes[b].Max, changes[a].Max) })
		if limit := p.settings.Children; limit != AllChildren && len(kids) > limit {
			small := slices.DeleteFunc(slices.Clone(kids[limit:]), func(c int32) bool { return !grew[c] })
			kids = append(kids[:limit:limit], small...)
		}
		return kids
	}
	var weighs func(n int32) bool
	weighs = func(n int32) bool {
		if s.IsLeaf(n) {
			return changes[n].Max > 0
		}
		for c := range s.Nodes.Children(n) {
			if changes[c].Max > 0 { // in the block, or in its own plot
				return true
			}
		}
		return slices.ContainsFunc(kept(n), weighs)
	}
	shown, hidden := map[int32]bool{}, map[int32]bool{}
	var visit func(n int32)
	visit = func(n int32) {
		shown[n] = true
		for c := range s.Nodes.Children(n) {
			if slices.Contains(kept(n), c) && weighs(c) {
				visit(c)
			} else {
				hidden[c] = true
			}
		}
	}
	if len(s.Nodes) > 0 && weighs(0) {
		visit(0)
		if err := checkHidden(p, hidden); err != nil {
			return err
		}
	}
	for n := range int32(len(s.Nodes)) {
		if p.Target(n).OfGroup() != shown[n] {
			return fmt.Errorf("%q: shown is %v", s.Key(n), !shown[n])
		}
	}
	return nil
}

// countGrowers counts the hidden leaves that grew more than the weakest solid building.
func countGrowers(p *Plan, hidden map[int32]bool, c *City) int {
	changes := p.Meta.Of(p.settings.Unit)
	weakest, solid := int64(math.MaxInt64), false
	for i := range c.Buildings {
		if c.Buildings[i].Solid {
			weakest, solid = min(weakest, changes[c.Buildings[i].Node].Growth()), true
		}
	}
	count := 0
	for n := range hidden {
		for leaf := n; leaf < p.Series.Nodes[n].End; leaf++ {
			if growth := changes[leaf].Growth(); solid && p.Series.IsLeaf(leaf) && growth > max(weakest, 0) {
				count++
			}
		}
	}
	return count
}

func checkHidden(p *Plan, hidden map[int32]bool) error {
	for point := range p.Series.Len() {
		want := Hidden{Groups: len(p.Series.Nodes) - len(p.districts) - len(p.buildings),
			Growers: countGrowers(p, hidden, p.At(point, p.settings))}
		for n := range hidden {
			want.Objects += p.Series.Objects(point, n)
			want.Bytes += p.Series.Bytes(point, n)
		}
		if got := p.At(point, p.settings).Hidden; got != want {
			return fmt.Errorf("point %d: hidden is %+v, want %+v", point, got, want)
		}
	}
	return nil
}

func checkTargets(p *Plan) error {
	for n := range int32(len(p.Series.Nodes)) {
		target := p.Target(n)
		if !target.OfGroup() {
			continue
		}
		if back, ok := p.Node(target); !ok || back != n {
			return fmt.Errorf("node %d stands at %v, where node %d is", n, target, back)
		}
		if (target.Kind == OnBuilding) != p.Series.IsLeaf(n) {
			return fmt.Errorf("node %d is shown as %v", n, target)
		}
		if first, _ := p.Series.Find(p.Series.Key(n)); p.Find(p.Series.Key(n)) != p.Target(first) {
			return fmt.Errorf("key %q finds %v", p.Series.Key(n), p.Find(p.Series.Key(n)))
		}
	}
	for _, none := range []Target{{}, {Kind: OnGround}, {OnBuilding, int32(len(p.buildings))}, {OnDistrict, int32(len(p.districts))}, {Kind: OnBlock}} {
		if n, ok := p.Node(none); ok {
			return fmt.Errorf("target %v stands for node %d", none, n)
		}
	}
	for i, d := range p.districts {
		for k, b := range p.buildings {
			inside := false
			for at := b.district; at >= 0; at = p.districts[at].parent {
				inside = inside || at == int32(i)
			}
			if inside != (int32(k) >= d.first && int32(k) < d.end) {
				return fmt.Errorf("building %d and the range %d..%d of district %d disagree", k, d.first, d.end, i)
			}
		}
	}
	return nil
}

func TestPlanIsDeterministic(t *testing.T) {
	for seed := range uint64(5) {
		a := planOf(citytest.RandomPoints(seed, citytest.RandomSpecs[3]), planSettings(treespkg.Bytes, Sqrt, 5))
		b := planOf(citytest.RandomPoints(seed, citytest.RandomSpecs[3]), planSettings(treespkg.Bytes, Sqrt, 5))
		if !reflect.DeepEqual(a.buildings, b.buildings) || !reflect.DeepEqual(a.districts, b.districts) {
			t.Errorf("seed %d: same input, different plans", seed)
		}
	}
}

// TestPublishedSizes checks the numbers of the Memory Cities paper, section VI, and of Memory Leak Visualization using Evolving Software
// Cities, section 3.1, in a city of a single building.
func TestPublishedSizes(t *testing.T) {
	for _, tt := range []struct {
		objects      int64
		area         Area
		want, height float64
	}{
		{70_000, Sqrt, 264.6, 32.5},
		{10_000, Sqrt, 100, 20},
		{160_000, Sqrt, 400, 40},
		{100, Linear, 100, 20},
		{400, Linear, 400, 40},
	} {
		for name, tree := range map[string]*citytest.Group{
			"root only": citytest.Leaf("Heap", tt.objects, 0),
			"one child": citytest.Inner("Heap", citytest.Leaf("Type A", tt.objects, 0)),
		} {
			settings := planSettings(treespkg.Objects, tt.area, 40)
			c := planOf(citytest.Points(tree), settings).At(0, settings)
			if len(c.Buildings) != 1 {
				t.Fatalf("%s: %d buildings", name, len(c.Buildings))
			}
			b := c.Buildings[0]
			if math.Abs(b.Base.Area()-tt.want) > 0.1 || math.Abs(b.Height-tt.height) > 0.1 {
				t.Errorf("%s, %d objects: %v m² and %v m high, want %v and %v", name, tt.objects, b.Base.Area(), b.Height, tt.want, tt.height)
			}
		}
	}
}

func TestPlanOfRootOnly(t *testing.T) {
	p := planOf(citytest.Points(citytest.Leaf("Heap", 9, 90)), DefaultSettings())
	c := p.At(0, DefaultSettings())
	if len(c.Districts) != 0 || len(c.Buildings) != 1 || c.Buildings[0].District != -1 || c.Buildings[0].Bottom != 0 {
		t.Errorf("districts %v, buildings %+v", c.Districts, c.Buildings)
	}
	if got := mustFind(t, c, "Heap"); got != (Target{OnBuilding, 0}) {
		t.Errorf("the root is %v", got)
	}
}

// TestPlanOfGroupThatBranches has a group that changes from a leaf to an inner group: it is always a district.
func TestPlanOfGroupThatBranches(t *testing.T) {
	p := planOf(citytest.Points(
		citytest.Inner("Heap", citytest.Leaf("a", 5, 50), citytest.Leaf("b", 3, 30)),
		citytest.Inner("Heap", citytest.Inner("a", citytest.Leaf("x", 4, 40), citytest.Leaf("y", 2, 20))),
	), DefaultSettings())
	before, after := p.At(0, DefaultSettings()), p.At(1, DefaultSettings())
	a := mustFind(t, before, "Heap#a")
	if a.Kind != OnDistrict || before.Districts[a.Index].Objects != 5 || after.Districts[a.Index].Objects != 6 {
		t.Errorf("a is %v with %+v, then %+v", a, before.Districts, after.Districts)
	}
	x := mustFind(t, before, "Heap#a#x")
	if b := before.Buildings[x.Index]; b.Height != 0 || b.Objects != 0 || b.Base.Area() != 0 {
		t.Errorf("x stands before it is there: %+v", b)
	}
	if b := after.Buildings[mustFind(t, after, "Heap#b").Index]; b.Height != 0 || b.Objects != 0 {
		t.Errorf("b stands when it is gone: %+v", b)
	}
}

// TestPlanCountsEmptyBranch has a district without weight: its children count as hidden groups, and their objects count once.
func TestPlanCountsEmptyBranch(t *testing.T) {
	p := planOf(citytest.Points(citytest.Inner("Heap", citytest.Leaf("a", 5, 50),
		citytest.Inner("empty", citytest.Leaf("x", 4, 0), citytest.Leaf("y", 2, 0)))), planSettings(treespkg.Bytes, Sqrt, 40))
	if got, want := p.At(0, p.settings).Hidden, (Hidden{Groups: 3, Objects: 6}); got != want {
		t.Errorf("hidden is %+v, want %+v", got, want)
	}
}

// TestPlanWithoutWeight has no groups to show in the plan's unit: the whole heap is hidden.
func TestPlanWithoutWeight(t *testing.T) {
	for name, tree := range map[string]*citytest.Group{
		"root only": citytest.Leaf("Heap", 6, 0),
		"branch":    citytest.Inner("Heap", citytest.Leaf("a", 4, 0), citytest.Leaf("b", 2, 0)),
	} {
		p := planOf(citytest.Points(tree), planSettings(treespkg.Bytes, Sqrt, 40))
		c := p.At(0, p.settings)
		if len(c.Buildings)+len(c.Districts) != 0 || c.Hidden != (Hidden{Groups: len(p.Series.Nodes), Objects: 6}) || c.Objects != 6 {
			t.Errorf("%s: %+v", name, c)
		}
	}
}

func TestLargestBuilding(t *testing.T) {
	trees := citytest.Points(
		citytest.Inner("Heap", citytest.Leaf("a", 5, 900), citytest.Inner("p", citytest.Leaf("b", 9, 20), citytest.Leaf("c", 1, 10))),
		citytest.Inner("Heap", citytest.Leaf("a", 7, 100), citytest.Inner("p", citytest.Leaf("b", 2, 20), citytest.Leaf("c", 8, 10))))
	for unit, want := range map[treespkg.Unit]struct {
		key   string
		value int64
	}{treespkg.Objects: {"Heap#p#b", 9}, treespkg.Bytes: {"Heap#a", 900}} {
		p := planOf(trees, planSettings(unit, Sqrt, 40))
		node, value, ok := p.Largest()
		if !ok || p.Series.Key(node) != want.key || value != want.value || p.Levels() != 2 {
			t.Errorf("%v: %s with %d on %d levels, want %+v on 2", unit, p.Series.Key(node), value, p.Levels(), want)
		}
	}
	if node, value, ok := planOf(nil, planSettings(treespkg.Objects, Sqrt, 40)).Largest(); node != 0 || value != 0 || ok {
		t.Errorf("an empty plan has a largest building: node %d of %d, %v", node, value, ok)
	}
}

// TestRanks: buildings are ranked from 1 by growth, then by maximum.
func TestRanks(t *testing.T) {
	p := planOf(citytest.Points(
		citytest.Inner("Heap", citytest.Leaf("a", 5, 0), citytest.Leaf("b", 1, 0), citytest.Leaf("c", 9, 0), citytest.Leaf("d", 9, 0)),
		citytest.Inner("Heap", citytest.Leaf("a", 8, 0), citytest.Leaf("b", 4, 0), citytest.Leaf("c", 9, 0), citytest.Leaf("d", 19, 0))),
		planSettings(treespkg.Objects, Sqrt, 40))
	want := map[string]int{"Heap#d": 1, "Heap#a": 2, "Heap#b": 3, "Heap#c": 4}
	for i, b := range p.buildings {
		if key := p.Series.Key(b.node); p.Rank(int32(i)) != want[key] {
			t.Errorf("%s has rank %d, want %d", key, p.Rank(int32(i)), want[key])
		}
	}
}

func TestSeriesWithoutGroups(t *testing.T) {
	for _, points := range [][]treespkg.PointTree{nil, citytest.Points(nil), citytest.Points(nil, nil)} {
		s := treespkg.NewSeries(points)
		if len(s.Nodes) != 0 || s.Len() != len(points) {
			t.Errorf("%d points give %d nodes at %d points", len(points), len(s.Nodes), s.Len())
		}
		if _, ok := s.Find("Heap"); ok {
			t.Error("a key was found where nothing is")
		}
		m := treespkg.NewMeta(s, citytest.WholeWindow(s))
		plan := NewPlan(s, m, DefaultSettings())
		for p := range max(s.Len(), 1) {
			c := plan.At(p, DefaultSettings())
			if len(c.Buildings)+len(c.Districts)+c.Hidden.Groups != 0 {
				t.Errorf("a city of nothing has %+v", c)
			}
		}
	}
}

// TestSelectionIsFoundInEveryPlan checks that a key finds its building at every point and in every plan that shows it.
func TestSelectionIsFoundInEveryPlan(t *testing.T) {
	points := citytest.RandomPoints(3, citytest.RandomSpecs[2])
	s := treespkg.NewSeries(points)
	for n := range int32(len(s.Nodes)) {
		key := s.Key(n)
		for _, settings := range allPlanSettings() {
			p := NewPlan(s, treespkg.NewMeta(s, citytest.WholeWindow(s)), settings)
			if got, ok := p.Node(p.Find(key)); ok && p.Series.Key(got) != key {
				t.Fatalf("%q finds %q", key, p.Series.Key(got))
			}
			if (p.Find(key).Kind == Nothing) != (p.Target(n).Kind == Nothing) {
				t.Fatalf("%q is found as %v, stands at %v", key, p.Find(key), p.Target(n))
			}
		}
	}
	if p := NewPlan(s, treespkg.NewMeta(s, citytest.WholeWindow(s)), DefaultSettings()); p.Find("") != (Target{}) ||
		p.Find("no such") != (Target{}) {
		t.Error("a key that is not there is found")
	}
}

// TestLargestWithoutGarbage: a GC point that has only counts does not decide which building is the largest if another point has objects.
func TestLargestWithoutGarbage(t *testing.T) {
	for _, tt := range []struct {
		objects bool // the second point has objects
		name    string
		value   int64
	}{{false, "garbage", 900}, {true, "list", 50}} {
		points := citytest.Points(citytest.Inner("Heap", citytest.Leaf("garbage", 9, 900), citytest.Leaf("list", 4, 40)),
			citytest.Inner("Heap", citytest.Leaf("garbage", 1, 10), citytest.Leaf("list", 5, 50)))
		if tt.objects {
			points[1].Pointers = &trace.Pointers{}
		}
		p := planOf(points, DefaultSettings())
		node, value, ok := p.Largest()
		if name := p.Series.Name(node); !ok || name != tt.name || value != tt.value {
			t.Errorf("with objects %t, the largest is %s with %d, want %s with %d", tt.objects, name, value, tt.name, tt.value)
		}
	}
}
