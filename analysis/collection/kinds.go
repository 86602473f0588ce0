package collection

import (
	"slices"
	"strings"

	"memcity/analysis/guide/leak"
	"memcity/trace"
)

// Form is the interface of a collection.
type Form uint8

// Forms. Queues count as lists.
const (
	List Form = iota
	Set
	Map
)

// countMode selects how the elements of a collection are counted.
type countMode uint8

const (
	bySlots  countMode = iota // references in its array, or the value of its size field if the array may contain nulls
	byLength                  // length of its array
	byPairs                   // every other slot of its array
	byNodes                   // number of nodes
	byItems                   // number of nodes with an item
	byFields                  // fields of the collection itself
)

// traits contains further properties of a kind.
type traits uint8

const (
	nullable  traits = 1 << iota // the elements in its array may include nulls
	exact                        // it has no spare capacity and is never changed in place
	immutable                    // like List.of, which has a shared empty instance
	inherent                     // the program cannot choose the length of its array
	hashed                       // the length of its array is a power of two, at least a third more than its elements
	special                      // List.of, Set.of or Map.of cannot replace it
)

// kind describes how collections of a type and its subtypes store their elements.
type kind struct {
	name   string
	form   Form
	count  countMode
	body   []string // fields with its array, its first nodes, or its elements
	over   string   // field with the collection that it wraps
	traits traits
}

const concurrent = "java.util.concurrent."

// kinds contains the collections of the JDK from version 8. The first match applies, so subtypes come first.
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
	{name: of + "List1", body: []string{"e0"}, count: byFields, traits: exact | immutable}, // of Java 9, like those below
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

// views contains the fields through which views refer to the underlying collection.
var views = []string{"c", "m"}

// isView reports whether a type is only a view of another collection, like that of Collections.unmodifiableList.
func isView(name string) bool {
	rest, ok := strings.CutPrefix(name, "java.util.Collections$")
	return ok && (strings.HasPrefix(rest, "Unmodifiable") || strings.HasPrefix(rest, "Synchronized") || strings.HasPrefix(rest, "Checked"))
}

// Fields of other collections: arrayFields contain their elements and sizeFields the number of elements.
var (
	arrayFields = []string{"elementData", "table", "elements", "queue", "items", "vals", "array", "a", "key"}
	sizeFields  = []string{"size", "elementCount", "count", "baseCount"}
)

// nodeTypes contains the node types of the JDK. Subtypes count as well.
var nodeTypes = []string{"java.util.HashMap$Node", "java.util.HashMap$Entry", "java.util.HashMap$HashMapEntry", // the last two of Android and of Java 7
	"java.util.Hashtable$Entry", "java.util.Hashtable$HashtableEntry", "java.util.WeakHashMap$Entry", concurrent + "ConcurrentHashMap$Node",
	"java.util.LinkedList$Node", "java.util.TreeMap$Entry", "java.util.TreeMap$TreeMapEntry", concurrent + "ConcurrentSkipListMap$Node",
	concurrent + "ConcurrentSkipListMap$Index", concurrent + "LinkedBlockingQueue$Node", concurrent + "LinkedBlockingDeque$Node",
	concurrent + "ConcurrentLinkedQueue$Node", concurrent + "ConcurrentLinkedDeque$Node", concurrent + "LinkedTransferQueue$Node",
	concurrent + "LinkedTransferQueue$DualNode"}

// role is the role of a node's field.
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

// typeInfo describes a type.
type typeInfo struct {
	kind  *kind  // nil if it is not a collection
	roles []role // by slot, for nodes
	node  bool
	boxed int64 // size of the value in a wrapper of java.lang, in bytes; 0 for other types
	view  bool
	pairs bool // true for nodes with a key and a value
}

// boxes contains the size of the value in each wrapper of java.lang, in bytes.
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

// isNode reports whether a type is a node type of the JDK or of a library. The latter is a nested type named like an entry or node, with a
// field next.
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

// kindOf returns how the objects of a type store their elements; nil if the type is not a collection or that is unknown.
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

// sizeField returns the index of the size field in the layout of a type; -1 for none.
func sizeField(h *trace.Heap, t trace.TypeID) int {
	for _, name := range sizeFields {
		if i := h.Values.FieldIndex(t, name); i >= 0 && h.Values.Layout(t)[i].Kind != trace.ReferenceValue {
			return i
		}
	}
	return -1
}
