package widget

import (
	"gioui.org/io/pointer"
	"gioui.org/op/clip"

	"memcity/render/ui/canvas"
	"memcity/render/ui/model"
)

// plotHandles draws the handles at the ends of the chosen range.
func (c *Canvas) plotHandles(p *Plot, l *plotLocal, r plotRoom, act *PlotAct) {
	if l.draft.Any() {
		c.plotStretch(p, r, l.draft, true)
		return
	}
	if p.Chooses == "" || !p.Chosen.Any() {
		return
	}
	shown := p.Chosen
	if l.moving.Any() {
		shown = l.moving
	}
	c.plotStretch(p, r, shown, false)
	c.plotHandle(p, l, r, false, act)
	c.plotHandle(p, l, r, true, act)
}

// plotStretch shades everything outside a time range.
func (c *Canvas) plotStretch(p *Plot, r plotRoom, s PlotSpan, fresh bool) {
	chart := r.Chart
	from := min(max(p.Time.X(chart, s.From), chart.X), chart.Right())
	to := min(max(p.Time.X(chart, s.To), chart.X), chart.Right())
	veil := canvas.Faded(c.Card, 0.55)
	c.Fill(canvas.Rect(chart.X, chart.Y, from-chart.X, chart.H), 0, veil)
	c.Fill(canvas.Rect(to, chart.Y, chart.Right()-to, chart.H), 0, veil)
	if fresh {
		c.Fill(canvas.Rect(from, chart.Y, to-from, chart.H), 0, canvas.Faded(c.Accent, 0.14))
	}
	for _, x := range []float32{from, to} {
		c.Vline(x, chart.Y, chart.H, 1.5, canvas.Faded(c.Accent, 0.8))
	}
}

// plotHandle draws the handle at one end of the chosen range.
func (c *Canvas) plotHandle(p *Plot, l *plotLocal, r plotRoom, end bool, act *PlotAct) {
	chart, at, name := r.Chart, p.Chosen.From, "first"
	if end {
		at, name = p.Chosen.To, "last"
	}
	if l.moving.Any() {
		if at = l.moving.From; end {
			at = l.moving.To
		}
	}
	x := p.Time.X(chart, at)
	if x < chart.X-1 || x > chart.Right()+1 {
		return
	}
	grip := canvas.Rect(x-8, chart.MidY()-12, 8, 24) // outside the range, so that both can be grabbed even if it is short
	if end {
		grip.X = x
	}
	ctl := c.Control(p.Id+"/"+name, Grown(grip, 1, 3), Slidable, model.Item{Kind: "slider", Text: p.Chooses + ", " + name + " moment",
		Value: p.Time.ExactTime(at, chart.W), Hint: "Drag, or press ← and →, to move this end"})
	stack := clip.Rect(c.Rect(Grown(grip, 1, 3))).Push(c.Ops)
	pointer.CursorColResize.Add(c.Ops)
	stack.Pop()
	wanted := at
	if ctl.Dragged && ctl.Pressed {
		wanted = p.Time.At(chart, ctl.At.X)
	}
	for _, k := range ctl.Keys {
		wanted = p.stepKey(wanted, k)
	}
	s := p.Chosen
	if l.moving.Any() {
		s = l.moving
	}
	if end {
		s.To = max(wanted, s.From+1)
	} else {
		s.From = min(wanted, s.To-1)
	}
	switch {
	case len(ctl.Keys) > 0 && s != p.Chosen:
		act.Chosen, act.Drag = s, p.Id+"/"+name
		p.Time.reveal(wanted)
		c.Again = true
	case ctl.Pressed && ctl.Dragged && wanted != at:
		l.moving, c.Again = s, true
	case ctl.Released && l.moving.Any():
		act.Chosen = l.moving
		l.moving, c.Again = PlotSpan{}, true
	}
	col := c.Accent
	if ctl.Hover || ctl.Pressed {
		col = canvas.Mixed(c.Accent, c.Head, 0.25)
	}
	c.Fill(grip, 4, col)
	DrawGrip(c, grip, c.On)
	c.Ring(ctl, grip, 4)
}
