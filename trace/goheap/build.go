package goheap

import (
	"cmp"
	"fmt"
	"slices"
	"sort"
	"strings"

	"memcity/trace"
	"memcity/trace/internal/assemble"
)

// titleKey identifies a name of objects.
type titleKey struct {
	of       typeID
	repeated bool
	size     uint64 // for objects of unknown type
	pointers bool
}

// build makes the heap of the objects.
func (f *follower) build() (*trace.Heap, error) {
	b := assemble.New(f.ctx)
	f.builder = b
	b.Text = f.names.Text
	b.Extra = f.admitted
	titles := map[titleKey]assemble.Name{}
	var o assemble.Object
	for i := range f.objects {
		f.convert(i, titles, &o)
		if err := b.Count(&o); err != nil {
			return nil, err
		}
	}
	if err := b.Place(); err != nil {
		return nil, err
	}
	for i := range f.objects {
		f.convert(i, titles, &o)
		if _, err := b.Add(&o); err != nil {
			return nil, err
		}
	}
	return b.Heap()
}

// convert fills o with an object.
func (f *follower) convert(i int, titles map[titleKey]assemble.Name, o *assemble.Object) {
	x := &f.objects[i]
	key := titleKey{of: f.of[i], repeated: f.repeated[i]}
	if key.of == 0 {
		key.size, key.pointers = x.size, x.first != noWords
	}
	name, ok := titles[key]
	if !ok {
		name = f.names.Number(f.title(key))
		titles[key] = name
	}
	*o = assemble.Object{ID: x.addr, Type: name, Size: int64(x.size), Site: trace.NoSite, Thread: trace.NoThread, Birth: trace.NoBirth,
		References: o.References[:0]}
	if x.first != noWords {
		f.addReferences(x, i, o)
	}
}

// title returns the name of the type of objects.
func (f *follower) title(k titleKey) string {
	switch {
	case k.of != 0:
		return f.types.titleOf(k.of, k.repeated)
	case k.pointers:
		return fmt.Sprintf("%s(%d bytes with pointers)", goPrefix, k.size)
	}
	return fmt.Sprintf("%s(%d bytes)", goPrefix, k.size)
}

// addReferences adds the references of an object, with the names of the fields if it has a type.
func (f *follower) addReferences(x *object, i int, o *assemble.Object) {
	var slots []slot
	if f.of[i] != 0 && !f.repeated[i] {
		slots = f.types.layout(f.of[i])
	}
	ptr := uint64(f.words.ptr)
	next := 0
	for w := range x.used(f.words.ptr) / ptr {
		if !f.words.isPointer(x.first + w) {
			continue
		}
		to := f.find(f.words.at(x.first + w))
		if to == trace.NoObject {
			continue
		}
		for next < len(slots) && slots[next].offset < int64(w*ptr) {
			next++
		}
		r := assemble.Reference{To: f.objects[to].addr}
		if next < len(slots) && slots[next].offset == int64(w*ptr) {
			if slots[next].number == 0 {
				slots[next].number = f.names.Number(slots[next].name)
			}
			r.Name = slots[next].number
		}
		o.References = append(o.References, r)
	}
}

// complete adds roots, threads and addresses to the heap.
func (f *follower) complete(h *trace.Heap) {
	h.Runtime = trace.Golang
	if f.program != nil {
		h.Libraries = f.program.modules
	}
	ids := f.builder.IDs()
	h.Address = func(o trace.ObjectID) uint64 { return ids[o] }
	f.addVariables(h)
	f.addGoroutines(h)
	for i := range f.others {
		r := &f.others[i]
		if o := f.find(r.addr); o != trace.NoObject {
			h.Roots = append(h.Roots, trace.Root{Kind: r.kind, Object: o, Thread: -1, Frame: -1, Detail: trace.ClipName(trace.PlainLine(r.text))})
		}
	}
}

// addVariables adds the pointers in the segments as roots.
func (f *follower) addVariables(h *trace.Heap) {
	slices.SortStableFunc(f.named, func(a, b region) int { return cmp.Compare(a.addr, b.addr) })
	ptr := uint64(f.words.ptr)
	for _, s := range []*segment{&f.data, &f.bss} {
		for w := range s.size / ptr {
			if !f.words.isPointer(s.first + w) {
				continue
			}
			if o := f.find(f.words.at(s.first + w)); o != trace.NoObject {
				h.Roots = append(h.Roots, trace.Root{Kind: trace.RootVariable, Object: o, Thread: -1, Frame: -1, Detail: f.variableName(s.addr + w*ptr)})
			}
		}
	}
}

// variableName returns the name of a pointer in a segment: a variable with the path of its field, or an address.
func (f *follower) variableName(addr uint64) string {
	if f.program != nil {
		if s := f.program.symbolAt(addr - f.program.slide); s != nil && !isTemporary(s.name) {
			return f.pathIn(s.addr+f.program.slide, f.types.variables[s.name], clean(s.name), addr)
		}
		at := sort.Search(len(f.named), func(i int) bool { return f.named[i].addr > addr })
		for i := at - 1; i >= 0 && i >= at-maxRegionsBefore; i-- {
			r := &f.named[i]
			if addr-r.addr < uint64(f.types.list[r.of].size) {
				return f.pathIn(r.addr, r.of, clean(r.name), addr)
			}
		}
		addr -= f.program.slide
	}
	return fmt.Sprintf("0x%x", addr)
}

// maxRegionsBefore is the largest number of temporaries that are tried for an address.
const maxRegionsBefore = 64

// pathIn returns the name of a pointer in a value at start.
func (f *follower) pathIn(start uint64, t typeID, name string, addr uint64) string {
	for _, s := range f.types.layout(t) {
		if uint64(s.offset) == addr-start && s.name != "" {
			return trace.ClipName(trace.Member(name, s.name))
		}
	}
	return trace.ClipName(name)
}

// isTemporary reports whether a symbol is a temporary of the compiler.
func isTemporary(name string) bool { return strings.Contains(name, ".stmp_") }
