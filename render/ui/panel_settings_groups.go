package ui

import (
	"slices"
	"strings"

	"memcity/city"
)

// measures say in a sentence what each measure is, and what it costs.
var measures = [...]struct{ name, text string }{
	city.Shallow:  {"Shallow", "The objects of a group alone; ready at once."},
	city.Deep:     {"Deep", "With all that they reach, shared or not; takes a pass over all references."},
	city.Retained: {"Retained", "With all that would die with them; takes several passes over all references."},

	city.Structural: {"Data structures", "Of the data structures whose heads are in it; takes a pass over all references."},
}

// drawMeasures draws the choice of which size of a group all numbers are.
func drawMeasures(c *canvas, b *box, now city.Measure) {
	c.text(b.cutTop(24), body, left, c.theme.text, "Size of a group")
	for i, m := range measures {
		missing := ""
		switch catalog := c.model.Catalog; {
		case catalog != nil:
			missing = catalog.Missing[i]
		case city.Measure(i) != city.Shallow:
			missing = "needs single objects, which ready-made memory trees do not have"
		}
		text := m.text
		if missing != "" {
			text = upperFirst(missing) + "."
		}
		o := radioOptions{text: m.name, about: text, on: city.Measure(i) == now, off: missing != ""}
		if radio(c, b, "settings/measure/"+m.name, o) {
			c.set("", func(s *city.Settings) { s.Measure = city.Measure(i) })
		}
	}
	b.cutTop(4)
}

// usualChains is how many ready-made chains the settings offer.
const usualChains = 4

// chainSection tells the grouping in force, leads to the window that changes it, and offers some usual ones.
func chainSection(c *canvas, b *box, s city.Settings) {
	c.text(b.cutTop(22), body, left, c.theme.text, "Grouped by")
	b.cutTop(c.paragraph(b.withHeight(6*lineHeight(strong)), strong, c.theme.text, chainText(c.model.Catalog, s.By)))
	if len(s.Filters) > 0 {
		b.cutTop(c.paragraph(b.withHeight(6*lineHeight(small)), small, c.dim, "Only objects that pass "+strings.Join(s.Filters, ", ")))
	}
	b.cutTop(5)
	value := ""
	if c.model.ChainOpen {
		value = "on"
	}
	if c.button("settings/chain", b.cutTop(28), buttonOptions{icon: "chain", text: "Change…  (Ctrl+G)", hint: "Any chain of classifiers, filters and transformers", look: ground, value: value}) {
		c.emit(ToggleChain)
	}
	b.cutTop(6)
	shown := 0
	for i := range c.model.Catalog.Ready {
		r := &c.model.Catalog.Ready[i]
		if r.Missing != "" || shown == usualChains {
			continue
		}
		shown++
		on := slices.Equal(r.By, s.By) && slices.Equal(r.Filters, s.Filters)
		if radio(c, b, "settings/by/"+r.Title, radioOptions{text: r.Title, hint: r.Text, on: on}) {
			c.set("", func(s *city.Settings) { s.By, s.Filters = r.By, r.Filters })
		}
	}
}

// chainText writes a chain for people: roles where there are some, arguments as written.
func chainText(catalog *city.Catalog, by []string) string {
	var words []string
	for _, name := range by {
		if entry, ok := catalog.Entry(name); ok && entry.Role != "" && !strings.Contains(name, "(") {
			name = entry.Role
		}
		words = append(words, name)
	}
	return strings.Join(words, " → ")
}

// radioOptions are what stands at one of several choices below each other; about is a sentence below the text.
type radioOptions struct {
	text, about, hint string
	on, off           bool
}

// radio draws one of several choices below each other and reports whether it was pressed.
func radio(c *canvas, b *box, id string, o radioOptions) bool {
	row := b.cutTop(27)
	value := ""
	if o.on {
		value = "chosen"
	}
	ctl := c.control(id, row, pressable, Item{Kind: "choice", Text: o.text, Value: value, Hint: o.hint, Off: o.off})
	if ctl.hover {
		c.fill(row.inset(-4, 0), ctlRadius, c.raised)
	}
	dot := row.cutLeft(16).centered(16, 16)
	fore := c.theme.text
	switch {
	case o.off:
		c.frame(dot, 8, 1.5, c.line)
		fore = c.theme.off
	case o.on:
		c.fill(dot, 8, c.accent)
		c.fill(dot.inset(5, 5), 3, c.theme.on)
	default:
		c.frame(dot, 8, 1.5, c.edge)
	}
	row.cutLeft(9)
	c.draw(row, body, left, fore, c.types.fit(o.text, body.size*c.scale, body.weight, row.w*c.scale, false))
	if o.about != "" {
		about := *b
		about.cutLeft(25)
		b.cutTop(c.paragraph(about, small, c.dim, o.about) + 2)
	}
	c.ring(ctl, dot, 8)
	return ctl.clicked
}
