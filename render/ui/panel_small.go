package ui

import (
	"fmt"
	"slices"
)

func drawTooltip(c *canvas, b box) {
	g := c.model.Hover
	const wide = 320
	inner := b.inset(12, 9)
	rows := facts(&c.model, g)
	if len(rows) > 5 {
		rows = rows[:5]
	}
	path := pathText(g)
	if path != "" {
		inner.cutTop(c.paragraph(box{inner.x, inner.y, inner.w, 60}, small, c.dim, path))
	}
	c.name(inner.cutTop(22), heading, left, c.theme.text, g.Name())
	for _, f := range rows {
		row := inner.cutTop(18)
		w := c.text(row, smallB, right, c.theme.text, f.value)
		row.cutRight(w + 8)
		c.text(row, small, left, c.dim, f.name)
	}
	w := min(max(c.width(heading, g.Name()), c.width(small, path), 190)+24, wide)
	lines := float32(0)
	if path != "" {
		lines = min(c.paragraphHeight(w-24, small, path), 60)
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
	if n := len(g.Path); n > 0 && g.Path[n-1].Role != "" {
		s += " → " + g.Path[n-1].Role + ":"
	}
	return s
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

func drawToasts(c *canvas, b box) {
	inner := b.inset(padding, 8)
	w := float32(0)
	for _, t := range c.model.Toasts {
		c.text(inner.cutTop(20), body, center, c.theme.text, t)
		w = max(w, c.width(body, t))
	}
	c.want(min(w+2*padding+2, 460), 16+20*float32(len(c.model.Toasts)))
}

func drawCaption(c *canvas, b box) {
	c.text(b.inset(padding, 0), body, left, c.theme.text, c.model.Caption)
	c.want(c.width(body, c.model.Caption)+2*padding+1, 34)
}

func drawStart(c *canvas, b box) {
	inner := b.inset(26, 22)
	c.text(inner.cutTop(30), style{21, title.weight}, left, c.theme.text, "See what fills your heap")
	inner.cutTop(2)
	inner.cutTop(c.paragraph(inner, body, c.dim, startSentence))
	inner.cutTop(14)
	used := float32(0)
	c.scroll("start", inner, func(content box) float32 {
		used = startRows(c, content)
		return used
	})
	c.want(0, 22+30+2+c.paragraphHeight(inner.w, body, startSentence)+14+used+22)
}

const startSentence = "Memory City shows how a program's heap grows, as a city: groups of objects are buildings, packages are districts, and what grows turns red."

func startRows(c *canvas, b box) float32 {
	top := b.y
	b.h = 1e5
	drop := b.cutTop(84)
	c.fill(drop, 8, c.wash)
	c.icon(box{drop.x + 20, drop.y, 30, drop.h}, "drop", c.link)
	words := drop
	words.cutLeft(68)
	button := words.cutRight(118)
	words.cutTop(20)
	c.text(words.cutTop(22), heading, left, c.theme.text, "Drop a recording here")
	c.text(words.cutTop(20), small, left, c.dim, "heap dumps (HPROF), memory trees, a folder or an archive of them")
	if c.button("start/open", button.centered(96, 32), buttonOptions{text: "Open…", hint: "Choose a file (Ctrl+O)", look: chosen}) {
		c.emit(OpenFile)
	}
	if len(c.model.Demos) > 0 {
		b.cutTop(16)
		c.text(b.cutTop(22), heading, left, c.theme.text, "Or look at an example")
	}
	for _, d := range c.model.Demos {
		b.cutTop(6)
		if startRow(c, &b, "start/demo/"+d.Name, "play", d.Title, d.Text) {
			c.emit(OpenDemo{d.Name})
		}
	}
	if len(c.model.Recent) > 0 {
		b.cutTop(16)
		c.text(b.cutTop(22), heading, left, c.theme.text, "Opened before")
	}
	for _, r := range c.model.Recent {
		b.cutTop(6)
		if startRow(c, &b, "start/recent/"+r.Path, "open", r.Name, r.Path) {
			c.emit(OpenRecent{r.Path})
		}
	}
	return b.y - top
}

func startRow(c *canvas, b *box, id, icon, name, text string) bool {
	h := c.paragraphHeight(b.w-62, small, text)
	row := b.cutTop(h + 34)
	ctl := c.control(id, row, pressable, Item{Kind: "button", Text: name, Hint: ""})
	ground := c.raised
	if ctl.hover {
		ground = c.theme.hover
	}
	c.fill(row, 8, ground)
	inner := row.inset(14, 7)
	c.icon(inner.cutLeft(20).middle(18), icon, c.link)
	inner.cutLeft(14)
	c.text(inner.cutTop(20), heading, left, c.theme.text, name)
	c.paragraph(box{inner.x, inner.y, inner.w, h + 1}, small, c.dim, text)
	c.ring(ctl, row, 8)
	return ctl.clicked
}

// helpRows say what keys and mouse do.
var helpRows = [][2]string{
	{"Left click", "select or deselect"},
	{"Wheel", "zoom towards the pointer"},
	{"Right drag", "rotate around the pointer"},
	{"Middle drag, Shift + left drag", "pan"},
	{"W A S D, Q E", "move; up and down"},
	{"B", "bird's eye"},
	{"R", "reset the view"},
	{"F", "fly to the selection"},
	{"P or ←, N or →", "previous, next GC point"},
	{"Home, End", "first, last GC point"},
	{"Space", "play or pause"},
	{"Esc", "deselect; close"},
	{"Ctrl+O", "open a recording"},
	{"Ctrl+Z, Ctrl+Shift+Z", "take back, redo settings"},
	{"Tab, Shift+Tab", "next, previous control"},
	{"Return", "press the control"},
	{"?", "this sheet"},
}

func (m *Model) helpRows() [][2]string {
	if m.CanSearch {
		return append(slices.Clone(helpRows), [2]string{"Ctrl+F", "search for a group"})
	}
	return helpRows
}

func drawHelp(c *canvas, b box) {
	inner := b.inset(24, 0)
	inner.cutTop(16)
	head := inner.cutTop(32)
	if c.iconButton("help/close", head.cutRight(30).centered(30, 30).moved(8, 0), "close", "Close", "Close (Esc)", false) {
		c.emit(ToggleHelp)
	}
	c.text(head, title, left, c.theme.text, "Keys and mouse")
	inner.cutTop(6)
	inner.cutBottom(18)
	c.scroll("help", inner, func(content box) float32 { return helpTable(c, content) })
	rows := float32(len(c.model.helpRows()))
	if b.w >= 560 {
		rows = float32(int(rows+1) / 2)
	}
	c.want(820, 16+32+6+rows*28+18)
}

func helpTable(c *canvas, b box) float32 {
	columns := 1
	if b.w >= 512 {
		columns = 2
	}
	list := c.model.helpRows()
	per := (len(list) + columns - 1) / columns
	w := (b.w - 24*float32(columns-1)) / float32(columns)
	for i, r := range list {
		row := box{b.x + float32(i/per)*(w+24), b.y + float32(i%per)*28, w, 28}
		keys := row.cutLeft(min(row.w*0.5, 190))
		x := keys.x
		cap := box{x, keys.y + 3.5, min(c.width(smallB, r[0])+14, keys.w-6), 21}
		c.fill(cap, 4, c.raised)
		c.text(cap.inset(6, 0), smallB, center, c.theme.text, r[0])
		c.text(row, body, left, c.dim, r[1])
	}
	return float32(per) * 28
}
