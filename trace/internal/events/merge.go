package events

import (
	"cmp"
	"slices"
	"time"

	"memcity/trace"
)

// addGCs adds other's GCs to r's, both with times relative to r. For the period that both cover, the source with more data is used,
// completed from the other. GCs of all other periods are added. It returns a text for people that describes the data used; empty if other
// adds nothing. stops are the other source's stops.
func (r *Run) addGCs(other []trace.GC, stops []trace.Stop) string {
	if r.numbersGCs() {
		text := r.addToNumbered(other)
		if r.addStops(stops, other, nil, false) && text == "" {
			text = pausesText
		}
		return text
	}
	own, replaced := r.GCs, false
	used, rest, text := r.GCs, other, ""
	from := max(used[0].Start, other[0].Start) - Near
	to := min(used[len(used)-1].End, other[len(other)-1].End) + Near
	if known(within(other, from, to)) > known(within(used, from, to)) {
		used, rest, replaced = other, used, true
		text = "its GCs replace those of the other files, which have fewer details"
	}
	used = slices.Clone(used)
	completed := complete(used, rest, text == "" && r.Log == nil)
	n, first, last := len(used), used[0].Start, used[len(used)-1].End
	for _, g := range rest {
		if g.End < first-apart || g.Start > last+apart {
			used = append(used, g)
		}
	}
	switch {
	case text != "":
	case len(used) > n:
		text = "only its GCs before and after those of the other files were added"
	case completed:
		text = completesText
	default:
		if r.addStops(stops, other, nil, false) {
			return pausesText
		}
		return ""
	}
	slices.SortStableFunc(used, func(a, b trace.GC) int { return cmp.Compare(a.End, b.End) })
	lowest := slices.MinFunc(used, func(a, b trace.GC) int { return cmp.Compare(a.Number, b.Number) }).Number
	for i := range used {
		used[i].Number = lowest + uint32(i)
	}
	r.GCs = used
	for i := range r.Points {
		r.Points[i].GC = 0
	}
	numberPoints(r.Recording)
	r.addStops(stops, other, own, replaced)
	return text
}

// addStops adds another source's stops, and reports whether it used any. gcs are that source's GCs, and own the GCs of r before both were
// joined; nil if they have kept their numbers. For the period that both cover, one source is used: the other one if it is preferred.
func (r *Run) addStops(stops []trace.Stop, gcs, own []trace.GC, preferred bool) (added bool) {
	used, rest := r.Stops, r.renumbered(stops, gcs)
	if own != nil {
		used = r.renumbered(used, own)
	}
	added = len(rest) > 0 && (preferred || len(used) == 0)
	if added {
		used, rest = rest, used
	}
	if len(used) > 0 {
		n, from, to := len(used), used[0].Start, used[len(used)-1].End
		used = slices.Clone(used)
		for _, s := range rest {
			if s.End < from-apart || s.Start > to+apart {
				used = append(used, s)
			}
		}
		added = added || len(used) > n
	}
	slices.SortStableFunc(used, func(a, b trace.Stop) int { return cmp.Compare(a.End, b.End) })
	r.Stops = used
	return added
}

// renumbered returns stops with the numbers of the GCs in r. A GC in gcs corresponds to the GC in r that ends closest. Both must be ordered by
// end. The cost is linear.
func (r *Run) renumbered(stops []trace.Stop, gcs []trace.GC) []trace.Stop {
	if len(stops) == 0 {
		return nil
	}
	number := make(map[uint32]uint32, len(gcs))
	for _, concurrent := range []bool{false, true} {
		other := func(g trace.GC) bool { return g.Concurrent != concurrent }
		addNumbers(number, slices.DeleteFunc(slices.Clone(gcs), other), slices.DeleteFunc(slices.Clone(r.GCs), other))
	}
	stops = slices.Clone(stops)
	for i := range stops {
		stops[i].GC = number[stops[i].GC]
	}
	return stops
}

