package settings

import (
	"memcity/city/scene"
	"memcity/city/state"
	"memcity/render/action"
	"memcity/render/ui/canvas"
	"memcity/render/ui/model"
	partpkg "memcity/render/ui/part"
	"memcity/render/ui/widget"
	"memcity/words"
)

// part is a choice of the parts of buildings.
type part struct {
	by         scene.Division
	name, hint string
	// hidden reports whether to hide the choice unless it is current; nil for never.
	hidden func(m *model.Model) bool
	of     action.ID // action whose key chooses it; "" for none
	// missing explains why it cannot be chosen; "" if it can.
	missing func(m *model.Model) string
	// choose handles the choice itself and reports whether it did. Otherwise, or if choose is nil, buildings are divided by it.
	choose func(c *widget.Canvas) bool
	// more draws further settings while it is current; nil for none.
	more func(c *widget.Canvas, b *canvas.Box)
}

var partChoices = []part{
	{by: scene.Undivided, name: "Whole", hint: "Do not divide buildings; color shows growth"},
	{by: scene.ByFate, of: action.CityFates, name: "Born and died", hint: "Divide buildings by which objects survived, died or were born since the start of the window",
		missing: func(m *model.Model) string {
			if len(m.Points) < 2 {
				return "needs a second GC point"
			}
			return ""
		}},
	{by: scene.ByAge, of: action.CityStoreys, name: "Age", hint: "Divide buildings into floors by the number of GC points that objects survived, oldest at the bottom",
		missing: func(m *model.Model) string { return m.State.NoAges(m.Catalog) }},
	{by: scene.ByVersion, of: action.CityStoreys, name: "Version", hint: "Divide buildings into floors by pod version, oldest at the bottom",
		hidden: func(m *model.Model) bool { return !m.Legend.Fleet }},
	{by: scene.ByUse, of: action.CityStaleness, name: "Staleness", hint: "Color buildings by how long their collections were not read; dust on roofs marks stale elements",
		missing: func(m *model.Model) string { return m.State.NoUses(m.Catalog) }},
	{by: scene.ByCut, name: "What-if", hint: "Show the memory that would be freed without the groups in the what-if list; X removes the selection",
		missing: func(m *model.Model) string {
			switch {
			case m.NoRemovals != "":
				return m.NoRemovals
			case len(m.State.Removals) == 0:
				return "first select a building and press X"
			}
			return ""
		}},
	{by: scene.ByBaseline, of: action.CityBaseline, name: "Baseline", hint: "Show the baseline in the left half of each building and this recording in the right half",
		choose: func(c *widget.Canvas) bool {
			if c.Model.State.Baseline.Paths.Empty() {
				c.Run(action.FileCompare)
				return true
			}
			return false
		}, more: partpkg.BaselineSection},
}

// partsSection draws the choice of the parts of buildings.
func partsSection(c *widget.Canvas, b *canvas.Box) {
	c.Text(b.CutTop(24), canvas.Body, canvas.Left, c.Theme.Text, "Divide buildings by")
	for _, p := range partChoices {
		o := radioOptions{text: p.name, hint: p.hint, on: c.Model.State.Division == p.by}
		if p.of != "" {
			o.hint = c.Tip(p.of, p.hint)
		}
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
