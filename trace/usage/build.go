package usage

import (
	"cmp"
	"fmt"
	"math"
	"slices"
)

// troubles counts inconsistent events.
type troubles struct {
	texts                                                             []string
	more                                                              int
	again, unborn, unknown, early, strings, counts, intervals, beyond int
}

func (t *troubles) add(text string) {
	if len(t.texts) >= MaxTroubles {
		t.more++
		return
	}
	t.texts = append(t.texts, text)
}

// sentences returns the texts, followed by a sentence for each nonzero count.
func (t *troubles) sentences() []string {
	all := slices.Clone(t.texts)
	for _, c := range []struct {
		n    int
		text string
	}{
		{t.more, "%d further problems are not listed."},
		{t.unknown, "%d GETs and REMOVEs refer to elements that were never added."},
		{t.again, "%d collections were allocated with the identifier of a live collection, which was treated as dead from then."},
		{t.unborn, "%d events refer to unknown collections."},
		{t.early, "%d events are out of order; they count at the time of the previous event."},
		{t.strings, "%d sites or types are unknown."},
		{t.counts, "%d counts are impossible."},
		{t.intervals, "%d intervals end before the last one, or are in a full log."},
		{t.beyond, "%d collections, elements, texts or rows exceed the limits and were skipped."},
	} {
		if c.n > 0 {
			all = append(all, fmt.Sprintf(c.text, c.n))
		}
	}
	return all
}

// Build returns the log of a recording that ended at the given time, or at its last event if that is later. The builder must not be used
// afterwards. The cost is linear in the events, plus sorting each collection's operations.
func (b *Builder) Build(end Millis) *Log {
	l := &b.log
	l.End = max(l.End, end)
	b.stampRest()
	b.sortOperations()
	l.Troubles = b.trouble.sentences()
	reads := b.sortReads()
	b.known, b.rows = nil, nil
	order := b.sortElements(reads)
	b.sortGets(order)
	slices.SortStableFunc(l.Sizes, func(x, y Size) int { return cmp.Compare(x.Collection, y.Collection) })
	if b.options.Aggregated && l.Intervals == nil {
		l.Intervals = []Millis{}
	}
	return l
}

// stampRest ends the interval in progress at the end of the recording.
func (b *Builder) stampRest() {
	if b.options.Aggregated {
		b.stamp(b.log.End)
	}
}

// sortOperations sorts operations. It groups them by collection first, since each collection has few, nearly in order.
func (b *Builder) sortOperations() {
	l := &b.log
	of := make([]CollectionID, len(l.Operations))
	for i, o := range l.Operations {
		of[i] = o.Collection
	}
	first := offsets(of, len(l.Collections))
	l.Operations = moved(l.Operations, places(of, first))
	for c := range l.Collections {
		slices.SortFunc(l.Operations[first[c]:first[c+1]], compareOperations)
	}
	l.Operations = joinOperations(l.Operations)
}

func compareOperations(x, y Operation) int {
	return cmp.Or(cmp.Compare(x.Collection, y.Collection), cmp.Compare(x.Op, y.Op), cmp.Compare(x.Site, y.Site), cmp.Compare(x.Time, y.Time))
}

// joinOperations adds up adjacent rows that differ only in their counts.
func joinOperations(rows []Operation) []Operation {
	kept := rows[:0]
	for _, o := range rows {
		if n := len(kept); n > 0 && compareOperations(kept[n-1], o) == 0 {
			kept[n-1].Count += min(o.Count, math.MaxInt64-kept[n-1].Count)
			continue
		}
		kept = append(kept, o)
	}
	return kept
}

// offsets returns the start of each of n groups, followed by the total number of rows.
func offsets[ID ~int32](of []ID, n int) []int32 {
	first := make([]int32, n+1)
	for _, id := range of {
		first[id+1]++
	}
	for i := range n {
		first[i+1] += first[i]
	}
	return first
}

// places returns the new index of each row after a stable sort by group.
func places[ID ~int32](of []ID, first []int32) []int32 {
	next := slices.Clone(first)
	order := make([]int32, len(of))
	for i, id := range of {
		order[i] = next[id]
		next[id]++
	}
	return order
}

// moved returns the values at their new indices.
func moved[T any](values []T, order []int32) []T {
	result := make([]T, len(values))
	for i, v := range values {
		result[order[i]] = v
	}
	return result
}

// sortReads sorts reads by collection and returns the start of each collection's reads.
func (b *Builder) sortReads() []int32 {
	l := &b.log
	of := make([]CollectionID, len(l.Reads))
	for i, r := range l.Reads {
		of[i] = r.Collection
	}
	first := offsets(of, len(l.Collections))
	l.Reads = moved(l.Reads, places(of, first))
	return first
}

// sortElements sorts elements by collection and returns their new indices.
func (b *Builder) sortElements(reads []int32) []int32 {
	e := &b.e
	for i, c := range b.of {
		e.ReadFirst[i] += reads[c]
		e.ReadEnd[i] = min(e.ReadEnd[i], b.state[c].reads) + reads[c]
	}
	b.state = nil
	first := offsets(b.of, len(b.log.Collections))
	order := places(b.of, first)
	to := &b.log.Elements
	to.First = first
	to.Type, e.Type = moved(e.Type, order), nil
	to.AddSite, e.AddSite = moved(e.AddSite, order), nil
	to.RemoveSite, e.RemoveSite = moved(e.RemoveSite, order), nil
	to.Added, e.Added = moved(e.Added, order), nil
	to.Removed, e.Removed = moved(e.Removed, order), nil
	to.Duplicates, e.Duplicates = moved(e.Duplicates, order), nil
	if len(b.log.Reads) > 0 {
		to.ReadFirst, to.ReadEnd = moved(e.ReadFirst, order), moved(e.ReadEnd, order)
	}
	e.ReadFirst, e.ReadEnd = nil, nil
	return order
}

// sortGets sorts GETs by the new indices of their elements.
func (b *Builder) sortGets(order []int32) {
	g := &b.gets
	for i, e := range b.getOf {
		b.getOf[i] = ElementID(order[e])
	}
	first := offsets(b.getOf, len(order))
	places := places(b.getOf, first)
	to := &b.log.Gets
	to.First = first
	to.Time, g.Time = moved(g.Time, places), nil
	to.Count, g.Count = moved(g.Count, places), nil
	to.Site, g.Site = moved(g.Site, places), nil
}
