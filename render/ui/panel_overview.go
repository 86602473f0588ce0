package ui

import (
	"time"

	"memcity/city"
)

// overviewLocal is what the overview keeps to itself.
type overviewLocal struct {
	of       any            // recording that the rest belongs to
	known    *city.Overview // shown; while the next one is computed, the one before
	time     plotTime
	drawn    overviewDrawn
	gc       int // index of the chosen GC, -1 for none
	limits   bool
	shown    bool // the chart has had the focus
	reserved bool // the reserved heap is shown too
	asked    time.Duration
	keyed    plotSpan    // the stretch chosen last, before it became keyedAs: keys go on from it
	keyedAs  city.Window // from GC point to GC point
}

// Lengths in dp.
const (
	overviewSide  = 292 // the list at the side
	overviewLeast = 700 // narrower ones have the list below the chart
	overviewLow   = 260 // lower ones among these have the chart alone
)

// drawOverview draws the heap over time, and at its side the suspicious windows with the numbers of what is chosen.
func drawOverview(c *canvas, b box) {
	l := &c.local.overview
	c.takeOverview()
	head := drawViewHead(c, &b, "Overview")
	b.cutBottom(8)
	o := l.known
	if o == nil || len(o.Points)+len(o.GCs) < 2 {
		drawOverviewState(c, b, o)
		return
	}
	drawOverviewTools(c, &head, o)
	if used := drawAnswerProgress(c, head, "overview", "looking at what is new"); used > 0 {
		head.cutRight(used + 12)
	}
	c.text(head, body, left, c.dim, overviewFacts(o))
	if b.w >= overviewLeast {
		side := b.cutRight(overviewSide)
		b.cutRight(16)
		drawOverviewChart(c, b, o)
		drawOverviewSide(c, side, o)
		return
	}
	switch low := b.h < overviewLow; {
	case low && l.limits:
		drawOverviewSide(c, b, o)
	case low:
		drawOverviewChart(c, b, o)
	default:
		drawOverviewChart(c, b.cutTop(b.h*0.58), o)
		b.cutTop(8)
		drawOverviewSide(c, b, o)
	}
}

// takeOverview takes in the newest answer.
func (c *canvas) takeOverview() {
	l, m := &c.local.overview, &c.model
	if m.Plan == nil || l.of != m.Plan.Series.Names {
		*l = overviewLocal{gc: -1}
		if m.Plan != nil {
			l.of = m.Plan.Series.Names
		}
	}
	if o := m.Answers.Overview; o != nil && o != l.known {
		l.known = o
		if l.gc >= len(o.GCs) {
			l.gc = -1
		}
	}
}

// drawOverviewState says why there is no chart, and what to do.
func drawOverviewState(c *canvas, b box, o *city.Overview) {
	a := &c.model.Answers
	switch {
	case o != nil && len(o.GCs) == 1:
		c.emptyView(b, "overview", "One GC is no history", "This recording tells of a single GC and of no GC points. A longer log, a recording of the running program, or several heap dumps of it show how its heap changes.", overviewWays...)
	case o != nil:
		c.emptyView(b, "overview", "One moment is no history", "This recording knows the heap at a single GC point and tells of no GCs. Several heap dumps of one run, a recorded trace, a GC log or a flight recording (JFR) show how it changes; they may be opened together with this dump.", overviewWays...)
	case a.Busy || a.Err == nil && a.Ask.Overview == nil:
		c.emptyView(b, "overview", "Counting the heap at each GC point …", "")
		drawAnswerProgress(c, b.withHeight(28), "overview", "counting")
	case a.Err != nil:
		c.emptyView(b, "overview", "The heap over time is not known", a.Err.Error(), emptyButton{"Try again", "Count once more", AskAgain})
	default:
		c.emptyView(b, "overview", "Not counted", "Counting the heap at each GC point was given up.", emptyButton{"Try again", "Count once more", AskAgain})
	}
}

// overviewWays are what can be done about a recording that has no history.
var overviewWays = []emptyButton{{"Open files…", "Open other files (Ctrl+O)", OpenFile}, {"Record…", "Record a program while it runs (Ctrl+R)", ToggleRecord}}

// drawOverviewTools draws the buttons at the right of the head.
func drawOverviewTools(c *canvas, head *box, o *city.Overview) {
	l := &c.local.overview
	wide := head.w >= 520
	button := func(id, icon, name, hint string, width float32, look look) (box, bool) {
		opts := buttonOptions{icon: icon, name: name, hint: hint, look: look}
		if !wide {
			width = 32
		} else {
			opts.text = name
		}
		cell := head.cutRight(width).middle(28)
		head.cutRight(6)
		return cell, c.button(id, cell, opts)
	}
	if cell, pressed := button("overview/menu", "save", "Save", "Save what is shown as a picture or as numbers", 76, ground); pressed {
		c.openMenu(overviewMenu, "overview/menu", cell)
	}
	look := ground
	if l.limits {
		look = chosen
	}
	if _, pressed := button("overview/limits", "settings", "Limits", "What counts as suspicious", 84, look); pressed {
		l.limits, c.again = !l.limits, true
	}
	if !l.time.whole() {
		if _, pressed := button("overview/fit", "fit", "All", "Show all of the time again (0, or double click)", 64, ground); pressed {
			l.time.fit()
			c.again = true
		}
	}
	if s := c.model.State.Span; s.Any() || !c.model.State.Whole() {
		if _, pressed := button("overview/whole", "reset", "Whole", "Choose the whole recording again, in all views", 84, ground); pressed {
			c.do(city.ChooseWindow{Window: city.Window{To: max(c.model.State.Points-1, 0)}})
		}
	}
	head.cutRight(6)
}

