package guide

import (
	"fmt"
	"image/color"
	"strings"

	"memcity/analysis/guide/findings"
	"memcity/render/ui/canvas"
	"memcity/render/ui/model"
	"memcity/render/ui/widget"
	"memcity/words"
)

// unfolded draws the heading of a foldable section, and reports whether to draw its content.
func (card *Card) unfolded(c *widget.Canvas, b *canvas.Box, name string, usual bool) bool {
	l := card
	open, chosen := l.open[name]
	if !chosen {
		open = usual
	}
	row := b.CutTop(26)
	c.Hline(row.X, row.Y, row.W, 0, c.Line)
	value, icon := "closed", "chevron"
	if open {
		value, icon = "open", "down"
	}
	ctl := c.Control("guide/section/"+name, row, widget.Pressable, model.Item{Kind: "opener", Text: name, Value: value})
	if ctl.Hover {
		c.Fill(row, 4, c.Theme.Hover)
	}
	c.Icon(row.CutLeft(14).Middle(12), icon, c.Dim)
	row.CutLeft(4)
	c.Text(row, canvas.Heading, canvas.Left, c.Theme.Text, name)
	c.Ring(ctl, row, 4)
	if ctl.Clicked {
		if l.open == nil {
			l.open = map[string]bool{}
		}
		l.open[name] = !open
		c.Again = true
	}
	return open
}

// drawTexts draws a section with texts.
func (card *Card) drawTexts(c *widget.Canvas, b *canvas.Box, name string, lines []string, usual bool, terms []findings.Term) {
	if len(lines) == 0 || !card.unfolded(c, b, name, usual) {
		return
	}
	for i, text := range lines {
		card.termed(c, b, fmt.Sprintf("guide/%s/%d", name, i), canvas.Small, c.Theme.Text, text, terms)
		b.CutTop(5)
	}
	b.CutTop(5)
}

// termed draws a text with the first use of each term dotted. Hovering over a term explains it in a hint. Pressing it explains it below the
// text.
func (card *Card) termed(c *widget.Canvas, b *canvas.Box, id string, st canvas.Style, col color.NRGBA, text string, terms []findings.Term) {
	l := card
	unseen := terms
	step := canvas.LineHeight(st)
	what := ""
	for _, line := range c.Types.Wrap(text, st.Size*c.Scale, st.Weight, b.W*c.Scale) {
		row := b.CutTop(step)
		c.Text(row, st, canvas.Left, col, line)
		var rest []findings.Term
		for _, t := range unseen {
			at := strings.Index(line, t.Term)
			if at < 0 {
				rest = append(rest, t)
				continue
			}
			place := id + "/" + t.Term
			if card.drawTerm(c, row, st, place, line[:at], t) {
				if c.Again = true; l.term == place {
					l.term = ""
				} else {
					l.term = place
				}
			}
			if l.term == place {
				what = t.Text
			}
		}
		unseen = rest
	}
	if what == "" {
		return
	}
	note := b.Inset(8, 0)
	height := c.ParagraphHeight(note.W-8, canvas.Small, words.UpperFirst(what)+".")
	c.Fill(b.WithHeight(height+10), 4, c.Raised)
	b.CutTop(5)
	c.Paragraph(canvas.Rect(note.X, b.Y, note.W, height+1), canvas.Small, c.Dim, words.UpperFirst(what)+".")
	b.CutTop(height + 5)
}

// drawTerm draws the dots of a term in a line after the text before it, and reports whether it was pressed.
func (card *Card) drawTerm(c *widget.Canvas, row canvas.Box, st canvas.Style, id, before string, t findings.Term) bool {
	x := row.X + c.Width(st, before)
	if strings.HasSuffix(before, " ") { // trailing spaces have no width
		x = row.X + c.Width(st, before+"i") - c.Width(st, "i")
	}
	word := canvas.Rect(x, row.Y, c.Width(st, t.Term), row.H)
	ctl := c.Control(id, word, widget.Pressable, model.Item{Kind: "link", Text: t.Term, Hint: words.UpperFirst(t.Term) + ": " + t.Text})
	dots := c.Link
	for at := word.X; at < word.Right()-1; at += 3 {
		c.Hline(at, word.MidY()+st.Size*0.55, 1.2, 1, dots)
	}
	if ctl.Hover {
		c.Fill(canvas.Rect(word.X, word.MidY()+st.Size*0.55, word.W, 1), 0, dots)
	}
	c.Ring(ctl, word, 3)
	return ctl.Clicked
}

// lowerFirst returns a name as used within a sentence.
func lowerFirst(s string) string {
	if s == "" {
		return s
	}
	return strings.ToLower(s[:1]) + s[1:]
}
