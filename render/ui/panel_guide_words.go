package ui

import (
	"fmt"
	"image/color"
	"strings"

	"memcity/city"
)

// unfolded draws the heading of a section that can be folded, and reports whether its content is to be seen.
func (c *canvas) unfolded(b *box, name string, usual bool) bool {
	l := &c.local.guide
	open, chosen := l.open[name]
	if !chosen {
		open = usual
	}
	row := b.cutTop(26)
	c.hline(row.x, row.y, row.w, 0, c.line)
	value, icon := "closed", "chevron"
	if open {
		value, icon = "open", "down"
	}
	ctl := c.control("guide/section/"+name, row, pressable, Item{Kind: "opener", Text: name, Value: value})
	if ctl.hover {
		c.fill(row, 4, c.theme.hover)
	}
	c.icon(row.cutLeft(14).middle(12), icon, c.dim)
	row.cutLeft(4)
	c.text(row, heading, left, c.theme.text, name)
	c.ring(ctl, row, 4)
	if ctl.clicked {
		if l.open == nil {
			l.open = map[string]bool{}
		}
		l.open[name] = !open
		c.again = true
	}
	return open
}

// drawTexts draws a section of texts.
func drawTexts(c *canvas, b *box, name string, lines []string, usual bool, terms []city.GuideTerm) {
	if len(lines) == 0 || !c.unfolded(b, name, usual) {
		return
	}
	for i, text := range lines {
		c.termed(b, fmt.Sprintf("guide/%s/%d", name, i), small, c.theme.text, text, terms)
		b.cutTop(5)
	}
	b.cutTop(5)
}

// termed sets a text in which the first use of each term is dotted: the pointer over it tells what it means, and so does
// pressing it, below the text.
func (c *canvas) termed(b *box, id string, st style, col color.NRGBA, text string, terms []city.GuideTerm) {
	l := &c.local.guide
	unseen := terms
	step := lineHeight(st)
	told := ""
	for _, line := range c.types.wrap(text, st.size*c.scale, st.weight, b.w*c.scale) {
		row := b.cutTop(step)
		c.text(row, st, left, col, line)
		var rest []city.GuideTerm
		for _, t := range unseen {
			at := strings.Index(line, t.Term)
			if at < 0 {
				rest = append(rest, t)
				continue
			}
			place := id + "/" + t.Term
			if c.drawTerm(row, st, place, line[:at], t) {
				if c.again = true; l.term == place {
					l.term = ""
				} else {
					l.term = place
				}
			}
			if l.term == place {
				told = t.Text
			}
		}
		unseen = rest
	}
	if told == "" {
		return
	}
	note := b.inset(8, 0)
	height := c.paragraphHeight(note.w-8, small, upperFirst(told)+".")
	c.fill(b.withHeight(height+10), 4, c.raised)
	b.cutTop(5)
	c.paragraph(box{note.x, b.y, note.w, height + 1}, small, c.dim, upperFirst(told)+".")
	b.cutTop(height + 5)
}

// drawTerm dots a term in a line, behind what stands before it, and reports whether it was pressed.
func (c *canvas) drawTerm(row box, st style, id, before string, t city.GuideTerm) bool {
	x := row.x + c.width(st, before)
	if strings.HasSuffix(before, " ") { // spaces at the end have no width
		x = row.x + c.width(st, before+"i") - c.width(st, "i")
	}
	word := box{x, row.y, c.width(st, t.Term), row.h}
	ctl := c.control(id, word, pressable, Item{Kind: "link", Text: t.Term, Hint: upperFirst(t.Term) + ": " + t.Text})
	dots := c.link
	for at := word.x; at < word.right()-1; at += 3 {
		c.hline(at, word.midY()+st.size*0.55, 1.2, 1, dots)
	}
	if ctl.hover {
		c.fill(box{word.x, word.midY() + st.size*0.55, word.w, 1}, 0, dots)
	}
	c.ring(ctl, word, 3)
	return ctl.clicked
}

// lowerFirst returns a name as it stands within a sentence.
func lowerFirst(s string) string {
	if s == "" {
		return s
	}
	return strings.ToLower(s[:1]) + s[1:]
}
