//go:build !race

package memcity

import (
	"bytes"
	"io"
	"testing"
)

// TestAllocations checks that reading into a table and writing allocate nothing for values once the memory exists. The race detector
// discards some of it.
func TestAllocations(t *testing.T) {
	table := heapTable(2000)
	data := fileOf(t, table)
	r := bytes.NewReader(data)
	entry := scan(data, 0).entries[0]
	var into Table
	if n := testing.AllocsPerRun(50, func() {
		if err := ReadTableInto(r, entry, &into); err != nil {
			t.Fatal(err)
		}
	}); n > 1 {
		t.Errorf("reading takes %v allocations", n)
	}
	w, err := NewWriter(io.Discard)
	if err != nil {
		t.Fatal(err)
	}
	if n := testing.AllocsPerRun(50, func() {
		if err := w.Write(table); err != nil {
			t.Fatal(err)
		}
	}); n > 1 {
		t.Errorf("writing takes %v allocations", n)
	}
}
