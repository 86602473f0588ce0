package collection

import (
	"slices"
	"strings"

	"memcity/analysis/guide/leak"
	"memcity/trace"
)

// Form is what a collection is to those who use it.
type Form uint8

// Forms. Queues are lists.
const (
	List Form = iota
	Set
	Map
)

// counting is how the elements of a collection are counted.
type counting uint8

const (
	bySlots  counting = iota // references of its array, or the value of its own field where nulls may be among them
	byLength                 // the length of its array
	byPairs                  // every other slot of its array
	byNodes                  // each node is an element
	byItems                  // each node that has an item
	byFields                 // its own fields are the elements
)

// traits are what else matters of a kind.
type traits uint8

const (
	nullable  traits = 1 << iota // nulls may be among the elements in its array
	exact                        // it has no room to spare, and is never changed in place
	immutable                    // as List.of, of which there is one empty one
	inherent                     // the length of its array is no choice of the program
	hashed                       // its array has a power of two, a quarter more than its elements at least
	special                      // what it does no List.of, Set.of or Map.of does
)

// kind is how collections of one type and its sub types keep their elements.
type kind struct {
	name   string
	form   Form
	count  counting
	body   []string // fields that lead to its array, its first nodes, or its elements
	over   string   // the field with the collection that it is made of
	traits traits
}

const concurrent = "java.util.concurrent."

// kinds are the collections of the JDK from 8 on. The first that fits counts, so sub types come first.
var kinds = []kind{
	{name: "java.util.Properties", form: Map, over: "map"}, // since Java 9
	{name: "java.util.HashSet", form: Set, over: "map"},
	{name: "java.util.TreeSet", form: Set, over: "m"},
	{name: concurrent + "ConcurrentSkipListSet", form: Set, over: "m", traits: special},
	{name: concurrent + "CopyOnWriteArraySet", form: Set, over: "al", traits: exact},
	{name: concurrent + "ConcurrentHashMap$KeySetView", form: Set, over: "map", traits: special},
	{name: "java.util.Collections$SetFromMap", form: Set, over: "m", traits: special},
	{name: concurrent + "DelayQueue", over: "q", traits: special},

	{name: "java.util.ArrayList", body: []string{"elementData"}, traits: nullable},
	{name: "java.util.Vector", body: []string{"elementData"}, traits: nullable},
	{name: "java.util.ArrayDeque", body: []string{"elements"}, traits: special},
	{name: "java.util.PriorityQueue", body: []string{"queue"}, traits: special},
	{name: concurrent + "PriorityBlockingQueue", body: []string{"queue"}, traits: special},
	{name: concurrent + "ArrayBlockingQueue", body: []string{"items"}, traits: special},
	{name: "java.util.Arrays$ArrayList", body: []string{"a"}, count: byLength, traits: exact},
	{name: concurrent + "CopyOnWriteArrayList", body: []string{"array"}, count: byLength, traits: exact},
	{name: "java.util.EnumMap", form: Map, body: []string{"vals"}, traits: inherent | special},
	{name: "java.util.IdentityHashMap", form: Map, body: []string{"table"}, count: byPairs, traits: hashed | special},

	{name: "java.util.HashMap", form: Map, body: []string{"table"}, count: byNodes, traits: hashed},
	{name: "java.util.Hashtable", form: Map, body: []string{"table"}, count: byNodes, traits: hashed},
	{name: "java.util.WeakHashMap", form: Map, body: []string{"table"}, count: byNodes, traits: hashed | special},
	{name: concurrent + "ConcurrentHashMap", form: Map, body: []string{"table"}, count: byItems, traits: hashed | special},

	{name: "java.util.LinkedList", body: []string{"first"}, count: byNodes},
	{name: "java.util.TreeMap", form: Map, body: []string{"root"}, count: byNodes},
	{name: concurrent + "ConcurrentSkipListMap", form: Map, body: []string{"head"}, count: byItems, traits: special},
	{name: concurrent + "LinkedBlockingQueue", body: []string{"head"}, count: byItems, traits: special},
	{name: concurrent + "LinkedBlockingDeque", body: []string{"first"}, count: byItems, traits: special},
	{name: concurrent + "ConcurrentLinkedQueue", body: []string{"head"}, count: byItems, traits: special},
	{name: concurrent + "ConcurrentLinkedDeque", body: []string{"head"}, count: byItems, traits: special},
	{name: concurrent + "LinkedTransferQueue", body: []string{"head"}, count: byItems, traits: special},

	{name: of + "ListN", body: []string{"elements"}, count: byLength, traits: exact | immutable},
	{name: of + "SetN", form: Set, body: []string{"elements"}, traits: exact | immutable},
	{name: of + "MapN", form: Map, body: []string{"table"}, count: byPairs, traits: exact | immutable},
	{name: of + "List12", body: []string{"e0", "e1"}, count: byFields, traits: exact | immutable},
	{name: of + "List1", body: []string{"e0"}, count: byFields, traits: exact | immutable}, // of Java 9, as the following
	{name: of + "List2", body: []string{"e0", "e1"}, count: byFields, traits: exact | immutable},
	{name: of + "List0", count: byFields, traits: exact | immutable},
	{name: of + "Set12", form: Set, body: []string{"e0", "e1"}, count: byFields, traits: exact | immutable},
	{name: of + "Set1", form: Set, body: []string{"e0"}, count: byFields, traits: exact | immutable},
	{name: of + "Set2", form: Set, body: []string{"e0", "e1"}, count: byFields, traits: exact | immutable},
	{name: of + "Set0", form: Set, count: byFields, traits: exact | immutable},
	{name: of + "Map1", form: Map, body: []string{"k0"}, count: byFields, traits: exact | immutable},
	{name: of + "Map0", form: Map, count: byFields, traits: exact | immutable},
}

