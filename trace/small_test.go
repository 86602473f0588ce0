package trace_test

import (
	"io"
	"math"
	"os"
	"path/filepath"
	"testing"

	"memcity/trace"
)

// TestValueTexts checks the texts and numbers of each kind of value.
func TestValueTexts(t *testing.T) {
	float := func(f float32) trace.Value { return trace.MakeValue(trace.FloatValue, uint64(math.Float32bits(f))) }
	double := func(f float64) trace.Value { return trace.MakeValue(trace.DoubleValue, math.Float64bits(f)) }
	minus := uint64(math.MaxUint64)
	for _, test := range []struct {
		value trace.Value
		text  string
		whole int64
		float float64
	}{
		{trace.Value{}, "?", 0, 0},
		{trace.ReferenceTo(0), "object 0", 0, 0},
		{trace.ReferenceTo(trace.NoObject - 1), "object 4294967294", 0, 0},
		{trace.ReferenceTo(trace.NoObject), "null", 0, 0},
		{trace.LostReference(), "object that is not in the heap state", 0, 0},
		{trace.MakeValue(trace.BooleanValue, 0), "false", 0, 0},
		{trace.MakeValue(trace.BooleanValue, 2), "true", 0, 0},
		{trace.MakeValue(trace.BooleanValue, 256), "false", 0, 0},
		{trace.MakeValue(trace.ByteValue, minus), "-1", -1, -1},
		{trace.MakeValue(trace.ByteValue, 0x17F), "127", 127, 127},
		{trace.MakeValue(trace.ByteValue, 128), "-128", -128, -128},
		{trace.MakeValue(trace.CharValue, 'x'), "'x'", 'x', 'x'},
		{trace.MakeValue(trace.CharValue, '\n'), `'\n'`, '\n', '\n'},
		{trace.MakeValue(trace.CharValue, 0xD83D), `'\ud83d'`, 0xD83D, 0xD83D},
		{trace.MakeValue(trace.CharValue, minus), `'\uffff'`, 0xFFFF, 0xFFFF},
		{trace.MakeValue(trace.ShortValue, minus), "-1", -1, -1},
		{trace.MakeValue(trace.ShortValue, 0x8000), "-32768", -32768, -32768},
		{trace.MakeValue(trace.IntValue, minus), "-1", -1, -1},
		{trace.MakeValue(trace.IntValue, 1<<31), "-2147483648", math.MinInt32, math.MinInt32},
		{trace.MakeValue(trace.IntValue, 1<<32+5), "5", 5, 5},
		{trace.MakeValue(trace.LongValue, minus), "-1", -1, -1},
		{trace.MakeValue(trace.LongValue, math.MaxInt64), "9223372036854775807", math.MaxInt64, math.MaxInt64},
		{float(1.5), "1.5", 1, 1.5},
		{float(0.1), "0.1", 0, float64(float32(0.1))},
		{double(-2.75), "-2.75", -2, -2.75},
		{double(0.1), "0.1", 0, 0.1},
		{double(1e300), "1e+300", math.MaxInt64, 1e300},
		{double(-1e300), "-1e+300", math.MinInt64, -1e300},
		{double(math.MaxInt64), "9.223372036854776e+18", math.MaxInt64, math.MaxInt64},
		{double(math.MinInt64), "-9.223372036854776e+18", math.MinInt64, math.MinInt64},
		{double(math.Inf(1)), "+Inf", math.MaxInt64, math.Inf(1)},
	} {
		if got := test.value.String(); got != test.text {
			t.Errorf("%s: text %q", test.text, got)
		}
		if got := test.value.Int(); got != test.whole {
			t.Errorf("%s: as a whole number %d", test.text, got)
		}
		if got := test.value.Float(); got != test.float {
			t.Errorf("%s: as a float %v", test.text, got)
		}
		isNumber := test.value.Kind != trace.NoValue && test.value.Kind != trace.ReferenceValue && test.value.Kind != trace.BooleanValue
		if test.value.IsNumber() != isNumber || test.value.Bool() != (test.text == "true") || test.value.IsNull() != (test.text == "null") {
			t.Errorf("%s: number %v, true %v, null %v", test.text, test.value.IsNumber(), test.value.Bool(), test.value.IsNull())
		}
	}
	if nan := double(math.NaN()); nan.Int() != 0 || nan.String() != "NaN" {
		t.Errorf("NaN is %d, %s", nan.Int(), nan)
	}
	for o, v := range map[trace.ObjectID]trace.Value{0: trace.ReferenceTo(0), trace.NoObject - 1: trace.ReferenceTo(trace.NoObject - 1)} {
		if v.Object() != o {
			t.Errorf("%v refers to %d", v, v.Object())
		}
	}
	for _, v := range []trace.Value{{}, trace.ReferenceTo(trace.NoObject), trace.LostReference(), trace.MakeValue(trace.IntValue, 3)} {
		if v.Object() != trace.NoObject {
			t.Errorf("%v refers to %d", v, v.Object())
		}
	}
}

