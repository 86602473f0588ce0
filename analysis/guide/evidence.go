package guide

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"memcity/analysis/guide/findings"
	"memcity/analysis/guide/leak"
	"memcity/words"
)

// typeCounts is the growth of types over GC points with counts. A recording takes counts while the heap is too large for a walk.
type typeCounts struct {
	series  Groups
	by      []string // classifiers of series
	growing []typeGrowth
}

// growthOfCounts returns the types that keep growing over GC points with counts. It returns nil if no type grows, if fewer than four points
// have counts, or if four points have objects. Counts include garbage, so growth needs more evidence. With two or more points with objects,
// the type must also grow there, and counts before the first of them are ignored. Otherwise it takes eight points in total.
func (g *guided) growthOfCounts(ctx context.Context) (*typeCounts, error) {
	if len(g.looked) >= findings.LeastSure {
		return nil, nil
	}
	from, alsoLive := g.from, len(g.looked) > 1
	if alsoLive {
		from = g.looked[0]
	}
	points := g.countedPoints(from)
	if len(points) < findings.LeastSure || !alsoLive && len(points)+len(g.looked) < findings.LeastPoints {
		return nil, nil
	}
	series, by, err := g.Types(ctx, points, g.progress)
	if err != nil {
		return nil, err
	}
	g.byCounts = series
	c := &typeCounts{series: series, by: by}
	c.growing = slices.DeleteFunc(g.growing(series), func(t typeGrowth) bool { return !g.isAlsoLive(&t, series) })
	if len(c.growing) == 0 {
		return nil, nil
	}
	return c, nil
}

// countedPoints returns the GC points from the given one that have only counts by type and can be compared, among those used to judge growth.
func (g *guided) countedPoints(from int) []int {
	return g.recording.Counted(from, g.recording.Judged()-1)
}

// isAlsoLive reports whether a type that grows over GC points with counts also grows over those with objects. One point with objects of the
// type is enough. A type without objects there may have started to grow later; this takes eight GC points in total.
func (g *guided) isAlsoLive(t *typeGrowth, series Groups) bool {
	last := g.holders.Points - 1
	if newest := g.objectsOfType(t.name, last); newest > 0 {
		return last == 0 || float64(newest) >= leastLive*float64(g.objectsOfType(t.name, 0))
	}
	for i, n := range t.objects {
		if series.Source(i) <= g.looked[last] && float64(n) > begun*float64(t.objects[len(t.objects)-1]) {
			return false // it existed, but as garbage
		}
	}
	return len(t.objects)+last+1 >= findings.LeastPoints
}

// begun is the share of the final number of objects that a growing type exceeds after its start.
const begun = 0.1

// of returns the growth of a type; nil for none.
func (c *typeCounts) of(name string) *typeGrowth {
	if c == nil {
		return nil
	}
	i := slices.IndexFunc(c.growing, func(t typeGrowth) bool { return t.name == name })
	if i < 0 {
		return nil
	}
	return &c.growing[i]
}

// confirm turns a finding of growth into a probable leak if counts show that the pile's type keeps growing.
func (g *guided) confirm(f *findings.Finding, d *detail) {
	t := g.counts.of(d.group)
	if t == nil || f.Grade != findings.Grows {
		return
	}
	f.Rule, f.Grade, f.Title = findings.RuleLeak, findings.ProbablyLeaks, leakTitle(d, "Probable leak")
	f.Basis = g.basisOfCounts(g.counts)
	f.Explain = append(f.Explain, g.counts.text(t))
}

// hasLevelled reports whether growth between two GC points with objects had ended by the middle of that time. From the last GC point with
// counts before the middle, each point has about as many objects of the type as are alive at the end.
func (g *guided) hasLevelled(d *detail) bool {
	s := g.byCounts
	if s == nil || g.out.Judged {
		return false
	}
	start, end := g.timeOf(g.looked[0]), g.timeOf(g.point)
	first := 0 // index of the last point with counts before the middle
	for i := range s.Len() {
		if s.Time(i) <= start+(end-start)/2 {
			first = i
		}
	}
	if s.Time(first) > start+(end-start)/2 || s.Len()-first < 2 {
		return false
	}
	live := float64(g.objectsOfType(d.group, g.holders.Points-1))
	for node := range int32(s.Nodes()) {
		if !s.IsLeaf(node) || s.Name(node) != d.group {
			continue
		}
		for i := first; i < s.Len(); i++ {
			if n := float64(s.Objects(i, node)); n < levelShare*live || levelShare*n > live {
				return false
			}
		}
		return true
	}
	return false
}

