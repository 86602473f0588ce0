package changes

import (
	"cmp"
	"fmt"
	"io"

	"memcity/analysis/pause"
	"memcity/trace"
	"memcity/words"
)

// printedPauses are the stops of the program. Times are in ms.
type printedPauses struct {
	GCs        pauseGroup `json:"gcs"`        // a concurrent GC has several pauses
	Safepoints pauseGroup `json:"safepoints"` // stops for something other than a GC

	Cycles       int     `json:"concurrent_gcs"`           // that stopped the program
	LongestCycle float64 `json:"longest_concurrent_gc_ms"` // largest sum of the pauses of one
	Unlisted     int     `json:"unlisted_gcs"`             // concurrent GCs with a sum of pauses but no list
	Stalls       int     `json:"stalled_gcs"`              // that threads waited for, because there was no memory
	Stalled      float64 `json:"stalled_ms"`               // total of these waits
	LongestStall float64 `json:"longest_stall_ms"`         // longest wait for one GC

	Longest []printedStop `json:"longest"` // of GCs and safepoints

	of pause.Summary
}

type pauseGroup struct {
	Count       int                `json:"count"`
	Total       float64            `json:"total_ms"`
	Longest     float64            `json:"longest_ms"`
	Percentiles map[string]float64 `json:"percentiles_ms"` // by percent, such as "99.9"
}

type printedStop struct {
	Start float64 `json:"start_ms"`
	Took  float64 `json:"took_ms"`
	GC    uint32  `json:"gc,omitempty"` // 0 if unknown
	Kind  string  `json:"kind,omitempty"`
	Cause string  `json:"cause,omitempty"`
	Of    string  `json:"of"` // gc or safepoint
}

// printPauses returns the stops of a recording; nil if it has none.
func printPauses(r *trace.Recording) *printedPauses {
	s := pause.Of(r)
	if s.Empty() {
		return nil
	}
	p := &printedPauses{GCs: pausesOf(&s.GCs), Safepoints: pausesOf(&s.Safepoints), Cycles: s.Cycles, LongestCycle: millis(s.LongestCycle),
		Unlisted: s.Unlisted, Stalls: s.Stalls, Stalled: millis(s.Stalled), LongestStall: millis(s.LongestStall), Longest: []printedStop{},
		of: s}
	for i := range s.Longest {
		x := &s.Longest[i]
		stop := printedStop{Start: millis(x.Start), Took: millis(x.Took()), GC: x.GC, Kind: x.Kind, Cause: x.Cause, Of: "gc"}
		if x.Safepoint {
			stop.Of = "safepoint"
		}
		p.Longest = append(p.Longest, stop)
	}
	return p
}

func pausesOf(g *pause.Group) pauseGroup {
	out := pauseGroup{Count: g.Count, Total: millis(g.Total), Longest: millis(g.Longest), Percentiles: map[string]float64{}}
	if g.Count > 0 {
		for i, p := range pause.Percents {
			out.Percentiles[fmt.Sprint(p)] = millis(g.Percentiles[i])
		}
	}
	return out
}

// report prints the stops in sentences.
func (p *printedPauses) report(out io.Writer) {
	s := &p.of
	if s.GCs.Count > 0 {
		reportGroup(out, &s.GCs, "pauses: "+words.Counted(int64(s.GCs.Count), "pause")+" of GCs")
	} else if s.Unlisted == 0 {
		fmt.Fprintln(out, "pauses: no GC stopped the program")
	}
	if s.Cycles > 0 {
		fmt.Fprintf(out, "  %s, whose pauses take at most %s in one GC\n", words.Counted(int64(s.Cycles), "concurrent GC"), words.Duration(s.LongestCycle))
	}
	if text := s.UnlistedText(); text != "" {
		fmt.Fprintln(out, "  "+text)
	}
	if s.Safepoints.Count > 0 {
		reportGroup(out, &s.Safepoints, "safepoints: "+words.Counted(int64(s.Safepoints.Count), "stop")+" for something other than a GC")
	}
	if s.Stalls > 0 {
		fmt.Fprintf(out, "allocation stalls: threads waited %s for memory in total, before %s; the longest wait was %s\n", words.Duration(s.Stalled),
			words.Counted(int64(s.Stalls), "GC"), words.Duration(s.LongestStall))
	}
	if len(s.Longest) == 0 {
		return
	}
	fmt.Fprintln(out, "longest stops:")
	for i := range s.Longest {
		x := &s.Longest[i]
		at := ""
		if s.Timed {
			at = fmt.Sprintf("%12s", words.ExactSeconds(millis(x.Start)))
		}
		fmt.Fprintf(out, "%s%12s  %s\n", at, words.Duration(x.Took()), words.Printable(stopText(x)))
	}
}

// reportGroup prints the number, durations and percentiles of a group.
func reportGroup(out io.Writer, g *pause.Group, what string) {
	fmt.Fprintf(out, "%s, %s in all, longest %s\n", what, words.Duration(g.Total), words.Duration(g.Longest))
	fmt.Fprintln(out, "  percentiles: "+g.PercentilesText())
}

// stopText returns what stopped the program: "GC 12, Remark (G1 Humongous Allocation)".
func stopText(s *trace.Stop) string {
	switch name := pause.Name(s); {
	case s.Safepoint:
		return name + ", " + cmp.Or(s.Cause, "operation not recorded")
	case s.Cause != "":
		return name + " (" + s.Cause + ")"
	default:
		return name
	}
}
