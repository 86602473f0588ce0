package trace

import (
	"cmp"
	"context"
	"encoding/binary"
	"fmt"
	"slices"
	"unicode/utf16"
	"unicode/utf8"
)

// Texts of java.lang.String. Its field value is, depending on the version of Java,
//
//	since 9         byte[], with coder: 0 for Latin-1, 1 for UTF-16 in the byte order of the machine
//	7 and 8         char[]
//	up to 6         char[], of which the field count says how much from the field offset on
//	Android         char[] or, if all is Latin-1, byte[]; made up by the writer of the dump, since strings have no arrays
//
// The byte order of the machine is taken for little-endian, as it is on all common ones.

// IsString reports whether objects of type t are strings.
func (h *Heap) IsString(t TypeID) bool {
	return int(t) < len(h.Types) && h.Types[t].Name == "java.lang.String" && h.Types[t].Kind == Instance
}

// textPart is the part of an array that holds the text of an object.
type textPart struct {
	object, array ObjectID
	from, count   uint32 // characters of a char[]; count is noCount for the rest
	wide          bool   // bytes are UTF-16
}

const noCount = ^uint32(0)

// Text returns the text of a string or a char[], at most limit characters of it. A character that UTF-8 cannot have, such
// as half of a pair in UTF-16, becomes U+FFFD. The error is [ErrNoText] for objects without text.
func (v *Values) Text(o ObjectID, limit int) (string, error) {
	text, found := "", false
	err := v.Texts(context.Background(), []ObjectID{o}, limit, func(_ ObjectID, t []byte) { text, found = string(t), true })
	if err == nil && !found {
		err = fmt.Errorf("object %d: %w", o, ErrNoText)
	}
	return text, err
}

// Texts calls visit, one call at a time, with the texts of strings and char arrays, at most limit characters of each, as
// UTF-8 in a slice that is valid during the call only. The order is that of the arrays that hold the texts. Objects
// without text are left out. It reads the input at most twice and takes 24 bytes per string.
func (v *Values) Texts(ctx context.Context, strings []ObjectID, limit int, visit func(o ObjectID, text []byte)) error {
	parts, err := v.textParts(ctx, strings)
	if err != nil || len(parts) == 0 {
		return err
	}
	slices.SortFunc(parts, func(a, b textPart) int { return cmp.Or(cmp.Compare(a.array, b.array), cmp.Compare(a.object, b.object)) })
	var arrays []ObjectID
	var start []int // of the parts of each array
	most := uint32(0)
	for i, p := range parts {
		if i == 0 || parts[i-1].array != p.array {
			arrays, start = append(arrays, p.array), append(start, i)
		}
		most = max(most, p.from)
	}
	start = append(start, len(parts))
	limit = max(0, min(limit, 1<<30))
	need := 2 * (2*limit + int(min(most, 1<<28))) // a character has up to two units
	var text []byte
	return v.source.Contents(ctx, arrays, need, func(i int, kind ValueKind, content []byte) {
		for _, p := range parts[start[i]:start[i+1]] {
			if kind == CharValue || kind == ByteValue {
				text = p.append(text[:0], kind, content, limit)
				visit(p.object, text)
			}
		}
	})
}

// unitPiece is the number of characters of a text that [Values.Units] has in memory at once.
const unitPiece = 1 << 14

// Units calls visit, one call at a time, with the whole texts of strings and char arrays in pieces, as UTF-16 in big-endian
// byte order, in a slice that is valid during the call only. The pieces of a text follow each other; texts come in the order
// of the arrays that hold them. Objects without text are left out, and so are empty texts. It costs some microseconds per
// piece and takes 24 bytes per string, however long the texts are.
func (v *Values) Units(ctx context.Context, strings []ObjectID, visit func(o ObjectID, units []byte)) error {
	parts, err := v.textParts(ctx, strings)
	if err != nil {
		return err
	}
	slices.SortFunc(parts, func(a, b textPart) int { return cmp.Or(cmp.Compare(a.array, b.array), cmp.Compare(a.object, b.object)) })
	var elements []Value
	var units []byte
	for _, p := range parts {
		for at, end := p.elements(v.heap); at < end; at += unitPiece {
			if err := ctx.Err(); err != nil {
				return err
			}
			if elements, err = v.source.Elements(p.array, at, min(unitPiece, end-at), elements[:0]); err != nil {
				return err
			}
			if units = p.appendUnits(units[:0], elements); len(units) > 0 {
				visit(p.object, units)
			}
		}
	}
	return ctx.Err()
}

// elements returns which elements of the array hold the text.
func (p *textPart) elements(h *Heap) (from, to int) {
	to = int(h.Extent.At(p.array))
	if h.Types[h.TypeOf.At(p.array)].Name != "char[]" {
		return 0, to
	}
	from = min(int(p.from), to)
	if p.count != noCount {
		to = min(to, from+int(p.count))
	}
	return from, to
}

