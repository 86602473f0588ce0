package goheap

import (
	"debug/dwarf"
	"encoding/binary"
	"fmt"
	"reflect"
	"strings"
)

// Attributes of Go in DWARF.
const (
	attrKind          dwarf.Attr = 0x2900
	attrKey           dwarf.Attr = 0x2901
	attrElem          dwarf.Attr = 0x2902
	attrRuntimeType   dwarf.Attr = 0x2904
	attrClosureOffset dwarf.Attr = 0x2907
)

// typeID is the number of a type of the program; 0 for none.
type typeID int32

// goType is a type of the program.
type goType struct {
	name   string
	kind   reflect.Kind // Invalid for a typedef
	size   int64        // at least 0
	elem   typeID       // of pointers, slices, arrays, channels and maps; type of a typedef
	key    typeID
	under  typeID // struct with the header of a map or channel
	count  int64  // of an array
	fields []field

	slots []slot // see layout
	laid  bool
	title string // name of the objects of this type, if it differs from name
	role  typeRole
}

type field struct {
	name   string
	offset int64
	of     typeID
}

// types are the types of a program.
type types struct {
	list      []goType          // the first is none
	structs   map[string]typeID // see named
	byRuntime map[uint64]typeID // by address in the file
	variables map[string]typeID // types of package variables
	chans     map[typeID]typeID // by type of the elements
	ptr       int64             // size of a pointer in bytes
	steps     int               // of the layout in progress
}

// maxDWARFTypes is the largest number of types that are read.
const maxDWARFTypes = 1 << 22

// pending is a reference between types by offset, which is resolved at the end.
type pending struct {
	at  typeID
	ref typeRefs
}

type typeRefs struct {
	typ, elem, key dwarf.Offset
	fields         []dwarf.Offset
}

// variable is a package variable.
type variable struct {
	name string
	typ  dwarf.Offset
}

// dwarfReader reads the types of a program.
type dwarfReader struct {
	*types
	p        *program
	data     *dwarf.Data
	byOffset map[dwarf.Offset]typeID
	pending  []pending
	places   locations
	vars     []variable
}

// readDWARF reads the types. A program without DWARF has none.
func (p *program) readDWARF(im *image, ptr int64) (err error) {
	p.closures = map[string]typeID{}
	if !im.hasDwarf {
		return nil
	}
	defer func() {
		if r := recover(); r != nil {
			p.types, err = nil, fmt.Errorf("its DWARF is damaged: %v", r)
		}
	}()
	data, err := im.dwarf()
	if err != nil {
		return fmt.Errorf("its DWARF is damaged: %w", err)
	}
	d := &dwarfReader{p: p, data: data, types: newTypes(), places: im.places, byOffset: map[dwarf.Offset]typeID{}}
	d.ptr = ptr
	if err := d.read(); err != nil {
		return fmt.Errorf("its DWARF is damaged: %w", err)
	}
	d.resolve()
	d.placeTypes(im)
	p.types = d.types
	return nil
}

func (d *dwarfReader) read() error {
	r := d.data.Reader()
	for {
		e, err := r.Next()
		switch {
		case err != nil:
			return err
		case e == nil:
			return nil
		}
		switch e.Tag {
		case dwarf.TagCompileUnit:
			d.places.base, _ = e.Val(dwarf.AttrLowpc).(uint64)
			at, _ := e.Val(dwarf.AttrAddrBase).(int64)
			d.places.addrsAt = uint64(at)
		case dwarf.TagVariable:
			d.addVariable(e)
		case dwarf.TagSubprogram:
			if err := d.addFunction(r, e); err != nil {
				return err
			}
		case dwarf.TagBaseType, dwarf.TagStructType, dwarf.TagTypedef, dwarf.TagPointerType, dwarf.TagArrayType, dwarf.TagSubroutineType:
			if err := d.addType(r, e); err != nil {
				return err
			}
		}
	}
}

