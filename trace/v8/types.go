package v8

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"memcity/trace"
	"memcity/trace/poll"
)

const (
	// maxTypes is the largest number of types. Objects of further types share one per kind of node.
	maxTypes = 1<<16 - 64
	// maxShapes is the largest number of shapes of plain objects.
	maxShapes = 2000
	// shapeNames is the largest number of properties in the name of a shape.
	shapeNames = 6
	// minShape is the number of plain objects of one shape that get a type of their own.
	minShape = 2
	// dictionary is the largest number of properties that are named. An object with more is a dictionary: its properties are elements.
	dictionary = 256
	// plainDictionary is the same for plain objects, which programs use as dictionaries.
	plainDictionary = 32
)

// Packages of types that no file defines.
const (
	builtIns    = "js:" // of JavaScript and the web, such as Map
	plainObject = builtIns + "Object"
)

// typeKey identifies a type before its name is built.
type typeKey struct {
	form typeForm
	name uint32 // index of a text, or of a shape
	file fileID
	line uint32 // of a function without a name
}

// typeForm selects how the name of a type is built.
type typeForm uint8

const (
	byKind     typeForm = iota // name is the kind of node
	bySystem                   // (NAME)
	byName                     // as in the snapshot
	byTag                      // of a native node, without attributes
	byDetached                 // as byTag, after the word Detached
	byClass                    // FILE:NAME
	byFunction                 // FILE:NAME()
	byContext                  // FILE:context of NAME()
	byShape                    // {a, b}
	moduleForm                 // class objects, see [loader.findModules]
)

// kindNames are the names of types of nodes whose own names are contents, as in DevTools.
var kindNames = [...]string{otherNode: "(other)", hiddenNode: "(system)", arrayNode: "(array)", stringNode: "(string)", objectNode: "(object)",
	codeNode: "(compiled code)", closureNode: "(closure)", regexpNode: builtIns + "RegExp", numberNode: "(number)", nativeNode: "(native)",
	syntheticNode: "(synthetic)", consNode: "(string)", slicedNode: "(sliced string)", symbolNode: "(symbol)", bigintNode: "(bigint)",
	shapeNode: "(object shape)"}

// typeTable finds the types of nodes.
type typeTable struct {
	l      *loader
	byKey  map[typeKey]trace.TypeID
	byName map[string]trace.TypeID
	shapes map[uint64]shape
	recent [recentTypes]recentType
	object uint32 // index of the text Object
	proto  uint32 // index of the text __proto__
}

// recentTypes is the number of types that are found without looking into the map, a power of two.
const recentTypes = 1 << 10

type recentType struct {
	key  typeKey
	id   trace.TypeID
	used bool
}

// shape is a list of properties of plain objects.
type shape struct {
	count int
	like  node   // first object
	index uint32 // 1-based; 0 for a shape without a type
}

// findTypes sets the type of each object.
func (l *loader) findTypes() error {
	tt := &typeTable{l: l, byKey: map[typeKey]trace.TypeID{}, byName: map[string]trace.TypeID{}, shapes: map[uint64]shape{}}
	tt.object, tt.proto = tt.textOf("Object"), l.texts.known["__proto__"]
	if err := tt.findShapes(); err != nil {
		return err
	}
	h := l.heap
	h.TypeOf, h.Extent = trace.NewTypes(l.objects, maxTypes+64), trace.NewExtents(l.objects)
	o := trace.ObjectID(0)
	for n, kind := range l.kinds {
		if err := poll.At(l.ctx, n); err != nil {
			return err
		}
		if kind != syntheticNode {
			h.TypeOf.Set(o, tt.typeOf(node(n)))
			h.Extent.Set(o, l.sizes[n])
			o++
		}
	}
	return nil
}

// textOf returns the index of a text among the names of nodes of objects; noText if there is none.
func (tt *typeTable) textOf(text string) uint32 {
	for n, kind := range tt.l.kinds {
		if kind == objectNode && string(tt.l.texts.bytes(tt.l.names[n])) == text {
			return tt.l.names[n]
		}
	}
	return noText
}

// typeOf returns the type of a node.
func (tt *typeTable) typeOf(n node) trace.TypeID {
	key := tt.key(n)
	recent := &tt.recent[(key.name*31+uint32(key.file)*7+key.line+uint32(key.form))%recentTypes]
	if recent.used && recent.key == key {
		return recent.id
	}
	t, ok := tt.byKey[key]
	if !ok {
		t = tt.add(key, tt.l.kinds[n])
		tt.byKey[key] = t
	}
	*recent = recentType{key, t, true}
	return t
}

