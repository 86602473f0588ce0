package help

import (
	"fmt"
	"slices"
	"strings"

	"gioui.org/io/key"

	"memcity/assets/help"
	"memcity/render/action"
	"memcity/render/ui/canvas"
	"memcity/render/ui/model"
	"memcity/render/ui/place"
	"memcity/render/ui/widget"
	"memcity/words"
)

// IDs of the manual's parts.
const (
	helpPrefix = "help/"
	HelpSearch = helpPrefix + "search"
	helpScroll = helpPrefix + "page"
)

// Sizes of the manual, in dp.
const (
	HelpWidth      = 1010
	HelpHeight     = 760
	helpContents   = 244 // width of the contents
	helpTwoColumns = 640 // minimum width for the contents beside the page
	helpRow        = 26
	helpLonger     = 700 // maximum width of text
)

// DrawHelp draws the manual: its contents, and a page or the search results.
func (card *Card) DrawHelp(c *widget.Canvas, b canvas.Box) {
	l := card
	if req := c.Model.Help; l.seen != req.Number {
		l.seen = req.Number
		card.visit(c, req.Page)
	}
	if len(l.way) == 0 {
		card.visit(c, help.Contents)
	}
	inner := b.Inset(place.Padding+4, 0)
	inner.CutTop(10)
	head := inner.CutTop(32)
	card.takeHelpKeys(c)
	inner.CutTop(6)
	c.Hline(b.X, inner.Y, b.W, 0, c.Line)
	inner.CutBottom(10)
	side := canvas.Box{}
	if b.W >= helpTwoColumns {
		side = inner.CutLeft(helpContents)
		inner.CutLeft(22)
	}
	inner.CutTop(8)
	page := help.Find(l.way[l.at].page)
	c.Scroll(helpScroll, inner.WithWidth(inner.W-6), func(content canvas.Box) float32 {
		if l.text != "" {
			return card.drawHits(c, content)
		}
		return card.drawPage(c, content, page)
	})
	// Tab goes to the page first, then to navigation, and from the search field to the results.
	if side.W > 0 {
		c.Vline(side.Right(), side.Y, side.H+10, 0, c.Line)
		side.CutTop(8)
		c.Scroll(helpPrefix+"contents", side.WithWidth(side.W-10), func(content canvas.Box) float32 { return card.drawHelpContents(c, content) })
	}
	card.drawHelpHead(c, head)
	c.Want(HelpWidth, HelpHeight)
}

// drawHelpHead draws the navigation buttons and the search field.
func (card *Card) drawHelpHead(c *widget.Canvas, head canvas.Box) {
	l := card
	if c.IconButton(helpPrefix+"close", head.CutRight(30).Centered(30, 30).Moved(8, 0), "close", "Close", c.Tip(action.GoEscape, "Close"), "") {
		c.Run(action.PanelHelp)
	}
	for _, way := range []struct {
		icon, name, hint string
		by               int
	}{{"back", "Previous page", c.Tip(action.GoBack, "The previous page"), -1}, {"forward", "Next page", c.Tip(action.GoForward, "Forward again"), 1}} {
		to := l.at + way.by
		if c.IconButton(helpPrefix+way.icon, head.CutLeft(30).Centered(28, 28), way.icon, way.name, way.hint, widget.Why(to < 0 || to >= len(l.way), "No other page in this direction")) {
			card.walkHelp(c, way.by)
		}
	}
	if c.Button(helpPrefix+"contents", head.CutLeft(92).Inset(6, 2),
		widget.ButtonOptions{Text: "Contents", Hint: "All pages", Look: widget.Ground}) {
		card.visit(c, help.Contents)
	}
	const keysWidth, leastField = 66, 90
	if narrow := head.W < keysWidth+leastField; !narrow && c.Button(helpPrefix+"keys", head.CutLeft(keysWidth).Inset(3, 2),
		widget.ButtonOptions{Text: "Keys", Hint: "Keys and mouse (?)", Look: widget.Ground}) {
		card.visit(c, help.Keys)
	}
	head.CutRight(6)
	field := head.CutRight(min(head.W-8, 280)).Middle(28)
	text, changed, submitted := c.LineField(HelpSearch, field, model.Item{Text: "Search the help", Hint: "Search all pages (/)"}, l.text,
		"Search all pages")
	if text = strings.TrimSpace(text); changed && text != l.text { // showing a page clears the field
		if l.text = text; text != "" {
			l.hits = help.Search(text)
		}
		card.scrollHelp(c, 0)
	}
	if submitted && len(l.hits) > 0 && l.text != "" {
		c.Source.Execute(key.FocusCmd{})
		card.visit(c, l.hits[0].Link())
	}
}

