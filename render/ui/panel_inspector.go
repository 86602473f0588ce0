package ui

import (
	"fmt"
	"strings"

	"memcity/city"
)

func drawInspector(c *canvas, b box) {
	several := len(c.model.Selections) > 1
	g := c.model.Selection
	inner := b.inset(padding, 0)
	inner.cutTop(10)
	head, where := inner.cutTop(28), inner.cutTop(18)
	drawInspectorButtons(c, &head)
	if several {
		drawSeveralHead(c, head, where)
	} else {
		c.chip(head.cutLeft(13).middle(13), 3, g.shownColor())
		head.cutLeft(8)
		c.name(head, title, left, c.theme.text, g.Name())
		c.name(where, small, left, c.dim, whereText(g))
	}
	inner.cutTop(6)
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
	c.want(0, 10+28+18+6+used+10)
}

// drawInspectorButtons draws what can be done with the selection, at the right of the heading.
func drawInspectorButtons(c *canvas, head *box) {
	m := &c.model
	button := func(id, icon, name, hint string, look look, value string) bool {
		cell := head.cutRight(27).centered(26, 26).moved(5, 0)
		return c.button("inspector/"+id, cell, buttonOptions{icon: icon, name: name, hint: hint, look: look, value: value})
	}
	if button("close", "close", "Close", "Deselect (Esc)", plain, "") {
		c.do(city.Select{})
	}
	if button("copy", "copy", "Copy", "Copy what is said here as text", plain, "") {
		c.emit(CopyText{SelectionText(m)})
	}
	if button("focus", "focus", "Focus", "Fly there (F)", plain, "") {
		c.emit(FocusSelection)
	}
	look, value, hint := plain, "", "Show this alone, with what it has references with"
	if m.State.Isolated {
		look, value, hint = chosen, "on", "Show everything again"
	}
	if button("isolate", "isolate", "Isolate", hint, look, value) {
		c.do(city.ToggleIsolate{})
	}
	head.cutRight(3)
}

// Name returns the last part of the path.
func (g *Group) Name() string {
	if len(g.Path) == 0 {
		return g.Key
	}
	return g.Path[len(g.Path)-1].Name
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

func whereText(g *Group) string {
	if len(g.Path) == 0 {
		return ""
	}
	role := g.Path[len(g.Path)-1].Role
	if role == "" {
		role = "Whole heap"
	}
	var names []string
	for _, p := range g.Path[:len(g.Path)-1] {
		names = append(names, p.Name)
	}
	if len(names) == 0 {
		return role
	}
	return role + "  ·  in " + strings.Join(names, " → ")
}

// fact is one row of numbers.
type fact struct{ name, value string }

func facts(m *Model, g *Group) []fact {
	metric := m.State.Settings.Metric
	total := m.now()
	part, whole := g.Objects, total.Objects
	if metric == city.Bytes {
		part, whole = g.Bytes, total.Bytes
	}
	list := []fact{
		{"Objects", Count(g.Objects)},
		{"Bytes", Size(g.Bytes)},
		{"Share of all " + metric.String(), Percent(part, whole)},
		{"Growth, objects", growthText(city.Objects, g.Objects, g.FirstObjects)},
		{"Growth, bytes", growthText(city.Bytes, g.Bytes, g.FirstBytes)},
	}
	if g.Rank > 0 {
		rank := fmt.Sprintf("%s of %s", Count(int64(g.Rank)), Count(int64(g.Ranked)))
		if g.Solid {
			rank += ", solid"
		}
		list = append(list, fact{"Rank by growth", rank})
	}
	return list
}

// now returns the totals of the GC point shown.
func (m *Model) now() Point {
	if i := m.State.Point; i >= 0 && i < len(m.Points) {
		return m.Points[i]
	}
	return Point{}
}

func growthText(metric city.Metric, now, first int64) string {
	s := Growth(metric, now-first)
	if first > 0 && now != first {
		p := PercentOf(float64(now-first) / float64(first))
		if now > first {
			p = "+" + p
		}
		s += "  (" + p + ")"
	}
	return s
}

const rowHeight = 24

func drawFacts(c *canvas, b *box, list []fact) {
	for _, f := range list {
		row := b.cutTop(rowHeight)
		w := c.text(row, strong, right, c.theme.text, f.value)
		row.cutRight(w + 8)
		c.text(row, body, left, c.dim, f.name)
		c.hline(b.x, row.bottom(), b.w, 0, c.line)
	}
}

func inspectorRows(c *canvas, b box, g *Group) float32 {
	top := b.y
	b.h = 1e7
	drawFacts(c, &b, facts(&c.model, g))
	b.cutTop(8)
	drawNote(c, b.cutTop(28), g)
	b.cutTop(10)
	if len(g.History) > 1 && len(g.History) == len(c.model.Points) {
		drawHistory(c, b.cutTop(64), g)
		b.cutTop(8)
	}
	if g.Building {
		drawMarks(c, b.cutTop(26), g)
		b.cutTop(10)
		if g.NoReferences {
			b.cutTop(c.paragraph(b, small, c.dim, "This recording does not tell which groups refer to which."))
			return b.y - top
		}
		drawLinks(c, &b, "in", "Referred to by", g.In)
		b.cutTop(8)
		drawLinks(c, &b, "out", "Refers to", g.Out)
		if g.NotShown > 0 {
			b.cutTop(4)
			b.cutTop(c.paragraph(b, small, c.dim, plural(int64(g.NotShown), "reference leads", "references lead")+" to groups without a building"))
		}
	} else if g.Hidden {
		b.cutTop(c.paragraph(b, small, c.dim, "Not shown in the city: it is not among the largest groups of its district. Settings, \u201cLargest groups shown in each district\u201d, show more."))
	} else {
		b.cutTop(c.paragraph(b, small, c.dim, "A district: its numbers count every object in it once. References are shown for buildings."))
	}
	return b.y - top
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

// Marks are the colours that a building can be marked with, chosen to differ from the growth gradient and from each
// other, for colour-blind eyes as well.
var Marks = []city.RGB{{R: 0x00, G: 0x72, B: 0xb2}, {R: 0x56, G: 0xb4, B: 0xe9}, {R: 0x00, G: 0x9e, B: 0x73}, {R: 0xf0, G: 0xe4, B: 0x42}, {R: 0xcc, G: 0x79, B: 0xa7}, {R: 0x6a, G: 0x3d, B: 0x9a}}

var markNames = []string{"blue", "sky blue", "green", "yellow", "pink", "violet"}

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
