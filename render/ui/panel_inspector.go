package ui

import (
	"fmt"

	"memcity/assets/help"
	"memcity/city"
)

func drawInspector(c *canvas, b box) {
	several := len(c.model.Selections) > 1
	g := c.model.Selection
	low := b.h < lowInspector && c.sides().Over == Inspector || b.h < lowInspector/2
	inner := b.inset(padding, 0)
	inner.cutTop(8)
	head := inner.cutTop(28)
	buttons := c.inspectorButtonsRoom(&head)
	switch {
	case several:
		c.text(head, title, left, c.theme.text, Count(int64(len(c.model.Selections)))+" groups")
	case low:
		c.chip(head.cutLeft(13).middle(13), 3, g.shownColor())
		head.cutLeft(8)
		c.name(head, title, left, c.theme.text, g.Name())
	default:
		c.text(head, small, left, c.dim, g.role())
	}
	drawInspectorButtons(c, buttons)
	switch {
	case several:
		c.text(inner.cutTop(18), small, left, c.dim, severalText(c.model.Selections))
	case !low:
		inner.cutTop(2)
		drawInspectorTitle(c, &inner, g)
	}
	inner.cutTop(6)
	above := b.h - inner.h
	inner.cutBottom(10)
	used := float32(0)
	c.scroll("inspector", inner, func(content box) float32 {
		if used = 0; several {
			used = severalRows(c, content)
		} else {
			used = inspectorRows(c, content, g)
		}
		return used
	})
	c.want(0, above+used+10)
	drawEdge(c, b, "the inspector")
}

// lowInspector is the height of an inspector over the whole body, in dp, below which its heading is one line.
const lowInspector = 260

// drawInspectorTitle draws the name of a group in up to two lines, and below it where the group is.
func drawInspectorTitle(c *canvas, b *box, g *Group) {
	const step = 20
	chip := float32(13 + 8)
	if g.Hidden {
		chip = 0
	}
	lines := c.nameLines(title, b.w-chip, g.Name())
	name := b.cutTop(step * float32(max(len(lines), 1)))
	c.explain("inspector/name", name, "Name", g.Name(), oneLine(g.fullName()))
	if !g.Hidden {
		c.chip(name.cutLeft(13).withHeight(step).middle(13), 3, g.shownColor())
		name.cutLeft(8)
	}
	for i, l := range lines {
		c.draw(box{name.x, name.y + step*float32(i), name.w, step}, title, left, c.theme.text, l)
	}
	c.tell(name, g.Name())
	if where := g.where(); where != "" {
		c.name(b.cutTop(18), small, left, c.dim, where)
	}
}

const inspectorButtons = 8

func (c *canvas) inspectorButtonsRoom(head *box) box {
	n := float32(inspectorButtons)
	if c.watches() {
		n++
	}
	return head.cutRight(27 * n)
}

// watches reports whether rules can be added for what is shown.
func (c *canvas) watches() bool {
	l := c.model.Live
	return l != nil && l.Shown && !l.ended()
}

