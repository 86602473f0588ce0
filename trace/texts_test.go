package trace_test

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"

	"memcity/trace"
	"memcity/trace/tracetest"
)

// texts is a heap with strings in the form of a Java version, and their texts.
type texts struct {
	heap    *trace.Heap
	strings []trace.ObjectID
	want    map[trace.ObjectID]string
	array   map[trace.ObjectID]trace.ObjectID // array that contains the text
}

// newTexts creates n strings in one of the forms: latin1 and utf16 since Java 9, chars of Java 7 and 8, or shared of Java 6, where several
// strings are parts of one array. Texts have up to longest characters.
func newTexts(seed uint64, form string, n, longest int) *texts {
	rng := rand.New(rand.NewPCG(seed, 3))
	b := tracetest.NewHeap()
	text := b.Type("java.lang.String", 24, "value")
	switch form {
	case "latin1", "utf16":
		b.Field(text, "hash", trace.IntValue)
		b.Field(text, "coder", trace.ByteValue)
	case "shared":
		b.Field(text, "offset", trace.IntValue)
		b.Field(text, "count", trace.IntValue)
	}
	bytes, chars := b.PrimitiveType("byte[]", 1), b.PrimitiveType("char[]", 2)
	alphabet := []rune("abcäöü")
	if form != "latin1" {
		alphabet = append(alphabet, '人', 'א')
	}
	if form != "latin1" && form != "shared" { // a part of an array must not split a character
		alphabet = append(alphabet, '😀')
	}
	x := &texts{want: map[trace.ObjectID]string{}, array: map[trace.ObjectID]trace.ObjectID{}}
	var array trace.ObjectID
	var units []uint16
	for len(x.strings) < n {
		o := b.Object(text)
		from, to := 0, 0
		if form != "shared" || len(x.strings)%3 == 0 {
			runes := make([]rune, rng.IntN(longest+1))
			for i := range runes {
				runes[i] = alphabet[rng.IntN(len(alphabet))]
			}
			units = utf16.Encode(runes)
			switch form {
			case "latin1":
				array = b.Array(bytes, len(units))
				b.Content(array, trace.ByteValue, encoded(units, nil))
			case "utf16":
				array = b.Array(bytes, 2*len(units))
				b.Content(array, trace.ByteValue, encoded(units, binary.LittleEndian))
			default:
				array = b.Array(chars, len(units))
				b.Content(array, trace.CharValue, encoded(units, binary.BigEndian))
			}
			to = len(units)
		} else {
			from = rng.IntN(len(units) + 1)
			to = from + rng.IntN(len(units)-from+1)
		}
		switch form {
		case "utf16":
			b.Set(o, "coder", trace.MakeValue(trace.ByteValue, 1))
		case "shared":
			b.Set(o, "offset", tracetest.IntValue(int32(from)))
			b.Set(o, "count", tracetest.IntValue(int32(to-from)))
		}
		b.Refer(o, "value", array)
		x.strings, x.want[o], x.array[o] = append(x.strings, o), string(utf16.Decode(units[from:to])), array
	}
	x.heap = b.Heap()
	return x
}

// encoded returns the units in a byte order, or as Latin-1 if order is nil.
func encoded(units []uint16, order binary.AppendByteOrder) []byte {
	content := []byte{}
	for _, u := range units {
		if order == nil {
			content = append(content, byte(u))
		} else {
			content = order.AppendUint16(content, u)
		}
	}
	return content
}

// first returns at most n characters of text.
func first(text string, n int) string {
	runes := []rune(text)
	return string(runes[:min(n, len(runes))])
}

// TestTexts checks that all methods return the same text, for few strings and for so many that the whole input is read, in any order and of
// any length.
func TestTexts(t *testing.T) {
	ctx := context.Background()
	for _, form := range []string{"latin1", "utf16", "chars", "shared"} {
		for _, n := range []int{1, 20, 1999, 2000, 2500} {
			x := newTexts(uint64(n), form, n, 6)
			v := x.heap.Values
			queried := slices.Clone(x.strings)
			rand.New(rand.NewPCG(uint64(n), 4)).Shuffle(n, func(i, k int) { queried[i], queried[k] = queried[k], queried[i] })
			for _, limit := range []int{-1, 0, 1, 3, 100, 1 << 40} {
				last := trace.ObjectID(0)
				seen := map[trace.ObjectID]bool{}
				err := v.Texts(ctx, queried, limit, func(o trace.ObjectID, text []byte) {
					if want := first(x.want[o], max(0, limit)); string(text) != want {
						t.Errorf("%s: string %d is %q up to %d, want %q", form, o, text, limit, want)
					}
					if x.array[o] < last || seen[o] {
						t.Errorf("%s: string %d comes after array %d, seen %v", form, o, last, seen[o])
					}
					last, seen[o] = x.array[o], true
				})
				if err != nil || len(seen) != n {
					t.Errorf("%s: %d of %d texts, %v", form, len(seen), n, err)
				}
			}
			if n > 20 {
				continue
			}
			for _, o := range x.strings {
				for limit := range 4 {
					if got, err := v.Text(o, limit); err != nil || got != first(x.want[o], limit) {
						t.Errorf("%s: string %d is %q, want %q, %v", form, o, got, first(x.want[o], limit), err)
					}
				}
			}
		}
	}
}