// overviewFacts sums the recording up in a line.
func overviewFacts(o *city.Overview) string {
	first, last := o.Ends()
	text := ""
	if o.Sources != nil {
		text = Points(len(o.Sources))
	}
	if n := len(o.GCs); n > 0 {
		if text != "" {
			text += ", "
		}
		text += plural(int64(n), "GC", "GCs")
	}
	if last <= first {
		return text
	}
	s := o.Whole()
	text += " in " + Duration(s.End-s.Start)
	if len(o.GCs) > 0 {
		text += ", " + PercentOf(s.Overhead()) + " of the time paused"
	}
	return text
}

// chosenSpan is the stretch of time of the chosen window; the zero span for the whole recording.
func (c *canvas) chosenSpan(o *city.Overview) plotSpan {
	s := &c.model.State
	if s.Span.Any() {
		return plotSpan{s.Span.Start, s.Span.End}
	}
	if s.Whole() {
		return plotSpan{}
	}
	return c.comparedSpan(o)
}

// comparedSpan is the time from the first to the last GC point of the chosen window; the zero span if there are no two.
func (c *canvas) comparedSpan(o *city.Overview) plotSpan {
	stops, w := c.pointTimes(o), c.model.State.Window
	if len(stops) < 2 || w.To >= len(stops) {
		return plotSpan{}
	}
	return plotSpan{stops[w.From], stops[w.To]}
}

// pointTimes are the places of the GC points that a window can begin and end at.
func (c *canvas) pointTimes(o *city.Overview) []time.Duration {
	if c.model.Plan == nil {
		return nil
	}
	s := c.model.Plan.Series
	times := make([]time.Duration, s.Len())
	for i := range times {
		times[i] = c.local.overview.drawn.timeOf(o, s.Source(i))
	}
	return times
}

// chooseStretch chooses a stretch of time for all views: from one GC point to another, so that all tell of the same. Where
// there are no two it is that of the GCs in it.
func (c *canvas) chooseStretch(o *city.Overview, s plotSpan, drag string) {
	choice := city.ChooseWindow{Window: c.windowOf(o, s), Drag: drag}
	if choice.Window.From == choice.Window.To {
		choice.Span = o.Span(s.from, s.to)
	}
	c.local.overview.keyed, c.local.overview.keyedAs = s, choice.Window
	c.do(choice)
}

// windowOf returns the GC points of the plan around a stretch of time.
func (c *canvas) windowOf(o *city.Overview, s plotSpan) city.Window {
	if len(o.Times) == 0 {
		return city.Window{}
	}
	if c.local.overview.time.even {
		return c.planWindow(int(s.from.Round(time.Second)/time.Second), int(s.to.Round(time.Second)/time.Second))
	}
	return c.planWindow(o.PointsIn(s.from, s.to))
}

// planWindow returns the window of the plan between two GC points of the recording: of those that are not in the plan the
// next ones outside.
func (c *canvas) planWindow(from, to int) city.Window {
	s := c.model.Plan.Series
	w := city.Window{To: max(s.Len()-1, 0)}
	for i := range s.Len() {
		if s.Source(i) <= from {
			w.From = i
		}
	}
	for i := s.Len() - 1; i >= w.From && s.Source(i) >= to; i-- {
		w.To = i
	}
	return w
}

// chooseFound chooses a suspicious window for all views.
func (c *canvas) chooseFound(o *city.Overview, w *city.SuspiciousWindow) {
	if c.isChosen(w) {
		c.do(city.ChooseWindow{Window: city.Window{To: max(c.model.State.Points-1, 0)}})
		return
	}
	window := city.Window{}
	if len(o.Times) > 0 {
		window = c.planWindow(o.PointsOf(*w))
	}
	c.do(city.ChooseWindow{Window: window, Span: o.SpanOf(*w)})
	t := &c.local.overview.time
	if from, to := t.shown(); !t.whole() && (w.Start < from || w.End > to) { // brought into sight
		edge := (w.End - w.Start) / 10
		t.show(w.Start-edge, w.End+edge)
	}
}

// isChosen reports whether a suspicious window is the one chosen.
func (c *canvas) isChosen(w *city.SuspiciousWindow) bool {
	s := c.model.State.Span
	return s.Any() && s.FromKind == w.Kind.String() && s.Start == w.Start && s.End == w.End
}
