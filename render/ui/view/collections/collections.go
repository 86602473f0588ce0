package collections

import (
	"errors"

	"memcity/city/state"
	"memcity/city/view/collections"
	"memcity/render/action"
	"memcity/render/ui/canvas"
	"memcity/render/ui/model"
	"memcity/render/ui/widget"
	"memcity/words"
)

// table is the prefix of the view's control IDs.
const table = "collections"

const icon = "stale"

// View is the state of the collections view.
type View struct {
	recording any                        // recording that the state belongs to
	report    *collections.Report        // last report; shown while the next one is computed
	details   *collections.DetailsReport // last details; shown while the next ones are computed
	time      widget.PlotTime
	row       int // number of the current collection for keys
	pressed   int // row under the pointer at the press; -1 for none
	under     int // row under the pointer; -1 for none
}

// stage explains why the report is missing or out of date.
type stage uint8

const (
	ready stage = iota
	busy
	stopped // canceled or failed
)

// Lengths in dp.
const (
	chartHigh   = 132 // height of the chart
	chartLow    = 84
	highPanel   = 430 // minimum height for the full chart
	lowPanel    = 300 // a lower panel has no chart
	minPanel    = 210 // a lower panel has no sliders and no footer
	slidersHigh = 30
)

// Draw draws the collections view: which collections hold unused elements, over time and individually.
func (view *View) Draw(c *widget.Canvas, b canvas.Box) {
	r, at := view.toShow(c)
	head := widget.DrawViewHead(c, &b, "Collections")
	if r == nil {
		view.drawStage(c, b, at)
		return
	}
	s := collections.View.Of(c.Model.State.Views)
	if s.Opened != 0 {
		view.drawOpened(c, b, head, s)
		return
	}
	view.drawTools(c, &b, head, r, s)
	low := b.H < minPanel
	b.CutTop(4)
	if !low {
		foot := b.CutBottom(widget.ViewFooter)
		c.Hline(foot.X, foot.Y, foot.W, 1, c.Line)
		view.drawFoot(c, foot, r, s)
	}
	view.drawHeadline(c, &b, r, s.Page, low)
	if s.Page == collections.Patterns {
		view.drawPatterns(c, b, r)
		return
	}
	if b.H >= lowPanel-60 {
		high := float32(chartLow)
		if b.H >= highPanel-60 {
			high = chartHigh
		}
		view.drawChart(c, b.CutTop(high), "collections/plot", r.Timeline, r.Window.Start, r.Window.End)
		b.CutTop(4)
	}
	if !low {
		view.drawSliders(c, b.CutTop(slidersHigh), r, s)
		b.CutTop(2)
	}
	view.drawList(c, b, r, s)
}

// toShow returns the report to draw, nil for none, and its state.
func (view *View) toShow(c *widget.Canvas) (*collections.Report, stage) {
	m := &c.Model
	if view.recording != m.Plan.Series.Names {
		*view = View{recording: m.Plan.Series.Names, pressed: -1, under: -1}
		c.ClearFilter(table)
	}
	if d := collections.DetailsKind.Result(&m.Results); d != nil {
		view.details = d
	}
	switch {
	case collections.Kind.Result(&m.Results) != nil:
		view.report = collections.Kind.Result(&m.Results)
		return view.report, ready
	case !m.Results.Busy && collections.Kind.Wanted(m.Results.Request):
		return nil, stopped
	}
	return view.report, busy
}

// recordWords explains how to record collections.
const recordWords = "Record the program with “memcity record --collections own -- COMMAND”. The trace then contains each added, read or removed element with its line of code."

// drawStage explains why there is nothing to show, and the next steps.
func (view *View) drawStage(c *widget.Canvas, b canvas.Box, at stage) {
	m := &c.Model
	again := widget.EmptyButton{Action: action.WorkRetry, Hint: "Analyze collections"}
	manual := widget.EmptyButton{Text: "Manual", Hint: "How to record collections", Event: model.ShowHelp{Page: "recording"}}
	switch {
	case at == busy:
		c.EmptyView(b, icon, "Analyzing collections…", "Reading how the program used its lists, sets and maps.")
		widget.DrawProgress(c, b.CutBottom(widget.ViewFooter), table, m.Results.Progress.What)
	case m.Results.Err == nil:
		c.EmptyView(b, icon, "Analyzing collections was canceled", "Analyze collections to see how long their elements were not used.", again)
	case errors.Is(m.Results.Err, collections.ErrNone):
		c.EmptyView(b, icon, "Collections were not recorded", recordWords, manual)
	default:
		c.EmptyView(b, icon, "Collection usage cannot be shown", words.UpperFirst(m.Results.Err.Error())+".", again)
	}
}

// set changes the state of the view.
func (view *View) set(c *widget.Canvas, change func(*collections.State)) {
	to := collections.View.Of(c.Model.State.Views)
	change(&to)
	c.Do(state.SetView(collections.View, to))
}
