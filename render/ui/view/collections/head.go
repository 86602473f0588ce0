package collections

import (
	"slices"
	"strings"

	"memcity/city/view/collections"
	"memcity/render/ui/canvas"
	"memcity/render/ui/widget"
	"memcity/words"
)

var pages = []widget.Choice{
	{Text: "Stale", Hint: "List collections whose elements are not used"},
	{Text: "Patterns", Hint: "List collections that are always empty, small or of fixed size, with advice"},
}

// drawTools draws the page switch, the filter field and the menu button, beside the title or, if they do not fit, partly below it.
func (view *View) drawTools(c *widget.Canvas, b *canvas.Box, head canvas.Box, r *collections.Report, s collections.State) {
	const side, page, all, least = 30, 158, 64, 150
	more := head.CutRight(side).Centered(side, side)
	if c.IconButton("collections/more", more, "drop", "Save and more", "Save, copy, and more", "") {
		c.OpenMenu(Menu, "collections/more", more)
	}
	head.CutRight(6)
	if i := c.Segments("collections/page", head.CutRight(min(page, head.W)).Middle(26), "Show", pages, int(s.Page), ""); i >= 0 &&
		i != int(s.Page) {
		view.set(c, func(s *collections.State) { s.Page = collections.Page(i) })
	}
	head.CutRight(8)
	if s.Page == collections.Patterns {
		return
	}
	field := head
	if head.W < least {
		b.CutTop(2)
		field = b.CutTop(30)
	}
	if c.Button("collections/all", field.CutRight(all).Middle(28), widget.ButtonOptions{Text: "All", Name: "All collections together",
		Look: widget.Ground, Hint: "Show the lines that add, read and remove elements, over all collections together"}) {
		view.set(c, func(s *collections.State) { s.Opened = collections.AllOpened })
	}
	field.CutRight(8)
	field = field.Middle(28)
	field.W = min(field.W, 300)
	c.FilterField(table, field, "Show only collections whose type or line contains this text, such as HashMap or Main.java:5", nil)
	if text := c.FilterText(table); text != s.Text {
		view.set(c, func(s *collections.State) { s.Text, s.Top = text, 0 })
	}
}

// drawHeadline draws the main finding and the totals of the window.
func (view *View) drawHeadline(c *widget.Canvas, b *canvas.Box, r *collections.Report, page collections.Page, low bool) {
	headline := r.Headline()
	if page == collections.Patterns {
		headline = r.PatternHeadline()
	}
	c.Headline(b, headline)
	if low {
		return
	}
	view.drawFacts(c, b.CutTop(18), r.Window.Facts(), r.Notes)
	b.CutTop(4)
}

// drawFacts draws a line of facts with notes on missing data.
func (view *View) drawFacts(c *widget.Canvas, row canvas.Box, facts string, notes []string) {
	w := c.Text(row, canvas.Small, canvas.Left, c.Dim, facts)
	c.Explain("collections/facts", canvas.Rect(row.X, row.Y, w, row.H), "Window", facts,
		"Choose the window in the chart or on the time bar below. It applies to all views.\nStaleness is the share of the window since an element was last read or added until it was removed, from 0 to 1. A collection's staleness is the mean of its elements.")
	row.CutLeft(w + 14)
	if len(notes) == 0 || row.W < 80 {
		return
	}
	c.Icon(row.CutLeft(14).Middle(14), "warning", c.Warn)
	row.CutLeft(6)
	w = c.Text(row, canvas.Small, canvas.Left, c.Warn, notes[0])
	c.Explain("collections/notes", canvas.Rect(row.X, row.Y, w, row.H), "Notes", "", strings.Join(notes, "\n"))
}

