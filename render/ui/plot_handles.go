package ui

import (
	"gioui.org/io/pointer"
	"gioui.org/op/clip"
)

// plotHandles draws the ends of the stretch that is chosen, which can be moved.
func (c *canvas) plotHandles(p *plot, l *plotLocal, r plotRoom, act *plotAct) {
	if l.draft.any() {
		c.plotStretch(p, r, l.draft, true)
		return
	}
	if p.chooses == "" || !p.chosen.any() {
		return
	}
	shown := p.chosen
	if l.moving.any() {
		shown = l.moving
	}
	c.plotStretch(p, r, shown, false)
	c.plotHandle(p, l, r, false, act)
	c.plotHandle(p, l, r, true, act)
}

// plotStretch shades what lies outside a stretch of time.
func (c *canvas) plotStretch(p *plot, r plotRoom, s plotSpan, fresh bool) {
	chart := r.chart
	from := min(max(p.time.x(chart, s.from), chart.x), chart.right())
	to := min(max(p.time.x(chart, s.to), chart.x), chart.right())
	veil := faded(c.card, 0.55)
	c.fill(box{chart.x, chart.y, from - chart.x, chart.h}, 0, veil)
	c.fill(box{to, chart.y, chart.right() - to, chart.h}, 0, veil)
	if fresh {
		c.fill(box{from, chart.y, to - from, chart.h}, 0, faded(c.accent, 0.14))
	}
	for _, x := range []float32{from, to} {
		c.vline(x, chart.y, chart.h, 1.5, faded(c.accent, 0.8))
	}
}

// plotHandle is one end of the stretch chosen.
func (c *canvas) plotHandle(p *plot, l *plotLocal, r plotRoom, end bool, act *plotAct) {
	chart, at, name := r.chart, p.chosen.from, "first"
	if end {
		at, name = p.chosen.to, "last"
	}
	if l.moving.any() {
		if at = l.moving.from; end {
			at = l.moving.to
		}
	}
	x := p.time.x(chart, at)
	if x < chart.x-1 || x > chart.right()+1 {
		return
	}
	grip := box{x - 8, chart.midY() - 12, 8, 24} // outside, so that both can be held however short the stretch is
	if end {
		grip.x = x
	}
	ctl := c.control(p.id+"/"+name, grip.grown(1, 3), slidable, Item{Kind: "slider", Text: p.chooses + ", " + name + " moment",
		Value: p.time.exactTime(at, chart.w), Hint: "Drag, or press ← and →, to move this end"})
	stack := clip.Rect(c.rect(grip.grown(1, 3))).Push(c.ops)
	pointer.CursorColResize.Add(c.ops)
	stack.Pop()
	wanted := at
	if ctl.dragged && ctl.pressed {
		wanted = p.time.at(chart, ctl.at.x)
	}
	for _, k := range ctl.keys {
		wanted = p.stepKey(wanted, k)
	}
	s := p.chosen
	if l.moving.any() {
		s = l.moving
	}
	if end {
		s.to = max(wanted, s.from+1)
	} else {
		s.from = min(wanted, s.to-1)
	}
	switch {
	case len(ctl.keys) > 0 && s != p.chosen:
		act.chosen, act.drag = s, p.id+"/"+name
		p.time.reveal(wanted)
		c.again = true
	case ctl.pressed && ctl.dragged && wanted != at:
		l.moving, c.again = s, true
	case ctl.released && l.moving.any():
		act.chosen = l.moving
		l.moving, c.again = plotSpan{}, true
	}
	col := c.accent
	if ctl.hover || ctl.pressed {
		col = mixed(c.accent, c.head, 0.25)
	}
	c.fill(grip, 4, col)
	drawGrip(c, grip, c.on)
	c.ring(ctl, grip, 4)
}
