package hprof_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"memcity/trace"
	"memcity/trace/hprof"
	"memcity/trace/tracetest"
	wire "memcity/trace/wire/hprof"
)

// fieldTexts formats the fields of o on one line.
func fieldTexts(t testing.TB, h *trace.Heap, o trace.ObjectID) string {
	t.Helper()
	fields, err := h.Values.Fields(o)
	if err != nil {
		t.Fatalf("object %d: %v", o, err)
	}
	var all []string
	for _, f := range fields {
		all = append(all, fmt.Sprintf("%s.%s=%s", h.Types[f.Class].Name, f.Name, f.Value))
	}
	return strings.Join(all, " ")
}

func TestFields(t *testing.T) {
	for _, idSize := range []int{4, 8} {
		for _, pack := range []int{-1, 0, 4096} {
			data := persons(idSize).Bytes()
			if pack >= 0 {
				data = tracetest.Gzip(data, pack)
			}
			h, _ := load(t, data)
			for o, limit := range map[trace.ObjectID]string{
				9:  "app.Person.age=36 app.Person.friends=null app.Named.name=object 8 app.Named.mark=1",
				12: "app.Person.age=50 app.Person.friends=object 11 app.Named.name=object 8 app.Named.mark=0",
				8:  "java.lang.String.value=object 7 java.lang.String.hash=0 java.lang.String.coder=1",
				3:  "app.Named.count=3 app.Named.none=null app.Named.all=object 11",
				11: "",
			} {
				if got := fieldTexts(t, h, o); got != limit {
					t.Errorf("ids of %d bytes, packed %d, object %d: %s, want %s", idSize, pack, o, got, limit)
				}
			}
			if v, err := h.Values.Elements(11, 0, 5); err != nil || fmt.Sprint(v) != "[null object 9 object 10]" {
				t.Errorf("elements are %v, %v", v, err)
			}
			if v, err := h.Values.Elements(7, 2, 1); err != nil || fmt.Sprint(v) != "[66]" {
				t.Errorf("elements are %v, %v", v, err)
			}
			if text, err := h.Values.Text(8, 10); err != nil || text != "mт" {
				t.Errorf("text is %q, %v", text, err)
			}
			if _, err := h.Values.Fields(1000); err == nil {
				t.Error("an object that does not exist has fields")
			}
		}
	}
}

// TestKinds reads values of all kinds at their limits.
func TestKinds(t *testing.T) {
	d := tracetest.NewDump()
	var fields []tracetest.DumpField
	var values []uint64
	var limit []string
	for _, v := range []struct {
		kind wire.BasicType
		bits uint64
		text string
	}{
		{wire.Boolean, 1, "true"}, {wire.Byte, 0x80, "-128"}, {wire.Char, 'ä', "'ä'"}, {wire.Char, 0xD800, `'\ud800'`},
		{wire.Short, 0x8000, "-32768"}, {wire.Int, 1 << 31, "-2147483648"}, {wire.Long, 1 << 63, "-9223372036854775808"},
		{wire.Float, uint64(math.Float32bits(-1.5)), "-1.5"}, {wire.Double, math.Float64bits(math.Inf(1)), "+Inf"},
		{wire.Object, 0xDEAD0000, "object that is not in the heap state"}, {wire.Object, 0, "null"},
	} {
		fields = append(fields, tracetest.DumpField{Name: "f", Type: v.kind})
		values = append(values, v.bits)
		limit = append(limit, v.text)
	}
	d.Instance(d.Class("app/All", fields...), values...)
	h, _ := load(t, d.Bytes())
	all, err := h.Values.Fields(trace.ObjectID(h.Len() - 1))
	if err != nil || len(all) != len(limit) {
		t.Fatalf("fields are %v, %v", all, err)
	}
	for i, f := range all {
		if f.Value.String() != limit[i] || f.Kind != f.Value.Kind {
			t.Errorf("%s is %s of kind %s, want %s", f.Kind, f.Value, f.Value.Kind, limit[i])
		}
	}
	if v := all[8].Value; v.Int() != math.MaxInt64 || !v.IsNumber() || v.Bool() || v.Object() != trace.NoObject || v.IsNull() {
		t.Errorf("infinity is %d", v.Int())
	}
	if all[9].Value.IsNull() || all[9].Value.Object() != trace.NoObject || !all[10].Value.IsNull() {
		t.Error("a lost reference is null, or null is none")
	}
}

