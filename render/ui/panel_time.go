package ui

import (
	"fmt"
	"image/color"

	"gioui.org/io/key"
	"gioui.org/io/pointer"
	"gioui.org/op/clip"

	"memcity/city"
)

func drawTimeBar(c *canvas, b box) {
	inner := b.inset(padding, 0)
	if c.compact() {
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
		{"first", "First", "First GC point (Home)", first, false, Do{city.GoTo{Point: 0}}},
		{"previous", "Previous", "Previous GC point (P or ←)", first, false, Do{city.Move{By: -1}}},
		{play, name, hint, s.Points < 2, true, TogglePlay},
		{"next", "Next", "Next GC point (N or →)", last, false, Do{city.Move{By: 1}}},
		{"last", "Last", "Last GC point (End)", last, false, Do{city.GoTo{Point: s.Points - 1}}},
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
	row.cutLeft(10)
	drawMoment(c, row)
}

func drawMoment(c *canvas, row box) {
	s := &c.model.State
	if s.Point >= len(c.model.Points) {
		return
	}
	point := c.model.Points[s.Point]
	place := fmt.Sprintf("GC point %s of %s", Count(int64(s.Point+1)), Count(int64(s.Points)))
	facts := []string{Time(point.Time), Amount(city.Objects, point.Objects), Size(point.Bytes)}
	x := row
	w := c.text(x, heading, left, c.theme.text, place)
	x.cutLeft(w + 2)
	for _, fact := range facts {
		need := c.width(body, "  ·  "+fact)
		if need > x.w {
			break
		}
		c.text(x, body, left, c.dim, "  ·  "+fact)
		x.cutLeft(need)
	}
	drawWindowText(c, x)
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
	text, col := "Heap over time in "+metric.String(), c.dim
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

// drawTimeChart draws the heap over time with its axes, the window and the playhead.
func drawTimeChart(c *canvas, b box) {
	m := &c.model
	metric := m.State.Settings.Metric
	n := len(m.Points)
	highest := int64(0)
	for _, p := range m.Points {
		highest = max(highest, p.value(metric))
	}
	lines := marks(highest, 2)
	if finer := marks(highest, 3); finer[len(finer)-1] < lines[len(lines)-1] {
		lines = finer
	}
	top := lines[len(lines)-1]
	axisWidth := float32(0)
	for _, v := range lines {
		axisWidth = max(axisWidth, c.width(small, ShortAmount(metric, v)))
	}
	scale := b.cutLeft(axisWidth + 8)
	b.cutRight(10)
	labels := b.cutBottom(17)
	chart := b
	chart.cutTop(6)
	for _, v := range lines {
		y := chart.bottom() - chart.h*float32(float64(v)/float64(top))
		c.hline(chart.x, y, chart.w, 0, c.line)
		c.text(box{scale.x, y - 7, axisWidth, 14}, small, right, c.dim, ShortAmount(metric, v))
	}
	if n == 0 || chart.w < 20 {
		return
	}
	a := newAxis(m.Points)
	drawTimeTicks(c, &a, chart, labels)
	points := curve(chart, &a, func(i int) int64 { return m.Points[i].value(metric) }, top)
	c.area(chart, points, 1.6)
	drawWindow(c, &a, chart)
	timeSlider(c, &a, chart)
	windowHandle(c, &a, chart, "from", m.State.Window.From)
	windowHandle(c, &a, chart, "to", m.State.Window.To)
}

// drawTimeTicks draws a tick for each GC point, as long as they can be told apart, and labels below.
func drawTimeTicks(c *canvas, a *axis, chart, labels box) {
	last := float32(-10)
	for _, at := range a.at {
		x := chart.x + float32(at)*chart.w
		if x-last < 3 {
			continue
		}
		last = x
		c.vline(x, chart.bottom(), 4, 0, c.edge)
	}
	for _, l := range a.labels(chart.w, func(s string) float32 { return c.width(small, s) }) {
		w := c.width(small, l.text)
		x := chart.x + float32(l.at)*chart.w - w/2
		x = min(max(x, labels.x-6), labels.right()+10-w)
		c.text(box{x, labels.y + 4, w + 1, labels.h - 4}, small, left, c.dim, l.text)
	}
}

func (a *axis) x(chart box, point int) float32 {
	if len(a.at) == 0 {
		return chart.x
	}
	return chart.x + float32(a.at[min(max(point, 0), len(a.at)-1)])*chart.w
}

// drawWindow shades what is outside the window.
func drawWindow(c *canvas, a *axis, chart box) {
	w := c.model.State.Window
	if w.From <= 0 && w.To >= len(a.at)-1 {
		return
	}
	veil := faded(c.card, 0.62)
	from, to := a.x(chart, w.From), a.x(chart, w.To)
	c.fill(box{chart.x, chart.y - 4, from - chart.x, chart.h + 3}, 0, veil)
	c.fill(box{to, chart.y - 4, chart.right() + 2 - to, chart.h + 3}, 0, veil)
}

// timeSlider lets the pointer and the arrows choose the GC point shown.
func timeSlider(c *canvas, a *axis, chart box) {
	s := &c.model.State
	ctl := c.control("time/slider", chart.inset(-8, -4), slidable, Item{Kind: "slider", Text: "GC point",
		Value: fmt.Sprintf("%d of %d", s.Point+1, s.Points)})
	under := a.nearest(float64((ctl.at.x - chart.x) / chart.w))
	hovered := -1
	if ctl.hover || ctl.pressed {
		hovered = under
		c.vline(a.x(chart, under), chart.y-4, chart.h+4, 1, c.edge)
	}
	if hovered != c.local.timeHover {
		c.local.timeHover, c.again = hovered, true
	}
	wanted := s.Point
	if ctl.dragged {
		wanted = under
	}
	for _, k := range ctl.keys {
		wanted = stepPoint(wanted, k, s.Points)
	}
	if wanted != s.Point {
		c.do(city.GoTo{Point: wanted})
	}
	c.ring(ctl, chart.inset(-4, -4), 4)
	x := a.x(chart, s.Point)
	c.vline(x, chart.y-4, chart.h+4, 2, c.head)
	c.fill(box{x - 5, chart.y - 6, 10, 10}, 5, c.head)
	c.fill(box{x - 2, chart.y - 3, 4, 4}, 2, c.card)
}

func stepPoint(at int, k key.Name, points int) int {
	page := max(points/10, 2)
	switch k {
	case key.NameLeftArrow, key.NameDownArrow:
		at--
	case key.NameRightArrow, key.NameUpArrow:
		at++
	case key.NamePageDown:
		at -= page
	case key.NamePageUp:
		at += page
	case key.NameHome:
		at = 0
	case key.NameEnd:
		at = points - 1
	}
	return min(max(at, 0), max(points-1, 0))
}

// windowHandle is one end of the window.
func windowHandle(c *canvas, a *axis, chart box, end string, at int) {
	s := &c.model.State
	if s.Points < 3 {
		return
	}
	x := a.x(chart, at)
	grip := box{x - 4, chart.midY() - 11, 8, 22}
	name := "first"
	if end == "to" {
		name = "last"
	}
	ctl := c.control("time/"+end, grip.inset(-3, -3), slidable, Item{Kind: "slider", Text: "Window, " + name + " point",
		Value: fmt.Sprintf("%d of %d", at+1, s.Points), Hint: "Drag to choose the " + name + " GC point of the window that growth is taken from"})
	stack := clip.Rect(c.rect(grip.inset(-3, -3))).Push(c.ops)
	pointer.CursorColResize.Add(c.ops)
	stack.Pop()
	wanted := at
	if ctl.dragged {
		wanted = a.nearest(float64((ctl.at.x - chart.x) / chart.w))
	}
	for _, k := range ctl.keys {
		wanted = stepPoint(wanted, k, s.Points)
	}
	w := s.Window
	if end == "from" {
		w.From = min(wanted, w.To-1)
	} else {
		w.To = max(wanted, w.From+1)
	}
	if w != s.Window && (ctl.dragged || len(ctl.keys) > 0) {
		c.do(city.SetWindow{Window: w})
	}
	col := c.accent
	if ctl.hover || ctl.pressed {
		col = mixed(c.accent, c.head, 0.25)
	}
	c.vline(x, chart.y-4, chart.h+4, 1.5, faded(col, 0.7))
	c.fill(grip, 4, col)
	drawGrip(c, grip, c.on)
	c.ring(ctl, grip, 4)
}

func drawGrip(c *canvas, grip box, col color.NRGBA) {
	c.vline(grip.midX(), grip.midY()-5, 10, 1, faded(col, 0.85))
}
