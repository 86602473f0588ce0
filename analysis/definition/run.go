package definition

import (
	"context"
	"fmt"
	"math"

	"memcity/analysis/group"
	"memcity/trace"
	"memcity/trace/parallel"
)

const (
	minPart   = 1 << 13 // minimum number of objects for which a second goroutine pays off
	lookEvery = 1 << 12 // objects between two checks of ctx
	varies    = math.MaxUint32
)

// run evaluates a definition for all objects of a heap state. If the properties it reads are the same for all objects of a type, it
// evaluates once per type. report is called at most once, after objects are grouped, with the number of selected objects that failed and
// the reason of one of the first.
func (d *Definition) run(ctx context.Context, s *group.Subject, report func(error)) (*group.Keys, error) {
	for _, u := range d.expression.uses {
		if u.property.id == propAddress && s.Heap.Address == nil {
			return nil, d.fault(u.offset, d.title()+": object.address is not available: this recording has no addresses")
		}
	}
	f, err := newFacts(ctx, s, d.expression.uses)
	if err != nil {
		return nil, err
	}
	r := newRunner(d, f)
	byType, mixed := r.byType()
	keys := &group.Keys{ByType: byType}
	if mixed {
		column, err := r.column(ctx, byType)
		if err != nil {
			return nil, err
		}
		keys = group.ColumnKeys(column, 0, nil)
	}
	classes := r.results.classes
	keys.Count = uint64(len(classes))
	keys.Paths = func(class uint32) [][]string { return classes[class] }
	if failed := r.results.failed; len(failed) > 0 && report != nil {
		keys.Evaluated = func(counted func(class uint32) int64) { reportFaults(failed, counted, report) }
	}
	return keys, nil
}

// reportFaults reports the number of objects in the failed classes, unless it is 0.
func reportFaults(failed []failure, counted func(class uint32) int64, report func(error)) {
	var why error
	objects := int64(0)
	for _, f := range failed {
		n := counted(f.class)
		if n > 0 && why == nil {
			why = f.why
		}
		objects += n
	}
	if objects == 1 {
		report(fmt.Errorf("%w (1 object)", why))
	} else if objects > 0 {
		report(fmt.Errorf("%w (%d objects)", why, objects))
	}
}

// byType evaluates once per type if all objects of the type have the same result. mixed is true if there are other types.
func (r *runner) byType() (classes []uint32, mixed bool) {
	classes = make([]uint32, len(r.facts.heap.Types))
	for t := range classes {
		if env := r.environment(trace.TypeID(t)); len(r.varying[t]) > 0 {
			classes[t], mixed = varies, true
		} else {
			classes[t] = r.classify(env)
		}
	}
	return classes, mixed
}

// column evaluates each object of the types that byType left open, in parallel. Classes are numbered in order of appearance, independent of
// the number of processors.
func (r *runner) column(ctx context.Context, byType []uint32) ([]uint32, error) {
	n := r.facts.heap.Len()
	column := make([]uint32, n)
	runners, ends := make([]*runner, parallel.Parts(n, minPart)), make([]int, parallel.Parts(n, minPart))
	for i := range runners {
		runners[i] = newRunner(r.definition, r.facts)
		runners[i].memo = new(memo)
	}
	if err := parallel.Ranges(n, minPart, func(i, from, to int) error {
		ends[i] = to
		runners[i].fill(ctx, column, byType, from, to)
		return ctx.Err()
	}); err != nil {
		return nil, err
	}
	o := 0
	for i, p := range runners {
		number := make([]uint32, len(p.results.classes))
		for class, paths := range p.results.classes {
			if why := p.results.why(uint32(class)); why != nil {
				number[class] = r.results.fail(paths, why)
			} else {
				number[class] = r.results.add(paths)
			}
		}
		for ; o < ends[i]; o++ {
			if class := byType[r.facts.heap.TypeOf.At(trace.ObjectID(o))]; class != varies {
				column[o] = class
			} else {
				column[o] = number[column[o]]
			}
		}
	}
	return column, nil
}

// fill writes the runner's own classes for a range of objects.
func (r *runner) fill(ctx context.Context, column, byType []uint32, from, to int) {
	for o := from; o < to; o++ {
		if o%lookEvery == 0 && ctx.Err() != nil {
			return
		}
		t := r.facts.heap.TypeOf.At(trace.ObjectID(o))
		if byType[t] != varies {
			continue
		}
		column[o] = r.classOf(t, trace.ObjectID(o))
	}
}

// memo is a cache of results for types that depend on few numbers. A lookup is cheaper than an evaluation, and most objects share few
// combinations. Each hash has one slot, which contains the latest combination.
type memo [memoSize]struct {
	memoKey
	used  bool
	class uint32
}

// memoKey contains the numbers that determine the result for objects of a type.
type memoKey struct {
	typ    trace.TypeID
	values [memoWidth]int
}

const (
	memoWidth = 2
	memoBits  = 12 // 200 KB
	memoSize  = 1 << memoBits
)

// hash mixes the bits of a key by multiplication with odd numbers (Knuth, The Art of Computer Programming, 6.4).
func (k *memoKey) hash() uint64 {
	h := uint64(k.typ)*0x9e3779b97f4a7c15 ^ uint64(k.values[0])*0xc2b2ae3d27d4eb4f ^ uint64(k.values[1])*0x165667b19e3779f9
	return h * 0x9e3779b97f4a7c15 >> (64 - memoBits)
}

// classOf evaluates one object.
func (r *runner) classOf(t trace.TypeID, o trace.ObjectID) uint32 {
	env, varying := r.environment(t), r.varying[t]
	if !r.numbers[t] {
		for _, u := range varying {
			env[u.slot] = r.facts.value(u, t, o)
		}
		return r.classify(env)
	}
	key := memoKey{typ: t}
	for i, u := range varying {
		key.values[i] = r.facts.number(u, t, o)
	}
	m := &r.memo[key.hash()]
	if !m.used || m.memoKey != key {
		for i, u := range varying {
			env[u.slot] = key.values[i]
		}
		m.memoKey, m.used = key, true
		m.class = r.classify(env)
	}
	return m.class
}
