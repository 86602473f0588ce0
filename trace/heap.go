package trace

import (
	"iter"
	"math"
	"slices"
	"strconv"
	"strings"

	"memcity/trace/index"
)

// ObjectID is the 0-based index of an object in one heap state. The same number means another object in another heap state.
type ObjectID uint32

// TypeID is an index into [Heap.Types].
type TypeID uint32

// NoObject and NoType mean none.
const (
	NoObject ObjectID = math.MaxUint32
	NoType   TypeID   = math.MaxUint32
)

// TypeKind selects the structure of a type's objects.
type TypeKind uint8

// Kinds of types.
const (
	Instance       TypeKind = iota
	ObjectArray             // elements are references
	PrimitiveArray          // elements are primitive values
	ClassObject             // java.lang.Class and its equivalents; sizes differ by object
)

// Type is a class of the recorded program. Different loaders may define types with the same name.
type Type struct {
	Name   string // as in source: java.lang.String, byte[], java.util.HashMap$Node[]
	Kind   TypeKind
	Super  TypeID   // NoType if none or unknown
	Class  ObjectID // class object of this type in the heap; NoObject if unknown
	Loader ObjectID // class loader object; NoObject for the boot loader or if unknown

	// Base is the shallow size in bytes of an instance, or of an empty array before alignment. Unused for ClassObject.
	Base int64
	// Element is the size in bytes of one array element. It is 1 for instances whose sizes differ, such as the stacks of virtual threads:
	// [Heap.Extent] is the number of bytes of each beyond Base. It is 0 for all other types.
	Element int64
	// References are the names of the reference fields in slot order, including inherited ones. For object arrays, it is nil, or a single name
	// for all elements if their indices are unknown.
	References []string
	// Elements means that instances have elements beyond their fields, such as the entries of a JavaScript Map: the slots from
	// len(References) on. Only types of kind Instance have them.
	Elements bool
	// Weak contains the slots whose references keep nothing alive, ascending; nil for none. Types of the JVM have none, because the JDK
	// declares weak references by classes.
	Weak []uint16
}

// IsElement reports whether a slot of an object of this type is an element rather than a field.
func (t *Type) IsElement(slot uint16) bool {
	return t.Kind == ObjectArray || t.Elements && int(slot) >= len(t.References)
}

// IsWeak reports whether references in a slot of an object of this type keep nothing alive, according to Weak.
func (t *Type) IsWeak(slot uint16) bool {
	_, found := slices.BinarySearch(t.Weak, slot)
	return found
}

// RootKind is the reason why a GC root keeps an object alive.
type RootKind uint8

// Kinds of GC roots.
const (
	RootUnknown RootKind = iota
	RootStaticField
	RootLocal  // local variable in a frame
	RootThread // live thread
	RootJNILocal
	RootJNIGlobal
	RootMonitor
	RootClass // class held by the boot loader, never unloaded
	RootNativeStack
	RootThreadBlock
	RootInterned
	RootFinalizing
	RootDebugger
	RootVMInternal
	RootVariable // variable of a module, or global variable; the JVM has static fields instead
	RootModule   // module that is loaded for as long as the program runs
)

var rootKindNames = [...]string{"unknown", "static field", "local variable", "thread", "JNI local", "JNI global",
	"monitor", "system class", "native stack", "thread block", "interned string", "finalizing", "debugger", "VM internal", "variable", "module"}

func (k RootKind) String() string {
	if int(k) < len(rootKindNames) {
		return rootKindNames[k]
	}
	return rootKindNames[RootUnknown]
}

// IsNamed reports whether source code names roots of this kind for as long as the program runs: static fields, and variables of modules.
func (k RootKind) IsNamed() bool { return k == RootStaticField || k == RootVariable }

// CutNamed returns the name in the text of a named root: app.Main.cache for "static field app.Main.cache". It reports false for texts of
// other kinds of roots.
func CutNamed(root string) (name string, ok bool) {
	for _, k := range []RootKind{RootStaticField, RootVariable} {
		if name, ok := strings.CutPrefix(root, k.String()+" "); ok {
			return name, true
		}
	}
	return root, false
}

