package guide

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"memcity/analysis/guide/findings"
	"memcity/analysis/guide/leak"
	"memcity/analysis/window"
	"memcity/trace"
	"memcity/words"
)

func pick[T any](one bool, single, many T) T {
	if one {
		return single
	}
	return many
}

// percent returns a percentage without decimals; "all" if whole is 0.
func percent(part, whole int64) string {
	if whole <= 0 {
		return "all"
	}
	return words.WholePercent(float64(part) / float64(whole))
}

// percentBelow returns a percentage that is below a limit, and prevents it from being rounded up to the limit.
func percentBelow(part, whole int64, limit float64) string {
	if text := words.Percent(part, whole); text != words.PercentOf(limit) {
		return text
	}
	return "just under " + words.PercentOf(limit)
}

// containerText returns text for the container of a pile: the collection and the field that refers to it.
func containerText(d *detail) string {
	s := d.suspect
	field, kind := d.fieldOf(), words.TypeName(s.Kind)
	switch {
	case s.Kind == "" && d.count() == 1:
		return "the " + s.Root
	case s.Kind == "":
		return many(s.Root)
	case len(s.Parts[0].Tops) == 0:
		return "the " + field
	case (s.IsChain() || s.Kind == d.kind) && s.End != "":
		return fmt.Sprintf("the %s between the %s and the field %s", pick(s.IsChain(), "chain", "tree"), field, words.FieldName(s.End))
	case s.IsChain():
		return "the chain that begins at the " + field
	case s.Kind == d.kind:
		return "the tree that begins at the " + field
	case s.Locals:
		return "the thread-locals of the " + d.ownerName()
	case s.Many:
		return fmt.Sprintf("every %s of the %s of the %s", words.TypeName(s.Inner), kind, field)
	}
	return fmt.Sprintf("the %s of the %s", kind, field)
}

// fieldOf returns the field closest to the pile, or else its owner.
func (d *detail) fieldOf() string {
	if d.suspect.Field != "" && !d.ownsField() {
		return "field " + words.FieldName(d.suspect.Field)
	}
	if d.apart && d.near == "" {
		return fmt.Sprintf("%s (reached from the %s)", d.ownerName(), d.suspect.Root)
	}
	return d.ownerName()
}

// ownsField reports whether the field closest to the pile is the owner.
func (d *detail) ownsField() bool {
	return d.suspect.Field == strings.TrimPrefix(strings.TrimPrefix(d.ownerName(), "static "), "field ")
}

// holderText returns text for the holders of a pile.
func holderText(d *detail) string {
	s := d.suspect
	if s.Kind == "" && d.count() != 1 {
		return pick(byNative(s), "held by ", "with ") + many(s.Root)
	}
	text := "in " + containerText(d)
	if len(d.also) > 0 {
		var also []string
		for _, a := range d.also {
			also = append(also, "the "+shortOwner(a))
		}
		text += ", and in " + words.Enumerated(also)
	}
	switch {
	case s.Field != "" && !d.ownsField():
		text += " (reached from the " + d.ownerName() + ")"
	case d.near != "":
		text += " (kept alive by the " + s.Root + ")"
	}
	return text
}

// shortOwner returns the name of an owner, with short class names in a field.
func shortOwner(owner string) string {
	if name, ok := strings.CutPrefix(owner, "field "); ok {
		return "field " + words.FieldName(name)
	}
	return owner
}

// many returns text for GC roots whose number keeps growing.
func many(root string) string {
	switch name, ok := strings.CutPrefix(root, "thread "); {
	case ok && name == trace.UnnamedVirtual:
		return "virtual threads that never end"
	case ok:
		return "threads that never end, named " + name
	case root == "thread":
		return "threads that never end and have no name"
	case root == leak.JNIGlobals:
		return root
	}
	return "more and more GC roots, " + root
}