// drawHelpContents draws the chapters with their pages, and returns the height.
func (card *Card) drawHelpContents(c *widget.Canvas, b canvas.Box) float32 {
	top := b.Y
	b.H = 1e6
	contents := help.Find(help.Contents)
	for _, block := range contents.Blocks[1:] {
		switch {
		case block.Kind == help.Heading:
			b.CutTop(8)
			c.Text(b.CutTop(22), canvas.SmallB, canvas.Left, c.Dim, help.Words(block.Spans))
		case block.Kind == help.Item:
			for _, s := range block.Spans {
				if page := help.Find(s.Link); page != nil {
					card.drawContentsRow(c, &b, page, 0)
				}
			}
		}
	}
	return b.Y - top
}

// drawContentsRow draws a page in the contents. If that page or one below it is shown, it also draws the pages below.
func (card *Card) drawContentsRow(c *widget.Canvas, b *canvas.Box, page *help.Page, level int) {
	shown := card.way[card.at].page
	row := canvas.Rect(b.X, b.Y, b.W, helpRow)
	b.CutTop(helpRow)
	value := ""
	if page.Name == shown {
		value = "shown"
		c.Fill(row.Inset(0, 1), 4, c.Wash)
	}
	if l := card; page.Name == shown && l.listed != shown {
		l.listed = shown
		if s := c.Scrollers[helpPrefix+"contents"]; row.Y < c.Window.Y || row.Bottom() > c.Window.Bottom() {
			s.Offset = max(s.Offset+row.MidY()-c.Window.MidY(), 0)
			c.Again = true
		}
	}
	ctl := c.Control(helpPrefix+"to/"+page.Name, row, widget.Pressable, model.Item{Kind: "row", Text: page.Title, Value: value})
	if ctl.Hover && value == "" {
		c.Fill(row.Inset(0, 1), 4, c.Theme.Hover)
	}
	text := row.Inset(6, 0)
	text.CutLeft(12 * float32(level))
	c.DrawText(text, canvas.Body, canvas.Left, c.Theme.Text, page.Title, text.W)
	c.Ring(ctl, row.Inset(1, 2), 4)
	if ctl.Clicked {
		card.visit(c, page.Name)
	}
	if level > 0 || shown != page.Name && !strings.HasPrefix(shown, page.Name+"/") {
		return
	}
	var seen []string
	for _, link := range page.Links() {
		if below := help.Find(link); below != nil && strings.HasPrefix(link, page.Name+"/") && !slices.Contains(seen, link) {
			seen = append(seen, link)
			card.drawContentsRow(c, b, below, 1)
		}
	}
}

// drawHits draws the sections found, and returns the height.
func (card *Card) drawHits(c *widget.Canvas, b canvas.Box) float32 {
	l := card
	top := b.Y
	b.W, b.H = min(b.W, helpLonger), 1e6
	text := words.Plural(int64(len(l.hits)), "section has", "sections have") + " “" + l.text + "”"
	if len(l.hits) == 0 {
		text = "No page has “" + l.text + "”"
	}
	c.Text(b.CutTop(26), canvas.Small, canvas.Left, c.Dim, text)
	for i := range l.hits {
		card.drawHit(c, &b, i)
	}
	return b.Y - top + 10
}

func (card *Card) drawHit(c *widget.Canvas, b *canvas.Box, i int) {
	hit := &card.hits[i]
	name := hit.Page.Title
	if hit.Heading != "" {
		name += " · " + hit.Heading
	}
	height := c.ParagraphHeight(b.W-16, canvas.Small, hit.Text)
	row := b.CutTop(height + 34)
	ctl := c.Control(fmt.Sprintf("%shit/%d", helpPrefix, i), row, widget.Pressable, model.Item{Kind: "row", Text: name})
	if ctl.Hover {
		c.Fill(row.Inset(0, 2), 5, c.Theme.Hover)
	}
	c.Ring(ctl, row.Inset(0, 2), 5)
	text := row.Inset(8, 5)
	c.Text(text.CutTop(20), canvas.Strong, canvas.Left, c.Theme.Link, name)
	c.Paragraph(text, canvas.Small, c.Dim, hit.Text)
	if ctl.Clicked {
		card.visit(c, hit.Link())
	}
}