// NamedKind returns the kind of the roots that slots of class objects are, or of objects that stand for modules.
func (h *Heap) NamedKind() RootKind {
	if h.Runtime == JVM {
		return RootStaticField
	}
	return RootVariable
}

// Root is a GC root: a reason for an object to be alive.
type Root struct {
	Kind   RootKind
	Object ObjectID
	Thread int32 // index into [Heap.Threads]; -1 for none
	Frame  int32 // index into the thread's Frames; -1 for none
	Detail string
}

// Details of roots of the kind [RootUnknown].
const (
	ClassValues = "field java.lang.Class.classValueMap" // values of java.lang.ClassValue; heap dumps do not say for which class
	LeftOut     = "GC roots that the heap dump omits"
	ImageHeap   = "image heap" // objects that are part of a native image
)

// Thread is a thread of the recorded program at the GC point.
type Thread struct {
	Name   string
	Object ObjectID // its java.lang.Thread object; NoObject if unknown
	Frames []string // innermost first, as Class.method(File.java:12)
}

// UnnamedVirtual is the name given to virtual threads without a name, which is the default.
const UnnamedVirtual = "(virtual)"

// Heap is a heap state: all objects at one GC point, in columns indexed by [ObjectID]. It takes about 6 bytes per object and 5 per
// reference, plus 4 bytes per object for sites and 1 for spaces if the input has them. Read-only once built.
type Heap struct {
	Runtime Runtime
	Types   []Type
	Threads []Thread
	Roots   []Root

	// TypeOf is each object's type.
	TypeOf Types
	// Extent is the number of elements of an array or the size in bytes of a ClassObject. If instances of a type differ in size, it is the
	// number of bytes beyond [Type.Base]. Otherwise it is 0.
	Extent Extents

	// RefStart, RefTo and RefSlot are the references in compressed sparse rows. The references of object o are
	// RefTo[RefStart.At(o):RefStart.At(o+1)]; see [Heap.References]. Null references are left out. RefSlot is the index into the type's
	// References, or the element index in an array; 65535 means "65535 or later".
	RefStart Rows
	RefTo    []ObjectID
	RefSlot  Slots

	// StaticNames are the slot names of each ClassObject.
	StaticNames map[ObjectID][]string

	// Modules are the paths of the modules of Go that the program depends on; nil if unknown. Their packages are foreign.
	Modules []string

	// Align is the object alignment in bytes, a power of two.
	Align int64

	// Address returns an object's address in the recorded program. Nil if unknown.
	Address func(ObjectID) uint64

	// SiteOf is each object's allocation site, an index into Sites or [NoSite]. Both are nil if the input has no sites.
	SiteOf []SiteID
	Sites  []Site
	// Interval is the mean number of allocated bytes between two recorded allocation sites; 0 if every site was recorded, and [OfSamples] if
	// only sampled objects have sites.
	Interval int64

	// Identity is each object's number, which is the same at every GC point and never reused. Nil if unknown.
	Identity []uint64

	// BirthOf is the number of GCs that had ended when each object was allocated, or [NoBirth]. GCs is the number that had ended at this
	// heap state; the difference is the object's age. If an object has no allocating thread, the recorder did not see its allocation, as is
	// usual with sampling. Unless ExactBirths is set, its birth is then a lower bound: the GC count of the GC point before the first one that
	// contains it. BirthOf is nil if unknown.
	BirthOf []uint32
	GCs     uint32
	// ExactBirths means that births are exact although no threads are recorded.
	ExactBirths bool

	// ThreadOf is the thread that allocated each object, an index into Threads or [NoThread]. Nil if unknown, or if only Site.Thread
	// identifies threads. Threads includes threads that have ended.
	ThreadOf []int32

	// Unused are the variables of closures that no function can use any more. Nil if unknown, and empty for none.
	Unused []UnusedVariable

	// SpaceOf is each object's heap region, an index into Spaces or [NoSpace]. Both are nil if the input has no regions. Android dumps have
	// app, zygote and image. See [SpaceParts].
	SpaceOf []SpaceID
	Spaces  []string

	// SubsystemOf is the part of the virtual machine that allocated each object. Nil if unknown; only traces of AntTracks contain it.
	SubsystemOf []Subsystem

	// Values reads field values and array elements. Nil if the input has none.
	Values *Values

	// Index stores results derived from the heap state until the input is opened again. Nil if nothing is stored.
	Index *index.Index
}