// drawSliders draws the threshold that splits the bars, and the limit of sizes to list.
func (view *View) drawSliders(c *widget.Canvas, b canvas.Box, r *collections.Report, s collections.State) {
	const slider, gap = 130, 18
	half := b.CutLeft(b.W*0.58 - gap)
	b.CutLeft(gap)
	at := s.Threshold.Value()
	if moved, ok := c.Slider("collections/threshold", half.CutLeft(min(slider, half.W/2)).Middle(20), "Threshold",
		"Show elements in red if they were not read for more than this share of the window; all others are blue",
		words.Ratio(at), at, 20, ""); ok {
		view.set(c, func(s *collections.State) { s.Threshold = collections.Threshold{Moved: true, At: moved} })
	}
	half.CutLeft(8)
	view.drawKey(c, half, at)
	sizes := sizesUpTo(r.Window.Largest)
	step := len(sizes)
	if s.Limited {
		step, _ = slices.BinarySearch(sizes, s.MaxSize)
	}
	limit := "of any size"
	switch {
	case s.Limited && s.MaxSize == 0:
		limit = "that are empty"
	case s.Limited:
		limit = "of up to " + words.Counted(s.MaxSize, "element")
	}
	if moved, ok := c.Slider("collections/size", b.CutLeft(min(slider, b.W/2)).Middle(20), "Maximum size",
		"List only collections with at most this many elements; leftmost: only empty ones", limit,
		float64(step)/float64(len(sizes)), len(sizes), ""); ok {
		i := int(moved*float64(len(sizes)) + 0.5)
		view.set(c, func(s *collections.State) {
			if s.Limited, s.MaxSize, s.Top = i < len(sizes), 0, 0; s.Limited {
				s.MaxSize = sizes[i]
			}
		})
	}
	b.CutLeft(8)
	c.Text(b, canvas.Small, canvas.Left, c.Dim, "collections "+limit)
}

// drawKey explains the colors of bars, if it fits.
func (view *View) drawKey(c *widget.Canvas, b canvas.Box, at float64) {
	cold, hot := view.colors(c)
	part := words.WholePercent(at)
	above, below := "not read for more than "+part+" of the window", "for less"
	if c.Width(canvas.Small, above+below)+60 > b.W {
		above, below = "stale above "+part, "used"
	}
	c.Fill(b.CutLeft(10).Middle(10), 2, hot)
	b.CutLeft(6)
	b.CutLeft(c.Text(b, canvas.Small, canvas.Left, c.Dim, above) + 14)
	if b.W > 40 {
		c.Fill(b.CutLeft(10).Middle(10), 2, cold)
		b.CutLeft(6)
		c.Text(b, canvas.Small, canvas.Left, c.Dim, below)
	}
}

// sizesUpTo returns the choices of a size limit, given the largest collection: 0, 1, 2, 5, 10 and so on.
func sizesUpTo(largest int64) []int64 {
	sizes := []int64{0}
	for power := int64(1); power < largest; power *= 10 {
		for _, f := range []int64{1, 2, 5} {
			if n := f * power; n < largest {
				sizes = append(sizes, n)
			}
		}
	}
	return sizes
}

// drawFoot draws the number of listed collections, and the progress of the rest.
func (view *View) drawFoot(c *widget.Canvas, b canvas.Box, r *collections.Report, s collections.State) {
	if !r.Whole || collections.Kind.Result(&c.Model.Results) == nil {
		b.CutRight(widget.DrawProgress(c, b, table, c.Model.Results.Progress.What) + 12)
	}
	if s.Page == collections.Patterns {
		c.Text(b, canvas.Small, canvas.Left, c.Dim, words.Counted(int64(len(r.Patterns)), "pattern"))
		return
	}
	text := words.Count(int64(len(r.Collections))) + " of " + words.Counted(int64(r.Window.Matching), "collection")
	if left := r.Window.Collections - r.Window.Matching; left > 0 {
		text += ", " + words.Count(int64(left)) + " hidden by filters"
	}
	b.CutLeft(c.Text(b, canvas.Small, canvas.Left, c.Dim, text) + 12)
	if rest := r.Window.Matching - len(r.Collections); rest > 0 {
		more := min(4*s.TopOr(), rest)
		name := "Show " + words.Count(int64(more)) + " more"
		if c.Button("collections/further", b.CutLeft(c.Width(canvas.Strong, name)+20).Middle(20), widget.ButtonOptions{Text: name,
			Hint: "List more collections"}) {
			view.set(c, func(s *collections.State) { s.Top = s.TopOr() * 5 })
		}
		b.CutLeft(12)
	}
	if r.NoConfidence != "" {
		c.Text(b, canvas.Small, canvas.Left, c.Dim, r.NoConfidence)
	}
}