// addVariable adds a package variable.
func (d *dwarfReader) addVariable(e *dwarf.Entry) {
	name, _ := e.Val(dwarf.AttrName).(string)
	typ, ok := e.Val(dwarf.AttrType).(dwarf.Offset)
	if !ok || name == "" {
		return
	}
	d.vars = append(d.vars, variable{name, typ})
}

// addFunction reads a function: the variables that a closure captured.
func (d *dwarfReader) addFunction(r *dwarf.Reader, e *dwarf.Entry) error {
	if !e.Children {
		return nil
	}
	name, _ := e.Val(dwarf.AttrName).(string)
	_, onStack := d.p.locals[name]
	if !onStack && !strings.Contains(name, ".func") && !strings.Contains(name, ".gowrap") && !strings.Contains(name, "-range") {
		r.SkipChildren()
		return nil
	}
	t := goType{name: name, kind: reflect.Struct, fields: []field{{"<function>", 0, 0}}}
	refs := typeRefs{fields: []dwarf.Offset{0}}
	for depth := 1; depth > 0; {
		child, err := r.Next()
		if err != nil || child == nil {
			return err
		}
		if child.Children {
			depth++
		}
		if child.Tag == 0 {
			depth--
		}
		if onStack && (child.Tag == dwarf.TagVariable || child.Tag == dwarf.TagFormalParameter) {
			d.p.locals[name] = append(d.p.locals[name], d.places.of(child)...)
		}
		offset, captured := child.Val(attrClosureOffset).(int64)
		typ, ok := child.Val(dwarf.AttrType).(dwarf.Offset)
		if child.Tag == dwarf.TagVariable && captured && ok {
			variable, _ := child.Val(dwarf.AttrName).(string)
			t.fields = append(t.fields, field{strings.TrimPrefix(variable, "&"), offset, 0})
			refs.fields = append(refs.fields, typ)
		}
	}
	if len(t.fields) > 1 {
		d.p.closures[name] = d.add(t, refs)
	}
	return nil
}

// add adds a type whose references are resolved at the end.
func (d *dwarfReader) add(t goType, refs typeRefs) typeID {
	id := d.types.add(t)
	d.pending = append(d.pending, pending{id, refs})
	return id
}

// addType adds a type with its fields.
func (d *dwarfReader) addType(r *dwarf.Reader, e *dwarf.Entry) error {
	if len(d.list) >= maxDWARFTypes {
		return fmt.Errorf("more than %d types", maxDWARFTypes)
	}
	name, _ := e.Val(dwarf.AttrName).(string)
	kind, _ := e.Val(attrKind).(int64)
	size, _ := e.Val(dwarf.AttrByteSize).(int64)
	t := goType{name: name, kind: reflect.Kind(kind & 31), size: max(0, size)}
	var refs typeRefs
	refs.typ, _ = e.Val(dwarf.AttrType).(dwarf.Offset)
	refs.elem, _ = e.Val(attrElem).(dwarf.Offset)
	refs.key, _ = e.Val(attrKey).(dwarf.Offset)
	if t.kind == reflect.Invalid {
		t.kind = kindOfTag[e.Tag]
	}
	if e.Children {
		for {
			child, err := r.Next()
			if err != nil {
				return err
			}
			if child == nil || child.Tag == 0 {
				break
			}
			if child.Children {
				r.SkipChildren()
			}
			switch child.Tag {
			case dwarf.TagMember:
				f := field{}
				f.name, _ = child.Val(dwarf.AttrName).(string)
				f.offset = memberOffset(child)
				of, _ := child.Val(dwarf.AttrType).(dwarf.Offset)
				t.fields, refs.fields = append(t.fields, f), append(refs.fields, of)
			case dwarf.TagSubrangeType:
				t.count, _ = child.Val(dwarf.AttrCount).(int64)
			}
		}
	}
	id := d.add(t, refs)
	d.byOffset[e.Offset] = id
	if at, ok := e.Val(attrRuntimeType).(uint64); ok && at != 0 {
		d.byRuntime[at] = id
	}
	return nil
}

