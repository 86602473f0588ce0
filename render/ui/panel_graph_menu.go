package ui

import (
	"fmt"
	"strings"

	"memcity/city"
)

// graphMenuRows are what can be done with the whole picture.
func (k *core) graphMenuRows() []menuRow {
	p := k.local.graph.picture
	if p == nil {
		return nil
	}
	e := k.model.State.Explored()
	return []menuRow{
		{text: "Save as SVG…", event: SaveGraphSVG}, {text: "Save as PNG…", event: SaveGraphPNG}, {text: "Save for Graphviz…", event: SaveGraphDOT},
		{text: "Copy as text", event: CopyText{graphText(p)}},
		{text: "Paths to GC roots", off: p.NoRoots, event: Do{city.Explore{Step: city.GraphStep{Kind: city.PathsToRoot}}}},
		{text: "Undo step", key: "U", off: len(e.Steps) == 0, event: Do{city.ExploreBack{}}},
		{text: "Redo step", key: "Shift+U", off: len(e.Undone) == 0, event: Do{city.ExploreForward{}}},
		{text: "Start over", off: !e.Begun(), event: Do{city.ExploreBack{All: true}}},
		{text: "Fit", key: "0", act: func(c *canvas) { c.local.graph.view.fit(p) }},
	}
}

// nodeMenuRows are what can be done with the node that keys speak of.
func (k *core) nodeMenuRows() []menuRow {
	l := &k.local.graph
	if l.picture == nil {
		return nil
	}
	at := l.picture.Find(l.node)
	if at < 0 {
		return nil
	}
	n := &l.picture.Nodes[at]
	step := func(text, key string, kind city.GraphStepKind) menuRow {
		return menuRow{text: text, key: key, off: !canExplore(n, kind), act: func(c *canvas) { c.explore(kind, at) }}
	}
	rows := []menuRow{
		step("What refers to it", "Shift+↑", city.ExpandIn), step("What it refers to", "Shift+↓", city.ExpandOut),
		step("Paths to GC roots from here", "R", city.PathsToRoot), step("Remove", "Del", city.RemoveNode),
	}
	if l.picture.NoRoots {
		rows[2].off = true
	}
	rows = append(rows, k.model.cutMenuRow("See the city without it", k.model.cutsOfNode(l.picture, at)))
	if !n.Root {
		rows = append(rows,
			menuRow{text: "Show its group in the city", off: n.Group == "", event: Do{city.Visit{View: city.CityView, Key: n.Group}}},
			menuRow{text: "What keeps its group alive", off: n.Group == "" || k.model.State.Selection == n.Group, event: Do{city.Visit{View: city.GraphView, Key: n.Group}}})
	}
	return append(rows, menuRow{text: "Copy as text", event: CopyText{nodeText(l.picture, n)}})
}

// nodeText tells of a node.
func nodeText(p *city.GraphPicture, n *city.GraphNode) string {
	var b strings.Builder
	b.WriteString(oneLine(n.Title) + ": ")
	if !n.Root {
		fmt.Fprintf(&b, "%s, %s; ", Amount(city.Objects, n.Objects), Size(n.Bytes))
	}
	if n.Asked {
		fmt.Fprintf(&b, "asked about")
	} else {
		fmt.Fprintf(&b, "keeps alive %s of %s", Count(n.Alive), Amount(city.Objects, p.Asked.Objects))
	}
	return b.String()
}

// edgeText tells of an edge.
func edgeText(p *city.GraphPicture, e *city.GraphEdge) string {
	text := fmt.Sprintf("%s: %s", edgeName(p, e), plural(e.References, "reference", "references"))
	if e.Fields != "" {
		text += " by " + oneLine(e.Fields)
	}
	return text + fmt.Sprintf("; keeps alive %s of %s", Count(e.Alive), Amount(city.Objects, p.Asked.Objects))
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
		b.WriteString(edgeText(p, &p.Edges[i]) + "\n")
	}
	return b.String()
}