// add adds a type unless one has its name. Types with the same name come from texts that differ in details.
func (tt *typeTable) add(key typeKey, kind nodeKind) trace.TypeID {
	h := tt.l.heap
	name := tt.nameOf(key)
	if len(h.Types) >= maxTypes {
		name = kindNames[kind]
	}
	if t, ok := tt.byName[name]; ok {
		return t
	}
	t := trace.TypeID(len(h.Types))
	tt.byName[name] = t
	of := trace.Type{Name: name, Super: trace.NoType, Class: trace.NoObject, Loader: trace.NoObject, Element: 1}
	if key.form == moduleForm {
		of.Kind, of.Element, of.Weak = trace.ClassObject, 0, []uint16{weakSlot}
	}
	h.Types = append(h.Types, of)
	return t
}

// key returns the key of the type of a node.
func (tt *typeTable) key(n node) typeKey {
	l, kind := tt.l, tt.l.kinds[n]
	name := l.names[n]
	if l.flags[n]&isModule != 0 {
		return typeKey{form: moduleForm}
	}
	switch kind {
	case objectNode:
		return tt.objectKey(n)
	case closureNode:
		key := typeKey{form: byFunction, name: name, file: l.files.of[n]}
		if len(l.texts.bytes(name)) == 0 {
			key.line = l.lines[n]
		}
		return key
	case nativeNode:
		if l.systemName(n) != nil {
			return typeKey{form: bySystem, name: name}
		}
		if l.flags[n]&isDetached != 0 {
			return typeKey{form: byDetached, name: name}
		}
		return typeKey{form: byTag, name: name}
	case hiddenNode, codeNode, shapeNode, arrayNode:
		if text := l.texts.bytes(name); len(text) > 0 && text[0] == '(' || l.systemName(n) != nil {
			return typeKey{form: bySystem, name: name}
		}
	case otherNode:
		return typeKey{form: byName, name: name}
	}
	return typeKey{form: byKind, name: uint32(kind)}
}

// Each built-in function has a node named after it. These nodes share a type, because their names say little.
const (
	builtinHandle = " builtin handle"
	builtinCode   = "(builtin handle)"
)

// system precedes the names of V8's own objects.
const system = "system / "

// objectKey returns the key of the type of an object of JavaScript, or of a context.
func (tt *typeTable) objectKey(n node) typeKey {
	l := tt.l
	name := l.names[n]
	switch {
	case l.systemName(n) != nil:
		if c, ok := l.contexts[n]; ok && c.function != noText {
			return typeKey{form: byContext, name: c.function, file: l.files.of[n]}
		}
		return typeKey{form: bySystem, name: name}
	case name == tt.object && l.files.of[n] == unknownFile:
		if s := tt.shapes[tt.hash(n)]; s.index > 0 {
			return typeKey{form: byShape, name: uint32(s.like)}
		}
	}
	return typeKey{form: byClass, name: name, file: l.files.of[n]}
}

// nameOf returns the name of a type.
func (tt *typeTable) nameOf(key typeKey) string {
	l := tt.l
	name := trace.PlainLine(l.texts.of(key.name))
	switch key.form {
	case bySystem:
		if strings.HasSuffix(name, builtinHandle) {
			return builtinCode
		}
		return "(" + strings.Trim(withoutDetails(name), "()") + ")"
	case byName:
		return cmp.Or(name, kindNames[otherNode])
	case byTag:
		return tagOf(name)
	case byDetached:
		return "Detached " + tagOf(name)
	case byClass:
		name, _, _ = strings.Cut(withoutDetails(name), " [") // Window [JSGlobalObject] / https://example.org
		return tt.prefix(key.file) + cmp.Or(member(name), "(anonymous)")
	case byFunction:
		if name == "" && key.line > 0 {
			return fmt.Sprintf("%sfunction at line %d", tt.prefix(key.file), key.line)
		}
		return tt.prefix(key.file) + member(name) + "()"
	case byContext:
		return tt.prefix(key.file) + "context of " + member(functionName(name)) + "()"
	case byShape:
		return tt.shapeName(node(key.name))
	case moduleForm:
		return "(module)"
	}
	return kindNames[key.name]
}

