package guide

import (
	"context"
	"fmt"
	"slices"
	"time"

	"memcity/analysis/guide/findings"
	"memcity/analysis/guide/leak"
	"memcity/words"
)

// released reports growth that ended before the last GC point, as it was at its peak, and whether it added a finding. Many programs clear
// their collections when they end, including programs that leak until then. It reads one more heap state and searches it for holders.
func (g *guided) released(ctx context.Context, times []time.Duration) (found bool, err error) {
	all := g.holders
	peak, ok := all.Peak(times)
	if !ok {
		return g.releasedByCounts(ctx)
	}
	return g.before(ctx, peak, func() (found bool, err error) {
		suspects := g.holders.Suspects(times[:peak+1])
		details, err := g.detail(ctx, suspects[:min(len(suspects), maxSuspects)], 0)
		if err != nil {
			return false, err
		}
		for _, d := range details {
			if !all.IsReleased(d.suspect, peak) {
				continue
			}
			f, err := g.leak(ctx, d, g.looked)
			if err != nil {
				return false, g.leftOut(ctx, "Growth that was released", err)
			}
			from, bytes := d.suspect.From, d.suspect.Bytes
			f.Title = fmt.Sprintf("%s, released by %s", leakTitle(d, "Growth"), words.Moment(times[peak+1]))
			markReleased(&f, times[peak+1], grewText(bytes[from], bytes[peak], times[from], times[peak]))
			g.add(f, d.how...)
			return true, nil
		}
		return false, nil
	})
}

// before runs search as if an earlier GC point were the last one. looked is the point's index in g.looked.
func (g *guided) before(ctx context.Context, looked int, search func() (found bool, err error)) (found bool, err error) {
	g.progress.Report(0, 0, "checking for released growth")
	all := g.lookedAt
	defer func() { g.lookedAt = all }()
	h, err := g.State(ctx, all.looked[looked], true)
	if err != nil {
		if ctx.Err() == nil {
			g.LeaveOut(all.looked[looked], err)
		}
		return false, ctx.Err()
	}
	g.lookedAt = lookedAt{looked: all.looked[:looked+1], last: h, point: all.looked[looked]}
	g.holders = all.holders.Before(looked)
	if err := g.placeObjects(ctx, h, true); err != nil {
		return false, err
	}
	if err := g.examine(ctx); err != nil {
		return false, err
	}
	return search()
}

// markReleased turns a finding of growth into one of growth released by the given time. grew is a sentence without its period.
func markReleased(f *findings.Finding, by time.Duration, grew string) {
	f.Rule, f.Grade, f.Ended, f.Released = findings.RuleReleased, findings.Grows, findings.Released, millis(by)
	f.Explain = append([]string{fmt.Sprintf("%s. Most of it was gone by %s. If it was released only because the program was exiting, this is a leak.", grew, words.Moment(by))}, f.Explain...)
}

// grewText returns a sentence without its period about growth in bytes between two times.
func grewText(first, last int64, start, end time.Duration) string {
	from, to := words.RoundSizes(first, last)
	return fmt.Sprintf("It grew from %s at %s to %s at %s", from, words.Moment(start), to, words.Moment(end))
}

// releasedTypes reports released growth for an input with only counts by type. It reports whether it added a finding.
func (g *guided) releasedTypes(series Groups, by []string) bool {
	n := series.Len()
	times, bytes := make([]time.Duration, n), make([]int64, n)
	for i := range times {
		times[i] = series.Time(i)
	}
	at, most := 0, int64(0)
	for node := range int32(series.Nodes()) {
		if !series.IsLeaf(node) {
			continue
		}
		for i := range bytes {
			bytes[i] = series.Bytes(i, node)
		}
		if peak, growth := leak.Released(times, bytes); growth > most {
			at, most = peak, growth
		}
	}
	if most == 0 {
		return false
	}
	until := somePoints{Groups: series}
	for i := range at + 1 {
		until.at = append(until.at, i)
	}
	found := slices.DeleteFunc(g.growing(until), func(t typeGrowth) bool {
		return !leak.IsGone(t.growth(), t.bytes[at]-series.Bytes(n-1, t.node))
	})
	if len(found) == 0 {
		return false
	}
	f := typesFinding(until, by, found)
	f.Basis = g.basis(until.Len(), until.Time(0), until.Time(at))
	t := &found[0]
	f.Title = releasedTitle(t, times[at+1]) + "; this input does not show who held them"
	markReleased(&f, times[at+1], grewText(t.bytes[t.verdict.From], t.bytes[at], times[t.verdict.From], times[at]))
	g.add(f)
	return true
}

// releasedHeap adds a finding if the heap after full GCs grew and was released, and reports whether it did. It is for inputs without GC
// points.
func (g *guided) releasedHeap(samples []leak.Sample) bool {
	times, bytes := make([]time.Duration, len(samples)), make([]int64, len(samples))
	for i, s := range samples {
		times[i], bytes[i] = s.Time, s.Value
	}
	peak, growth := leak.Released(times, bytes)
	if growth < max(leastLogged, minGrowth(bytes[peak])) {
		return false
	}
	from := peak
	for i := peak; i >= 0; i-- {
		if bytes[i] < bytes[from] {
			from = i
		}
	}
	gone := peak + 1
	for !leak.IsGone(growth, bytes[peak]-bytes[gone]) {
		gone++
	}
	first, last := words.RoundSizes(bytes[from], bytes[peak])
	basis := g.basis(peak+1, times[0], times[peak])
	basis.Of, basis.GCs = len(samples), true
	f := findings.Finding{Confidence: holderUnknown / 2, Basis: basis,
		Title: fmt.Sprintf("Growth: the heap after full GCs grew from %s to %s between %s and %s, and fell to %s by %s; this input does not show which objects",
			first, last, words.Moment(times[from]), words.Moment(times[peak]),
			words.RoundSize(bytes[gone]), words.Moment(times[gone])),
		Highlight: findings.Highlight{View: findings.OverviewView, Start: millis(times[from]), End: millis(times[gone])},
		Numbers:   []findings.FindingNumber{{Name: "growth", Value: float64(growth), Unit: "bytes"}},
		Doubts:    []string{"A program that needs a lot of memory for a while, and then frees it, looks the same."},
		Next:      []findings.Step{{Text: "See the windows in time", Show: findings.Highlight{View: findings.OverviewView}, Command: []string{"windows", findings.Path}}}}
	markReleased(&f, times[gone], fmt.Sprintf("It grew by %s", words.RoundSize(growth)))
	g.add(f)
	return true
}

// releasedTitle returns a title about a type's growth in number and when it was released.
func releasedTitle(t *typeGrowth, by time.Duration) string {
	return fmt.Sprintf("Growth: %s objects grew in number from %s to %s and were released by %s", t.name, words.Count(t.objects[t.verdict.From]),
		words.Count(t.objects[len(t.objects)-1]), words.Moment(by))
}

// somePoints is a series restricted to some of its points, in order.
type somePoints struct {
	Groups
	at []int // indices of points in the whole series
}

func (s somePoints) Len() int                        { return len(s.at) }
func (s somePoints) Source(i int) int                { return s.Groups.Source(s.at[i]) }
func (s somePoints) Time(i int) time.Duration        { return s.Groups.Time(s.at[i]) }
func (s somePoints) Objects(i int, node int32) int64 { return s.Groups.Objects(s.at[i], node) }
func (s somePoints) Bytes(i int, node int32) int64   { return s.Groups.Bytes(s.at[i], node) }