// TestUnits checks that the pieces of a text together equal the text, for any length.
func TestUnits(t *testing.T) {
	for _, form := range []string{"latin1", "utf16", "chars", "shared"} {
		for _, longest := range []int{5, 40000} {
			x := newTexts(7, form, 9, longest)
			got, pieces := map[trace.ObjectID][]byte{}, 0
			visit := func(o trace.ObjectID, units []byte) {
				if len(units) == 0 || len(units) > 2*(1<<14) {
					t.Errorf("%s: a piece of %d bytes", form, len(units))
				}
				got[o] = append(got[o], units...)
				pieces++
			}
			if err := x.heap.Values.Units(context.Background(), x.strings, visit); err != nil {
				t.Fatal(err)
			}
			for _, o := range x.strings {
				if want := encoded(utf16.Encode([]rune(x.want[o])), binary.BigEndian); string(got[o]) != string(want) {
					t.Errorf("%s: string %d has %d bytes, want %d", form, o, len(got[o]), len(want))
				}
				if x.want[o] == "" && got[o] != nil {
					t.Errorf("%s: string %d is empty and was visited", form, o)
				}
			}
			if longest > 5 && pieces <= len(x.strings) {
				t.Errorf("%s: %d pieces for %d long strings", form, pieces, len(x.strings))
			}
		}
	}
}