// withoutDetails removes the URL, function or number after the slash in the name of a node.
func withoutDetails(name string) string {
	rest, own := strings.CutPrefix(name, system)
	rest, _, _ = strings.Cut(rest, details)
	if own {
		return system + rest
	}
	return rest
}

// prefix returns the prefix of the names of types that a file defines.
func (tt *typeTable) prefix(f fileID) string {
	if f == unknownFile {
		return builtIns
	}
	return tt.l.files.labels[f] + ":"
}

// member returns the name of a class or function without characters that separate files from types.
func member(name string) string { return strings.ReplaceAll(name, ":", "_") }

// tagOf returns the name of a type of native nodes: <div> for <div class="a">. Names of C++ are in parentheses and
// without template arguments: (blink EventTarget).
func tagOf(name string) string {
	if strings.HasPrefix(name, "<") {
		tag, _, _ := strings.Cut(strings.TrimSuffix(name, ">"), " ")
		return tag + ">"
	}
	name = strings.TrimPrefix(name, "Detached ")
	if rest, ok := strings.CutPrefix(name, "Node / "); ok {
		name = "Node " + rest
	}
	name, _, _ = strings.Cut(name, details)
	name, _, _ = strings.Cut(name, "<")
	name = strings.ReplaceAll(strings.ReplaceAll(name, "::", " "), ":", "")
	return "(" + cmp.Or(strings.TrimSpace(name), "native") + ")"
}

// findShapes counts the shapes of plain objects, and selects the most frequent ones.
func (tt *typeTable) findShapes() error {
	l := tt.l
	for n, kind := range l.kinds {
		if err := poll.At(l.ctx, n); err != nil {
			return err
		}
		if kind != objectNode || l.names[n] != tt.object || tt.object == noText || l.files.of[n] != unknownFile {
			continue
		}
		hash := tt.hash(node(n))
		if hash == 0 {
			continue
		}
		s, ok := tt.shapes[hash]
		if !ok {
			s.like = node(n)
		}
		s.count++
		tt.shapes[hash] = s
	}
	tt.selectShapes()
	return nil
}

// selectShapes numbers the shapes that get a type of their own.
func (tt *typeTable) selectShapes() {
	type counted struct {
		hash uint64
		shape
	}
	var all []counted
	for hash, s := range tt.shapes {
		if s.count >= minShape {
			all = append(all, counted{hash, s})
		}
	}
	slices.SortFunc(all, func(a, b counted) int { return cmp.Or(cmp.Compare(b.count, a.count), cmp.Compare(a.like, b.like)) })
	for i, c := range all[:min(len(all), maxShapes)] {
		c.index = uint32(i) + 1
		tt.shapes[c.hash] = c.shape
	}
}

// hash returns a hash of the properties of an object; 0 if it has no shape.
func (tt *typeTable) hash(n node) uint64 {
	hash, count := uint64(14695981039346656037), 0
	for name := range tt.properties(n) {
		hash = (hash ^ uint64(name)) * 1099511628211
		count++
	}
	if count == 0 || count > plainDictionary {
		return 0
	}
	return hash | 1
}

// properties yields the names of the properties of an object, except its prototype.
func (tt *typeTable) properties(n node) func(func(uint32) bool) {
	l := tt.l
	return func(yield func(uint32) bool) {
		from, to := l.edgesOf(n)
		for e := from; e < to; e++ {
			if l.edgeKinds[e] == propertyEdge && l.edgeNames[e] != tt.proto && !yield(l.edgeNames[e]) {
				return
			}
		}
	}
}

// shapeName returns the name of a shape, such as {id, name}. It leaves out names that are not identifiers.
func (tt *typeTable) shapeName(like node) string {
	var names []string
	more := false
	for name := range tt.properties(like) {
		text := tt.l.texts.of(name)
		if len(names) == shapeNames || !isIdentifier(text) {
			more = true
			continue
		}
		names = append(names, text)
	}
	switch {
	case len(names) == 0:
		return plainObject
	case more:
		names = append(names, "…")
	}
	return "{" + strings.Join(names, ", ") + "}"
}

// isIdentifier reports whether a text is an identifier of ASCII letters, digits, _ and $.
func isIdentifier(text string) bool {
	for i, c := range []byte(text) {
		if c|0x20 < 'a' || c|0x20 > 'z' {
			if c != '_' && c != '$' && (i == 0 || c < '0' || c > '9') {
				return false
			}
		}
	}
	return text != ""
}
