package realistic

import (
	"strings"

	"memcity/trace/wire/hprof"
)

// class is a class of the program.
type class struct {
	id      ref
	name    string // as in the file: java/lang/String, [B
	super   *class
	loader  ref
	fields  []field
	statics []field
	layout  []hprof.BasicType // types of the values of an instance: its own fields, then those of its super classes
	size    int64             // size of an instance in bytes
	element hprof.BasicType   // element type of an array; 0 for other classes
}

type field struct {
	name  string
	kind  hprof.BasicType
	value ref // value of a static field
}

// classes contains all classes in the order of addition.
type classes struct{ list []*class }

var fieldKinds = map[byte]hprof.BasicType{'L': hprof.Object, 'I': hprof.Int, 'J': hprof.Long, 'Z': hprof.Boolean, 'B': hprof.Byte,
	'D': hprof.Double, 'F': hprof.Float}

// parseFields parses fields such as "L value, I hash".
func parseFields(text string) []field {
	var fields []field
	for f := range strings.SplitSeq(text, ",") {
		if f = strings.TrimSpace(f); f != "" {
			fields = append(fields, field{name: f[2:], kind: fieldKinds[f[0]]})
		}
	}
	return fields
}

// class adds a class with fields and static fields.
func (g *generator) class(super *class, name, fields string, statics ...string) *class {
	c := &class{name: name, super: super, fields: parseFields(fields)}
	mirror := int64(112)
	for _, s := range statics {
		c.statics = append(c.statics, field{name: s, kind: hprof.Object})
		mirror += 4
	}
	c.id = ref(g.now.address(mirror))
	for s := c; s != nil; s = s.super {
		for _, f := range s.fields {
			c.layout = append(c.layout, f.kind)
		}
	}
	c.size = instanceSize(c.layout)
	g.list = append(g.list, c)
	return c
}

// instanceSize returns the size of an instance with compressed references. The header has 12 bytes, followed by a hole if there are 8-byte
// fields but no 4-byte ones.
func instanceSize(layout []hprof.BasicType) int64 {
	size, short, long := int64(12), false, false
	for _, kind := range layout {
		n := kind.Size(4)
		size += int64(n)
		short, long = short || n == 4, long || n == 8
	}
	if long && !short {
		size += 4
	}
	return (size + 7) &^ 7
}

func (g *generator) arrayClass(name string, element hprof.BasicType) *class {
	c := g.class(nil, name, "")
	c.super, c.element = g.jdk.object, element
	return c
}

// jdkClasses are the classes of the JDK that have objects.
type jdkClasses struct {
	object, class, number                     *class
	bytes, ints, longs                        *class
	objects, strings, nodes, concurrent       *class // arrays of references
	str, integer, long, double, date, atomic  *class
	arrayList, linkedList, linkedNode         *class
	hashMap, hashNode, hashSet                *class
	linkedMap, linkedEntry, treeMap, treeNode *class
	concurrentMap, concurrentNode             *class
	deque, optional, weak                     *class
	thread, loader                            *class
}

func (g *generator) addJDK() {
	j := &g.jdk
	j.object = g.class(nil, "java/lang/Object", "")
	j.class = g.class(j.object, "java/lang/Class", "")
	j.bytes, j.ints = g.arrayClass("[B", hprof.Byte), g.arrayClass("[I", hprof.Int)
	j.longs = g.arrayClass("[J", hprof.Long)
	j.objects = g.arrayClass("[Ljava/lang/Object;", hprof.Object)
	j.strings = g.arrayClass("[Ljava/lang/String;", hprof.Object)
	j.nodes = g.arrayClass("[Ljava/util/HashMap$Node;", hprof.Object)
	j.concurrent = g.arrayClass("[Ljava/util/concurrent/ConcurrentHashMap$Node;", hprof.Object)
	j.str = g.class(j.object, "java/lang/String", "L value, I hash, B coder, Z hashIsZero")
	j.number = g.class(j.object, "java/lang/Number", "")
	j.integer = g.class(j.number, "java/lang/Integer", "I value")
	j.long = g.class(j.number, "java/lang/Long", "J value")
	j.double = g.class(j.number, "java/lang/Double", "D value")
	j.atomic = g.class(j.number, "java/util/concurrent/atomic/AtomicLong", "J value")
	j.date = g.class(j.object, "java/util/Date", "J fastTime, L cdate")
	j.optional = g.class(j.object, "java/util/Optional", "L value")
	reference := g.class(j.object, "java/lang/ref/Reference", "L referent, L queue, L next, L discovered")
	j.weak = g.class(reference, "java/lang/ref/WeakReference", "")
	g.addCollections()
	j.thread = g.class(j.object, "java/lang/Thread", "J tid, I status, L name, L group, L contextClassLoader, L threadLocals, L target")
	j.loader = g.class(j.object, "jdk/internal/loader/ClassLoaders$AppClassLoader", "L parent, L classes, L packages, L name")
}

func (g *generator) addCollections() {
	j := &g.jdk
	collection := g.class(j.object, "java/util/AbstractCollection", "")
	list := g.class(collection, "java/util/AbstractList", "I modCount")
	j.arrayList = g.class(list, "java/util/ArrayList", "L elementData, I size")
	sequential := g.class(list, "java/util/AbstractSequentialList", "")
	j.linkedList = g.class(sequential, "java/util/LinkedList", "I size, L first, L last")
	j.linkedNode = g.class(j.object, "java/util/LinkedList$Node", "L item, L next, L prev")
	j.deque = g.class(collection, "java/util/ArrayDeque", "L elements, I head, I tail")
	set := g.class(collection, "java/util/AbstractSet", "")
	j.hashSet = g.class(set, "java/util/HashSet", "L map")
	abstract := g.class(j.object, "java/util/AbstractMap", "L keySet, L values")
	j.hashMap = g.class(abstract, "java/util/HashMap", "L table, L entrySet, I size, I modCount, I threshold, F loadFactor")
	j.hashNode = g.class(j.object, "java/util/HashMap$Node", "I hash, L key, L value, L next")
	j.linkedMap = g.class(j.hashMap, "java/util/LinkedHashMap", "L head, L tail, Z accessOrder")
	j.linkedEntry = g.class(j.hashNode, "java/util/LinkedHashMap$Entry", "L before, L after")
	j.treeMap = g.class(abstract, "java/util/TreeMap", "L comparator, L root, L entrySet, L navigableKeySet, L descendingMap, I size, I modCount")
	j.treeNode = g.class(j.object, "java/util/TreeMap$Entry", "L key, L value, L left, L right, L parent, Z color")
	j.concurrentMap = g.class(abstract, "java/util/concurrent/ConcurrentHashMap",
		"L table, L nextTable, J baseCount, I sizeCtl, I transferIndex, I cellsBusy, L counterCells, L keySetView, L valuesView, L entrySetView")
	j.concurrentNode = g.class(j.object, "java/util/concurrent/ConcurrentHashMap$Node", "I hash, L key, L val, L next")
}
