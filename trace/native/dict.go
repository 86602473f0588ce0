package native

import (
	"encoding/binary"
	"fmt"
	"slices"
	"strings"

	"memcity/trace"
	"memcity/trace/wire/memcity"
)

// A native trace refers to types, frames, sites and threads by numbers that are the same in all heap states of the file. A heap from
// another source has its own numbers, which the dictionary maps to the numbers of the file.

// dictionary assigns numbers to the names that a [Writer] receives, and collects the rows of new ones.
type dictionary struct {
	contents  map[string]uint64 // numbers of the contents of types, without loaders
	types     map[occurrence]uint64
	looks     map[occurrence]uint64 // numbers of types by look, for types that do not belong to a heap
	seen      map[string]int        // number of occurrences of each look
	frames    map[trace.Frame]uint64
	sites     map[siteNode]uint64
	threads   map[occurrence]uint64
	spaces    map[string]uint64
	libraries map[string]bool

	anonymous *anonymizer // nil if names are not anonymized

	heapTypes, lifeTypes growingNumbers[trace.Type] // of the last heap state, and of the last call about lives
	heapSites, lifeSites growingNumbers[trace.Site]
	lastSite             []siteStep // steps of the last site, from the outermost frame

	rows  [4]*memcity.Table // types, frames, sites and threads that are not written yet
	count [4]uint64         // number of each so far
}

// Indices into dictionary.rows.
const (
	dictTypes = iota
	dictFrames
	dictSites
	dictThreads
)

// occurrence distinguishes items with equal keys: it is occurrence number n of the key in a list.
type occurrence struct {
	key string
	n   int
}

// siteNode is an entry in the tree of call chains.
type siteNode struct{ caller, frame uint64 } // caller is the caller's number +1

// siteStep is a frame of a site and the number +1 of the chain that ends with it.
type siteStep struct {
	frame  trace.Frame
	number uint64
}

func newDictionary() *dictionary {
	d := &dictionary{contents: map[string]uint64{}, types: map[occurrence]uint64{},
		looks: map[occurrence]uint64{}, seen: map[string]int{}, frames: map[trace.Frame]uint64{},
		sites: map[siteNode]uint64{}, threads: map[occurrence]uint64{}, spaces: map[string]uint64{}, libraries: map[string]bool{}}
	for i, kind := range []memcity.Kind{memcity.Types, memcity.Frames, memcity.Sites, memcity.Threads} {
		d.rows[i] = memcity.NewTable(kind)
	}
	return d
}

// add begins a row, with its number in the first column, and returns both.
func (d *dictionary) add(of int) (t *memcity.Table, number uint64) {
	t, number = d.rows[of], d.count[of]
	d.count[of]++
	t.Rows++
	put(t, 0, number)
	return t, number
}

func put(t *memcity.Table, column int, value uint64) {
	c := &t.Columns[column]
	c.Numbers = append(c.Numbers, value)
}

func putText(t *memcity.Table, column int, text string) {
	c := &t.Columns[column]
	c.Texts = append(c.Texts, text)
}

func putTexts(t *memcity.Table, column int, texts []string) {
	c := &t.Columns[column]
	if len(c.Start) == 0 {
		c.Start = append(c.Start, 0)
	}
	c.Texts = append(c.Texts, texts...)
	c.Start = append(c.Start, uint32(len(c.Texts)))
}

func putNumbers(t *memcity.Table, column int, numbers []uint16) {
	c := &t.Columns[column]
	if len(c.Start) == 0 {
		c.Start = append(c.Start, 0)
	}
	for _, n := range numbers {
		c.Numbers = append(c.Numbers, uint64(n))
	}
	c.Start = append(c.Start, uint32(len(c.Numbers)))
}

// leaveOut removes the values of an optional column whose numbers are all 0.
func leaveOut(t *memcity.Table, column int) {
	c := &t.Columns[column]
	if !slices.ContainsFunc(c.Numbers, func(n uint64) bool { return n != 0 }) {
		c.Numbers, c.Start = c.Numbers[:0], c.Start[:0]
	}
}

