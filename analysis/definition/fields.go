package definition

import (
	"context"
	"math"
	"strconv"
	"strings"

	"github.com/bits-and-blooms/bitset"

	"memcity/trace"
	"memcity/trace/poll"
)

// boxes contains the classes that wrap a primitive in their field "value". Their objects are represented by that primitive.
var boxes = map[string]bool{"java.lang.Boolean": true, "java.lang.Byte": true, "java.lang.Character": true,
	"java.lang.Short": true, "java.lang.Integer": true, "java.lang.Long": true, "java.lang.Float": true, "java.lang.Double": true}

const enumClass = "java.lang.Enum"

// fieldFacts contains field values and string texts for some expressions.
type fieldFacts struct {
	heap  *trace.Heap
	paths []fieldPath // by number of the use; empty for other properties

	// Values of primitive fields. The values of object o start at values[first[o]], in the order of selected[type].
	selected map[trace.TypeID][]int
	first    []uint32
	values   []trace.Value

	text  []uint32 // by object, index in texts; 0 for none
	texts []any

	special []specialType // by type
	boxed   []step        // by type: the value field of boxes
}

// specialType selects types whose objects are represented by a single value.
type specialType uint8

const (
	plainType specialType = iota
	stringType
	boxType
	enumType
)

// fieldPath is a path of fields. The indices are the position in the path and the type.
type fieldPath [][]step

// step is the meaning of a name for objects of a type.
type step struct {
	kind trace.ValueKind // NoValue if the type has no such field
	at   int32           // index in the type's References or in its selected fields
}

// readFields reads the fields and texts for the given uses.
func readFields(ctx context.Context, h *trace.Heap, uses []use) (*fieldFacts, error) {
	f := &fieldFacts{heap: h, paths: make([]fieldPath, len(uses)), selected: map[trace.TypeID][]int{}}
	expectTexts, expectFields := false, false
	for _, u := range uses {
		expectTexts = expectTexts || u.property.id == propText
		expectFields = expectFields || u.property.id == propFields
	}
	if !expectTexts && !expectFields || h.Values == nil {
		return f, nil
	}
	f.special = make([]specialType, len(h.Types))
	for t := range h.Types {
		f.special[t] = f.specialOf(trace.TypeID(t))
	}
	if expectFields {
		f.plan(uses)
		if err := f.readValues(ctx); err != nil {
			return nil, err
		}
	}
	return f, f.readTexts(ctx, expectTexts)
}

func (f *fieldFacts) specialOf(t trace.TypeID) specialType {
	h := f.heap
	switch {
	case h.Types[t].Kind != trace.Instance:
		return plainType
	case h.IsString(t):
		return stringType
	case boxes[h.Types[t].Name]:
		return boxType
	case h.Types[t].Name != enumClass && h.Extends(t, enumClass):
		return enumType
	}
	return plainType
}

// plan computes the steps of all paths. It selects the primitive fields at their ends, and the fields of boxes.
func (f *fieldFacts) plan(uses []use) {
	f.boxed = make([]step, len(f.special))
	for t, s := range f.special {
		if s == boxType {
			f.boxed[t] = f.stepOf(trace.TypeID(t), "value", true)
		}
	}
	for i, u := range uses {
		if u.property.id != propFields {
			continue
		}
		names := strings.Split(u.name, ".")
		for j, name := range names {
			steps := make([]step, len(f.special))
			for t := range steps {
				steps[t] = f.stepOf(trace.TypeID(t), name, j == len(names)-1)
			}
			f.paths[i] = append(f.paths[i], steps)
		}
	}
}

// stepOf finds a field of a type. It selects a primitive field at the end of a path. A primitive field elsewhere in a path matches nothing.
func (f *fieldFacts) stepOf(t trace.TypeID, name string, last bool) step {
	field := f.heap.Values.FieldIndex(t, name)
	if field < 0 {
		return step{}
	}
	kind := f.heap.Values.Layout(t)[field].Kind
	if kind == trace.ReferenceValue {
		// References lists the class's own fields last; the layout lists them first. They hide inherited fields of the same name.
		references := f.heap.Types[t].References
		for slot := len(references) - 1; slot >= 0; slot-- {
			if references[slot] == name {
				return step{kind, int32(slot)}
			}
		}
		return step{}
	}
	if !last {
		return step{}
	}
	for i, s := range f.selected[t] {
		if s == field {
			return step{kind, int32(i)}
		}
	}
	f.selected[t] = append(f.selected[t], field)
	return step{kind, int32(len(f.selected[t]) - 1)}
}

// readValues reads the selected fields in one pass over the input.
func (f *fieldFacts) readValues(ctx context.Context) error {
	h := f.heap
	var selections []trace.Selection
	for t := range h.Types {
		if fields := f.selected[trace.TypeID(t)]; len(fields) > 0 {
			selections = append(selections, trace.Selection{Type: trace.TypeID(t), Fields: fields})
		}
	}
	if len(selections) == 0 {
		return nil
	}
	f.first = make([]uint32, h.Len())
	n := uint32(0)
	for o, t := range h.TypeOf.All() {
		f.first[o] = n
		n += uint32(len(f.selected[t]))
	}
	f.values = make([]trace.Value, n)
	return h.Values.Rows(ctx, selections, func(o trace.ObjectID, row []trace.Value) {
		copy(f.values[f.first[o]:], row)
	})
}

