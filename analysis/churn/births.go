package churn

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"math/bits"
	"slices"

	"memcity/trace"
)

// births computes deaths without a record: the allocations before the GCs of the window, less the objects that were reported dead or that
// are alive after the window.
type births struct {
	*tally
	wanted bool
	to     uint32 // last GC for which deaths can be computed
	later  uint32 // number of GCs that had ended at the heap state

	born    map[pair]*Amount // allocated
	known   map[pair]*Amount // part of it that is reported dead or alive
	waiting int
}

// begin sets the tally, and determines which numbers can be computed.
func (b *births) begin(t *tally) {
	b.tally = t
	if !NeedsHeap(t.Life) {
		return
	}
	h := t.Later
	if h == nil || h.BirthOf == nil {
		t.note("Objects that died at their first GC are missing: no heap state with births shows which allocations survived.")
		return
	}
	b.to, b.later = min(t.options.To, h.GCs), h.GCs
	if b.to < t.options.From {
		t.note("Objects that died at their first GC are missing: the last heap state with births is from before the window.")
		return
	}
	if last := t.report.To; len(t.report.GCs) > 0 && last > b.to {
		t.note(fmt.Sprintf("Objects that died at their first GC are missing from GC %d onward: no later heap state shows which allocations survived.", b.to+1))
	}
	b.wanted = true
	b.born, b.known = map[pair]*Amount{}, map[pair]*Amount{}
}

func (t *tally) note(text string) { t.report.Notes = append(t.report.Notes, text) }

// at returns the entry of a pair. If there are too many sites, further ones share an entry.
func (b *births) at(m map[pair]*Amount, p pair) *Amount {
	a := m[p]
	if a == nil {
		if b.waiting >= b.options.MaxGroups && p.site < otherSites {
			b.crowded = true
			return b.at(m, pair{p.kind, otherSites})
		}
		b.waiting++
		a = &Amount{}
		m[p] = a
	}
	return a
}

// within reports whether the first GC after a birth is one for which deaths are computed.
func (b *births) within(birth uint32) bool {
	return birth != trace.NoBirth && birth >= b.options.From-min(1, b.options.From) && birth < b.to
}

func (b *births) addDeath(p pair, size Amount, birth, gc uint32) {
	if b.within(birth) && gc <= b.later {
		b.at(b.known, p).add(size)
	}
}

func (b *births) addAllocation(a trace.Allocation) {
	p, ok := b.pair(a.Type, a.Site)
	if !ok {
		return
	}
	if size := within(a, b.options.From, b.to); size.Objects > 0 {
		b.at(b.born, p).add(size)
	}
}

// finish adds the deaths without a record to the cells.
func (b *births) finish(ctx context.Context) error {
	if err := b.survivors(ctx); err != nil {
		return err
	}
	order := func(p, q pair) int { return cmp.Or(cmp.Compare(p.kind, q.kind), cmp.Compare(p.site, q.site)) }
	pairs := slices.SortedFunc(maps.Keys(b.born), order)
	spare := map[trace.TypeID]Amount{} // by type: survivors that match none of its pairs
	for p, a := range b.known {
		over := *a
		if born := b.born[p]; born != nil {
			over.Objects, over.Bytes = max(0, a.Objects-born.Objects), max(0, a.Bytes-born.Bytes)
			born.Objects, born.Bytes = max(0, born.Objects-a.Objects), max(0, born.Bytes-a.Bytes)
		}
		left := spare[p.kind]
		left.add(over)
		spare[p.kind] = left
	}
	for len(pairs) > 0 {
		n := 1
		for n < len(pairs) && pairs[n].kind == pairs[0].kind {
			n++
		}
		b.take(pairs[:n], spare[pairs[0].kind])
		pairs = pairs[n:]
	}
	return ctx.Err()
}

// survivors counts the objects that are alive at the heap state and were born in the window.
func (b *births) survivors(ctx context.Context) error {
	h := b.Later
	types := make([]trace.TypeID, len(h.Types))
	for i := range types {
		types[i] = trace.NoType
		if id, ok := b.typeOf[h.Types[i].Name]; ok {
			types[i] = id
		}
	}
	sites := make([]trace.SiteID, len(h.Sites))
	for i := range sites {
		sites[i] = trace.NoSite
		if id, ok := b.siteOf[framesKey(h.Sites[i].Frames)]; ok && len(h.Sites[i].Frames) > 0 {
			sites[i] = id
		}
	}
	const every = 1 << 16 // objects between two checks of ctx
	for i, birth := range h.BirthOf {
		if i%every == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		if !b.within(birth) {
			continue
		}
		p := pair{types[h.TypeOf.At(trace.ObjectID(i))], trace.NoSite}
		if h.SiteOf != nil && int64(h.SiteOf[i]) < int64(len(sites)) {
			p.site = sites[h.SiteOf[i]]
		}
		if p.kind != trace.NoType {
			b.at(b.known, p).add(Amount{Amount: trace.Amount{Objects: 1, Bytes: h.Size(trace.ObjectID(i))}})
		}
	}
	return nil
}

// take adds what remains of the pairs of one type. It first subtracts the survivors with unknown sites from all pairs in proportion.
func (b *births) take(pairs []pair, spare Amount) {
	var all, sum Amount
	for _, p := range pairs {
		all.add(*b.born[p])
	}
	spare.Objects, spare.Bytes = min(spare.Objects, all.Objects), min(spare.Bytes, all.Bytes)
	left := make([]Amount, len(pairs))
	bytes := int64(0) // size of what remains if objects have the mean size of their pair
	for i, p := range pairs {
		a := *b.born[p]
		before := sum
		sum.add(a)
		objects := a.Objects - portion(spare.Objects, sum.Objects, all.Objects) + portion(spare.Objects, before.Objects, all.Objects)
		left[i] = Amount{trace.Amount{Objects: objects, Bytes: portion(a.Bytes, objects, a.Objects)}, a.Estimated || spare.Objects > 0 &&
			len(pairs) > 1}
		bytes += left[i].Bytes
	}
	rest, done := all.Bytes-spare.Bytes, int64(0)
	for i, p := range pairs {
		a := left[i]
		before := done
		done += a.Bytes
		a.Bytes = portion(rest, done, bytes) - portion(rest, before, bytes)
		if a.Objects > 0 {
			b.cell(0, p).derived.add(a)
		}
	}
}

// portion returns amount·part/whole, rounded down. part must be at most whole.
func portion(amount, part, whole int64) int64 {
	if whole <= 0 {
		return 0
	}
	high, low := bits.Mul64(uint64(amount), uint64(part))
	quotient, _ := bits.Div64(high, low, uint64(whole))
	return int64(quotient)
}