var kindOfTag = map[dwarf.Tag]reflect.Kind{dwarf.TagStructType: reflect.Struct, dwarf.TagPointerType: reflect.Pointer,
	dwarf.TagArrayType: reflect.Array, dwarf.TagSubroutineType: reflect.Func}

// memberOffset returns the offset of a field, which old versions of Go write as an expression.
func memberOffset(e *dwarf.Entry) int64 {
	switch v := e.Val(dwarf.AttrDataMemberLoc).(type) {
	case int64:
		return v
	case []byte: // DW_OP_plus_uconst
		if len(v) > 1 && v[0] == 0x23 {
			n, _ := binary.Uvarint(v[1:])
			return int64(n)
		}
	}
	return 0
}

// placeTypes makes the addresses of types absolute. In most versions of Go, DWARF has offsets from the first one.
func (d *dwarfReader) placeTypes(im *image) {
	start, end := im.address("runtime.types"), im.address("runtime.etypes")
	relative, absolute := 0, make(map[uint64]typeID, len(d.byRuntime))
	for at, t := range d.byRuntime {
		if at-start >= end-start {
			relative++
			absolute[start+at] = t
		}
	}
	if start != 0 && 2*relative > len(d.byRuntime) {
		d.byRuntime = absolute
	}
}

// resolve replaces offsets by types.
func (d *dwarfReader) resolve() {
	for _, x := range d.pending {
		t := &d.list[x.at]
		typ := d.byOffset[x.ref.typ]
		t.key = d.byOffset[x.ref.key]
		t.elem = d.byOffset[x.ref.elem]
		switch t.kind {
		case reflect.Pointer, reflect.Array, reflect.Invalid:
			t.elem = typ
		case reflect.Map, reflect.Chan:
			t.under = typ // pointer to the header
		}
		for i := range t.fields {
			t.fields[i].of = d.byOffset[x.ref.fields[i]]
		}
		if t.size == 0 {
			t.size = d.ptr * wordsOfKind[t.kind]
		}
	}
	d.aliases()
	for _, list := range d.p.locals {
		for i := range list {
			list[i].of = d.resolved(d.byOffset[list[i].typ])
		}
	}
	for _, v := range d.vars {
		if _, known := d.variables[v.name]; !known {
			d.variables[v.name] = d.resolved(d.byOffset[v.typ])
		}
	}
}

// wordsOfKind is the size in words of the types for which DWARF has no size.
var wordsOfKind = map[reflect.Kind]int64{reflect.Pointer: 1, reflect.UnsafePointer: 1, reflect.Map: 1, reflect.Chan: 1, reflect.Func: 1,
	reflect.Interface: 2}

// maxAliases is the largest number of typedefs that are followed.
const maxAliases = 16

// resolved returns the type that a typedef stands for.
func (d *types) resolved(t typeID) typeID {
	for range maxAliases {
		if d.list[t].kind != reflect.Invalid || d.list[t].elem == 0 {
			return t
		}
		d.list[d.list[t].elem].name = d.list[t].name
		t = d.list[t].elem
	}
	return 0
}

// aliases replaces typedefs in all types, and connects maps and channels with their headers.
func (d *types) aliases() {
	for i := range d.list {
		t := &d.list[i]
		if t.kind == reflect.Invalid {
			continue
		}
		t.elem, t.key, t.under = d.resolved(t.elem), d.resolved(t.key), d.resolved(t.under)
		for j := range t.fields {
			t.fields[j].of = d.resolved(t.fields[j].of)
		}
	}
	for i := range d.list {
		t := &d.list[i]
		if t.kind == reflect.Map || t.kind == reflect.Chan {
			t.under = d.list[t.under].elem
			d.adopt(t)
		}
	}
	for at, t := range d.byRuntime {
		d.byRuntime[at] = d.resolved(t)
	}
}