const of = "java.util.ImmutableCollections$"

// views are types that show another collection, by the fields that refer to it.
var views = []string{"c", "m"}

// isView reports whether the objects of a type only show another collection, as those of Collections.unmodifiableList.
func isView(name string) bool {
	rest, ok := strings.CutPrefix(name, "java.util.Collections$")
	return ok && (strings.HasPrefix(rest, "Unmodifiable") || strings.HasPrefix(rest, "Synchronized") || strings.HasPrefix(rest, "Checked"))
}

// arrayFields are those that other collections keep their elements in, and sizeFields those with the number of them.
var (
	arrayFields = []string{"elementData", "table", "elements", "queue", "items", "vals", "array", "a", "key"}
	sizeFields  = []string{"size", "elementCount", "count", "baseCount"}
)

// nodeTypes are the types of nodes of the JDK, as sub types of which others count.
var nodeTypes = []string{"java.util.HashMap$Node", "java.util.HashMap$Entry", "java.util.HashMap$HashMapEntry", // the last two of Android and of Java 7
	"java.util.Hashtable$Entry", "java.util.Hashtable$HashtableEntry", "java.util.WeakHashMap$Entry", concurrent + "ConcurrentHashMap$Node",
	"java.util.LinkedList$Node", "java.util.TreeMap$Entry", "java.util.TreeMap$TreeMapEntry", concurrent + "ConcurrentSkipListMap$Node",
	concurrent + "ConcurrentSkipListMap$Index", concurrent + "LinkedBlockingQueue$Node", concurrent + "LinkedBlockingDeque$Node",
	concurrent + "ConcurrentLinkedQueue$Node", concurrent + "ConcurrentLinkedDeque$Node", concurrent + "LinkedTransferQueue$Node",
	concurrent + "LinkedTransferQueue$DualNode"}

// role is what a field of a node is.
type role uint8

const (
	noRole role = iota
	link
	keyRole // or an item
	valueRole
)

var roles = map[string]role{"next": link, "prev": link, "left": link, "right": link, "down": link, "node": link, "first": link, "root": link,
	"nextTable": link, "before": link, "after": link, "parent": link,
	"key": keyRole, "item": keyRole, "referent": keyRole, "value": valueRole, "val": valueRole}

// typeInfo is what is known of a type.
type typeInfo struct {
	kind  *kind  // nil if it is no collection
	roles []role // by slot, of nodes
	node  bool
	boxed int64 // bytes of the value in a wrapper of java.lang; 0 if it is none
	view  bool
	pairs bool // nodes with a key and a value
}

// boxes are the wrappers of java.lang, with the bytes of their values.
var boxes = map[string]int64{"java.lang.Boolean": 1, "java.lang.Byte": 1, "java.lang.Character": 2, "java.lang.Short": 2,
	"java.lang.Integer": 4, "java.lang.Float": 4, "java.lang.Long": 8, "java.lang.Double": 8}

func typesOf(h *trace.Heap) []typeInfo {
	all := make([]typeInfo, len(h.Types))
	for t := range h.Types {
		if h.Types[t].Kind != trace.Instance {
			continue
		}
		id, name, info := trace.TypeID(t), h.Types[t].Name, &all[t]
		info.boxed = boxes[name]
		info.view = isView(name)
		info.kind = kindOf(h, id)
		info.node = info.kind == nil && isNode(h, id)
		if !info.node {
			continue
		}
		for _, field := range h.Types[t].References {
			r := roles[field]
			info.roles = append(info.roles, r)
			info.pairs = info.pairs || r == valueRole
		}
	}
	return all
}

// isNode reports whether a type is one of the JDK's nodes, or that of a library: a nested one named as an entry or node with a next one.
func isNode(h *trace.Heap, t trace.TypeID) bool {
	name, fields := h.Types[t].Name, h.Types[t].References
	if strings.Contains(name, "$") && (strings.HasSuffix(name, "Entry") || strings.HasSuffix(name, "Node")) && slices.Contains(fields, "next") &&
		slices.ContainsFunc(fields, func(f string) bool { return roles[f] >= keyRole }) {
		return true
	}
	for super := range h.Supers(t) {
		if slices.Contains(nodeTypes, h.Types[super].Name) {
			return true
		}
	}
	return false
}

// kindOf says how the objects of a type keep their elements; nil if it is no collection, or if that is not known.
func kindOf(h *trace.Heap, t trace.TypeID) *kind {
	isIn := func(field string) bool { return slices.Contains(h.Types[t].References, field) }
	for i := range kinds {
		k := &kinds[i]
		if !h.Extends(t, k.name) || k.over != "" && !isIn(k.over) || len(k.body) > 0 && !slices.ContainsFunc(k.body, isIn) {
			continue
		}
		return k
	}
	if !leak.ExtendsCollection(h, t) {
		return nil
	}
	k := &kind{name: h.Types[t].Name, traits: nullable}
	for _, field := range arrayFields {
		if isIn(field) {
			k.body = append(k.body, field)
		}
	}
	if len(k.body) == 0 {
		return nil
	}
	switch {
	case h.Extends(t, "java.util.AbstractMap"):
		k.form = Map
	case h.Extends(t, "java.util.AbstractSet"):
		k.form = Set
	}
	if slices.Contains([]string{"table", "key"}, k.body[0]) {
		k.traits |= hashed
	}
	return k
}

// sizeField returns the index of the field with the number of elements of a type in its layout; -1 if there is none.
func sizeField(h *trace.Heap, t trace.TypeID) int {
	for _, name := range sizeFields {
		if i := h.Values.FieldIndex(t, name); i >= 0 && h.Values.Layout(t)[i].Kind != trace.ReferenceValue {
			return i
		}
	}
	return -1
}
