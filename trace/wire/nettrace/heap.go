package nettrace

// Runtime is the provider of the events that describe a heap.
const Runtime = "Microsoft-Windows-DotNETRuntime"

// Numbers of events of [Runtime]. A heap snapshot is the events between GCStart and GCEnd of a GC. Its objects are in Nodes, and their
// references in Edges, in the order of the objects. Types can come before or after the events that refer to them.
const (
	GCStart     = 1
	GCEnd       = 2
	Types       = 15
	Roots       = 16
	Dependents  = 17
	Nodes       = 18
	Edges       = 19
	CCWs        = 36 // objects that native code holds by COM
	StaticRoots = 38
)

// Type describes a type of the program.
type Type struct {
	ID     uint64 // of the type in other events
	Module uint64
	Token  uint32 // of the definition in the metadata of the module; 0x02000000 for arrays
	Flags  uint32
	Kind   uint8  // element type of ECMA-335; 29 for an array with one dimension
	Name   string // as in the runtime: System.Collections.Generic.List`1[System.String]; nested types lack their namespace and outer type
	Of     uint64 // first type argument, or the type of the elements; 0 for none
}

// Kinds of types, as in ECMA-335.
const (
	KindString = 14
	KindValue  = 17
	KindClass  = 18
	KindArray  = 20 // with several dimensions
	KindObject = 28
	KindVector = 29 // array with one dimension
)

// EachType calls visit for each type in the payload of an event [Types]. It reports whether the payload is complete.
func EachType(payload []byte, visit func(Type)) bool {
	p := Payload{Bytes: payload}
	count := p.Uint32()
	p.Uint16()
	for range count {
		t := Type{ID: p.Uint64(), Module: p.Uint64(), Token: p.Uint32(), Flags: p.Uint32(), Kind: p.Uint8(), Name: p.Text()}
		parameters := p.Uint32()
		if parameters > 0 {
			t.Of = p.Uint64()
			p.take(8 * int(min(parameters-1, maxBlock)))
		}
		if p.Bad {
			return false
		}
		visit(t)
	}
	return !p.Bad
}

// Root is a GC root.
type Root struct {
	Object uint64 // address; may lie inside an object if Flags has RootInterior
	Kind   uint8
	Flags  uint32
}

// Kinds of roots, and flags.
const (
	RootStack     = 0
	RootFinalizer = 1
	RootHandle    = 2

	RootPinned     = 1
	RootWeak       = 2
	RootInterior   = 4
	RootRefCounted = 8
)

// EachRoot calls visit for each root in the payload of an event [Roots]. It reports whether the payload is complete.
func EachRoot(payload []byte, visit func(Root)) bool {
	return each(payload, BatchSize, func(p *Payload) {
		r := Root{Object: p.Uint64(), Kind: p.Uint8(), Flags: p.Uint32()}
		if p.Uint64(); !p.Bad {
			visit(r)
		}
	})
}

// each calls visit for each value in the payload of an event. Its header has the given size, and contains the number of values, which the index of
// the event precedes if the size is [BatchSize].
func each(payload []byte, header int, visit func(*Payload)) bool {
	p := Payload{Bytes: payload}
	if header == BatchSize {
		p.Uint32()
		header -= 4
	}
	count := p.Uint32()
	p.take(header - 4)
	for range count {
		if visit(&p); p.Bad {
			return false
		}
	}
	return !p.Bad
}

// EachDependent calls visit for each dependent handle in the payload of an event [Dependents]: key keeps value alive.
func EachDependent(payload []byte, visit func(key, value uint64)) bool {
	return each(payload, BatchSize, func(p *Payload) {
		key, value := p.Uint64(), p.Uint64()
		if p.Uint64(); !p.Bad {
			visit(key, value)
		}
	})
}

// StaticRoot is a static field with an object.
type StaticRoot struct {
	Slot   uint64 // address of the field
	Object uint64 // address of the object
	Type   uint64 // type of the object; the class that declares the field is not in the event
	Thread bool   // true if each thread has its own value
	Name   string
}

// EachStatic calls visit for each static field in the payload of an event [StaticRoots].
func EachStatic(payload []byte, visit func(StaticRoot)) bool {
	return each(payload, 14, func(p *Payload) {
		r := StaticRoot{Slot: p.Uint64(), Object: p.Uint64(), Type: p.Uint64(), Thread: p.Uint32()&1 != 0, Name: p.Text()}
		if !p.Bad {
			visit(r)
		}
	})
}

// EachCCW calls visit for each object in the payload of an event [CCWs].
func EachCCW(payload []byte, visit func(object uint64)) bool {
	return each(payload, 6, func(p *Payload) {
		p.Uint64()
		object := p.Uint64()
		if p.take(8 + 8 + 4 + 4 + 4); !p.Bad {
			visit(object)
		}
	})
}

// BatchSize is the size of the header of events with the index of the event and the number of values, in bytes.
const BatchSize = 10

// Batch returns the index of an event [Nodes] or [Edges] in its snapshot, and the number of values. ok is false if the payload is too short
// for values of the given size in bytes.
func Batch(payload []byte, size int) (index, count uint32, ok bool) {
	p := Payload{Bytes: payload}
	index, count = p.Uint32(), p.Uint32()
	p.Uint16()
	return index, count, !p.Bad && uint64(count)*uint64(size) <= uint64(len(p.Bytes))
}

// Sizes in bytes of the values in events.
const (
	NodeSize = 32
	EdgeSize = 12
)

// Node is an object.
type Node struct {
	Address, Size, Type, Edges uint64
}

// DecodeNode reads an object from [NodeSize] bytes.
func DecodeNode(b []byte) Node {
	p := Payload{Bytes: b}
	return Node{p.Uint64(), p.Uint64(), p.Uint64(), p.Uint64()}
}

// Collection is the start of a GC.
type Collection struct {
	Number     uint32
	Generation uint32
}

// DecodeCollection reads the payload of an event [GCStart].
func DecodeCollection(payload []byte) (Collection, bool) {
	p := Payload{Bytes: payload}
	c := Collection{p.Uint32(), p.Uint32()}
	return c, !p.Bad
}
