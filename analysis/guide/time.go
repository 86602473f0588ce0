package guide

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"memcity/analysis/churn"
	"memcity/analysis/guide/findings"
	"memcity/analysis/window"
	"memcity/words"
)

// leastChurn is the least rate of garbage that is reported, in bytes per second. Modern young collectors handle a hundred times as much.
const leastChurn = 20e6

// overTime reports GC overhead and churn.
func (g *guided) overTime(ctx context.Context) error {
	if len(g.recording.GCs) == 0 {
		g.missing(pick(g.out.Full() == nil, "Full heap, GC overhead and churn", "GC overhead and churn") + ": no GC events in this input." +
			g.addLog(", or record the program with memcity record"))
		return nil
	}
	if err := g.evolve(ctx); err != nil || g.evolution == nil {
		return err
	}
	overhead := 0.0
	for _, w := range window.Find(g.evolution.Series, window.DefaultLimits()) {
		switch w.Kind {
		case window.Overhead:
			overhead = w.Score
			g.add(g.overhead(w))
		case window.Churn:
			if w.Score < leastChurn {
				g.quiet(fmt.Sprintf("Churn: low. The program discards at most %s per second.", words.RoundSize(int64(w.Score))))
				continue
			}
			if err := g.churn(ctx, w, overhead); err != nil {
				return err
			}
		}
	}
	return nil
}

func (g *guided) timeHighlight(w window.Window, view string) findings.Highlight {
	h := findings.Highlight{View: view, Start: millis(w.Start), End: millis(w.End)}
	h.FromGC, h.ToGC = g.evolution.GCsOf(w)
	return h
}

func (g *guided) overhead(w window.Window) findings.Finding {
	h := g.timeHighlight(w, findings.OverviewView)
	f := findings.Finding{Rule: findings.RuleOverhead,
		Confidence: math.Min(0.95, 0.5+w.Score) * (0.5 + 0.5*math.Min(1, (w.Pause+w.Stalled).Seconds())),
		Title: fmt.Sprintf("GCs take %s of the time from %s to %s: %s with %s of pauses in total", words.PercentOf(w.Score), words.Moment(w.Start),
			words.Moment(w.End), words.Counted(int64(w.GCs), "GC"), words.Duration(w.Pause)),
		Highlight: h,
		Numbers: []findings.FindingNumber{{Name: "overhead", Value: w.Score, Unit: "share"},
			{Name: "overhead of the whole recording", Value: w.Average, Unit: "share"},
			{Name: "pauses", Value: millis(w.Pause), Unit: "ms"}, {Name: "GCs", Value: float64(w.GCs), Unit: "GCs"}},
		Explain: []string{fmt.Sprintf("In the whole recording, GCs take %s of the time. The program is stopped during these pauses.", words.PercentOf(w.Average)),
			"GCs are frequent if the program allocates a lot (see churn), if little of the heap is free (see leak), or if the heap is too small. Compare the heap's capacity with its reachable size."},
		Doubts: []string{"Many GCs are normal while a program starts and its heap still grows."},
		Next: []findings.Step{{Text: "See the windows in time", Show: h, Command: []string{"windows", findings.Path}},
			{Text: "See which objects were discarded there", Show: g.timeHighlight(w, findings.ChurnView),
				Command: []string{"churn", findings.Path, "--window", "gc"}}}}
	if w.Stalled > 0 {
		f.Title += fmt.Sprintf(", and %s in which threads waited for memory", words.Duration(w.Stalled))
		f.Numbers = append(f.Numbers, findings.FindingNumber{Name: "allocation stalls", Value: millis(w.Stalled), Unit: "ms"})
		f.Explain = slices.Insert(f.Explain, 1, "Threads waited for memory because the program allocated faster than the GC freed memory. Other threads ran. This time counts as time of the GCs.")
	}
	return f
}

