package overview

import (
	"time"

	"memcity/city/state"
	"memcity/city/trees"
	"memcity/city/view/overview"
	"memcity/render/action"
	"memcity/render/ui/canvas"
	"memcity/render/ui/widget"
	"memcity/words"
)

// View is the overview with its local state.
type View struct {
	of       any                // recording that the other fields refer to
	known    *overview.Overview // shown; the previous one while the next one is computed
	time     widget.PlotTime
	drawn    overviewDrawn
	gc       int // index of the chosen GC; -1 for none
	limits   bool
	Shown    bool // the chart has been focused once
	reserved bool // the reserved heap is visible
	menuAt   time.Duration
	keyed    widget.PlotSpan // last chosen range, before it was rounded to keyedAs; the keyboard continues from it
	keyedAs  trees.Window    // between GC points
}

// Lengths in dp.
const (
	overviewSide  = 292 // side list
	overviewLeast = 700 // narrower views show the list below the chart
	overviewLow   = 260 // lower ones of these show only the chart
	overviewWide  = 900 // views with as much left beside the side list have the longest pauses in a list of their own
)

// DrawOverview draws the heap over time, and beside it the suspicious windows and the numbers of the selection.
func (view *View) DrawOverview(c *widget.Canvas, b canvas.Box) {
	l := view
	view.takeOverview(c)
	head := widget.DrawViewHead(c, &b, "Overview")
	b.CutBottom(8)
	o := l.known
	if o == nil || len(o.Points)+len(o.GCs) < 2 {
		view.drawOverviewState(c, b, o)
		return
	}
	view.drawOverviewTools(c, &head, o)
	if used := widget.DrawProgress(c, head, "overview", "analyzing new GC points"); used > 0 {
		head.CutRight(used + 12)
	}
	c.Text(head, canvas.Body, canvas.Left, c.Dim, overviewFacts(o))
	longest := view.longest(c, o)
	if b.W >= overviewLeast {
		wide := b.W-overviewSide >= overviewWide
		side := b.CutRight(overviewSide)
		b.CutRight(16)
		if wide && len(longest) > 0 {
			view.drawPauses(c, b.CutRight(overviewSide), o, longest)
			b.CutRight(16)
			longest = nil
		}
		view.drawOverviewChart(c, b, o)
		view.drawOverviewSide(c, side, o, longest)
		return
	}
	switch low := b.H < overviewLow; {
	case low && l.limits:
		view.drawOverviewSide(c, b, o, longest)
	case low:
		view.drawOverviewChart(c, b, o)
	default:
		view.drawOverviewChart(c, b.CutTop(b.H*0.58), o)
		b.CutTop(8)
		view.drawOverviewSide(c, b, o, longest)
	}
}

// takeOverview adopts the newest result.
func (view *View) takeOverview(c *widget.Canvas) {
	l, m := view, &c.Model
	if m.Plan == nil || l.of != m.Plan.Series.Names {
		*l = View{gc: -1}
		if m.Plan != nil {
			l.of = m.Plan.Series.Names
		}
	}
	if o := overview.Kind.Result(&m.Results); o != nil && o != l.known {
		l.known = o
		if l.gc >= len(o.GCs) {
			l.gc = -1
		}
	}
}

// drawOverviewState draws why there is no chart, and the next steps.
func (view *View) drawOverviewState(c *widget.Canvas, b canvas.Box, o *overview.Overview) {
	a := &c.Model.Results
	switch {
	case o != nil && len(o.GCs) == 1:
		c.EmptyView(b, "overview", "A single GC shows no history",
			"This recording has a single GC and no GC points. To see how the heap changes, open a longer log or several heap dumps, or record the program.", overviewWays...)
	case o != nil:
		c.EmptyView(b, "overview", "A single GC point shows no history",
			"This recording has one GC point and no GC events. To see how the heap changes, open it together with more "+words.TakingOf(o.Runtime, o.Format).Files+" of the same run.", overviewWays...)
	case a.Busy || a.Err == nil && !overview.Kind.Wanted(a.Request):
		c.EmptyView(b, "overview", "Counting the heap at each GC point…", "")
		widget.DrawProgress(c, b.WithHeight(28), "overview", "counting")
	case a.Err != nil:
		c.EmptyView(b, "overview", "The heap over time is unavailable", a.Err.Error(),
			widget.EmptyButton{Action: action.WorkRetry, Hint: "Count again"})
	default:
		c.EmptyView(b, "overview", "Not counted", "Counting the heap at each GC point was canceled.",
			widget.EmptyButton{Action: action.WorkRetry, Hint: "Count again"})
	}
}

// overviewWays are the buttons for a recording without history.
var overviewWays = []widget.EmptyButton{{Action: action.FileOpen, Text: "Open files…", Hint: "Open other files"},
	{Action: action.RecordDialog, Hint: "Record a program while it runs"}}