func TestValueKinds(t *testing.T) {
	for i, want := range []struct {
		name string
		size int
	}{{"?", 0}, {"reference", 0}, {"boolean", 1}, {"byte", 1}, {"char", 2}, {"short", 2}, {"int", 4}, {"long", 8}, {"float", 4},
		{"double", 8}, {"?", 0}} {
		if k := trace.ValueKind(i); k.String() != want.name || k.Size() != want.size {
			t.Errorf("kind %d is %s of %d bytes", i, k, k.Size())
		}
	}
	if k := trace.ValueKind(255); k.String() != "?" || k.Size() != 0 {
		t.Errorf("no kind is %s of %d bytes", k, k.Size())
	}
}

func TestAmounts(t *testing.T) {
	a, b := trace.Amount{Objects: 5, Bytes: 70}, trace.Amount{Objects: 2, Bytes: 90}
	if got := a.Plus(b); got != (trace.Amount{Objects: 7, Bytes: 160}) {
		t.Errorf("sum %v", got)
	}
	if got := a.Minus(b); got != (trace.Amount{Objects: 3, Bytes: -20}) {
		t.Errorf("difference %v", got)
	}
	c := a
	if c.Add(b); c != a.Plus(b) {
		t.Errorf("added %v", c)
	}
	for m, want := range map[trace.Unit]struct {
		name  string
		of    int64
		other trace.Unit
	}{trace.Objects: {"objects", 5, trace.Bytes}, trace.Bytes: {"bytes", 70, trace.Objects}} {
		if m.String() != want.name || a.Of(m) != want.of || m.Other() != want.other {
			t.Errorf("%s: %d, other %s", m, a.Of(m), m.Other())
		}
	}
}

// TestFiles checks that a file on disk and one in memory have the same content each time they are opened.
func TestFiles(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.txt")
	if err := os.WriteFile(path, []byte("hello"), 0o600); err != nil {
		t.Fatal(err)
	}
	disk, err := trace.DiskFile(path)
	if err != nil || disk.Modified.IsZero() || disk.Name != path {
		t.Fatalf("%+v, %v", disk, err)
	}
	for _, f := range []trace.File{disk, trace.MemoryFile("x/a.txt", []byte("hello"))} {
		if f.Size != 5 || f.Base() != "a.txt" {
			t.Errorf("%s has %d bytes, base %s", f.Name, f.Size, f.Base())
		}
		for range 2 {
			c, err := f.Open()
			if err != nil {
				t.Fatal(err)
			}
			if got, err := io.ReadAll(io.NewSectionReader(c, 1, 3)); string(got) != "ell" || err != nil {
				t.Errorf("%s: read %q, %v", f.Name, got, err)
			}
			if err := c.Close(); err != nil {
				t.Error(err)
			}
		}
	}
	if f, err := trace.DiskFile(path + "x"); err == nil || f.Name != "" {
		t.Errorf("a file that is not there: %+v, %v", f, err)
	}
}

// TestJudged checks that a GC point from the end of the program is left out if there are three others.
func TestJudged(t *testing.T) {
	for n := range 6 {
		r := &trace.Recording{Points: make([]trace.Point, n)}
		if r.Judged() != n {
			t.Errorf("%d of %d points are judged", r.Judged(), n)
		}
		if n == 0 {
			continue
		}
		r.Points[n-1].Final = true
		want := n
		if n > 3 {
			want--
		}
		if r.Judged() != want {
			t.Errorf("with the final one %d of %d points are judged, want %d", r.Judged(), n, want)
		}
	}
	r := &trace.Recording{Points: make([]trace.Point, 5)}
	if r.Points[2].Final = true; r.Judged() != 5 { // a recording of several runs
		t.Errorf("%d of 5 points are judged", r.Judged())
	}
}

// TestDeclaring checks the furthest super type that has the field, also for a cycle of super types.
func TestDeclaring(t *testing.T) {
	h := &trace.Heap{Types: []trace.Type{
		{Name: "top", Super: trace.NoType}, {Name: "has", Super: 0, References: []string{"a"}}, {Name: "inherits", Super: 1, References: []string{"a", "b"}},
		{Name: "leaf", Super: 2, References: []string{"a", "b", "c"}}, {Name: "circle", Super: 5, References: []string{"a"}},
		{Name: "again", Super: 4, References: []string{"a"}},
	}}
	for _, test := range []struct {
		of    trace.TypeID
		field string
		want  trace.TypeID
	}{{3, "a", 1}, {3, "b", 2}, {3, "c", 3}, {1, "a", 1}, {3, "none", 3}} {
		if got := h.Declaring(test.of, test.field); got != test.want {
			t.Errorf("%s.%s is declared by %s", h.Types[test.of].Name, test.field, h.Types[got].Name)
		}
	}
	h.Declaring(4, "a") // must end
}
