package hprof

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"memcity/trace"
	"memcity/trace/wire/hprof"
)

// tableOf creates types from uses, and from classes in the form "name", "name<super" or "name@loader" with ids from 1.
func tableOf(uses []classUse, classes ...string) *typeTable {
	c := &census{symbols: joinSymbols(nil)}
	for i, text := range classes {
		id := uint64(i + 1)
		name, loader, foreign := strings.Cut(text, "@")
		name, super, extends := strings.Cut(name, "<")
		d := classDecl{id: id}
		if foreign {
			fmt.Sscan(loader, &d.loader)
		}
		if extends {
			fmt.Sscan(super, &d.super)
		}
		c.texts[1000+id] = name
		c.loads = append(c.loads, loadedClass{uint32(id), id, 1000 + id})
		c.classes = append(c.classes, d)
	}
	for i := range uses {
		*newUse(&c.uses, uses[i].id) = uses[i]
	}
	return newTypeTable(c, 8)
}

// typeTexts formats types as name:kind:count, with the ids of their class objects.
func typeTexts(ts *typeTable) string {
	var all []string
	for i, t := range ts.list {
		if int(t.id) != i {
			all = append(all, "wrong id")
		}
		all = append(all, fmt.Sprintf("%s:%v:%d#%d", t.name, t.kind, t.count, t.object))
	}
	return strings.Join(all, " ")
}

func TestTypesOfUses(t *testing.T) {
	ts := tableOf([]classUse{{id: 1, instances: 3}, {id: 2, arrays: 2}, {id: 3, instances: 1, arrays: 4}, {id: 0, instances: 5},
		{id: 77, arrays: 6}},
		"app/A", "[Lapp/A;", "app/B", "java/lang/Class")
	want := fmt.Sprintf("app.A:%[1]v:3#1 app.A[]:%[2]v:2#2 app.B:%[1]v:1#3 java.lang.Class:%[3]v:0#4 class 0x0:%[1]v:5#0 "+
		"app.B[]:%[2]v:4#0 "+
		"class 0x4d:%[1]v:0#0 class 0x4d[]:%[2]v:6#0", trace.Instance, trace.ObjectArray, trace.ClassObject)
	if got := typeTexts(ts); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	of := func(kind hprof.Kind, values ...uint64) string {
		r := hprof.Record{Kind: kind}
		switch kind {
		case hprof.Instance:
			r.Values[hprof.InstanceClass] = values[0]
		case hprof.ObjectArray:
			r.Values[hprof.ArrayClass] = values[0]
		default:
			r.Values[hprof.ArrayType] = values[0]
		}
		if got := ts.of(&r); got != nil {
			return got.name
		}
		return "none"
	}
	for _, test := range []struct{ got, want string }{
		{of(hprof.Instance, 1), "app.A"}, {of(hprof.Instance, 0), "class 0x0"}, {of(hprof.Instance, 5), "none"},
		{of(hprof.ObjectArray, 2), "app.A[]"}, {of(hprof.ObjectArray, 3), "app.B[]"}, {of(hprof.ObjectArray, 77), "class 0x4d[]"},
		{of(hprof.ObjectArray, 1), "none"}, {of(hprof.ObjectArray, 5), "none"}, {of(hprof.PrimitiveArray, uint64(hprof.Long)+1), "none"},
		{of(hprof.PrimitiveArray, uint64(hprof.Int)), "none"}, {of(hprof.ClassDump, 1), "none"},
	} {
		if test.got != test.want {
			t.Errorf("type of a record is %s, want %s", test.got, test.want)
		}
	}
}

// TestPrimitiveArrays checks that primitive arrays get the type of the boot loader's class, or a new one.
func TestPrimitiveArrays(t *testing.T) {
	c := &census{symbols: joinSymbols(nil)}
	c.texts[1], c.texts[2] = "[I", "[J"
	c.loads = []loadedClass{{1, 5, 1}, {2, 6, 1}, {3, 7, 2}}
	c.classes = []classDecl{{id: 5, loader: 9}, {id: 6}}
	for kind, n := range map[hprof.BasicType]int64{hprof.Int: 2, hprof.Long: 3, hprof.Byte: 4} {
		c.arrays[kind].arrays = n
	}
	ts := newTypeTable(c, 8)
	want := fmt.Sprintf("int[]:%[1]v:0#5 int[]:%[1]v:2#6 long[]:%[1]v:3#7 byte[]:%[1]v:4#0 java.lang.Class:%v:0#0",
		trace.PrimitiveArray, trace.ClassObject)
	if got := typeTexts(ts); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	for b, text := range map[hprof.BasicType]string{hprof.Byte: "byte[]", hprof.Long: "long[]", hprof.Int: "int[]"} {
		got := ts.of(&hprof.Record{Kind: hprof.ArrayNoData, Values: [9]uint64{hprof.ArrayType: uint64(b)}})
		if got == nil || got.name != text || got.element != b || got.use != &c.arrays[b] {
			t.Errorf("type of arrays of %v is %+v", b, got)
		}
	}
	if len(ts.loads) != 1 || ts.loads[0].id != 7 || !ts.mirror[5] || !ts.mirror[6] || !ts.mirror[7] || len(ts.mirror) != 3 {
		t.Errorf("class objects %v, of which without a description %v", ts.mirror, ts.loads)
	}
}