// leakTitle returns the title of a finding about growth. what is its first word, such as "Leak".
func leakTitle(d *detail, what string) string {
	s := d.suspect
	always := slices.IsSorted(s.Bytes[s.From:])
	if len(s.Parts[0].Tops) == 0 {
		return fmt.Sprintf("%s: %s %s %s: %s at the end (+%s since the growth started)", what, words.TypeName(d.kind),
			pick(always, "keeps growing", "has grown"), holderText(d), words.RoundSize(s.Bytes[len(s.Bytes)-1]),
			words.RoundSize(s.GrowthBytes()))
	}
	first, last := d.objects[s.From], d.objects[len(d.objects)-1]
	if s.Uneven || first >= last { // the number does not grow
		return fmt.Sprintf("%s: %s objects %s take %s%s at the end (+%s since the growth started)", what, d.kind,
			holderText(d), pick(always, "more and more: ", ""), words.RoundSize(s.Bytes[len(s.Bytes)-1]),
			words.RoundSize(s.GrowthBytes()))
	}
	if name := findings.ThreadsNamed(d.kind, s.Root); name != "" {
		return fmt.Sprintf("%s: %s pile up: from %s to %s (+%s)", what, name, words.Count(first), words.Count(last), words.RoundSize(s.GrowthBytes()))
	}
	return fmt.Sprintf("%s: %s objects pile up %s: from %s to %s (+%s)", what, d.kind, holderText(d),
		words.Count(first), words.Count(last), words.RoundSize(s.GrowthBytes()))
}

func (g *guided) leakExplanation(d *detail, from, to int) []string {
	s := d.suspect
	heap := g.holders.Bytes
	more := heap[len(heap)-1] - heap[s.From]
	first, last := words.RoundSizes(heap[s.From], heap[len(heap)-1])
	lines := []string{fmt.Sprintf("From GC point %d to %d, the reachable heap grew by %s, from %s to %s. These objects and everything they retain grew by %s, %s.",
		from+1, to+1, words.RoundSize(more), first, last, words.RoundSize(s.GrowthBytes()), share(s.GrowthBytes(), more))}
	if s.Bursts > 0 {
		lines = append(lines, fmt.Sprintf("It grew in %s bursts and stayed level between them.", words.Count(int64(s.Bursts))))
	}
	if d.loaders != nil {
		lines = append(lines, fmt.Sprintf("%s class loaders have each loaded %s. ", words.Count(int64(len(d.loaders.Loaders))),
			d.loaders.Class)+whatLoadersKeep)
	}
	if text := partsText(d.groups, grown); text != "" {
		lines = append(lines, text)
	}
	if d.threads != nil {
		text := framesText(g.last.Heap(), d.threads)
		if g.hasStacks() && s.Root != trace.RootThread.String()+" "+trace.UnnamedVirtual {
			text = strings.TrimSpace(text + " " + stacksText)
		}
		lines = append(lines, text)
	}
	if text := d.limitText(); text != "" {
		lines = append(lines, text)
	}
	if text := g.otherPaths(d); text != "" {
		lines = append(lines, text)
	}
	lines = append(lines, d.entryLines()...)
	lines = append(append(lines, d.siteLines()...), g.retainedSites(d)...)
	return append(lines, g.referenceLines(d)...)
}

// grown and whole return an amount of a group: its growth, and all of it.
func grown(x leak.Group) (objects, bytes int64, word string) {
	return x.GrowthObjects, x.GrowthBytes, " more"
}
func whole(x leak.Group) (objects, bytes int64, word string) { return x.Objects, x.Bytes, "" }

// partsText returns a sentence about the types in a pile; empty for a single type.
func partsText(groups []leak.Group, of func(leak.Group) (objects, bytes int64, word string)) string {
	if len(groups) < 2 {
		return ""
	}
	var parts []string
	for _, x := range groups[:min(len(groups), 4)] {
		objects, bytes, word := of(x)
		parts = append(parts, fmt.Sprintf("%s%s %s (%s)", words.Count(objects), word, words.TypeName(x.Type), words.RoundSize(bytes)))
	}
	return "Main types: " + words.Enumerated(parts) + "."
}

// count returns the number of objects that pile up at the last GC point.
func (d *detail) count() int64 { return max(d.top.Objects, int64(len(d.target))) }

func (d *detail) countText() string { return words.Count(d.count()) + " " + d.kind }

// fieldText returns text for a library field; empty for none.
func fieldText(field string) string {
	if field == "" {
		return ""
	}
	return "field " + words.FieldName(field)
}

// loaderHolderText returns text for the holders of class loaders.
func loaderHolderText(d *detail) string {
	names := []string{"the " + d.suspect.Where()}
	for _, a := range d.also {
		names = append(names, "the "+a)
	}
	return "by " + words.Enumerated(names)
}

