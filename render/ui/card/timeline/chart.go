package timeline

import (
	"fmt"

	"gioui.org/io/key"
	"gioui.org/io/pointer"
	"gioui.org/op/clip"

	statepkg "memcity/city/state"
	"memcity/city/trees"
	"memcity/render/ui/canvas"
	"memcity/render/ui/model"
	"memcity/render/ui/widget"
	"memcity/words"
)

// drawTimeChart draws the heap over time with its axes, the window and the playhead.
func drawTimeChart(c *widget.Canvas, b canvas.Box) {
	m := &c.Model
	unit := m.State.Settings.Unit
	n := len(m.Points)
	highest := int64(0)
	for _, p := range m.Points {
		highest = max(highest, p.Value(unit))
	}
	lines := widget.Marks(highest, 2)
	if finer := widget.Marks(highest, 3); finer[len(finer)-1] < lines[len(lines)-1] {
		lines = finer
	}
	top := lines[len(lines)-1]
	axisWidth := float32(0)
	for _, v := range lines {
		axisWidth = max(axisWidth, c.Width(canvas.Small, words.ShortAmount(unit, v)))
	}
	scale := b.CutLeft(axisWidth + 8)
	b.CutRight(10)
	labels := b.CutBottom(17)
	chart := b
	chart.CutTop(6)
	for _, v := range lines {
		y := chart.Bottom() - chart.H*float32(float64(v)/float64(top))
		c.Hline(chart.X, y, chart.W, 0, c.Line)
		c.Text(canvas.Rect(scale.X, y-7, axisWidth, 14), canvas.Small, canvas.Right, c.Dim, words.ShortAmount(unit, v))
	}
	if n == 0 || chart.W < 20 {
		return
	}
	a := widget.NewAxis(m.Points)
	a.Clock = trees.Millis(m.Clock)
	c.ZoomTime(&a)
	drawTimeTicks(c, &a, chart, labels)
	points := widget.Curve(chart, &a, func(i int) int64 { return m.Points[i].Value(unit) }, top)
	c.Inside(chart.Inset(-1, -3), func() {
		c.Area(chart, points, 1.6)
		drawCounted(c, &a, chart, top)
	})
	drawWindow(c, &a, chart)
	drawMarks(c, &a, chart)
	c.WheelZoom(chart, func() {
		timeSlider(c, &a, chart)
		windowHandle(c, &a, chart, "from", m.State.Window.From)
		windowHandle(c, &a, chart, "to", m.State.Window.To)
		drawAway(c, &a, chart)
	})
}

// drawCounted draws a ring at each GC point that has only counts, where the rings are distinguishable.
func drawCounted(c *widget.Canvas, a *widget.Axis, chart canvas.Box, top int64) {
	const radius, apart = 3, 8
	last := float32(-apart)
	for i := a.Lo; i <= a.Hi && i < len(c.Model.Points); i++ {
		p := &c.Model.Points[i]
		x := a.X(chart, i)
		if !p.Counted || !a.Shown(i) || x-last < apart {
			continue
		}
		last = x
		y := chart.Bottom() - chart.H*float32(float64(p.Value(c.Model.State.Settings.Unit))/float64(top))
		ring := canvas.Rect(x-radius, y-radius, 2*radius, 2*radius)
		c.Fill(ring, radius, c.Card)
		c.Frame(ring, radius, 1.4, c.Accent)
	}
}

// drawAway draws an arrow to the current GC point if that is outside the visible time. Pressing it moves there.
func drawAway(c *widget.Canvas, a *widget.Axis, chart canvas.Box) {
	point := c.Model.State.Point
	if point < 0 || point >= len(a.At) || a.Shown(point) {
		return
	}
	place, icon := canvas.Rect(chart.X+2, chart.MidY()-12, 24, 24), "previous"
	if a.At[point] > 0.5 {
		place.X, icon = chart.Right()-26, "next"
	}
	hint := fmt.Sprintf("Scroll back to GC point %s, which is selected", words.Count(int64(point+1)))
	if c.Button("time/away", place, widget.ButtonOptions{Icon: icon, Name: "Selected GC point", Hint: hint, Look: widget.Chosen}) {
		c.RevealPoint()
	}
}

// drawTimeTicks draws a tick for each GC point, if they are distinguishable, and labels below.
func drawTimeTicks(c *widget.Canvas, a *widget.Axis, chart, labels canvas.Box) {
	last := float32(-10)
	for i := a.Lo; i <= a.Hi; i++ {
		x := a.X(chart, i)
		if x-last < 3 || !a.Shown(i) {
			continue
		}
		last = x
		c.Vline(x, chart.Bottom(), 4, 0, c.Edge)
	}
	for _, l := range a.Labels(chart.W, func(s string) float32 { return c.Width(canvas.Small, s) }) {
		w := c.Width(canvas.Small, l.Text)
		x := chart.X + float32(l.At)*chart.W - w/2
		x = min(max(x, labels.X-6), labels.Right()+10-w)
		c.Text(canvas.Rect(x, labels.Y+4, w+1, labels.H-4), canvas.Small, canvas.Left, c.Dim, l.Text)
	}
}

