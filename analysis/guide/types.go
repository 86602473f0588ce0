package guide

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"memcity/analysis/guide/findings"
	"memcity/analysis/guide/leak"
	"memcity/analysis/window"
	"memcity/trace"
	"memcity/words"
)

// holderUnknown is the factor of the confidence in growth without a holder.
const holderUnknown = 0.8

// holderMissing returns text for inputs that do not show holders.
func (g *guided) holderMissing() string {
	take := words.TakingOf(g.recording.Runtime, g.recording.Format)
	return fmt.Sprintf("Holders of the growing objects: no references and GC roots in this input. %s and recordings of a running program have them. "+
		"Take three or more %s with %s.", words.UpperFirst(take.Files), pick(take.File == "heap dump", "dumps", take.Files), take.Clause)
}

// tooFewCounts takes the least number of GC points and the actual number.
const tooFewCounts = "Leaks: counts by type include garbage, so at least %s GC points with counts are needed. This input has %s. " +
	"Record for longer, or increase --max-pause to record single objects."

// typeGrowth is a group that grows.
type typeGrowth struct {
	node           int32
	name           string
	own            bool
	verdict        leak.Verdict // verdict on its bytes
	objects, bytes []int64
}

func (t *typeGrowth) growth() int64 {
	return t.bytes[len(t.bytes)-1] - t.bytes[t.verdict.From]
}

func (t *typeGrowth) grownObjects() int64 {
	return t.objects[len(t.objects)-1] - t.objects[t.verdict.From]
}

// growthOfTypes finds groups that grow, for inputs without single objects or without references.
func (g *guided) growthOfTypes(ctx context.Context) error {
	points := g.recording.Compared(g.from, g.recording.Judged()-1)
	if a := g.allocatedAt(points); a != nil {
		g.growthOfSites(a)
		return nil
	}
	g.missing(g.holderMissing())
	series, by, err := g.Types(ctx, points, g.progress)
	if err != nil {
		return err
	}
	least, garbage := leastJudged, series.Len() > 0 && g.recording.CountsGarbage() && !g.HasObjects(series.Source(0))
	if garbage {
		least = findings.LeastPoints
	}
	if g.out.Judged = series.Len() >= least; !g.out.Judged {
		if garbage {
			g.missing(fmt.Sprintf(tooFewCounts, words.Count(int64(least)), words.Counted(int64(series.Len()), "GC point")))
			g.out.Undecided = "Too few GC points have counts to show a leak"
		} else {
			g.tooFew(series.Len(), false)
		}
		return nil
	}
	g.judgedBy = g.basis(series.Len(), series.Time(0), series.Time(series.Len()-1))
	found := g.growing(series)
	if len(found) == 0 && g.releasedTypes(series, by) {
		return nil
	}
	if len(found) == 0 {
		times, total := make([]time.Duration, series.Len()), make([]int64, series.Len())
		for i := range total {
			times[i], total[i] = series.Time(i), series.Bytes(i, 0)
		}
		g.notGrown(times, total, "")
		g.risingTypes(series)
		return nil
	}
	f := typesFinding(series, by, found)
	f.Basis = g.judgedBy
	g.add(f)
	return nil
}

// minGrowth returns the least growth of a type that is reported, in bytes, given the size of the heap.
func minGrowth(heap int64) int64 { return max(window.LeastBytes, heap/50) }

// owns reports whether a group belongs to the program.
func (g *guided) owns(series Groups, node int32) bool {
	if a, ok := series.(*allocated); ok {
		return a.own[node]
	}
	return g.Domain().Owns(series.Name(node))
}

// growing returns the innermost groups with large growth. Types of the program with many new objects come first, or its allocation sites with
// much new memory.
func (g *guided) growing(series Groups) (found []typeGrowth) {
	n := series.Len()
	times := make([]time.Duration, n)
	for i := range times {
		times[i] = series.Time(i)
	}
	least := minGrowth(series.Bytes(n-1, 0))
	amount := (*typeGrowth).grownObjects
	if _, ok := series.(*allocated); ok {
		amount = (*typeGrowth).growth
	}
	most := int64(0)
	for node := range int32(series.Nodes()) {
		t := typeGrowth{node: node, name: series.Name(node), own: g.owns(series, node), objects: make([]int64, n), bytes: make([]int64, n)}
		samples := make([]leak.Sample, n)
		for i := range n {
			t.objects[i], t.bytes[i] = series.Objects(i, node), series.Bytes(i, node)
			samples[i] = leak.Sample{Time: times[i], Value: t.bytes[i]}
		}
		if t.verdict = leak.Judge(samples); !series.IsLeaf(node) || !t.verdict.Lasts {
			continue
		}
		if t.growth() >= least || t.own && t.growth() >= least/10 {
			found = append(found, t)
			most = max(most, amount(&t))
		}
	}
	if !slices.ContainsFunc(found, func(t typeGrowth) bool { return t.growth() >= least }) {
		return nil
	}
	significant := func(t *typeGrowth) bool { return t.own && 10*amount(t) >= most }
	slices.SortStableFunc(found, func(a, b typeGrowth) int {
		if x, y := significant(&a), significant(&b); x != y {
			if x {
				return -1
			}
			return 1
		}
		return cmp.Compare(b.growth(), a.growth())
	})
	return found
}

