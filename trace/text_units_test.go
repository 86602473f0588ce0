package trace

import (
	"math"
	"strings"
	"testing"
)

// TestTextUnits checks the text of an array's bytes or characters in the encodings of all Java versions.
func TestTextUnits(t *testing.T) {
	for _, test := range []struct {
		name    string
		part    textPart
		kind    ValueKind
		content string
		limit   int
		want    string
	}{
		{"Latin-1", textPart{count: noCount}, ByteValue, "a\xe4b", 9, "aäb"},
		{"Latin-1 up to the limit", textPart{count: noCount}, ByteValue, "a\xe4b", 2, "aä"},
		{"Latin-1, all of it", textPart{count: noCount}, ByteValue, "a\xe4b", 3, "aäb"},
		{"none of it", textPart{count: noCount}, ByteValue, "abc", 0, ""},
		{"UTF-16 of the machine", textPart{wide: true, count: noCount}, ByteValue, "a\x00\xe4\x00", 9, "aä"},
		{"a place in bytes is none in characters", textPart{wide: true, from: 1, count: 1}, ByteValue, "a\x00b\x00", 9, "ab"},
		{"characters", textPart{count: noCount}, CharValue, "\x00a\x00\xe4", 9, "aä"},
		{"characters up to the limit", textPart{count: noCount}, CharValue, "\x00a\x00b\x00c", 2, "ab"},
		{"from a place", textPart{from: 1, count: noCount}, CharValue, "\x00a\x00b\x00c", 9, "bc"},
		{"from the end", textPart{from: 3, count: noCount}, CharValue, "\x00a\x00b\x00c", 9, ""},
		{"from behind the end", textPart{from: 4, count: noCount}, CharValue, "\x00a\x00b\x00c", 9, ""},
		{"so many", textPart{from: 1, count: 1}, CharValue, "\x00a\x00b\x00c", 9, "b"},
		{"none", textPart{from: 1}, CharValue, "\x00a\x00b\x00c", 9, ""},
		{"more than there are", textPart{from: 1, count: 9}, CharValue, "\x00a\x00b\x00c", 9, "bc"},
		{"half a character at the end", textPart{count: noCount}, CharValue, "\x00a\x00", 9, "a"},
		{"a pair is one character", textPart{count: noCount}, CharValue, "\xd8\x3d\xde\x00\x00a", 1, "😀"},
		{"and what follows it another", textPart{count: noCount}, CharValue, "\xd8\x3d\xde\x00\x00a", 2, "😀a"},
		{"half a pair", textPart{count: noCount}, CharValue, "\xd8\x3d\x00a", 9, "�a"},
		{"half a pair at the end", textPart{count: noCount}, CharValue, "\x00a\xd8\x3d", 9, "a�"},
		{"the other half first", textPart{count: noCount}, CharValue, "\xde\x00\x00a", 9, "�a"},
	} {
		if got := string(test.part.append([]byte("<"), test.kind, []byte(test.content), test.limit)); got != "<"+test.want {
			t.Errorf("%s: got %q, want %q", test.name, got[1:], test.want)
		}
	}
}

// TestTextFields checks that count is a number of characters only together with an offset, and that negative numbers are ignored.
func TestTextFields(t *testing.T) {
	field := func(name string, v int32) Field {
		return Field{FieldDecl: FieldDecl{Name: name}, Value: MakeValue(IntValue, uint64(uint32(v)))}
	}
	for _, test := range []struct {
		name   string
		fields []Field
		want   textPart
	}{
		{"nothing", nil, textPart{count: noCount}},
		{"Latin-1", []Field{field("coder", 0)}, textPart{count: noCount}},
		{"UTF-16", []Field{field("coder", 1)}, textPart{count: noCount, wide: true}},
		{"offset and count", []Field{field("offset", 2), field("count", 3)}, textPart{from: 2, count: 3}},
		{"the other way round", []Field{field("count", 3), field("offset", 2)}, textPart{from: 2, count: 3}},
		{"from the start, none", []Field{field("offset", 0), field("count", 0)}, textPart{}},
		{"a count alone", []Field{field("count", 3)}, textPart{count: noCount}},
		{"an offset below 0", []Field{field("offset", -1), field("count", 3)}, textPart{count: noCount}},
		{"a count below 0", []Field{field("offset", 1), field("count", -3)}, textPart{from: 1, count: noCount}},
	} {
		p := textPart{count: noCount}
		if p.set(test.fields); p != test.want {
			t.Errorf("%s: got %+v, want %+v", test.name, p, test.want)
		}
	}
}