// drawInspectorButtons draws what can be done with the selection.
func drawInspectorButtons(c *canvas, row box) {
	m := &c.model
	button := func(id, icon, name, hint string, look look, value string) bool {
		cell := row.cutLeft(27).centered(26, 26).moved(5, 0)
		return c.button("inspector/"+id, cell, buttonOptions{icon: icon, name: name, hint: hint, look: look, value: value})
	}
	if c.watches() && button("watch", "bell", "Tell me when…", "Tell me when it has more than a number of objects or bytes, or grows fast", plain, "") {
		c.leaveRules() // it begins with this group
		if !m.RulesOpen {
			c.emit(ToggleRules)
		}
	}
	look, value, hint := plain, "", "Show this alone, with what it has references with (I)"
	if m.State.Isolated {
		look, value, hint = chosen, "on", "Show everything again (I)"
	}
	if button("isolate", "isolate", "Isolate", hint, look, value) {
		c.do(city.ToggleIsolate{})
	}
	drawOutButton(c, row.cutLeft(27).centered(26, 26).moved(5, 0))
	if button("focus", "focus", "Focus", "Fly there (F)", plain, "") {
		c.emit(FocusSelection)
	}
	if button("budget", "gauge", "Set a budget…", "At most so many objects or bytes of this group: what is over it glows", plain, "") {
		c.startBudget(m.Selection)
	}
	if button("copy", "copy", "Copy", "Copy what is said here as text", plain, "") {
		c.emit(CopyText{SelectionText(m)})
	}
	if button("manual", "help", "Manual", "What this is: the page of the manual", plain, "") {
		c.emit(ShowHelp{help.View("inspector")})
	}
	if button("hide", "panel", "Hide", "Hide this panel and keep the selection; Ctrl+. shows it again", plain, "") {
		c.emit(ToggleInspector)
	}
	if button("close", "close", "Close", "Deselect and close (Esc)", plain, "") {
		c.do(city.Select{})
	}
}

// shownColor is the colour that the group has in the picture.
func (g *Group) shownColor() city.RGB {
	if g.Mark != nil {
		return *g.Mark
	}
	return g.Color
}

// chip paints a sample of a colour of the picture, with a border that shows it on any ground.
func (c *canvas) chip(b box, radius float32, col city.RGB) {
	c.fill(b, radius, solid(col))
	c.frame(b, radius, 1, mixed(solid(col), c.theme.text, 0.35))
}

const rowHeight = 24

func drawFacts(c *canvas, b *box, list []fact) {
	for _, f := range list {
		row := b.cutTop(rowHeight)
		c.explain("inspector/fact/"+f.name, row, f.name, f.value, f.hint)
		c.hline(row.x, row.bottom(), row.w, 0, c.line)
		col := c.theme.text
		if f.name == overBudget {
			col = c.fault
		}
		w := c.text(row, strong, right, col, f.value)
		row.cutRight(w + 8)
		c.text(row, body, left, c.dim, f.fitting(c, body, row.w))
	}
}

func inspectorRows(c *canvas, b box, g *Group) float32 {
	top := b.y
	b.h = 1e7
	drawFacts(c, &b, facts(&c.model, g))
	b.cutTop(8)
	drawNote(c, &b, g)
	b.cutTop(10)
	if len(g.History) > 1 && len(g.History) == len(c.model.Points) {
		drawHistory(c, b.cutTop(64), g)
		b.cutTop(8)
	}
	switch {
	case g.Building:
		drawMarks(c, b.cutTop(26), g)
		b.cutTop(10)
		drawReferences(c, &b, &Links{In: g.In, Out: g.Out, NotShown: g.NotShown, NoReferences: g.NoReferences})
	case g.Hidden:
		drawHidden(c, &b, g)
	default:
		text := "A district: its numbers count every object in it once. References are shown for buildings."
		if c.model.Legend.Routes != nil {
			text = "A district: its numbers count every object in it once. The routes are those that cross its border or lie inside."
		}
		b.cutTop(c.paragraph(b, small, c.dim, text))
	}
	return b.y - top
}

// drawReferences lists what refers to the selection and what it refers to.
func drawReferences(c *canvas, b *box, l *Links) {
	if l.NoReferences {
		b.cutTop(c.paragraph(*b, small, c.dim, "This recording does not tell which groups refer to which."))
		return
	}
	drawLinks(c, b, "in", "Referred to by", l.In, l.NotShown.In)
	b.cutTop(8)
	drawLinks(c, b, "out", "Refers to", l.Out, l.NotShown.Out)
	if n := int64(l.NotShown.Groups); n > 0 {
		b.cutTop(4)
		text := plural(n, "more group", "more groups") + " without a building "
		if n == 1 {
			text += "has references with this"
		} else {
			text += "have references with this"
		}
		b.cutTop(c.paragraph(*b, small, c.dim, text))
	}
	if l.Within > 0 {
		b.cutTop(4)
		b.cutTop(c.paragraph(*b, small, c.dim, plural(int64(l.Within), "reference", "references")+" between the selected groups are left out"))
	}
}

