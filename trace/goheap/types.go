package goheap

import (
	"cmp"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"memcity/trace"
)

// action selects the target of a pointer in an object of a given type.
type action uint8

const (
	toObject   action = iota // an object of a type
	toArray                  // the array of a slice
	toString                 // the bytes of a string
	toClosure                // a function with its captured variables
	toEmpty                  // the value of an interface without methods, whose type is in the word before
	toValue                  // the value of an interface with methods, whose itab is in the word before
	toTables                 // the tables of a map
	toBuffer                 // the buffer of a channel
	toWaiting                // the variable of a goroutine that waits for a channel
	toAnything               // unknown
)

// slot is a pointer in the objects of a type.
type slot struct {
	offset int64
	name   string // path of the field; empty for an element
	act    action
	of     typeID
	number uint32 // of name in the dictionary; 0 until it is used
}

// typeRole is the purpose of a struct of Go's runtime.
type typeRole uint8

const (
	plainRole typeRole = iota
	mapRole            // header of a map
	groupRole          // part of a table of a map
	chanRole           // header of a channel
)

// Limits on the pointers of a type that are told apart.
const (
	maxSlots   = 1 << 12
	maxIndices = 4 // elements of an array in a struct; elements of longer arrays have no names
	maxNesting = 32
	maxSteps   = 1 << 17 // fields of a type, including nested ones
)

// goPrefix precedes the names of built-in types.
const goPrefix = "go:"

// textTitle is the name of the bytes of strings.
const textTitle = goPrefix + "string"

// newTypes returns no types, for a dump without DWARF.
func newTypes() *types {
	return &types{list: make([]goType, 1, 1024), byRuntime: map[uint64]typeID{}, variables: map[string]typeID{},
		chans: map[typeID]typeID{}}
}

// add adds a type and returns its number.
func (d *types) add(t goType) typeID {
	d.list = append(d.list, t)
	return typeID(len(d.list) - 1)
}

// layout returns the pointers in the objects of a type, by offset.
func (d *types) layout(t typeID) []slot {
	x := &d.list[t]
	if !x.laid {
		x.laid = true
		d.steps = 0
		slots := d.flatten(nil, t, 0, "", 0)
		slices.SortStableFunc(slots, func(a, b slot) int { return cmp.Compare(a.offset, b.offset) })
		d.list[t].slots = slots
	}
	return d.list[t].slots
}

func join(prefix, name string) string {
	if prefix == "" {
		return name
	}
	return prefix + "." + name
}

// flatten appends the pointers in a type at an offset.
func (d *types) flatten(slots []slot, t typeID, at int64, name string, depth int) []slot {
	if d.steps++; t == 0 || depth > maxNesting || len(slots) >= maxSlots || d.steps > maxSteps {
		return slots
	}
	x := &d.list[t]
	switch x.kind {
	case reflect.Pointer:
		return append(slots, slot{offset: at, name: name, act: toObject, of: x.elem})
	case reflect.Map, reflect.Chan:
		return append(slots, slot{offset: at, name: name, act: toObject, of: x.under})
	case reflect.Slice:
		return append(slots, slot{offset: at, name: name, act: toArray, of: x.elem})
	case reflect.String:
		return append(slots, slot{offset: at, name: name, act: toString})
	case reflect.Func:
		return append(slots, slot{offset: at, name: name, act: toClosure})
	case reflect.UnsafePointer:
		return append(slots, slot{offset: at, name: name, act: toAnything})
	case reflect.Interface:
		act := toValue
		if strings.HasSuffix(d.list[x.elem].name, "eface") {
			act = toEmpty
		}
		return append(slots, slot{offset: at + d.ptr, name: name, act: act})
	case reflect.Array:
		for i := range x.count {
			if len(slots) >= maxSlots || d.steps > maxSteps {
				break
			}
			element := name + "[" + strconv.FormatInt(i, 10) + "]"
			if x.count > maxIndices {
				element = ""
			}
			slots = d.flatten(slots, x.elem, at+i*d.list[x.elem].size, element, depth+1)
		}
	case reflect.Struct:
		for _, f := range x.fields {
			slots = d.flattenField(slots, t, f, at, name, depth)
		}
	}
	return slots
}

