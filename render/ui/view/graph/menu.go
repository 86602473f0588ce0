package graph

import (
	"cmp"
	"fmt"
	"strings"

	"memcity/city/state"
	"memcity/city/trees"
	"memcity/city/view/graphs"
	"memcity/render/ui/model"
	"memcity/render/ui/part"
	"memcity/render/ui/widget"
	"memcity/words"
)

const unbegun = "Nothing has changed since the start"

// GraphMenuRows returns the actions on the whole picture.
func (view *View) GraphMenuRows(k *widget.Core) []widget.MenuRow {
	p := view.picture
	if p == nil {
		return nil
	}
	e := k.Model.State.Explored()
	return []widget.MenuRow{
		k.ActionRow(saveSVGAction, "Save as SVG…"), k.ActionRow(savePNGAction, "Save as PNG…"),
		k.ActionRow(saveDOTAction, "Save for Graphviz…"),
		{Text: "Copy as text", Event: model.CopyText{Text: graphText(p)}},
		{Text: "Paths to GC roots", Why: widget.Why(p.NoRoots, "This input has no GC roots"), Event: model.Do{Action: state.Explore{Step: graphs.Step{Kind: graphs.PathsToRoot}}}},
		k.ActionRow(undoAction, ""), k.ActionRow(redoAction, ""),
		{Text: "Start over", Why: widget.Why(!e.Begun(), unbegun), Event: model.Do{Action: state.ExploreBack{All: true}}},
		k.ActionRow(fitAction, ""),
	}
}

// NodeMenuRows returns the actions on the current node.
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
	rows := []widget.MenuRow{k.ActionRow(expandInAction, ""), k.ActionRow(expandOutAction, ""), k.ActionRow(pathsAction, ""),
		k.ActionRow(removeAction, "")}
	rows = append(rows, part.CutMenuRow(k, "See the city without it", k.Model.CutsOfNode(l.picture, at)))
	if !n.Root {
		rows = append(rows,
			widget.MenuRow{Text: "Show its group in the city", Why: widget.Why(n.Group == "", widget.NoGroupInCity),
				Event: model.Do{Action: state.Visit{View: state.CityView, Key: n.Group}}},
			widget.MenuRow{Text: "What keeps its group alive", Why: cmp.Or(widget.Why(n.Group == "", widget.NoGroupInCity), widget.Why(k.Model.State.Selection == n.Group, "Already shown")),
				Event: model.Do{Action: state.Visit{View: graphs.View.ID, Key: n.Group}}})
	}
	rows = append(rows, part.SourceMenuRows(k, n.Title)...)
	return append(rows, widget.MenuRow{Text: "Copy as text", Event: model.CopyText{Text: nodeText(l.picture, n)}})
}

// nodeText describes a node.
func nodeText(p *graphs.Picture, n *graphs.Node) string {
	var b strings.Builder
	b.WriteString(words.OneLine(n.Title) + ": ")
	if !n.Root {
		fmt.Fprintf(&b, "%s, %s; ", words.Amount(trees.Objects, n.Objects), words.Size(n.Bytes))
	}
	if n.Queried {
		fmt.Fprintf(&b, "selected")
	} else {
		fmt.Fprintf(&b, "keeps alive %s of %s", words.Count(n.Alive), words.Amount(trees.Objects, p.Queried.Objects))
	}
	return b.String()
}

// graphText describes the whole picture.
func graphText(p *graphs.Picture) string {
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

// EdgeMenuRows returns the actions on the edge of the menu.
func (view *View) EdgeMenuRows(k *widget.Core) []widget.MenuRow {
	p, at := view.picture, view.edge
	if p == nil || at < 0 || at >= len(p.Edges) {
		return nil
	}
	return []widget.MenuRow{part.CutMenuRow(k, "See the city without these references", k.Model.CutsOfEdge(p, at)),
		{Text: "Copy as text", Event: model.CopyText{Text: model.EdgeText(p, &p.Edges[at])}}}
}
