package ui

import (
	"fmt"
	"image"
	"math"
	"strings"

	"memcity/assets/help"
)

// Styles of a page, which is read at length.
var (
	pageTitle    = style{21, title.weight}
	pageHeading  = style{16, title.weight}
	pageHeading3 = style{13.5, title.weight}
	pageText     = style{13.5, body.weight}
	pageCell     = style{13, body.weight}
	pageCode     = style{12.5, typewriter}
)

// pageSetter draws the blocks of a page, one below the other.
type pageSetter struct {
	c    *canvas
	page *help.Page
	b    box
	skip int // level of a heading whose section is folded; 0 for none
}

// drawPage draws a page with the way to the next, and returns the height.
func drawPage(c *canvas, b box, page *help.Page) float32 {
	top := b.y
	b.w, b.h = min(b.w, helpLonger), 1e6
	s := pageSetter{c: c, page: page, b: b}
	for i := range page.Blocks {
		s.block(i, &page.Blocks[i])
	}
	s.next()
	if id := c.local.help.to; id != "" { // where that heading is was found above
		c.local.help.to = ""
	}
	return s.b.y - top + 12
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
		s.b.cutTop(9)
	case help.Item:
		s.item(id, block)
		if i+1 == len(s.page.Blocks) || s.page.Blocks[i+1].Kind != help.Item {
			s.b.cutTop(7)
		}
	case help.Code:
		s.code(id, block.Text)
	case help.Table:
		s.table(id, block.Rows)
	case help.Picture:
		s.picture(block)
	}
}

// spans sets text at a distance from the left.
func (s *pageSetter) spans(id string, spans []help.Span, indent float32) {
	b := s.b
	b.x, b.w = b.x+indent, b.w-indent
	s.b.cutTop(s.c.drawSpans(id, b, pageText, s.c.theme.text, spans))
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
		s.b.cutTop(above)
	}
	l := &s.c.local.help
	if l.to != "" && l.to == block.ID {
		s.scrollTo(s.b.y)
	}
	text := help.Words(block.Spans)
	if block.Level > 1 && help.Folds(text) {
		s.fold(block, text)
		return
	}
	s.b.cutTop(s.c.drawSpans(id, s.b, st, s.c.theme.text, block.Spans) + 6)
}

// scrollTo scrolls so that what is drawn at y comes to the top.
func (s *pageSetter) scrollTo(y float32) {
	scroller := s.c.scrollers[helpScroll]
	offset := y - s.c.window.y + scroller.offset - 6
	s.c.scrollHelp(max(offset, 0))
	// The height of the page is only known once it is drawn.
	scroller.content = max(scroller.content, offset+scroller.view)
}

// fold draws a heading that opens and closes its section.
func (s *pageSetter) fold(block *help.Block, text string) {
	c, l := s.c, &s.c.local.help
	key := s.page.Name + "#" + block.ID
	row := s.b.cutTop(34).inset(0, 2)
	value, icon := "closed", "chevron"
	if l.open[key] {
		value, icon = "open", "down"
	}
	ctl := c.control(helpPrefix+"fold/"+key, row, pressable, Item{Kind: "opener", Text: text, Value: value, Hint: "Show or hide"})
	ground := c.raised
	if ctl.hover {
		ground = c.theme.hover
	}
	c.fill(row, 5, ground)
	inner := row.inset(8, 0)
	c.icon(inner.cutLeft(14).middle(12), icon, c.dim)
	inner.cutLeft(6)
	c.text(inner, pageHeading3, left, c.theme.text, text)
	c.ring(ctl, row, 5)
	if ctl.clicked {
		if l.open == nil {
			l.open = map[string]bool{}
		}
		l.open[key] = !l.open[key]
		c.again = true
	}
	if !l.open[key] {
		s.skip = block.Level
	}
	s.b.cutTop(6)
}

func (s *pageSetter) item(id string, block *help.Block) {
	indent := 18 * float32(block.Level+1)
	if block.Mark != "" {
		mark := box{s.b.x + indent - 18, s.b.y, 15, spanLine(pageText)}
		if block.Mark == "•" {
			s.c.fill(mark.centered(4.5, 4.5).moved(-1, 0), 3, s.c.dim)
		} else {
			s.c.draw(mark, pageText, left, s.c.dim, block.Mark)
		}
	}
	s.spans(id, block.Spans, indent+2)
	s.b.cutTop(3)
}

