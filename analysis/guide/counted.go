package guide

import (
	"context"
	"fmt"
	"slices"
	"time"

	"memcity/analysis/guide/findings"
	"memcity/analysis/guide/leak"
	"memcity/trace"
	"memcity/words"
)

// countedRelease is the growth of types at GC points with counts, and its release.
type countedRelease struct {
	typeCounts               // growth up to the peak
	gone       []bool        // by node; true if the type was released
	by         time.Duration // time of the first GC point at which most of the growth is gone
	looked     int           // newest GC point with objects up to the peak, as an index into guided.looked
}

// leastLive is the least factor by which a type grows between the first and the newest GC point with objects. Counts include garbage, so
// their growth alone proves nothing.
const leastLive = 1.2

// releasedByCounts reports released growth that only GC points with counts show, and whether it added a finding. A recording has such
// points while the heap is too large for a walk. The holder comes from the newest GC point with objects before the release.
func (g *guided) releasedByCounts(ctx context.Context) (found bool, err error) {
	r, err := g.countedRelease(ctx)
	if r == nil || err != nil {
		return false, err
	}
	return g.before(ctx, r.looked, func() (found bool, err error) {
		if g.holders.Points == 1 && r.series.Len()+1 < findings.LeastPoints {
			return false, nil
		}
		r.growing = slices.DeleteFunc(g.growing(r.series), func(t typeGrowth) bool { return !r.gone[t.node] || !g.isAlsoLive(&t, r.series) })
		if len(r.growing) == 0 {
			return false, nil
		}
		f, t, where, how, err := g.heldByCounts(ctx, &r.typeCounts)
		if err != nil {
			return false, err
		}
		f.Basis, f.Title = g.basisOfCounts(&r.typeCounts), releasedTitle(t, r.by)+"; "+where
		from, last := t.verdict.From, r.series.Len()-1
		markReleased(&f, r.by, fmt.Sprintf("The number of %s objects, including garbage, grew from %s at %s to %s at %s", words.TypeName(t.name),
			words.Count(t.objects[from]), words.Moment(r.series.Time(from)), words.Count(t.objects[last]), words.Moment(r.series.Time(last))))
		g.out.Judged, g.judgedBy = true, f.Basis
		g.add(f, how...)
		return true, nil
	})
}

// countedRelease returns the types that grew in number and were released at the end of the program; nil for none, or if fewer than four GC
// points up to the peak have counts. The peak is that of the type that grew most.
func (g *guided) countedRelease(ctx context.Context) (*countedRelease, error) {
	counts := g.countedPoints(g.from)
	if len(counts) < findings.LeastSure {
		return nil, nil
	}
	points := append(g.states(), counts...)
	slices.Sort(points)
	series, by, err := g.Types(ctx, points, g.progress)
	if err != nil {
		return nil, err
	}
	most, peak, gone, name := int64(0), 0, 0, ""
	for node := range int32(series.Nodes()) {
		if !series.IsLeaf(node) {
			continue
		}
		at, until := released(series, node)
		if until == 0 {
			continue
		}
		if growth := series.Bytes(at, node) - series.Bytes(0, node); growth > most && growth >= minGrowth(series.Bytes(at, 0)) {
			most, peak, gone, name = growth, at, until, series.Name(node)
		}
	}
	var counted []int // points of the series with counts, up to the peak
	for i := range peak + 1 {
		if g.recording.Counting(series.Source(i)) == trace.CountsTypes {
			counted = append(counted, i)
		}
	}
	r := &countedRelease{typeCounts: typeCounts{series: somePoints{series, counted}, by: by}, gone: make([]bool, series.Nodes()), by: series.Time(gone), looked: -1}
	for k, p := range g.looked {
		if p <= series.Source(peak) {
			r.looked = k
		}
	}
	if most == 0 || len(counted) < findings.LeastSure || r.looked < 0 || !g.atEnd(series, gone) && !g.isReleasedAlive(name, r.looked) {
		return nil, nil
	}
	for node := range int32(series.Nodes()) {
		top := series.Objects(peak, node)
		grown := top - series.Objects(0, node)
		r.gone[node] = grown > 0 && leak.IsGone(grown, top-series.Objects(gone, node))
	}
	return r, nil
}

// atEnd reports whether a GC point is the last one of a series or in the last tenth of the recording. Counts that drop earlier may only
// show that garbage was collected.
func (g *guided) atEnd(series Groups, i int) bool {
	start, end := g.run()
	return i == series.Len()-1 || 10*(end-series.Time(i)) <= end-start
}

// leastAliveGrowing is the number of GC points with objects up to a peak that show growth without counts.
const leastAliveGrowing = 3

// isReleasedAlive reports whether the objects of a type became more at each GC point with objects up to the given one, and most of that growth
// is gone at the last one. Live objects show a release at any time. peak is an index into guided.looked.
func (g *guided) isReleasedAlive(name string, peak int) bool {
	first, last := g.objectsOfType(name, 0), g.objectsOfType(name, len(g.looked)-1)
	top := first
	for k := 1; k <= peak; k++ {
		n := g.objectsOfType(name, k)
		if n <= top {
			return false
		}
		top = n
	}
	return peak+1 >= leastAliveGrowing && leak.IsGone(top-first, top-last)
}

// released returns the GC point at which a group had most objects, and the first later point at which most of the growth is gone. gone is 0
// if most of the growth is still there at the end.
func released(series Groups, node int32) (peak, gone int) {
	last := series.Len() - 1
	for i := range series.Len() {
		if series.Objects(i, node) > series.Objects(peak, node) {
			peak = i
		}
	}
	growth := series.Objects(peak, node) - series.Objects(0, node)
	isGone := func(i int) bool { return leak.IsGone(growth, series.Objects(peak, node)-series.Objects(i, node)) }
	if growth == 0 || peak == last || !isGone(last) {
		return peak, 0
	}
	for gone = peak + 1; !isGone(gone); gone++ {
	}
	return peak, gone
}
