package hprof

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"memcity/trace"
	"memcity/trace/internal/javaname"
	"memcity/trace/wire/hprof"
)

// maxSupers is the largest number of super classes in a chain.
const maxSupers = 1000

// typeInfo is a type of a dump before it becomes a [trace.Type].
type typeInfo struct {
	id      trace.TypeID
	name    string
	kind    trace.TypeKind
	class   *classDecl // nil for types without a description in the dump
	super   *typeInfo
	object  uint64          // ID of the class object; 0 for none
	element hprof.BasicType // of arrays
	count   int64
	gaps    gaps
	use     *classUse // nil without objects

	size        int64 // size of an instance or of an array header, in bytes
	elementSize int64
	excess      int64 // size of an instance beyond the size of its fields, in bytes
	known       knownLayout

	// Positions of the references in the values of an instance, in slot order, and names of the fields.
	refs  []refField
	names []string

	stackAt int // 1 + position of the stack length in the values; 0 if the type has no stacks; see findStack
}

type refField struct {
	offset uint32 // in bytes
	slot   uint16
}

// typeTable contains the types of a dump: first the classes in file order, then types without a class.
type typeTable struct {
	list   []*typeInfo
	byID   idTable[typeInfo]         // types of instances and of array classes, by class ID
	arrays map[uint64]*typeInfo      // types of arrays whose class does not have an array name, by class ID
	basic  [hprof.Long + 1]*typeInfo // types of primitive arrays; nil without objects
	class  *typeInfo                 // java.lang.Class; nil if there are no class objects
	mirror map[uint64]bool           // IDs of class objects
	loads  []loadedClass             // classes without a description, which are still objects
	native bool                      // true for a native image
	cut    int                       // number of truncated chains of super classes
}

// newTypeTable creates the types from the census.
func newTypeTable(c *census, idSize int) *typeTable {
	uses := c.uses.all()
	ts := &typeTable{
		arrays: map[uint64]*typeInfo{},
		mirror: map[uint64]bool{},
		native: c.tag != 0,
	}
	names := map[uint64]string{}
	for _, l := range c.loads {
		names[l.id] = javaname.Of(c.texts[l.name])
	}
	for i := range c.classes {
		class := &c.classes[i]
		if ts.byID.find(class.id) == nil {
			ts.add(class.id, names[class.id], class)
			ts.mirror[class.id] = true
		}
	}
	for _, l := range c.loads {
		if ts.byID.find(l.id) == nil && l.id != 0 {
			ts.add(l.id, names[l.id], nil)
			ts.mirror[l.id] = true
			ts.loads = append(ts.loads, l)
		}
	}
	for _, u := range uses {
		ts.use(u)
	}
	ts.linkSupers()
	ts.addBasic(c)
	ts.addClass()
	for _, t := range ts.list {
		t.findReferences(c.texts, idSize)
		t.findStack(c.texts, idSize)
	}
	return ts
}

func (ts *typeTable) add(id uint64, name string, class *classDecl) *typeInfo {
	if name == "" {
		name = fmt.Sprintf("class 0x%x", id)
	}
	t := &typeInfo{id: trace.TypeID(len(ts.list)), name: name, class: class, gaps: noGaps}
	if element, isArray := strings.CutSuffix(name, "[]"); isArray {
		t.kind, t.element = trace.ObjectArray, hprof.Object
		if b, ok := basicByName[element]; ok {
			t.kind, t.element = trace.PrimitiveArray, b
		}
	}
	ts.list = append(ts.list, t)
	if id != 0 {
		t.object = id
		ts.byID.put(id, t)
	}
	return t
}

// use assigns the counted objects of a class to its type, creating the type if the dump does not describe the class. The kind of the
// objects decides, not the name of the class: a class with arrays and instances becomes two types.
func (ts *typeTable) use(u *classUse) {
	t := ts.byID.find(u.id)
	if t == nil {
		t = ts.add(u.id, "", nil)
		if u.id == 0 {
			ts.byID.put(0, t)
		}
		t.object = 0
	}
	t.use, t.count, t.gaps = u, u.instances+u.arrays, u.gaps
	switch {
	case u.arrays > 0 && (u.instances > 0 || t.kind == trace.Instance):
		name, _ := strings.CutSuffix(t.name, "[]")
		t.kind, t.element, t.count = trace.Instance, 0, u.instances
		a := ts.add(0, name+"[]", nil)
		only := *u
		only.instances = 0
		a.kind, a.element = trace.ObjectArray, hprof.Object
		a.use, a.count, a.gaps = &only, u.arrays, u.gaps
		ts.arrays[u.id] = a
	case u.arrays > 0:
		t.kind, t.element = trace.ObjectArray, hprof.Object
	case u.instances > 0:
		t.kind, t.element = trace.Instance, 0
	}
}

