package graph

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"memcity/analysis/closure"
	"memcity/trace"
	"memcity/words"
)

// Words describes the strongest path, from the selected objects to the GC root, or says that no GC root can reach them. It is empty if
// neither is known:
//
//	135,026 Date are kept alive by 135,026 Location, these by 1,071 ArrayList, these by 1 ConcurrentHashMap, this by the
//	static field JourneyService.locationCache
//
// Types are printed without packages. If other GC roots keep at least half as many objects alive, the text ends with the first of them:
// clearing one reference would then free little.
func (g *Graph) Words() string {
	p := g.Strongest
	if p == nil {
		return g.unreachableWords()
	}
	var b strings.Builder
	b.WriteString(g.beginning())
	for i := len(p.Nodes) - 2; i > 0; i-- {
		n := p.Objects[i]
		fmt.Fprintf(&b, "%s %s, %s by ", words.Count(n), g.Nodes[p.Nodes[i]].short(), pick(n, "this", "these"))
	}
	return b.String() + rootPhrase(&g.Nodes[p.Nodes[0]]) + g.alsoBy()
}

// Shorter returns forms of [Graph.Words] for less space, longest first: without the groups in between, and without the names of further GC
// roots.
func (g *Graph) Shorter() []string {
	p := g.Strongest
	if p == nil {
		return nil
	}
	text := g.beginning() + rootPhrase(&g.Nodes[p.Nodes[0]])
	if between := len(p.Nodes) - 2; between > 0 {
		text += ", via " + words.Plural(int64(between), "group", "groups")
	}
	forms := []string{text + g.alsoBy()}
	if n := int64(len(g.rivals())); n > 0 {
		forms = append(forms, text+"; "+words.Plural(n, "other GC root keeps", "other GC roots keep")+" at least half as many")
	}
	return slices.DeleteFunc(forms, func(form string) bool { return len(form) >= len(g.Words()) })
}

// beginning returns the start of the text, up to "kept alive by".
func (g *Graph) beginning() string {
	p := g.Strongest
	selected := g.selectedName(&g.Nodes[p.Nodes[len(p.Nodes)-1]], p.Alive)
	of := ""
	if p.Alive < g.Selected {
		of = " of " + words.Count(g.Selected)
	}
	return fmt.Sprintf("%s%s %s %s kept alive by ", words.Count(p.Alive), of, selected, pick(p.Alive, "is", "are"))
}

// alsoBy returns the end of the text: the first of the other GC roots that keep at least half as many objects alive.
func (g *Graph) alsoBy() string {
	var b strings.Builder
	rivals := g.rivals()
	for _, n := range rivals[:min(len(rivals), maxRivals)] {
		fmt.Fprintf(&b, "; %s also by %s", words.Count(n.Alive), rootPhrase(n))
	}
	return b.String()
}

// selectedName returns a name for the selected objects of a node. count is their number.
func (g *Graph) selectedName(n *Node, count int64) string {
	if int64(len(n.Objects)) < g.Selected { // they have several types
		return pick(count, "object", "objects")
	}
	return n.short()
}

// Unreachable reports whether nothing keeps the selected objects alive: the heap state has GC roots, and none reaches any of them, not even
// over references that hold nothing. The cost is linear in the selected objects.
func (g *Graph) Unreachable() bool {
	if g.source == nil {
		return g.unreachable
	}
	if g.Selected == 0 || !g.source.reachable.KnowsRoots() {
		return false
	}
	for i := range g.Nodes {
		if n := &g.Nodes[i]; n.Selected && slices.ContainsFunc(n.Objects, g.source.reachable.IsLive) {
			return false
		}
	}
	return true
}

// unreachableWords returns a sentence that nothing keeps the selected objects alive; empty if they are reachable.
func (g *Graph) unreachableWords() string {
	if !g.Unreachable() {
		return ""
	}
	for i := range g.Nodes {
		if n := &g.Nodes[i]; n.Selected {
			return fmt.Sprintf("%s %s %s not kept alive: no GC root leads to %s", words.Count(g.Selected), g.selectedName(n, g.Selected),
				pick(g.Selected, "is", "are"), pick(g.Selected, "it", "them"))
		}
	}
	return ""
}

// maxRivals is the maximum number of further GC roots in a text.
const maxRivals = 2

// rivals returns the GC roots other than that of the strongest path that keep at least half as many objects alive, sorted by that number,
// largest first.
func (g *Graph) rivals() (rivals []*Node) {
	for i := range g.Nodes {
		n := &g.Nodes[i]
		if n.IsRoot() && int32(i) != g.Strongest.Nodes[0] && n.Alive*2 >= g.Strongest.Alive {
			rivals = append(rivals, n)
		}
	}
	slices.SortStableFunc(rivals, func(a, b *Node) int { return cmp.Compare(b.Alive, a.Alive) })
	return rivals
}

func pick(n int64, one, many string) string {
	if n == 1 {
		return one
	}
	return many
}

// short returns the name without packages. For a GC root it omits the kind.
func (n *Node) short() string {
	switch {
	case n.Roots > 1 || n.Root.Member == "" && n.Root.Owner == "" && n.IsRoot():
		return n.Name
	case n.IsRoot() && n.Root.Member == "":
		return n.Root.Owner
	case n.Root.Kind.IsNamed():
		return words.FieldName(trace.Member(n.Root.Owner, n.Root.Member))
	case n.IsRoot():
		return n.Root.Member
	}
	name, rest, found := strings.Cut(n.Name, " ") // an allocation site or an address may follow
	if found {
		rest = " " + rest
	}
	return words.TypeName(name) + rest
}

// rootPhrase describes a node of GC roots, with an article.
func rootPhrase(n *Node) string {
	kind := n.Root.Kind
	if n.Roots > 1 {
		return fmt.Sprintf("%s GC roots of kind %s", words.Count(int64(n.Roots)), kind)
	}
	switch {
	case kind.IsNamed():
		return "the " + kind.String() + " " + n.short()
	case kind == trace.RootThread:
		return strings.TrimSpace("the thread " + n.Root.Owner)
	case kind == trace.RootLocal || kind == trace.RootJNILocal:
		return localPhrase(n.Root)
	}
	return strings.TrimSpace(fmt.Sprintf("the GC root %s %s", kind, n.Root.Owner))
}

func localPhrase(name closure.RootName) string {
	text := "a " + name.Kind.String()
	if name.Member != "" {
		text += " in " + name.Member
	}
	if name.Owner != "" {
		text += " of the thread " + name.Owner
	}
	return text
}