// TestSupers checks that chains of up to 1000 super classes are followed, and that cycles are cut.
func TestSupers(t *testing.T) {
	supers := func(ts *typeTable) string {
		var all []string
		for _, c := range ts.list {
			if c.super == nil {
				all = append(all, "-")
			} else {
				all = append(all, c.super.name)
			}
		}
		return strings.Join(all, " ")
	}
	for _, test := range []struct {
		classes []string
		want    string
	}{
		{[]string{"A<2", "B<3", "C"}, "B C - -"}, {[]string{"A", "B<1", "C<2"}, "- A B -"}, {[]string{"A<1"}, "- -"},
		{[]string{"A<2", "B<1"}, "B - -"}, {[]string{"A<2", "B<3", "C<2", "D<1"}, "B C - A -"}, {[]string{"A<9", "B<1"}, "- A -"},
	} {
		if got := supers(tableOf(nil, test.classes...)); got != test.want {
			t.Errorf("%v: super classes %s, want %s", test.classes, got, test.want)
		}
	}
	for _, backward := range []bool{false, true} {
		var chain []string
		const n = 2500
		for i := range n {
			super := fmt.Sprint("<", i)
			if backward {
				super = fmt.Sprint("<", i+2)
			}
			if i == 0 && !backward || i == n-1 && backward {
				super = ""
			}
			chain = append(chain, fmt.Sprint("C", i, super))
		}
		roots := 0
		for _, c := range tableOf(nil, chain...).list[:n] {
			depth := 0
			for s := c; s != nil; s = s.super {
				depth++
			}
			if depth > maxSupers {
				t.Fatalf("%s is %d deep", c.name, depth)
			}
			if c.super == nil {
				roots++
			}
		}
		if roots != 3 {
			t.Errorf("a chain of %d classes is cut into %d, want 3 of 1000 at most", n, roots)
		}
	}
}

// TestReferencesOfInstances checks that slots start at the super class, that offsets start at the class itself, and that fields beyond the
// longest instance are left out.
func TestReferencesOfInstances(t *testing.T) {
	texts := map[uint64]string{1: "a", 2: "b", 3: "c"}
	top := &typeInfo{class: &classDecl{Class: hprof.Class{Fields: []hprof.Field{{Name: 1, Type: hprof.Object}}}}}
	bare := &typeInfo{super: top}
	for _, test := range []struct {
		fields uint32
		want   string
	}{
		{28, "a@20 b@0 c@12"}, {27, "b@0 c@12"}, {20, "b@0 c@12"}, {19, "b@0"}, {8, "b@0"}, {7, ""}, {0, ""},
	} {
		c := &typeInfo{super: bare, use: &classUse{fields: test.fields}, class: &classDecl{Class: hprof.Class{Fields: []hprof.Field{
			{Name: 2, Type: hprof.Object}, {Name: 9, Type: hprof.Int}, {Name: 3, Type: hprof.Object}}}}}
		c.findReferences(texts, 8)
		var got []string
		for i, r := range c.refs {
			got = append(got, fmt.Sprintf("%s@%d", c.names[i], r.offset))
			if int(r.slot) != i {
				t.Errorf("slot %d of %d bytes is %d", i, test.fields, r.slot)
			}
		}
		if strings.Join(got, " ") != test.want {
			t.Errorf("instances of %d bytes: references %v, want %s", test.fields, got, test.want)
		}
	}
	unused := &typeInfo{class: top.class}
	if unused.findReferences(texts, 8); unused.refs != nil {
		t.Error("a class without instances has references")
	}
	base := &typeInfo{class: top.class}
	derived := &typeInfo{super: base, use: &classUse{fields: 16}, class: &classDecl{Class: hprof.Class{Fields: []hprof.Field{{Name: 2, Type: hprof.Object}}}}}
	if derived.findReferences(texts, 8); !slices.Equal(base.names, []string{"a"}) || !slices.Equal(derived.names, []string{"a", "b"}) {
		t.Errorf("fields %v of a super type without objects, %v of its sub type", base.names, derived.names)
	}
	many := &typeInfo{use: &classUse{fields: math.MaxUint32}, class: &classDecl{}}
	many.class.Fields = slices.Repeat([]hprof.Field{{Name: 1, Type: hprof.Object}}, math.MaxUint16+5)
	if many.findReferences(texts, 4); len(many.refs) != math.MaxUint16 || many.refs[math.MaxUint16-1].offset != 4*(math.MaxUint16-1) {
		t.Errorf("%d slots", len(many.refs))
	}
}

