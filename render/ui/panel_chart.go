package ui

import (
	"fmt"
	"image/color"

	"gioui.org/io/key"
	"gioui.org/io/pointer"
	"gioui.org/op/clip"

	"memcity/city"
)

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
	c.zoomTime(&a)
	drawTimeTicks(c, &a, chart, labels)
	points := curve(chart, &a, func(i int) int64 { return m.Points[i].value(metric) }, top)
	c.inside(chart.inset(-1, -3), func() { c.area(chart, points, 1.6) })
	drawWindow(c, &a, chart)
	c.wheelZoom(chart, func() {
		timeSlider(c, &a, chart)
		windowHandle(c, &a, chart, "from", m.State.Window.From)
		windowHandle(c, &a, chart, "to", m.State.Window.To)
		drawAway(c, &a, chart)
	})
}

// drawAway draws, where the GC point shown is out of the time shown, an arrow to it at that edge; a press brings it back.
func drawAway(c *canvas, a *axis, chart box) {
	point := c.model.State.Point
	if point < 0 || point >= len(a.at) || a.shown(point) {
		return
	}
	place, icon := box{chart.x + 2, chart.midY() - 12, 24, 24}, "previous"
	if a.at[point] > 0.5 {
		place.x, icon = chart.right()-26, "next"
	}
	hint := fmt.Sprintf("GC point %s, which is shown, is out of sight: bring it back", Count(int64(point+1)))
	if c.button("time/away", place, buttonOptions{icon: icon, name: "GC point shown", hint: hint, look: chosen}) {
		c.local.viewPoint, c.again = -1, true
	}
}

// drawTimeTicks draws a tick for each GC point, as long as they can be told apart, and labels below.
func drawTimeTicks(c *canvas, a *axis, chart, labels box) {
	last := float32(-10)
	for i := a.lo; i <= a.hi; i++ {
		x := a.x(chart, i)
		if x-last < 3 || !a.shown(i) {
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
	from := min(max(a.x(chart, w.From), chart.x), chart.right())
	to := min(max(a.x(chart, w.To), chart.x), chart.right())
	c.fill(box{chart.x, chart.y - 4, from - chart.x, chart.h + 3}, 0, veil)
	c.fill(box{to, chart.y - 4, chart.right() + 2 - to, chart.h + 3}, 0, veil)
}

// timeSlider lets the pointer and the arrows choose the GC point shown.
func timeSlider(c *canvas, a *axis, chart box) {
	s := &c.model.State
	ctl := c.control("time/slider", chart.inset(-8, -4), slidable, Item{Kind: "slider", Text: "GC point",
		Value: fmt.Sprintf("%d of %d", s.Point+1, s.Points)})
	under := a.nearestShown(float64((ctl.at.x - chart.x) / chart.w))
	hovered := -1
	if ctl.hover || ctl.pressed {
		hovered = under
		c.vline(a.x(chart, under), chart.y-4, chart.h+4, 1, c.edge)
	}
	if hovered != c.local.timeHover {
		c.local.timeHover, c.again = hovered, true
	}
	if ctl.double && !c.local.view.whole() {
		c.local.view, c.again = span{}, true
	}
	wanted := s.Point
	if ctl.dragged && !ctl.double {
		wanted = under
	}
	for _, k := range ctl.keys {
		switch k {
		case key.NameHome:
			wanted = s.First()
		case key.NameEnd:
			wanted = s.Last()
		default:
			wanted = stepPoint(wanted, k, s.Points)
		}
	}
	if wanted != s.Point {
		c.do(city.GoTo{Point: wanted})
	}
	c.ring(ctl, chart.inset(-4, -4), 4)
	if !a.shown(s.Point) {
		return
	}
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
	if s.Points < 3 || !a.shown(at) {
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
	wanted, drag := at, ""
	if ctl.dragged {
		wanted, drag = a.nearestShown(float64((ctl.at.x-chart.x)/chart.w)), "time/"+end
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
		c.do(city.SetWindow{Window: w, Drag: drag})
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
