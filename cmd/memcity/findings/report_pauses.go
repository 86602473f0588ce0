package findings

import (
	"fmt"
	"html/template"
	"slices"
	"time"

	"memcity/analysis/pause"
	"memcity/trace"
	"memcity/words"
)

// pauseSection shows when the virtual machine stopped the program.
type pauseSection struct {
	Chart      template.HTML // empty if the input has no times
	Facts      []string
	Safepoints bool // the chart has stops for something other than a GC
	Rows       []pauseRow
}

// pauseRow is one of the longest stops.
type pauseRow struct{ At, Took, What, Cause string }

// maxStopBars is the maximum number of stops in the chart of a report: the longest of each part of the time.
const maxStopBars = 1000

// pausesOf describes the stops of a recording; nil if it has none.
func pausesOf(r *trace.Recording) *pauseSection {
	s := pause.Of(r)
	if s.Empty() {
		return nil
	}
	out := &pauseSection{Facts: pauseFacts(&s), Safepoints: s.Safepoints.Count > 0}
	if s.Timed {
		out.Chart = stopChart(s.Stops)
	}
	for i := range s.Longest {
		x := &s.Longest[i]
		row := pauseRow{Took: words.Duration(x.Took()), What: pause.Name(x), Cause: x.Cause}
		if s.Timed {
			row.At = words.ExactSeconds(float64(x.Start.Microseconds()) / 1000)
		}
		out.Rows = append(out.Rows, row)
	}
	return out
}

// pauseFacts returns sentences about the stops.
func pauseFacts(s *pause.Summary) (facts []string) {
	group := func(g *pause.Group, one, many string) {
		if g.Count == 0 {
			return
		}
		facts = append(facts, fmt.Sprintf("%s, %s in all, longest %s. Percentiles: %s.", words.Plural(int64(g.Count), one, many), words.Duration(g.Total),
			words.Duration(g.Longest), g.PercentilesText()))
	}
	group(&s.GCs, "pause of GCs", "pauses of GCs")
	if s.Cycles > 0 {
		facts = append(facts, fmt.Sprintf("%s stopped the program, for at most %s in one GC.", words.Plural(int64(s.Cycles), "concurrent GC", "concurrent GCs"),
			words.Duration(s.LongestCycle)))
	}
	if text := s.UnlistedText(); text != "" {
		facts = append(facts, text)
	}
	group(&s.Safepoints, "stop for something other than a GC", "stops for something other than a GC")
	if s.Stalls > 0 {
		facts = append(facts, fmt.Sprintf("Threads waited for memory for %s in all, for at most %s until a GC ended.", words.Duration(s.Stalled),
			words.Duration(s.LongestStall)))
	}
	return facts
}

// stopChart draws the duration of each stop over time. stops must not be empty.
func stopChart(stops []trace.Stop) template.HTML {
	end, longest := time.Duration(0), time.Duration(0)
	for i := range stops {
		end, longest = max(end, stops[i].End), max(longest, stops[i].Took())
	}
	c := newChart(0, end, longest.Microseconds(), func(v int64) string { return words.Duration(time.Duration(v) * time.Microsecond) })
	for _, s := range longestStops(stops, end) {
		class := "curve"
		if s.Safepoint {
			class = "curve second"
		}
		x := c.x(s.Start)
		fmt.Fprintf(&c.b, `<line class="%s" x1="%.1f" x2="%.1f" y1="%g" y2="%.1f"/>`, class, x, x, c.y0, c.y(s.Took().Microseconds()))
	}
	return c.html()
}

// longestStops returns the longest stop of each of [maxStopBars] parts of the time; all if there are not more.
func longestStops(stops []trace.Stop, end time.Duration) []trace.Stop {
	if len(stops) <= maxStopBars {
		return stops
	}
	longest := make([]trace.Stop, maxStopBars)
	for _, s := range stops {
		i := min(max(0, int(float64(maxStopBars)*float64(s.Start)/float64(end))), maxStopBars-1)
		if s.Took() > longest[i].Took() {
			longest[i] = s
		}
	}
	return slices.DeleteFunc(longest, func(s trace.Stop) bool { return s.Took() == 0 })
}
