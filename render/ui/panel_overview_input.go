package ui

import (
	"time"

	"memcity/city"
)

// takeOverviewAct does what was done in the chart.
func (c *canvas) takeOverviewAct(o *city.Overview, act *plotAct) {
	l := &c.local.overview
	switch {
	case act.bar != "":
		for i := range o.Found {
			if o.Found[i].Kind.String() == act.bar {
				c.chooseFound(o, &o.Found[i])
			}
		}
	case act.chosen.any():
		c.chooseStretch(o, act.chosen, act.drag)
		if act.drag == "overview/plot/keys" {
			c.chooseGC(o, act.at)
		}
	case act.clicked, act.entered:
		c.chooseGC(o, act.at)
		c.showPoint(o, act.at)
	case act.moved && (len(o.GCs) == 0 || l.time.even):
		c.showPoint(o, act.at)
	case act.moved:
		c.chooseGC(o, act.at)
	case act.asked:
		l.asked = act.at
		c.local.menu = menu{name: overviewPlotMenu, from: "overview/plot", at: c.visible(act.place), fresh: true}
		delete(c.wants, Menu)
		c.again = true
	}
}

// chooseGC chooses the GC next to a moment, for its numbers.
func (c *canvas) chooseGC(o *city.Overview, at time.Duration) {
	l := &c.local.overview
	if len(o.GCs) == 0 || l.time.even {
		return
	}
	l.gc, c.again = c.nearestGC(o, at), true
}

// nearestGC returns the index of the GC next to a moment: one that was under way, or else that whose end is nearest. There
// is at least one.
func (c *canvas) nearestGC(o *city.Overview, at time.Duration) int {
	i := o.GCAfter(at - 1)
	switch {
	case i == len(o.GCs):
		return i - 1
	case i > 0 && o.GCs[i].Start > at && at-o.GCs[i-1].End < o.GCs[i].Start-at:
		return i - 1
	}
	return i
}

// showPoint shows the GC point next to a moment in all views.
func (c *canvas) showPoint(o *city.Overview, at time.Duration) {
	d := &c.local.overview.drawn
	if c.model.Plan == nil || len(d.points) == 0 {
		return
	}
	s := c.model.Plan.Series
	best := -1
	for i := range s.Len() {
		if best < 0 || abs(d.timeOf(o, s.Source(i))-at) < abs(d.timeOf(o, s.Source(best))-at) {
			best = i
		}
	}
	if best >= 0 && best != c.model.State.Point {
		c.do(city.GoTo{Point: best})
	}
}

func abs(d time.Duration) time.Duration { return max(d, -d) }
