package city

import (
	"slices"
	"time"

	"memcity/analysis/trend"
	"memcity/analysis/window"
)

// Evolution is the heap of a recording over time, with its GCs.
type Evolution struct {
	window.Series
	// Sources are the GC points of the recording that the points are, by number from 0. Nil if the recording has too few
	// and the points are the heap after each GC.
	Sources []int
	Times   []time.Duration // of all GC points of the recording; all 0 if they are not known
}

// PointsOf returns the GC points of the recording that a window covers, by number from 0: two at least, if there are two.
func (e *Evolution) PointsOf(w window.Window) (from, to int) {
	if w.Kind < window.Overhead && e.Sources != nil {
		return e.Sources[w.From], e.Sources[w.To]
	}
	return e.PointsIn(w.Start, w.End)
}

// PointsIn returns the GC points of the recording around a stretch of time, by number from 0: two at least, if there are
// two.
func (e *Evolution) PointsIn(start, end time.Duration) (from, to int) {
	to = len(e.Times) - 1
	for i, t := range e.Times {
		if t <= start {
			from = i
		}
	}
	for i := len(e.Times) - 1; i > from; i-- {
		if e.Times[i] >= end {
			to = i
		}
	}
	return min(from, max(0, to-1)), to
}

// GCsOf returns the numbers of the GCs that a window covers; from is more than to if there are none.
func (e *Evolution) GCsOf(w window.Window) (from, to uint32) {
	if w.Kind == window.Overhead || w.Kind == window.Churn {
		return e.GCs[w.From].Number, e.GCs[w.To].Number
	}
	return e.GCsIn(w.Start, w.End)
}

// GCsIn returns the numbers of the GCs that ended after start and not after end; from is more than to if there are none.
func (e *Evolution) GCsIn(start, end time.Duration) (from, to uint32) {
	from = 1
	for _, gc := range e.GCs {
		if gc.End <= start {
			from = gc.Number + 1
		}
		if gc.End <= end {
			to = gc.Number
		}
	}
	return from, to
}

// Span is a stretch of time of a recording, finer than its GC points. The zero Span is none.
type Span struct {
	Start, End   time.Duration
	FromGC, ToGC uint32 // numbers of the first and the last GC in it; FromGC is more than ToGC if there is none
	FromKind     string // the kind of the suspicious window that it is; empty if the user chose it
}

// Any reports whether s is a stretch of time at all.
func (s Span) Any() bool { return s.End > s.Start }

// Span returns the stretch of time from start to end.
func (e *Evolution) Span(start, end time.Duration) Span {
	from, to := e.GCsIn(start, end)
	return Span{Start: start, End: end, FromGC: from, ToGC: to}
}

// SpanOf returns the stretch of time of a suspicious window.
func (e *Evolution) SpanOf(w window.Window) Span {
	from, to := e.GCsOf(w)
	return Span{Start: w.Start, End: w.End, FromGC: from, ToGC: to, FromKind: w.Kind.String()}
}

// Trend is the series of one level with what they are of.
type Trend struct {
	*trend.Trend
	Series *Series // of the GC points that were looked at
}

// Key returns the key of the group that a series shows.
func (t *Trend) Key(s *trend.Series) string { return t.Series.Key(s.Node) }

// With returns t with series of the groups with the given keys too: t itself if they have theirs or are no groups of its level.
// It must be made of the same values, bytes or objects. Cost is that of [Series.Find] for each key.
func (t *Trend) With(bytes bool, keys ...string) *Trend {
	var nodes []int32
	for _, key := range keys {
		node, ok := t.Series.Find(key)
		if ok && t.Series.Nodes[node].Parent == t.Node && !slices.ContainsFunc(t.Trend.Series, func(s TrendSeries) bool { return s.Node == node }) {
			nodes = append(nodes, node)
		}
	}
	if len(nodes) == 0 {
		return t
	}
	return &Trend{Trend: t.Trend.With(trendLevels{t.Series}, bytes, nodes...), Series: t.Series}
}

// ChooseWindow chooses a stretch of time and the GC points around it, for all views. It can be taken back; changes with the
// same non-empty Drag in a row together.
type ChooseWindow struct {
	Window Window
	Span   Span
	Drag   string
}

func (a ChooseWindow) step(s State) State {
	before := s.choices()
	s = s.windowed(a.Window)
	s.Span = a.Span
	return s.chose(before, a.Drag)
}

// GCsOf returns the numbers of the GCs that the chosen window covers. Window counts the GC points of a plan; source tells
// which of the recording they are.
func (s *State) GCsOf(e *Evolution, source func(point int) int) (from, to uint32) {
	if s.Span.Any() {
		return s.Span.FromGC, s.Span.ToGC
	}
	if n := len(e.GCs); n > 0 && s.Whole() { // those before the first GC point and behind the last one, too
		return 0, e.GCs[n-1].Number
	}
	at := func(point int) time.Duration {
		if i := source(point); i >= 0 && i < len(e.Times) {
			return e.Times[i]
		}
		return 0
	}
	return e.GCsIn(at(s.Window.From), at(s.Window.To))
}