// addNumbers adds, for each number of gcs, that of the GC in to that ends closest, at most [apart] from it. Of two that are as close, it is the
// first that corresponds to no GC before. Both must be ordered by end.
func addNumbers(number map[uint32]uint32, gcs, to []trace.GC) {
	next, last := 0, -1 // first of to that ends no earlier and is not used; last one used
	for _, g := range gcs {
		for next < len(to) && to[next].End < g.End {
			next++
		}
		at, closest := -1, apart+1
		if next > 0 {
			if d := max(to[next-1].End-g.End, g.End-to[next-1].End); d < closest {
				at, closest = next-1, d
			}
		}
		if next < len(to) {
			if d := to[next].End - g.End; d < closest || d == closest && at == last {
				at = next
				next++
			}
		}
		if at >= 0 {
			number[g.Number], last = to[at].Number, at
		}
	}
}

// apart is the smallest time between a GC of one source and all GCs of another for it to be a different GC. Times of sources that count
// from the start of the program differ by some ms.
const apart = 30 * time.Millisecond

// numbersGCs reports whether objects or allocations of r refer to GCs by number, so that the numbers must not change.
func (r *Run) numbersGCs() bool {
	return r.Log == nil && (r.Life != nil || r.Knows.Has(trace.KnowsAges))
}

// addToNumbered completes r's GCs, keeping their numbers, and adds later ones.
func (r *Run) addToNumbered(other []trace.GC) string {
	gcs := slices.Clone(r.GCs)
	last := gcs[len(gcs)-1]
	completed := complete(gcs, other, true)
	for _, g := range other {
		if g.Start > last.End+apart {
			g.Number = gcs[len(gcs)-1].Number + 1
			gcs = append(gcs, g)
		}
	}
	if !completed && len(gcs) == len(r.GCs) {
		return ""
	}
	r.GCs = gcs
	return completesText
}

// completesText reports that GCs of one source were used to fill gaps in another.
const completesText = "its GCs fill gaps in the other files"

// pausesText reports that only stops of one source were added to another.
const pausesText = "only its pauses before and after the other files were added"

// within returns the GCs that ended in a period. gcs must be ordered by end.
func within(gcs []trace.GC, from, to time.Duration) []trace.GC {
	byEnd := func(g trace.GC, at time.Duration) int { return cmp.Compare(g.End, at) }
	first, _ := slices.BinarySearchFunc(gcs, from, byEnd)
	last, _ := slices.BinarySearchFunc(gcs, to+1, byEnd)
	return gcs[first:max(first, last)]
}

// known returns a measure of the data in GCs: one for each size with a capacity, and one for each stall.
func known(gcs []trace.GC) (n int) {
	for i := range gcs {
		if gcs[i].After > 0 && gcs[i].Capacity > 0 {
			n++
		}
		if gcs[i].Stalled > 0 {
			n++
		}
	}
	return n
}

// complete fills gaps in gcs with data of the same GCs in others, and reports whether it changed any. Both must be ordered by end. A
// concurrent GC corresponds to all of others since the GC before it, because the counters of a VM distinguish cycles only if there is time
// between them. If exact is set, sizes of concurrent GCs are replaced, because counters only have the heap usage at some time near the end
// of a cycle.
func complete(gcs, others []trace.GC, exact bool) (changed bool) {
	knowsStalls := slices.ContainsFunc(gcs, func(g trace.GC) bool { return g.Stalled > 0 })
	for _, o := range others {
		if len(gcs) == 0 || o.End < gcs[0].Start-apart { // before the first GC
			continue
		}
		i, _ := slices.BinarySearchFunc(gcs, o.End-Near, func(g trace.GC, at time.Duration) int { return cmp.Compare(g.End, at) })
		if i == len(gcs) {
			break
		}
		g := &gcs[i]
		before := *g
		if !knowsStalls {
			g.Stalled += o.Stalled
		}
		isSame := o.Concurrent == g.Concurrent && (o.End >= g.End-Near || g.Concurrent)
		if isSame && o.After > 0 && (g.After == 0 || exact && g.Concurrent) {
			g.Before, g.After, g.Capacity = o.Before, o.After, o.Capacity
		}
		if isSame {
			g.Before, g.Capacity = cmp.Or(g.Before, o.Before), cmp.Or(g.Capacity, o.Capacity)
			g.Cause, g.Kind = cmp.Or(g.Cause, o.Cause), cmp.Or(g.Kind, o.Kind)
		}
		changed = changed || *g != before
	}
	return changed
}
