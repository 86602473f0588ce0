package ui

import (
	"memcity/city"
)

// drawSuspects draws the types that make up much of the churn, with where they come from and how to avoid them.
func drawSuspects(c *canvas, b box, r *city.ChurnReport) {
	head := b.cutTop(22)
	what := "what survived no GC"
	if r.Basis == city.ChurnAllocated {
		what = "what was allocated"
	}
	c.text(head, heading, left, c.theme.text, "Suspects")
	c.explain("churn/suspects/head", head, "Suspects", "", "Types that make up at least a tenth of "+what+", or else the one that makes up most of it.")
	c.hline(b.x, b.y+3, b.w, 1, c.line)
	b.cutTop(6)
	b.cutRight(8)
	c.scroll("churn/suspects/list", b, func(content box) float32 {
		top := content.y
		content.h = 1e5
		for i := range r.Suspects {
			drawSuspect(c, &content, r, &r.Suspects[i])
		}
		return content.y - top
	})
}

// drawSuspect draws one suspect. Pressed, the bars and the table go to it.
func drawSuspect(c *canvas, b *box, r *city.ChurnReport, s *city.ChurnSuspect) {
	advice := city.ChurnAdvice(s.Type)
	inner := b.inset(8, 0)
	lines := c.paragraphHeight(inner.w, small, advice)
	height := 8 + 18 + 9 + 17 + lines + 8
	if s.Site != "" {
		height += 17
	}
	if s.Domain != "" && s.Domain != s.Site {
		height += 17
	}
	card := b.cutTop(height)
	b.cutTop(6)
	m := c.model.State.Churning.Metric()
	share := s.Share
	ctl := c.control("churn/suspect/"+s.Type, card, pressable, Item{Kind: "button", Text: "Suspect " + s.Type, Value: certainText(share),
		Hint: s.Type + "\n" + c.suspectHint(s) + "\nClick to go to it in the table."})
	ground := c.raised
	if ctl.hover {
		ground = c.theme.hover
	}
	c.fill(card, ctlRadius, ground)
	c.ring(ctl, card, ctlRadius)
	inner = card.inset(8, 8)
	row := inner.cutTop(18)
	w := c.draw(row, strong, right, c.theme.text, certainText(share))
	row.cutRight(w + 8)
	c.className(row, strong, s.Type)
	c.bar(inner.cutTop(9).withHeight(4), share, c.accent)
	amount := estimated(s.Estimated) + Amount(city.Objects, s.Objects) + ", " + estimated(s.Estimated) + Size(s.Bytes)
	c.text(inner.cutTop(17), small, left, c.theme.text, amount)
	c.suspectSite(&inner, "at ", s.Site, city.ChurnOf(s.AtSite, m), city.ChurnOf(s.Amount, m))
	if s.Domain != s.Site {
		c.suspectSite(&inner, "via ", s.Domain, city.ChurnOf(s.AtDomain, m), city.ChurnOf(s.Amount, m))
	}
	for _, line := range c.types.wrap(advice, small.size*c.scale, small.weight, inner.w*c.scale) {
		c.text(inner.cutTop(lineHeight(small)), small, left, c.dim, line)
	}
	if ctl.clicked {
		c.goChurn(r.SuspectPath(s))
		c.local.churn.suspects = false
	}
}

// className names a type: with its packages if there is room for them, else what fits of the name of its class.
func (c *canvas) className(b box, st style, name string) {
	shown := plainType(name)
	if c.width(st, shown) > b.w {
		shown = shortType(name)
	}
	c.put(b, st, left, c.theme.text, name, c.types.fit(shown, st.size*c.scale, st.weight, b.w*c.scale+0.5, false))
}

// suspectSite names where most of a suspect comes from.
func (c *canvas) suspectSite(b *box, verb, site string, part, whole int64) {
	if site == "" {
		return
	}
	row := b.cutTop(17)
	share := partText(part, whole)
	c.draw(row, small, right, c.dim, share)
	row.cutRight(c.width(small, share) + 8)
	row.cutLeft(c.draw(row, small, left, c.dim, verb))
	c.name(row, small, left, c.theme.text, shortSite(site))
}

func (c *canvas) suspectHint(s *city.ChurnSuspect) string {
	text := estimated(s.Estimated) + exactly(s.Objects, s.Bytes)
	if s.Site != "" {
		text += "\nmost allocated at " + s.Site
	}
	if s.Domain != "" && s.Domain != s.Site {
		text += "\nclosest call site of the program itself: " + s.Domain
	}
	return text
}
