package guide

import (
	"slices"
	"time"

	"memcity/analysis/guide/findings"
	"memcity/analysis/window"
	"memcity/trace"
)

// within ends a recording at the end of a window and drops the GCs outside the window. GC points keep their numbers.
func within(r *trace.Recording, w findings.Window) *trace.Recording {
	if w.IsAll() || len(r.Points) == 0 {
		return r
	}
	cut := *r
	cut.Points = r.Points[:min(w.To, len(r.Points))]
	start, end := timeOfPoint(r, w.From-1), timeOfPoint(r, len(cut.Points)-1)
	cut.GCs = slices.DeleteFunc(slices.Clone(r.GCs), func(gc trace.GC) bool { return gc.End < start || gc.End > end })
	return &cut
}

func timeOfPoint(r *trace.Recording, point int) time.Duration {
	return time.Duration(r.Points[point].Time) * time.Millisecond
}

// trimmed returns the part of an evolution inside the window.
func (g *guided) trimmed(e *window.Evolution) *window.Evolution {
	if e == nil || g.options.Window.IsAll() {
		return e
	}
	out := &window.Evolution{Series: window.Series{GCs: g.recording.GCs, Heap: e.Heap}, Times: e.Times}
	start, end := g.timeOf(g.from), g.timeOf(len(g.recording.Points)-1)
	for i, p := range e.Points {
		isIn := p.Time >= start && p.Time <= end
		if e.Sources != nil {
			isIn = e.Sources[i] >= g.from && e.Sources[i] < len(g.recording.Points)
		}
		if !isIn {
			continue
		}
		out.Points = append(out.Points, p)
		if e.Sources != nil {
			out.Sources = append(out.Sources, e.Sources[i])
		}
	}
	out.Final = e.Final && len(out.Points) > 0 && out.Points[len(out.Points)-1].Time == e.Points[len(e.Points)-1].Time
	return out
}
