package overview

import (
	"time"

	"memcity/city/state"
	"memcity/city/view/overview"
	"memcity/render/ui/model"
	"memcity/render/ui/widget"
)

// takeOverviewAct handles the input of the chart.
func (view *View) takeOverviewAct(c *widget.Canvas, o *overview.Overview, act *widget.PlotAct) {
	l := view
	switch {
	case act.Bar != "":
		for i := range o.Found {
			if o.Found[i].Kind.String() == act.Bar {
				view.chooseFound(c, o, &o.Found[i])
			}
		}
	case act.Chosen.Any():
		view.chooseStretch(c, o, act.Chosen, act.Drag)
		if act.Drag == "overview/plot/keys" {
			view.chooseGC(c, o, act.At)
		}
	case act.Clicked, act.Entered:
		view.chooseGC(c, o, act.At)
		view.showPoint(c, o, act.At)
	case act.Moved && (len(o.GCs) == 0 || l.time.Even):
		view.showPoint(c, o, act.At)
	case act.Moved:
		view.chooseGC(c, o, act.At)
	case act.MenuRequested:
		l.menuAt = act.At
		c.Menu = widget.Menu{Name: plotMenu, From: "overview/plot", At: c.Visible(act.Place), Fresh: true}
		delete(c.Wants, model.Menu)
		c.Again = true
	}
}

// chooseGC chooses the GC nearest to the given time, to show its numbers.
func (view *View) chooseGC(c *widget.Canvas, o *overview.Overview, at time.Duration) {
	l := view
	if len(o.GCs) == 0 || l.time.Even {
		return
	}
	l.gc, c.Again = view.nearestGC(c, o, at), true
}

// nearestGC returns the index of the GC nearest to the given time: one in progress, otherwise the one with the nearest end or start. There
// must be at least one GC.
func (view *View) nearestGC(c *widget.Canvas, o *overview.Overview, at time.Duration) int {
	i := overview.GCAfter(o.Evolution, at-1)
	switch {
	case i == len(o.GCs):
		return i - 1
	case i > 0 && o.GCs[i].Start > at && at-o.GCs[i-1].End < o.GCs[i].Start-at:
		return i - 1
	}
	return i
}

// showPoint shows the GC point nearest to the given time in all views.
func (view *View) showPoint(c *widget.Canvas, o *overview.Overview, at time.Duration) {
	d := &view.drawn
	if c.Model.Plan == nil || len(d.points) == 0 {
		return
	}
	s := c.Model.Plan.Series
	best := -1
	for i := range s.Len() {
		if best < 0 || abs(d.timeOf(o, s.Source(i))-at) < abs(d.timeOf(o, s.Source(best))-at) {
			best = i
		}
	}
	if best >= 0 && best != c.Model.State.Point {
		c.Do(state.GoTo{Point: best})
	}
}

func abs(d time.Duration) time.Duration { return max(d, -d) }
