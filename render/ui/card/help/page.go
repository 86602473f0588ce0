package help

import (
	"fmt"
	"image"
	"math"
	"strings"

	"memcity/assets/help"
	"memcity/render/ui/canvas"
	"memcity/render/ui/model"
	"memcity/render/ui/widget"
)

// Styles of a page, for longer reading.
var (
	pageTitle    = canvas.Style{Size: 21, Weight: canvas.Title.Weight}
	pageHeading  = canvas.Style{Size: 16, Weight: canvas.Title.Weight}
	pageHeading3 = canvas.Style{Size: 13.5, Weight: canvas.Title.Weight}
	pageText     = canvas.Style{Size: 13.5, Weight: canvas.Body.Weight}
	pageCell     = canvas.Style{Size: 13, Weight: canvas.Body.Weight}
	pageCode     = canvas.Style{Size: 12.5, Weight: canvas.Typewriter}
)

// pageSetter draws the blocks of a page from top to bottom.
type pageSetter struct {
	card *Card
	c    *widget.Canvas
	page *help.Page
	b    canvas.Box
	skip int // level of the folded heading being skipped; 0 for none
}

// drawPage draws a page with a link to the next, and returns the height.
func (card *Card) drawPage(c *widget.Canvas, b canvas.Box, page *help.Page) float32 {
	top := b.Y
	b.W, b.H = min(b.W, helpLonger), 1e6
	s := pageSetter{card: card, c: c, page: page, b: b}
	for i := range page.Blocks {
		s.block(i, &page.Blocks[i])
	}
	s.next()
	if id := card.to; id != "" { // its position was used above
		card.to = ""
	}
	return s.b.Y - top + 12
}

func (s *pageSetter) block(i int, block *help.Block) {
	if block.Kind == help.Heading && block.Level <= s.skip {
		s.skip = 0
	}
	if s.skip > 0 {
		return
	}
	id := fmt.Sprintf("%s%s/%d", helpPrefix, s.page.Name, i)
	switch block.Kind {
	case help.Heading:
		s.heading(id, block, i == 0)
	case help.Paragraph:
		s.spans(id, block.Spans, 0)
		s.b.CutTop(9)
	case help.Item:
		s.item(id, block)
		if i+1 == len(s.page.Blocks) || s.page.Blocks[i+1].Kind != help.Item {
			s.b.CutTop(7)
		}
	case help.Code:
		s.code(id, block.Text)
	case help.Table:
		s.table(id, block.Rows)
	case help.Picture:
		s.picture(block)
	}
}

// spans draws text with an indent.
func (s *pageSetter) spans(id string, spans []help.Span, indent float32) {
	b := s.b
	b.X, b.W = b.X+indent, b.W-indent
	s.b.CutTop(s.card.drawSpans(s.c, id, b, pageText, s.c.Theme.Text, spans))
}

func (s *pageSetter) heading(id string, block *help.Block, first bool) {
	st, above := pageHeading3, float32(8)
	switch block.Level {
	case 1:
		st, above = pageTitle, 4
	case 2:
		st, above = pageHeading, 14
	}
	if !first {
		s.b.CutTop(above)
	}
	l := s.card
	if l.to != "" && l.to == block.ID {
		s.scrollTo(s.b.Y)
	}
	text := help.Words(block.Spans)
	if block.Level > 1 && help.Folds(text) {
		s.fold(block, text)
		return
	}
	s.b.CutTop(s.card.drawSpans(s.c, id, s.b, st, s.c.Theme.Text, block.Spans) + 6)
}

// scrollTo scrolls so that y is at the top.
func (s *pageSetter) scrollTo(y float32) {
	scroller := s.c.Scrollers[helpScroll]
	offset := y - s.c.Window.Y + scroller.Offset - 6
	s.card.scrollHelp(s.c, max(offset, 0))
	// The height of the page is only known after drawing it.
	scroller.Content = max(scroller.Content, offset+scroller.View)
}

