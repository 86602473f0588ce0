package perfetto

import "google.golang.org/protobuf/encoding/protowire"

// Graph receives the content of a part of a heap graph. A nil function skips its messages.
type Graph struct {
	PID       int32
	Index     uint64 // of the packet
	Continued bool

	Object func(o *Object) // valid until it returns
	Type   func(t *Type)   // keeps nothing of the data
	Field  func(id uint64, name string)
	Root   func(kind uint64, objects []uint64) // valid until it returns
}

// Object is an object.
//
//	1 id · 7 id minus that of the object before · 2 type · 3 size · 4 names of fields · 5 references · 6 base of references · 8 native size
//	9 kind of heap, if it changes · 10 references of the runtime
type Object struct {
	ID      uint64
	IsDelta bool // ID is relative to the object before
	Type    uint64
	Size    uint64 // in bytes; 0 for that of the type
	Heap    uint64 // 0 for that of the object before
	Base    uint64 // of references that are not 0

	Fields     []uint64 // of References; empty for the fields of the type
	References []uint64 // 0 for null
	Internal   []uint64
}

// Type is a class.
//
//	1 id · 3 name · 4 size of objects · 5 superclass · 6 fields · 7 kind · 8 class loader
type Type struct {
	ID, Super, Loader uint64
	Name              string
	Size              uint64 // in bytes
	Fields            []uint64
	Kind              uint64
}

// Decode decodes a part of a heap graph in the order of its fields.
func (g *Graph) Decode(data []byte) error {
	g.PID, g.Index, g.Continued = 0, 0, false
	var o Object
	for f, err := range fields(data) {
		if err != nil {
			return err
		}
		switch {
		case f.number == 1:
			g.PID = int32(f.value)
		case f.number == 5:
			g.Continued = f.value != 0
		case f.number == 6:
			g.Index = f.value
		case f.wire != protowire.BytesType:
		case f.number == 2 && g.Object != nil:
			if err = o.decode(f.bytes); err == nil {
				g.Object(&o)
			}
		case f.number == 3 && g.Type != nil:
			err = interned(f.bytes, func(id uint64, name string) { g.Type(&Type{ID: id, Name: name}) })
		case f.number == 4 && g.Field != nil:
			err = interned(f.bytes, g.Field)
		case f.number == 7 && g.Root != nil:
			err = g.root(f.bytes)
		case f.number == 9 && g.Type != nil:
			err = g.class(f.bytes)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// interned decodes a numbered text: 1 number, 2 text.
func interned(data []byte, yield func(id uint64, name string)) error {
	id, name := uint64(0), ""
	for f, err := range fields(data) {
		if err != nil {
			return err
		}
		switch f.number {
		case 1:
			id = f.value
		case 2:
			name = string(f.bytes)
		}
	}
	yield(id, name)
	return nil
}

func (o *Object) decode(data []byte) error {
	*o = Object{Fields: o.Fields[:0], References: o.References[:0], Internal: o.Internal[:0]}
	for f, err := range fields(data) {
		if err != nil {
			return err
		}
		switch f.number {
		case 1:
			o.ID = f.value
		case 7:
			o.ID, o.IsDelta = f.value, true
		case 2:
			o.Type = f.value
		case 3:
			o.Size = f.value
		case 4:
			o.Fields, err = numbers(o.Fields, f)
		case 5:
			o.References, err = numbers(o.References, f)
		case 6:
			o.Base = f.value
		case 9:
			o.Heap = f.value
		case 10:
			o.Internal, err = numbers(o.Internal, f)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (g *Graph) class(data []byte) error {
	t := &Type{}
	for f, err := range fields(data) {
		if err != nil {
			return err
		}
		switch f.number {
		case 1:
			t.ID = f.value
		case 3:
			t.Name = string(f.bytes)
		case 4:
			t.Size = f.value
		case 5:
			t.Super = f.value
		case 6:
			if t.Fields, err = numbers(t.Fields, f); err != nil {
				return err
			}
		case 7:
			t.Kind = f.value
		case 8:
			t.Loader = f.value
		}
	}
	g.Type(t)
	return nil
}

// rootKinds are the names of kinds of roots in the first versions of the format.
var rootKinds = []string{"ROOT_UNKNOWN", "ROOT_JNI_GLOBAL", "ROOT_JNI_LOCAL", "ROOT_JAVA_FRAME", "ROOT_NATIVE_STACK", "ROOT_STICKY_CLASS",
	"ROOT_THREAD_BLOCK", "ROOT_MONITOR_USED", "ROOT_THREAD_OBJECT", "ROOT_INTERNED_STRING", "ROOT_FINALIZING", "ROOT_DEBUGGER",
	"ROOT_REFERENCE_CLEANUP", "ROOT_VM_INTERNAL", "ROOT_JNI_MONITOR"}

// root decodes roots of one kind: 1 objects, 2 kind.
func (g *Graph) root(data []byte) error {
	var objects []uint64
	kind := uint64(0)
	for f, err := range fields(data) {
		if err != nil {
			return err
		}
		switch {
		case f.number == 1:
			if objects, err = numbers(objects, f); err != nil {
				return err
			}
		case f.number == 2 && f.wire == protowire.BytesType:
			for i, name := range rootKinds {
				if name == string(f.bytes) {
					kind = uint64(i)
				}
			}
		case f.number == 2:
			kind = f.value
		}
	}
	g.Root(kind, objects)
	return nil
}