// heldText returns a sentence with the number of objects that each of several holders keeps alive; empty for fewer than two.
func (d *detail) heldText(what string) string {
	var parts []string
	for _, h := range d.held {
		if h.Objects > 0 {
			parts = append(parts, fmt.Sprintf("the %s keeps %s", h.Owner, words.Count(h.Objects)))
		}
	}
	if len(parts) < 2 {
		return ""
	}
	return "Each holder alone keeps " + what + "s alive: " + words.Enumerated(parts) + "."
}

func share(part, whole int64) string {
	switch {
	case float64(part) > 1.05*float64(whole):
		return "more than all of that growth, because other parts shrank"
	case part >= whole:
		return "all of that growth"
	}
	return percent(part, whole) + " of that growth"
}

// otherPaths returns a sentence about the objects of a pile that the listed path does not lead to; empty for none.
func (g *guided) otherPaths(d *detail) string {
	last := g.holders.Points - 1
	on := g.holders.Nodes[d.path[len(d.path)-1]].Objects[last]
	if rest := d.objects[last] - on; rest > 0 {
		return fmt.Sprintf("The path below leads to %s of these objects. Other paths lead to %s more.", words.Count(on), words.Count(rest))
	}
	return ""
}

// referenceLines returns sentences about the references to clear, what that frees, and other holders.
func (g *guided) referenceLines(d *detail) []string {
	var lines []string
	i := slices.IndexFunc(d.references, func(c findings.Reference) bool { return c.Recommended })
	if i >= 0 {
		c := d.references[i]
		lines = append(lines, fmt.Sprintf("Reference to clear: %s %s would free %s %s (%s).", removing(d.suspect), c.Text,
			words.Count(c.Objects), pick(c.Objects == 1, "object", "objects"),
			words.RoundSize(c.Bytes)+", "+percent(c.Bytes, g.Bytes())+" of the reachable heap"))
	} else if len(d.references) > 0 {
		lines = append(lines, "Clearing one reference frees almost nothing, because others hold the same objects. See which owners together keep them alive.")
	}
	if len(d.also) > 0 && i >= 0 {
		lines = append(lines, "These holders share the same objects. Clearing only one of them frees "+
			pick(d.alone == 0, "nothing.", fmt.Sprintf("at most %s.", words.RoundSize(d.alone))))
	}
	if text := g.finalizerText(d); text != "" {
		lines = append(lines, text)
	}
	return lines
}

// removing returns the verb for clearing the holder of a pile.
func removing(s *leak.Suspect) string {
	switch {
	case byNative(s):
		return "deleting"
	case s.Kind == "" && strings.HasPrefix(s.Root, "thread"):
		return "ending"
	}
	return "removing"
}

func leakDoubts(d *detail, points int) []string {
	doubts := []string{fmt.Sprintf("The growth may stop. A cache that is still filling up, or a program that is still starting, looks the same over %d GC points. %s", points,
		pick(d.isLimited(), "Record until the limit is reached.", "Record for longer, or check the source code for a size limit."))}
	if points < 5 {
		doubts = append(doubts, "The growth covers few GC points. Five or more would make a coincidence less likely.")
	}
	if b := d.suspect.Bursts; b > 0 && b < leak.ManyBursts {
		doubts = append(doubts, fmt.Sprintf("The %s bursts may be phases of the program's startup. Record until there are %d bursts.", words.Count(int64(b)), leak.ManyBursts))
	}
	if len(d.also) == 0 && d.freed.Target.Objects*2 < int64(len(d.target)) {
		doubts = append(doubts, "Clearing it frees less than half of these objects, so something else holds them too.")
	}
	if d.bounded != "" {
		doubts = append(doubts, fmt.Sprintf("%s extends LinkedHashMap. If it overrides removeEldestEntry, it has a size limit, which it may not have reached yet.", words.TypeName(d.bounded)))
	}
	return doubts
}

// slowText returns sentences about slow growth: its amount, and how long to record. That is until it takes a noticeable part of the heap at
// this rate, and at least a few times as long as so far.
func (g *guided) slowText(s *leak.Suspect, span time.Duration) string {
	growth, heap := s.GrowthBytes(), g.Bytes()
	text := fmt.Sprintf("It grew by %s, %s of the reachable heap", words.RoundSize(growth), words.Percent(growth, heap))
	if span > 0 {
		text += ", in " + words.Duration(span)
	}
	return text + ". " + recordFor(window.LeastGrowth*float64(heap)/float64(growth), span)
}

