package ui

import (
	"fmt"
	"slices"
	"strings"

	"gioui.org/io/key"

	"memcity/assets/help"
)

// Names of the parts of the help window.
const (
	helpPrefix = "help/"
	helpSearch = helpPrefix + "search"
	helpScroll = helpPrefix + "page"
)

// Measures of the help window, in dp.
const (
	helpWidth    = 1010
	helpHeight   = 760
	helpContents = 244 // width of the contents
	helpBeside   = 640 // from this width on the contents stand beside the page
	helpRow      = 26
	helpLonger   = 700 // the widest lines of text
)

// drawHelp draws the manual: its contents, and a page or what was found.
func drawHelp(c *canvas, b box) {
	l := &c.local.help
	if wish := c.model.Help; l.asked != wish.Asked {
		l.asked = wish.Asked
		c.visit(wish.Page)
	}
	if len(l.way) == 0 {
		c.visit(help.Contents)
	}
	inner := b.inset(padding+4, 0)
	inner.cutTop(10)
	head := inner.cutTop(32)
	c.takeHelpKeys()
	inner.cutTop(6)
	c.hline(b.x, inner.y, b.w, 0, c.line)
	inner.cutBottom(10)
	side := box{}
	if b.w >= helpBeside {
		side = inner.cutLeft(helpContents)
		inner.cutLeft(22)
	}
	inner.cutTop(8)
	page := help.Find(l.way[l.at].page)
	c.scroll(helpScroll, inner.withWidth(inner.w-6), func(content box) float32 {
		if l.text != "" {
			return drawHits(c, content)
		}
		return drawPage(c, content, page)
	})
	// Tab comes to the page first, then to what leads to others, and from the field for searching to what was found.
	if side.w > 0 {
		c.vline(side.right(), side.y, side.h+10, 0, c.line)
		side.cutTop(8)
		c.scroll(helpPrefix+"contents", side.withWidth(side.w-10), func(content box) float32 { return drawHelpContents(c, content) })
	}
	drawHelpHead(c, head)
	c.want(helpWidth, helpHeight)
}

// drawHelpHead draws what moves through the manual, and the field for searching.
func drawHelpHead(c *canvas, head box) {
	l := &c.local.help
	if c.iconButton(helpPrefix+"close", head.cutRight(30).centered(30, 30).moved(8, 0), "close", "Close", "Close (Esc)", false) {
		c.emit(ToggleHelp)
	}
	for _, way := range []struct {
		icon, name, hint string
		by               int
	}{{"back", "Page before", "The page before (Alt+←)", -1}, {"forward", "Page after", "Forward again (Alt+→)", 1}} {
		to := l.at + way.by
		if c.iconButton(helpPrefix+way.icon, head.cutLeft(30).centered(28, 28), way.icon, way.name, way.hint, to < 0 || to >= len(l.way)) {
			c.walkHelp(way.by)
		}
	}
	if c.button(helpPrefix+"contents", head.cutLeft(92).inset(6, 2), buttonOptions{text: "Contents", hint: "All pages", look: ground}) {
		c.visit(help.Contents)
	}
	if c.button(helpPrefix+"keys", head.cutLeft(66).inset(3, 2), buttonOptions{text: "Keys", hint: "Keys and mouse (?)", look: ground}) {
		c.visit(help.Keys)
	}
	head.cutRight(6)
	field := head.cutRight(min(head.w-8, 280)).middle(28)
	text, changed, submitted := c.lineField(helpSearch, field, Item{Text: "Search the help", Hint: "Search all pages (/)"}, l.text, "Search all pages")
	if text = strings.TrimSpace(text); changed && text != l.text { // a page that is shown empties the field
		if l.text = text; text != "" {
			l.hits = help.Search(text)
		}
		c.scrollHelp(0)
	}
	if submitted && len(l.hits) > 0 && l.text != "" {
		c.source.Execute(key.FocusCmd{})
		c.visit(l.hits[0].Link())
	}
}

