package ui

import (
	"fmt"
	"strings"

	"gioui.org/io/key"

	"memcity/city"
)

func drawInspector(c *canvas, b box) {
	g := c.model.Selection
	inner := b.inset(padding, 0)
	inner.cutTop(10)
	head := inner.cutTop(28)
	if c.iconButton("inspector/close", head.cutRight(26).centered(26, 26).moved(5, 0), "close", "Close", "Deselect (Esc)", false) {
		c.do(city.Select{Key: c.model.State.Selection})
	}
	if c.iconButton("inspector/copy", head.cutRight(26).centered(26, 26).moved(3, 0), "copy", "Copy", "Copy what is said here as text", false) {
		c.emit(CopyText{GroupText(&c.model, g)})
	}
	if c.iconButton("inspector/focus", head.cutRight(26).centered(26, 26).moved(1, 0), "focus", "Focus", "Fly there (F)", false) {
		c.emit(FocusSelection)
	}
	c.chip(head.cutLeft(13).middle(13), 3, g.shownColor())
	head.cutLeft(8)
	c.name(head, title, left, c.theme.text, g.Name())
	where := inner.cutTop(18)
	c.name(where, small, left, c.dim, whereText(g))
	inner.cutTop(6)
	inner.cutBottom(10)
	used := float32(0)
	c.scroll("inspector", inner, func(content box) float32 {
		used = inspectorRows(c, content, g)
		return used
	})
	c.want(0, 10+28+18+6+used+10)
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
		{"Share of heap", Percent(part, whole)},
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

func inspectorRows(c *canvas, b box, g *Group) float32 {
	top := b.y
	b.h = 1e7
	for _, f := range facts(&c.model, g) {
		row := b.cutTop(rowHeight)
		w := c.text(row, strong, right, c.theme.text, f.value)
		row.cutRight(w + 8)
		c.text(row, body, left, c.dim, f.name)
		c.hline(b.x, row.bottom(), b.w, 0, c.line)
	}
	b.cutTop(10)
	if len(g.History) > 1 && len(g.History) == len(c.model.Points) {
		drawHistory(c, b.cutTop(64), g)
		b.cutTop(8)
	}
	if g.Building {
		drawMarks(c, b.cutTop(26), g)
		b.cutTop(10)
		drawLinks(c, &b, "in", "Referred to by", g.In)
		b.cutTop(8)
		drawLinks(c, &b, "out", "Refers to", g.Out)
		if g.NotShown > 0 {
			b.cutTop(4)
			b.cutTop(c.paragraph(b, small, c.dim, plural(int64(g.NotShown), "reference leads", "references lead")+" to groups without a building"))
		}
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

// drawLinks draws the groups at the other end of references, as one list for the keyboard.
func drawLinks(c *canvas, b *box, id, words string, links []Link) {
	head := b.cutTop(22)
	p := c.model.State.Settings.Palette()
	col := p.Incoming
	if id == "out" {
		col = p.Outgoing
	}
	chip := head.cutLeft(20).centered(16, 16).moved(-2, 0)
	c.fill(chip, 4, solid(col))
	c.icon(chip.inset(2, 2), id, rgb(0xffffff))
	head.cutLeft(4)
	if len(links) > 0 {
		c.text(head, small, right, c.dim, "objects here, in "+plural(int64(len(links)), "group", "groups"))
	}
	c.text(head, heading, left, c.theme.text, words)
	if len(links) == 0 {
		c.text(b.cutTop(20), small, left, c.dim, "nothing that is shown")
		return
	}
	list := b.cutTop(rowHeight * float32(len(links)))
	linkList(c, list, id, words, links, col)
}

func linkList(c *canvas, list box, id, words string, links []Link, col city.RGB) {
	rows := c.local.rows
	row := min(rows[id], len(links)-1)
	ctl := c.control("inspector/"+id, list, listable, Item{Kind: "list", Text: words, Value: fmt.Sprintf("%d rows", len(links))})
	for _, k := range ctl.keys {
		switch k {
		case key.NameReturn, key.NameEnter, key.NameSpace:
			ctl.clicked = true
		default:
			row = len(links) - 1 - stepPoint(len(links)-1-row, k, len(links))
		}
	}
	under := -1
	if ctl.hover || ctl.dragged {
		under = int((ctl.at.y - list.y) / rowHeight)
		if under >= len(links) || ctl.at.y < list.y {
			under = -1
		}
	}
	if under >= 0 && ctl.released {
		row, ctl.clicked = under, true
	}
	rows[id] = row
	if ctl.focus && c.byKey {
		under = row
		c.focusRect = box{list.x, list.y + float32(row)*rowHeight, list.w, rowHeight}
	}
	hoverLink(c, id, links, under)
	largest := max(links[0].Own, 1)
	for i := range links {
		cell := box{list.x, list.y + float32(i)*rowHeight, list.w, rowHeight}
		if c.hidden(cell) {
			continue
		}
		drawLink(c, cell, &links[i], largest, col, i == under)
	}
	if ctl.focus && c.byKey {
		c.frame(box{list.x - 2, list.y + float32(row)*rowHeight, list.w + 4, rowHeight}, 4, 2, c.link)
	}
	if ctl.clicked && row >= 0 && row < len(links) {
		rows[id] = 0
		c.do(city.Select{Key: links[row].Key})
	}
}

// hoverLink lets the scene light up the building of the row under the pointer.
func hoverLink(c *canvas, id string, links []Link, under int) {
	key := ""
	if under >= 0 && under < len(links) {
		key = links[under].Key
	}
	mine := id + "\x00" + key
	if key == "" && !strings.HasPrefix(c.local.hoveredLink, id+"\x00") {
		return
	}
	if key == "" {
		mine = ""
	}
	if mine != c.local.hoveredLink {
		c.local.hoveredLink = mine
		c.do(city.HoverOver{Key: key})
	}
}

// drawLink draws one row; the tinted ground is as long as the share of the largest number.
func drawLink(c *canvas, cell box, l *Link, largest int64, col city.RGB, under bool) {
	row := cell.inset(0, 1.5)
	tint := c.tint
	if under {
		tint *= 1.5
		c.fill(row, 4, c.theme.hover)
	}
	bar := row
	bar.w = max(row.w*float32(min(float64(l.Own)/float64(largest), 1)), 4)
	c.fill(bar, 4, mixed(c.card, solid(col), tint))
	w := c.text(row.inset(6, 0), strong, right, c.theme.text, Count(l.Own))
	words := row.inset(7, 0)
	words.cutRight(w + 8)
	c.chip(words.cutLeft(9).middle(9), 2, l.Color)
	words.cutLeft(6)
	c.name(words, body, left, c.theme.text, l.Name)
}

// GroupText says what the inspector shows, as plain text.
func GroupText(m *Model, g *Group) string {
	var b strings.Builder
	for i, p := range g.Path {
		if i > 0 {
			b.WriteString(" → ")
		}
		if p.Role != "" {
			b.WriteString(p.Role + ": ")
		}
		b.WriteString(p.Name)
	}
	b.WriteString("\n")
	if len(m.Points) > 0 {
		fmt.Fprintf(&b, "GC point %s of %s, %s\n", Count(int64(m.State.Point+1)), Count(int64(m.State.Points)), Time(m.now().Time))
	}
	for _, f := range facts(m, g) {
		fmt.Fprintf(&b, "%s: %s\n", f.name, f.value)
	}
	for _, way := range []struct {
		words string
		links []Link
	}{{"Referred to by", g.In}, {"Refers to", g.Out}} {
		if len(way.links) == 0 {
			continue
		}
		fmt.Fprintf(&b, "%s:\n", way.words)
		for _, l := range way.links {
			fmt.Fprintf(&b, "  %s: %s here, %s there\n", l.Name, Count(l.Own), Count(l.Partner))
		}
	}
	return b.String()
}
