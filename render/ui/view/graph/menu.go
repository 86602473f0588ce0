package graph

import (
	"fmt"
	"strings"

	"memcity/city"
	"memcity/render/ui/model"
	"memcity/render/ui/part"
	"memcity/render/ui/widget"
	"memcity/render/ui/words"
)

// GraphMenuRows are what can be done with the whole picture.
func (view *View) GraphMenuRows(k *widget.Core) []widget.MenuRow {
	p := view.picture
	if p == nil {
		return nil
	}
	e := k.Model.State.Explored()
	return []widget.MenuRow{
		{Text: "Save as SVG…", Event: model.SaveGraphSVG}, {Text: "Save as PNG…", Event: model.SaveGraphPNG}, {Text: "Save for Graphviz…", Event: model.SaveGraphDOT},
		{Text: "Copy as text", Event: model.CopyText{Text: graphText(p)}},
		{Text: "Paths to GC roots", Off: p.NoRoots, Event: model.Do{Action: city.Explore{Step: city.GraphStep{Kind: city.PathsToRoot}}}},
		{Text: "Undo step", Key: "U", Off: len(e.Steps) == 0, Event: model.Do{Action: city.ExploreBack{}}},
		{Text: "Redo step", Key: "Shift+U", Off: len(e.Undone) == 0, Event: model.Do{Action: city.ExploreForward{}}},
		{Text: "Start over", Off: !e.Begun(), Event: model.Do{Action: city.ExploreBack{All: true}}},
		{Text: "Fit", Key: "0", Act: func(c *widget.Canvas) { view.view.fit(p) }},
	}
}

// NodeMenuRows are what can be done with the node that keys speak of.
func (view *View) NodeMenuRows(k *widget.Core) []widget.MenuRow {
	l := view
	if l.picture == nil {
		return nil
	}
	at := l.picture.Find(l.node)
	if at < 0 {
		return nil
	}
	n := &l.picture.Nodes[at]
	step := func(text, key string, kind city.GraphStepKind) widget.MenuRow {
		return widget.MenuRow{Text: text, Key: key, Off: !canExplore(n, kind), Act: func(c *widget.Canvas) { view.explore(c, kind, at) }}
	}
	rows := []widget.MenuRow{
		step("What refers to it", "Shift+↑", city.ExpandIn), step("What it refers to", "Shift+↓", city.ExpandOut),
		step("Paths to GC roots from here", "R", city.PathsToRoot), step("Remove", "Del", city.RemoveNode),
	}
	if l.picture.NoRoots {
		rows[2].Off = true
	}
	rows = append(rows, part.CutMenuRow(&k.Model, "See the city without it", k.Model.CutsOfNode(l.picture, at)))
	if !n.Root {
		rows = append(rows,
			widget.MenuRow{Text: "Show its group in the city", Off: n.Group == "", Event: model.Do{Action: city.Visit{View: city.CityView, Key: n.Group}}},
			widget.MenuRow{Text: "What keeps its group alive", Off: n.Group == "" || k.Model.State.Selection == n.Group, Event: model.Do{Action: city.Visit{View: city.GraphView, Key: n.Group}}})
	}
	return append(rows, widget.MenuRow{Text: "Copy as text", Event: model.CopyText{Text: nodeText(l.picture, n)}})
}

// nodeText tells of a node.
func nodeText(p *city.GraphPicture, n *city.GraphNode) string {
	var b strings.Builder
	b.WriteString(words.OneLine(n.Title) + ": ")
	if !n.Root {
		fmt.Fprintf(&b, "%s, %s; ", words.Amount(city.Objects, n.Objects), words.Size(n.Bytes))
	}
	if n.Asked {
		fmt.Fprintf(&b, "asked about")
	} else {
		fmt.Fprintf(&b, "keeps alive %s of %s", words.Count(n.Alive), words.Amount(city.Objects, p.Asked.Objects))
	}
	return b.String()
}

// graphText tells of the whole picture.
func graphText(p *city.GraphPicture) string {
	var b strings.Builder
	if p.Words != "" {
		b.WriteString(p.Words + ".\n\n")
	}
	for i := range p.Nodes {
		b.WriteString(nodeText(p, &p.Nodes[i]) + "\n")
	}
	b.WriteString("\n")
	for i := range p.Edges {
		b.WriteString(model.EdgeText(p, &p.Edges[i]) + "\n")
	}
	return b.String()
}

// EdgeMenuRows are what can be done with the edge that was pressed.
func (view *View) EdgeMenuRows(k *widget.Core) []widget.MenuRow {
	p, at := view.picture, view.edge
	if p == nil || at < 0 || at >= len(p.Edges) {
		return nil
	}
	return []widget.MenuRow{part.CutMenuRow(&k.Model, "See the city without these references", k.Model.CutsOfEdge(p, at)),
		{Text: "Copy as text", Event: model.CopyText{Text: model.EdgeText(p, &p.Edges[at])}}}
}