func (d *types) flattenField(slots []slot, t typeID, f field, at int64, name string, depth int) []slot {
	switch role := d.list[t].role; {
	case role == mapRole && f.name == "dirPtr":
		return append(slots, slot{offset: at + f.offset, name: f.name, act: toTables, of: t})
	case role == mapRole && (f.name == "buckets" || f.name == "oldbuckets"), role == groupRole && f.name == "data":
		return append(slots, slot{offset: at + f.offset, name: join(name, f.name), act: toArray, of: d.list[f.of].elem})
	case role == chanRole && f.name == "buf":
		return append(slots, slot{offset: at + f.offset, name: f.name, act: toBuffer, of: d.list[t].elem})
	}
	if f.name == "v" && strings.Contains(d.list[t].name, "atomic.Pointer[") {
		return append(slots, slot{offset: at + f.offset, name: name, act: toObject, of: d.pointed(t)})
	}
	if f.name == "elem" && d.list[t].name == "runtime.sudog" {
		return append(slots, slot{offset: at + f.offset, name: f.name, act: toWaiting, of: t})
	}
	return d.flatten(slots, f.of, at+f.offset, join(name, f.name), depth+1)
}

// pointed returns the type that an atomic.Pointer refers to. It has an empty array of pointers to that type.
func (d *types) pointed(t typeID) typeID {
	for _, f := range d.list[t].fields {
		if array := &d.list[f.of]; array.kind == reflect.Array {
			return d.list[array.elem].elem
		}
	}
	return 0
}

// adopt names the structs of the runtime for a map or channel after its type.
func (d *types) adopt(t *goType) {
	if t.under == 0 {
		return
	}
	header := &d.list[t.under]
	if t.kind == reflect.Chan {
		header.title, header.role, header.elem = goPrefix+"chan "+clean(d.list[t.elem].name), chanRole, t.elem
		d.chans[t.elem] = t.under
		return
	}
	name := goPrefix + "map[" + clean(d.list[t.key].name) + "]" + clean(d.list[t.elem].name)
	header.title, header.role = name, mapRole
	for _, f := range header.fields {
		switch f.name {
		case "dirPtr":
			pointer := d.list[f.of].elem
			d.list[pointer].title = name + " (directory)"
			d.adoptTable(d.list[pointer].elem, name)
		case "buckets":
			d.list[d.list[f.of].elem].title = name + " (buckets)"
		}
	}
}

// adoptTable names the tables of a map since Go 1.24.
func (d *types) adoptTable(table typeID, name string) {
	d.list[table].title = name + " (table)"
	for _, f := range d.list[table].fields {
		if f.name != "groups" {
			continue
		}
		reference := &d.list[f.of]
		reference.role = groupRole
		for _, g := range reference.fields {
			if g.name == "data" {
				d.list[table].under = d.list[g.of].elem
				d.list[d.list[g.of].elem].title = name + " (groups)"
			}
		}
	}
}

// clean replaces the escapes in the name of a type.
func clean(name string) string { return strings.ReplaceAll(name, "%2e", ".") }

// disguised returns the structs that a pointer to the named struct may really lead to, because Go's library converts it. The pointers of the
// object decide between several structs.
func (d *types) disguised(name string) []string {
	switch name {
	case "time.Timer", "time.Ticker", "runtime.timer":
		return []string{"runtime.timeTimer"}
	}
	if of, ok := strings.CutPrefix(name, "internal/sync.node["); ok { // of sync.Map
		return []string{"internal/sync.entry[" + of, "internal/sync.indirect[" + of}
	}
	return nil
}

// titleOf returns the name of the objects of a type, or of arrays of it.
func (d *types) titleOf(t typeID, repeated bool) string {
	x := &d.list[t]
	switch {
	case x.title != "" && !repeated, strings.HasSuffix(x.title, ")"), x.title == textTitle:
		return x.title
	case x.title != "":
		return goPrefix + "[]" + strings.TrimPrefix(x.title, goPrefix)
	case repeated:
		return trace.ClipName(goPrefix + "[]" + clean(x.name))
	case isNamed(x.name):
		return trace.ClipName(clean(x.name))
	}
	return trace.ClipName(goPrefix + clean(x.name))
}

// isNamed reports whether a type is declared in a package.
func isNamed(name string) bool {
	plain, _, _ := strings.Cut(name, "[")
	return strings.Contains(plain, ".") && !strings.ContainsAny(plain, "*(<{ ")
}
