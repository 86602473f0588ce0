package guide

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"memcity/analysis/closure"
	"memcity/analysis/guide/findings"
	"memcity/analysis/guide/leak"
	"memcity/analysis/site"
	"memcity/trace"
	"memcity/words"
)

// Limits of sentences about entries.
const (
	maxExamined  = 1000 // entries whose keys and values are examined, spread evenly
	mostExamined = 0.5  // share of the examined entries that a type must exceed to be named
	leastEntries = 16   // fewest entries that are described
)

// findEntries sets d.entries to facts about the entries of a pile in the last heap state; nil for few entries. from is the GC point at the
// start of the growth, 0-based; -1 for a single heap state. It returns an error only if ctx is done.
func (g *guided) findEntries(ctx context.Context, d *detail, from int) error {
	if len(d.suspect.Parts[0].Tops) == 0 || len(d.path) < 2 {
		return nil
	}
	at := g.holdingStep(d)
	entries := g.objectsOf([]leak.Place{d.path[at]})
	d.byClass = g.isByClass(entries)
	if len(d.target) < leastEntries {
		return nil
	}
	e := &findings.Entries{Rate: g.rateOf(d, from)}
	if n := d.freed.Target.Objects; n > 0 && len(d.also) == 0 {
		e.Each = d.freed.Bytes / n
	}
	d.entries, d.entryType, d.entryCount = e, g.holders.Nodes[d.path[at]].Type, int64(len(entries))
	if d.entryType != d.kind { // objects of the program may also have a key and a value, but are no entries of a map
		e.Key, e.Value = g.keyAndValue(entries, d.group)
	}
	g.addedAt(e, entries, d.path[at], d.path[at-1])
	e.Weak = g.heldKeys(entries)
	e.Chain = g.chainOf(d.path[at], entries)
	keys, err := g.equalKeys(ctx, d)
	e.Keys = keys
	return g.leftOut(ctx, "Contents of keys", err)
}

// rateOf returns the mean growth of a pile since a GC point; nil without times.
func (g *guided) rateOf(d *detail, from int) *findings.Rate {
	if from < 0 {
		return nil
	}
	span := g.timeOf(g.point) - g.timeOf(from)
	if span < time.Millisecond {
		return nil
	}
	s := d.suspect
	r := &findings.Rate{Bytes: float64(s.GrowthBytes()) / span.Seconds(), Span: millis(span)}
	if grown := d.objects[len(d.objects)-1] - d.objects[s.From]; grown > 0 {
		r.Objects = float64(grown) / span.Seconds()
	}
	return r
}

// examined returns some of the given objects, spread evenly.
func examined(objects []trace.ObjectID) []trace.ObjectID {
	n := min(len(objects), maxExamined)
	some := make([]trace.ObjectID, n)
	for i := range some {
		some[i] = objects[i*len(objects)/n]
	}
	return some
}

// valueFields contains the names of value fields in entries of the JDK and of libraries.
var valueFields = []string{"value", "val"}

// valueOf returns the value of an entry; [trace.NoObject] if it has none.
func valueOf(h *trace.Heap, entry trace.ObjectID) trace.ObjectID {
	for _, field := range valueFields {
		if o := h.Referent(entry, field); o != trace.NoObject {
			return o
		}
	}
	return trace.NoObject
}

// innerValue returns the object that a library's wrapper holds, or else the value itself. Caches wrap values in nodes. piled is the type that
// names the pile, which is no wrapper.
func (g *guided) innerValue(value trace.ObjectID, piled string) trace.ObjectID {
	h := g.last.Heap()
	if name := h.Types[h.TypeOf.At(value)].Name; name == piled || g.domain().Owns(name) || leak.OfRuntime(name) {
		return value
	}
	if inner := valueOf(h, value); inner != trace.NoObject {
		return inner
	}
	return value
}

// keyAndValue returns the types of most keys and values of the given entries; both are empty if most entries have none. piled is the type
// that names the pile.
func (g *guided) keyAndValue(entries []trace.ObjectID, piled string) (key, value string) {
	h, some := g.last.Heap(), examined(entries)
	keys, values := map[trace.TypeID]int{}, map[trace.TypeID]int{}
	for _, entry := range some {
		k, v := g.keyOf(entry), valueOf(h, entry)
		if k == trace.NoObject || v == trace.NoObject {
			continue
		}
		keys[h.TypeOf.At(k)]++
		values[h.TypeOf.At(g.innerValue(v, piled))]++
	}
	key, value = mostType(h, keys, len(some)), mostType(h, values, len(some))
	if key == "" || value == "" || value == "java.lang.Object" { // a set is a map whose values say nothing
		return "", ""
	}
	return key, value
}