// fold draws a heading that opens and closes its section.
func (s *pageSetter) fold(block *help.Block, text string) {
	c, l := s.c, s.card
	key := s.page.Name + "#" + block.ID
	row := s.b.CutTop(34).Inset(0, 2)
	value, icon := "closed", "chevron"
	if l.open[key] {
		value, icon = "open", "down"
	}
	ctl := c.Control(helpPrefix+"fold/"+key, row, widget.Pressable, model.Item{Kind: "opener", Text: text, Value: value, Hint: "Show or hide"})
	ground := c.Raised
	if ctl.Hover {
		ground = c.Theme.Hover
	}
	c.Fill(row, 5, ground)
	inner := row.Inset(8, 0)
	c.Icon(inner.CutLeft(14).Middle(12), icon, c.Dim)
	inner.CutLeft(6)
	c.Text(inner, pageHeading3, canvas.Left, c.Theme.Text, text)
	c.Ring(ctl, row, 5)
	if ctl.Clicked {
		if l.open == nil {
			l.open = map[string]bool{}
		}
		l.open[key] = !l.open[key]
		c.Again = true
	}
	if !l.open[key] {
		s.skip = block.Level
	}
	s.b.CutTop(6)
}

func (s *pageSetter) item(id string, block *help.Block) {
	indent := 18 * float32(block.Level+1)
	if block.Mark != "" {
		mark := canvas.Rect(s.b.X+indent-18, s.b.Y, 15, spanLine(pageText))
		if block.Mark == "•" {
			s.c.Fill(mark.Centered(4.5, 4.5).Moved(-1, 0), 3, s.c.Dim)
		} else {
			s.c.Draw(mark, pageText, canvas.Left, s.c.Dim, block.Mark)
		}
	}
	s.spans(id, block.Spans, indent+2)
	s.b.CutTop(3)
}

// Sizes of code, in dp.
const (
	codePad  = 10
	codeLine = 18
)

// code draws lines of code, wrapped if too long, and a copy button.
func (s *pageSetter) code(id, text string) {
	c := s.c
	letter := c.Width(pageCode, strings.Repeat("m", 20)) / 20
	fits := max(int((s.b.W-2*codePad-24)/letter), 8)
	var lines []string
	for line := range strings.Lines(text) {
		lines = append(lines, folded(strings.ReplaceAll(strings.TrimRight(line, "\n"), "\t", "    "), fits)...)
	}
	area := s.b.CutTop(codeLine*float32(len(lines)) + 2*codePad)
	c.Fill(area, 6, c.Raised)
	inner := area.Inset(codePad, codePad)
	for _, line := range lines {
		row := inner.CutTop(codeLine)
		if !c.Hidden(row) {
			c.Draw(row, pageCode, canvas.Left, c.Theme.Text, line)
		}
	}
	c.ListText(area.Inset(codePad, codePad), strings.TrimRight(text, "\n"))
	copied := commandsOf(text)
	button := canvas.Rect(area.Right()-28, area.Y+4, 24, 24)
	if c.IconButton(id+"/copy", button, "copy", "Copy "+firstLine(copied), "Copy this", "") {
		c.Emit(model.CopyText{Text: copied})
	}
	s.b.CutTop(11)
}

// folded breaks a line of code after a number of letters, at a space if one is near.
func folded(line string, fits int) []string {
	var lines []string
	letters := []rune(line)
	for len(letters) > fits {
		cut := fits
		for i := fits; i > fits/2; i-- {
			if letters[i] == ' ' {
				cut = i + 1
				break
			}
		}
		lines = append(lines, string(letters[:cut]))
		letters = append([]rune("    "), letters[cut:]...)
	}
	return append(lines, string(letters))
}

// commandsOf returns the text to copy from code: only the commands after $, if there are any.
func commandsOf(text string) string {
	var commands strings.Builder
	for line := range strings.Lines(text) {
		if command, ok := strings.CutPrefix(line, "$ "); ok {
			commands.WriteString(command)
		}
	}
	if commands.Len() > 0 {
		text = commands.String()
	}
	return strings.TrimRight(text, "\n")
}

func firstLine(text string) string {
	line, _, _ := strings.Cut(text, "\n")
	return line
}

