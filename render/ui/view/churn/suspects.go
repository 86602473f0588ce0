package churn

import (
	"memcity/city/trees"
	"memcity/city/view/churns"
	"memcity/render/ui/canvas"
	"memcity/render/ui/model"
	"memcity/render/ui/part"
	"memcity/render/ui/place"
	"memcity/render/ui/widget"
	"memcity/words"
)

// drawSuspects draws the types that cause much of the churn, with their allocation sites and how to avoid them.
func (view *View) drawSuspects(c *widget.Canvas, b canvas.Box, r *churns.Report) {
	head := b.CutTop(22)
	what := "what survived no GC"
	if r.Basis == churns.Allocated {
		what = "what was allocated"
	}
	c.Text(head, canvas.Heading, canvas.Left, c.Theme.Text, "Suspects")
	c.Explain("churn/suspects/head", head, "Suspects", "",
		"Types that account for at least 10 % of "+what+", or the largest type if no type does.")
	c.Hline(b.X, b.Y+3, b.W, 1, c.Line)
	b.CutTop(6)
	b.CutRight(8)
	c.Scroll("churn/suspects/list", b, func(content canvas.Box) float32 {
		top := content.Y
		content.H = 1e5
		for i := range r.Suspects {
			view.drawSuspect(c, &content, r, &r.Suspects[i])
		}
		return content.Y - top
	})
}

// drawSuspect draws a suspect. Pressing it goes to it in the bars and the table.
func (view *View) drawSuspect(c *widget.Canvas, b *canvas.Box, r *churns.Report, s *churns.Suspect) {
	advice := churns.Advice(s.Type)
	inner := b.Inset(8, 0)
	lines := c.ParagraphHeight(inner.W, canvas.Small, advice)
	height := 8 + 18 + 9 + 17 + lines + 8
	if s.Site != "" {
		height += 17
	}
	if s.Domain != "" && s.Domain != s.Site {
		height += 17
	}
	if s.Caller != "" {
		height += 17
	}
	card := b.CutTop(height)
	b.CutTop(6)
	m := churns.View.Of(c.Model.State.Views).Unit()
	share := s.Share
	ctl := c.Control("churn/suspect/"+s.Type, card, widget.Pressable,
		model.Item{Kind: "button", Text: "Suspect " + s.Type, Value: words.CertainText(share),
			Hint: s.Type + "\n" + view.suspectHint(c, s) + "\nClick to show it in the table."})
	ground := c.Raised
	if ctl.Hover {
		ground = c.Theme.Hover
	}
	c.Fill(card, place.CtlRadius, ground)
	c.Ring(ctl, card, place.CtlRadius)
	inner = card.Inset(8, 8)
	row := inner.CutTop(18)
	w := c.Draw(row, canvas.Strong, canvas.Right, c.Theme.Text, words.CertainText(share))
	row.CutRight(w + 8)
	view.className(c, row, canvas.Strong, s.Type)
	c.Bar(inner.CutTop(9).WithHeight(4), share, c.Accent)
	amount := estimated(s.Estimated) + words.Amount(trees.Objects, s.Objects) + ", " + estimated(s.Estimated) + words.Size(s.Bytes)
	c.Text(inner.CutTop(17), canvas.Small, canvas.Left, c.Theme.Text, amount)
	view.suspectSite(c, &inner, s.Type, "at ", s.Site, s.AtSite.Of(m), s.Amount.Of(m))
	if s.Domain != s.Site {
		view.suspectSite(c, &inner, s.Type, "via ", s.Domain, s.AtDomain.Of(m), s.Amount.Of(m))
	}
	view.suspectSite(c, &inner, s.Type, "called by ", s.Caller, s.AtCaller.Of(m), s.Amount.Of(m))
	for _, line := range c.Types.Wrap(advice, canvas.Small.Size*c.Scale, canvas.Small.Weight, inner.W*c.Scale) {
		c.Text(inner.CutTop(canvas.LineHeight(canvas.Small)), canvas.Small, canvas.Left, c.Dim, line)
	}
	if ctl.Clicked {
		view.goChurn(c, r.SuspectPath(s))
		view.suspects = false
	}
}

// className draws the name of a type: qualified if that fits, otherwise as much of the class name as fits.
func (view *View) className(c *widget.Canvas, b canvas.Box, st canvas.Style, name string) {
	shown := name
	if c.Width(st, shown) > b.W {
		shown = shortType(name)
	}
	c.Put(b, st, canvas.Left, c.Theme.Text, name, c.Types.Fit(shown, st.Size*c.Scale, st.Weight, b.W*c.Scale+0.5, false))
}

// suspectSite draws where most of a suspect of the given type was allocated.
func (view *View) suspectSite(c *widget.Canvas, b *canvas.Box, of, verb, site string, amount, whole int64) {
	if site == "" {
		return
	}
	row := b.CutTop(17)
	share := words.PartText(amount, whole)
	c.Draw(row, canvas.Small, canvas.Right, c.Dim, share)
	row.CutRight(c.Width(canvas.Small, share) + 8)
	row.CutLeft(c.Draw(row, canvas.Small, canvas.Left, c.Dim, verb))
	ink := c.Theme.Text
	if words.SourceName(site) != "" {
		link := row.WithWidth(min(c.Width(canvas.Small, shortSite(site)), row.W)) // the rest of the row belongs to the card
		ink = part.SourceRow(c, "churn/site/"+of+"/"+verb, link, site,
			model.Item{Text: verb + site, Value: share, Hint: words.UpperFirst(verb) + words.OneLine(site) + ": " + share}, ink)
	}
	c.Name(row, canvas.Small, canvas.Left, ink, shortSite(site))
}

func (view *View) suspectHint(c *widget.Canvas, s *churns.Suspect) string {
	text := estimated(s.Estimated) + words.Exactly(s.Objects, s.Bytes)
	if s.Site != "" {
		text += "\nmost allocated at " + s.Site
	}
	if s.Domain != "" && s.Domain != s.Site {
		text += "\nclosest call site in the program's own code: " + s.Domain
	}
	if s.Caller != "" {
		text += "\ncalled most by " + s.Caller
	}
	return text
}
