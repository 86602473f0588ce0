package phd

import (
	"fmt"
	"maps"
	"math"
	"slices"

	"memcity/trace"
	"memcity/trace/internal/javaname"
	"memcity/trace/wire/phd"
)

const (
	classLoader = "java.lang.ClassLoader"
	// maxSupers is the largest number of super classes in a chain.
	maxSupers = 1000
)

// unplaced is the name of all elements of an object array. A file lacks null elements, so the indices of others are unknown.
var unplaced = []string{"[?]"}

// typeTable contains the types of a dump: first the classes in file order, then types without a class.
type typeTable struct {
	list       []trace.Type
	byClass    map[uint64]trace.TypeID // types of instances, by address of the class
	arrays     map[uint64]trace.TypeID // types of object arrays, by address of the class of the elements
	primitives [8]trace.TypeID         // NoType without objects
	class      trace.TypeID            // java.lang.Class; NoType without class objects
	unnamed    int                     // classes without a record
}

// newTypeTable creates the types from the census.
func newTypeTable(c *census) *typeTable {
	ts := &typeTable{byClass: map[uint64]trace.TypeID{}, arrays: map[uint64]trace.TypeID{}, class: trace.NoType}
	byName := map[string]trace.TypeID{}
	for i := range c.classes {
		k := &c.classes[i]
		t := ts.add(javaname.Of(k.name), javaname.Kind(k.name))
		ts.byClass[k.address] = t
		if _, known := byName[k.name]; !known {
			byName[k.name] = t
		}
		of := &ts.list[t]
		switch of.Kind {
		case trace.Instance:
			of.Base = instanceSize(k, c.uses[k.address])
		case trace.ObjectArray:
			of.Base, of.Element, of.References = c.header, c.element, unplaced
		case trace.ClassObject:
			ts.class, of.Base = t, instanceSize(k, nil)
		}
	}
	if len(c.classes) > 0 && ts.class == trace.NoType {
		ts.class = ts.add("java.lang.Class", trace.ClassObject)
		ts.list[ts.class].Base = leastSize
	}
	ts.addUses(c, byName)
	ts.addPrimitives(c, byName)
	ts.linkSupers(c)
	return ts
}

func (ts *typeTable) add(name string, kind trace.TypeKind) trace.TypeID {
	t := trace.TypeID(len(ts.list))
	ts.list = append(ts.list, trace.Type{Name: name, Kind: kind, Super: trace.NoType, Class: trace.NoObject, Loader: trace.NoObject})
	return t
}

// addUses finds or creates the types of instances and object arrays.
func (ts *typeTable) addUses(c *census, byName map[string]trace.TypeID) {
	raw := map[uint64]string{}
	for _, k := range c.classes {
		raw[k.address] = k.name
	}
	for _, address := range slices.Sorted(maps.Keys(c.uses)) {
		u := c.uses[address]
		name, named := raw[address]
		if !named && u.instances+u.arrays > 0 {
			ts.unnamed++
		}
		if t, known := ts.byClass[address]; u.instances > 0 && (!known || ts.list[t].Kind == trace.ObjectArray || ts.list[t].Kind == trace.PrimitiveArray) {
			t = ts.add(instanceName(name, address), trace.Instance)
			ts.list[t].Base = instanceSize(nil, u)
			ts.byClass[address] = t
		}
		if u.arrays == 0 {
			continue
		}
		t, known := byName[arrayName(name)]
		if !known || !named {
			t = ts.add(instanceName(name, address)+"[]", trace.ObjectArray)
			ts.list[t].Base, ts.list[t].Element, ts.list[t].References = c.header, c.element, unplaced
		}
		ts.arrays[address] = t
	}
}

// instanceName returns the name of a class in source code. Without a name in the VM, it is the address.
func instanceName(name string, address uint64) string {
	if name == "" {
		return fmt.Sprintf("class 0x%x", address)
	}
	return javaname.Of(name)
}

// arrayName returns the name in the VM of the class of arrays.
func arrayName(element string) string {
	if javaname.Kind(element) == trace.ObjectArray || javaname.Kind(element) == trace.PrimitiveArray {
		return "[" + element
	}
	return "[L" + element + ";"
}

var basicLetters = [...]string{"Z", "C", "F", "D", "B", "S", "I", "J"}

// addPrimitives finds or creates the types of primitive arrays.
func (ts *typeTable) addPrimitives(c *census, byName map[string]trace.TypeID) {
	for b := range ts.primitives {
		basic := phd.BasicType(b)
		t, known := byName["["+basicLetters[b]]
		switch {
		case !known && c.primitives[b].arrays == 0:
			ts.primitives[b] = trace.NoType
			continue
		case !known:
			t = ts.add(basic.String()+"[]", trace.PrimitiveArray)
		}
		ts.list[t].Base, ts.list[t].Element = c.header, basic.Size()
		ts.primitives[b] = t
	}
}

// linkSupers sets the super types. It leaves out a super type if the chain would be too long or cyclic.
func (ts *typeTable) linkSupers(c *census) {
	depth := make([]int, len(ts.list)) // of finished types, at least 1
	for i := range c.classes {
		var chain []trace.TypeID
		t, n := trace.TypeID(i), 0
		for t != trace.NoType && depth[t] == 0 {
			depth[t] = math.MaxInt // in progress
			chain = append(chain, t)
			if t = trace.NoType; int(chain[len(chain)-1]) < len(c.classes) {
				t = ts.superOf(&c.classes[chain[len(chain)-1]])
			}
		}
		switch {
		case t != trace.NoType && depth[t] < maxSupers:
			n = depth[t]
		default:
			t = trace.NoType
		}
		for _, below := range slices.Backward(chain) {
			if n == maxSupers {
				t, n = trace.NoType, 0
			}
			ts.list[below].Super = t
			n++
			t, depth[below] = below, n
		}
	}
}

func (ts *typeTable) superOf(k *class) trace.TypeID {
	if t, ok := ts.byClass[k.super]; ok && k.super != 0 && ts.list[t].Kind == trace.Instance {
		return t
	}
	return trace.NoType
}

// of returns the type of an object; NoType if the file has changed since the census.
func (ts *typeTable) of(rec *phd.Record) trace.TypeID {
	t, ok := trace.NoType, true
	switch rec.Kind {
	case phd.Instance:
		t, ok = ts.byClass[rec.Class]
	case phd.ObjectArray:
		t, ok = ts.arrays[rec.Class]
	case phd.PrimitiveArray:
		t = ts.primitives[rec.Type]
	case phd.Class:
		t = ts.class
	}
	if !ok {
		return trace.NoType
	}
	return t
}