// UnusedVariable is a variable that a closure keeps alive although no function uses it.
type UnusedVariable struct {
	Context ObjectID // object with the variables of a call
	Index   uint32   // of the variable in the references of Context
	Name    string
	File    string // of a closure that keeps the context; empty if unknown
	Line    uint32 // 1-based; 0 if unknown
}

// OfSamples is the [Heap.Interval] of a heap state that contains only sampled objects and the objects on their paths, which have no sites.
const OfSamples = -1

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

// SizeOf returns the shallow size in bytes of an object of this type with the given extent (see [Heap]) and alignment.
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

// AllocatingThread returns the thread that allocated o, an index into Threads; [NoThread] if unknown.
func (h *Heap) AllocatingThread(o ObjectID) int32 {
	if h.ThreadOf != nil {
		return h.ThreadOf[o]
	}
	if h.SiteOf == nil || h.SiteOf[o] == NoSite {
		return NoThread
	}
	return h.Sites[h.SiteOf[o]].Thread
}

// ArraySize returns the shallow size in bytes of an array of this type with the given length and alignment.
func (t *Type) ArraySize(length, align int64) int64 {
	return (t.Base + length*t.Element + align - 1) &^ (align - 1)
}

// Slot returns the slot of the i-th reference of o in [Heap.References].
func (h *Heap) Slot(o ObjectID, i int) uint16 { return h.RefSlot.At(h.RefStart.At(o) + uint32(i)) }

// FieldAt returns the name of the slot of the i-th reference of o, in the form of [Heap.SlotName].
func (h *Heap) FieldAt(o ObjectID, i int) string { return h.SlotName(o, h.Slot(o, i)) }

// Referent returns the object that the named field of o refers to; NoObject if the field is null or does not exist.
func (h *Heap) Referent(o ObjectID, field string) ObjectID {
	for i, to := range h.References(o) {
		if h.FieldAt(o, i) == field {
			return to
		}
	}
	return NoObject
}

// maxSupers bounds the length of a chain of super types; real programs have far fewer. Without a bound, a cycle would cost the square of
// its length for all its types.
const maxSupers = 256

// Supers yields t and its super types, the closest first. It yields at most 256, so that it ends even on a cycle.
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

// Extends reports whether t or one of its super types has the given name.
func (h *Heap) Extends(t TypeID, name string) bool {
	for t := range h.Supers(t) {
		if h.Types[t].Name == name {
			return true
		}
	}
	return false
}

// Declaring returns the type that declares a field of t: the furthest type in an unbroken chain of super types that have a field of this
// name. A redeclared field counts as the same field.
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

// SlotName returns the name of a slot of o: a field, a static field, or an element such as "[3]"; "?" if unknown.
func (h *Heap) SlotName(o ObjectID, slot uint16) string {
	t := &h.Types[h.TypeOf.At(o)]
	names := t.References
	switch t.Kind {
	case ObjectArray:
		if len(names) > 0 {
			return names[0]
		}
		return elementName(slot)
	case ClassObject:
		names = h.StaticNames[o]
	}
	switch {
	case int(slot) < len(names):
		return names[slot]
	case t.Elements && slot < math.MaxUint16:
		return elementName(slot - uint16(len(names)))
	case t.Elements:
		return elementName(slot)
	}
	return "?"
}

func elementName(slot uint16) string {
	if slot == math.MaxUint16 {
		return "[65535 or later]"
	}
	return "[" + strconv.Itoa(int(slot)) + "]"
}