// TestWithoutText checks that only strings and char[] have a text, and that reading ends when canceled.
func TestWithoutText(t *testing.T) {
	b := tracetest.NewHeap()
	text, fake := b.Type("java.lang.String", 24, "value"), b.Type("java.lang.Strings", 24, "value")
	chars, things := b.PrimitiveType("char[]", 2), b.ArrayType("java.lang.Object[]")
	b.ArrayType("java.lang.String[]")
	array, other := b.Array(chars, 2), b.Array(things, 2)
	blank := b.Array(chars, 1)
	b.Content(array, trace.CharValue, []byte("\x00h\x00i"))
	good, fakeString, null, wrong, lost := b.Object(text), b.Object(fake), b.Object(text), b.Object(text), b.Object(text)
	b.Refer(good, "value", array)
	b.Refer(fakeString, "value", array)
	b.Refer(wrong, "value", other)
	b.Refer(lost, "value", blank)
	h := b.Heap()
	for _, o := range []trace.ObjectID{good, array} {
		if got, err := h.Values.Text(o, 9); got != "hi" || err != nil {
			t.Errorf("object %d: %q, %v", o, got, err)
		}
	}
	for _, o := range []trace.ObjectID{fakeString, null, wrong, lost, other, blank} {
		if got, err := h.Values.Text(o, 9); got != "" || !errors.Is(err, trace.ErrNoText) {
			t.Errorf("object %d: %q, %v", o, got, err)
		}
	}
	if got, err := h.Values.Text(trace.ObjectID(h.Len()), 9); got != "" || err == nil || errors.Is(err, trace.ErrNoText) {
		t.Errorf("an object that is not there: %q, %v", got, err)
	}
	for i, want := range []bool{true, false, false, false, false} {
		if got := h.IsString(trace.TypeID(i)); got != want {
			t.Errorf("type %d is of strings: %v", i, got)
		}
	}
	if h.IsString(trace.TypeID(len(h.Types))) || h.IsString(trace.NoType) {
		t.Error("types that are not there are of strings")
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if err := h.Values.Units(ctx, []trace.ObjectID{good}, func(trace.ObjectID, []byte) { t.Error("visited") }); err == nil {
		t.Error("cancelled: no error")
	}
	if err := h.Values.Units(context.Background(), []trace.ObjectID{99}, nil); err == nil {
		t.Error("an object that is not there: no error")
	}
}

// TestFields checks fields and elements of objects of each kind, with inherited fields after the class's own.
func TestFields(t *testing.T) {
	b := tracetest.NewHeap()
	base := b.Type("app.Base", 24, "next")
	b.Field(base, "size", trace.IntValue)
	b.Field(base, "id", trace.IntValue)
	sub := b.Subtype(base, "app.Sub", 32)
	b.Field(sub, "size", trace.LongValue)
	numbers, things := b.PrimitiveType("int[]", 4), b.ArrayType("app.Base[]")
	o, p := b.Object(sub), b.Object(base)
	b.Set(o, "id", tracetest.IntValue(5))
	b.Set(o, "size", trace.MakeValue(trace.LongValue, 7))
	b.Refer(o, "next", p)
	array, objects := b.Array(numbers, 3), b.Array(things, 2)
	b.Content(array, trace.IntValue, []byte{0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 3})
	b.Element(objects, 1, p)
	class := b.Class(base, 40, trace.NoObject)
	b.Refer(class, "FIRST", p)
	b.Set(class, "COUNT", tracetest.IntValue(9))
	h := b.Heap()
	v := h.Values
	names := func(fields []trace.Field) string {
		var all []string
		for _, f := range fields {
			all = append(all, fmt.Sprintf("%s %s %v", f.Name, f.Kind, f.Value))
		}
		return strings.Join(all, ", ")
	}
	fields, err := v.Fields(o)
	if got := names(fields); !strings.HasPrefix(got, "size long 7, ") || !strings.Contains(got, "id int 5") ||
		!strings.Contains(got, fmt.Sprintf("next reference object %d", p)) || err != nil {
		t.Errorf("fields %s, %v", got, err)
	}
	if i := v.FieldIndex(sub, "size"); i != 0 {
		t.Errorf("the field that hides another has number %d", i)
	}
	if i, k := v.FieldIndex(sub, "colour"), v.FieldIndex(numbers, "size"); i != -1 || k != -1 {
		t.Errorf("fields that are not there have numbers %d and %d", i, k)
	}
	if v.Layout(things) != nil || v.Layout(trace.TypeID(len(h.Types))) != nil || len(v.Layout(sub)) != 4 {
		t.Error("layouts")
	}
	for name, want := range map[string]string{"size": "7", "id": "5", "colour": "?"} {
		if got, err := v.Field(o, name); got.String() != want || err != nil {
			t.Errorf("%s is %v, want %s, %v", name, got, want, err)
		}
	}
	if got, err := v.Field(class, "COUNT"); got.Int() != 9 || err != nil {
		t.Errorf("a static field is %v, %v", got, err)
	}
	if got, err := v.Fields(array); got != nil || err != nil {
		t.Errorf("fields of an array: %v, %v", got, err)
	}
	for _, test := range []struct {
		o       trace.ObjectID
		from, n int
		want    string
	}{
		{array, 0, 3, "[1 2 3]"}, {array, -1, 3, "[1 2 3]"}, {array, 0, 2, "[1 2]"}, {array, 1, 9, "[2 3]"}, {array, 2, 1, "[3]"},
		{array, 3, 1, "[]"}, {array, 9, 9, "[]"},
		{array, 0, 0, "[]"}, {objects, 0, 2, fmt.Sprintf("[null object %d]", p)}, {o, 0, 2, "[]"}, {class, 0, 2, "[]"},
	} {
		if got, err := v.Elements(test.o, test.from, test.n); fmt.Sprint(got) != test.want || err != nil {
			t.Errorf("elements of %d from %d, %d of them: %v, %v, want %s", test.o, test.from, test.n, got, err, test.want)
		}
	}
	none := trace.ObjectID(h.Len())
	_, errFields := v.Fields(none)
	_, errField := v.Field(none, "id")
	_, errElements := v.Elements(none, 0, 1)
	if errFields == nil || errField == nil || errElements == nil {
		t.Errorf("an object that is not there: %v, %v, %v", errFields, errField, errElements)
	}
}

// TestRows checks that invalid selections are rejected, and that rows contain the selected fields in order.
func TestRows(t *testing.T) {
	b := tracetest.NewHeap()
	point, other := b.Type("app.Point", 24), b.Type("app.Other", 24)
	b.Field(point, "x", trace.IntValue)
	b.Field(point, "y", trace.IntValue)
	for i := range int32(3) {
		o := b.Object(point)
		b.Set(o, "x", tracetest.IntValue(i))
		b.Set(o, "y", tracetest.IntValue(10*i))
		b.Object(other)
	}
	v := b.Heap().Values
	ctx, cancel := context.WithCancel(context.Background())
	var rows []string
	visit := func(o trace.ObjectID, row []trace.Value) { rows = append(rows, fmt.Sprint(o, row)) }
	if err := v.Rows(ctx, []trace.Selection{{Type: point, Fields: []int{1, 0}}}, visit); err != nil {
		t.Fatal(err)
	}
	if got, want := strings.Join(rows, "; "), "0 [0 0]; 2 [10 1]; 4 [20 2]"; got != want {
		t.Errorf("rows %s, want %s", got, want)
	}
	for what, s := range map[string][]trace.Selection{
		"beyond the last": {{Type: point, Fields: []int{2}}}, "below 0": {{Type: point, Fields: []int{-1}}},
		"twice": {{Type: point}, {Type: point}}, "of none": {{Type: other, Fields: []int{0}}},
	} {
		if err := v.Rows(ctx, s, visit); err == nil {
			t.Errorf("%s: no error", what)
		}
	}
	if err := v.Rows(ctx, nil, visit); err != nil {
		t.Error(err)
	}
	if err := v.Prepare(ctx, nil); err != nil {
		t.Error(err)
	}
	cancel()
	if v.Rows(ctx, nil, visit) == nil || v.Prepare(ctx, nil) == nil {
		t.Error("cancelled: no error")
	}
}
