package inspector

import (
	"fmt"

	"memcity/city/scene"
	"memcity/render/ui/canvas"
	"memcity/render/ui/model"
	"memcity/render/ui/part"
	"memcity/render/ui/place"
	"memcity/render/ui/widget"
	"memcity/words"
)

func DrawInspector(c *widget.Canvas, b canvas.Box) {
	several := len(c.Model.Selections) > 1
	g := c.Model.Selection
	low := b.H < lowInspector && c.Sides().Over == model.Inspector || b.H < lowInspector/2
	inner := b.Inset(place.Padding, 0)
	inner.CutTop(8)
	switch {
	case several:
		head := inner.CutTop(28)
		drawCorner(c, &head, low)
		c.Text(head, canvas.Title, canvas.Left, c.Theme.Text, words.Count(int64(len(c.Model.Selections)))+" groups")
		c.Text(inner.CutTop(18), canvas.Small, canvas.Left, c.Dim, severalText(c.Model.Selections))
	case low:
		head := inner.CutTop(28)
		drawCorner(c, &head, low)
		part.Chip(c, head.CutLeft(13).Middle(13), 3, part.ShownColor(g))
		head.CutLeft(8)
		c.Name(head, canvas.Title, canvas.Left, c.Theme.Text, g.Name())
	default:
		drawTitle(c, &inner, g)
	}
	if !low {
		inner.CutTop(4)
		drawButtons(c, inner.CutTop(buttonHeight))
	}
	inner.CutTop(6)
	above := b.H - inner.H
	inner.CutBottom(10)
	used := float32(0)
	c.Scroll("inspector", inner, func(content canvas.Box) float32 {
		if used = 0; several {
			used = severalRows(c, content)
		} else {
			used = inspectorRows(c, content, g)
		}
		return used
	})
	c.Want(0, above+used+10)
	widget.DrawEdge(c, b, "the inspector")
}

// lowInspector is the height in dp below which the heading of an inspector over the whole area is one line.
const lowInspector = 260

// drawTitle draws the name of a group in up to two lines, with its kind and place below.
func drawTitle(c *widget.Canvas, b *canvas.Box, g *model.Group) {
	const step = 20
	corner := b.WithHeight(28)
	drawCorner(c, &corner, false)
	b.CutTop(4)
	chip := float32(13 + 8)
	if g.Hidden {
		chip = 0
	}
	lines := c.NameLines(canvas.Title, corner.W-chip, g.Name())
	name := b.CutTop(step * float32(max(len(lines), 1))).WithWidth(corner.W)
	ink := part.SourceRow(c, "inspector/name", name, g.Name(),
		model.Item{Text: "Name", Value: g.Name(), Hint: words.OneLine(g.FullName())}, c.Theme.Text)
	if !g.Hidden {
		part.Chip(c, name.CutLeft(13).WithHeight(step).Middle(13), 3, part.ShownColor(g))
		name.CutLeft(8)
	}
	for i, l := range lines {
		c.Draw(canvas.Rect(name.X, name.Y+step*float32(i), name.W, step), canvas.Title, canvas.Left, ink, l)
	}
	c.ListText(name, g.Name())
	where := b.CutTop(18)
	where.CutLeft(c.Text(where, canvas.Small, canvas.Left, c.Dim, g.Role()))
	if in := g.Where(); in != "" {
		c.Name(where, canvas.Small, canvas.Left, c.Dim, " "+in)
	}
}

func inspectorRows(c *widget.Canvas, b canvas.Box, g *model.Group) float32 {
	top := b.Y
	b.H = 1e7
	if g.Pods != nil {
		part.DrawPods(c, &b, g.Pods)
		b.CutTop(10)
	}
	part.DrawFacts(c, &b, part.Facts(&c.Model, g))
	b.CutTop(8)
	part.DrawNote(c, &b, g)
	b.CutTop(10)
	if len(g.History) > 1 && len(g.History) == len(c.Model.Points) {
		part.DrawHistory(c, b.CutTop(64), g)
		b.CutTop(8)
	}
	switch {
	case g.Building:
		part.DrawMarks(c, b.CutTop(26), g)
		b.CutTop(10)
		drawReferences(c, &b, &model.Links{In: g.In, Out: g.Out, NotShown: g.NotShown, NoReferences: g.NoReferences})
	case g.Hidden:
		drawHidden(c, &b, g)
	default:
		text := "A district counts each object inside once. Select a building to see references."
		if c.Model.Legend.Routes != nil {
			text = "A district counts each object inside once. Routes that cross its border or stay inside are shown."
		}
		b.CutTop(c.Paragraph(b, canvas.Small, c.Dim, text))
		if g.Block != nil {
			drawBlock(c, &b, g.Block)
		}
	}
	return b.Y - top
}

// drawBlock describes the groups that a district leaves out, and offers to show them.
func drawBlock(c *widget.Canvas, b *canvas.Box, block *model.Block) {
	b.CutTop(6)
	b.CutTop(c.Paragraph(*b, canvas.Small, c.Dim, fmt.Sprintf("Its low block holds %s: %s.",
		words.Plural(int64(block.Groups), "smaller group", "smaller groups"), words.Sized(block.Objects, block.Bytes))))
	b.CutTop(6)
	drawShow(c, b, fmt.Sprintf("Show all: the %s largest groups", words.Count(int64(block.Needs))), block.Needs)
}

// drawShow draws a button that shows more groups per district.
func drawShow(c *widget.Canvas, b *canvas.Box, text string, children int) {
	if c.Button("inspector/show", b.CutTop(28), widget.ButtonOptions{Text: text, Look: widget.Chosen,
		Hint: "Show more groups in each district, as in the settings; Ctrl+Z undoes it"}) {
		c.Set("", func(s *scene.Settings) { s.Children = children })
	}
}

// drawReferences lists the incoming and outgoing references of the selection.
func drawReferences(c *widget.Canvas, b *canvas.Box, l *model.Links) {
	if l.NoReferences {
		text := "This recording has no references between groups."
		if c.Model.OnlyCounted() {
			text = model.CountedHere
		}
		b.CutTop(c.Paragraph(*b, canvas.Small, c.Dim, text))
		return
	}
	part.DrawLinks(c, b, "in", "Incoming references", l.In, l.NotShown.In)
	b.CutTop(8)
	part.DrawLinks(c, b, "out", "Outgoing references", l.Out, l.NotShown.Out)
	if n := int64(l.NotShown.Groups); n > 0 {
		b.CutTop(4)
		text := words.Plural(n, "more group", "more groups") + " without a building "
		if n == 1 {
			text += "has references to or from this group"
		} else {
			text += "have references to or from this group"
		}
		b.CutTop(c.Paragraph(*b, canvas.Small, c.Dim, text))
	}
	if l.Within > 0 {
		b.CutTop(4)
		b.CutTop(c.Paragraph(*b, canvas.Small, c.Dim,
			words.Plural(int64(l.Within), "reference", "references")+" between the selected groups not listed"))
	}
}

// drawHidden explains why a group has no plot, and offers to give it one.
func drawHidden(c *widget.Canvas, b *canvas.Box, g *model.Group) {
	text := "Not shown in the city: too small compared with the other groups of its district."
	if g.Block != nil {
		text = fmt.Sprintf("Too small for a building of its own: it is part of the low block %q.", g.Block.Name)
	}
	if g.Needs <= 0 {
		text = "Not shown in the city: it is empty at every GC point of the window."
	}
	b.CutTop(c.Paragraph(*b, canvas.Small, c.Dim, text))
	if g.Needs <= 0 {
		return
	}
	b.CutTop(6)
	drawShow(c, b, fmt.Sprintf("Show it: the %s largest groups", words.Count(int64(g.Needs))), g.Needs)
}