// Measures of code, in dp.
const (
	codePad  = 10
	codeLine = 18
)

// code draws lines of code, those that are too long in several, and a button to copy them.
func (s *pageSetter) code(id, text string) {
	c := s.c
	letter := c.width(pageCode, strings.Repeat("m", 20)) / 20
	fits := max(int((s.b.w-2*codePad-24)/letter), 8)
	var lines []string
	for line := range strings.Lines(text) {
		lines = append(lines, folded(strings.ReplaceAll(strings.TrimRight(line, "\n"), "\t", "    "), fits)...)
	}
	area := s.b.cutTop(codeLine*float32(len(lines)) + 2*codePad)
	c.fill(area, 6, c.raised)
	inner := area.inset(codePad, codePad)
	for _, line := range lines {
		row := inner.cutTop(codeLine)
		if !c.hidden(row) {
			c.draw(row, pageCode, left, c.theme.text, line)
		}
	}
	c.tell(area.inset(codePad, codePad), strings.TrimRight(text, "\n"))
	copied := commandsOf(text)
	button := box{area.right() - 28, area.y + 4, 24, 24}
	if c.iconButton(id+"/copy", button, "copy", "Copy "+firstLine(copied), "Copy this", false) {
		c.emit(CopyText{copied})
	}
	s.b.cutTop(11)
}

// folded breaks a line of code after a number of letters, at a space if there is one in reach.
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

// commandsOf is what is copied of code: the commands behind $ alone where there are some.
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

// cellRoom is the room between columns, in dp.
const cellRoom = 14

// columnsOf divides a width among the columns of a table: those that need less than an equal share get it, the others share
// the rest by the roots of what they would need.
func (c *canvas) columnsOf(rows [][][]help.Span, width float32) []float32 {
	wanted := make([]float32, len(rows[0]))
	for _, row := range rows {
		for i := range wanted {
			if i < len(row) {
				wanted[i] = max(wanted[i], c.spansWidth(row[i])+cellRoom)
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

// spansWidth is the width of spans on one line.
func (c *canvas) spansWidth(spans []help.Span) float32 {
	pieces, _ := c.setSpans(spans, pageCell, 1e6)
	if len(pieces) == 0 {
		return 0
	}
	last := pieces[len(pieces)-1]
	return last.x + last.w + 1
}

func (s *pageSetter) table(id string, rows [][][]help.Span) {
	c := s.c
	widths := c.columnsOf(rows, s.b.w)
	for i, row := range rows {
		st, col := pageCell, c.theme.text
		if i == 0 {
			st, col = style{pageCell.size, strong.weight}, c.dim
		}
		height := float32(0)
		for j, cell := range row {
			height = max(height, c.spansHeight(widths[j]-cellRoom, st, cell))
		}
		line := s.b.cutTop(height + 7)
		for j, cell := range row {
			b := line.cutLeft(widths[j])
			b.y, b.w = b.y+3, b.w-cellRoom
			c.drawSpans(fmt.Sprintf("%s/%d/%d", id, i, j), b, st, col, cell)
		}
		c.hline(s.b.x, s.b.y, s.b.w, 0, c.line)
	}
	s.b.cutTop(12)
}

// pagePictures keeps the pictures of pages that were seen.
type pagePictures map[string]*image.RGBA

// picture draws a picture as wide as the page, or as it is if it is smaller, with what it shows below.
func (s *pageSetter) picture(block *help.Block) {
	c, l := s.c, &s.c.local.help
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
		w := min(s.b.w, float32(size.X))
		at := s.b.cutTop(w * float32(size.Y) / float32(size.X)).withWidth(w)
		c.photo(at, 6, img)
		c.frame(at, 6, 1, c.edge)
	}
	s.b.cutTop(4)
	s.b.cutTop(c.paragraph(s.b, small, c.dim, block.Text))
	s.b.cutTop(10)
}

// next draws the way to the page that follows in the contents.
func (s *pageSetter) next() {
	pages := help.Pages()
	for i, p := range pages {
		if p != s.page || i+1 == len(pages) || s.page.Name == help.Contents {
			continue
		}
		to := pages[i+1]
		s.b.cutTop(8)
		if s.c.button(helpPrefix+"next", s.b.cutTop(30).withWidth(min(s.b.w, 340)), buttonOptions{icon: "forward", text: "Next: " + to.Title, look: ground}) {
			s.c.visit(to.Name)
		}
	}
}
