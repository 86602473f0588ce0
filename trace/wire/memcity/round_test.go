package memcity

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"reflect"
	"strings"
	"sync"
	"testing"
)

// TestRoundTrip checks that written tables are read unchanged, with and without the index.
func TestRoundTrip(t *testing.T) {
	for seed := range uint64(30) {
		want := sample(seed, []int{0, 3, 40, 1000}[seed%4])
		data := fileOf(t, want...)
		byIndex, byHeaders := scan(data, 0), scan(data, fileHeader)
		if byIndex.err != nil || len(byIndex.faults) > 0 || !byIndex.complete || byIndex.next != int64(len(data)) {
			t.Fatalf("seed %d: %+v", seed, byIndex)
		}
		for i := range byIndex.entries {
			if e := &byIndex.entries[i]; len(e.Head) == 0 {
				e.Head = byHeaders.entries[i].Head // nil or empty
			}
		}
		if !reflect.DeepEqual(byIndex, byHeaders) {
			t.Fatalf("seed %d: by the index %+v\nby headers %+v", seed, byIndex, byHeaders)
		}
		got := byIndex.tables(t, data)
		if len(got) != len(want) {
			t.Fatalf("seed %d: %d tables, want %d", seed, len(got), len(want))
		}
		for i := range want {
			if err := equalTables(got[i], want[i]); err != nil {
				t.Fatalf("seed %d: %v", seed, err)
			}
		}
	}
}

// TestReadTableInto checks that reused memory shows no earlier values.
func TestReadTableInto(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	var want []*Table
	for range 200 {
		spec := &Specs[r.IntN(len(Specs))]
		if spec.Kind != Index {
			want = append(want, randomTable(r, spec, 50))
		}
	}
	data := fileOf(t, want...)
	s := scan(data, 0)
	var into Table
	var kept []string
	for i, table := range want {
		if err := ReadTableInto(bytes.NewReader(data), s.entries[i], &into); err != nil {
			t.Fatal(err)
		}
		if err := equalTables(&into, table); err != nil {
			t.Fatal(err)
		}
		for _, c := range into.Columns {
			kept = append(kept, c.Texts...)
		}
	}
	for _, table := range want {
		for _, c := range table.Columns {
			if n := len(c.Texts); !equal(kept[:n], c.Texts) {
				t.Fatal("texts changed after they were read")
			} else {
				kept = kept[n:]
			}
		}
	}
}

// TestText checks that the text form and the file have the same content.
func TestText(t *testing.T) {
	for seed := range uint64(20) {
		want := sample(seed, []int{0, 1, 5, 60}[seed%4])
		var text bytes.Buffer
		for _, table := range want {
			if err := WriteText(&text, table); err != nil {
				t.Fatal(err)
			}
		}
		if lines := bytes.Count(text.Bytes(), []byte("\n")); lines != len(want) {
			t.Fatalf("%d lines of %d chunks", lines, len(want))
		}
		i := 0
		err := ParseText(&text, func(got *Table) error {
			i++
			return equalTables(got, want[i-1])
		})
		if err != nil || i != len(want) {
			t.Fatalf("seed %d: %d of %d chunks: %v", seed, i, len(want), err)
		}
	}
}

// TestTextLiberties checks that members may be missing, may be in any order after the kind, and that numbers are exact.
func TestTextLiberties(t *testing.T) {
	const text = `
		{"chunk": "objects", "rows": [{"type": 1}, {"identity": 18446744073709551615, "references": [3, 0]}, {}], "head": {"first": 7}}
		{"chunk": "gcs", "rows": [{"cause": "x"}, {}]} {"chunk":"state end"}`
	var got []*Table
	if err := ParseText(strings.NewReader(text), func(table *Table) error { got = append(got, table); return nil }); err != nil {
		t.Fatal(err)
	}
	objects := NewTable(Objects, 0, 7)
	objects.Rows = 3
	objects.Columns[0].Numbers = []uint64{1, 0, 0}
	objects.Columns[1].Numbers = []uint64{0, 0, 0}
	objects.Columns[2].Numbers = []uint64{0, 1<<64 - 1, 0}
	objects.Columns[7] = Column{Numbers: []uint64{3, 0}, Start: []uint32{0, 0, 2, 2}}
	if err := equalTables(got[0], objects); err != nil {
		t.Error(err)
	}
	if gcs := got[1]; gcs.Rows != 2 || !equal(gcs.Columns[4].Texts, []string{"x", ""}) || !equal(gcs.Columns[0].Numbers, []uint64{0, 0}) {
		t.Errorf("%+v", gcs)
	}
	if len(got) != 3 || got[2].Kind != StateEnd {
		t.Errorf("%d chunks", len(got))
	}
}

func TestTextErrors(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{`{"chunk":"told"}` + "\n" + `{"chunk":"tolds"}`, `line 2: chunk "tolds": there is no such kind`},
		{`{"chunk":"index"}`, `chunk "index"`},
		{`{"rows":[]}`, `rows: expected "chunk" before it`},
		{`{}`, `line 1: a chunk says of which kind it is`},
		{`[]`, `expected a chunk as an object`},
		{`{"chunk":"told","rows":{}}`, `expected rows as an array`},
		{`{"chunk":"told","rows":[7]}`, `expected a row as an object`},
		{`{"chunk":"told","row":[]}`, `row: a chunk has chunk, head and rows`},
		{`{"chunk":"told","rows":[{"time":-1}]}`, `time: expected a whole number`},
		{`{"chunk":"told","rows":[{"time":18446744073709551616}]}`, `time: expected a whole number`},
		{`{"chunk":"told","rows":[{"time":1.5}]}`, `time: expected a whole number`},
		{`{"chunk":"told","rows":[{"text":1}]}`, `text: expected a string`},
		{`{"chunk":"told","rows":[{"texts":""}]}`, `texts: rows of told have no such column`},
		{`{"chunk":"state","head":{"no":1}}`, `no: the head of state has no such number`},
		{`{"chunk":"told","rows":[{"text":"x`, `line 1: damaged JSON: `},
		{`{"chunk":"told"`, `line 1: damaged JSON: unexpected EOF`},
		{"\n{]", `line 2: damaged JSON: `},
	} {
		err := ParseText(strings.NewReader(test.text), func(*Table) error { return nil })
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v, want %s", test.text, err, test.want)
		}
	}
	stop := errors.New("stop")
	if err := ParseText(strings.NewReader(`{"chunk":"told"}`), func(*Table) error { return stop }); err != stop {
		t.Error(err)
	}
}