func TestSeriesOfSerials(t *testing.T) {
	s := noSerials
	for _, serial := range []uint64{7, 3, 5} {
		s.see(serial)
	}
	s.add(serialRange{4, 9})
	s.add(noSerials)
	if s != (serialRange{3, 9}) {
		t.Errorf("serials %v", s)
	}
}

// TestSpaceMarks checks that the last space of each chunk is kept.
func TestSpaceMarks(t *testing.T) {
	var a, b, all spaceTable
	a.see(2, 'A', 10)
	a.see(2, 'Z', 11)
	a.see(5, 'A', 10)
	b.see(7, 'I', 12)
	all.add(a)
	all.add(b)
	if want := []spaceMark{{2, 'Z'}, {5, 'A'}, {7, 'I'}}; !slices.Equal(all.marks, want) || len(all.names) != 3 || all.names['I'] != 12 {
		t.Errorf("marks %v, names %v", all.marks, all.names)
	}
	w := columnWriter{columns: &columns{marks: all.marks, spaces: map[uint32]trace.SpaceID{'A': 0, 'I': 1}}}
	for chunk, want := range map[int]trace.SpaceID{0: trace.NoSpace, 2: trace.NoSpace, 3: trace.NoSpace, 5: trace.NoSpace, 6: 0, 7: 0,
		8: 1, 90: 1} {
		if w.begin(chunk); w.space != want {
			t.Errorf("chunk %d begins in %d, want %d", chunk, w.space, want)
		}
	}
}

func TestManyBlank(t *testing.T) {
	for _, test := range []struct {
		blank, strings int
		want           bool
	}{{10, 10, false}, {11, 99, true}, {11, 100, false}, {12, 100, true}, {0, 0, false}, {20, 1000, false}, {21, 1099, true}} {
		if got := manyBlank(test.blank, test.strings); got != test.want {
			t.Errorf("%d blank ones of %d strings are many: %t", test.blank, test.strings, got)
		}
	}
}

func TestValueKinds(t *testing.T) {
	for b, want := range map[hprof.BasicType]trace.ValueKind{0: trace.NoValue, hprof.Object: trace.ReferenceValue,
		hprof.Long:     trace.LongValue,
		hprof.Long + 1: trace.NoValue, 255: trace.NoValue} {
		if got := valueKind(b); got != want {
			t.Errorf("kind of basic type %d is %v, want %v", b, got, want)
		}
	}
}

// TestWarnDangling checks that up to 5000 dangling references, or 0.5 % of all, give no warning.
func TestWarnDangling(t *testing.T) {
	for _, test := range []struct {
		kept     int
		dangling int64
		want     string
	}{
		{0, 5000, ""}, {0, 5001, "5001 of 5001 references were skipped, because their targets are not in the dump"}, {1_194_000, 6000, ""},
		{1_193_999, 6000, "6000 of 1199999 references were skipped, because their targets are not in the dump"},
	} {
		l := &loader{name: "dir/x", heap: &trace.Heap{RefTo: make([]trace.ObjectID, test.kept)}, dangling: test.dangling}
		l.warnDangling()
		got := ""
		for _, w := range l.warnings {
			got += w.Text
			if w.Source != "x" {
				t.Errorf("warning about %s", w.Source)
			}
		}
		if got != test.want {
			t.Errorf("%d of %d: %q, want %q", test.dangling, int64(test.kept)+test.dangling, got, test.want)
		}
	}
}

func TestFaultText(t *testing.T) {
	data := hprof.AppendHeader(nil, hprof.Header{Version: "1.0.2", IDSize: 8})
	data = append(data, make([]byte, 1000-len(data))...)
	file := trace.MemoryFile("x", data)
	content, err := file.Open()
	if err != nil {
		t.Fatal(err)
	}
	r, err := hprof.NewReader(content, 1000)
	if err != nil {
		t.Fatal(err)
	}
	for missing, want := range map[int64]string{0: "", 1: " (0.1 % of the file)", 125: " (12 % of the file)", 900: " (90 % of the file)",
		901: ""} {
		f := hprof.Fault{Offset: 100, Missing: missing}
		if got := strings.TrimPrefix(faultText(f, r), f.String()); got != want {
			t.Errorf("%d bytes missing: %q, want %q", missing, got, want)
		}
	}
}