// checkValues compares all methods of reading values with each other and with the references of the heap.
func checkValues(t testing.TB, h *trace.Heap) {
	t.Helper()
	var selections []trace.Selection
	for i := range h.Types {
		if n := len(h.Values.Layout(trace.TypeID(i))); n > 0 {
			s := trace.Selection{Type: trace.TypeID(i)}
			for f := range n {
				s.Fields = append(s.Fields, f)
			}
			selections = append(selections, s)
		}
	}
	rows := map[trace.ObjectID]string{}
	err := h.Values.Rows(context.Background(), selections, func(o trace.ObjectID, row []trace.Value) {
		if rows[o] != "" {
			t.Fatalf("object %d comes twice", o)
		}
		rows[o] = fmt.Sprint(row)
	})
	if err != nil {
		t.Fatal(err)
	}
	for o := range trace.ObjectID(h.Len()) {
		var refs []trace.ObjectID
		values, err := h.Values.Elements(o, 0, 100)
		if fields, e := h.Values.Fields(o); e == nil && len(fields) > 0 && h.Types[h.TypeOf.At(o)].Kind == trace.Instance {
			for _, f := range fields {
				values = append(values, f.Value)
			}
			if fmt.Sprint(values) != rows[o] {
				t.Fatalf("object %d is %v, as a row %s", o, values, rows[o])
			}
		} else if err = errors.Join(err, e); err != nil && !strings.Contains(err.Error(), "only referred to") {
			t.Fatal(err)
		}
		for _, v := range values {
			if v.Object() != trace.NoObject {
				refs = append(refs, v.Object())
			}
		}
		limit := slices.Clone(h.References(o))
		if k := h.Types[h.TypeOf.At(o)].Kind; k != trace.ClassObject && len(refs) <= 100 && len(limit) <= 100 {
			slices.Sort(refs)
			slices.Sort(limit)
			if !slices.Equal(refs, limit) && k == trace.Instance {
				t.Fatalf("object %d has values that refer to %v, references to %v", o, refs, limit)
			}
		}
	}
}

func TestValuesOfMany(t *testing.T) {
	shuffle := rand.New(rand.NewPCG(9, 9)).Shuffle
	for name, data := range map[string][]byte{
		"plain":    many(8, 4000).Bytes(),
		"ids of 4": many(4, 1000).Bytes(),
		"members":  tracetest.Gzip(many(8, 1500).Bytes(), 1<<14),
		"shuffled": func() []byte { d := many(8, 3000); d.Shuffle(shuffle); return d.Bytes() }(),
		"classes last": func() []byte {
			d := many(8, 1000)
			d.ClassesLast = true
			return d.Bytes()
		}(),
	} {
		t.Run(name, func(t *testing.T) {
			h, _ := load(t, data)
			checkValues(t, h)
		})
	}
}

