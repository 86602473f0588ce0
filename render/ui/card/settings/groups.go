package settings

import (
	"memcity/city/scene"
	"memcity/city/seq"
	"memcity/city/trees"
	"memcity/render/action"
	"memcity/render/ui/canvas"
	"memcity/render/ui/model"
	partpkg "memcity/render/ui/part"
	"memcity/render/ui/place"
	"memcity/render/ui/widget"
	"memcity/words"
)

// sizeKinds describes each size kind and its cost.
var sizeKinds = [...]struct{ name, text string }{
	trees.Shallow:  {"Shallow", "The group's own objects. Immediate."},
	trees.Deep:     {"Deep", "Everything reachable, shared or not. Takes a pass over all references."},
	trees.Retained: {"Retained", "Everything that only the group keeps alive. Takes several passes over all references."},

	trees.Structural: {"Data structures", "Data structures with their heads in it. Takes a pass over all references."},
}

// drawSizeKinds draws the choice of the size kind.
func drawSizeKinds(c *widget.Canvas, b *canvas.Box, now trees.SizeKind) {
	c.Text(b.CutTop(24), canvas.Body, canvas.Left, c.Theme.Text, "Size of a group")
	for i, m := range sizeKinds {
		missing := ""
		switch catalog := c.Model.Catalog; {
		case catalog != nil:
			missing = catalog.Missing[i]
		case trees.SizeKind(i) != trees.Shallow:
			missing = "needs single objects, which prebuilt memory trees do not contain"
		}
		text := m.text
		if missing != "" {
			text = words.UpperFirst(missing) + "."
		}
		o := radioOptions{text: m.name, about: text, on: trees.SizeKind(i) == now, why: missing}
		if radio(c, b, "settings/measure/"+m.name, o) {
			c.Set("", func(s *scene.Settings) { s.SizeKind = trees.SizeKind(i) })
		}
	}
	b.CutTop(4)
}

// drawChain draws the grouping, and links to the grouping window if it can be changed.
func drawChain(c *widget.Canvas, b *canvas.Box, s scene.Settings, _ *scene.Setting) {
	if c.Model.Catalog == nil {
		text := c.Model.FixedChain
		if text == "" {
			text = "as recorded"
		}
		row := b.CutTop(26)
		c.Text(row.CutLeft(92), canvas.Body, canvas.Left, c.Theme.Text, "Grouped by")
		c.Text(row, canvas.Body, canvas.Left, c.Dim, text)
	} else {
		chainSection(c, b, s)
	}
	b.CutTop(4)
}

// usualChains is the number of ready-made chains in the settings.
const usualChains = 4

// chainSection draws the current grouping, the button of the grouping window, and some ready-made chains.
func chainSection(c *widget.Canvas, b *canvas.Box, s scene.Settings) {
	c.Text(b.CutTop(22), canvas.Body, canvas.Left, c.Theme.Text, "Grouped by")
	b.CutTop(c.Paragraph(b.WithHeight(6*canvas.LineHeight(canvas.Strong)), canvas.Strong, c.Theme.Text,
		partpkg.ChainText(c.Model.Catalog, s.By)))
	if !s.Filters.Empty() {
		b.CutTop(c.Paragraph(b.WithHeight(6*canvas.LineHeight(canvas.Small)), canvas.Small, c.Dim,
			"Only objects that pass "+seq.Join(s.Filters, ", ")))
	}
	b.CutTop(5)
	value := ""
	if c.Model.ChainOpen {
		value = "on"
	}
	if c.Button("settings/chain", b.CutTop(28),
		widget.ButtonOptions{Icon: "chain", Text: "Change…", Hint: c.Tip(action.PanelGrouping, "Edit the chain of classifiers, filters and transformers"),
			Look: widget.Ground, Value: value}) {
		c.Run(action.PanelGrouping)
	}
	b.CutTop(6)
	shown := 0
	for i := range c.Model.Catalog.Ready {
		r := &c.Model.Catalog.Ready[i]
		if r.Missing != "" || shown == usualChains {
			continue
		}
		shown++
		on := r.By == s.By && r.Filters == s.Filters
		if radio(c, b, "settings/by/"+r.Title, radioOptions{text: r.Title, hint: r.Text, on: on}) {
			c.Set("", func(s *scene.Settings) { s.By, s.Filters = r.By, r.Filters })
		}
	}
}

// radioOptions is the content of a radio button; about is a sentence below the text.
type radioOptions struct {
	text, about, hint string
	on                bool
	why               string // why it is disabled; "" if it is enabled
}

// radio draws a radio button and reports whether it was pressed.
func radio(c *widget.Canvas, b *canvas.Box, id string, o radioOptions) bool {
	row := b.CutTop(27)
	value := ""
	if o.on {
		value = "chosen"
	}
	ctl := c.Control(id, row, widget.Pressable, model.Item{Kind: "choice", Text: o.text, Value: value, Hint: o.hint, Why: words.UpperFirst(o.why)})
	if ctl.Hover {
		c.Fill(row.Inset(-4, 0), place.CtlRadius, c.Raised)
	}
	dot := row.CutLeft(16).Centered(16, 16)
	fore := c.Theme.Text
	switch {
	case o.why != "":
		c.Frame(dot, 8, 1.5, c.Line)
		fore = c.Theme.Off
	case o.on:
		c.Fill(dot, 8, c.Accent)
		c.Fill(dot.Inset(5, 5), 3, c.Theme.On)
	default:
		c.Frame(dot, 8, 1.5, c.Edge)
	}
	row.CutLeft(9)
	c.DrawText(row, canvas.Body, canvas.Left, fore, o.text, row.W)
	if o.about != "" {
		about := *b
		about.CutLeft(25)
		b.CutTop(c.Paragraph(about, canvas.Small, c.Dim, o.about) + 2)
	}
	c.Ring(ctl, dot, 8)
	return ctl.Clicked
}
