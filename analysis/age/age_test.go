package age_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"

	"memcity/analysis/age"
	"memcity/analysis/group"
	"memcity/analysis/identity"
	"memcity/trace"
	"memcity/trace/tracetest"
)

func TestClasses(t *testing.T) {
	want := map[uint32]string{0: "0", 1: "1", 2: "2-3", 3: "2-3", 4: "4-7", 7: "4-7", 8: "8-15", 15: "8-15", 16: "16-31", 31: "16-31",
		32: "32+", 1 << 31: "32+"}
	for survived, name := range want {
		c := age.ClassOf(survived)
		from, to := c.Range()
		if c.String() != name || int(survived) < from || to >= from && int(survived) > to {
			t.Errorf("%d is of class %s, %d to %d; want %s", survived, c, from, to, name)
		}
	}
	next := 0
	for c := range age.Before {
		from, to := c.Range()
		if from != next {
			t.Errorf("class %s begins at %d, want %d", c, from, next)
		}
		next = to + 1
	}
	if next != 0 {
		t.Errorf("the oldest class ends before %d", next)
	}
	if age.Before.String() != "before" {
		t.Errorf("the class of what was there before is %s", age.Before)
	}
}

// program is a heap whose objects are identified by number.
type program struct {
	rng   *rand.Rand
	alive []uint64
	count uint64
}

// step lets some objects die and creates some new ones. It shuffles the order, as a collector that moves objects would.
func (p *program) step(die float64, born int) {
	kept := p.alive[:0]
	for _, n := range p.alive {
		if p.rng.Float64() >= die {
			kept = append(kept, n)
		}
	}
	p.alive = kept
	for range born {
		p.count++
		p.alive = append(p.alive, p.count)
	}
	p.rng.Shuffle(len(p.alive), func(i, j int) { p.alive[i], p.alive[j] = p.alive[j], p.alive[i] })
}

func (p *program) heap() *trace.Heap {
	b := tracetest.NewHeap()
	types := []trace.TypeID{b.Type("app.A", 16), b.Type("app.B", 24), b.Type("lib.C", 40)}
	for _, n := range p.alive {
		b.Identify(b.Object(types[n%3]), n)
	}
	return b.Heap()
}

