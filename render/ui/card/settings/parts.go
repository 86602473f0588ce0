package settings

import (
	"memcity/city/scene"
	"memcity/city/state"
	"memcity/render/ui/canvas"
	"memcity/render/ui/model"
	partpkg "memcity/render/ui/part"
	"memcity/render/ui/widget"
	"memcity/words"
)

// part is a choice of what the parts of the buildings show.
type part struct {
	by         scene.Division
	name, hint string
	// hidden reports that it is not offered, unless it is chosen. Nil if it always is.
	hidden func(m *model.Model) bool
	// missing reports why it cannot be chosen; empty if it can.
	missing func(m *model.Model) string
	// choose does so in another way than to divide by it; false if that is the way. Nil if it always is.
	choose func(c *widget.Canvas) bool
	// more draws what else can be set while it is in force. Nil for nothing.
	more func(c *widget.Canvas, b *canvas.Box)
}

var partChoices = []part{
	{by: scene.Undivided, name: "Whole", hint: "Buildings have no parts; their colour shows growth"},
	{by: scene.ByFate, name: "Born and died", hint: "What became of the objects since the start of the window (C)",
		missing: func(m *model.Model) string {
			if len(m.Points) < 2 {
				return "needs a second GC point"
			}
			return ""
		}},
	{by: scene.ByAge, name: "Age", hint: "Storeys by how many GC points the objects have survived, the oldest at the bottom (H)",
		missing: func(m *model.Model) string { return m.State.NoAges(m.Catalog) }},
	{by: scene.ByVersion, name: "Version", hint: "Storeys by the version that the pods of a fleet run, the oldest at the bottom (H)",
		hidden: func(m *model.Model) bool { return !m.Legend.Fleet }},
	{by: scene.ByUse, name: "Staleness", hint: "Colours by how long the collections that hold the objects were not read; dust on roofs of what is stale (U)",
		missing: func(m *model.Model) string { return m.State.NoUses(m.Catalog) }},
	{by: scene.ByCut, name: "What-if", hint: "What removing the groups in the what-if list would free; X removes the selection",
		missing: func(m *model.Model) string {
			switch {
			case m.NoCut != "":
				return m.NoCut
			case len(m.State.Removals) == 0:
				return "remove a building first: select it and press X"
			}
			return ""
		}},
	{by: scene.ByBase, name: "Baseline", hint: "Each building is halved: the baseline at the left, this recording at the right (Shift+C)",
		choose: func(c *widget.Canvas) bool {
			if c.Model.State.Baseline.Paths.Empty() {
				c.Emit(model.CompareWith)
				return true
			}
			return false
		}, more: partpkg.BaseSection},
}

// partsSection chooses what the parts of the buildings show.
func partsSection(c *widget.Canvas, b *canvas.Box) {
	c.Text(b.CutTop(24), canvas.Body, canvas.Left, c.Theme.Text, "Parts of buildings")
	for _, p := range partChoices {
		o := radioOptions{text: p.name, hint: p.hint, on: c.Model.State.Division == p.by}
		if p.hidden != nil && !o.on && p.hidden(&c.Model) {
			continue
		}
		if p.missing != nil && !o.on {
			if why := p.missing(&c.Model); why != "" {
				o.why, o.about = why, words.UpperFirst(why)+"."
			}
		}
		if radio(c, b, "settings/parts/"+p.by.String(), o) && (p.choose == nil || !p.choose(c)) {
			c.Do(state.Divide{By: p.by})
		}
		if o.on && p.more != nil {
			p.more(c, b)
		}
	}
	b.CutTop(4)
}
