package ui

import (
	"fmt"
	"strings"

	"memcity/city"
)

func drawTooltip(c *canvas, b box) {
	if c.model.Route != nil {
		drawRouteTooltip(c, b, c.model.Route)
		return
	}
	g := c.model.Hover
	const wide = 320
	inner := b.inset(12, 9)
	rows := facts(&c.model, g)
	rows = rows[:min(len(rows), 5+len(ageFacts(&c.model, g)))]
	path, role := pathText(g), roleText(g)
	if path != "" {
		inner.cutTop(c.paragraph(box{inner.x, inner.y, inner.w, 60}, small, c.dim, path))
	}
	head := inner.cutTop(22)
	head.cutLeft(c.text(head, body, left, c.dim, role))
	c.name(head, heading, left, c.theme.text, g.Name())
	for _, f := range rows {
		if inner.h < 18 {
			break // there is less room than is wanted
		}
		row := inner.cutTop(18)
		col := c.theme.text
		if f.name == overBudget {
			col = c.fault
		}
		w := c.text(row, smallB, right, col, f.value)
		row.cutRight(w + 8)
		c.text(row, small, left, c.dim, f.fitting(c, small, row.w))
	}
	const slack = 2 // so that rounding to pixels breaks no line
	w := max(c.width(body, role)+c.width(heading, g.Name()), c.width(small, path), 190)
	for _, f := range rows {
		w = max(w, c.width(small, f.name)+c.width(smallB, f.value)+12)
	}
	w = min(w+24+slack, wide)
	lines := float32(0)
	if path != "" {
		lines = min(c.paragraphHeight(w-24-slack, small, path), 60)
	}
	c.want(w, lines+22+18*float32(len(rows))+18)
}

// pathText is the way to a group without the group itself: "Heap → Package: java.util".
func pathText(g *Group) string {
	s := ""
	for i, p := range g.Path {
		if i == len(g.Path)-1 {
			break
		}
		if i > 0 {
			s += " → "
		}
		if p.Role != "" {
			s += p.Role + ": "
		}
		s += p.Name
	}
	return s
}

// roleText goes before the name of a group: "Type: ".
func roleText(g *Group) string {
	if n := len(g.Path); n > 0 && g.Path[n-1].Role != "" {
		return g.Path[n-1].Role + ": "
	}
	return ""
}

func drawHint(c *canvas, b box) {
	text := c.shownHint.text
	const wide = 260
	w := min(c.width(small, text), wide)
	c.paragraph(b.inset(9, 6), small, c.theme.text, text)
	c.want(w+19, c.paragraphHeight(w+1, small, text)+12)
}

func drawProgress(c *canvas, b box) {
	p := c.model.Progress
	inner := b.inset(padding, 0)
	inner.cutTop(8)
	row := inner.cutTop(28)
	if p.Cancel {
		if c.button("progress/cancel", row.cutRight(66).middle(26), buttonOptions{text: "Cancel", hint: "Give it up (Esc)", look: ground}) {
			c.emit(CancelWork)
		}
		row.cutRight(8)
	}
	if p.Fraction >= 0 {
		c.text(row.cutRight(46), body, right, c.dim, fmt.Sprintf("%d %%", int(min(p.Fraction, 1)*100)))
	}
	c.name(row, strong, left, c.theme.text, p.Text)
	inner.cutTop(6)
	track := inner.cutTop(5)
	if p.Fraction >= 0 {
		c.bar(track, p.Fraction, c.accent)
	} else {
		c.fill(track, 2.5, c.line)
		c.fill(box{track.x + track.w*0.3, track.y, track.w * 0.4, track.h}, 2.5, c.accent)
	}
	c.want(0, 62)
}

