package timeline

import (
	"fmt"

	statepkg "memcity/city/state"
	"memcity/city/trees"
	"memcity/render/ui/canvas"
	"memcity/render/ui/model"
	"memcity/render/ui/part"
	"memcity/render/ui/widget"
	"memcity/words"
)

// drawOnePoint draws the time bar of a recording with one GC point: its totals, how to get a series, and the content of the heap.
func drawOnePoint(c *widget.Canvas, b canvas.Box) {
	p := c.Model.Points[0]
	row := b
	if !c.BareTime() {
		b.CutTop(7)
		row = b.CutTop(32)
	}
	choice := part.CutUnitSwitch(c, &row)
	w := c.Text(row, canvas.Heading, canvas.Left, c.Theme.Text, "1 GC point")
	row.CutLeft(w + 2)
	objects, bytes := part.Totals(&c.Model, p)
	facts := []string{c.Model.Moment(p.Time), objects, bytes}
	if p.Time == 0 {
		facts = facts[1:]
	}
	if c.BareTime() {
		facts = append(facts, "only one GC point")
	}
	for _, fact := range facts {
		if need := c.Width(canvas.Body, "  ·  "+fact); need <= row.W {
			c.Text(row, canvas.Body, canvas.Left, c.Dim, "  ·  "+fact)
			row.CutLeft(need)
		}
	}
	part.DrawUnitSwitch(c, choice)
	if c.BareTime() {
		return
	}
	b.CutBottom(10)
	b.CutTop(c.Paragraph(canvas.Rect(b.X, b.Y, b.W, canvas.LineHeight(canvas.Small)), canvas.SmallB, c.Theme.Text, words.OnePointText))
	how := words.OnePointHow(c.Model.Format)
	h := c.ParagraphHeight(b.W, canvas.Small, how)
	if h > b.H {
		return
	}
	b.CutTop(c.Paragraph(canvas.Rect(b.X, b.Y, b.W, h), canvas.Small, c.Dim, how))
	b.CutTop(5)
	if b.H >= 18 {
		drawSlices(c, b.WithHeight(min(b.H, 26)))
	}
}

// drawSlices draws the content of the heap as a bar. Each part selects its building.
func drawSlices(c *widget.Canvas, b canvas.Box) {
	m := &c.Model
	unit := m.State.Settings.Unit
	whole := m.Now().Value(unit)
	if whole <= 0 {
		c.Text(b, canvas.Small, canvas.Left, c.Dim, "There are no objects.")
		return
	}
	c.Fill(b, 4, c.Raised)
	rest := b
	others := whole
	for i, s := range m.Slices {
		w := b.W * float32(float64(s.Value)/float64(whole))
		if w < 3 || w > rest.W {
			break
		}
		others -= s.Value
		drawSlice(c, rest.CutLeft(w).Inset(1, 0), &m.Slices[i], whole, unit)
	}
	if words := "all others, " + words.Percent(others, whole); others > 0 && c.Width(canvas.Small, words)+12 < rest.W {
		c.Text(rest.Inset(6, 0), canvas.Small, canvas.Left, c.Dim, words)
	}
}

func drawSlice(c *widget.Canvas, cell canvas.Box, s *model.Slice, whole int64, unit trees.Unit) {
	share := words.Percent(s.Value, whole)
	ctl := c.Control("time/slice/"+s.Key, cell, widget.Pressable, model.Item{Kind: "button", Text: "Largest: " + s.Name, Value: share,
		Hint: fmt.Sprintf("%s: %s, %s of all", words.OneLine(s.Name), words.Amount(unit, s.Value), share)})
	ground := c.Wash
	if ctl.Hover {
		ground = canvas.Mixed(ground, c.Theme.Hover, 0.6)
	}
	c.Fill(cell, 3, ground)
	inner := cell.Inset(6, 0)
	if inner.W > 30 {
		if words := s.Name + "  " + share; c.Width(canvas.Small, words) <= inner.W {
			c.Text(inner, canvas.Small, canvas.Left, c.Theme.Text, words)
		} else {
			c.Name(inner, canvas.Small, canvas.Left, c.Theme.Text, s.Name)
		}
	}
	c.Ring(ctl, cell, 3)
	if ctl.Clicked {
		c.Do(statepkg.Select{Key: s.Key})
	}
}