// emptyTable removes the rows of t and keeps its memory.
func emptyTable(t *memcity.Table) {
	t.Rows = 0
	for i := range t.Columns {
		c := &t.Columns[i]
		clear(c.Texts)
		c.Numbers, c.Texts, c.Start = c.Numbers[:0], c.Texts[:0], c.Start[:0]
	}
}

// growingNumbers stores the numbers of a list that may grow only at its end between two calls.
type growingNumbers[T any] struct {
	first   *T
	numbers []uint64
	seen    map[string]int // number of occurrences of each key
}

// of returns the numbers of list. It calls number for items added since the previous call.
func (k *growingNumbers[T]) of(list []T, number func(i int) uint64) []uint64 {
	if len(list) == 0 {
		return nil
	}
	if k.first != &list[0] || len(list) < len(k.numbers) {
		*k = growingNumbers[T]{first: &list[0], seen: map[string]int{}}
	}
	for i := len(k.numbers); i < len(list); i++ {
		k.numbers = append(k.numbers, number(i))
	}
	return k.numbers
}

func (k *growingNumbers[T]) next(key string) occurrence {
	n := k.seen[key]
	k.seen[key] = n + 1
	return occurrence{key, n}
}

// lifeTypesOf returns the numbers of types that do not belong to a heap. If a type looks like one of a heap state, it gets the same number.
func (d *dictionary) lifeTypesOf(types []trace.Type, k *growingNumbers[trace.Type]) []uint64 {
	var fresh []int
	numbers := k.of(types, func(i int) uint64 {
		at := k.next(typeKey(&types[i], nil, 0))
		number, ok := d.looks[at]
		if !ok {
			_, number = d.add(dictTypes)
			d.looks[at] = number
			d.seen[at.key]++
			fresh = append(fresh, i)
		}
		return number
	})
	for _, i := range fresh {
		d.describe(types, i, numbers, nil)
	}
	return numbers
}

// lifeSitesOf is sitesOf for sites that do not belong to a heap.
func (d *dictionary) lifeSitesOf(sites []trace.Site) []uint64 {
	if len(sites) > 0 && d.heapSites.first == &sites[0] {
		return d.sitesOf(sites, &d.heapSites)
	}
	return d.sitesOf(sites, &d.lifeSites)
}

// typesOf returns the numbers of the types of a heap state. Equal types are distinguished by loader and order.
func (d *dictionary) typesOf(h *trace.Heap) []uint64 {
	k := &d.heapTypes
	var fresh []int
	numbers := k.of(h.Types, func(i int) uint64 {
		t := &h.Types[i]
		at := k.next(string(binary.AppendUvarint(nil, d.content(h, i))) + loaderKey(h, t))
		number, ok := d.types[at]
		if !ok {
			_, number = d.add(dictTypes)
			d.types[at] = number
			look := typeKey(t, nil, 0)
			d.looks[occurrence{look, d.seen[look]}] = number
			d.seen[look]++
			fresh = append(fresh, i)
		}
		return number
	})
	for _, i := range fresh {
		d.describe(h.Types, i, numbers, h)
	}
	return numbers
}

// describe fills the rest of the row of a new type.
func (d *dictionary) describe(types []trace.Type, i int, numbers []uint64, h *trace.Heap) {
	row, t := d.rows[dictTypes], &types[i]
	super := uint64(0)
	if int(t.Super) < len(types) {
		super = numbers[t.Super] + 1
	}
	name, fields, statics := t.Name, t.References, staticsOf(h, t)
	if d.anonymous != nil {
		name, fields, statics = d.anonymous.typeName(name), d.anonymous.fields(types, i), d.anonymous.statics(name, statics)
	}
	putText(row, typesName, name)
	put(row, typesKind, uint64(t.Kind))
	put(row, typesSuper, super)
	put(row, typesBase, uint64(max(0, t.Base)))
	put(row, typesElement, uint64(max(0, t.Element)))
	putTexts(row, typesFields, fields)
	putTexts(row, typesStatics, statics)
	put(row, typesElements, bit(t.Elements))
	putNumbers(row, typesWeak, t.Weak)
}

func staticsOf(h *trace.Heap, t *trace.Type) []string {
	if h == nil || t.Class == trace.NoObject {
		return nil
	}
	return h.StaticNames[t.Class]
}