// helpMark is a button that opens the page of the manual on what stands below.
func (c *canvas) helpMark(b box, page string) {
	if c.iconButton("manual/"+page, b.centered(26, 26), "help", "Manual", "What this is: the page of the manual", false) {
		c.emit(ShowHelp{page})
	}
}

// drawHelpContents draws the chapters with their pages, and returns the height.
func drawHelpContents(c *canvas, b box) float32 {
	top := b.y
	b.h = 1e6
	contents := help.Find(help.Contents)
	for _, block := range contents.Blocks[1:] {
		switch {
		case block.Kind == help.Heading:
			b.cutTop(8)
			c.text(b.cutTop(22), smallB, left, c.dim, help.Words(block.Spans))
		case block.Kind == help.Item:
			for _, s := range block.Spans {
				if page := help.Find(s.Link); page != nil {
					drawContentsRow(c, &b, page, 0)
				}
			}
		}
	}
	return b.y - top
}

// drawContentsRow draws a page among the contents and, if it or one below it is shown, those below it.
func drawContentsRow(c *canvas, b *box, page *help.Page, level int) {
	shown := c.local.help.way[c.local.help.at].page
	row := box{b.x, b.y, b.w, helpRow}
	b.cutTop(helpRow)
	value := ""
	if page.Name == shown {
		value = "shown"
		c.fill(row.inset(0, 1), 4, c.wash)
	}
	if l := &c.local.help; page.Name == shown && l.listed != shown {
		l.listed = shown
		if s := c.scrollers[helpPrefix+"contents"]; row.y < c.window.y || row.bottom() > c.window.bottom() {
			s.offset = max(s.offset+row.midY()-c.window.midY(), 0)
			c.again = true
		}
	}
	ctl := c.control(helpPrefix+"to/"+page.Name, row, pressable, Item{Kind: "row", Text: page.Title, Value: value})
	if ctl.hover && value == "" {
		c.fill(row.inset(0, 1), 4, c.theme.hover)
	}
	text := row.inset(6, 0)
	text.cutLeft(12 * float32(level))
	c.draw(text, body, left, c.theme.text, c.types.fit(page.Title, body.size*c.scale, body.weight, text.w*c.scale, false))
	c.ring(ctl, row.inset(1, 2), 4)
	if ctl.clicked {
		c.visit(page.Name)
	}
	if level > 0 || shown != page.Name && !strings.HasPrefix(shown, page.Name+"/") {
		return
	}
	var seen []string
	for _, link := range page.Links() {
		if below := help.Find(link); below != nil && strings.HasPrefix(link, page.Name+"/") && !slices.Contains(seen, link) {
			seen = append(seen, link)
			drawContentsRow(c, b, below, 1)
		}
	}
}

// drawHits draws the sections that were found, and returns the height.
func drawHits(c *canvas, b box) float32 {
	l := &c.local.help
	top := b.y
	b.w, b.h = min(b.w, helpLonger), 1e6
	told := plural(int64(len(l.hits)), "section has", "sections have") + " “" + l.text + "”"
	if len(l.hits) == 0 {
		told = "No page has “" + l.text + "”"
	}
	c.text(b.cutTop(26), small, left, c.dim, told)
	for i := range l.hits {
		drawHit(c, &b, i)
	}
	return b.y - top + 10
}

func drawHit(c *canvas, b *box, i int) {
	hit := &c.local.help.hits[i]
	name := hit.Page.Title
	if hit.Heading != "" {
		name += " · " + hit.Heading
	}
	height := c.paragraphHeight(b.w-16, small, hit.Text)
	row := b.cutTop(height + 34)
	ctl := c.control(fmt.Sprintf("%shit/%d", helpPrefix, i), row, pressable, Item{Kind: "row", Text: name})
	if ctl.hover {
		c.fill(row.inset(0, 2), 5, c.theme.hover)
	}
	c.ring(ctl, row.inset(0, 2), 5)
	text := row.inset(8, 5)
	c.text(text.cutTop(20), strong, left, c.theme.link, name)
	c.paragraph(text, small, c.dim, hit.Text)
	if ctl.clicked {
		c.visit(hit.Link())
	}
}