// isByClass reports whether the keys of most entries are different classes that come with the program, as in the caches of the bean
// introspector and of serializers. The number of classes limits the map. Generated classes do not count, as there may be any number
// of them; their names differ only in numbers.
func (g *guided) isByClass(entries []trace.ObjectID) bool {
	h, some, names := g.last.Heap(), examined(entries), map[string]bool{}
	var typeOf map[trace.ObjectID]trace.TypeID // by class object
	for _, entry := range some {
		key := g.keyOf(entry)
		if key == trace.NoObject || h.Types[h.TypeOf.At(key)].Kind != trace.ClassObject {
			continue
		}
		if typeOf == nil {
			typeOf = map[trace.ObjectID]trace.TypeID{}
			for t := range h.Types {
				typeOf[h.Types[t].Class] = trace.TypeID(t)
			}
		}
		if t, ok := typeOf[key]; ok && closure.ComesWithProgram(h, t) {
			names[closure.WithoutNumbers(leak.Alike(h.Types[t].Name))] = true
		}
	}
	return float64(len(names)) > mostExamined*float64(len(some))
}

// mostType returns the type of more than half of the given number of objects; empty for none. Names are those of [leak.Alike].
func mostType(h *trace.Heap, counts map[trace.TypeID]int, all int) string {
	names := map[string]int{}
	for t, n := range counts {
		names[leak.Alike(h.Types[t].Name)] += n
	}
	for name, n := range names {
		if float64(n) > mostExamined*float64(all) {
			return name
		}
	}
	return ""
}

// keyOf returns the key of an entry, through a strong or a weak reference; [trace.NoObject] for none.
func (g *guided) keyOf(entry trace.ObjectID) trace.ObjectID {
	if key, ok := g.weakKeyOf(entry); ok {
		return key
	}
	return g.last.Heap().Referent(entry, "key")
}

// weakKeyOf returns the referent of an entry that is a weak reference or has one in its key field. ok is false for none.
func (g *guided) weakKeyOf(entry trace.ObjectID) (key trace.ObjectID, ok bool) {
	if key, ok = g.referentOf(entry); ok {
		return key, true
	}
	h := g.last.Heap()
	for _, field := range []string{"key", "keyReference"} {
		if o := h.Referent(entry, field); o != trace.NoObject {
			return g.referentOf(o)
		}
	}
	return trace.NoObject, false
}

// hasArrays reports whether a collection that grows allocates a new array for its elements.
func hasArrays(r trace.Runtime) bool { return r != trace.CRuby && r != trace.CPython }

// addedAt sets the allocation sites of the entries that a container creates, or of its array if it creates none.
func (g *guided) addedAt(e *findings.Entries, entries []trace.ObjectID, entry, container leak.Place) {
	if g.holders.IsInternal(entry) {
		e.Added = g.sites(entries)
	} else if hasArrays(g.last.Heap().Runtime) && g.holders.IsInternal(container) && g.holders.Nodes[container].Objects[g.holders.Points-1] == 1 {
		if sites := g.sites(g.objectsOf([]leak.Place{container})); len(sites) > 0 {
			e.Enlarged = &sites[0]
		}
	}
}

// sites returns the allocation sites of most of the given objects.
func (g *guided) sites(objects []trace.ObjectID) []findings.Site {
	h := g.last.Heap()
	return sitesOf(h, site.Of(h, objects, g.domain().SiteName))
}

// entryLines describes the entries of a pile in sentences; nil if there are too few.
func (d *detail) entryLines() []string {
	e := d.entries
	if e == nil {
		return nil
	}
	container := words.TypeName(cmp.Or(d.suspect.Inner, d.suspect.Kind))
	kind := words.TypeName(d.kind)
	if d.entryType != d.kind && leak.OfRuntime(d.entryType) {
		kind = "entry of the " + container
	}
	lines := e.Lines(container, kind)
	if len(e.Added) > 0 && e.Added[0].Name != d.site {
		lines = append(lines, siteText(e.Added, d.entryCount, "entries of the "+container, "added"))
	}
	if e.Enlarged != nil && e.Enlarged.Name != d.site && !strings.HasSuffix(e.Enlarged.Name, "(Native Method)") {
		lines = append(lines, fmt.Sprintf("The array of the %s was last enlarged at %s.", container, e.Enlarged.Name))
	}
	return lines
}

// equalMaps contains the entry types of JDK maps that compare keys by equals and hashCode.
var equalMaps = []string{"java.util.HashMap$Node", "java.util.HashMap$TreeNode", "java.util.LinkedHashMap$Entry",
	"java.util.concurrent.ConcurrentHashMap$Node", "java.util.concurrent.ConcurrentHashMap$TreeNode", "java.util.Hashtable$Entry"}

// equalShare is the largest number of different contents, as a share of the keys, that is reported.
const equalShare = 0.5

// maxKeyed is the largest number of objects in a heap whose keys are compared, as that reads the heap's values again.
const maxKeyed = 4_000_000

