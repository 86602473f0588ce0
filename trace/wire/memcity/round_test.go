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
		{tableWith(func(t *Table) { t.Kind = 99 }), "kind 99: unknown chunk"},
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
