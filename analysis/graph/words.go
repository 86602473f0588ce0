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

// Words reports the strongest path, from the selected objects to the GC root, or that there cannot be one; empty if none is
// known:
//
//	135,026 Date are kept alive by 135,026 Location, these by 1,071 ArrayList, these by 1 ConcurrentHashMap, this by the
//	static field JourneyService.locationCache
//
// Types are named without their packages. If other GC roots keep at least half as many alive, the first of them follow:
// clearing one reference frees little then.
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

// Shorter returns shorter forms of [Graph.Words], the longest first, for where that has no room: without the groups in between,
// and without the names of further GC roots.
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

// beginning says what is kept alive, up to what by.
func (g *Graph) beginning() string {
	p := g.Strongest
	selected := g.selectedName(&g.Nodes[p.Nodes[len(p.Nodes)-1]], p.Alive)
	of := ""
	if p.Alive < g.Selected {
		of = " of " + words.Count(g.Selected)
	}
	return fmt.Sprintf("%s%s %s %s kept alive by ", words.Count(p.Alive), of, selected, pick(p.Alive, "is", "are"))
}

// alsoBy names the first of the other GC roots that keep at least half as many alive.
func (g *Graph) alsoBy() string {
	var b strings.Builder
	rivals := g.rivals()
	for _, n := range rivals[:min(len(rivals), maxRivals)] {
		fmt.Fprintf(&b, "; %s also by %s", words.Count(n.Alive), rootPhrase(n))
	}
	return b.String()
}

// selectedName is what the selected objects of a node are called, of which count are reported.
func (g *Graph) selectedName(n *Node, count int64) string {
	if int64(len(n.Objects)) < g.Selected { // they are of several types
		return pick(count, "object", "objects")
	}
	return n.short()
}

// Unreachable reports whether nothing keeps the selected objects alive: the GC roots are known, and none leads to any of
// them over whatever references. The cost is linear in the objects.
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

// unreachableWords says that nothing keeps the selected objects alive, if that is so.
func (g *Graph) unreachableWords() string {
	if !g.Unreachable() {
		return ""
	}
	for i := range g.Nodes {
		if n := &g.Nodes[i]; n.Selected {
			return fmt.Sprintf("%s %s %s kept alive by nothing: no GC root leads to %s", words.Count(g.Selected), g.selectedName(n, g.Selected),
				pick(g.Selected, "is", "are"), pick(g.Selected, "it", "them"))
		}
	}
	return ""
}

// maxRivals is the number of further GC roots that are named.
const maxRivals = 2

// rivals returns the GC roots apart from that of the strongest path that keep at least half as many objects alive, those
// that keep most first.
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

// short returns the name without packages, and that of a GC root without its kind.
func (n *Node) short() string {
	switch {
	case n.Roots > 1 || n.Root.Member == "" && n.Root.Owner == "" && n.IsRoot():
		return n.Name
	case n.IsRoot() && n.Root.Member == "":
		return n.Root.Owner
	case n.Root.Kind == trace.RootStaticField:
		return words.TypeName(n.Root.Owner) + "." + n.Root.Member
	case n.IsRoot():
		return n.Root.Member
	}
	name, rest, found := strings.Cut(n.Name, " ") // an allocation site or an address follows
	if found {
		rest = " " + rest
	}
	return words.TypeName(name) + rest
}

// rootPhrase says what a node of GC roots is, with an article.
func rootPhrase(n *Node) string {
	kind := n.Root.Kind
	if n.Roots > 1 {
		return fmt.Sprintf("%s GC roots of the kind %s", words.Count(int64(n.Roots)), kind)
	}
	switch {
	case kind == trace.RootStaticField:
		return "the static field " + n.short()
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