// TestValuesAtTheirEnds checks the smallest and the largest number of each kind.
func TestValuesAtTheirEnds(t *testing.T) {
	for _, test := range []struct {
		kind ValueKind
		bits uint64
		want int64
		size int
	}{
		{ByteValue, 0x7f, 127, 1}, {ByteValue, 0x80, -128, 1}, {ByteValue, 0x1ff, -1, 1}, {CharValue, 0xffff, 65535, 2},
		{CharValue, 0x1_0041, 65, 2},
		{ShortValue, 0x7fff, 32767, 2}, {ShortValue, 0x8000, -32768, 2}, {IntValue, 0x7fffffff, math.MaxInt32, 4},
		{IntValue, 0x80000000, math.MinInt32, 4},
		{IntValue, 1<<32 | 5, 5, 4}, {LongValue, 1 << 63, math.MinInt64, 8}, {LongValue, 1<<63 - 1, math.MaxInt64, 8},
		{DoubleValue, math.Float64bits(-1.9), -1, 8}, {DoubleValue, math.Float64bits(1e300), math.MaxInt64, 8},
		{DoubleValue, math.Float64bits(-1e300), math.MinInt64, 8},
		{DoubleValue, math.Float64bits(math.NaN()), 0, 8}, {FloatValue, uint64(math.Float32bits(2.5)), 2, 4}, {BooleanValue, 1, 0, 1},
	} {
		v := MakeValue(test.kind, test.bits)
		if v.Int() != test.want || test.kind.Size() != test.size || v.IsNumber() != (test.kind != BooleanValue) {
			t.Errorf("%s %#x: got %d of %d bytes", test.kind, test.bits, v.Int(), test.kind.Size())
		}
	}
	if v := MakeValue(BooleanValue, 2); !v.Bool() || MakeValue(BooleanValue, 256).Bool() || MakeValue(IntValue, 1).Bool() {
		t.Error("what is true is no boolean other than 0")
	}
	if NoValue.Size() != 0 || ReferenceValue.Size() != 0 || ValueKind(99).Size() != 0 || ValueKind(99).String() != "?" ||
		DoubleValue.String() != "double" {
		t.Error("other kinds have sizes or names")
	}
	for _, test := range []struct {
		v    Value
		to   ObjectID
		null bool
	}{
		{ReferenceTo(0), 0, false}, {ReferenceTo(5), 5, false}, {ReferenceTo(NoObject), NoObject, true}, {LostReference(), NoObject, false},
		{MakeValue(IntValue, 5), NoObject, false}, {Value{}, NoObject, false},
	} {
		if test.v.Object() != test.to || test.v.IsNull() != test.null || test.v.Kind != IntValue && test.v.IsNumber() {
			t.Errorf("%+v refers to %d, null %v", test.v, test.v.Object(), test.v.IsNull())
		}
	}
}

// TestTreePaths checks the names from the root, and the entries for pairs of nodes.
func TestTreePaths(t *testing.T) {
	n := NewNames()
	tree := Tree{Names: n, Nodes: []Node{{Name: n.ID("Heap"), Place: Place{Parent: -1, End: 5}}, {Name: n.ID("a"), Place: Place{End: 4}},
		{Name: n.ID("b"), Place: Place{Parent: 1, End: 3}}, {Name: n.ID("c"), Place: Place{Parent: 1, End: 4}},
		{Name: n.ID("d"), Place: Place{End: 5}}}}
	for i, want := range []string{"Heap", "Heap#a", "Heap#a#b", "Heap#a#c", "Heap#d"} {
		if got := tree.Key(int32(i)); got != want {
			t.Errorf("node %d is %s, want %s", i, got, want)
		}
	}
	for i, want := range []string{"1 4", "2 3", "", "", ""} {
		var children []string
		for c := range tree.Children(int32(i)) {
			children = append(children, string(rune('0'+c)))
		}
		if got := strings.Join(children, " "); got != want || tree.IsLeaf(int32(i)) != (want == "") {
			t.Errorf("below node %d are %s, want %s", i, got, want)
		}
	}
	for c := range tree.Children(0) {
		if c != 1 {
			t.Errorf("the first child is %d", c)
		}
		break
	}
	m := PointerMap{Start: []uint32{0, 2, 2, 3}, To: []int32{1, 2, 0}, Counts: []int64{5, 6, 7}}
	for _, test := range []struct {
		n, to int32
		want  int64
	}{{0, 0, 0}, {0, 1, 5}, {0, 2, 6}, {1, 1, 0}, {2, 0, 7}, {2, 1, 0}} {
		if got := m.Count(test.n, test.to); got != test.want {
			t.Errorf("from %d to %d are %d, want %d", test.n, test.to, got, test.want)
		}
	}
	if a := n.ID("a"); n.Text(a) != "a" || n.ID("a") != a || n.ID("") != 0 || n.ID("new") == a {
		t.Error("texts and their numbers do not fit")
	}
}
