package ui

import (
	"fmt"

	"memcity/city"
)

func drawTimeBar(c *canvas, b box) {
	inner := b.inset(padding, 0)
	if len(c.model.Points) == 1 {
		drawOnePoint(c, inner)
		return
	}
	if c.bareTime() {
		drawTransport(c, inner)
		return
	}
	inner.cutTop(7)
	drawTransport(c, inner.cutTop(32))
	inner.cutTop(3)
	inner.cutBottom(5)
	drawTimeChart(c, inner)
}

// drawTransport draws the buttons for moving in time and the words for where we are.
func drawTransport(c *canvas, row box) {
	s := &c.model.State
	const w = 32
	play, name, hint := "play", "Play", "Play from here (Space)"
	if s.Playing {
		play, name, hint = "pause", "Pause", "Stop playing (Space)"
	}
	first, last := s.Point <= 0, s.Point >= s.Points-1
	buttons := []struct {
		icon, name, hint string
		off, main        bool
		event            Event
	}{
		{"first", "First", "First GC point of the window, then of all (Home)", first, false, Do{city.GoTo{Point: s.First()}}},
		{"previous", "Previous", "Previous GC point (P or ←)", first, false, Do{city.Move{By: -1}}},
		{play, name, hint, s.Points < 2, true, TogglePlay},
		{"next", "Next", "Next GC point (N or →)", last, false, Do{city.Move{By: 1}}},
		{"last", "Last", "Last GC point of the window, then of all (End)", last, false, Do{city.GoTo{Point: s.Last()}}},
	}
	for _, o := range buttons {
		narrow := row.w < 260 && (o.icon == "first" || o.icon == "last")
		if narrow {
			continue
		}
		look := plain
		if o.main && !o.off {
			look = chosen
		}
		cell := row.cutLeft(w)
		if c.button("time/"+o.name, cell.centered(28, 28), buttonOptions{icon: o.icon, name: o.name, hint: o.hint, off: o.off, look: look}) {
			c.emit(o.event)
		}
	}
	drawPace(c, &row)
	row.cutLeft(10)
	choice := metricRoom(c, &row)
	drawMoment(c, row)
	drawMetricChoice(c, choice)
}

// Widths of the switch of the metric and of the button that ends zooming in time, in dp.
const (
	metricChoice = 124
	wholeTime    = 58
)

// metricRoom cuts off the room for the switch of the metric and for what ends zooming in time; it is empty if there is
// none.
func metricRoom(c *canvas, row *box) box {
	if c.compact() {
		return box{}
	}
	w := float32(0)
	if row.w > 560 {
		w = metricChoice + 8
	}
	if !c.local.view.whole() {
		w += wholeTime + 8
	}
	return row.cutRight(w)
}

// drawPace draws how fast playing goes, and whether it starts over.
func drawPace(c *canvas, row *box) {
	s := &c.model.State
	if row.w < 330 {
		return
	}
	loop := s.Settings
	loop.Loop = !loop.Loop
	look, value, hint := plain, "", "Start over at the end"
	if s.Settings.Loop {
		look, value, hint = ground, "on", "Stop at the end"
	}
	cell := row.cutLeft(32).centered(28, 28)
	if c.button("time/loop", cell, buttonOptions{icon: "loop", name: "Loop", hint: hint, look: look, value: value}) {
		c.do(city.Set{To: loop})
	}
	text := secondsText(s.Settings.PlaySpeed)
	for _, v := range speeds {
		if usualSpeed/v.times == s.Settings.PlaySpeed {
			text = v.text
		}
	}
	cell = row.cutLeft(52).centered(48, 26)
	if c.button("time/speed", cell, buttonOptions{text: text, hint: "Playing takes " + secondsText(s.Settings.PlaySpeed) + " for each GC point", look: ground}) {
		c.openMenu(speedMenu, "time/speed", cell)
	}
}

