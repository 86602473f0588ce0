package closure

import (
	"context"
	"slices"

	"memcity/analysis/closure/passes"
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

// A leadingSweep carries 64 bits per object as [sweep] does.
type leadingSweep struct {
	*leading
	has   []uint64 // by number
	keeps []uint64 // by set: bits that its objects keep to themselves; nil if nothing is kept
	class []uint32 // by type; nil if no class object leads to the target
	notes *passes.Notes
}

func (l *leading) sweep() *leadingSweep {
	return &leadingSweep{leading: l, has: make([]uint64, l.in.count), notes: passes.NewNotes(int(l.in.count))}
}

// add gives bits to the object at a position, if it leads to the target.
func (s *leadingSweep) add(p uint32, bits uint64) {
	if s.in.has(p) {
		s.has[s.in.index(p)] |= bits
	}
}

// run carries on until nothing changes. An error is ctx's; no other run may follow it.
func (s *leadingSweep) run(ctx context.Context) error {
	for n := range uint32(len(s.has)) {
		if err := poll.At(ctx, n); err != nil {
			return err
		}
		s.pass(n, n)
	}
	return s.notes.Run(ctx, len(s.has)/256, func(n uint32) { s.pass(n, none) })
}

// pass gives what an object has to those that it holds, and notes those below limit.
func (s *leadingSweep) pass(n, limit uint32) {
	has := s.has[n]
	if s.keeps != nil {
		has &^= s.keeps[s.set[n]]
	}
	if has == 0 {
		return
	}
	for _, t := range s.to[s.start[n]:s.start[n+1]] {
		if has&^s.has[t] != 0 {
			s.receive(t, has, limit)
		}
	}
	if s.class != nil {
		if c := s.class[s.types.At(trace.ObjectID(n))]; c != none && has&^s.has[c] != 0 {
			s.receive(c, has, limit)
		}
	}
}

func (s *leadingSweep) receive(t uint32, bits uint64, limit uint32) {
	fresh := bits &^ s.has[t]
	s.has[t] |= fresh
	if t < limit && (s.keeps == nil || fresh&^s.keeps[s.set[t]] != 0) {
		s.notes.Add(t)
	}
}

// doLeading does one job over what leads to the target.
func (j *jobs) doLeading(ctx context.Context, s *leadingSweep, one *job) []trace.Amount {
	clear(s.has)
	s.keeps, s.class = nil, s.leading.class[one.kind]
	own := j.startLeading(s, one)
	if s.run(ctx) != nil {
		return nil
	}
	t := newTally(one)
	if err := j.eachTarget(ctx, func(p uint32) {
		n := s.in.index(p)
		in := uint64(0)
		if own != nil {
			in = own[s.set[n]]
		}
		if word := t.word(s.has[n], in); word != 0 {
			t.add(word, trace.Amount{Objects: 1, Bytes: j.graph.size(p)})
		}
	}); err != nil {
		return nil
	}
	return t.finish()
}

// startLeading gives bits to where a sweep begins. Sets of groups start at their objects or, if the query is what dies without them, what
// GC roots hold starts with all bits. What a GC root holds itself gets the bits of the sets of GC roots that this one is in, or, if
// the query is what dies without them, of those that leave it in place: an object keeps the bits of every root that holds it. It returns,
// unless the sets are of GC roots, which of them the objects of each set of groups are in.
func (j *jobs) startLeading(s *leadingSweep, one *job) (own []uint64) {
	if j.place != nil {
		own = j.place.words(one.unions)
		if one.kind == Deep {
			for n, set := range s.set {
				s.has[n] = own[set]
			}
			return own
		}
		s.keeps = own
		for _, h := range j.roots.holds {
			s.add(j.graph.rank[h.object], ^uint64(0))
		}
		return own
	}
	bits := make([]uint64, len(j.roots.Names))
	for i, union := range one.unions {
		for _, root := range union {
			bits[root] |= 1 << i
		}
	}
	for _, h := range j.roots.holds {
		has := bits[h.root]
		if one.kind == Retained {
			has = ^has
		}
		s.add(j.graph.rank[h.object], has)
	}
	return nil
}
