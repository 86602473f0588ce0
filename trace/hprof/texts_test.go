package hprof_test

import (
	"context"
	"encoding/binary"
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"

	"memcity/trace"
	"memcity/trace/tracetest"
	"memcity/trace/wire/hprof"
)

// TestTexts reads strings of all Java versions, one by one and many at once.
func TestTexts(t *testing.T) {
	latin := func(s string) []byte { return []byte(s) }
	chars := func(s string) (d []byte) {
		for _, r := range s {
			d = append(d, byte(r>>8), byte(r))
		}
		return d
	}
	for name, build := range map[string]func(d *tracetest.DumpBuilder, c *tracetest.DumpClass, n int) (string, uint64){
		"9, coder": func(d *tracetest.DumpBuilder, c *tracetest.DumpClass, n int) (string, uint64) {
			if n%2 == 0 {
				return fmt.Sprintf("a%d\u00e4", n), d.Instance(c, d.Primitives(hprof.Byte, append(latin(fmt.Sprintf("a%d", n)), 0xE4)), 0, 0)
			}
			return fmt.Sprintf("т%d", n%10), d.Instance(c, d.Primitives(hprof.Byte, []byte{0x42, 4, byte('0' + n%10), 0}), 0, 1)
		},
		"7": func(d *tracetest.DumpBuilder, c *tracetest.DumpClass, n int) (string, uint64) {
			return fmt.Sprintf("ж%d", n), d.Instance(c, d.Primitives(hprof.Char, chars(fmt.Sprintf("ж%d", n))), 0)
		},
		"6, offset": func(d *tracetest.DumpBuilder, c *tracetest.DumpClass, n int) (string, uint64) {
			return fmt.Sprint(n), d.Instance(c, d.Primitives(hprof.Char, chars(fmt.Sprintf("xx%dyy", n))), 2, uint64(len(fmt.Sprint(n))))
		},
		"Android": func(d *tracetest.DumpBuilder, c *tracetest.DumpClass, n int) (string, uint64) {
			return fmt.Sprintf("b%d", n), d.Instance(c, d.Primitives(hprof.Byte, latin(fmt.Sprintf("b%d", n))), uint64(n))
		},
	} {
		t.Run(name, func(t *testing.T) {
			fields := map[string][]tracetest.DumpField{
				"9, coder":  {tracetest.Ref("value"), tracetest.Int("hash"), tracetest.Byte("coder")},
				"7":         {tracetest.Ref("value"), tracetest.Int("hash")},
				"6, offset": {tracetest.Ref("value"), tracetest.Int("offset"), tracetest.Int("count")},
				"Android":   {tracetest.Ref("value"), tracetest.Int("count")},
			}[name]
			d := tracetest.NewDump()
			c := d.Class("java/lang/String", fields...)
			var limit []string
			for n := range 3000 {
				text, _ := build(d, c, n)
				limit = append(limit, text)
			}
			h, _ := load(t, d.Bytes())
			var all []trace.ObjectID
			for o, typ := range h.TypeOf.All() {
				if h.IsString(typ) {
					all = append(all, trace.ObjectID(o))
				}
			}
			var got []string
			if err := h.Values.Texts(context.Background(), all, 100, func(o trace.ObjectID, text []byte) {
				if o != all[len(got)] {
					t.Fatalf("text %d is of object %d, not %d", len(got), o, all[len(got)])
				}
				got = append(got, string(text))
			}); err != nil {
				t.Fatal(err)
			}
			if !slices.Equal(got, limit) {
				t.Errorf("texts are %.20q, want %.20q", got, limit)
			}
			if units := unitsOf(t, h, all); !slices.Equal(units, limit) {
				t.Errorf("texts in pieces are %.20q, want %.20q", units, limit)
			}
			if one, err := h.Values.Text(all[7], 100); err != nil || one != limit[7] {
				t.Errorf("text is %q, want %q; %v", one, limit[7], err)
			}
		})
	}
}

// unitsOf returns the whole texts of strings, all of which must have one.
func unitsOf(t *testing.T, h *trace.Heap, strings []trace.ObjectID) (texts []string) {
	t.Helper()
	last, units := trace.NoObject, []uint16(nil)
	end := func() {
		if last != trace.NoObject {
			texts = append(texts, string(utf16.Decode(units)))
		}
		units = units[:0]
	}
	if err := h.Values.Units(t.Context(), strings, func(o trace.ObjectID, piece []byte) {
		if o != last {
			end()
			last = o
		}
		for i := 0; i+1 < len(piece); i += 2 {
			units = append(units, binary.BigEndian.Uint16(piece[i:]))
		}
	}); err != nil {
		t.Fatal(err)
	}
	end()
	return texts
}