// drawMarks draws a line with text for each mark set during the recording. Texts that do not fit are only in hints.
func drawMarks(c *widget.Canvas, a *widget.Axis, chart canvas.Box) {
	end := chart.X
	for i, mark := range c.Model.Marks {
		at, ok := a.Place(mark.Time)
		if !ok {
			continue
		}
		x := chart.X + float32(at)*chart.W
		c.Vline(x, chart.Y-4, chart.H+4, 0, c.Link)
		text := words.OneLine(mark.Text)
		if w := c.Width(canvas.Small, text); x+3 > end && x+3+w <= chart.Right() {
			c.Text(canvas.Rect(x+3, chart.Y-6, w+1, 14), canvas.Small, canvas.Left, c.Dim, text)
			end = x + 9 + w
		}
		name, hint := "Mark", "Set at "+words.Time(mark.Time)+" while the program was recorded."
		if c.Model.Clock != 0 {
			name, hint = "Release", "First measured at "+c.Model.Moment(mark.Time)+"."
		}
		c.Explain(fmt.Sprintf("time/mark/%d", i), canvas.Rect(x-3, chart.Y-4, 6, 10), name, text, hint)
	}
}

// drawWindow shades everything outside the window.
func drawWindow(c *widget.Canvas, a *widget.Axis, chart canvas.Box) {
	w := c.Model.State.Window
	if w.From <= 0 && w.To >= len(a.At)-1 {
		return
	}
	veil := canvas.Faded(c.Card, 0.62)
	from := min(max(a.X(chart, w.From), chart.X), chart.Right())
	to := min(max(a.X(chart, w.To), chart.X), chart.Right())
	c.Fill(canvas.Rect(chart.X, chart.Y-4, from-chart.X, chart.H+3), 0, veil)
	c.Fill(canvas.Rect(to, chart.Y-4, chart.Right()+2-to, chart.H+3), 0, veil)
}

// timeSlider lets the pointer and the arrow keys choose the GC point.
func timeSlider(c *widget.Canvas, a *widget.Axis, chart canvas.Box) {
	s := &c.Model.State
	ctl := c.Control("time/slider", chart.Inset(-8, -4), widget.Slidable, model.Item{Kind: "slider", Text: "GC point",
		Value: fmt.Sprintf("%d of %d", s.Point+1, s.Points)})
	under := a.NearestShown(float64((ctl.At.X - chart.X) / chart.W))
	hovered := -1
	if ctl.Hover || ctl.Pressed {
		hovered = under
		c.Vline(a.X(chart, under), chart.Y-4, chart.H+4, 1, c.Edge)
	}
	if at := widget.Keep[state](c.Core); at.hover != hovered+1 {
		at.hover, c.Again = hovered+1, true
	}
	if ctl.Double && !c.TimeShown.Whole() {
		c.TimeShown, c.Again = widget.Span{}, true
	}
	wanted := s.Point
	if ctl.Dragged && !ctl.Double {
		wanted = under
	}
	for _, k := range ctl.Keys {
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
		c.Do(statepkg.GoTo{Point: wanted})
	}
	c.Ring(ctl, chart.Inset(-4, -4), 4)
	if !a.Shown(s.Point) {
		return
	}
	x := a.X(chart, s.Point)
	c.Vline(x, chart.Y-4, chart.H+4, 2, c.Head)
	c.Fill(canvas.Rect(x-5, chart.Y-6, 10, 10), 5, c.Head)
	c.Fill(canvas.Rect(x-2, chart.Y-3, 4, 4), 2, c.Card)
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

// windowHandle draws the handle at one end of the window.
func windowHandle(c *widget.Canvas, a *widget.Axis, chart canvas.Box, end string, at int) {
	s := &c.Model.State
	if s.Points < 3 || !a.Shown(at) {
		return
	}
	x := a.X(chart, at)
	grip := canvas.Rect(x-4, chart.MidY()-11, 8, 22)
	name := "first"
	if end == "to" {
		name = "last"
	}
	ctl := c.Control("time/"+end, grip.Inset(-3, -3), widget.Slidable, model.Item{Kind: "slider", Text: "Window, " + name + " point",
		Value: fmt.Sprintf("%d of %d", at+1, s.Points), Hint: "Drag to set the " + name + " GC point of the window, the range used to compute growth"})
	stack := clip.Rect(c.Rect(grip.Inset(-3, -3))).Push(c.Ops)
	pointer.CursorColResize.Add(c.Ops)
	stack.Pop()
	wanted, drag := at, ""
	if ctl.Dragged {
		wanted, drag = a.NearestShown(float64((ctl.At.X-chart.X)/chart.W)), "time/"+end
	}
	for _, k := range ctl.Keys {
		wanted = stepPoint(wanted, k, s.Points)
	}
	w := s.Window
	if end == "from" {
		w.From = min(wanted, w.To-1)
	} else {
		w.To = max(wanted, w.From+1)
	}
	if w != s.Window && (ctl.Dragged || len(ctl.Keys) > 0) {
		c.Do(statepkg.SetWindow{Window: w, Drag: drag})
	}
	col := c.Accent
	if ctl.Hover || ctl.Pressed {
		col = canvas.Mixed(c.Accent, c.Head, 0.25)
	}
	c.Vline(x, chart.Y-4, chart.H+4, 1.5, canvas.Faded(col, 0.7))
	c.Fill(grip, 4, col)
	widget.DrawGrip(c, grip, c.On)
	c.Ring(ctl, grip, 4)
}