// churn adds a finding about a hotspot of churn and the objects that died in it.
func (g *guided) churn(ctx context.Context, w window.Window, overhead float64) error {
	h := g.timeHighlight(w, findings.ChurnView)
	f := findings.Finding{Rule: findings.RuleChurn, Highlight: h,
		Confidence: math.Min(0.95, 0.3+0.3*math.Min(1, w.Score/500e6)+0.2*math.Min(1, w.Score/math.Max(1, w.Average)/4)+
			0.2*math.Min(1, overhead/0.1)),
		Title: fmt.Sprintf("Churn: the program discards %s per second from %s to %s", words.RoundSize(int64(w.Score)),
			words.Moment(w.Start), words.Moment(w.End)),
		Numbers: []findings.FindingNumber{{Name: "rate", Value: w.Score, Unit: "bytes/s"},
			{Name: "rate of the whole recording", Value: w.Average, Unit: "bytes/s"},
			{Name: "freed", Value: float64(w.Freed), Unit: "bytes"}, {Name: "GCs", Value: float64(w.GCs), Unit: "GCs"}},
		Explain: []string{fmt.Sprintf("This is churn: many objects are created and discarded in a short time. Here, %s was freed in %s, %.1f times the average rate of the recording in bytes per second.",
			words.RoundSize(w.Freed), words.Counted(int64(w.GCs), "GC"), w.Score/math.Max(1, w.Average))},
		Doubts: []string{"A lot of garbage is not necessarily a problem. Short-lived objects are cheap as long as GCs take little time."},
		Next: []findings.Step{{Text: "See what died, how old it was, and where it was allocated", Show: h,
			Command: []string{"churn", findings.Path, "--window", "churn", "--metric", "objects"}}}}
	report, err := g.Churn(ctx, churn.Options{From: h.FromGC, To: h.ToGC}, g.progress)
	switch {
	case errors.Is(err, churn.ErrNothing) || errors.Is(err, churn.ErrRuns):
	case err != nil:
		return err
	default:
		explainChurn(&f, report)
	}
	g.add(f)
	return nil
}

// leastYoung is the least share of dead objects that survived no GC for the finding to call them the churn.
const leastYoung = 0.5

// estimated returns a number of objects, with a leading ~ if it is estimated from samples.
func estimated(is bool, objects int64) string { return pick(is, "~", "") + words.Count(objects) }

// explainChurn adds the objects that died to a finding: those that survived no GC, their types and sites, and how to avoid churn.
func explainChurn(f *findings.Finding, r *churn.Report) {
	if r.Basis == churn.Freed {
		f.Doubts = append(f.Doubts, "This input does not identify the objects. Record the program with memcity record to see them.")
		return
	}
	if r.Basis == churn.Died && float64(r.Young.Objects) >= leastYoung*float64(r.Garbage.Objects) && r.Garbage.Objects > 0 {
		f.Explain = append(f.Explain, fmt.Sprintf("%s of the %s objects that died there did not survive a single GC. They cause the churn.",
			percent(r.Young.Objects, r.Garbage.Objects), estimated(r.Garbage.Estimated, r.Garbage.Objects)))
	}
	f.Churn = &findings.ChurnFinding{Objects: r.Garbage.Objects, YoungObjects: r.Young.Objects, Estimated: r.Garbage.Estimated,
		Types: []findings.Amount{}, Sites: []findings.Amount{}, Advice: churnAdvice}
	for i := range r.Suspects[:min(len(r.Suspects), 3)] {
		s := &r.Suspects[i]
		f.Churn.Types = append(f.Churn.Types, findings.Amount{Name: s.Type, Objects: s.Objects, Bytes: s.Bytes})
		switch {
		case s.Domain != "":
			f.Churn.Sites = append(f.Churn.Sites, findings.Amount{Name: s.Domain, Objects: s.AtDomain.Objects, Bytes: s.AtDomain.Bytes})
		case s.Site != "":
			f.Churn.Sites = append(f.Churn.Sites, findings.Amount{Name: s.Site, Objects: s.AtSite.Objects, Bytes: s.AtSite.Bytes})
		}
		text := fmt.Sprintf("%s: %s objects, %s of these", s.Type, estimated(s.Estimated, s.Objects), words.PercentOf(s.Share))
		if s.Site != "" {
			text += fmt.Sprintf("; most, %s, were allocated at %s", estimated(s.AtSite.Estimated, s.AtSite.Objects), s.Site)
		}
		if s.Domain != "" && s.Domain != s.Site {
			text += ", called from " + s.Domain
		}
		f.Explain = append(f.Explain, text+".")
	}
	if len(r.Suspects) > 0 {
		s := &r.Suspects[0]
		f.Title += ", mostly " + words.TypeName(s.Type)
		if place := cmp.Or(s.Domain, s.Site); place != "" {
			f.Title += " allocated at " + place
		}
		f.Explain = append(f.Explain, churnAdvice)
	}
	f.Doubts = append(f.Doubts, r.Notes...)
}

const churnAdvice = "Check the loop around it: reuse objects, filter early, and avoid boxed numbers and stream chains that create objects at each step."
