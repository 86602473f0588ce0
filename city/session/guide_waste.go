package session

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"maps"
	"slices"
	"strconv"
	"unicode/utf8"

	"memcity/analysis/graph"
	"memcity/analysis/guide"
	"memcity/city"
	"memcity/trace"
)

// Limits of waste.
const (
	wasteShare = 0.05    // of the heap
	wasteBytes = 1 << 18 // and at least so much
	maxStrings = 20 << 20
	textLimit  = 1 << 12 // characters that are compared at first; where they are the same, the whole texts are
	shownText  = 40      // characters of an example
)

// waste looks at the values in the last heap state: texts that are there many times, and collections that hold nothing.
func (g *guided) waste(ctx context.Context) error {
	if g.last == nil {
		return nil
	}
	for _, look := range []func(context.Context) error{g.duplicates, g.collections} {
		err := look(ctx)
		var damaged *trace.InputError
		if errors.As(err, &damaged) {
			g.tell([]trace.Warning{{Source: damaged.Source, Text: damaged.Text}})
			continue
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// noValues says what the last heap state lacks for waste; empty if nothing.
func (g *guided) noValues(texts bool) string {
	switch {
	case g.last.heap.Values == nil:
		return "Duplicate strings and empty collections: that takes the values of fields, which heap dumps have."
	case texts && (!g.recording.Knows.Has(trace.KnowsTexts) || g.recording.Blanked):
		return "Duplicate strings: the texts of strings are not in this input."
	}
	return ""
}

func (g *guided) isWaste(bytes int64) bool {
	return bytes >= wasteBytes && float64(bytes) >= wasteShare*float64(g.heapNow())
}

// sameText is strings of one text.
type sameText struct {
	first  trace.ObjectID
	count  int64
	wasted int64 // bytes of all but the first
}

// duplicated is the texts that are there many times.
type duplicated struct {
	texts   map[uint64]*sameText
	all     sameText
	strings int
}

// duplicates tells of texts that are there many times.
func (g *guided) duplicates(ctx context.Context) error {
	if why := g.noValues(true); why != "" {
		g.missing(why)
		return nil
	}
	d, err := g.findDuplicates(ctx)
	if err != nil {
		return err
	}
	if !g.isWaste(d.all.wasted) {
		g.quiet(fmt.Sprintf("Duplicate strings: they take %s, %s of the reachable heap.", sizeText(d.all.wasted), percent(d.all.wasted, g.heapNow())))
		return nil
	}
	return g.tellDuplicates(ctx, d)
}

// findDuplicates counts texts.
func (g *guided) findDuplicates(ctx context.Context) (*duplicated, error) {
	h := g.last.heap
	isString := make([]bool, len(h.Types))
	for t := range isString {
		isString[t] = h.IsString(trace.TypeID(t))
	}
	var strings []trace.ObjectID
	for o, p := range g.places {
		if p != guide.NoPlace && isString[h.TypeOf[o]] && len(strings) < maxStrings {
			strings = append(strings, trace.ObjectID(o))
		}
	}
	d := &duplicated{texts: map[uint64]*sameText{}, strings: len(strings)}
	arrays := map[trace.ObjectID]bool{}
	add := func(sum uint64, o trace.ObjectID) {
		size := h.Size(o)
		for _, array := range h.References(o) {
			if !arrays[array] {
				arrays[array] = true
				size += h.Size(array)
			}
		}
		d.add(sum, o, size)
	}
	long := map[uint64][]trace.ObjectID{} // strings by the sum of their heads
	err := h.Values.Texts(ctx, strings, textLimit, func(o trace.ObjectID, text []byte) {
		hash := fnv.New64a()
		_, _ = hash.Write(text)
		_, _ = hash.Write(strconv.AppendInt(nil, int64(len(text)), 10))
		sum := hash.Sum64()
		if utf8.RuneCount(text) == textLimit {
			long[sum] = append(long[sum], o)
			return
		}
		add(sum, o)
	})
	if err != nil {
		return d, err
	}
	var alike []trace.ObjectID
	for _, sum := range slices.Sorted(maps.Keys(long)) {
		list := long[sum]
		if len(list) == 1 {
			add(sum, list[0])
			continue
		}
		alike = append(alike, list...)
	}
	return d, wholeSums(ctx, h, alike, add)
}

// wholeSums calls add with sums of the whole texts of strings, of which it has only a piece in memory at once.
func wholeSums(ctx context.Context, h *trace.Heap, strings []trace.ObjectID, add func(sum uint64, o trace.ObjectID)) error {
	hash, last := fnv.New64a(), trace.NoObject
	end := func() {
		if last != trace.NoObject {
			add(hash.Sum64(), last)
		}
		hash.Reset()
	}
	err := h.Values.Units(ctx, strings, func(o trace.ObjectID, units []byte) {
		if o != last {
			end()
			last = o
		}
		_, _ = hash.Write(units)
	})
	end()
	return err
}

// add counts a string by the sum of its text.
func (d *duplicated) add(sum uint64, o trace.ObjectID, size int64) {
	same := d.texts[sum]
	if same == nil {
		d.texts[sum] = &sameText{first: o, count: 1}
		return
	}
	same.count++
	same.wasted += size
	d.all.count++
	d.all.wasted += size
}

func (g *guided) tellDuplicates(ctx context.Context, d *duplicated) error {
	all := d.all
	var list []*sameText
	for _, t := range d.texts {
		if t.count > 1 {
			list = append(list, t)
		}
	}
	slices.SortFunc(list, func(a, b *sameText) int {
		return cmp.Or(cmp.Compare(b.wasted, a.wasted), cmp.Compare(a.first, b.first))
	})
	var examples []string
	for _, t := range list[:min(len(list), 3)] {
		text, err := g.last.heap.Values.Text(t.first, shownText)
		if err != nil {
			continue
		}
		examples = append(examples, fmt.Sprintf("%q is there %s times (%s)", text, graph.Number(t.count), sizeText(t.wasted)))
	}
	explain := []string{fmt.Sprintf("Of %s strings %s have a text that another one has as well.", graph.Number(int64(d.strings)), graph.Number(all.count))}
	if len(examples) > 0 {
		explain = append(explain, enumerate(examples)+".")
	}
	field, err := g.mostlyHeld(ctx, list[0].first)
	if err != nil {
		return err
	}
	if field != "" {
		explain = append(explain, fmt.Sprintf("The first of them is held by %s.", field))
	}
	g.add(city.Finding{Rule: city.RuleDuplicates, Confidence: min(0.9, 0.4+2*float64(all.wasted)/float64(g.heapNow())),
		Title:     fmt.Sprintf("Duplicate strings take %s, %s of the reachable heap", sizeText(all.wasted), percent(all.wasted, g.heapNow())),
		Numbers:   []city.FindingNumber{{Name: "wasted", Value: float64(all.wasted), Unit: "bytes"}, {Name: "duplicates", Value: float64(all.count), Unit: "objects"}},
		Highlight: city.Highlight{View: city.HeapView.String(), By: []string{"type"}, Keys: []string{keyOfType("java.lang.String")}, At: g.point + 1},
		Explain:   append(explain, "Keep one of each where they are read in, in a map of your own or with String.intern, or let the VM do it: -XX:+UseStringDeduplication."),
		Doubts:    []string{"If the strings are short-lived, as of one request, they are gone by the next GC."},
		Next: []city.GuideStep{{Text: "See who holds strings", Show: city.Highlight{View: city.GroupView.String(), By: []string{"type"}, Keys: []string{keyOfType("java.lang.String")}, At: g.point + 1},
			Command: []string{"tree", city.GuidePath, "--by", "type,pointed-from,type", "--where", "object.type == 'java.lang.String'", "--at", fmt.Sprint(g.point + 1), "--top", "5"}}}})
	return nil
}

// mostlyHeld names the field that refers to an object; empty if nothing does.
func (g *guided) mostlyHeld(ctx context.Context, o trace.ObjectID) (string, error) {
	references, err := g.last.subject.ReferenceGraph(ctx)
	if err != nil {
		return "", err
	}
	referrers, err := references.Referrers(ctx)
	if err != nil {
		return "", err
	}
	h := g.last.heap
	for _, from := range referrers.Of(o) {
		for i, to := range h.References(from) {
			if to == o {
				return h.Types[h.TypeOf[from]].Name + "." + h.SlotName(from, h.RefSlot[int(h.RefStart[from])+i]), nil
			}
		}
	}
	return "", nil
}

// sizeFields are the fields that collections keep their number of elements in.
var sizeFields = []string{"size", "elementCount", "count", "baseCount"}

// arrayFields are those that they keep their elements in.
var arrayFields = []string{"elementData", "table", "elements", "queue", "items"}

// roomy is the part of an array that is used, below which a collection is sparse.
const roomy = 0.25

// unused is collections that are empty, or whose arrays are mostly empty.
type unused struct {
	empty, sparse amountOf
	most          string // the type that wastes most
}

// findCollections counts collections that are empty, or whose arrays are mostly empty.
func (g *guided) findCollections(ctx context.Context) (*unused, error) {
	h := g.last.heap
	found := &unused{}
	var selections []trace.Selection
	for t := range h.Types {
		id := trace.TypeID(t)
		if h.Types[t].Kind != trace.Instance || !guide.ExtendsCollection(h, id) {
			continue
		}
		for _, name := range sizeFields {
			if i := h.Values.FieldIndex(id, name); i >= 0 && arraySlot(h, id) != "" {
				selections = append(selections, trace.Selection{Type: id, Fields: []int{i}})
				break
			}
		}
	}
	kinds := map[string]int64{}
	err := h.Values.Rows(ctx, selections, func(o trace.ObjectID, row []trace.Value) {
		if g.places[o] == guide.NoPlace {
			return
		}
		array, length := arrayOf(h, o)
		size := row[0].Int()
		switch {
		case size == 0:
			bytes := h.Size(o)
			if array != trace.NoObject && length > 0 {
				bytes += h.Size(array)
			}
			found.empty.add(bytes)
			kinds[h.Types[h.TypeOf[o]].Name] += bytes
		case array != trace.NoObject && length > 16 && float64(size) < roomy*float64(length):
			bytes := (length - size) * h.Types[h.TypeOf[array]].Element
			found.sparse.add(bytes)
			kinds[h.Types[h.TypeOf[o]].Name] += bytes
		}
	})
	for name, bytes := range kinds {
		if found.most == "" || bytes > kinds[found.most] || bytes == kinds[found.most] && name < found.most {
			found.most = name
		}
	}
	return found, err
}

// collections tells of collections with little in them.
func (g *guided) collections(ctx context.Context) error {
	if g.noValues(false) != "" {
		return nil // told with the strings
	}
	d, err := g.findCollections(ctx)
	if err != nil || !g.isWaste(d.empty.bytes+d.sparse.bytes) {
		return err
	}
	empty, sparse, most := d.empty, d.sparse, d.most
	g.add(city.Finding{Rule: city.RuleCollections, Confidence: min(0.9, 0.4+2*float64(empty.bytes+sparse.bytes)/float64(g.heapNow())),
		Title: fmt.Sprintf("Collections with little in them waste %s, %s of the reachable heap, most of it %s", sizeText(empty.bytes+sparse.bytes),
			percent(empty.bytes+sparse.bytes, g.heapNow()), guide.Short(most)),
		Numbers: []city.FindingNumber{{Name: "empty", Value: float64(empty.bytes), Unit: "bytes"}, {Name: "empty", Value: float64(empty.objects), Unit: "objects"},
			{Name: "sparse", Value: float64(sparse.bytes), Unit: "bytes"}, {Name: "sparse", Value: float64(sparse.objects), Unit: "objects"}},
		Highlight: city.Highlight{View: city.HeapView.String(), By: []string{"type"}, Keys: []string{keyOfType(most)}, At: g.point + 1},
		Explain: []string{fmt.Sprintf("%s collections are empty (%s with their arrays); the arrays of %s are used for less than a quarter (%s unused).",
			graph.Number(empty.objects), sizeText(empty.bytes), graph.Number(sparse.objects), sizeText(sparse.bytes)),
			"Make collections when the first element comes, give them the size that they will have, or share Collections.emptyList()."},
		Doubts: []string{"Collections that are filled and emptied in turns are empty by chance at this moment."},
		Next: []city.GuideStep{{Text: "See the collections by their size", Show: city.Highlight{View: city.HeapView.String(), By: []string{"collection-size", "type"}, At: g.point + 1},
			Command: []string{"tree", city.GuidePath, "--by", "collection-size,type", "--at", fmt.Sprint(g.point + 1), "--top", "5"}}}})
	return nil
}

type amountOf struct{ objects, bytes int64 }

func (a *amountOf) add(bytes int64) {
	a.objects++
	a.bytes += bytes
}

// arraySlot names the field of a type that holds its elements; empty if there is none.
func arraySlot(h *trace.Heap, t trace.TypeID) string {
	for _, name := range h.Types[t].References {
		if slices.Contains(arrayFields, name) {
			return name
		}
	}
	return ""
}

// arrayOf returns the array with the elements of a collection, and its length.
func arrayOf(h *trace.Heap, o trace.ObjectID) (array trace.ObjectID, length int64) {
	for i, to := range h.References(o) {
		if slices.Contains(arrayFields, h.SlotName(o, h.RefSlot[int(h.RefStart[o])+i])) && h.Types[h.TypeOf[to]].Kind == trace.ObjectArray {
			return to, int64(h.Extent[to])
		}
	}
	return trace.NoObject, 0
}