// of returns the type of the object in a record; nil if the record is not an object.
func (ts *typeTable) of(r *hprof.Record) *typeInfo {
	switch r.Kind {
	case hprof.Instance:
		return ts.byID.find(r.Values[hprof.InstanceClass])
	case hprof.ObjectArray:
		class := r.Values[hprof.ArrayClass]
		if t := ts.byID.find(class); t == nil || t.kind != trace.Instance {
			return t
		}
		return ts.arrays[class]
	case hprof.PrimitiveArray, hprof.ArrayNoData:
		if b := r.Values[hprof.ArrayType]; b < uint64(len(ts.basic)) {
			return ts.basic[b]
		}
	}
	return nil
}

// linkSupers sets the super types. A chain that is too long or cyclic is cut.
func (ts *typeTable) linkSupers() {
	depth := make([]int, len(ts.list))
	var chain []*typeInfo
	for _, t := range ts.list {
		chain = chain[:0]
		for t != nil && depth[t.id] == 0 {
			depth[t.id] = -1 // in progress
			chain = append(chain, t)
			if t.class == nil || t.class.super == 0 {
				t = nil
				break
			}
			t = ts.byID.find(t.class.super)
		}
		n := 0
		if t != nil {
			n = max(0, depth[t.id])
			if depth[t.id] < 0 {
				t = nil
				ts.cut++
			}
		}
		for i := len(chain) - 1; i >= 0; i-- {
			if n >= maxSupers {
				t, n = nil, 0
				ts.cut++
			}
			chain[i].super = t
			t = chain[i]
			n++
			depth[t.id] = n
		}
	}
}

var basicByName = map[string]hprof.BasicType{"boolean": hprof.Boolean, "char": hprof.Char, "float": hprof.Float,
	"double": hprof.Double, "byte": hprof.Byte, "short": hprof.Short, "int": hprof.Int, "long": hprof.Long}

// addBasic finds or creates the types of the primitive arrays in the dump.
func (ts *typeTable) addBasic(c *census) {
	for b := range c.arrays {
		u := &c.arrays[b]
		if u.arrays == 0 {
			continue
		}
		name := hprof.BasicType(b).String() + "[]"
		t := ts.named(name)
		if t == nil || t.use != nil { // a class of this name with objects does not belong to the VM
			t = ts.add(0, name, nil)
			t.kind, t.element = trace.PrimitiveArray, hprof.BasicType(b)
		}
		t.use, t.count, t.gaps = u, u.arrays, u.gaps
		ts.basic[b] = t
	}
}

// addClass finds or creates the type of class objects, if there are any.
func (ts *typeTable) addClass() {
	if ts.class = ts.named("java.lang.Class"); ts.class == nil && len(ts.mirror) > 0 {
		ts.class = ts.add(0, "java.lang.Class", nil)
	}
	if ts.class != nil {
		ts.class.kind = trace.ClassObject
	}
}

// named returns the first type of the boot loader with the given name; nil if there is none.
func (ts *typeTable) named(name string) *typeInfo {
	for _, t := range ts.list {
		if t.name == name && (t.class == nil || t.class.loader == 0) {
			return t
		}
	}
	return nil
}

// hides reports whether a field of t is the class or the lock of an object, which Android's runtime declares in java.lang.Object. The values
// of that class are the last ones of each instance.
func (t *typeInfo) hides(field string) bool {
	return t.super == nil && strings.HasPrefix(field, "shadow$_")
}

// findReferences sets refs and names. Slots of super classes come first, although their values come last. References beyond the longest
// instance in the file are left out, so that the file size limits the memory. Super types without objects get their names too.
func (t *typeInfo) findReferences(texts map[uint64]string, idSize int) {
	if t.use == nil || t.use.fields == 0 {
		return
	}
	type level struct {
		of     *typeInfo
		offset int
	}
	var levels []level
	offset := 0
	for c := t; c != nil && offset < int(t.use.fields); c = c.super {
		if c.class == nil {
			continue
		}
		levels = append(levels, level{c, offset})
		for _, f := range c.class.Fields {
			offset += f.Type.Size(idSize)
		}
	}
	for i := len(levels) - 1; i >= 0; i-- {
		at := levels[i].offset
		for _, f := range levels[i].of.class.Fields {
			name := texts[f.Name]
			if f.Type == hprof.Object && at+idSize <= int(t.use.fields) && len(t.refs) < math.MaxUint16 && !levels[i].of.hides(name) {
				t.refs = append(t.refs, refField{uint32(at), uint16(len(t.refs))})
				t.names = append(t.names, name)
			}
			at += f.Type.Size(idSize)
		}
		if of := levels[i].of; of.use == nil && of.names == nil {
			of.names = slices.Clip(t.names)
		}
	}
}