// typesTitle returns text about the growth of a type in number or, if that did not grow, in size.
func typesTitle(t *typeGrowth) string {
	last, from := len(t.objects)-1, t.verdict.From
	if t.grownObjects() > 0 {
		return fmt.Sprintf("the number of %s objects keeps growing: from %s to %s", t.name, words.Count(t.objects[from]), words.Count(t.objects[last]))
	}
	first, end := words.RoundSizes(t.bytes[from], t.bytes[last])
	return fmt.Sprintf("%s objects take more and more memory: from %s to %s", t.name, first, end)
}

func typesFinding(series Groups, by []string, found []typeGrowth) findings.Finding {
	t := &found[0]
	from, last := t.verdict.From, series.Len()-1
	growth := &findings.Pile{Type: series.Name(t.node), Counted: true, Objects: t.objects, Bytes: t.bytes, Path: []findings.PathStep{}}
	for i := range series.Len() {
		growth.Points = append(growth.Points, series.Source(i)+1)
		growth.Heap = append(growth.Heap, series.Bytes(i, 0))
	}
	var keys, others []string
	for i := range found[:min(len(found), maxGroupsShown)] {
		x := &found[i]
		keys = append(keys, series.Key(x.node))
		growth.Groups = append(growth.Groups, findings.Group{Type: series.Name(x.node), Objects: x.objects[last], Bytes: x.bytes[last],
			GrowthObjects: x.grownObjects(), GrowthBytes: x.growth()})
		if i > 0 {
			others = append(others, fmt.Sprintf("%s (%s)", words.TypeName(series.Name(x.node)), words.RoundSize(x.growth())))
		}
	}
	a, b := series.Source(from)+1, series.Source(last)+1
	f := findings.Finding{Rule: findings.RuleLeak, Grade: findings.ProbablyLeaks, Confidence: holderUnknown * t.verdict.Confidence,
		Growth:    growth,
		Title:     "Probable leak: " + typesTitle(t) + "; this input does not show who holds them",
		Highlight: findings.Highlight{View: findings.TrendsView, By: by, Keys: keys, From: a, To: b, At: b},
		Numbers: []findings.FindingNumber{{Name: "growth", Value: float64(t.growth()), Unit: "bytes"},
			{Name: "objects at the start", Value: float64(t.objects[from]), Unit: "objects"},
			{Name: "objects at the end", Value: float64(t.objects[last]), Unit: "objects"}},
		Explain: []string{fmt.Sprintf("From GC point %d to %d, the heap grew by %s; %s of that is %s.", a, b,
			words.RoundSize(growth.Heap[last]-growth.Heap[from]), words.RoundSize(t.growth()), words.TypeName(growth.Type))},
		Doubts: []string{fmt.Sprintf("The growth may stop. A cache that is still filling up, or a program that is still starting, looks the same over %d GC points.", last-from+1),
			"Without references, the input does not show which of the growing types holds the others."},
	}
	if series.Len() < findings.LeastSure {
		f.Rule, f.Grade, f.Confidence = findings.RuleGrowth, findings.Grows, f.Confidence/2
		f.Title = "Growth: " + typesTitle(t) + "; this input does not show who holds them"
	}
	if len(others) > 0 {
		f.Explain = append(f.Explain, "Also growing: "+words.Enumerated(others)+".")
	}
	f.Next = []findings.Step{{Text: "Compare its growth with other types", Show: f.Highlight,
		Command: []string{"trend", findings.Path, "--by", strings.Join(by, ","), "--window", strconv.Itoa(a) + ".." + strconv.Itoa(b)}}}
	return f
}

// Limits of GC logs.
const (
	wholeGCs    = 4       // GCs of the whole heap that are enough
	lowMarks    = 10      // number of stretches whose lowest heaps are used otherwise
	leastMarks  = 30      // GCs that this takes
	leastLogged = 1 << 20 // growth in bytes
)

