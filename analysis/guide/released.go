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

// released looks for growth that ended before the last GC point and describes it at its peak. Many programs clear their collections
// when they end, including programs that leak until then. It returns true if it added a finding. It reads one more heap state and searches
// it for holders.
func (g *guided) released(ctx context.Context, times []time.Duration) (found bool, err error) {
	all := g.holders
	peak, ok := all.Peak(times)
	if !ok {
		return g.releasedByCounts(ctx, times)
	}
	bytes := func(d *detail, at int) string { return words.RoundSize(d.suspect.Bytes[at]) }
	return g.until(ctx, peak, times, func(d *detail, f *findings.Finding) bool {
		if !all.IsReleased(d.suspect, peak) {
			return false
		}
		from := d.suspect.From
		f.Title = fmt.Sprintf("%s, and was released by %s", leakTitle(d, "Growth"), words.Moment(times[peak+1]))
		markReleased(f, times[peak+1], fmt.Sprintf("It grew from %s at %s to %s at %s", bytes(d, from), words.Moment(times[from]), bytes(d, peak), words.Moment(times[peak])))
		return true
	})
}

// until adds the first suspect at an earlier GC point that isWanted accepts. looked is an index into g.looked. It returns true if it added
// a finding.
func (g *guided) until(ctx context.Context, looked int, times []time.Duration, isWanted func(*detail, *findings.Finding) bool) (found bool, err error) {
	g.progress.Report(0, 0, "looking for released growth")
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
	suspects := g.holders.Suspects(times[:looked+1])
	details, err := g.detail(ctx, suspects[:min(len(suspects), maxSuspects)], 0)
	if err != nil {
		return false, err
	}
	for _, d := range details {
		f, err := g.leak(ctx, d, g.looked)
		if err != nil {
			return false, g.leftOut(ctx, "Growth that was released", err)
		}
		if isWanted(d, &f) {
			g.add(f, d.how...)
			return true, nil
		}
	}
	return false, nil
}

// markReleased turns a finding of growth into one of growth that was released by a time. grew is a sentence without its period.
func markReleased(f *findings.Finding, by time.Duration, grew string) {
	f.Rule, f.Grade, f.Released = findings.RuleReleased, findings.Grows, millis(by)
	f.Explain = append([]string{fmt.Sprintf("%s. Most of it was gone by %s. If the program clears it only because it ends, it leaks until then.", grew, words.Moment(by))}, f.Explain...)
}

// releasedTypes looks for released growth in an input that has only counts by type. It returns true if it added a finding.
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
	until := firstPoints{series, at + 1}
	found := slices.DeleteFunc(g.growing(until), func(t typeGrowth) bool {
		return !leak.IsGone(t.growth(), t.bytes[at]-series.Bytes(n-1, t.node))
	})
	if len(found) == 0 {
		return false
	}
	f := typesFinding(until, by, found)
	f.Basis = g.basis(until.Len(), until.Time(0), until.Time(at))
	t := &found[0]
	f.Title = fmt.Sprintf("Growth: the number of %s objects grew from %s to %s, and they were released by %s; who held them is not known from this input", f.Growth.Type,
		words.Count(t.objects[t.verdict.From]), words.Count(t.objects[at]), words.Moment(times[at+1]))
	markReleased(&f, times[at+1], fmt.Sprintf("It grew from %s at %s to %s at %s", words.RoundSize(t.bytes[t.verdict.From]), words.Moment(times[t.verdict.From]),
		words.RoundSize(t.bytes[at]), words.Moment(times[at])))
	g.add(f)
	return true
}

// firstPoints cuts a series off after a number of GC points.
type firstPoints struct {
	Groups
	points int
}

func (s firstPoints) Len() int { return s.points }