// drawOverviewTools draws the buttons at the right of the head.
func (view *View) drawOverviewTools(c *widget.Canvas, head *canvas.Box, o *overview.Overview) {
	l := view
	wide := head.W >= 520
	button := func(id, icon, name, hint string, width float32, look widget.Look) (canvas.Box, bool) {
		opts := widget.ButtonOptions{Icon: icon, Name: name, Hint: hint, Look: look}
		if !wide {
			width = 32
		} else {
			opts.Text = name
		}
		cell := head.CutRight(width).Middle(28)
		head.CutRight(6)
		return cell, c.Button(id, cell, opts)
	}
	if cell, pressed := button("overview/menu", "save", "Save", "Save as a picture or as numbers", 76, widget.Ground); pressed {
		c.OpenMenu(overviewMenu, "overview/menu", cell)
	}
	look := widget.Ground
	if l.limits {
		look = widget.Chosen
	}
	if _, pressed := button("overview/limits", "settings", "Limits", "Limits for suspicious windows", 84, look); pressed {
		l.limits, c.Again = !l.limits, true
	}
	if !l.time.Whole() {
		if _, pressed := button("overview/fit", "fit", "All", "Show the whole recording again (0, or double click)", 64, widget.Ground); pressed {
			l.time.Fit()
			c.Again = true
		}
	}
	if s := c.Model.State.Span; s.Any() || !c.Model.State.Whole() {
		if _, pressed := button("overview/whole", "reset", "Whole", "Select the whole recording in all views", 84,
			widget.Ground); pressed {
			c.Do(state.ChooseWindow{Window: trees.Window{To: max(c.Model.State.Points-1, 0)}})
		}
	}
	head.CutRight(6)
}

// overviewFacts summarizes the recording in one line.
func overviewFacts(o *overview.Overview) string {
	first, last := overview.Ends(o.Evolution)
	text := ""
	if o.Sources != nil {
		text = words.Points(len(o.Sources))
	}
	if n := len(o.GCs); n > 0 {
		if text != "" {
			text += ", "
		}
		text += words.Plural(int64(n), "GC", "GCs")
	}
	if last <= first {
		return text
	}
	s := overview.Whole(o.Evolution)
	text += " in " + words.Duration(s.End-s.Start)
	if len(o.GCs) > 0 {
		text += ", " + words.PercentOf(s.Overhead()) + " of the time paused"
	}
	return text
}

// chosenSpan returns the time range of the chosen window. It returns the zero span for the whole recording.
func (view *View) chosenSpan(c *widget.Canvas, o *overview.Overview) widget.PlotSpan {
	s := &c.Model.State
	if s.Span.Any() {
		return widget.PlotSpan{From: s.Span.Start, To: s.Span.End}
	}
	if s.Whole() {
		return widget.PlotSpan{}
	}
	return view.comparedSpan(c, o)
}

// comparedSpan returns the time from the first to the last GC point of the chosen window. It returns the zero span if there are fewer than
// two GC points.
func (view *View) comparedSpan(c *widget.Canvas, o *overview.Overview) widget.PlotSpan {
	stops, w := view.pointTimes(c, o), c.Model.State.Window
	if len(stops) < 2 || w.To >= len(stops) {
		return widget.PlotSpan{}
	}
	return widget.PlotSpan{From: stops[w.From], To: stops[w.To]}
}

// pointTimes returns the positions of the GC points, where a window can start and end.
func (view *View) pointTimes(c *widget.Canvas, o *overview.Overview) []time.Duration {
	if c.Model.Plan == nil {
		return nil
	}
	s := c.Model.Plan.Series
	times := make([]time.Duration, s.Len())
	for i := range times {
		times[i] = view.drawn.timeOf(o, s.Source(i))
	}
	return times
}

// chooseStretch chooses a time range for all views, rounded to GC points so that all views show the same range. If the range has fewer than
// two GC points, it is rounded to the GCs in it.
func (view *View) chooseStretch(c *widget.Canvas, o *overview.Overview, s widget.PlotSpan, drag string) {
	choice := state.ChooseWindow{Window: view.windowOf(c, o, s), Drag: drag}
	if choice.Window.From == choice.Window.To {
		choice.Span = o.Span(s.From, s.To)
	}
	view.keyed, view.keyedAs = s, choice.Window
	c.Do(choice)
}

// windowOf returns the plan's GC points around a time range.
func (view *View) windowOf(c *widget.Canvas, o *overview.Overview, s widget.PlotSpan) trees.Window {
	if len(o.Times) == 0 {
		return trees.Window{}
	}
	if view.time.Even {
		return c.Model.Plan.Series.WindowOf(int(s.From.Round(time.Second)/time.Second), int(s.To.Round(time.Second)/time.Second))
	}
	from, to := o.PointsIn(s.From, s.To)
	return c.Model.Plan.Series.WindowOf(from, to)
}

// chooseFound chooses a suspicious window for all views, or the whole recording if it was chosen already.
func (view *View) chooseFound(c *widget.Canvas, o *overview.Overview, w *overview.SuspiciousWindow) {
	if view.isChosen(c, w) {
		c.Do(state.ChooseWindow{Window: trees.Window{To: max(c.Model.State.Points-1, 0)}})
		return
	}
	window := trees.Window{}
	if len(o.Times) > 0 {
		from, to := o.PointsOf(*w)
		window = c.Model.Plan.Series.WindowOf(from, to)
	}
	c.Do(state.ChooseWindow{Window: window, Span: o.SpanOf(*w)})
	t := &view.time
	if from, to := t.Shown(); !t.Whole() && (w.Start < from || w.End > to) { // scroll it into view
		edge := (w.End - w.Start) / 10
		t.Show(w.Start-edge, w.End+edge)
	}
}

// isChosen reports whether a suspicious window is the chosen one.
func (view *View) isChosen(c *widget.Canvas, w *overview.SuspiciousWindow) bool {
	s := c.Model.State.Span
	return s.Any() && s.FromKind == w.Kind.String() && s.Start == w.Start && s.End == w.End
}
