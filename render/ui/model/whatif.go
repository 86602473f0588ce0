package model

import (
	"fmt"
	"regexp"
	"slices"

	"memcity/city/trees"
	"memcity/city/view/graphs"
	"memcity/city/view/inspect"
	"memcity/city/view/whatif"
	"memcity/words"
)

// WhatIf describes the removals from the heap, and the amounts they free at the current GC point.
type WhatIf struct {
	Removals []whatif.Removal
	Known    *whatif.Result // nil until computed
	Waiting  bool           // it is being computed
	Sizes    bool           // the city shows other sizes than shallow ones, which have no results
	Failed   string         // why it could not be computed; "" if it could
}

// WhatIfText describes the removals and the freed amounts in one line, with types without packages.
func WhatIfText(w *WhatIf) string {
	name := w.Removals[0].Text
	if name == "" && w.Known != nil {
		name = w.Known.Each[0].Text
	}
	text := "without " + words.OneLine(TrimPackages(name))
	if n := len(w.Removals) - 1; n > 0 {
		text += fmt.Sprintf(" and %d more", n)
	}
	if w.Known == nil {
		return text
	}
	return text + " (frees " + FreedText(w.Known.Freed) + ")"
}

// qualified matches a qualified name: packages in lower case, each followed by a dot.
var qualified = regexp.MustCompile(`\b(?:\p{Ll}[\p{L}\p{N}_]*\.)+(\p{Lu})`)

// TrimPackages removes the packages of types from a text such as "the static field Main.cache".
func TrimPackages(text string) string { return qualified.ReplaceAllString(text, "$1") }

func FreedText(a trees.Amount) string {
	return words.Plural(a.Objects, "object", "objects") + ", " + words.Size(a.Bytes)
}

// Lacking explains why there is no result.
func (w *WhatIf) Lacking() string {
	switch {
	case w.Sizes:
		return "Switch to shallow sizes to see what would be freed."
	case w.Waiting:
		return "Computing what would be freed…"
	case w.Failed != "":
		return words.UpperFirst(w.Failed) + "."
	}
	return "Not computed: canceled."
}

// Grouping returns the grouping of the current plan.
func (m *Model) Grouping() trees.Grouping {
	if m.Plan == nil {
		return trees.Grouping{}
	}
	return m.Plan.Settings().Grouping()
}

// IsRemoved reports whether all of the given things are removed. It is false if there are none.
func (m *Model) IsRemoved(cuts []whatif.Removal) bool {
	return len(cuts) > 0 && !slices.ContainsFunc(cuts, func(x whatif.Removal) bool { return !m.State.IsRemoved(x) })
}

// CutsOfLink returns the removal of the references between the selection and a group.
func (m *Model) CutsOfLink(l *Link, incoming bool) (cuts []whatif.Removal) {
	for _, key := range m.State.Selected() {
		from, to := key, l.Key
		if incoming {
			from, to = to, from
		}
		cuts = append(cuts, whatif.ReferenceRemoval(m.Grouping(), from, to))
	}
	return cuts
}

// CutsOfOwner returns the removal of an owner; nil for groups that the window does not show.
func (m *Model) CutsOfOwner(o *inspect.Ownership, at int) []whatif.Removal {
	switch w := &o.Owners[at]; {
	case o.By.Empty():
		return []whatif.Removal{whatif.RootRemoval(w.Name)}
	case w.Key != "":
		return []whatif.Removal{whatif.GroupRemoval(m.Grouping(), w.Key)}
	}
	return nil
}

// CutsOfNode returns the removal of a node of the heap graph. It matches the removals of other views where these can name the node.
func (m *Model) CutsOfNode(p *graphs.Picture, at int) []whatif.Removal {
	by, n := m.Grouping(), &p.Nodes[at]
	switch {
	case n.Name != "":
		return []whatif.Removal{whatif.RootRemoval(n.Name)}
	case n.Whole:
		return []whatif.Removal{whatif.GroupRemoval(by, n.Group)}
	}
	return []whatif.Removal{{Kind: whatif.CutNode, By: by.By, Filters: by.Filters, Key: n.Key, Graph: p.Query.Walk, Text: n.Title}}
}

// CutsOfEdge returns the removal of the references of an edge of the heap graph.
func (m *Model) CutsOfEdge(p *graphs.Picture, at int) []whatif.Removal {
	by, e := m.Grouping(), &p.Edges[at]
	return []whatif.Removal{{Kind: whatif.CutEdge, By: by.By, Filters: by.Filters, Key: p.Nodes[e.From].Key, To: p.Nodes[e.To].Key,
		Graph: p.Query.Walk,
		Text:  words.Unqualified(p.Nodes[e.From].Title) + " → " + words.Unqualified(p.Nodes[e.To].Title)}}
}