// appendUnits appends the UTF-16 of elements, of which there is an even number if a character is two of them.
func (p *textPart) appendUnits(units []byte, elements []Value) []byte {
	if p.wide && len(elements) > 0 && elements[0].Kind == ByteValue {
		for i := 0; i+1 < len(elements); i += 2 {
			units = append(units, byte(elements[i+1].Int()), byte(elements[i].Int()))
		}
		return units
	}
	for _, e := range elements {
		unit := uint16(e.Int())
		if e.Kind == ByteValue {
			unit &= 0xFF
		}
		units = append(units, byte(unit>>8), byte(unit))
	}
	return units
}

// textParts finds where the texts of objects are.
func (v *Values) textParts(ctx context.Context, objects []ObjectID) ([]textPart, error) {
	h := v.heap
	var parts []textPart
	var read []ObjectID // strings whose other fields matter
	for _, o := range objects {
		t, err := v.typeOf(o)
		if err != nil {
			return nil, err
		}
		p := textPart{object: o, array: NoObject, count: noCount}
		switch {
		case h.IsString(t):
			p.array = h.Referent(o, "value")
			if v.FieldIndex(t, "coder") >= 0 || v.FieldIndex(t, "offset") >= 0 {
				read = append(read, o)
			}
		case h.Types[t].Name == "char[]":
			p.array = o
		}
		if p.array != NoObject && h.Types[h.TypeOf.At(p.array)].Kind == PrimitiveArray {
			parts = append(parts, p)
		}
	}
	if len(read) == 0 {
		return parts, nil
	}
	slices.SortFunc(parts, func(a, b textPart) int { return cmp.Compare(a.object, b.object) })
	parts = slices.CompactFunc(parts, func(a, b textPart) bool { return a.object == b.object })
	return parts, v.readParts(ctx, parts, read)
}

// manyStrings is the number of strings from which on reading the whole input is not slower than reading each string.
const manyStrings = 2000

// readParts reads the fields of strings that say how their arrays are to be understood.
func (v *Values) readParts(ctx context.Context, parts []textPart, strings []ObjectID) error {
	next := 0 // part that comes next if objects come in order
	set := func(o ObjectID, fields []Field) {
		if next == len(parts) || parts[next].object != o {
			i, found := slices.BinarySearchFunc(parts, o, func(p textPart, o ObjectID) int { return cmp.Compare(p.object, o) })
			if !found {
				return
			}
			next = i
		}
		parts[next].set(fields)
		next++
	}
	if len(strings) < manyStrings {
		for _, o := range strings {
			fields, err := v.Fields(o)
			if err != nil {
				return err
			}
			set(o, fields)
		}
		return ctx.Err()
	}
	var selections []Selection
	wanted := map[TypeID][]Field{}
	for _, o := range strings {
		t := v.heap.TypeOf.At(o)
		if _, known := wanted[t]; known {
			continue
		}
		s := Selection{Type: t}
		for i, f := range v.Layout(t) {
			if f.Name == "coder" || f.Name == "offset" || f.Name == "count" {
				s.Fields = append(s.Fields, i)
				wanted[t] = append(wanted[t], Field{FieldDecl: f})
			}
		}
		selections = append(selections, s)
	}
	return v.Rows(ctx, selections, func(o ObjectID, row []Value) {
		fields := wanted[v.heap.TypeOf.At(o)]
		for i := range row {
			fields[i].Value = row[i]
		}
		set(o, fields)
	})
}

// set sets the part from the fields of its string.
func (p *textPart) set(fields []Field) {
	offset := false
	for _, f := range fields {
		if f.Name == "coder" {
			p.wide = f.Value.Int() != 0
		}
		if f.Name == "offset" && f.Value.Int() >= 0 {
			p.from, offset = uint32(f.Value.Int()), true
		}
	}
	for _, f := range fields {
		if f.Name == "count" && offset && f.Value.Int() >= 0 { // Android has count alone, and a flag in it
			p.count = uint32(f.Value.Int())
		}
	}
}

// Text returns at most limit characters of the text in content, that of an array of kind: a char[], or a byte[] of Latin-1
// or, if wide, of UTF-16.
func Text(content []byte, kind ValueKind, wide bool, limit int) string {
	part := textPart{count: noCount, wide: wide}
	return string(part.append(nil, kind, content, limit))
}

// append appends at most limit characters of the text in content to text.
func (p *textPart) append(text []byte, kind ValueKind, content []byte, limit int) []byte {
	if kind == ByteValue && !p.wide {
		for _, b := range content[:min(len(content), limit)] {
			text = utf8.AppendRune(text, rune(b))
		}
		return text
	}
	order := binary.ByteOrder(binary.LittleEndian)
	if kind == CharValue {
		order = binary.BigEndian
		content = content[min(uint64(len(content)), 2*uint64(p.from)):]
		if p.count != noCount {
			content = content[:min(uint64(len(content)), 2*uint64(p.count))]
		}
	}
	for n := 0; n < limit && len(content) >= 2; n++ {
		r, size := rune(order.Uint16(content)), 2
		if utf16.IsSurrogate(r) {
			low := rune(0)
			if len(content) >= 4 {
				low = rune(order.Uint16(content[2:]))
			}
			if r = utf16.DecodeRune(r, low); r != utf8.RuneError {
				size = 4
			}
		}
		text = utf8.AppendRune(text, r)
		content = content[size:]
	}
	return text
}