// loaderKey returns a text that differs for loaders known to be different, across all heap states.
func loaderKey(h *trace.Heap, t *trace.Type) string {
	switch {
	case int(t.Loader) >= h.Len():
		return ""
	case h.Identity != nil:
		return fmt.Sprintf(" %d", h.Identity[t.Loader])
	}
	return " " + h.Types[h.TypeOf.At(t.Loader)].Name
}

// content returns a number for the content of a type and its super types, without its loader.
func (d *dictionary) content(h *trace.Heap, i int) uint64 {
	types := h.Types
	var chain []int
	for at := trace.TypeID(i); int(at) < len(types) && len(chain) < maxSuperTypes && !slices.Contains(chain, int(at)); at = types[at].Super {
		chain = append(chain, int(at))
	}
	above := uint64(0)
	for _, at := range slices.Backward(chain) {
		key := typeKey(&types[at], staticsOf(h, &types[at]), above)
		n, ok := d.contents[key]
		if !ok {
			n = uint64(len(d.contents)) + 1
			d.contents[key] = n
		}
		above = n
	}
	return above
}

func typeKey(t *trace.Type, statics []string, super uint64) string {
	var b []byte
	for _, n := range []uint64{uint64(t.Kind), super, uint64(t.Base), uint64(t.Element), uint64(len(t.References)), uint64(len(statics)),
		bit(t.Elements), uint64(len(t.Weak))} {
		b = binary.AppendUvarint(b, n)
	}
	for _, slot := range t.Weak {
		b = binary.AppendUvarint(b, uint64(slot))
	}
	for _, names := range [][]string{{t.Name}, t.References, statics} {
		for _, name := range names {
			b = append(binary.AppendUvarint(b, uint64(len(name))), name...)
		}
	}
	return string(b)
}

// sitesOf returns the numbers of sites, +1; 0 for a site without frames. Frames shared with the previous site are not looked up again,
// since successive sites usually share their outer frames.
func (d *dictionary) sitesOf(sites []trace.Site, k *growingNumbers[trace.Site]) []uint64 {
	return k.of(sites, func(i int) uint64 {
		caller, at := uint64(0), 0
		for _, f := range slices.Backward(sites[i].Frames) {
			if at < len(d.lastSite) && d.lastSite[at].frame == f {
				caller = d.lastSite[at].number
			} else {
				caller = d.site(siteNode{caller, d.frame(f)}) + 1
				d.lastSite = append(d.lastSite[:at], siteStep{f, caller})
			}
			at++
		}
		d.lastSite = d.lastSite[:at]
		return caller
	})
}

func (d *dictionary) site(node siteNode) uint64 {
	number, ok := d.sites[node]
	if !ok {
		var row *memcity.Table
		row, number = d.add(dictSites)
		d.sites[node] = number
		put(row, sitesCaller, node.caller)
		put(row, sitesFrame, node.frame)
	}
	return number
}

func (d *dictionary) frame(f trace.Frame) uint64 {
	number, ok := d.frames[f]
	if !ok {
		var row *memcity.Table
		row, number = d.add(dictFrames)
		d.frames[f] = number
		if d.anonymous != nil {
			f = d.anonymous.frame(f)
		}
		putText(row, framesClass, f.Class)
		putText(row, framesMethod, f.Method)
		putText(row, framesFile, f.File)
		put(row, framesLine, uint64(max(0, f.Line)))
		put(row, framesNative, bit(f.Native))
	}
	return number
}

func bit(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}

// threadsOf returns the numbers of threads. Threads of the same name are distinguished by order.
func (d *dictionary) threadsOf(names []string) []uint64 {
	seen := map[string]int{}
	numbers := make([]uint64, len(names))
	for i, name := range names {
		at := occurrence{name, seen[name]}
		seen[name]++
		number, ok := d.threads[at]
		if !ok {
			var row *memcity.Table
			row, number = d.add(dictThreads)
			at.key = strings.Clone(name)
			d.threads[at] = number
			putText(row, threadsName, d.anonymous.thread(name))
		}
		numbers[i] = number
	}
	return numbers
}