// growthOfGCs judges the heap after GCs, for inputs without GC points.
func (g *guided) growthOfGCs(ctx context.Context) error {
	if !g.recording.OnlySamples() {
		g.missing(g.holderMissing())
	}
	if err := g.evolve(ctx); err != nil || g.evolution == nil {
		return err
	}
	samples, whole := heapAfterGCs(g.recording, afterGCs(g.recording.GCs))
	if len(samples) < leastJudged {
		g.missing("Leaks: the log has too few GCs to show one.")
		g.out.Undecided = "The log has too few GCs to show a leak"
		return nil
	}
	g.out.Judged = true
	g.judgedBy = g.basisOfGCs(samples)
	if v := leak.Judge(samples); isLogged(&v) {
		g.addHeapGrowth(samples, whole, &v)
	} else {
		g.notGrowing(samples, whole)
	}
	return nil
}

// basisOfGCs returns the basis of a judgment by the heap after GCs.
func (g *guided) basisOfGCs(samples []leak.Sample) *findings.Basis {
	b := g.basis(len(samples), samples[0].Time, samples[len(samples)-1].Time)
	b.Of, b.GCs = len(samples), true
	return b
}

// isLogged reports whether the heap after GCs grew by enough for a finding.
func isLogged(v *leak.Verdict) bool { return v.Lasts && v.Growth() >= leastLogged }

// addHeapGrowth adds a finding about the heap after GCs, which grows. whole is true if the GCs collect the whole heap.
func (g *guided) addHeapGrowth(samples []leak.Sample, whole bool, v *leak.Verdict) {
	first, last := samples[v.From], samples[len(samples)-1]
	from, to := words.RoundSizes(v.First, v.Last)
	f := findings.Finding{Rule: findings.RuleLeak, Grade: findings.ProbablyLeaks, Confidence: holderUnknown * v.Confidence, Basis: g.judgedBy,
		Title:     fmt.Sprintf("Probable leak: the heap after full GCs grows from %s to %s; this input does not show which objects, or who holds them", from, to),
		Highlight: findings.Highlight{View: findings.OverviewView, Start: millis(first.Time), End: millis(last.Time)},
		Numbers:   []findings.FindingNumber{{Name: "growth", Value: float64(v.Growth()), Unit: "bytes"}},
		Explain:   []string{"After a full GC, the heap contains only what the program keeps alive."},
		Doubts:    []string{"A cache that is still filling up at the end of the log, or a program that is still starting, looks the same."},
		Next: []findings.Step{{Text: "See the windows in time", Show: findings.Highlight{View: findings.OverviewView},
			Command: []string{"windows", findings.Path}}}}
	if !whole {
		f.Rule, f.Grade, f.Confidence = findings.RuleGrowth, findings.Grows, f.Confidence/2
		f.Title = fmt.Sprintf("The heap after GCs grows from %s to %s; this may be a leak, or garbage that no full GC has collected yet", from, to)
		f.Explain = []string{"These are the lowest heap sizes after a GC in each tenth of the recording. Young GCs do not collect old objects, even if they are garbage."}
	}
	g.add(f)
}

// risingGCs judges the heap after GCs of a recording with too few GC points to judge growth. GCs of the whole heap, or many of the young
// generation, give a finding. Few of the young generation only show that a leak cannot be ruled out.
func (g *guided) risingGCs() {
	if g.out.Open != "" || len(g.out.Findings) > 0 {
		return
	}
	all := afterGCs(g.recording.GCs)
	samples, whole := heapAfterGCs(g.recording, all)
	if len(samples) > 0 {
		if v := leak.Judge(samples); isLogged(&v) {
			g.out.Judged, g.judgedBy = true, g.basisOfGCs(samples)
			g.addHeapGrowth(samples, whole, &v)
			return
		}
	} else {
		samples = all
	}
	if len(samples) < leastJudged {
		return
	}
	if r, ok := leak.RiseOf(samples, max(leastLogged, minGrowth(samples[len(samples)-1].Value))); ok && r.Open {
		g.note(&risen{subject: pick(whole, "the heap after full GCs", "the heap after GCs"), rise: r})
	}
}

// heapAfterGCs returns the heap after GCs of the whole heap. If there are too few, it returns the lowest heap in each of ten stretches; none
// for fewer than 30 GCs. all is the heap after each GC.
func heapAfterGCs(r *trace.Recording, all []leak.Sample) (samples []leak.Sample, whole bool) {
	samples = afterGCs(r.FullGCs())
	if len(samples) >= wholeGCs {
		return samples, true
	}
	if len(all) < leastMarks {
		return nil, false
	}
	samples = nil
	for i := range lowMarks {
		part := all[i*len(all)/lowMarks : (i+1)*len(all)/lowMarks]
		samples = append(samples, slices.MinFunc(part, func(a, b leak.Sample) int { return cmp.Compare(a.Value, b.Value) }))
	}
	return samples, false
}

// afterGCs returns the heap after each GC with a known size.
func afterGCs(gcs []trace.GC) (samples []leak.Sample) {
	for _, gc := range gcs {
		if gc.After > 0 {
			samples = append(samples, leak.Sample{Time: gc.End, Value: gc.After})
		}
	}
	return samples
}

func millis(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }
