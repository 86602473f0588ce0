package inspector

import (
	"fmt"

	"memcity/assets/help"
	"memcity/city/scene"
	"memcity/city/state"
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
	head := inner.CutTop(28)
	buttons := inspectorButtonsRoom(c, &head)
	switch {
	case several:
		c.Text(head, canvas.Title, canvas.Left, c.Theme.Text, words.Count(int64(len(c.Model.Selections)))+" groups")
	case low:
		part.Chip(c, head.CutLeft(13).Middle(13), 3, part.ShownColor(g))
		head.CutLeft(8)
		c.Name(head, canvas.Title, canvas.Left, c.Theme.Text, g.Name())
	default:
		c.Text(head, canvas.Small, canvas.Left, c.Dim, g.Role())
	}
	drawInspectorButtons(c, buttons)
	switch {
	case several:
		c.Text(inner.CutTop(18), canvas.Small, canvas.Left, c.Dim, severalText(c.Model.Selections))
	case !low:
		inner.CutTop(2)
		drawInspectorTitle(c, &inner, g)
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

// lowInspector is the height of an inspector over the whole body, in dp, below which its heading is one line.
const lowInspector = 260

// drawInspectorTitle draws the name of a group in up to two lines, and below it where the group is.
func drawInspectorTitle(c *widget.Canvas, b *canvas.Box, g *model.Group) {
	const step = 20
	chip := float32(13 + 8)
	if g.Hidden {
		chip = 0
	}
	lines := c.NameLines(canvas.Title, b.W-chip, g.Name())
	name := b.CutTop(step * float32(max(len(lines), 1)))
	c.Explain("inspector/name", name, "Name", g.Name(), words.OneLine(g.FullName()))
	if !g.Hidden {
		part.Chip(c, name.CutLeft(13).WithHeight(step).Middle(13), 3, part.ShownColor(g))
		name.CutLeft(8)
	}
	for i, l := range lines {
		c.Draw(canvas.Rect(name.X, name.Y+step*float32(i), name.W, step), canvas.Title, canvas.Left, c.Theme.Text, l)
	}
	c.ListText(name, g.Name())
	if where := g.Where(); where != "" {
		c.Name(b.CutTop(18), canvas.Small, canvas.Left, c.Dim, where)
	}
}

const inspectorButtons = 8

func inspectorButtonsRoom(c *widget.Canvas, head *canvas.Box) canvas.Box {
	n := float32(inspectorButtons)
	if watches(c) {
		n++
	}
	return head.CutRight(27 * n)
}

// watches reports whether rules can be added for what is shown.
func watches(c *widget.Canvas) bool {
	l := c.Model.Live
	return l != nil && l.Shown && !l.Ended()
}

// drawInspectorButtons draws what can be done with the selection.
func drawInspectorButtons(c *widget.Canvas, row canvas.Box) {
	m := &c.Model
	button := func(id, icon, name, hint string, look widget.Look, value string) bool {
		cell := row.CutLeft(27).Centered(26, 26).Moved(5, 0)
		return c.Button("inspector/"+id, cell, widget.ButtonOptions{Icon: icon, Name: name, Hint: hint, Look: look, Value: value})
	}
	if watches(c) && button("watch", "bell", "Notify me when…",
		"Notify me when it has more than a number of objects or bytes, or grows fast", widget.Plain, "") {
		c.Announce(part.WatchGroup{})
		if !m.RulesOpen {
			c.Emit(model.ToggleRules)
		}
	}
	look, value, hint := widget.Plain, "", "Show only this and the groups it has references to or from (I)"
	if m.State.Isolated {
		look, value, hint = widget.Chosen, "on", "Show everything again (I)"
	}
	if button("isolate", "isolate", "Isolate", hint, look, value) {
		c.Do(state.ToggleIsolate{})
	}
	part.DrawOutButton(c, row.CutLeft(27).Centered(26, 26).Moved(5, 0))
	if button("focus", "focus", "Focus", "Fly there (F)", widget.Plain, "") {
		c.Emit(model.FocusSelection)
	}
	if button("budget", "gauge", "Set a budget…", "A maximum number of objects or bytes for this group, which glows above it",
		widget.Plain, "") {
		c.Announce(part.BudgetGroup{Group: m.Selection})
	}
	if button("copy", "copy", "Copy", "Copy this panel as text", widget.Plain, "") {
		c.Emit(model.CopyText{Text: part.SelectionText(m)})
	}
	if button("manual", "help", "Manual", "What this is: the page of the manual", widget.Plain, "") {
		c.Emit(model.ShowHelp{Page: help.View("inspector")})
	}
	if button("hide", "panel", "Hide", "Hide this panel and keep the selection; Ctrl+. shows it again", widget.Plain, "") {
		c.Emit(model.ToggleInspector)
	}
	if button("close", "close", "Close", "Deselect and close (Esc)", widget.Plain, "") {
		c.Do(state.Select{})
	}
}

func inspectorRows(c *widget.Canvas, b canvas.Box, g *model.Group) float32 {
	top := b.Y
	b.H = 1e7
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
		text := "A district: its numbers count every object in it once. References are shown for buildings."
		if c.Model.Legend.Routes != nil {
			text = "A district: its numbers count every object in it once. The routes are those that cross its border or lie inside."
		}
		b.CutTop(c.Paragraph(b, canvas.Small, c.Dim, text))
		if g.Block != nil {
			drawBlock(c, &b, g.Block)
		}
	}
	return b.Y - top
}

// drawBlock says what a district leaves out, and offers to show it.
func drawBlock(c *widget.Canvas, b *canvas.Box, block *model.Block) {
	b.CutTop(6)
	b.CutTop(c.Paragraph(*b, canvas.Small, c.Dim, fmt.Sprintf("Its low block is %s: %s.",
		words.Plural(int64(block.Groups), "smaller group", "smaller groups"), words.Sized(block.Objects, block.Bytes))))
	b.CutTop(6)
	drawMore(c, b, fmt.Sprintf("Show all: the %s largest groups", words.Count(int64(block.Needs))), block.Needs)
}

// drawMore offers to show more groups in each district.
func drawMore(c *widget.Canvas, b *canvas.Box, text string, children int) {
	if c.Button("inspector/show", b.CutTop(28), widget.ButtonOptions{Text: text, Look: widget.Chosen,
		Hint: "Sets how many groups are shown in each district, as in the settings; Ctrl+Z undoes it"}) {
		c.Set("", func(s *scene.Settings) { s.Children = children })
	}
}

// drawReferences lists what refers to the selection and what it refers to.
func drawReferences(c *widget.Canvas, b *canvas.Box, l *model.Links) {
	if l.NoReferences {
		b.CutTop(c.Paragraph(*b, canvas.Small, c.Dim, "This recording has no references between groups."))
		return
	}
	part.DrawLinks(c, b, "in", "Incoming references", l.In, l.NotShown.In)
	b.CutTop(8)
	part.DrawLinks(c, b, "out", "Outgoing references", l.Out, l.NotShown.Out)
	if n := int64(l.NotShown.Groups); n > 0 {
		b.CutTop(4)
		text := words.Plural(n, "more group", "more groups") + " without a building "
		if n == 1 {
			text += "has references with this"
		} else {
			text += "have references with this"
		}
		b.CutTop(c.Paragraph(*b, canvas.Small, c.Dim, text))
	}
	if l.Within > 0 {
		b.CutTop(4)
		b.CutTop(c.Paragraph(*b, canvas.Small, c.Dim,
			words.Plural(int64(l.Within), "reference", "references")+" between the selected groups are left out"))
	}
}

// drawHidden shows why a group has no plot, and offers to give it one.
func drawHidden(c *widget.Canvas, b *canvas.Box, g *model.Group) {
	text := "Not shown in the city: it is not among the largest groups of its district."
	if g.Block != nil {
		text = fmt.Sprintf("It is not among the largest groups of its district: it stands in the low block %q.", g.Block.Name)
	}
	if g.Needs <= 0 {
		text = "Not shown in the city: it is empty at every GC point of the window."
	}
	b.CutTop(c.Paragraph(*b, canvas.Small, c.Dim, text))
	if g.Needs <= 0 {
		return
	}
	b.CutTop(6)
	drawMore(c, b, fmt.Sprintf("Show it: the %s largest groups", words.Count(int64(g.Needs))), g.Needs)
}
