package widget

import (
	"image/color"
	"math"
	"time"

	"memcity/render/ui/canvas"
	"memcity/render/ui/place"
)

// pointer draws the parts that follow the pointer, the cursor and the playhead.
func (g *plotPainter) pointer(l *plotLocal) {
	c, p, r := g.Canvas, g.plot, &g.room
	t := p.Time
	if p.Headed {
		if x := t.X(r.Chart, p.Head); inReach(x, r.Chart) {
			top := r.Chart.Y
			c.Vline(x, top, r.Chart.H, 2, c.Head)
			c.Fill(canvas.Rect(x-5, top-5, 10, 10), 5, c.Head)
			c.Fill(canvas.Rect(x-2, top-2, 4, 4), 2, c.Card)
		}
	}
	at, known := t.hover, t.Hovering && l.doing != plotPanning
	if !known && t.Resting && c.ByKey {
		at, known = t.Cursor, true
	}
	if t.Resting {
		if x := t.X(r.Chart, t.Cursor); inReach(x, r.Chart) {
			c.Vline(x, r.Chart.Y, r.Chart.H, 1, c.Link)
		}
	}
	if !known {
		return
	}
	x := t.X(r.Chart, at)
	if !inReach(x, r.Chart) {
		return
	}
	if t.Hovering {
		c.Vline(x, r.all.Y, r.all.H, 1, c.Edge)
	}
	focused := c.Controls[p.Id] != nil && c.Controls[p.Id].Focus
	if l.hovered || !t.Hovering && focused || l.doing == plotChoosing {
		g.note(p.noteAt(at, r.Chart.W), x)
	}
}

func inReach(x float32, chart canvas.Box) bool { return x >= chart.X-1 && x <= chart.Right()+1 }

// noteAt returns the tooltip for a time.
func (p *Plot) noteAt(at time.Duration, width float32) PlotNote {
	if p.Note != nil {
		return p.Note(at)
	}
	n := PlotNote{Head: p.Time.ExactTime(at, width)}
	for i := len(p.Lines) - 1; i >= 0; i-- { // in the order of stacked areas
		l := &p.Lines[i]
		if k := NearestTime(l.Times, at); !l.Unheard && k >= 0 && k < len(l.Values) && !math.IsNaN(l.Values[k]) {
			n.Facts = append(n.Facts, PlotFact{l.Color, l.Name, p.text(l.own(k))})
		}
	}
	return n
}

// note draws a tooltip beside a position in the chart.
func (g *plotPainter) note(n PlotNote, x float32) {
	c, all := g.Canvas, g.room.all
	const row, pad, mark, gap = 17, 8, 12, 14
	names, values := float32(0), float32(0)
	for _, f := range n.Facts {
		names, values = max(names, min(c.Width(canvas.Small, f.Name)+mark, 220)), max(values, c.Width(canvas.SmallB, f.Value))
	}
	w := max(names+gap+values, c.Width(canvas.SmallB, n.Head)) + 2*pad
	facts := n.Facts
	if room := int((all.H - 2*pad) / row); len(facts)+1 > room {
		facts = facts[:max(room-1, 0)]
	}
	h := row*float32(len(facts)+1) + 2*pad - 4
	if w > all.W-8 || h > all.H {
		return
	}
	card := canvas.Rect(x+12, g.room.Chart.Y+4, w, h)
	if card.Bottom() > all.Bottom() {
		card.Y = all.Bottom() - h
	}
	if card.Right() > all.Right() {
		card.X = x - 12 - w
	}
	if card.X < all.X {
		card.X = all.Right() - w
	}
	c.Fill(Grown(card, 1, 1), place.CtlRadius+1, c.Edge)
	c.Fill(card, place.CtlRadius, c.Card)
	inner := card.Inset(pad, pad-2)
	c.Text(inner.CutTop(row), canvas.SmallB, canvas.Left, c.Theme.Text, n.Head)
	for _, f := range facts {
		line := inner.CutTop(row)
		if f.Color != (color.NRGBA{}) {
			c.Fill(line.CutLeft(mark).Centered(8, 8).Moved(-2, 0), 2, f.Color)
		}
		c.Text(line.CutRight(values+1), canvas.SmallB, canvas.Right, c.Theme.Text, f.Value)
		c.Text(line, canvas.Small, canvas.Left, c.Dim, f.Name)
	}
}

// PlotLegend draws the names of lines in one row, as many as fit, and returns the width used.
func (c *Canvas) PlotLegend(b canvas.Box, lines []PlotLine) float32 {
	const mark, gap = 14, 14
	whole := b.W
	for i := range lines {
		l := &lines[i]
		w := c.Width(canvas.Small, l.Name)
		if l.Name == "" || mark+w > b.W {
			continue
		}
		cell := b.CutLeft(mark + w + gap)
		c.lineMark(cell.CutLeft(mark).Middle(10), l)
		c.Text(cell, canvas.Small, canvas.Left, c.Dim, l.Name)
	}
	return whole - b.W
}

// lineMark draws a small sample of a line.
func (c *Canvas) lineMark(b canvas.Box, l *PlotLine) {
	switch {
	case l.Area && l.floor != nil:
		c.Fill(b.Centered(9, 9).Moved(-2, 0), 2, l.Color)
	case l.Dashed:
		c.Hline(b.X, b.MidY()-1, 4, 2, l.Color)
		c.Hline(b.X+6, b.MidY()-1, 4, 2, l.Color)
	default:
		c.Hline(b.X, b.MidY()-1, 10, 2, l.Color)
	}
}
