package trace

import (
	"context"
	"errors"
	"fmt"
)

// FieldDecl is the declaration of a field.
type FieldDecl struct {
	Name  string
	Kind  ValueKind
	Class TypeID // declaring class
}

// Field is a field of one object with its value.
type Field struct {
	FieldDecl
	Value Value
}

// Selection selects fields of the objects of one type, excluding its subtypes.
type Selection struct {
	Type   TypeID
	Fields []int // indices into the type's [Values.Layout]
}

// ErrNoText reports that an object is neither a string nor a character array, or that its content is blank in the input.
var ErrNoText = errors.New("has no text")

// ValueSource reads values from a format, on behalf of [Values], which checks the arguments. All methods are safe for concurrent use.
// Errors are as described for Values.
type ValueSource interface {
	// Layout returns the fields of instances of t: the fields of the class itself first, then the fields of each super class in turn. It
	// always returns the same slice.
	Layout(t TypeID) []FieldDecl
	// Statics returns the static fields of a class object.
	Statics(class ObjectID) []Field
	// Fields appends the values of an instance in layout order.
	Fields(o ObjectID, into []Value) ([]Value, error)
	// Elements appends n elements of an array, starting at from.
	Elements(o ObjectID, from, n int, into []Value) ([]Value, error)
	// Ready implements [Values.Ready].
	Ready() bool
	// Prepare implements [Values.Prepare].
	Prepare(ctx context.Context, progress Progress) error
	// Rows implements [Values.Rows].
	Rows(ctx context.Context, selections []Selection, visit func(o ObjectID, row []Value)) error
	// Contents calls visit with the contents of primitive arrays. Calls do not overlap. The source may stop after limit bytes of each.
	// Numbers wider than one byte are big-endian. content belongs to the source. Arrays are ascending; i is an index into arrays. Arrays
	// with missing or blank content are skipped.
	Contents(ctx context.Context, arrays []ObjectID, limit int, visit func(i int, kind ValueKind, content []byte)) error
}

// Values reads field values and array elements of one heap state. It reads them from the input on demand, so the input must still exist,
// unchanged. Fields, Field, Elements and Text read single objects and take some microseconds each. Rows and Texts read the input once for
// any number of objects. It is safe for concurrent use.
//
// If the input cannot be read again or has changed, the error is an *[InputError]. Values missing from the input have kind [NoValue].
type Values struct {
	heap   *Heap
	source ValueSource
	texts  TextSource // nil unless source contains texts only
}

// NewValues returns the values of h, read from source.
func NewValues(h *Heap, source ValueSource) *Values { return &Values{heap: h, source: source} }

// Prepare makes single objects readable. This takes time for a compressed heap dump, which is inflated once into a temporary file. The file
// lives as long as v. Fields, Field, Elements and Text call it if needed.
func (v *Values) Prepare(ctx context.Context, progress Progress) error {
	return v.source.Prepare(ctx, progress)
}

// Ready reports whether single objects can be read without [Values.Prepare].
func (v *Values) Ready() bool { return v.source.Ready() }

// Layout returns the fields of instances of t: the fields of the class itself first, then the fields of each super class in turn. It is nil
// for arrays and class objects. The caller must not change the slice.
func (v *Values) Layout(t TypeID) []FieldDecl {
	if int(t) >= len(v.heap.Types) || v.heap.Types[t].Kind != Instance {
		return nil
	}
	return v.source.Layout(t)
}

// FieldIndex returns the index into Layout(t) of the first field with the given name, which hides fields of that name in super classes; -1
// if there is none.
func (v *Values) FieldIndex(t TypeID, name string) int {
	for i, f := range v.Layout(t) {
		if f.Name == name {
			return i
		}
	}
	return -1
}

// Fields returns the fields of o: instance fields in layout order, or the static fields of a class object. Arrays have none.
func (v *Values) Fields(o ObjectID) ([]Field, error) {
	t, err := v.typeOf(o)
	if err != nil {
		return nil, err
	}
	if v.heap.Types[t].Kind == ClassObject {
		return v.source.Statics(o), nil
	}
	layout := v.Layout(t)
	if len(layout) == 0 {
		return nil, nil
	}
	values, err := v.source.Fields(o, make([]Value, 0, len(layout)))
	if err != nil {
		return nil, err
	}
	fields := make([]Field, len(layout))
	for i, decl := range layout {
		fields[i].FieldDecl = decl
		if i < len(values) {
			fields[i].Value = values[i]
		}
	}
	return fields, nil
}

// Field returns the value of the first field of o with the given name, which is static for a class object. The value has kind NoValue if
// there is none.
func (v *Values) Field(o ObjectID, name string) (Value, error) {
	fields, err := v.Fields(o)
	for _, f := range fields {
		if f.Name == name {
			return f.Value, nil
		}
	}
	return Value{}, err
}

// Elements returns n elements of an array, starting at from, and fewer at its end. Null references are included. The result is empty if o
// is not an array or the input lacks its content. It takes 16 bytes per element.
func (v *Values) Elements(o ObjectID, from, n int) ([]Value, error) {
	t, err := v.typeOf(o)
	if err != nil {
		return nil, err
	}
	if k := v.heap.Types[t].Kind; k != ObjectArray && k != PrimitiveArray {
		return nil, nil
	}
	from = max(0, from)
	n = min(n, int(v.heap.Extent.At(o))-from)
	if n <= 0 {
		return nil, nil
	}
	return v.source.Elements(o, from, n, nil)
}

// Rows calls visit with the selected fields of every object of the selected types. Calls do not overlap. Each object is visited once, in
// input order. That order is ascending unless the collector was ZGC or Shenandoah, or several threads wrote the input. row is in the order
// of Selection.Fields and valid during the call only. Selecting a type twice is an error. Rows reads the whole input once; its memory use
// depends on neither the selections nor the input.
func (v *Values) Rows(ctx context.Context, selections []Selection, visit func(o ObjectID, row []Value)) error {
	seen := map[TypeID]bool{}
	for _, s := range selections {
		layout := v.Layout(s.Type)
		for _, f := range s.Fields {
			if f < 0 || f >= len(layout) {
				return fmt.Errorf("type %d has no field number %d", s.Type, f)
			}
		}
		if seen[s.Type] {
			return fmt.Errorf("type %d is selected twice", s.Type)
		}
		seen[s.Type] = true
	}
	if len(selections) == 0 {
		return ctx.Err()
	}
	return v.source.Rows(ctx, selections, visit)
}

func (v *Values) typeOf(o ObjectID) (TypeID, error) {
	if int(o) >= v.heap.Len() {
		return NoType, fmt.Errorf("object %d: there are only %d", o, v.heap.Len())
	}
	return v.heap.TypeOf.At(o), nil
}
