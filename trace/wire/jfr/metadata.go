package jfr

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"
)

// A Type is a type of values or events, as described by the metadata.
type Type struct {
	ID     int64
	Name   string // such as jdk.GarbageCollection, or long
	Fields []Field

	slots   map[string]int // by field name; nested fields have names with dots
	ops     []op
	keySize int // size in bytes of the keys of constants in version 0.9
}

// A Field is a field of a type.
type Field struct {
	Name     string
	Type     *Type
	Constant bool // the value is the key of a constant
	Array    bool
}

// op reads one value.
type op struct {
	kind     opKind
	size     int   // size in bytes of an uncompressed integer, key or float
	of       *Type // type of the constant or of the array's elements
	constant bool  // elements are keys of constants
}

type opKind uint8

const (
	opInteger opKind = iota
	opByte
	opFloat
	opText
	opConstant
	opArray
	opOldText  // of version 0.9, with size bytes per character
	opDuration // the difference of the first two values
)

// primitive returns the op that reads a value of a type without fields.
func primitive(name string) (op, bool) {
	switch name {
	case "boolean", "byte":
		return op{kind: opByte}, true
	case "short", "char":
		return op{kind: opInteger, size: 2}, true
	case "int":
		return op{kind: opInteger, size: 4}, true
	case "long":
		return op{kind: opInteger, size: 8}, true
	case "float":
		return op{kind: opFloat, size: 4}, true
	case "double":
		return op{kind: opFloat, size: 8}, true
	case "java.lang.String":
		return op{kind: opText}, true
	}
	return op{}, false
}

// Slot returns the number of a field for use with [Object]; -1 if there is none. The name of a nested field is a path with dots.
func (t *Type) Slot(name string) int {
	if t == nil {
		return -1
	}
	if i, ok := t.slots[name]; ok {
		return i
	}
	return -1
}

// oldPrefix precedes the names of the JDK's types in version 1.0: com.oracle.jdk.GarbageCollection is jdk.GarbageCollection in version 2.
// [Chunk.Type] finds them by both names.
const oldPrefix = "com.oracle."

// element is a node of the metadata tree.
type element struct {
	name       string
	attributes map[string]string
	children   []element
}

// readMetadata reads the event with metadata at offset at of the chunk.
func (c *Chunk) readMetadata(at int64) error {
	in, ok := c.event(at, firstMetadata)
	if !ok {
		return c.fault(at, "expected the metadata")
	}
	if in.left() > MaxMetadata {
		return c.fault(at, fmt.Sprintf("the metadata have %d bytes; at most %d are read", in.left(), MaxMetadata))
	}
	in.integer(8) // start
	in.integer(8) // duration
	in.integer(8) // metadata ID
	texts := make([]string, 0, 64)
	for range in.count() {
		text, _, _ := in.text()
		texts = append(texts, text)
		if in.bad {
			return c.fault(at, "the texts of the metadata are damaged")
		}
	}
	root := readElement(&in, texts, 0)
	if in.bad {
		return c.fault(at, "the metadata are damaged")
	}
	return c.describe(at, root)
}

func readElement(in *cursor, texts []string, depth int) element {
	text := func() string {
		if i := in.integer(4); i >= 0 && i < int64(len(texts)) {
			return texts[i]
		}
		in.fail()
		return ""
	}
	e := element{name: text()}
	n := in.count()
	if n > 0 {
		e.attributes = map[string]string{}
	}
	for range n {
		key := text()
		e.attributes[key] = text()
		if in.bad {
			return e
		}
	}
	if depth == MaxDepth {
		in.fail()
		return e
	}
	for range in.count() {
		e.children = append(e.children, readElement(in, texts, depth+1))
		if in.bad {
			return e
		}
	}
	return e
}