// drawHidden tells why a group has no plot, and offers to give it one.
func drawHidden(c *canvas, b *box, g *Group) {
	text := "Not shown in the city: it is not among the largest groups of its district."
	if g.Needs <= 0 {
		text = "Not shown in the city: it is empty at every GC point of the window."
	}
	b.cutTop(c.paragraph(*b, small, c.dim, text))
	if g.Needs <= 0 {
		return
	}
	b.cutTop(6)
	words := fmt.Sprintf("Show it: the %s largest groups", Count(int64(g.Needs)))
	if c.button("inspector/show", b.cutTop(28), buttonOptions{text: words, look: chosen,
		hint: "Sets how many groups are shown in each district, as in the settings; Ctrl+Z takes it back"}) {
		c.set("", func(s *city.Settings) { s.Children = g.Needs })
	}
}

func drawHistory(c *canvas, b box, g *Group) {
	metric := c.model.State.Settings.Metric
	highest, at := int64(0), 0
	for i, v := range g.History {
		if v.value(metric) > highest {
			highest, at = v.value(metric), i
		}
	}
	words := b.cutTop(16)
	c.explain("inspector/most", words, "Over time", Amount(metric, highest), "The group at every GC point in the metric in force, and the GC point at which it was largest.")
	c.text(words, smallB, left, c.theme.text, "Over time")
	c.text(words, small, right, c.dim, fmt.Sprintf("most %s at %s", ShortAmount(metric, highest), Time(c.model.Points[at].Time)))
	chart := b
	chart.cutTop(6)
	chart.cutBottom(2)
	a := newAxis(c.model.Points)
	c.hline(chart.x, chart.bottom(), chart.w, 0, c.line)
	points := curve(chart, &a, func(i int) int64 { return g.History[i].value(metric) }, max(highest, 1))
	c.area(chart, points, 1.4)
	x := a.x(chart, c.model.State.Point)
	c.vline(x, chart.y-2, chart.h+2, 1.5, c.head)
}

// Marks are the colours that a building can be marked with, chosen to differ from the growth gradients, from those of
// references and selection, and from each other, for colour-blind eyes as well.
var Marks = []city.RGB{{R: 0x5a, G: 0xc1, B: 0xf2}, {R: 0xf4, G: 0xe4, B: 0x2e}, {R: 0xe8, G: 0x5f, B: 0xb4}, {R: 0x2f, G: 0xc4, B: 0xb2}, {R: 0x7a, G: 0x4a, B: 0x2b}}

var markNames = []string{"sky blue", "yellow", "pink", "turquoise", "brown"}

func drawMarks(c *canvas, row box, g *Group) {
	c.text(row.cutLeft(58), body, left, c.dim, "Mark")
	for i, col := range Marks {
		cell := row.cutLeft(28).centered(22, 22)
		on := g.Mark != nil && *g.Mark == col
		value := ""
		if on {
			value = "on"
		}
		ctl := c.control("inspector/mark/"+markNames[i], cell, pressable, Item{Kind: "button", Text: "Mark " + markNames[i], Value: value,
			Hint: "Give the building this colour"})
		c.fill(cell.inset(1, 1), 10, solid(col))
		if on {
			c.frame(cell.inset(-1, -1), 12, 2, c.theme.text)
		} else if ctl.hover {
			c.frame(cell.inset(-1, -1), 12, 1.5, c.edge)
		}
		c.ring(ctl, cell, 11)
		if ctl.clicked {
			m := city.Mark{Key: g.Key, Color: &col}
			if on {
				m.Color = nil
			}
			c.do(m)
		}
	}
	if c.iconButton("inspector/mark/none", row.cutLeft(28).centered(24, 24), "unmark", "No mark", "Take the colour away", g.Mark == nil) {
		c.do(city.Mark{Key: g.Key})
	}
}
