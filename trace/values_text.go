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

// Texts of java.lang.String. The type of its field value depends on the Java version:
//
// since 9         byte[]; field coder is 0 for Latin-1, 1 for UTF-16 in the machine's byte order
// 7 and 8         char[]
// up to 6         char[]; field count is the number of characters, starting at field offset
// Android         char[], or byte[] for pure Latin-1; synthesized by the dump writer, since Android strings have no arrays
//
// The machine's byte order is assumed to be little-endian, as on all common machines.

// StringsOfV8 is the type of the strings of V8, except slices of longer strings.
const StringsOfV8 = "(string)"

// IsString reports whether objects of type t are strings.
func (h *Heap) IsString(t TypeID) bool {
	if h.Runtime == V8 {
		return int(t) < len(h.Types) && h.Types[t].Name == StringsOfV8
	}
	return int(t) < len(h.Types) && h.Types[t].Name == "java.lang.String" && h.Types[t].Kind == Instance
}

// textPart is the part of an array that contains the text of an object.
type textPart struct {
	object, array ObjectID
	from, count   uint32 // in characters of a char[]; count is noCount for the rest of the array
	wide          bool   // bytes are UTF-16
}

const noCount = ^uint32(0)

// Text returns the text of a string or char[], truncated to limit characters. A character that UTF-8 cannot represent, such as an unpaired
// surrogate, becomes U+FFFD. The error is [ErrNoText] for objects without text.
func (v *Values) Text(o ObjectID, limit int) (string, error) {
	text, found := "", false
	err := v.Texts(context.Background(), []ObjectID{o}, limit, func(_ ObjectID, t []byte) { text, found = string(t), true })
	if err == nil && !found {
		err = fmt.Errorf("object %d: %w", o, ErrNoText)
	}
	return text, err
}

// Texts calls visit with the texts of strings and char arrays, each truncated to limit characters. Calls do not overlap. text is UTF-8 and
// valid during the call only. Texts come in the order of the input. V8 truncates texts to 1,024 characters. Objects without text are skipped.
// It reads the input at most twice and takes 24 bytes per string.
func (v *Values) Texts(ctx context.Context, strings []ObjectID, limit int, visit func(o ObjectID, text []byte)) error {
	if v.texts != nil {
		return v.textsOf(ctx, strings, limit, visit)
	}
	parts, err := v.textParts(ctx, strings)
	if err != nil || len(parts) == 0 {
		return err
	}
	slices.SortFunc(parts, func(a, b textPart) int { return cmp.Or(cmp.Compare(a.array, b.array), cmp.Compare(a.object, b.object)) })
	var arrays []ObjectID
	var start []int // first part of each array
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

// unitPiece is the number of characters of a text that [Values.Units] reads into memory at once.
const unitPiece = 1 << 14

// Units calls visit with the whole texts of strings and char arrays, in pieces. Calls do not overlap. units is big-endian UTF-16 and valid
// during the call only. The pieces of a text are consecutive, and texts come in the order of the arrays that contain them. Objects without
// text and empty texts are skipped. It takes some microseconds per piece and 24 bytes per string, regardless of the length of the texts.
func (v *Values) Units(ctx context.Context, strings []ObjectID, visit func(o ObjectID, units []byte)) error {
	if v.texts != nil {
		return v.unitsOf(ctx, strings, visit)
	}
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

// elements returns the range of array elements that contains the text.
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

// appendUnits appends the UTF-16 units of elements. Where a unit is two bytes, the number of elements must be even.
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

// textParts returns the array parts that contain the texts of objects.
func (v *Values) textParts(ctx context.Context, objects []ObjectID) ([]textPart, error) {
	h := v.heap
	var parts []textPart
	var read []ObjectID // strings whose other fields are needed
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

// manyStrings is the number of strings at which reading the whole input is as fast as reading each string.
const manyStrings = 2000

// readParts reads the string fields that determine how the arrays are decoded.
func (v *Values) readParts(ctx context.Context, parts []textPart, strings []ObjectID) error {
	next := 0 // part expected next, if objects come in order
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
		if f.Name == "count" && offset && f.Value.Int() >= 0 { // Android has only count, which includes a flag
			p.count = uint32(f.Value.Int())
		}
	}
}

// Text returns at most limit characters of the text in content, the content of an array of the given kind: a char[], or a byte[] in Latin-1
// or, if wide, in UTF-16.
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
