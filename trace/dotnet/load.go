package dotnet

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"

	"memcity/trace"
	"memcity/trace/internal/assemble"
	"memcity/trace/internal/input"
)

// object is an object of a snapshot.
type object struct {
	address, size uint64
	kind          int      // index into the types of the snapshot
	references    []uint64 // addresses; valid until the next object
}

// root is a GC root of a snapshot.
type root struct {
	object uint64 // address; may lie inside an object
	kind   trace.RootKind
	detail string
}

// static is a static field of a snapshot.
type static struct {
	slot   uint64 // address of the field; 0 if unknown
	object uint64
	name   string
	class  string // that declares it; empty if unknown
}

// kind is a type of a snapshot.
type kind struct {
	name   string // in the runtime
	module string // that defines it; empty if unknown
}

// snapshot is a heap snapshot whose objects are read twice.
type snapshot struct {
	kinds      []kind
	roots      []root
	statics    []static
	dependents map[uint64][]uint64 // objects that an object keeps alive by dependent handles
	// each calls visit for each object, in the same order each time. cut is a fault that left out the remaining objects or references.
	each func(ctx context.Context, progress trace.Progress, visit func(*object) error) (cut string, err error)
}

// rootBytes is the memory that a root or static field takes, in bytes.
const rootBytes = 64

// loader builds the heap state of a snapshot.
type loader struct {
	snapshot
	builder *assemble.Builder
	object  assemble.Object
	names   []string        // by index of the type
	tables  map[uint64]bool // addresses of handles' arrays, if slots of static fields are unknown
	fields  map[uint64]bool // objects that static fields hold
	dangles int64
	twice   int64
}

// dependent is the name of the reference that a dependent handle is.
const dependent = "(dependent handle)"

// statics are stored in arrays of this type.
const tableType = "System.Object[]"

func newLoader(ctx context.Context, s snapshot) *loader {
	l := &loader{snapshot: s, builder: assemble.New(ctx), names: []string{""}, fields: map[uint64]bool{}, tables: map[uint64]bool{}}
	foreign := frameworkModules(s.kinds)
	for _, k := range s.kinds {
		name := typeName(k.name)
		if foreign[k.module] && !strings.ContainsAny(withoutArguments(name), ".(") {
			name = nestedPrefix + name
		}
		l.names = append(l.names, name)
	}
	l.names = append(l.names, dependent)
	l.builder.Text = func(n assemble.Name) string { return l.names[n] }
	l.builder.Extra = rootBytes * int64(len(s.roots)+len(s.statics)+len(s.dependents)+len(s.kinds))
	slices.SortFunc(l.statics, func(a, b static) int { return cmp.Compare(a.slot, b.slot) })
	for _, f := range l.statics {
		l.fields[f.object] = true
	}
	for _, r := range l.roots {
		if r.kind == trace.RootVMInternal && len(l.statics) > 0 && l.statics[len(l.statics)-1].slot == 0 {
			l.tables[r.object] = true
		}
	}
	return l
}

// load reads the heap state. source is the name of the file in messages.
func load(ctx context.Context, s snapshot, source trace.File, progress trace.Progress) (*trace.Heap, []trace.Warning, error) {
	l := newLoader(ctx, s)
	h, cut, err := l.load(ctx, progress)
	switch {
	case ctx.Err() != nil:
		return nil, nil, ctx.Err()
	case err != nil:
		return nil, nil, explain(source, err)
	}
	return h, l.warnings(source.Base(), cut), nil
}

func (l *loader) load(ctx context.Context, progress trace.Progress) (h *trace.Heap, cut string, err error) {
	if cut, err = l.each(ctx, progress, func(o *object) error { return l.builder.Count(l.convert(o)) }); err != nil {
		return nil, "", err
	}
	if err := l.builder.Place(); err != nil {
		return nil, "", err
	}
	if len(l.builder.IDs()) == 0 {
		return nil, "", errors.New(cmp.Or(cut, "the snapshot has no objects"))
	}
	if _, err := l.each(ctx, progress, l.add); err != nil {
		return nil, "", err
	}
	if h, err = l.builder.Heap(); err != nil {
		return nil, "", err
	}
	h.Runtime = trace.DotNet
	ids := l.builder.IDs()
	h.Address = func(o trace.ObjectID) uint64 { return ids[o] }
	supers := map[string]string{}
	for _, name := range l.names {
		if of := definition(name); of != "" {
			supers[name] = of
		}
	}
	l.builder.SetSupers(supers)
	nameSlots(h)
	l.addRoots(h)
	return h, cut, nil
}