func matched(t *testing.T, a, b *trace.Heap) *identity.Matching {
	t.Helper()
	m, err := identity.Match(context.Background(), &identity.State{Heap: a}, &identity.State{Heap: b}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// TestAgesAreThoseOfTheDefinition checks ages against their definition. An object has survived the GC points since the first one that
// contains it. An object at the very first GC point is in class Before.
func TestAgesAreThoseOfTheDefinition(t *testing.T) {
	for seed := range uint64(8) {
		p := &program{rng: rand.New(rand.NewPCG(seed, 21))}
		seen := map[uint64]int{} // the GC point of the first state with the object
		var last *trace.Heap
		var column *age.Column
		for point := range 80 {
			p.step([]float64{0.01, 0.3, 0, 1}[p.rng.IntN(8)%(2+int(seed%3))], p.rng.IntN(20))
			h := p.heap()
			if last == nil {
				column = age.First(h.Len())
			} else {
				next, err := column.Next(matched(t, last, h), false)
				if err != nil {
					t.Fatal(err)
				}
				column = next
			}
			last = h
			if column.Points != point+1 || column.Births || (column.Followed == identity.Native) != (point > 0) {
				t.Fatalf("ages are of %d points, followed %s", column.Points, column.Followed)
			}
			for o, n := range p.alive {
				if _, ok := seen[n]; !ok {
					seen[n] = point
				}
				got := column.Of[o]
				want := age.ClassOf(uint32(point - seen[n]))
				if seen[n] == 0 {
					want = age.Before
				}
				if got.Class() != want || got.Survived() != point-seen[n] || got.Doubtful() {
					t.Fatalf("seed %d, GC point %d: an object of GC point %d has age %d of class %s, want %d of %s",
						seed, point, seen[n], got.Survived(), got.Class(), point-seen[n], want)
				}
			}
		}
	}
}

// TestAgesDoNotDecreaseWithoutDeaths checks that no object gets younger while nothing dies, and that every object ages by one at each GC
// point.
func TestAgesDoNotDecreaseWithoutDeaths(t *testing.T) {
	p := &program{rng: rand.New(rand.NewPCG(4, 4))}
	p.step(0, 30)
	last := p.heap()
	column := age.First(last.Len())
	for range 40 {
		p.step(0, 5)
		h := p.heap()
		m := matched(t, last, h)
		next, err := column.Next(m, false)
		if err != nil {
			t.Fatal(err)
		}
		for o, to := range m.To {
			if was, is := column.Of[o], next.Of[to]; is.Survived() != was.Survived()+1 || is.Class() < was.Class() {
				t.Fatalf("age %d of class %s becomes %d of %s", was.Survived(), was.Class(), is.Survived(), is.Class())
			}
		}
		last, column = h, next
	}
}

func TestProbablePairsAreReported(t *testing.T) {
	// The references of a single object have changed, so only its content identifies it.
	heap := func(held int32) *trace.Heap {
		b := tracetest.NewHeap()
		holder, thing := b.Type("app.Holder", 16, "x"), b.Type("app.A", 16)
		b.Field(holder, "id", trace.IntValue)
		b.Field(thing, "v", trace.IntValue)
		o, x := b.Object(holder), b.Object(thing)
		b.Set(o, "id", tracetest.IntValue(1))
		b.Set(x, "v", tracetest.IntValue(held))
		b.Refer(o, "x", x)
		return b.Heap()
	}
	m, err := prepared(t, heap(5), heap(6))
	if err != nil {
		t.Fatal(err)
	}
	if m.Pairs.Probable == 0 {
		t.Fatalf("pairs %+v: none is probable", m.Pairs)
	}
	first := age.First(2)
	sure, err := first.Next(m, false)
	if err != nil {
		t.Fatal(err)
	}
	all, err := first.Next(m, true)
	if err != nil {
		t.Fatal(err)
	}
	last, err := all.Next(m, true)
	if err != nil {
		t.Fatal(err)
	}
	for o, to := range m.To {
		if to == trace.NoObject || !m.Probable(trace.ObjectID(o)) {
			continue
		}
		if s := sure.Of[to]; s.Class() != age.Indistinct || s.Doubtful() || s.Survived() != 0 {
			t.Errorf("what is not followed has class %s, doubtful %v", s.Class(), s.Doubtful())
		}
		if s := all.Of[to]; s.Class() != age.Before || s.Survived() != 1 || !s.Doubtful() {
			t.Errorf("what is followed has class %s, survived %d, doubtful %v", s.Class(), s.Survived(), s.Doubtful())
		}
		if s := last.Of[to]; !s.Doubtful() || s.Survived() < all.Of[to].Survived() {
			t.Errorf("later it has survived %d, doubtful %v", s.Survived(), s.Doubtful())
		}
	}
	if _, err := age.First(4).Next(m, false); err == nil {
		t.Error("a matching of another heap state is taken")
	}
}

func prepared(t *testing.T, heaps ...*trace.Heap) (*identity.Matching, error) {
	t.Helper()
	var states []*identity.State
	for _, h := range heaps {
		s, err := identity.Prepare(context.Background(), h, identity.Options{}, nil)
		if err != nil {
			t.Fatal(err)
		}
		states = append(states, s)
	}
	return identity.Match(context.Background(), states[0], states[1], nil)
}

func TestBirths(t *testing.T) {
	b := tracetest.NewHeap()
	thing := b.Type("app.A", 16)
	b.GCs(40)
	for _, birth := range []uint32{40, 39, 37, 8, 0, 41} {
		b.Born(b.Object(thing), birth)
	}
	b.Object(thing) // with unknown birth
	c := age.Born(b.Heap(), nil)
	want := []string{"0", "1", "2-3", "32+", "32+", "0", "before"}
	if b.GCs(1 << 20); age.Born(b.Heap(), nil).Of[4].Survived() != 1<<14-2 {
		t.Error("very old objects have no age")
	}
	for i, a := range c.Of {
		if a.Class().String() != want[i] || a.Doubtful() {
			t.Errorf("object %d is of class %s, want %s", i, a.Class(), want[i])
		}
	}
	if !c.Births || c.Of[6].Survived() != 40 {
		t.Errorf("by births %v; an unknown one has survived %d, want all 40", c.Births, c.Of[6].Survived())
	}
	for _, a := range age.Born(tracetest.RandomHeap(1, 20), nil).Of {
		if a.Class() != age.Before {
			t.Fatalf("without births there is class %s", a.Class())
		}
	}
}

// TestCountsAreThoseOfTheObjects checks that the classes of every group add up to the group, and match a count of its objects one by one.
func TestCountsAreThoseOfTheObjects(t *testing.T) {
	for seed := range uint64(6) {
		h := tracetest.RandomHeap(seed, 400)
		rng := rand.New(rand.NewPCG(seed, 5))
		column := age.First(h.Len())
		for i := range column.Of {
			column.Of[i] = age.Age(rng.IntN(1 << 16))
		}
		for _, chain := range []string{"type", "package,type", "roots-indirect,type", "type,points-to,type"} {
			g, err := grouped(h, chain)
			if err != nil {
				t.Fatal(err)
			}
			counts, err := column.Count(context.Background(), g)
			if err != nil {
				t.Fatal(err)
			}
			check(t, fmt.Sprintf("seed %d by %s", seed, chain), g, column, counts)
		}
	}
}

func grouped(h *trace.Heap, chain string) (*group.Grouping, error) {
	c, err := group.Builtin().Parse(chain)
	if err != nil {
		return nil, err
	}
	knows := trace.KnowsObjects | trace.KnowsReferences | trace.KnowsFields | trace.KnowsRoots
	return group.New(context.Background(), &group.Subject{Heap: h, Names: trace.NewNames(), Knows: knows}, c, group.Options{Objects: true})
}

func check(t *testing.T, name string, g *group.Grouping, column *age.Column, counts []age.Counts) {
	t.Helper()
	for n := range counts {
		if transformed := g.Transformed(int32(n)); transformed || counts[n].Known == transformed {
			if counts[n].Known == transformed || counts[n].Classes != [age.Classes]trace.Amount{} {
				t.Errorf("%s: node %d below a transformer: %+v", name, n, counts[n])
			}
			continue
		}
		objects, err := g.Objects(context.Background(), int32(n))
		if err != nil {
			t.Fatal(err)
		}
		want := age.Counts{Known: true}
		for o := range objects.EachSet() {
			a, size := column.Of[o], g.Heap.Size(trace.ObjectID(o))
			want.Classes[a.Class()].Objects++
			want.Classes[a.Class()].Bytes += size
			if a.Doubtful() {
				want.Doubtful.Objects++
				want.Doubtful.Bytes += size
			}
		}
		sum := trace.Amount{}
		for _, c := range counts[n].Classes {
			sum.Objects += c.Objects
			sum.Bytes += c.Bytes
		}
		if node := &g.Tree.Nodes[n]; counts[n] != want || sum != node.Amount() {
			t.Fatalf("%s: node %d has %+v, want %+v", name, n, counts[n], want)
		}
	}
}

func TestCountIsCancelled(t *testing.T) {
	h := tracetest.RandomHeap(1, 50)
	g, err := grouped(h, "type")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := age.First(50).Count(ctx, g); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	if _, err := age.First(49).Count(context.Background(), g); err == nil {
		t.Error("ages of another heap state are counted")
	}
}

// TestBirthsBetweenGCPoints checks objects that a walk found first, without an observed allocation. They may have been born at any time
// since the previous walk. They get the minimum age, which is doubtful if they may belong to an older class.
func TestBirthsBetweenGCPoints(t *testing.T) {
	b := tracetest.NewHeap()
	thing := b.Type("app.A", 16)
	b.GCs(41)
	for _, test := range []struct {
		birth uint32 // of the previous GC point
		seen  bool   // whether the allocation was seen
		class string
		sure  bool
	}{
		{20, true, "16-31", true},
		{20, false, "0", false},    // between the last two points
		{10, false, "16-31", true}, // 21 to 31 GCs
		{9, false, "16-31", false}, // from a point that is left out
		{0, false, "16-31", false},
		{41, false, "0", true},
		{40, true, "1", true},
	} {
		o := b.Object(thing)
		b.Born(o, test.birth)
		h := b.Heap()
		h.ThreadOf = make([]int32, h.Len())
		if !test.seen {
			h.ThreadOf[o] = trace.NoThread
		}
		a := age.Born(h, []uint32{20, 41, 10}).Of[o]
		if a.Class().String() != test.class || a.Doubtful() == test.sure {
			t.Errorf("%+v: class %s, doubtful %v", test, a.Class(), a.Doubtful())
		}
	}
}

// TestIndistinct checks that an object that was not told apart from earlier ones has no age, however long it is followed afterward.
func TestIndistinct(t *testing.T) {
	state := func(n int) *trace.Heap {
		b := tracetest.NewHeap()
		b.Objects(b.Type("app.Thing", 16), n)
		return b.Heap()
	}
	first, err := prepared(t, state(3), state(2))
	if err != nil {
		t.Fatal(err)
	}
	column, err := age.First(3).Next(first, false)
	if err != nil {
		t.Fatal(err)
	}
	same := &identity.Matching{Source: identity.Native, To: []trace.ObjectID{0, 1}, Later: 2}
	later, err := column.Next(same, false)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []*age.Column{column, later} {
		for o, a := range c.Of {
			if a.Class() != age.Indistinct || !a.Indistinct() || a.Before() || a.Doubtful() || a.Survived() != 0 || a.Class().String() != "not told apart" {
				t.Errorf("object %d: %v, survived %d", o, a.Class(), a.Survived())
			}
		}
	}
}
