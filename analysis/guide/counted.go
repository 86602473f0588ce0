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

// countedGrowth describes a type whose objects grew in number over GC points that only have counts, and were then released.
type countedGrowth struct {
	name         string
	from, to     int // GC points of the recording between which it grew, counted from 0
	first, last  int64
	points       int           // GC points up to the peak that the growth is judged by
	by           time.Duration // first GC point after the peak
	looked       int           // newest GC point with objects up to the peak, an index into guided.looked
	growthOfType int64         // in bytes
}

// leastLive is the least factor by which a type grows between the first and the newest GC point with objects. Counts include garbage, so
// their growth alone proves nothing.
const leastLive = 1.2

// releasedByCounts finds released growth that only GC points with counts show. A recording has such points while the heap is too large to
// be walked. The holder comes from the newest GC point with objects before the release.
func (g *guided) releasedByCounts(ctx context.Context, times []time.Duration) (found bool, err error) {
	c, err := g.grownByCounts(ctx)
	if c == nil || err != nil {
		return false, err
	}
	return g.until(ctx, c.looked, times, func(d *detail, f *findings.Finding) bool {
		if !slices.ContainsFunc(d.groups, func(x leak.Group) bool { return x.Type == c.name }) {
			return false
		}
		f.Title = fmt.Sprintf("%s, and was released by %s", leakTitle(d, "Growth"), words.Moment(c.by))
		markReleased(f, c.by, fmt.Sprintf("The number of %s objects grew from %s at %s to %s at %s, at GC points of which most have counts alone", words.TypeName(c.name),
			words.Count(c.first), words.Moment(g.timeOf(c.from)), words.Count(c.last), words.Moment(g.timeOf(c.to))))
		f.Basis = g.basis(c.points, g.timeOf(c.from), g.timeOf(c.to))
		return true
	})
}

// grownByCounts returns the type with the most growth over GC points with counts that was then released, or nil.
func (g *guided) grownByCounts(ctx context.Context) (*countedGrowth, error) {
	judged := g.recording.Judged()
	var points []int
	counts := 0
	for i := g.from; i < judged; i++ {
		points = append(points, i)
		if g.recording.Counting(i) == trace.CountsTypes {
			counts++
		}
	}
	if counts < findings.LeastSure {
		return nil, nil
	}
	series, _, err := g.Types(ctx, points, g.progress)
	if err != nil {
		return nil, err
	}
	var most *countedGrowth
	for node := range int32(series.Nodes()) {
		if !series.IsLeaf(node) {
			continue
		}
		if c := g.countedNode(series, node); c != nil && (most == nil || c.growthOfType > most.growthOfType) {
			most = c
		}
	}
	return most, nil
}

// countedNode returns the growth of one type, or nil if it did not grow or was not released.
func (g *guided) countedNode(series Groups, node int32) *countedGrowth {
	last := series.Len() - 1
	peak := 0
	for i := range series.Len() {
		if series.Bytes(i, node) > series.Bytes(peak, node) {
			peak = i
		}
	}
	growth, loss := series.Bytes(peak, node)-series.Bytes(0, node), series.Bytes(peak, node)-series.Bytes(last, node)
	if peak == last || !leak.IsGone(growth, loss) || growth < minGrowth(series.Bytes(peak, 0)) {
		return nil
	}
	var samples []leak.Sample
	var of []int
	for i := range peak + 1 {
		if g.recording.Counting(series.Source(i)) == trace.CountsTypes {
			samples, of = append(samples, leak.Sample{Time: series.Time(i), Value: series.Bytes(i, node)}), append(of, i)
		}
	}
	first, newest := -1, -1 // of the points that were looked at
	for k, p := range g.looked {
		if at := seriesIndex(series, p); at >= 0 && at <= peak {
			if first < 0 {
				first = k
			}
			newest = k
		}
	}
	if len(samples) < findings.LeastSure || !leak.Judge(samples).Lasts || newest <= first {
		return nil
	}
	live := func(k int) float64 { return float64(series.Objects(seriesIndex(series, g.looked[k]), node)) }
	if live(newest) < leastLive*live(first) {
		return nil
	}
	return &countedGrowth{name: series.Name(node), from: series.Source(of[0]), to: series.Source(peak), first: series.Objects(of[0], node), last: series.Objects(peak, node),
		points: len(of) + newest - first + 1, by: series.Time(peak + 1), looked: newest, growthOfType: growth}
}

// seriesIndex returns the index in a series of a GC point of the recording, or -1.
func seriesIndex(series Groups, point int) int {
	for i := range series.Len() {
		if series.Source(i) == point {
			return i
		}
	}
	return -1
}
