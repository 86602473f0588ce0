package ui

import (
	"slices"

	"memcity/city"
)

// grouping is what the groups shown are of.
func (m *Model) grouping() city.Grouping {
	if m.Plan == nil {
		return city.Grouping{}
	}
	return m.Plan.Settings().Grouping()
}

// isOut reports whether all of some things are taken out.
func (m *Model) isOut(cuts []city.Cutout) bool {
	return len(cuts) > 0 && !slices.ContainsFunc(cuts, func(x city.Cutout) bool { return !m.State.IsOut(x) })
}

// takeOut takes things out of the heap and shows the city without them; if they are out already it puts them back.
func (c *canvas) takeOut(cuts []city.Cutout) {
	switch {
	case len(cuts) == 0 || c.model.NoCut != "":
	case c.model.isOut(cuts):
		c.do(city.PutBack{What: cuts})
	default:
		c.do(city.TakeOut{What: cuts})
		if c.model.State.View != city.CityView {
			c.do(city.Show{View: city.CityView})
		}
	}
}

// drawOutButton draws the button that takes out what is selected.
func drawOutButton(c *canvas, cell box) {
	m := &c.model
	var cuts []city.Cutout
	for _, key := range m.State.Selected() {
		cuts = append(cuts, city.GroupCutout(m.grouping(), key))
	}
	o := buttonOptions{icon: "cut", name: "Take out", hint: "Take it out of the heap: see the city without it, and what that frees (X)", off: m.NoCut != ""}
	if m.isOut(cuts) {
		o.look, o.value, o.hint = chosen, "on", "Put it back (X)"
	}
	if c.button("inspector/cut", cell, o) {
		c.emit(ToggleOut)
	}
}

// cutMenuRow is the row of a menu that takes things out.
func (m *Model) cutMenuRow(words string, cuts []city.Cutout) menuRow {
	row := menuRow{text: words, key: "X", off: m.NoCut != "" || len(cuts) == 0, act: func(c *canvas) { c.takeOut(cuts) }}
	if m.isOut(cuts) {
		row.text = "Put back"
	}
	return row
}

// cutZone is the width of the part of a row, at the left, that takes out what the row stands for.
const cutZone = 20

// overCut reports whether the pointer is on that part of a row.
func (c *canvas) overCut(ctl *control, row box) bool {
	return c.model.NoCut == "" && ctl.hover && ctl.at.x >= row.x-4 && ctl.at.x < row.x+cutZone
}

// cutMark draws the sign of that part over a row that is pointed at, or that stands for what is taken out.
func (c *canvas) cutMark(ctl *control, row box, cuts []city.Cutout, under bool) {
	out := c.model.isOut(cuts)
	if c.model.NoCut != "" || !under && !out {
		return
	}
	at := box{row.x - 2, row.y + 2, cutZone, 20}
	ground, ink := c.card, c.dim
	if under && c.overCut(ctl, row) {
		ground, ink = c.raised, c.theme.text
	}
	if out {
		ink = c.link
	}
	c.fill(at, 4, ground)
	c.icon(at.centered(15, 15), "cut", ink)
}

// cutHint says what pressing that part of a row does.
func (c *canvas) cutHint(cuts []city.Cutout, what string) string {
	if c.model.isOut(cuts) {
		return "Put back " + what + " (X)"
	}
	return "Take out " + what + ": see the city without them (X)"
}

// cutsOfLink are the references between what is selected and a group.
func (m *Model) cutsOfLink(l *Link, incoming bool) (cuts []city.Cutout) {
	for _, key := range m.State.Selected() {
		from, to := key, l.Key
		if incoming {
			from, to = to, from
		}
		cuts = append(cuts, city.ReferenceCutout(m.grouping(), from, to))
	}
	return cuts
}

// cutsOfOwner is what takes an owner out; nil for groups that the window does not show.
func (m *Model) cutsOfOwner(o *city.Ownership, at int) []city.Cutout {
	switch w := &o.Owners[at]; {
	case o.By == nil:
		return []city.Cutout{city.RootCutout(w.Name)}
	case w.Key != "":
		return []city.Cutout{city.GroupCutout(m.grouping(), w.Key)}
	}
	return nil
}

// cutsOfNode is what takes out what a node of the heap graph stands for: what other views take out, if they can name it.
func (m *Model) cutsOfNode(p *city.GraphPicture, at int) []city.Cutout {
	by, n := m.grouping(), &p.Nodes[at]
	switch {
	case n.Name != "":
		return []city.Cutout{city.RootCutout(n.Name)}
	case n.Whole:
		return []city.Cutout{city.GroupCutout(by, n.Group)}
	}
	return []city.Cutout{{Kind: city.CutNode, By: by.By, Filters: by.Filters, Key: n.Key, Graph: p.Ask, Text: n.Title}}
}

// cutsOfEdge is what takes out the references of an edge of the heap graph.
func (m *Model) cutsOfEdge(p *city.GraphPicture, at int) []city.Cutout {
	by, e := m.grouping(), &p.Edges[at]
	return []city.Cutout{{Kind: city.CutEdge, By: by.By, Filters: by.Filters, Key: p.Nodes[e.From].Key, To: p.Nodes[e.To].Key, Graph: p.Ask,
		Text: unqualified(p.Nodes[e.From].Title) + " → " + unqualified(p.Nodes[e.To].Title)}}
}

// edgeMenuRows are what can be done with the edge that was pressed.
func (k *core) edgeMenuRows() []menuRow {
	p, at := k.local.graph.picture, k.local.graph.edge
	if p == nil || at < 0 || at >= len(p.Edges) {
		return nil
	}
	return []menuRow{k.model.cutMenuRow("See the city without these references", k.model.cutsOfEdge(p, at)),
		{text: "Copy as text", event: CopyText{edgeText(p, &p.Edges[at])}}}
}
