package trace

import (
	"iter"
	"math"
	"slices"
	"strconv"

	"memcity/trace/index"
)

// ObjectID is the index of an object in one heap state, from 0. It says nothing about other heap states.
type ObjectID uint32

// TypeID is an index into [Heap.Types].
type TypeID uint32

// NoObject and NoType stand for "none".
const (
	NoObject ObjectID = math.MaxUint32
	NoType   TypeID   = math.MaxUint32
)

// TypeKind says how objects of a type are built.
type TypeKind uint8

// Kinds of types.
const (
	Instance       TypeKind = iota
	ObjectArray             // elements are references
	PrimitiveArray          // elements are not
	ClassObject             // java.lang.Class and its like: every object has a size of its own
)

// Type is a class of the recorded program. Two loaders may define types of one name.
type Type struct {
	Name   string // as in source: java.lang.String, byte[], java.util.HashMap$Node[]
	Kind   TypeKind
	Super  TypeID   // NoType if none or not known
	Class  ObjectID // the object that stands for this type in the heap; NoObject if not known
	Loader ObjectID // its class loader; NoObject for the boot loader or if not known

	// Base is the shallow size in bytes of an instance, or of an array without elements before alignment. Unused for
	// ClassObject.
	Base int64
	// Element is the size in bytes of one array element. It is 1 for instances whose sizes differ, such as stacks of virtual
	// threads: [Heap.Extent] has the bytes of each beyond Base. It is 0 for all other types.
	Element int64
	// References names the fields that hold references, those of super types too, in the order of the slots.
	References []string
}

// RootKind says why a GC root keeps an object alive.
type RootKind uint8

// Kinds of GC roots.
const (
	RootUnknown RootKind = iota
	RootStaticField
	RootLocal  // local variable in a frame
	RootThread // a live thread
	RootJNILocal
	RootJNIGlobal
	RootMonitor
	RootClass // class that the boot loader keeps: never unloaded
	RootNativeStack
	RootThreadBlock
	RootInterned
	RootFinalizing
	RootDebugger
	RootVMInternal
)

var rootKindNames = [...]string{"unknown", "static field", "local variable", "thread", "JNI local", "JNI global",
	"monitor", "system class", "native stack", "thread block", "interned string", "finalizing", "debugger", "VM internal"}

func (k RootKind) String() string {
	if int(k) < len(rootKindNames) {
		return rootKindNames[k]
	}
	return rootKindNames[RootUnknown]
}

// Root is a GC root: one reason for one object to be alive.
type Root struct {
	Kind   RootKind
	Object ObjectID
	Thread int32 // index into [Heap.Threads]; -1 if none
	Frame  int32 // index into the thread's Frames; -1 if none
	Detail string
}

// Details of roots of the kind [RootUnknown].
const (
	ClassValues = "field java.lang.Class.classValueMap" // values of java.lang.ClassValue; heap dumps do not say of which class
	LeftOut     = "GC roots that the heap dump leaves out"
)

// Thread is a thread of the recorded program at the GC point.
type Thread struct {
	Name   string
	Object ObjectID // its java.lang.Thread; NoObject if not known
	Frames []string // innermost first, as Class.method(File.java:12)
}

// UnnamedVirtual is the name given to virtual threads that have none, which is the default.
const UnnamedVirtual = "(virtual)"

// Heap is one heap state: all objects at one GC point, in columns by [ObjectID]. It takes about 6 bytes per object and
// 5 per reference, and 4 bytes per object for sites and 1 for spaces where they are known. Read-only once built.
type Heap struct {
	Types   []Type
	Threads []Thread
	Roots   []Root

	// TypeOf is each object's type.
	TypeOf Types
	// Extent is the number of elements of an array, the size in bytes of a ClassObject, the bytes of an instance beyond [Type.Base] if
	// instances of its type differ in size, and 0 otherwise.
	Extent Extents

	// RefStart, RefTo and RefSlot are the references in compressed sparse rows: those of object o are
	// RefTo[RefStart.At(o):RefStart.At(o+1)], see [Heap.References]. Null references are left out. RefSlot is the index into the type's References
	// or, for arrays, the element's index, at most 65535, which then means "65535 or later".
	RefStart Rows
	RefTo    []ObjectID
	RefSlot  Slots

	// StaticNames has the names of the slots of class objects by the index of the ClassObject.
	StaticNames map[ObjectID][]string

	// Align is the object alignment in bytes, a power of two.
	Align int64

	// Address returns an object's address in the recorded program. Nil if not known.
	Address func(ObjectID) uint64

	// SiteOf is each object's allocation site, an index into Sites or [NoSite]. Both are nil if no site is known.
	SiteOf []SiteID
	Sites  []Site
	// Interval is the mean number of allocated bytes between two allocations whose site was taken; 0 if all were.
	Interval int64

	// Identity is each object's number, the same at every GC point of the recording and never given to another object.
	// Nil if not known.
	Identity []uint64

	// BirthOf is how many GCs had ended when each object was allocated, or [NoBirth]; GCs is how many had ended at this heap
	// state. The difference is the object's age. Of an object whose thread is not known the allocation was not seen, as of
	// most of those of a recorder that samples: its number is that of the GC point before the one that saw it first, and it
	// may have been born at any time between the two. BirthOf is nil if not known.
	BirthOf []uint32
	GCs     uint32

	// ThreadOf is the thread that allocated each object, an index into Threads or [NoThread]. Nil if not known, or if
	// only Site.Thread reports. Threads that have ended are in Threads as well.
	ThreadOf []int32

	// SpaceOf is the part of the heap that each object is in, an index into Spaces or [NoSpace]. Both are nil unless the
	// input reports: dumps of Android name app, zygote and image.
	SpaceOf []SpaceID
	Spaces  []string

	// Values reads the values of fields and array elements. Nil if the input has none.
	Values *Values

	// Index keeps what is made of the heap state for the next opening of its input. Nil if nothing is kept.
	Index *index.Index
}