// drawMetricChoice draws the switch for the one metric that curve, city and lists share, and what ends zooming in time.
func drawMetricChoice(c *canvas, row box) {
	if row.empty() {
		return
	}
	if !c.local.view.whole() {
		row.cutLeft(8)
		cell := row.cutLeft(wholeTime).middle(24)
		if c.button("time/fit", cell, buttonOptions{text: "All", hint: "Show all of the time again (double click)", look: ground}) {
			c.local.view, c.again = span{}, true
		}
	}
	if row.w < metricChoice {
		return
	}
	cell := row.cutRight(metricChoice).middle(24)
	metrics := []choice{{"Objects", "Numbers of objects, in this curve and in the city: one metric for all"},
		{"Bytes", "Numbers of bytes, in this curve and in the city: one metric for all"}}
	if i := c.segments("time/metric", cell, "Shared metric", metrics, int(c.model.State.Settings.Metric), false); i >= 0 {
		c.set("", func(s *city.Settings) { s.Metric = city.Metric(i) })
	}
}

func drawMoment(c *canvas, row box) {
	s := &c.model.State
	if s.Point >= len(c.model.Points) {
		return
	}
	point := c.model.Points[s.Point]
	place := fmt.Sprintf("GC point %s of %s", Count(int64(s.Point+1)), Count(int64(s.Points)))
	objects, bytes := totals(&c.model, point)
	facts := []string{Time(point.Time), objects, bytes}
	x := row
	w := c.text(x, heading, left, c.theme.text, place)
	c.explain("time/moment", box{row.x, row.y, w, row.h}.middle(24), "Moment", place, "A GC point is a moment at which the heap is known: the end of a garbage collection, or a dump.")
	x.cutLeft(w + 2)
	hints := [][2]string{{"Time", "Time of this GC point since the program started, or since the first one."},
		{"All objects", "Objects of the whole heap at this GC point, or all that pass the filters."},
		{"All bytes", "The bytes of all these objects together."}}
	for i, fact := range facts {
		need := c.width(body, "  ·  "+fact)
		if need > x.w {
			break
		}
		c.text(x, body, left, c.dim, "  ·  "+fact)
		c.explain("time/fact/"+hints[i][0], x.cutLeft(need).middle(24), hints[i][0], fact, hints[i][1])
	}
	drawWindowText(c, x)
}

// totals writes the numbers of the whole heap, and which they are if they are not shallow ones.
func totals(m *Model, p Point) (objects, bytes string) {
	objects, bytes = Amount(city.Objects, p.Objects), Size(p.Bytes)
	switch m.Measure {
	case city.Shallow:
	case city.Structural:
		bytes += " in data structures"
	default:
		bytes += " " + m.Measure.String()
	}
	return objects, bytes
}

// drawWindowText tells, at the right, what is under the pointer or which window is chosen.
func drawWindowText(c *canvas, row box) {
	m := &c.model
	w := m.State.Window
	row.cutLeft(24)
	chosen := w.From > 0 || w.To < m.State.Points-1
	if chosen && row.w > 28 {
		if c.iconButton("time/whole", row.cutRight(28).centered(26, 26), "reset", "Whole recording", "Choose all GC points again", false) {
			c.do(city.SetWindow{Window: city.Window{From: 0, To: m.State.Points - 1}})
		}
		row.cutRight(4)
	}
	metric := m.State.Settings.Metric
	text, col := "Heap over time in "+m.Measure.Of(metric), c.dim
	if i := c.local.timeHover; i >= 0 && i < len(m.Points) {
		p := m.Points[i]
		text, col = fmt.Sprintf("point %s  ·  %s  ·  %s", Count(int64(i+1)), Time(p.Time), Amount(metric, p.value(metric))), c.link
	} else if chosen {
		text, col = fmt.Sprintf("Window %s to %s", Count(int64(w.From+1)), Count(int64(w.To+1))), c.link
	}
	if c.width(body, text) <= row.w {
		c.text(row, body, right, col, text)
	}
}