// levelShare is the least ratio between the smaller and the larger number of objects of a level type.
const levelShare = 0.95

// text returns a sentence about the growth of a type at GC points with counts.
func (c *typeCounts) text(t *typeGrowth) string {
	s, from, last := c.series, t.verdict.From, len(t.objects)-1
	return fmt.Sprintf("%s have only counts by type, which include garbage: %s %s at %s, and %s at %s.", words.Counted(int64(s.Len()), "GC point"),
		words.Count(t.objects[from]), words.TypeName(t.name), words.Moment(s.Time(from)), words.Count(t.objects[last]), words.Moment(s.Time(last)))
}

// basisOfCounts returns the basis of a judgment by all GC points with objects or counts.
func (g *guided) basisOfCounts(c *typeCounts) *findings.Basis {
	s := c.series
	first, last := min(g.looked[0], s.Source(0)), max(g.looked[len(g.looked)-1], s.Source(s.Len()-1))
	return g.basis(s.Len()+len(g.looked), g.timeOf(first), g.timeOf(last))
}

// heldCounts adds a finding about a type that grows over GC points with counts, and reports whether it did. The holder comes from the
// newest point with objects.
func (g *guided) heldCounts(ctx context.Context) (found bool, err error) {
	if g.counts == nil {
		return false, nil
	}
	g.out.Judged, g.judgedBy = true, g.basisOfCounts(g.counts)
	f, t, where, how, err := g.heldByCounts(ctx, g.counts)
	if err != nil {
		return false, err
	}
	f.Basis = g.judgedBy
	if len(how) > 0 {
		f.Title = fmt.Sprintf("Probable leak: %s; %s", typesTitle(t), where)
		f.Explain = append([]string{g.counts.text(t)}, f.Explain...)
	}
	g.add(f, how...)
	return true, nil
}

// heldByCounts returns a finding about a type that grows over GC points with counts. where describes the holder at the newest point with
// objects, and how removes its references. how is empty if no holder was found.
func (g *guided) heldByCounts(ctx context.Context, c *typeCounts) (f findings.Finding, t *typeGrowth, where string, how [][]RemovalRule, err error) {
	last := g.holders.Points - 1
	piles := g.dominance.Accumulations(ctx, int64(listedShare*float64(g.Bytes())))
	piles = slices.DeleteFunc(piles, func(s leak.Suspect) bool { return g.isOfRuntime(&s) || s.Kind == "" })
	slices.SortStableFunc(piles, func(a, b leak.Suspect) int { return cmp.Compare(b.Bytes[last], a.Bytes[last]) })
	details, err := g.detail(ctx, piles[:min(len(piles), maxCompared)], 0)
	if err != nil {
		return f, nil, "", nil, err
	}
	for _, d := range details {
		t := c.of(d.group)
		if t == nil || 2*d.count() < g.objectsOfType(d.group, last) {
			continue
		}
		f = typesFinding(c.series, c.by, append([]typeGrowth{*t}, c.growing...))
		history := f.Growth
		f.Growth = g.pileOf(d)
		f.Growth.Counted = true
		f.Growth.Points, f.Growth.Objects, f.Growth.Bytes, f.Growth.Heap = history.Points, history.Objects, history.Bytes, history.Heap
		f.Explain = g.referenceLines(d)
		f.Doubts = append(f.Doubts[:1], fmt.Sprintf("The holder may have changed since the newest GC point with objects, at %s.", words.Moment(g.timeOf(g.point))))
		f.References = d.references
		f.Next = append(f.Next, g.standingSteps(d.group)...)
		g.know(d.gone)
		where = fmt.Sprintf("at %s, %s were held %s", words.Moment(g.timeOf(g.point)), words.Count(d.count()), holderText(d))
		return f, t, where, d.how, nil
	}
	return typesFinding(c.series, c.by, c.growing), &c.growing[0], "this input does not show who held them", nil, nil
}

// objectsOfType returns the number of objects of a type at a GC point, given as an index into g.looked.
func (g *guided) objectsOfType(name string, at int) (n int64) {
	for i := range g.holders.Nodes {
		if node := &g.holders.Nodes[i]; node.Type == name {
			n += node.Objects[at]
		}
	}
	return n
}
