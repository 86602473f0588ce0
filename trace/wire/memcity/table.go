package memcity

import (
	"fmt"
	"math"
	"slices"
)

// A Column contains the values of a field by row, in Numbers or Texts. For lists, the values of all rows are concatenated, and row i has
// the values from Start[i] to Start[i+1]. In a table with rows, an optional column without values is left out of the file.
type Column struct {
	Numbers []uint64
	Texts   []string
	Start   []uint32
}

// Has reports whether the column has values, which may be empty lists.
func (c *Column) Has() bool { return len(c.Numbers) > 0 || len(c.Texts) > 0 || len(c.Start) > 0 }

// A Table is the content of a chunk. Head and Columns match the spec in order and number.
type Table struct {
	Kind    Kind
	Rows    int
	Head    []uint64
	Columns []Column
}

// NewTable returns a table of a known kind without rows. Missing numbers of the head are 0.
func NewTable(k Kind, head ...uint64) *Table {
	spec := k.Spec()
	if spec == nil || len(head) > len(spec.Head) {
		panic(fmt.Sprintf("memcity: a table of %s with %d numbers at its head", k, len(head)))
	}
	t := &Table{Kind: k, Head: make([]uint64, len(spec.Head)), Columns: make([]Column, len(spec.Rows))}
	copy(t.Head, head)
	return t
}

// reset makes t an empty table of the kind and keeps its memory.
func (t *Table) reset(spec *Spec, rows int) {
	t.Kind, t.Rows = spec.Kind, rows
	t.Head = resize(t.Head, len(spec.Head))
	clear(t.Head)
	t.Columns = resize(t.Columns, len(spec.Rows))
	for i := range t.Columns {
		c := &t.Columns[i]
		clear(c.Texts)
		c.Numbers, c.Texts, c.Start = c.Numbers[:0], c.Texts[:0], c.Start[:0]
	}
}

// resize returns s with length n, keeping its elements where possible.
func resize[T any](s []T, n int) []T {
	if n <= cap(s) {
		return s[:n]
	}
	return append(s[:cap(s)], make([]T, n-cap(s))...)
}

// check returns an error if the table cannot be written. columns are the columns to check; nil for all.
func (t *Table) check(columns []int) error {
	spec := t.Kind.Spec()
	switch {
	case spec == nil:
		return fmt.Errorf("%s: unknown chunk", t.Kind)
	case t.Rows < 0 || t.Rows > MaxRows:
		return fmt.Errorf("%s: %d rows; a chunk has at most %d", spec.Name, t.Rows, MaxRows)
	case len(t.Head) != len(spec.Head):
		return fmt.Errorf("%s: %d numbers at the head, expected %d", spec.Name, len(t.Head), len(spec.Head))
	case len(t.Columns) != len(spec.Rows):
		return fmt.Errorf("%s: %d columns, expected %d", spec.Name, len(t.Columns), len(spec.Rows))
	case t.Rows > 0 && len(spec.Rows) == 0:
		return fmt.Errorf("%s: %d rows; it has only a head", spec.Name, t.Rows)
	}
	for i := range t.Columns {
		if columns != nil && !slices.Contains(columns, i) {
			continue
		}
		if err := t.Columns[i].check(&spec.Rows[i], t.Rows); err != nil {
			return fmt.Errorf("%s, column %s: %w", spec.Name, spec.Rows[i].Name, err)
		}
	}
	return nil
}

func (c *Column) check(f *Field, rows int) error {
	if !c.Has() {
		if rows > 0 && !f.Coding.optional() {
			return fmt.Errorf("no values for %d rows", rows)
		}
		return nil
	}
	values, other, most := len(c.Numbers), len(c.Texts), MaxValues
	if f.Coding.texts() {
		values, other, most = other, values, MaxRows
	}
	switch {
	case other > 0:
		return fmt.Errorf("texts and numbers do not go together")
	case values > most:
		return fmt.Errorf("%d values; a column has at most %d", values, most)
	case !f.Coding.list():
		if values != rows || len(c.Start) > 0 {
			return fmt.Errorf("%d values for %d rows", values, rows)
		}
		return nil
	case len(c.Start) != rows+1 || c.Start[0] != 0 || int64(c.Start[rows]) != int64(values):
		return fmt.Errorf("the starts of %d rows do not fit %d values", rows, values)
	}
	for i := range rows {
		if c.Start[i] > c.Start[i+1] {
			return fmt.Errorf("row %d ends before it starts", i)
		}
	}
	return nil
}

// state returns the number of the heap state that a chunk belongs to; -1 for none.
func (s *Spec) state(head []uint64) int64 {
	if s == nil || len(s.Head) == 0 || len(head) == 0 || s.Head[0].Name != "state" && s.Kind != State {
		return -1
	}
	return int64(min(head[0], math.MaxInt64))
}