func drawProblems(c *canvas, b box) {
	list := c.model.Problems
	faults := 0
	for _, p := range list {
		if p.Error {
			faults++
		}
	}
	col, words := c.warn, plural(int64(len(list)), "warning", "warnings")
	if faults > 0 {
		col, words = c.fault, "This did not work"
	}
	inner := b.inset(padding, 0)
	inner.cutTop(8)
	row := inner.cutTop(26)
	c.icon(row.cutLeft(18).middle(18), "warning", col)
	row.cutLeft(8)
	if c.iconButton("problems/close", row.cutRight(26).centered(26, 26).moved(5, 0), "close", "Dismiss", "Dismiss (Esc)", false) {
		c.emit(DismissProblems)
	}
	c.text(row, heading, left, col, words)
	inner.cutTop(4)
	inner.cutBottom(10)
	used := float32(0)
	c.scroll("problems", inner, func(content box) float32 {
		used = 0
		for _, p := range list {
			content.h = 1e6
			used += c.paragraph(content.moved(0, used), body, c.theme.text, p.Text) + 5
		}
		return used
	})
	c.want(0, min(8+26+4+used+10, 240))
}

// toastWidth is the most that a message is wide, in dp; longer ones are broken into lines.
const toastWidth = 340

func drawToasts(c *canvas, b box) {
	const slack = 2 // so that rounding to pixels breaks no line
	w := float32(0)
	for _, t := range c.model.Toasts {
		need := float32(toastWidth)
		if c.types.within(t, body.size*c.scale, body.weight, (toastWidth-2*padding-slack)*c.scale) {
			need = c.width(body, t) + 2*padding + slack
		}
		w = max(w, need)
	}
	inner := b.inset(padding, 8)
	h := float32(16)
	for _, t := range c.model.Toasts {
		need := max(c.paragraphHeight(w-2*padding, body, t), 20)
		inner.cutTop(c.paragraph(inner.withHeight(min(need, inner.h)), body, c.theme.text, t))
		inner.cutTop(4)
		h += need + 4
	}
	c.want(w, h-4)
}

// drawEmpty tells, in place of the city, why there is none, and offers a way out.
func drawEmpty(c *canvas, b box) {
	m := &c.model
	s := &m.State
	text, does := "No group has objects at any GC point of this recording.", ""
	var way Event
	switch {
	case m.NoStates != "":
		text, does, way = noStatesWords, "Show the heap over time", Do{city.Show{View: city.OverviewView}}
	case len(s.Settings.Filters) > 0:
		without := s.Settings
		without.Filters = nil
		text, does, way = "No object passes the filters: "+strings.Join(s.Settings.Filters, ", ")+".", "Show all objects", Do{city.Set{To: without}}
	case !s.Whole():
		text, does = "No group has objects at any GC point of the window.", "Show all GC points"
		way = Do{city.SetWindow{Window: city.Window{From: 0, To: s.Points - 1}}}
	}
	inner := b.inset(padding, 0)
	inner.cutTop(12)
	c.text(inner.cutTop(24), title, left, c.theme.text, "There is nothing to build")
	inner.cutTop(4)
	h := c.paragraphHeight(inner.w, body, text)
	c.paragraph(inner.cutTop(h+1), body, c.dim, text)
	used := 12 + 24 + 4 + h + 1 + 14
	if way != nil {
		inner.cutTop(10)
		if c.button("empty/way", inner.cutTop(30), buttonOptions{text: does, look: chosen}) {
			c.emit(way)
		}
		used += 40
	}
	c.want(0, used)
}

func drawCaption(c *canvas, b box) {
	const above = 8 // and below
	width := c.width(body, c.model.Caption)
	lines := b.inset(padding, above)
	if width <= lines.w {
		c.text(b.inset(padding, 0), body, left, c.theme.text, c.model.Caption)
		c.want(width+2*padding+1, 34)
		return
	}
	c.paragraph(lines, body, c.theme.text, c.model.Caption)
	c.want(b.w, min(c.paragraphHeight(lines.w, body, c.model.Caption), captionLines*lineHeight(body))+2*above)
}

// captionLines is how many lines a caption has at most.
const captionLines = 3