// Len returns the number of objects.
func (h *Heap) Len() int { return h.TypeOf.Len() }

// Size returns the shallow size of o in bytes.
func (h *Heap) Size(o ObjectID) int64 {
	t := &h.Types[h.TypeOf.At(o)]
	if t.Kind == Instance && t.Element == 0 {
		return t.Base
	}
	return t.SizeOf(h.Extent.At(o), h.Align)
}

// SizeOf returns the shallow size in bytes of an object of this type with an extent as in [Heap], at alignment align.
func (t *Type) SizeOf(extent uint32, align int64) int64 {
	switch t.Kind {
	case Instance:
		if t.Element == 0 {
			return t.Base
		}
	case ClassObject:
		return int64(extent)
	}
	return t.ArraySize(int64(extent), align)
}

// AllocatingThread returns the thread that allocated o, an index into Threads or [NoThread].
func (h *Heap) AllocatingThread(o ObjectID) int32 {
	if h.ThreadOf != nil {
		return h.ThreadOf[o]
	}
	if h.SiteOf == nil || h.SiteOf[o] == NoSite {
		return NoThread
	}
	return h.Sites[h.SiteOf[o]].Thread
}

// ArraySize returns the shallow size in bytes of an array of this type with length elements, at alignment align.
func (t *Type) ArraySize(length, align int64) int64 {
	return (t.Base + length*t.Element + align - 1) &^ (align - 1)
}

// Slot returns the slot of the reference of o that [Heap.References] has at i.
func (h *Heap) Slot(o ObjectID, i int) uint16 { return h.RefSlot.At(h.RefStart.At(o) + uint32(i)) }

// FieldAt returns the name of the slot of the reference of o that [Heap.References] has at i, as [Heap.SlotName] does.
func (h *Heap) FieldAt(o ObjectID, i int) string { return h.SlotName(o, h.Slot(o, i)) }

// Referent returns the object that the named field of o refers to, NoObject if it is null or there is no such field.
func (h *Heap) Referent(o ObjectID, field string) ObjectID {
	for i, to := range h.References(o) {
		if h.FieldAt(o, i) == field {
			return to
		}
	}
	return NoObject
}

// maxSupers is how many super types are looked at: many times what programs have. All types of a chain without end would take
// the square of its length.
const maxSupers = 256

// Supers yields a type and its super types, the closest first: at most 256, so that it ends also if they go in a circle.
func (h *Heap) Supers(t TypeID) iter.Seq[TypeID] {
	return func(yield func(TypeID) bool) {
		for range min(len(h.Types), maxSupers) {
			if int(t) >= len(h.Types) || !yield(t) {
				return
			}
			t = h.Types[t].Super
		}
	}
}

// Extends reports whether a type has a name, or one of its super types.
func (h *Heap) Extends(t TypeID, name string) bool {
	for t := range h.Supers(t) {
		if h.Types[t].Name == name {
			return true
		}
	}
	return false
}

// Declaring returns the type that declares a field of objects of t: t or the super type furthest up that has a field of this name.
// A name that t or a super type declares anew is taken for the same field.
func (h *Heap) Declaring(t TypeID, field string) TypeID {
	declaring := t
	for super := range h.Supers(t) {
		if super != t && !slices.Contains(h.Types[super].References, field) {
			break
		}
		declaring = super
	}
	return declaring
}

// SlotName names slot number slot of o: a field, a static field, or an element such as "[3]".
func (h *Heap) SlotName(o ObjectID, slot uint16) string {
	t := &h.Types[h.TypeOf.At(o)]
	names := t.References
	switch t.Kind {
	case ObjectArray:
		return elementName(slot)
	case ClassObject:
		names = h.StaticNames[o]
	}
	if int(slot) < len(names) {
		return names[slot]
	}
	return "?"
}

func elementName(slot uint16) string {
	if slot == math.MaxUint16 {
		return "[65535 or later]"
	}
	return "[" + strconv.Itoa(int(slot)) + "]"
}
