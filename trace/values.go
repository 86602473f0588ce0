package trace

import (
	"context"
	"errors"
	"fmt"
)

// FieldDecl is a field that the objects of a type have.
type FieldDecl struct {
	Name  string
	Kind  ValueKind
	Class TypeID // that declares it
}

// Field is a field of one object with its value.
type Field struct {
	FieldDecl
	Value Value
}

// Selection selects fields of the objects of one type, not those of its sub types.
type Selection struct {
	Type   TypeID
	Fields []int // indices into the type's [Values.Layout]
}

// ErrNoText says that an object is neither a string nor an array of characters, or that its content is blank in the
// input.
var ErrNoText = errors.New("has no text")

// ValueSource is what a format does for [Values], which checks the arguments. All methods may be called from several
// goroutines. Errors are those of Values.
type ValueSource interface {
	// Layout returns the fields of the instances of t: those of the class itself first, then those of its super class
	// and so on. It takes the same slice every time.
	Layout(t TypeID) []FieldDecl
	// Statics returns the static fields of a class object.
	Statics(class ObjectID) []Field
	// Fields appends the values of an instance in the order of its layout.
	Fields(o ObjectID, into []Value) ([]Value, error)
	// Elements appends elements from to from+n-1 of an array.
	Elements(o ObjectID, from, n int, into []Value) ([]Value, error)
	// Ready is [Values.Ready].
	Ready() bool
	// Prepare is [Values.Prepare].
	Prepare(ctx context.Context, progress Progress) error
	// Rows is [Values.Rows].
	Rows(ctx context.Context, selections []Selection, visit func(o ObjectID, row []Value)) error
	// Contents calls visit, one call at a time, with the contents of primitive arrays, of which at most limit bytes are
	// needed: numbers of more than one byte are big-endian. Content belongs to the source. Arrays ascend; i is an index
	// into arrays. Those whose content is missing or blank are left out.
	Contents(ctx context.Context, arrays []ObjectID, limit int, visit func(i int, kind ValueKind, content []byte)) error
}

// Values reads the values of fields and array elements of one heap state. They are not in memory: they are read from the
// input on demand, which must still be there, unchanged. Fields, Field, Elements and Text are for single objects and
// cost some microseconds each; Rows and Texts read the input once for any number of objects. It may be used from
// several goroutines.
//
// Where the input is not readable again, or was changed, the error is an *[InputError]. Values that the input lacks are
// of kind [NoValue].
type Values struct {
	heap   *Heap
	source ValueSource
}

// NewValues returns the values of h that source reads.
func NewValues(h *Heap, source ValueSource) *Values { return &Values{h, source} }

// Prepare makes the values of single objects ready, which takes time for a compressed heap dump: it is inflated once, as a
// whole, into a temporary file, which ends with the Values. Fields, Field, Elements and Text do it if nobody has.
func (v *Values) Prepare(ctx context.Context, progress Progress) error {
	return v.source.Prepare(ctx, progress)
}

// Ready reports whether the values of single objects can be read without [Values.Prepare].
func (v *Values) Ready() bool { return v.source.Ready() }

// Layout returns the fields of the instances of t: those of the class itself first, then those of its super class and so
// on. Arrays and class objects have none. The slice is not the caller's.
func (v *Values) Layout(t TypeID) []FieldDecl {
	if int(t) >= len(v.heap.Types) || v.heap.Types[t].Kind != Instance {
		return nil
	}
	return v.source.Layout(t)
}

// FieldIndex returns the index into Layout(t) of the first field with a name, which hides others of that name in super
// classes; -1 if there is none.
func (v *Values) FieldIndex(t TypeID, name string) int {
	for i, f := range v.Layout(t) {
		if f.Name == name {
			return i
		}
	}
	return -1
}

// Fields returns the fields of o: of an instance in the order of its type's Layout, of a class object its static fields.
// Arrays have none.
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

// Field returns the value of the first field of o with a name, of a class object the static one. It is of kind NoValue
// if o has no such field.
func (v *Values) Field(o ObjectID, name string) (Value, error) {
	fields, err := v.Fields(o)
	for _, f := range fields {
		if f.Name == name {
			return f.Value, nil
		}
	}
	return Value{}, err
}

// Elements returns elements from to from+n-1 of an array, fewer where it ends; null references are among them. What is
// no array has none, nor has an array without content in the input. It takes 16 bytes per element.
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

// Rows calls visit, one call at a time, with the selected fields of every object of the selected types: each object
// once, in the order of the input, which is ascending unless the collector was ZGC or Shenandoah or several threads
// wrote the input. The row, in the order of Selection.Fields, is valid during the call only. A type may be selected once.
// It reads the whole input once, whatever is selected, and takes memory that depends on neither.
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