// TestUnits reads texts longer than a piece, with characters of one, two and four bytes.
func TestUnits(t *testing.T) {
	d := tracetest.NewDump()
	c := d.Class("java/lang/String", tracetest.Ref("value"), tracetest.Byte("coder"))
	older := d.Class("app/Older", tracetest.Ref("value"))
	var limit []string
	for _, character := range []string{"\u00e4", "\u0436", "\U0001F600"} {
		text := "a" + strings.Repeat(character, 40000)
		var latin, wide, chars []byte
		for _, r := range text {
			latin = append(latin, byte(r))
		}
		for _, unit := range utf16.Encode([]rune(text)) {
			wide = binary.LittleEndian.AppendUint16(wide, unit)
			chars = binary.BigEndian.AppendUint16(chars, unit)
		}
		if character == "\u00e4" {
			limit = append(limit, text)
			d.Instance(c, d.Primitives(hprof.Byte, latin), 0)
		}
		limit = append(limit, text, text)
		d.Instance(c, d.Primitives(hprof.Byte, wide), 1)
		d.Instance(older, d.Primitives(hprof.Char, chars))
	}
	h, _ := load(t, d.Bytes())
	var all []trace.ObjectID
	for o, typ := range h.TypeOf.All() {
		if name := h.Types[typ].Name; name == "java.lang.String" || name == "char[]" {
			all = append(all, trace.ObjectID(o))
		}
	}
	if got := unitsOf(t, h, all); !slices.Equal(got, limit) {
		t.Errorf("%d texts %.5q, want %d", len(got), got, len(limit))
	}
	ctx, cancel := context.WithCancel(t.Context())
	visited := 0
	if err := h.Values.Units(ctx, all, func(trace.ObjectID, []byte) { visited++; cancel() }); err != context.Canceled || visited != 1 {
		t.Errorf("%d pieces, %v after the context was cancelled", visited, err)
	}
}

// TestLongArrays reads arrays whose beginning only is in a chunk, alone and among many.
func TestLongArrays(t *testing.T) {
	d := tracetest.NewDump()
	d.Segment = 1 << 20
	c := d.Class("java/lang/String", tracetest.Ref("value"), tracetest.Byte("coder"))
	long := make([]byte, 9<<20)
	for i := range long {
		long[i] = 'a' + byte(i%26)
	}
	limit := map[trace.ObjectID]int{}
	for i := range 2500 {
		n := 3
		if i%1000 == 999 {
			n = len(long)
		}
		limit[trace.ObjectID(3+2*i+1)] = n
		d.Instance(c, d.Primitives(hprof.Byte, long[:n]), 0)
	}
	h, _ := load(t, d.Bytes())
	var all []trace.ObjectID
	for o := range limit {
		all = append(all, o)
	}
	got := 0
	if err := h.Values.Texts(t.Context(), all, 1<<24, func(o trace.ObjectID, text []byte) {
		got++
		if string(text) != string(long[:limit[o]]) {
			t.Errorf("object %d has a text of %d bytes, want %d", o, len(text), limit[o])
		}
	}); err != nil || got != len(limit) {
		t.Errorf("%d texts of %d, %v", got, len(limit), err)
	}
	array := h.References(3 + 2*999 + 1)[0]
	if v, err := h.Values.Elements(array, 8<<20, 2); err != nil || fmt.Sprint(v) != fmt.Sprint([]byte{long[8<<20], long[8<<20+1]}) {
		t.Errorf("elements are %v, %v", v, err)
	}
}

// TestTwice checks that the first object with an id is used by every method of reading values.
func TestTwice(t *testing.T) {
	d := tracetest.NewDump()
	c := d.Class("java/lang/String", tracetest.Ref("value"), tracetest.Int("n"), tracetest.Byte("coder"))
	var all []trace.ObjectID
	for i := range 2500 {
		array := d.Primitives(hprof.Byte, []byte("first"))
		d.Record(hprof.Record{Kind: hprof.PrimitiveArray, Body: []byte("other"), Values: [9]uint64{array, 1, 5, uint64(hprof.Byte)}})
		d.InstanceAt(d.Instance(c, array, uint64(i)), c, array, 99999)
		all = append(all, trace.ObjectID(3+2*i+1))
	}
	h, warnings := load(t, d.Bytes())
	if len(warnings) != 1 {
		t.Errorf("warnings: %v", warnings)
	}
	checkValues(t, h)
	next := 0
	if err := h.Values.Rows(t.Context(), []trace.Selection{{Type: h.TypeOf.At(4), Fields: []int{1}}}, func(o trace.ObjectID, row []trace.Value) {
		if o != all[next] || row[0].Int() != int64(next) {
			t.Fatalf("row %d is of object %d: %s", next, o, row[0])
		}
		next++
	}); err != nil || next != len(all) {
		t.Errorf("%d rows, %v", next, err)
	}
	next = 0
	if err := h.Values.Texts(t.Context(), all, 10, func(o trace.ObjectID, text []byte) {
		if next++; string(text) != "first" {
			t.Fatalf("text of object %d is %q", o, text)
		}
	}); err != nil || next != len(all) {
		t.Errorf("%d texts, %v", next, err)
	}
}

// TestTwiceOfTwoClasses checks that an object with the id of an object of another class has no row among its own class.
func TestTwiceOfTwoClasses(t *testing.T) {
	d := tracetest.NewDump()
	first, second := d.Class("app/First", tracetest.Int("n")), d.Class("app/Second", tracetest.Int("n"))
	d.InstanceAt(d.Instance(first, 1), second, 2)
	d.Instance(second, 3)
	h, _ := load(t, d.Bytes())
	rows := ""
	for id := range h.Types {
		if !strings.HasPrefix(h.Types[id].Name, "app.") {
			continue
		}
		err := h.Values.Rows(t.Context(), []trace.Selection{{Type: trace.TypeID(id), Fields: []int{0}}}, func(o trace.ObjectID, row []trace.Value) {
			rows += fmt.Sprintf("%s %d\n", h.Types[h.TypeOf.At(o)].Name, row[0].Int())
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if got, want := sortLines(rows), sortLines("app.First 1\napp.Second 3\n"); got != want {
		t.Errorf("rows of\n%swant\n%s", got, want)
	}
}
