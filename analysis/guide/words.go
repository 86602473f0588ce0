package guide

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"memcity/analysis/graph"
	"memcity/analysis/guide/findings"
	"memcity/analysis/guide/leak"
)

// sizeText writes a number of bytes for people.
func sizeText(bytes int64) string {
	sign := ""
	if bytes < 0 {
		sign, bytes = "-", -bytes
	}
	units := []string{"bytes", "kB", "MB", "GB", "TB"}
	value, unit := float64(bytes), 0
	for value >= 1000 && unit < len(units)-1 {
		value, unit = value/1000, unit+1
	}
	if unit == 0 {
		return sign + pick(bytes == 1, "1 byte", graph.Number(bytes)+" bytes")
	}
	digits := 0
	if value < 100 {
		digits = 1
	}
	return sign + strconv.FormatFloat(value, 'f', digits, 64) + " " + units[unit]
}

// enumerate joins names as a sentence does.
func enumerate(names []string) string {
	if len(names) < 2 {
		return strings.Join(names, "")
	}
	return strings.Join(names[:len(names)-1], ", ") + " and " + names[len(names)-1]
}

func pick(one bool, single, many string) string {
	if one {
		return single
	}
	return many
}

func percent(part, whole int64) string {
	if whole <= 0 {
		return "all"
	}
	return strconv.FormatFloat(100*float64(part)/float64(whole), 'f', 0, 64) + " %"
}

// holderText says who holds what piles up.
func holderText(d *detail) string {
	s := d.suspect
	owner := d.owner
	if d.near != "" {
		owner = d.near + ", kept alive by the " + s.Root
	}
	switch {
	case s.Kind == "":
		return "with " + many(s.Root)
	case strings.HasPrefix(owner, "field ") || strings.HasPrefix(owner, "static field ") || strings.HasPrefix(owner, "thread-local "):
		owner = "the " + owner
	case owner == s.Root:
		owner = "the " + owner
	}
	text := fmt.Sprintf("in the %s of %s", leak.Short(s.Kind), owner)
	switch {
	case s.IsChain():
		text = "in the chain that begins at " + owner
	case s.Kind == d.kind:
		text = "in the tree that begins at " + owner
	case s.Many:
		text = fmt.Sprintf("in every %s of the %s of %s", leak.Short(s.Inner), leak.Short(s.Kind), owner)
	}
	if len(d.also) > 0 {
		text += ", and in " + enumerate(d.also)
	}
	return text
}

// many names GC roots of which there are more and more.
func many(root string) string {
	if name, ok := strings.CutPrefix(root, "thread "); ok {
		return "threads that never end, named " + name
	}
	if root == "thread" {
		return "threads that never end and have no name"
	}
	return "more and more GC roots, " + root
}

// leakTitle says what piles up where; what names the finding.
func leakTitle(d *detail, what string) string {
	s := d.suspect
	if len(s.Parts[0].Tops) == 0 {
		return fmt.Sprintf("%s: %s keeps growing %s: %s at the end, %s more than at the start of its growth", what, leak.Short(d.kind), holderText(d),
			sizeText(s.Bytes[len(s.Bytes)-1]), sizeText(s.GrowthBytes()))
	}
	first, last := d.objects[s.From], d.objects[len(d.objects)-1]
	return fmt.Sprintf("%s: %s objects pile up %s: from %s to %s, which took %s", what, d.kind, holderText(d), graph.Number(first), graph.Number(last),
		sizeText(s.GrowthBytes()))
}

func (g *guided) leakExplanation(d *detail, from, to int) []string {
	s := d.suspect
	heap := g.holders.Bytes
	grown := heap[len(heap)-1] - heap[s.From]
	lines := []string{fmt.Sprintf("From GC point %d to %d the reachable heap grew by %s, from %s to %s; what piles up here, with all that it holds, grew by %s, %s.",
		from+1, to+1, sizeText(grown), sizeText(heap[s.From]), sizeText(heap[len(heap)-1]), sizeText(s.GrowthBytes()), share(s.GrowthBytes(), grown))}
	if kinds := d.groups; len(kinds) > 1 {
		var parts []string
		for _, x := range kinds[:min(len(kinds), 4)] {
			parts = append(parts, fmt.Sprintf("%s more %s (%s)", graph.Number(x.GrowthObjects), leak.Short(x.Type), sizeText(x.GrowthBytes)))
		}
		lines = append(lines, "It is made of "+enumerate(parts)+".")
	}
	lines = append(lines, g.pathText(d))
	if d.site != "" {
		lines = append(lines, fmt.Sprintf("Most of the %s were allocated at %s.", leak.Short(d.kind), d.site))
	}
	return append(lines, referenceLines(d)...)
}

