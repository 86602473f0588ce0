package ui

import (
	"math"

	"gioui.org/io/event"
	"gioui.org/io/key"
	"gioui.org/io/pointer"
	"gioui.org/op/clip"
)

// span is the part of the time that is shown, 0 … 1; the zero span is all of it.
type span struct{ from, to float64 }

func (v span) whole() bool { return v == span{} }

func (v span) width() float64 {
	if v.whole() {
		return 1
	}
	return v.to - v.from
}

// moved returns v by a distance later, as far as there is time.
func (v span) moved(by float64) span {
	w := v.width()
	if w >= 1 {
		return span{}
	}
	from := min(max(v.from+by, 0), 1-w)
	return span{from, from + w}
}

// scaled returns v with its width times factor, but not below least; the share at of it keeps its place.
func (v span) scaled(at, factor, least float64) span {
	w := v.width()
	next := min(max(w*factor, least), 1)
	if next >= 1 {
		return span{}
	}
	return span{v.from, v.from + next}.moved(at * (w - next))
}

// leastSpan is how far the time can be zoomed: two points stay in sight where they are closest.
func (a *axis) leastSpan() float64 {
	gap := 1.0
	for i := 1; i < len(a.at); i++ {
		if d := a.at[i] - a.at[i-1]; d > 0 {
			gap = min(gap, d)
		}
	}
	return min(max(2*gap, 1e-4), 1)
}

// zoomFactor is by how much one notch of the wheel changes the time shown.
const zoomFactor = 1.25

// zoomTime applies the zoom to the axis. It ends with the recording, and follows the GC point shown.
func (c *canvas) zoomTime(a *axis) {
	l := &c.local
	if l.viewOf != c.model.Name {
		l.viewOf, l.view = c.model.Name, span{}
	}
	point := c.model.State.Point
	moved := point != l.viewPoint
	l.viewPoint = point
	if moved && !l.view.whole() && point >= 0 && point < len(a.at) {
		const room = 0.1
		switch at, w := a.at[point], l.view.width(); {
		case at > l.view.to:
			l.view = l.view.moved(at - room*w - l.view.from)
		case at < l.view.from:
			l.view = l.view.moved(at + room*w - l.view.to)
		}
	}
	before := l.view
	c.takeZoom(a)
	c.again = c.again || l.view != before // there is, or is no more, a way back to all of the time
	a.zoom(l.view)
}

// takeZoom handles the wheel over the chart: it zooms at the pointer, with Shift it moves in time.
func (c *canvas) takeZoom(a *axis) {
	z := &c.timeZoom
	const far = 1 << 20
	for {
		e, ok := c.source.Event(pointer.Filter{Target: z, Kinds: pointer.Scroll, ScrollY: pointer.ScrollRange{Min: -far, Max: far}})
		if !ok {
			return
		}
		p, ok := e.(pointer.Event)
		if !ok || z.chart.w <= 0 {
			continue
		}
		notches := float64(p.Scroll.Y / (wheelStep * c.scale))
		if p.Modifiers.Contain(key.ModShift) {
			c.local.view = c.local.view.moved(notches * 0.1 * c.local.view.width())
			continue
		}
		at := share(p.Position.X/c.scale, z.chart.x, z.chart.w)
		c.local.view = c.local.view.scaled(at, math.Pow(zoomFactor, notches), a.leastSpan())
	}
}

// timeZoom is the area whose wheel zooms. Its address is Gio's tag.
type timeZoom struct{ chart box }

// wheelZoom draws what lies in the chart, and lets the wheel zoom there.
func (c *canvas) wheelZoom(chart box, draw func()) {
	c.timeZoom.chart = chart
	r := c.rect(chart.inset(-12, -9))
	stack := clip.Rect(r).Push(c.ops)
	event.Op(c.ops, &c.timeZoom)
	draw()
	stack.Pop()
}