// add reads an object in the second pass.
func (l *loader) add(o *object) error {
	added, err := l.builder.Add(l.convert(o))
	l.dangles += int64(added.Dangling)
	if added.Duplicate {
		l.twice++
	}
	return err
}

// convert returns an object for the builder. It is valid until the next call.
func (l *loader) convert(o *object) *assemble.Object {
	to := &l.object
	*to = assemble.Object{ID: o.address, Size: int64(o.size), Type: assemble.Name(o.kind + 1), Site: trace.NoSite, Thread: trace.NoThread,
		Birth: trace.NoBirth, References: to.References[:0]}
	holds := l.heldBy(o)
	for _, ref := range o.references {
		if holds == nil || !holds(ref) {
			to.References = append(to.References, assemble.Reference{To: ref})
		}
	}
	for _, value := range l.dependents[o.address] {
		to.References = append(to.References, assemble.Reference{To: value, Name: assemble.Name(len(l.names) - 1)})
	}
	return to
}

// heldBy returns a function that reports whether a static field stored in an object holds another object. It is nil if the object stores no
// static fields.
func (l *loader) heldBy(o *object) func(uint64) bool {
	if len(l.statics) == 0 || l.kinds[o.kind].name != tableType {
		return nil
	}
	if l.tables[o.address] {
		return func(to uint64) bool { return l.fields[to] }
	}
	bySlot := func(f static, slot uint64) int { return cmp.Compare(f.slot, slot) }
	from, _ := slices.BinarySearchFunc(l.statics, o.address, bySlot)
	end, _ := slices.BinarySearchFunc(l.statics, o.address+o.size, bySlot)
	if from >= end {
		return nil
	}
	held := map[uint64]bool{}
	for _, f := range l.statics[from:end] {
		held[f.object] = true
	}
	return func(to uint64) bool { return held[to] }
}

// unplaced is the name of all elements of an array. Snapshots lack null elements, so the indices of others are unknown.
var unplaced = []string{"[?]"}

// Layout of arrays with one dimension in processes of 64 bits, in bytes.
const (
	arrayBase   = 24
	elementSize = 8
)

// nameSlots corrects the types: fields of objects have no names, and arrays of references have elements.
func nameSlots(h *trace.Heap) {
	arrays := make([]bool, len(h.Types))
	for i := range h.Types {
		t := &h.Types[i]
		isArray := strings.HasSuffix(t.Name, "]")
		arrays[i] = isArray && t.Elements && len(t.References) == 0
		if !isArray {
			t.Elements = false
		}
	}
	for o := range trace.ObjectID(h.Len()) { // arrays of structs have other sizes
		if t := h.TypeOf.At(o); arrays[t] {
			size := h.Size(o)
			arrays[t] = size >= arrayBase && (size-arrayBase)%elementSize == 0 && int64(len(h.References(o))) <= (size-arrayBase)/elementSize
		}
	}
	for o := range trace.ObjectID(h.Len()) {
		if t := h.TypeOf.At(o); arrays[t] {
			h.Extent.Set(o, uint32((h.Size(o)-arrayBase)/elementSize))
		}
	}
	for i := range h.Types {
		if t := &h.Types[i]; arrays[i] {
			t.Kind, t.Base, t.Element, t.Elements, t.References = trace.ObjectArray, arrayBase, elementSize, false, unplaced
		}
	}
}

// warnings returns the warnings about a snapshot.
func (l *loader) warnings(source, cut string) (warnings []trace.Warning) {
	add := func(text string, lost bool) {
		warnings = append(warnings, trace.Warning{Source: source, Text: text, Lost: lost})
	}
	if cut != "" {
		add(cut, true)
	}
	if l.twice > 0 {
		add(input.Plural(l.twice, "object has", "objects have")+" the address of an earlier object; left out", false)
	}
	if l.dangles > 0 {
		add(input.Plural(l.dangles, "reference leads", "references lead")+" to no object of the snapshot; left out", false)
	}
	return warnings
}

// explain returns err as an error about a file.
func explain(f trace.File, err error) *trace.InputError {
	if at, text, ok := position(err); ok {
		return &trace.InputError{Source: f.Name, Offset: at, Text: text}
	}
	return input.Error(err, f.Name)
}
