package assembly

import (
	"bytes"
	"encoding/binary"
	"errors"
	"math/bits"
)

// Numbers of tables.
const (
	typeDef     = 0x02
	field       = 0x04
	nestedClass = 0x29
	tableCount  = nestedClass + 1
)

// Columns of tables: numbers of 2 and 4 bytes, indices into heaps, into a table (its number), and into one of several tables (coded, which
// are below).
const (
	two = 0x100 + iota
	four
	text
	guid
	blob
	coded // plus the index into codes
)

// codes are the tables that a coded index can name, and the number of bits for the choice.
var codes = []struct {
	bits   int
	tables []int
}{
	{2, []int{0x02, 0x01, 0x1b}}, // type
	{2, []int{0x04, 0x08, 0x17}}, // constant
	{5, []int{0x06, 0x04, 0x01, 0x02, 0x08, 0x09, 0x0a, 0x00, 0x0e, 0x17, 0x14, 0x11, 0x1a, 0x1b, 0x20, 0x23, 0x26, 0x27, 0x28}}, // attribute
	{1, []int{0x04, 0x08}},                   // marshaling
	{2, []int{0x02, 0x06, 0x20}},             // security
	{3, []int{0x02, 0x01, 0x1a, 0x06, 0x1b}}, // member
	{1, []int{0x14, 0x17}},                   // semantics
	{1, []int{0x06, 0x0a}},                   // method
	{1, []int{0x04, 0x06}},                   // forwarded member
	{2, []int{0x26, 0x23, 0x27}},             // implementation
	{3, []int{0x06, 0x0a}},                   // type of an attribute
	{2, []int{0x00, 0x1a, 0x23, 0x01}},       // scope
}

// columns are the columns of each table.
var columns = [tableCount][]int{
	{two, text, guid, guid, guid}, {coded + 11, text, text}, {four, text, text, coded + 0, field, 0x06}, {field}, {two, text, blob}, {0x06},
	{four, two, two, text, blob, 0x08}, {0x08}, {two, two, text}, {typeDef, coded + 0}, {coded + 5, text, blob}, {two, coded + 1, blob},
	{coded + 2, coded + 10, blob}, {coded + 3, blob}, {two, coded + 4, blob}, {two, four, typeDef}, {four, field}, {blob}, {typeDef, 0x14}, {0x14},
	{two, text, coded + 0}, {typeDef, 0x17}, {0x17}, {two, text, blob}, {two, 0x06, coded + 6}, {typeDef, coded + 7, coded + 7}, {text}, {blob},
	{two, coded + 8, text, 0x1a}, {four, field}, {four, four}, {four}, {four, two, two, two, two, four, blob, text, text}, {four}, {four, four, four},
	{two, two, two, two, four, blob, text, text, blob}, {four, 0x23}, {four, four, four, 0x23}, {four, text, blob}, {four, four, text, text, coded + 9},
	{four, four, text, coded + 9}, {typeDef, typeDef},
}

// tables are the tables of metadata.
type tables struct {
	rows   [64]uint32
	wide   byte // bits for heaps whose indices have 4 bytes
	start  [tableCount]int64
	size   [tableCount]int // of a row in bytes
	bytes  []byte
	names  []byte
	failed bool
}

var errTables = errors.New("the tables of the metadata are damaged")

// newTables reads the sizes of tables.
func newTables(b, names []byte) (*tables, error) {
	if len(b) < 24 {
		return nil, errTables
	}
	t := &tables{wide: b[6], bytes: b, names: names}
	valid, at := binary.LittleEndian.Uint64(b[8:]), int64(24)
	if int64(len(b)) < at+4*int64(bits.OnesCount64(valid)) {
		return nil, errTables
	}
	for i := range t.rows {
		if valid&(1<<i) != 0 {
			t.rows[i] = binary.LittleEndian.Uint32(b[at:])
			at += 4
		}
	}
	if t.wide&0x40 != 0 {
		at += 4 // extra data
	}
	for i := range columns {
		for _, c := range columns[i] {
			t.size[i] += t.width(c)
		}
		t.start[i] = at
		at += int64(t.rows[i]) * int64(t.size[i])
	}
	if at > int64(len(b)) {
		return nil, errTables
	}
	return t, nil
}

// width returns the size of a column in bytes.
func (t *tables) width(column int) int {
	wide := func(is bool) int {
		if is {
			return 4
		}
		return 2
	}
	switch {
	case column == two:
		return 2
	case column == four:
		return 4
	case column >= text && column <= blob:
		return wide(t.wide&(1<<(column-text)) != 0)
	case column >= coded:
		most := uint32(0)
		for _, of := range codes[column-coded].tables {
			most = max(most, t.rows[of])
		}
		return wide(most >= 1<<(16-codes[column-coded].bits))
	}
	return wide(t.rows[column] >= 1<<16)
}

// value returns the value of a column in a row, 0-based.
func (t *tables) value(table int, row uint32, column int) uint32 {
	at := t.start[table] + int64(row)*int64(t.size[table])
	for _, c := range columns[table][:column] {
		at += int64(t.width(c))
	}
	if t.width(columns[table][column]) == 2 {
		return uint32(binary.LittleEndian.Uint16(t.bytes[at:]))
	}
	return binary.LittleEndian.Uint32(t.bytes[at:])
}

// name returns a name.
func (t *tables) name(at uint32) string {
	if int64(at) >= int64(len(t.names)) {
		t.failed = true
		return ""
	}
	name, _, _ := bytes.Cut(t.names[at:], []byte{0})
	return string(name)
}

// Flags of fields.
const (
	isStatic  = 0x10
	isLiteral = 0x40
)

// types returns the types with their static fields.
func (t *tables) types() ([]Type, error) {
	all := make([]Type, t.rows[typeDef])
	for i := range all {
		row := uint32(i)
		all[i] = Type{Name: t.name(t.value(typeDef, row, 1)), Namespace: t.name(t.value(typeDef, row, 2)), Outer: -1}
		from, end := t.value(typeDef, row, 4), t.rows[field]+1
		if i+1 < len(all) {
			end = t.value(typeDef, row+1, 4)
		}
		if from == 0 || end < from || end > t.rows[field]+1 { // descending rows would repeat fields
			return nil, errTables
		}
		for f := from; f < end; f++ {
			if flags := t.value(field, f-1, 0); flags&isStatic != 0 && flags&isLiteral == 0 {
				all[i].Statics = append(all[i].Statics, t.name(t.value(field, f-1, 1)))
			}
		}
	}
	for i := range t.rows[nestedClass] {
		inner, outer := t.value(nestedClass, i, 0), t.value(nestedClass, i, 1)
		if inner == 0 || outer == 0 || int64(inner) > int64(len(all)) || int64(outer) > int64(len(all)) {
			return nil, errTables
		}
		all[inner-1].Outer = int(outer) - 1
	}
	if t.failed {
		return nil, errTables
	}
	return all, nil
}
