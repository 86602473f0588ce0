package closure

import (
	"context"
	"slices"

	"memcity/analysis/closure/internal/rows"
	"memcity/trace"
	"memcity/trace/poll"
)

// leadingGraph is the subgraph that decides who owns a target. It contains the objects that GC roots hold and that lead to the target, including
// the target's own objects. Objects are numbered in order of position. It takes 12 bytes per object and 4 per reference.
type leadingGraph struct {
	in    rows.Sparse // sparse rows by position
	start []uint32    // start of each row in to, by number
	to    []uint32
	set   []uint32 // set index plus one by number, as in placed; nil if GC roots are the owners

	// Numbers of the class objects that lead to the target, or none, by type of the objects whose headers hold them. nil if there are none.
	// They depend on the kind of closure.
	class map[Kind][]uint32
	types trace.Types // types by number; empty if no class object leads to the target
}

// header returns the number of the class object that an object's header keeps alive, or none.
func (l *leadingGraph) header(kind Kind, number uint32) uint32 {
	class := l.class[kind]
	if class == nil {
		return none
	}
	return class[l.types.At(trace.ObjectID(number))]
}

// eachHeld calls do for each object that a GC root holds, by number.
func (l *leadingGraph) eachHeld(r *Roots, do func(root RootID, number uint32)) {
	for _, h := range r.holds {
		if p := r.graph.rank[h.object]; l.in.Has(p) {
			do(h.root, l.in.Index(p))
		}
	}
}

// kindGraph is a leading graph with the headers that count for one kind of closure.
type kindGraph struct {
	*leadingGraph
	kind Kind
}

func (c kindGraph) Len() int              { return len(c.start) - 1 }
func (c kindGraph) Row(n uint32) []uint32 { return c.to[c.start[n]:c.start[n+1]] }
func (c kindGraph) More(n uint32) uint32  { return c.header(c.kind, n) }

// leading finds the objects that lead to the target of the jobs. It follows headers for all kinds of closures. The cost is two passes over
// the references, and two more if class objects lead to the target. It returns an error only if ctx is done.
func (j *jobs) leading(ctx context.Context) (*leadingGraph, error) {
	g, r := j.graph, j.roots
	set := slices.Clone(j.target)
	of := func(c byType, t int) uint32 {
		if c == nil {
			return none
		}
		return c[t]
	}
	for over := make([]bool, len(g.heap.Types)); ; {
		if err := j.leadBack(ctx, set, over); err != nil {
			return nil, err
		}
		more := false
		for t := range over {
			for _, c := range []uint32{of(r.class, t), of(j.class, t)} {
				if !over[t] && c != none && set.Has(c) {
					over[t], more = true, true
				}
			}
		}
		if !more {
			break
		}
	}
	for word := range set {
		set[word] &= r.held[word]
	}
	l := &leadingGraph{in: rows.NewSparse(set, len(g.order))}
	numbers := func(c byType) []uint32 {
		list := make([]uint32, len(g.heap.Types))
		for t := range list {
			if list[t] = of(c, t); list[t] != none && set.Has(list[t]) {
				list[t] = l.in.Index(list[t])
				l.class = map[Kind][]uint32{}
			} else {
				list[t] = none
			}
		}
		return list
	}
	deep, retained := numbers(r.class), numbers(j.class)
	if l.class != nil {
		l.class[Deep], l.class[Retained] = deep, retained
		l.types = trace.NewTypes(int(l.in.Count), len(g.heap.Types))
	}
	return l, l.addRows(ctx, j)
}

// leadBack marks the objects that refer to marked objects, and the objects with a type in over. References of all kinds count. One pass is
// enough, because all objects of a cycle lead to the target if one of them leads to it.
func (j *jobs) leadBack(ctx context.Context, set rows.Marks, over []bool) error {
	g, r := j.graph, j.roots
	leads := func(p uint32) bool {
		if set.Has(p) || over[g.typeOf(p)] {
			return true
		}
		for _, to := range r.row(p) {
			if set.Has(to) {
				return true
			}
		}
		return false
	}
	cycles := rows.NewMarks(len(g.order))
	for _, p := range g.cycle {
		cycles.Set(p)
	}
	next, from := 0, uint32(0)
	for p := len(g.order) - 1; p >= int(g.live); p-- {
		if err := poll.At(ctx, p); err != nil {
			return err
		}
		p := uint32(p)
		switch {
		case !cycles.Has(p):
			if leads(p) {
				set.Set(p)
			}
		case next < len(g.cycleEnd) && g.cycle[g.cycleEnd[next]-1] == p:
			cycle := g.cycle[from:g.cycleEnd[next]]
			if slices.ContainsFunc(cycle, leads) {
				for _, p := range cycle {
					set.Set(p)
				}
			}
			from, next = g.cycleEnd[next], next+1
		}
	}
	return nil
}

// addRows fills the columns by number.
func (l *leadingGraph) addRows(ctx context.Context, j *jobs) error {
	g, r := j.graph, j.roots
	if j.place != nil {
		l.set = make([]uint32, 0, l.in.Count)
	}
	steps := poll.Count(ctx)
	l.start = make([]uint32, 1, l.in.Count+1)
	count := uint32(0)
	for p := range l.in.Words.All() { // counted first: growing the rows would need as much memory again
		if err := steps.Add(1); err != nil {
			return err
		}
		for _, to := range r.row(p) {
			if l.in.Has(to) {
				count++
			}
		}
		l.start = append(l.start, count)
	}
	l.to = make([]uint32, 0, count)
	for p := range l.in.Words.All() {
		if err := steps.Add(1); err != nil {
			return err
		}
		for _, to := range r.row(p) {
			if l.in.Has(to) {
				l.to = append(l.to, l.in.Index(to))
			}
		}
		if j.place != nil {
			l.set = append(l.set, j.place.set[p])
		}
		if l.class != nil {
			l.types.Set(trace.ObjectID(l.in.Index(p)), g.typeOf(p))
		}
	}
	return nil
}