// describe builds types from the elements.
func (c *Chunk) describe(at int64, root element) error {
	c.types, c.names = map[int64]*Type{}, map[string]*Type{}
	var classes []element
	for _, m := range root.children {
		if m.name != "metadata" {
			continue
		}
		for _, e := range m.children {
			if e.name == "class" {
				classes = append(classes, e)
			}
		}
	}
	if len(classes) > MaxTypes {
		return c.fault(at, fmt.Sprintf("there are more than %d types", MaxTypes))
	}
	for _, e := range classes {
		id, err := strconv.ParseInt(e.attributes["id"], 10, 64)
		if err != nil || c.types[id] != nil {
			return c.fault(at, fmt.Sprintf("the type %.100q has no number of its own", e.attributes["name"]))
		}
		c.types[id] = &Type{ID: id, Name: e.attributes["name"]}
		c.names[e.attributes["name"]] = c.types[id]
	}
	for _, e := range classes {
		if name, ok := strings.CutPrefix(e.attributes["name"], oldPrefix); ok && c.names[name] == nil {
			c.names[name] = c.names[oldPrefix+name]
		}
	}
	for _, e := range classes {
		id, _ := strconv.ParseInt(e.attributes["id"], 10, 64)
		t := c.types[id]
		for _, f := range e.children {
			if f.name != "field" {
				continue
			}
			of, _ := strconv.ParseInt(f.attributes["class"], 10, 64)
			if c.types[of] == nil {
				return c.fault(at, fmt.Sprintf("the field %.100q of %.100q has no type", f.attributes["name"], t.Name))
			}
			t.Fields = append(t.Fields, Field{Name: f.attributes["name"], Type: c.types[of],
				Constant: f.attributes["constantPool"] == "true", Array: f.attributes["dimension"] == "1"})
		}
	}
	left := room{MaxValues, maxPaths}
	for _, e := range classes {
		id, _ := strconv.ParseInt(e.attributes["id"], 10, 64)
		if !c.types[id].build(&left) {
			return c.fault(at, cmp.Or(left.lacks(), fmt.Sprintf("the type %.100q has more than %d fields, or types in types deeper than %d",
				c.types[id].Name, MaxFields, MaxDepth)))
		}
	}
	return nil
}

// room is the remaining limit for all types together. Nested types can multiply the number of fields and the length of their names, even of
// fields without a value.
type room struct {
	fields, paths int
}

// maxPaths is the largest total length of the names of nested fields, in bytes. The JDK writes some kB.
const maxPaths = 16 << 20

// lacks describes the exceeded limit; empty if there is none.
func (r *room) lacks() string {
	switch {
	case r.fields < 0:
		return fmt.Sprintf("the types have more than %d fields", MaxValues)
	case r.paths < 0:
		return fmt.Sprintf("the names of fields in fields have more than %d bytes", maxPaths)
	}
	return ""
}

// build sets the slots and ops of t. It returns false if a limit is exceeded.
func (t *Type) build(left *room) bool {
	t.slots = map[string]int{}
	return t.flatten(t, "", 0, left)
}

// flatten adds the values of type of to t under the given path. It returns false if a limit is exceeded.
func (t *Type) flatten(of *Type, path string, depth int, left *room) bool {
	if left.fields--; depth == MaxDepth || left.fields < 0 {
		return false
	}
	if len(of.Fields) == 0 {
		o, ok := primitive(of.Name)
		if !ok {
			return true // no data is written for it
		}
		return t.add(path, o)
	}
	for _, f := range of.Fields {
		name := f.Name
		if path != "" {
			if left.paths -= len(path) + 1 + len(name); left.paths < 0 {
				return false
			}
			name = path + "." + name
		}
		ok := false
		switch {
		case f.Array:
			ok = t.add(name, op{kind: opArray, of: f.Type, constant: f.Constant})
		case f.Constant:
			ok = t.add(name, op{kind: opConstant, size: 8, of: f.Type})
		default:
			ok = t.flatten(f.Type, name, depth+1, left)
		}
		if !ok {
			return false
		}
	}
	return true
}

func (t *Type) add(path string, o op) bool {
	t.slots[path] = len(t.ops)
	t.ops = append(t.ops, o)
	return len(t.ops) <= MaxFields
}
