package widget

import (
	"math"

	"gioui.org/io/event"
	"gioui.org/io/key"
	"gioui.org/io/pointer"
	"gioui.org/op/clip"

	"memcity/render/ui/canvas"
)

// Span is the visible part of the time, 0 … 1; the zero span is all of it.
type Span struct{ From, To float64 }

func (v Span) Whole() bool { return v == Span{} }

func (v Span) Width() float64 {
	if v.Whole() {
		return 1
	}
	return v.To - v.From
}

// Moved returns v moved by a distance, clamped.
func (v Span) Moved(by float64) Span {
	w := v.Width()
	if w >= 1 {
		return Span{}
	}
	from := min(max(v.From+by, 0), 1-w)
	return Span{from, from + w}
}

// Scaled returns v scaled by factor, at least least wide. The position at, as a fraction of it, stays in place.
func (v Span) Scaled(at, factor, least float64) Span {
	w := v.Width()
	next := min(max(w*factor, least), 1)
	if next >= 1 {
		return Span{}
	}
	return Span{v.From, v.From + next}.Moved(at * (w - next))
}

// leastSpan returns the minimum span, where the two closest points are visible.
func (a *Axis) leastSpan() float64 {
	gap := 1.0
	for i := 1; i < len(a.At); i++ {
		if d := a.At[i] - a.At[i-1]; d > 0 {
			gap = min(gap, d)
		}
	}
	return min(max(2*gap, 1e-4), 1)
}

// zoomFactor is the zoom factor of one notch of the wheel.
const zoomFactor = 1.25

// ZoomTime applies the zoom to the axis. The zoom resets with another recording, and follows the current GC point.
func (c *Canvas) ZoomTime(a *Axis) {
	if c.timeOf != c.Model.Name {
		c.timeOf, c.TimeShown = c.Model.Name, Span{}
	}
	point := c.Model.State.Point
	moved := point != c.timePoint
	c.timePoint = point
	if moved && !c.TimeShown.Whole() && point >= 0 && point < len(a.At) {
		const room = 0.1
		switch at, w := a.At[point], c.TimeShown.Width(); {
		case at > c.TimeShown.To:
			c.TimeShown = c.TimeShown.Moved(at - room*w - c.TimeShown.From)
		case at < c.TimeShown.From:
			c.TimeShown = c.TimeShown.Moved(at + room*w - c.TimeShown.To)
		}
	}
	before := c.TimeShown
	c.takeZoom(a)
	c.Again = c.Again || c.TimeShown != before // the button that ends zooming has appeared or disappeared
	a.Zoom(c.TimeShown)
}

// RevealPoint moves the visible part of the time to the current GC point.
func (c *Canvas) RevealPoint() { c.timePoint, c.Again = -1, true }

// takeZoom handles the wheel over the chart: it zooms at the pointer, or pans with Shift.
func (c *Canvas) takeZoom(a *Axis) {
	z := &c.timeZoom
	const far = 1 << 20
	for {
		e, ok := c.Source.Event(pointer.Filter{Target: z, Kinds: pointer.Scroll, ScrollY: pointer.ScrollRange{Min: -far, Max: far}})
		if !ok {
			return
		}
		p, ok := e.(pointer.Event)
		if !ok || z.chart.W <= 0 {
			continue
		}
		notches := float64(p.Scroll.Y / (WheelStep * c.Scale))
		if p.Modifiers.Contain(key.ModShift) {
			c.TimeShown = c.TimeShown.Moved(notches * 0.1 * c.TimeShown.Width())
			continue
		}
		at := Share(p.Position.X/c.Scale, z.chart.X, z.chart.W)
		c.TimeShown = c.TimeShown.Scaled(at, math.Pow(zoomFactor, notches), a.leastSpan())
	}
}

// timeZoom is the area where the wheel zooms. Its address is the Gio tag.
type timeZoom struct{ chart canvas.Box }

// WheelZoom draws the content of the chart and enables zooming there.
func (c *Canvas) WheelZoom(chart canvas.Box, draw func()) {
	c.timeZoom.chart = chart
	r := c.Rect(chart.Inset(-12, -9))
	stack := clip.Rect(r).Push(c.Ops)
	event.Op(c.Ops, &c.timeZoom)
	draw()
	stack.Pop()
}