func share(part, whole int64) string {
	switch {
	case float64(part) > 1.05*float64(whole):
		return "more than all of that, as other parts shrank"
	case part >= whole:
		return "all of that"
	}
	return percent(part, whole) + " of that"
}

// pathText tells the way from the GC root in the words of a program's text.
func (g *guided) pathText(d *detail) string {
	path := d.path
	last := g.holders.Points - 1
	text := "The " + g.holders.Nodes[path[0]].Type + " holds "
	one := false // of what the step before holds
	for i, p := range path[1:] {
		n := &g.holders.Nodes[p]
		name := graph.Number(n.Objects[last]) + " " + leak.Short(n.Type)
		switch {
		case i == 0:
			text += name
		case n.Field == leak.Element:
			text += pick(one, ", its elements are ", ", their elements are ") + name
		case n.Field == leak.Class:
			text += pick(one, ", its class is ", ", their classes are ") + name
		default:
			text += pick(one, ", its field ", ", their fields ") + n.Field + pick(one, " holds ", " hold ") + name
		}
		one = n.Objects[last] == 1
	}
	if rest := d.objects[last] - g.holders.Nodes[path[len(path)-1]].Objects[last]; rest > 0 {
		return fmt.Sprintf("%s. Other paths lead to %s more.", text, graph.Number(rest))
	}
	return text + "."
}

// referenceLines tells what cutting frees, and what that means.
func referenceLines(d *detail) []string {
	var lines []string
	i := slices.IndexFunc(d.references, func(c findings.Reference) bool { return c.Recommended })
	if i >= 0 {
		c := d.references[i]
		lines = append(lines, fmt.Sprintf("Reference to clear: %s %s would free %s %s, %s.", pick(d.suspect.Kind == "", "ending", "removing"), c.Text,
			graph.Number(c.Objects), pick(c.Objects == 1, "object", "objects"), sizeText(c.Bytes)))
	} else if len(d.references) > 0 {
		lines = append(lines, "Clearing one reference frees next to nothing, as others hold the same objects: see which owners keep them alive together.")
	}
	if len(d.also) > 0 {
		lines = append(lines, fmt.Sprintf("Clearing only one would free little: %s hold the same objects, so remove the objects from all of them.", enumerate(append([]string{d.owner}, d.also...))))
	}
	return append(lines, advice(d))
}

// advice tells what such a leak is mended with.
func advice(d *detail) string {
	s := d.suspect
	switch {
	case slices.ContainsFunc(d.groups, func(x leak.Group) bool { return strings.HasSuffix(x.Type, "ClassLoader") && x.GrowthObjects > 0 }):
		return "Class loaders stay with it, and with them their classes and static fields: when an application is unloaded, remove what it registered."
	case strings.HasPrefix(s.Root, "static field java.lang.ref.Finalizer."):
		return "They wait for their finalize methods, which are slower than the program makes more of them, or wait for something themselves. Close them when they are no longer needed, and let a Cleaner do the rest."
	case s.Entry != leak.NoPlace:
		return "The threads of a pool live on, and so do their thread-locals: call remove() when a task ends, in a finally block."
	case s.Kind == "":
		return "They never end: use a bounded pool, and stop threads that are done."
	case len(s.Parts[0].Tops) == 0:
		return "Find where it is appended to, and write out or drop what is no longer needed."
	case strings.HasSuffix(s.Inner, "WeakHashMap"):
		return "A weak map drops an entry only if nothing else refers to its key, and the values must not refer to it either."
	case strings.Contains(s.Inner, "Queue") || strings.Contains(s.Inner, "Deque") || strings.Contains(s.Kind, "Executor"):
		return "Find who removes from it: give it a bound, and remove what was cancelled."
	case strings.Contains(s.Inner, "Map") || strings.Contains(s.Inner, "Hashtable"):
		return "Find where entries are added, and remove them when they are no longer needed, or give it a bound. Check that its keys have equals and hashCode, and do not change."
	}
	return "Find where objects are added, and remove them when they are no longer needed: whatever registers must unregister."
}