// equalKeys counts the keys of a single map of the JDK and their different contents: type, values of fields, and referenced objects, where
// strings and boxed numbers are compared by value. It returns nil unless there are few contents. The cost is that of
// [countContents].
func (g *guided) equalKeys(ctx context.Context, d *detail) (*findings.EqualKeys, error) {
	h, container := g.last.Heap(), &g.holders.Nodes[d.suspect.Parts[0].Container]
	if h.Values == nil || h.Len() > maxKeyed || g.last.Lost() || !g.recording.Knows.Has(trace.KnowsTexts) || g.recording.Blanked || container.Objects[g.holders.Points-1] != 1 {
		return nil, nil
	}
	tops := d.suspect.Parts[0].Tops
	if slices.ContainsFunc(tops, func(top leak.Place) bool { return !slices.Contains(equalMaps, g.holders.Nodes[top].Type) }) {
		return nil, nil
	}
	var keys []trace.ObjectID
	for _, entry := range g.objectsOf(tops) {
		if key := h.Referent(entry, "key"); key != trace.NoObject {
			keys = append(keys, key)
		}
	}
	t := g.commonType(keys)
	if t == trace.NoType || !g.domain().Owns(h.Types[t].Name) || len(h.Values.Layout(t)) == 0 { // a key without fields is meant to be unique
		return nil, nil
	}
	keys = slices.DeleteFunc(keys, func(o trace.ObjectID) bool { return h.TypeOf.At(o) != t })
	contents, err := countContents(ctx, h, t, keys)
	if err != nil || float64(contents) > equalShare*float64(len(keys)) {
		return nil, err
	}
	return &findings.EqualKeys{Type: h.Types[t].Name, Keys: int64(len(keys)), Contents: int64(contents)}, nil
}

// maxLeading is the largest number of objects visited from a value in search of its key, and of references followed from each.
const maxLeading = 64

// heldShare is the least share of the examined entries whose value holds its key.
const heldShare = 0.9

// heldKeys counts the entries whose value leads to their weak key; nil for too few.
func (g *guided) heldKeys(entries []trace.ObjectID) *findings.HeldKeys {
	h := g.last.Heap()
	w, values := &findings.HeldKeys{}, map[trace.TypeID]int{}
	for _, entry := range examined(entries) {
		key, ok := g.weakKeyOf(entry)
		value := valueOf(h, entry)
		if !ok || value == trace.NoObject {
			return nil
		}
		w.Examined++
		values[h.TypeOf.At(value)]++
		if g.leadsTo(value, key) {
			w.Entries++
		}
	}
	if w.Value = mostType(h, values, int(w.Examined)); w.Value == "" || w.Examined < leastEntries || float64(w.Entries) < heldShare*float64(w.Examined) {
		return nil
	}
	return w
}

// leadsTo reports whether strong references lead from one object to another over at most [maxLeading] objects.
func (g *guided) leadsTo(from, to trace.ObjectID) bool {
	h, queue := g.last.Heap(), []trace.ObjectID{from}
	for i := 0; i < len(queue); i++ {
		o := queue[i]
		t := h.TypeOf.At(o)
		if o == to {
			return true
		}
		if h.Types[t].Kind == trace.ClassObject {
			continue
		}
		references := h.References(o)
		for k, next := range references[:min(len(references), maxLeading)] {
			if len(queue) < maxLeading && !(g.weak.Special[t] && g.weak.Reference(o, k)) && !slices.Contains(queue, next) {
				queue = append(queue, next)
			}
		}
	}
	return false
}

// chainShare is the least share of the objects of a place in its chain.
const chainShare = 0.9

// chainOf returns the chain of the objects of a place; nil if they form none or belong to the runtime.
func (g *guided) chainOf(place leak.Place, objects []trace.ObjectID) *findings.Chain {
	kind, h := g.holders.Nodes[place].Type, g.last.Heap()
	if leak.OfRuntime(kind) {
		return nil
	}
	fields := map[string]int{}
	for _, o := range examined(objects) {
		for i, to := range h.References(o) {
			if to != o && g.places[to] == place {
				fields[h.FieldAt(o, i)]++
			}
		}
	}
	field := ""
	for name, n := range fields {
		if field == "" || cmp.Or(cmp.Compare(n, fields[field]), cmp.Compare(field, name)) > 0 {
			field = name
		}
	}
	if field == "" {
		return nil
	}
	if n := g.longest(objects, place, field); float64(n) >= chainShare*float64(len(objects)) {
		return &findings.Chain{Type: kind, Field: field, Length: n}
	}
	return nil
}

// longest returns the length of the longest chain by a field within a place. The objects are sorted. The cost is O(n log n).
func (g *guided) longest(objects []trace.ObjectID, place leak.Place, field string) (most int64) {
	h := g.last.Heap()
	next, isNext := make([]int, len(objects)), make([]bool, len(objects)) // by index; next is +1, 0 for none
	for i, o := range objects {
		to := h.Referent(o, field)
		if to == trace.NoObject || to == o || g.places[to] != place {
			continue
		}
		if k, found := slices.BinarySearch(objects, to); found && !isNext[k] { // one predecessor each, so chains do not meet
			next[i], isNext[k] = k+1, true
		}
	}
	for i := range objects {
		if isNext[i] { // circles have no beginning and do not count
			continue
		}
		n := int64(1)
		for k := next[i]; k > 0; k = next[k-1] {
			n++
		}
		most = max(most, n)
	}
	return most
}
