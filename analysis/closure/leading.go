package closure

import (
	"context"
	"slices"

	"memcity/trace"
	"memcity/trace/poll"
)

// leading are the objects that GC roots hold and that lead to those of a target, which are among them, with what they hold of each other:
// all that matters to the question who owns the target. They are numbered by position. It takes 12 bytes per object and 4 per reference.
type leading struct {
	in    sparseRows // by position
	start []uint32   // by number: rows in to
	to    []uint32
	set   []uint32 // by number: as in placed; nil if GC roots are the owners

	// Class objects that lead to the target, by type of the objects whose headers hold them, as numbers, or none; nil if none does. The
	// headers that count depend on what is requested.
	class map[Kind][]uint32
	types trace.Types // by number; empty if there are no such class objects
}

// header returns the class object that the header of an object keeps alive, none for none, as numbers.
func (l *leading) header(kind Kind, number uint32) uint32 {
	class := l.class[kind]
	if class == nil {
		return none
	}
	return class[l.types.At(trace.ObjectID(number))]
}

// eachHeld calls do for what GC roots hold, by number.
func (l *leading) eachHeld(r *Roots, do func(root RootID, number uint32)) {
	for _, h := range r.holds {
		if p := r.graph.rank[h.object]; l.in.has(p) {
			do(h.root, l.in.index(p))
		}
	}
}

// counting is a leading graph with the headers that count for a kind.
type counting struct {
	*leading
	kind Kind
}

func (c counting) Len() int              { return len(c.start) - 1 }
func (c counting) Row(n uint32) []uint32 { return c.to[c.start[n]:c.start[n+1]] }
func (c counting) More(n uint32) uint32  { return c.header(c.kind, n) }

// leading finds what leads to the target of the jobs, over headers of all kinds. The cost is two passes over the references; another two
// if class objects lead to the target. An error is ctx's.
func (j *jobs) leading(ctx context.Context) (*leading, error) {
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
				if !over[t] && c != none && set.has(c) {
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
	l := &leading{in: newSparseRows(set, len(g.order))}
	numbers := func(c byType) []uint32 {
		list := make([]uint32, len(g.heap.Types))
		for t := range list {
			if list[t] = of(c, t); list[t] != none && set.has(list[t]) {
				list[t] = l.in.index(list[t])
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
		l.types = trace.NewTypes(int(l.in.count), len(g.heap.Types))
	}
	return l, l.addRows(ctx, j)
}

// leadBack marks what refers to what is marked, over whatever references, or has a type that is. Some of a cycle lead to all of it, so that one
// pass is enough.
func (j *jobs) leadBack(ctx context.Context, set marks, over []bool) error {
	g, r := j.graph, j.roots
	leads := func(p uint32) bool {
		if set.has(p) || over[g.typeOf(p)] {
			return true
		}
		for _, to := range r.row(p) {
			if set.has(to) {
				return true
			}
		}
		return false
	}
	cycles := newMarks(len(g.order))
	for _, p := range g.cycle {
		cycles.set(p)
	}
	next, from := 0, uint32(0)
	for p := len(g.order) - 1; p >= int(g.live); p-- {
		if err := poll.At(ctx, p); err != nil {
			return err
		}
		p := uint32(p)
		switch {
		case !cycles.has(p):
			if leads(p) {
				set.set(p)
			}
		case next < len(g.cycleEnd) && g.cycle[g.cycleEnd[next]-1] == p:
			cycle := g.cycle[from:g.cycleEnd[next]]
			if slices.ContainsFunc(cycle, leads) {
				for _, p := range cycle {
					set.set(p)
				}
			}
			from, next = g.cycleEnd[next], next+1
		}
	}
	return nil
}

// addRows fills what is kept by number.
func (l *leading) addRows(ctx context.Context, j *jobs) error {
	g, r := j.graph, j.roots
	if j.place != nil {
		l.set = make([]uint32, 0, l.in.count)
	}
	steps := poll.Count(ctx)
	l.start = make([]uint32, 1, l.in.count+1)
	count := uint32(0)
	for p := range l.in.words.all() { // growing the rows would take as much memory again
		if err := steps.Add(1); err != nil {
			return err
		}
		for _, to := range r.row(p) {
			if l.in.has(to) {
				count++
			}
		}
		l.start = append(l.start, count)
	}
	l.to = make([]uint32, 0, count)
	for p := range l.in.words.all() {
		if err := steps.Add(1); err != nil {
			return err
		}
		for _, to := range r.row(p) {
			if l.in.has(to) {
				l.to = append(l.to, l.in.index(to))
			}
		}
		if j.place != nil {
			l.set = append(l.set, j.place.set[p])
		}
		if l.class != nil {
			l.types.Set(trace.ObjectID(l.in.index(p)), g.typeOf(p))
		}
	}
	return nil
}
