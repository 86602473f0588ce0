package memcity

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
)

// randomTable returns a table of the kind with up to rows rows, with numbers of all magnitudes and odd texts.
func randomTable(r *rand.Rand, spec *Spec, rows int) *Table {
	t := NewTable(spec.Kind)
	for i := range t.Head {
		t.Head[i] = randomNumber(r)
	}
	if len(spec.Rows) > 0 {
		t.Rows = r.IntN(rows + 1)
	}
	for i, f := range spec.Rows {
		if t.Rows > 0 && (!f.Coding.optional() || r.IntN(2) == 0) {
			t.Columns[i] = randomColumn(r, f.Coding, t.Rows)
		}
	}
	return t
}

func randomColumn(r *rand.Rand, coding Coding, rows int) Column {
	var c Column
	values := rows
	if coding.list() {
		c.Start = make([]uint32, 1, rows+1)
		for values = 0; len(c.Start) <= rows; c.Start = append(c.Start, uint32(values)) {
			if r.IntN(3) > 0 {
				values += r.IntN(5)
			}
		}
	}
	small := r.IntN(2) == 0
	for range values {
		switch {
		case coding.texts():
			c.Texts = append(c.Texts, randomText(r))
		case small:
			c.Numbers = append(c.Numbers, r.Uint64N(300))
		default:
			c.Numbers = append(c.Numbers, randomNumber(r))
		}
	}
	return c
}

func randomNumber(r *rand.Rand) uint64 { return r.Uint64() >> r.IntN(65) }

func randomText(r *rand.Rand) string {
	parts := []string{"", "java.util.HashMap$Node", "\x00", "日本", "\"\\\n", "Main.main(Main.java:3)", "\u2028", strings.Repeat("x", 200)}
	return parts[r.IntN(len(parts))] + parts[r.IntN(len(parts))]
}

// equalTables returns an error if two tables differ in content.
func equalTables(a, b *Table) error {
	if a.Kind != b.Kind || a.Rows != b.Rows || len(a.Columns) != len(b.Columns) {
		return fmt.Errorf("%s with %d rows, want %s with %d", a.Kind, a.Rows, b.Kind, b.Rows)
	}
	if !equal(a.Head, b.Head) {
		return fmt.Errorf("%s: head %v, want %v", a.Kind, a.Head, b.Head)
	}
	for i := range a.Columns {
		x, y := &a.Columns[i], &b.Columns[i]
		if !equal(x.Numbers, y.Numbers) || !equal(x.Texts, y.Texts) || !equal(x.Start, y.Start) {
			return fmt.Errorf("%s, column %d: %.200v, want %.200v", a.Kind, i, x, y)
		}
	}
	return nil
}

func equal[T any](a, b []T) bool { return len(a) == 0 && len(b) == 0 || reflect.DeepEqual(a, b) }

// fileOf returns a complete file with the tables.
func fileOf(t testing.TB, tables ...*Table) []byte {
	t.Helper()
	var out bytes.Buffer
	w, err := NewWriter(&out)
	for i := 0; err == nil && i < len(tables); i++ {
		err = w.Write(tables[i])
	}
	if err == nil {
		err = w.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	if w.Size() != int64(out.Len()) {
		t.Fatalf("%d bytes written, Size is %d", out.Len(), w.Size())
	}
	return out.Bytes()
}

// sample returns valid tables of all kinds.
func sample(seed uint64, rows int) []*Table {
	r := rand.New(rand.NewPCG(seed, 1))
	var tables []*Table
	for i := range Specs {
		if Specs[i].Kind != Index {
			tables = append(tables, randomTable(r, &Specs[i], rows))
		}
	}
	return tables
}

// scanned contains the results of Scan.
type scanned struct {
	entries  []Entry
	next     int64
	complete bool
	faults   []Fault
	err      error
}

func scan(data []byte, from int64) scanned {
	var s scanned
	s.entries, s.next, s.complete, s.faults, s.err = Scan(bytes.NewReader(data), int64(len(data)), from)
	return s
}

// tables reads all tables except the index. Unreadable ones are nil and become faults.
func (s *scanned) tables(t testing.TB, data []byte) []*Table {
	t.Helper()
	var tables []*Table
	for _, e := range s.entries {
		if e.Kind == Index || e.Kind.Spec() == nil {
			continue
		}
		table, err := ReadTable(bytes.NewReader(data), e)
		if fault := (Fault{}); err != nil && !errors.As(err, &fault) {
			t.Fatalf("%v: no fault: %v", e, err)
		}
		tables = append(tables, table)
	}
	return tables
}