// fewTimes is the least length of another recording of slow growth, as a multiple of this one.
const fewTimes = 4.0

func leakSteps(d *detail, from, to int) []findings.Step {
	window := fmt.Sprintf("%d..%d", from+1, to+1)
	key := keyOfType(d.group)
	by := []string{"type"}
	point := strconv.Itoa(to + 1)
	steps := []findings.Step{
		{Text: "Compare its growth with other types",
			Show:    findings.Highlight{View: findings.TrendsView, By: by, From: from + 1, To: to + 1, Keys: []string{key}},
			Command: []string{"trend", findings.Path, "--by", "type", "--window", window, "--metric", "bytes"}},
		{Text: "See the paths from GC roots that keep it alive",
			Show:    findings.Highlight{View: findings.GraphView, By: by, At: to + 1, Keys: []string{key}},
			Command: []string{"paths", findings.Path, "--by", "type", "--group", key, "--at", point}},
		{Text: "See who owns it", Show: findings.Highlight{View: findings.GroupView, By: by, At: to + 1, Keys: []string{key}},
			Command: []string{"owners", findings.Path, "--by", "type", "--group", key, "--at", point}},
	}
	if d.suspect.Kind != "" {
		steps = append(steps, findings.Step{Text: "See how its data structure grew",
			Show:    findings.Highlight{View: findings.StructuresView, From: from + 1, To: to + 1},
			Command: []string{"structures", findings.Path, "--from", strconv.Itoa(from + 1), "--to", point}})
	}
	return steps
}

// glossary contains the terms that findings may use.
var glossary = []findings.Term{
	{Term: "GC point", Text: "a moment with heap data: the end of a garbage collection, or a dump or snapshot of the heap"},
	{Term: "GC root", Text: "a static field, running thread or local variable that is always alive, together with everything reachable from it"},
	{Term: "reachable", Text: "referenced from a GC root, directly or through other objects, so that a garbage collection keeps it"},
	{Term: "thread-local", Text: "a variable with a separate value in each thread, kept for as long as the thread lives"},
	{Term: "class loader", Text: "the object that loaded a class; it keeps all its classes and their static fields alive"},
	{Term: "allocated", Text: "an allocation site is the place in the source code that created an object"},
	{Term: "survived", Text: "an object survives a garbage collection if it is alive at that time; the number of collections it has survived is its age"},
	{Term: "churn", Text: "creating and discarding many objects in a short time, which makes garbage collections frequent"},
	{Term: "would free", Text: "the objects that only these references keep alive, counted exactly in the last heap state"},
}

// rootTerm explains GC roots of programs without a JVM.
const rootTerm = "a variable of a module, a global variable, or a reference of the runtime itself, which is always alive, together with everything reachable from it"

// termsIn returns the terms that a finding uses, explained for a runtime.
func termsIn(f *findings.Finding, runtime trace.Runtime) []findings.Term {
	text := strings.Join(append(append([]string{f.Title}, f.Explain...), f.Doubts...), " ")
	terms := []findings.Term{}
	for _, t := range glossary {
		if strings.Contains(text, t.Term) {
			if runtime != trace.JVM && t.Term == "GC root" {
				t.Text = rootTerm
			}
			terms = append(terms, t)
		}
	}
	return terms
}

// finalizerText returns a sentence with the method that the finalizer thread is in; empty if it is waiting or unknown.
func (g *guided) finalizerText(d *detail) string {
	if !strings.HasPrefix(d.suspect.Root, "static field java.lang.ref.Finalizer.") {
		return ""
	}
	h := g.last.Heap()
	for i := range h.Threads {
		if h.Threads[i].Name != "Finalizer" || len(h.Threads[i].Frames) == 0 {
			continue
		}
		waits := func(frame string) bool { return strings.HasPrefix(frame, "java.lang.ref.ReferenceQueue.") }
		if _, at := standing(h, []int32{int32(i)}); at != "" && !slices.ContainsFunc(h.Threads[i].Frames, waits) {
			return "The thread that calls their finalize methods is busy in " + at + "."
		}
	}
	return ""
}