// TestInvalidText checks that invalid UTF-8 is replaced, in the file and in the text form.
func TestInvalidText(t *testing.T) {
	table := NewTable(Report)
	table.Rows = 2
	table.Columns[0].Numbers = []uint64{1, 2}
	table.Columns[1].Texts = []string{"a\xffb\xc3", "\xa4c"}
	data := fileOf(t, table)
	s := scan(data, 0)
	got := s.tables(t, data)[0].Columns[1].Texts
	if want := []string{"a\ufffdb\ufffd", "\ufffdc"}; !reflect.DeepEqual(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	var text bytes.Buffer
	if err := WriteText(&text, table); err != nil || !strings.Contains(text.String(), `"a�b�"`) {
		t.Errorf("%v: %s", err, text.String())
	}
}

// TestWriteErrors checks that tables that do not match their spec are rejected and leave the file unchanged.
func TestWriteErrors(t *testing.T) {
	tableWith := func(change func(t *Table)) *Table {
		table := NewTable(Report)
		table.Rows = 1
		table.Columns[0].Numbers = []uint64{1}
		table.Columns[1].Texts = []string{""}
		change(table)
		return table
	}
	info := NewTable(Types)
	info.Rows = 1
	for i, f := range info.Kind.Spec().Rows {
		info.Columns[i] = randomColumn(rand.New(rand.NewPCG(1, 1)), f.Coding, 1)
	}
	info.Columns[6].Start = []uint32{1, 0}
	for _, test := range []struct {
		table *Table
		want  string
	}{
		{tableWith(func(t *Table) { t.Kind = 99 }), "kind 99: the format has no such chunk"},
		{tableWith(func(t *Table) { t.Kind = Index }), "index: "},
		{tableWith(func(t *Table) { t.Head = []uint64{1} }), "told: 1 numbers at the head, expected 0"},
		{tableWith(func(t *Table) { t.Columns = nil }), "told: 0 columns, expected 2"},
		{tableWith(func(t *Table) { t.Columns[0].Numbers = nil }), "told, column time: no values for 1 rows"},
		{tableWith(func(t *Table) { t.Columns[0].Texts = []string{"x"} }), "column time: texts and numbers"},
		{tableWith(func(t *Table) { t.Columns[1].Numbers = []uint64{1} }), "column text: texts and numbers"},
		{tableWith(func(t *Table) { t.Columns[1].Texts = []string{"x", "y"} }), "column text: 2 values for 1 rows"},
		{tableWith(func(t *Table) { t.Rows = -1 }), "told: -1 rows"},
		{tableWith(func(t *Table) { t.Rows = MaxRows + 1 }), "rows; a chunk has at most"},
		{tableWith(func(t *Table) { t.Columns[1].Texts[0] = strings.Repeat("x", MaxRaw+1) }), "which is too much for one chunk"},
		{info, "types, column fields: the starts of 1 rows do not fit"},
	} {
		var out bytes.Buffer
		w, err := NewWriter(&out)
		if err != nil {
			t.Fatal(err)
		}
		before := w.Size()
		if err := w.Write(test.table); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%v, want %s", err, test.want)
		}
		if w.Size() != before || w.Close() != nil {
			t.Errorf("%s: the file changed", test.want)
		}
		if err := w.Write(NewTable(Report)); err == nil {
			t.Error("a chunk after the end was written")
		}
	}
}

// limited is a disk with space for some bytes.
type limited struct{ left int }

var errFull = errors.New("the disk is full")

func (l *limited) Write(b []byte) (int, error) {
	n := min(len(b), l.left)
	if l.left -= n; n < len(b) {
		return n, errFull
	}
	return n, nil
}

// TestFullDisk checks that all calls after a disk error return the same error.
func TestFullDisk(t *testing.T) {
	size := len(fileOf(t, sample(3, 500)...))
	for room := 0; room < size; room += size/50 + 1 {
		disk := &limited{left: room}
		w, err := NewWriter(disk)
		for _, table := range sample(3, 500) {
			if err == nil {
				err = w.Write(table)
			}
		}
		if err == nil {
			err = w.Close()
		}
		if !errors.Is(err, errFull) || w.Flush() != errFull || w.Close() != errFull || w.Write(NewTable(Report)) != errFull {
			t.Fatalf("room for %d bytes: %v", room, err)
		}
	}
}

// TestManyReaders checks that several goroutines may read the tables of a file.
func TestManyReaders(t *testing.T) {
	want := sample(9, 300)
	data := fileOf(t, want...)
	s := scan(data, 0)
	var wait sync.WaitGroup
	for range 4 {
		wait.Go(func() {
			for i, table := range want {
				got, err := ReadTable(bytes.NewReader(data), s.entries[i])
				if err == nil {
					err = equalTables(got, table)
				}
				if err != nil {
					t.Error(err)
				}
			}
		})
	}
	wait.Wait()
}