// TestValuesGone checks that values of a changed or removed file give an error.
func TestValuesGone(t *testing.T) {
	path := filepath.Join(t.TempDir(), "one.hprof")
	if err := os.WriteFile(path, persons(8).Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	f, err := trace.DiskFile(path)
	if err != nil {
		t.Fatal(err)
	}
	h, _, err := hprof.Load(t.Context(), f, nil)
	if err != nil {
		t.Fatal(err)
	}
	checkValues(t, h)
	rows := func() error {
		return h.Values.Rows(t.Context(), []trace.Selection{{Type: h.TypeOf.At(9), Fields: []int{0}}}, func(trace.ObjectID, []trace.Value) {})
	}
	if err := os.Chtimes(path, time.Unix(1, 0), time.Unix(1, 0)); err != nil {
		t.Fatal(err)
	}
	for _, limit := range []string{"changed", "no such file"} {
		var input *trace.InputError
		if _, err := h.Values.Fields(9); !errors.As(err, &input) || !strings.Contains(err.Error(), limit) || input.Source != path {
			t.Errorf("fields: %v, want %s", err, limit)
		}
		if err := rows(); !errors.As(err, &input) || !strings.Contains(err.Error(), limit) {
			t.Errorf("rows: %v, want %s", err, limit)
		}
		if err := os.Remove(path); err != nil && limit == "changed" {
			t.Fatal(err)
		}
	}
	if v, err := h.Values.Field(3, "count"); err != nil || v.Int() != 3 {
		t.Errorf("static field: %v, %v", v, err)
	}
}

func TestRowsWrong(t *testing.T) {
	h, _ := load(t, persons(8).Bytes())
	person := h.TypeOf.At(9)
	visit := func(trace.ObjectID, []trace.Value) { t.Error("there is a row") }
	for _, s := range [][]trace.Selection{{{Type: person, Fields: []int{4}}}, {{Type: person}, {Type: person}},
		{{Type: 999, Fields: []int{0}}}} {
		if h.Values.Rows(t.Context(), s, visit) == nil {
			t.Errorf("%v is accepted", s)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := h.Values.Rows(ctx, []trace.Selection{{Type: person}}, visit); err != context.Canceled {
		t.Errorf("cancelled rows: %v", err)
	}
}

// TestShortFields checks that an instance shorter than its class has no values for the rest, and that fields that no instance has are not
// listed.
func TestShortFields(t *testing.T) {
	d := tracetest.NewDump()
	base := d.Class("app/Base", tracetest.Int("z"), tracetest.Int("never"))
	c := d.SubClass(base, "app/A", tracetest.Int("x"), tracetest.Long("y"))
	for _, body := range [][]byte{{0, 0, 0, 7}, {0, 0, 0, 8, 0, 0, 0, 0, 0, 0, 0, 9, 0, 0, 0, 10, 1}, {}} {
		d.Record(wire.Record{Kind: wire.Instance, Body: body, Values: [9]uint64{d.Address(32), 1, c.ID, uint64(len(body))}})
	}
	h, _ := load(t, d.Bytes())
	for i, limit := range []string{"app.A.x=7 app.A.y=? app.Base.z=?", "app.A.x=8 app.A.y=9 app.Base.z=10",
		"app.A.x=? app.A.y=? app.Base.z=?"} {
		if got := fieldTexts(t, h, trace.ObjectID(h.Len()-3+i)); got != limit {
			t.Errorf("instance %d is %s, want %s", i, got, limit)
		}
	}
	checkValues(t, h)
}

// TestInflated checks that the temporary file of a compressed dump is gone once the values are unused.
func TestInflated(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("TMPDIR", dir)
	h, _, err := hprof.Load(t.Context(), trace.MemoryFile("test.hprof", tracetest.Gzip(persons(8).Bytes(), 0)), nil)
	if err != nil {
		t.Fatal(err)
	}
	var last int64
	if err := h.Values.Prepare(t.Context(), func(done, total int64, what string) {
		if last = done; done > total || !strings.Contains(what, "test.hprof") {
			t.Errorf("%d of %d: %s", done, total, what)
		}
	}); err != nil || last == 0 {
		t.Errorf("reported %d, %v", last, err)
	}
	checkValues(t, h)
	runtime.KeepAlive(h)
	for h = nil; ; runtime.GC() {
		if left, err := os.ReadDir(dir); err != nil {
			t.Fatal(err)
		} else if len(left) == 0 {
			return
		}
	}
}

func FuzzValues(f *testing.F) {
	f.Add(persons(8).Bytes())
	f.Add(persons(4).Bytes())
	f.Add(many(8, 50).Bytes())
	d := many(8, 50)
	d.Shuffle(rand.New(rand.NewPCG(3, 3)).Shuffle)
	f.Add(d.Bytes())
	f.Add(tracetest.Gzip(persons(8).Bytes(), 4096))
	f.Fuzz(func(t *testing.T, data []byte) {
		h, _, err := hprof.Load(t.Context(), trace.MemoryFile("fuzz", data), nil)
		if err != nil {
			return
		}
		checkValues(t, h)
		var all []trace.ObjectID
		for o := range trace.ObjectID(h.Len()) {
			all = append(all, o)
		}
		if err := h.Values.Texts(t.Context(), all, 100, func(_ trace.ObjectID, text []byte) {
			if len(text) > 400 {
				t.Fatalf("a text of 100 characters has %d bytes", len(text))
			}
		}); err != nil {
			t.Fatal(err)
		}
	})
}

// TestUnordered reads a dump of several chunks whose objects are in random order.
func TestUnordered(t *testing.T) {
	d := tracetest.NewDump()
	d.Segment = 1 << 20
	c := d.Class("app/A", tracetest.Int("n"), tracetest.Long("a"), tracetest.Long("b"), tracetest.Long("c"))
	const objects = 150_000
	for i := range objects {
		d.Instance(c, uint64(i))
	}
	d.Shuffle(rand.New(rand.NewPCG(2, 2)).Shuffle)
	h, _ := load(t, d.Bytes())
	first := trace.ObjectID(h.Len() - objects)
	rows := 0
	if err := h.Values.Rows(t.Context(), []trace.Selection{{Type: h.TypeOf.At(first), Fields: []int{0}}},
		func(o trace.ObjectID, row []trace.Value) {
			rows++
			if row[0].Int() != int64(o-first) {
				t.Fatalf("object %d is %s", o-first, row[0])
			}
		}); err != nil || rows != objects {
		t.Errorf("%d rows, %v", rows, err)
	}
	for i := trace.ObjectID(0); i < objects; i += 97 {
		if v, err := h.Values.Field(first+i, "n"); err != nil || v.Int() != int64(i) {
			t.Fatalf("object %d is %s, %v", i, v, err)
		}
	}
}
