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

// Without reports what is removed from the heap, and what that frees at the GC point shown.
type Without struct {
	Removals []whatif.Removal
	Known    *whatif.Without // nil as long as it is not known
	Waiting  bool            // it is being computed
	Sizes    bool            // the city shows other sizes than the objects' own, of which nothing is known
	Failed   string          // why it is not known
}

// WithoutText names in a line what is removed, types without their packages, and what that frees.
func WithoutText(w *Without) string {
	name := w.Removals[0].Text
	if name == "" && w.Known != nil {
		name = w.Known.Each[0].Text
	}
	text := "without " + words.OneLine(WithoutPackages(name))
	if n := len(w.Removals) - 1; n > 0 {
		text += fmt.Sprintf(" and %d more", n)
	}
	if w.Known == nil {
		return text
	}
	return text + ", which frees " + FreedText(w.Known.Freed)
}

// qualified is a name with its packages before it, which begin with small letters and have dots after them.
var qualified = regexp.MustCompile(`\b(?:\p{Ll}[\p{L}\p{N}_]*\.)+(\p{Lu})`)

// WithoutPackages leaves out the packages of the types in a text, as in "the static field Main.cache".
func WithoutPackages(text string) string { return qualified.ReplaceAllString(text, "$1") }

func FreedText(a trees.Amount) string {
	return words.Plural(a.Objects, "object", "objects") + ", " + words.Size(a.Bytes)
}

// Lacking says why it is not known what is freed.
func (w *Without) Lacking() string {
	switch {
	case w.Sizes:
		return "Choose shallow sizes to see what would be freed."
	case w.Waiting:
		return "Computing what would be freed…"
	case w.Failed != "":
		return words.UpperFirst(w.Failed) + "."
	}
	return "Not computed: cancelled."
}

// Grouping is what the groups shown are of.
func (m *Model) Grouping() trees.Grouping {
	if m.Plan == nil {
		return trees.Grouping{}
	}
	return m.Plan.Settings().Grouping()
}

// IsOut reports whether all of some things are removed.
func (m *Model) IsOut(cuts []whatif.Removal) bool {
	return len(cuts) > 0 && !slices.ContainsFunc(cuts, func(x whatif.Removal) bool { return !m.State.IsOut(x) })
}

// CutsOfLink are the references between what is selected and a group.
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

// CutsOfOwner is what takes an owner out; nil for groups that the window does not show.
func (m *Model) CutsOfOwner(o *inspect.Ownership, at int) []whatif.Removal {
	switch w := &o.Owners[at]; {
	case o.By.Empty():
		return []whatif.Removal{whatif.RootRemoval(w.Name)}
	case w.Key != "":
		return []whatif.Removal{whatif.GroupRemoval(m.Grouping(), w.Key)}
	}
	return nil
}

// CutsOfNode is what removes what a node of the heap graph stands for: what other views remove, if they can name it.
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

// CutsOfEdge is what removes the references of an edge of the heap graph.
func (m *Model) CutsOfEdge(p *graphs.Picture, at int) []whatif.Removal {
	by, e := m.Grouping(), &p.Edges[at]
	return []whatif.Removal{{Kind: whatif.CutEdge, By: by.By, Filters: by.Filters, Key: p.Nodes[e.From].Key, To: p.Nodes[e.To].Key,
		Graph: p.Query.Walk,
		Text:  words.Unqualified(p.Nodes[e.From].Title) + " → " + words.Unqualified(p.Nodes[e.To].Title)}}
}