func leakDoubts(d *detail, points int) []string {
	doubts := []string{fmt.Sprintf("Growth over %d GC points need not go on: a cache that was still filling up at the last one, or a program that was still starting, looks the same. Record for longer, or look for a bound in the source code.", points)}
	if points < 5 {
		doubts = append(doubts, "The growth covers few GC points: five or more would rule out chance with more certainty.")
	}
	if len(d.also) == 0 && d.freed.Target.Objects*2 < int64(len(d.target)) {
		doubts = append(doubts, "Clearing it frees less than half of them: something else holds them too.")
	}
	if d.bounded != "" {
		doubts = append(doubts, fmt.Sprintf("%s extends LinkedHashMap: with a method removeEldestEntry it has a bound, which it may not have reached yet.", leak.Short(d.bounded)))
	}
	return doubts
}

func leakSteps(d *detail, from, to int) []findings.Step {
	window := fmt.Sprintf("%d..%d", from+1, to+1)
	key := keyOfType(d.group)
	by := []string{"type"}
	point := strconv.Itoa(to + 1)
	steps := []findings.Step{
		{Text: "See it grow next to the other types", Show: findings.Highlight{View: findings.TrendsView, By: by, From: from + 1, To: to + 1, Keys: []string{key}},
			Command: []string{"trend", findings.Path, "--by", "type", "--window", window, "--metric", "bytes"}},
		{Text: "See who keeps it alive, up to the GC roots", Show: findings.Highlight{View: findings.GraphView, By: by, At: to + 1, Keys: []string{key}},
			Command: []string{"paths", findings.Path, "--by", "type", "--group", key, "--at", point}},
		{Text: "See who owns it", Show: findings.Highlight{View: findings.GroupView, By: by, At: to + 1, Keys: []string{key}},
			Command: []string{"owners", findings.Path, "--by", "type", "--group", key, "--at", point}},
	}
	if d.suspect.Kind != "" {
		steps = append(steps, findings.Step{Text: "See how its data structure grew", Show: findings.Highlight{View: findings.StructuresView, From: from + 1, To: to + 1},
			Command: []string{"structures", findings.Path, "--from", strconv.Itoa(from + 1), "--to", point}})
	}
	return steps
}

// verdict sums a guide up in a sentence.
func verdict(g *findings.Report) string {
	var leaks, others []string
	for i := range g.Findings {
		switch f := &g.Findings[i]; {
		case f.Rule != findings.RuleLeak:
			others = append(others, f.Rule)
		case f.Growth == nil:
			leaks = append(leaks, "the heap after GCs grows")
		case f.Growth.Owner == "":
			leaks = append(leaks, f.Growth.Type+" objects keep growing in number")
		default:
			leaks = append(leaks, fmt.Sprintf("%s, held by %s", f.Growth.Type, enumerate(append([]string{f.Growth.Owner}, f.Growth.Also...))))
		}
	}
	if len(leaks) > 0 {
		return "It leaks: " + leaks[0] + pick(len(leaks) == 1, "", ", and more") + "."
	}
	text := pick(g.Judged, "No leak was found.", "Whether it leaks is not known.")
	if len(others) > 0 {
		return text + " Worth a look: " + enumerate(slices.Compact(others)) + "."
	}
	return text + " Nothing else stands out."
}

// glossary has the terms that texts of findings may use.
var glossary = []findings.Term{
	{Term: "GC point", Text: "a moment at which the heap is known: the end of a garbage collection, or the moment of a dump"},
	{Term: "GC root", Text: "what is always alive, and keeps alive everything reachable from it: a static field, a running thread, a local variable"},
	{Term: "reachable", Text: "a GC root leads to it, so a garbage collection keeps it"},
	{Term: "thread-local", Text: "a variable that has a value of its own in every thread, for as long as the thread lives"},
	{Term: "class loader", Text: "what loaded a class; it keeps all its classes and their static fields alive"},
	{Term: "allocated", Text: "an allocation site is the place in the source code that created an object"},
	{Term: "survived", Text: "an object that was alive at a garbage collection survived it; how many it survived is its age"},
	{Term: "churn", Text: "many objects are made and thrown away in a short time, so that garbage collections come often"},
	{Term: "would free", Text: "what is alive now and would not be without these references, counted exactly in the last heap state"},
}

// termsIn picks the terms that the texts of a finding use.
func termsIn(f *findings.Finding) []findings.Term {
	text := strings.Join(append(append([]string{f.Title}, f.Explain...), f.Doubts...), " ")
	terms := []findings.Term{}
	for _, t := range glossary {
		if strings.Contains(text, t.Term) {
			terms = append(terms, t)
		}
	}
	return terms
}
