package widget

import (
	"strings"

	"memcity/assets/help"
	"memcity/city/view/rows"
	"memcity/render/ui/canvas"
	"memcity/render/ui/model"
	"memcity/render/ui/place"
	"memcity/words"
)

// Heights in dp.
const (
	DiffLow    = 250 // a lower panel has a shorter head
	ViewFooter = 24
)

// ListedText describes the number of listed groups.
func ListedText(rows *rows.TableRows) string {
	text := words.Count(int64(len(rows.Rows))) + " of " + words.Plural(int64(rows.Groups), "group", "groups")
	if rows.Left > 0 {
		text += ", " + words.Count(int64(rows.Left)) + " hidden by filters"
	}
	return text
}

// Heights in dp.
const (
	HeapFooter = 24
	HeapLow    = 190 // a lower panel has no footer
)

// HelpMark draws a button that opens a page of the manual.
func (c *Canvas) HelpMark(b canvas.Box, page string) {
	if c.IconButton("manual/"+page, b.Centered(26, 26), "help", "Manual", "Open the manual page about this view", "") {
		c.Emit(model.ShowHelp{Page: page})
	}
}

// DrawViewHead draws the title of a view and its manual button, and cuts the head from b. It returns the rest of the head on the right.
func DrawViewHead(c *Canvas, b *canvas.Box, text string) canvas.Box {
	*b = b.Inset(place.Padding, 0)
	b.CutTop(8)
	head := b.CutTop(30)
	c.Text(head, canvas.Title, canvas.Left, c.Theme.Text, text)
	head.CutLeft(c.Width(canvas.Title, text) + 2)
	c.HelpMark(head.CutLeft(26), help.View(strings.ToLower(text)))
	head.CutLeft(10)
	return head
}

// Headline draws the summary sentence of a view and cuts it from b. It never shortens the text. If that needs more than two lines, it is
// smaller.
func (c *Canvas) Headline(b *canvas.Box, text string) {
	st := canvas.Style{Size: 14, Weight: canvas.Title.Weight}
	if c.ParagraphHeight(b.W, st, text) > 2*canvas.LineHeight(st) {
		st.Size = canvas.Body.Size
	}
	for _, line := range c.Types.Wrap(text, st.Size*c.Scale, st.Weight, b.W*c.Scale) {
		c.Text(b.CutTop(canvas.LineHeight(st)), st, canvas.Left, c.Theme.Text, line)
	}
}