// readTexts reads the texts of strings: of all strings, or of those at the end of paths.
func (f *fieldFacts) readTexts(ctx context.Context, all bool) error {
	h := f.heap
	wanted := bitset.New(uint(h.Len()))
	for o, t := range h.TypeOf.All() {
		if err := poll.At(ctx, o); err != nil {
			return err
		}
		if all && f.special[t] == stringType {
			wanted.Set(uint(o))
		}
		for _, p := range f.paths {
			if len(p) == 0 || p[0][t].kind != trace.ReferenceValue {
				continue
			}
			if end := f.textAt(f.follow(p, trace.ObjectID(o))); end != trace.NoObject {
				wanted.Set(uint(end))
			}
		}
	}
	if wanted.None() {
		return nil
	}
	strings := make([]trace.ObjectID, 0, wanted.Count())
	for o := range wanted.EachSet() {
		strings = append(strings, trace.ObjectID(o))
	}
	f.text = make([]uint32, h.Len())
	f.texts = []any{nil}
	ids := map[string]uint32{}
	return h.Values.Texts(ctx, strings, maxObjectText, func(o trace.ObjectID, text []byte) {
		id, known := ids[string(text)]
		if !known {
			id = uint32(len(f.texts))
			s := string(text)
			ids[s] = id
			f.texts = append(f.texts, s)
		}
		f.text[o] = id
	})
}

// follow returns the object at the end of a path from o; NoObject if the path ends at null or at a value.
func (f *fieldFacts) follow(p fieldPath, o trace.ObjectID) trace.ObjectID {
	for _, steps := range p {
		s := steps[f.heap.TypeOf.At(o)]
		if s.kind != trace.ReferenceValue {
			return trace.NoObject
		}
		if o = f.target(o, s.at); o == trace.NoObject {
			break
		}
	}
	return o
}

// target returns the object that a slot of o refers to.
func (f *fieldFacts) target(o trace.ObjectID, slot int32) trace.ObjectID {
	h := f.heap
	from, to := h.RefStart.Row(o)
	for i := from; i < to; i++ {
		if int32(h.RefSlot.At(i)) == slot {
			return h.RefTo[i]
		}
	}
	return trace.NoObject
}

// textAt returns the string that describes o: o itself, or the name of an enum constant. It is NoObject for other objects.
func (f *fieldFacts) textAt(o trace.ObjectID) trace.ObjectID {
	if o == trace.NoObject {
		return o
	}
	t := f.heap.TypeOf.At(o)
	switch f.special[t] {
	case stringType:
		return o
	case enumType:
		for slot, name := range f.heap.Types[t].References {
			if name == "name" {
				return f.target(o, int32(slot))
			}
		}
	}
	return trace.NoObject
}

// has reports whether objects of type t have the first field of a path.
func (f *fieldFacts) has(u *use, t trace.TypeID) bool {
	p := f.paths[u.number]
	return len(p) > 0 && p[0][t].kind != trace.NoValue
}

// value returns the value at the end of a field path from o; nil for null.
func (f *fieldFacts) value(u *use, t trace.TypeID, o trace.ObjectID) any {
	if !f.has(u, t) {
		return nil
	}
	for _, steps := range f.paths[u.number] {
		switch s := steps[f.heap.TypeOf.At(o)]; s.kind {
		case trace.NoValue:
			return nil
		case trace.ReferenceValue:
			if o = f.target(o, s.at); o == trace.NoObject {
				return nil
			}
		default:
			return plainValue(f.values[f.first[o]+uint32(s.at)])
		}
	}
	return f.standsFor(o)
}

// standsFor returns the single value that represents an object, or the name of its type.
func (f *fieldFacts) standsFor(o trace.ObjectID) any {
	t := f.heap.TypeOf.At(o)
	switch f.special[t] {
	case boxType:
		if s := f.boxed[t]; s.kind != trace.NoValue && f.first != nil {
			return plainValue(f.values[f.first[o]+uint32(s.at)])
		}
	case stringType, enumType:
		if text := f.textAt(o); text != trace.NoObject && f.text != nil {
			return f.texts[f.text[text]]
		}
		return nil
	}
	return f.heap.Types[t].Name
}

// textOf returns the text of a string; nil for other objects and for texts that the input lacks.
func (f *fieldFacts) textOf(t trace.TypeID, o trace.ObjectID) any {
	if f.text == nil || !f.heap.IsString(t) {
		return nil
	}
	return f.texts[f.text[o]]
}

// plainValue converts a value for expressions; nil if the input lacks it.
func plainValue(v trace.Value) any {
	switch v.Kind {
	case trace.BooleanValue:
		return v.Bool()
	case trace.CharValue:
		return string(rune(v.Int()))
	case trace.FloatValue, trace.DoubleValue:
		if math.IsNaN(v.Float()) {
			return nil
		}
		n, _ := strconv.ParseFloat(v.String(), 64) // so that a float of 0.1 stays 0.1
		return n
	}
	if v.IsNumber() {
		return int(v.Int())
	}
	return nil
}