// cellRoom is the gap between columns, in dp.
const cellRoom = 14

// columnsOf divides a width among the columns of a table. Columns that need less than an equal share get what they need. The others share
// the rest in proportion to the square roots of their needs.
func (card *Card) columnsOf(c *widget.Canvas, rows [][][]help.Span, width float32) []float32 {
	wanted := make([]float32, len(rows[0]))
	for _, row := range rows {
		for i := range wanted {
			if i < len(row) {
				wanted[i] = max(wanted[i], card.spansWidth(c, row[i])+cellRoom)
			}
		}
	}
	given := make([]float32, len(wanted))
	left, open := width, len(wanted)
	for again := true; again && open > 0; {
		again = false
		share := left / float32(open)
		for i, w := range wanted {
			if given[i] == 0 && w <= share {
				given[i], left = w, left-w
				open--
				again = true
			}
		}
	}
	roots := float32(0)
	for i, w := range wanted {
		if given[i] == 0 {
			roots += sqrt(w)
		}
	}
	for i, w := range wanted {
		if given[i] == 0 {
			given[i] = left * sqrt(w) / roots
		}
	}
	return given
}

func sqrt(v float32) float32 { return float32(math.Sqrt(float64(v))) }

// spansWidth returns the width of spans on one line.
func (card *Card) spansWidth(c *widget.Canvas, spans []help.Span) float32 {
	pieces, _ := card.setSpans(c, spans, pageCell, 1e6)
	if len(pieces) == 0 {
		return 0
	}
	last := pieces[len(pieces)-1]
	return last.x + last.w + 1
}

func (s *pageSetter) table(id string, rows [][][]help.Span) {
	c := s.c
	widths := s.card.columnsOf(c, rows, s.b.W)
	for i, row := range rows {
		st, col := pageCell, c.Theme.Text
		if i == 0 {
			st, col = canvas.Style{Size: pageCell.Size, Weight: canvas.Strong.Weight}, c.Dim
		}
		height := float32(0)
		for j, cell := range row {
			height = max(height, s.card.spansHeight(c, widths[j]-cellRoom, st, cell))
		}
		line := s.b.CutTop(height + 7)
		for j, cell := range row {
			b := line.CutLeft(widths[j])
			b.Y, b.W = b.Y+3, b.W-cellRoom
			s.card.drawSpans(c, fmt.Sprintf("%s/%d/%d", id, i, j), b, st, col, cell)
		}
		c.Hline(s.b.X, s.b.Y, s.b.W, 0, c.Line)
	}
	s.b.CutTop(12)
}

// pagePictures caches the pictures of pages.
type pagePictures map[string]*image.RGBA

// picture draws a picture at its own size, at most as wide as the page, with its caption below.
func (s *pageSetter) picture(block *help.Block) {
	c, l := s.c, s.card
	img, ok := l.pictures[block.File]
	if !ok {
		if l.pictures == nil {
			l.pictures = pagePictures{}
		}
		img = help.Image(block.File)
		l.pictures[block.File] = img
	}
	if img != nil {
		size := img.Rect.Size()
		w := min(s.b.W, float32(size.X))
		at := s.b.CutTop(w * float32(size.Y) / float32(size.X)).WithWidth(w)
		c.Photo(at, 6, img)
		c.Frame(at, 6, 1, c.Edge)
	}
	s.b.CutTop(4)
	s.b.CutTop(c.Paragraph(s.b, canvas.Small, c.Dim, block.Text))
	s.b.CutTop(10)
}

// next draws the link to the next page in the contents.
func (s *pageSetter) next() {
	pages := help.Pages()
	for i, p := range pages {
		if p != s.page || i+1 == len(pages) || s.page.Name == help.Contents {
			continue
		}
		to := pages[i+1]
		s.b.CutTop(8)
		if s.c.Button(helpPrefix+"next", s.b.CutTop(30).WithWidth(min(s.b.W, 340)),
			widget.ButtonOptions{Icon: "forward", Text: "Next: " + to.Title, Look: widget.Ground}) {
			s.card.visit(s.c, to.Name)
		}
	}
}
