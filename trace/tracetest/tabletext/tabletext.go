// Package tabletext builds Memory City traces for tests from their text form.
package tabletext

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"

	"memcity/trace/wire/memcity"
)

// chunk is the JSON of a table.
type chunk struct {
	Chunk string
	Head  map[string]uint64
	Rows  []map[string]json.RawMessage
}

// Parse calls visit with the table of each chunk. Missing members mean 0, "" or []. An optional column without values in any row is missing.
func Parse(r io.Reader, visit func(*memcity.Table) error) error {
	for d := json.NewDecoder(r); ; {
		var c chunk
		if err := d.Decode(&c); err == io.EOF {
			return nil
		} else if err != nil {
			return err
		}
		t, err := c.table()
		if err != nil {
			return err
		}
		if err := visit(t); err != nil {
			return err
		}
	}
}

func (c *chunk) table() (*memcity.Table, error) {
	at := slices.IndexFunc(memcity.Specs, func(s memcity.Spec) bool { return s.Name == c.Chunk })
	if at < 0 {
		return nil, fmt.Errorf("chunk %q: unknown kind", c.Chunk)
	}
	spec := &memcity.Specs[at]
	t := memcity.NewTable(spec.Kind)
	for i, f := range spec.Head {
		t.Head[i] = c.Head[f.Name]
	}
	t.Rows = len(c.Rows)
	for i, f := range spec.Rows {
		present := func(row map[string]json.RawMessage) bool { return row[f.Name] != nil }
		if f.Coding&memcity.Optional != 0 && !slices.ContainsFunc(c.Rows, present) {
			continue
		}
		for _, row := range c.Rows {
			if err := add(&t.Columns[i], f.Coding&^memcity.Optional, row[f.Name]); err != nil {
				return nil, fmt.Errorf("%s, %s: %w", spec.Name, f.Name, err)
			}
		}
	}
	return t, nil
}

// add appends the value of a row; nil for a missing one.
func add(c *memcity.Column, coding memcity.Coding, value json.RawMessage) (err error) {
	switch coding {
	case memcity.Text:
		c.Texts, err = with(c.Texts, value, false)
	case memcity.TextList:
		c.Texts, err = with(c.Texts, value, true)
	case memcity.NumberList:
		c.Numbers, err = with(c.Numbers, value, true)
	default:
		c.Numbers, err = with(c.Numbers, value, false)
	}
	if coding == memcity.TextList || coding == memcity.NumberList {
		if c.Start == nil {
			c.Start = []uint32{0}
		}
		c.Start = append(c.Start, uint32(len(c.Numbers)+len(c.Texts)))
	}
	return err
}

// with returns values followed by the parsed value, which is a list or a single one.
func with[T any](values []T, value json.RawMessage, list bool) ([]T, error) {
	var more []T
	var one T
	var to any = &one
	if list {
		to = &more
	}
	if value != nil {
		if err := json.Unmarshal(value, to); err != nil {
			return values, err
		}
	}
	if !list {
		more = []T{one}
	}
	return append(values, more...), nil
}
