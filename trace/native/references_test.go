package native_test

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"memcity/trace"
	"memcity/trace/tracetest"
	"memcity/trace/wire/memcity"
)

// saying returns a trace whose blocks state other numbers of references. change receives the index and the number of each block.
func saying(t *testing.T, data []byte, change func(block int, said uint64) uint64) []byte {
	t.Helper()
	var out bytes.Buffer
	w, err := memcity.NewWriter(&out)
	if err != nil {
		t.Fatal(err)
	}
	block := 0
	for _, e := range entries(t, data) {
		if e.Kind == memcity.Index {
			continue
		}
		table, err := memcity.ReadTable(bytes.NewReader(data), e)
		if err != nil {
			t.Fatal(err)
		}
		if e.Kind == memcity.Objects {
			table.Head[2] = change(block, table.Head[2])
			block++
		}
		if err := w.Write(table); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// TestSaidReferences checks that a heap does not depend on whether its blocks state their number of references, which older versions do
// not, or state too many. A block that states too few, or more than its bytes can hold, is left out like a damaged one.
func TestSaidReferences(t *testing.T) {
	large := tracetest.RandomHeap(3, 400_000)
	for name, h := range map[string]*trace.Heap{"blocks": large, "long rows": everything()} {
		data := native(t, trace.WriterInfo{}, h)
		loaded, _, err := loadAll(t, data)
		if err != nil {
			t.Fatal(err)
		}
		want := loaded[0]
		if len(want.RefTo) == 0 || cap(want.RefTo) != len(want.RefTo) {
			t.Fatalf("%s: %d references, and room for %d", name, len(want.RefTo), cap(want.RefTo))
		}
		for change, f := range map[string]func(int, uint64) uint64{
			"nothing": func(int, uint64) uint64 { return 0 }, "some nothing": func(block int, said uint64) uint64 { return said * uint64(block%2) },
			"one more": func(_ int, said uint64) uint64 { return said + 1 },
		} {
			heaps, reported, err := loadAll(t, saying(t, data, f))
			if err != nil || reported != "[]" {
				t.Fatalf("%s, says %s: %v, %s", name, change, err, reported)
			}
			sameHeap(t, heaps[0], want)
		}
	}
	data := native(t, trace.WriterInfo{}, large)
	var lost []memcity.Entry
	for _, e := range entries(t, data) {
		if e.Kind == memcity.Objects {
			lost = append(lost, e)
		}
	}
	want, _, err := loadAll(t, damaged(data, lost[1]))
	if err != nil {
		t.Fatal(err)
	}
	for text, said := range map[string]func(said uint64) uint64{
		"more than its declared": func(said uint64) uint64 { return said - 1 }, "more than its declared 0 ": func(uint64) uint64 { return 1 },
		"with an impossible number of references": func(uint64) uint64 { return 1 << 40 }, fmt.Sprintf("of %d bytes with an impossible number of references, %d", lost[1].Raw, lost[1].Raw+1): func(uint64) uint64 { return uint64(lost[1].Raw) + 2 },
	} {
		heaps, reported, err := loadAll(t, saying(t, data, func(block int, n uint64) uint64 {
			if block == 1 {
				return said(n)
			}
			return n
		}))
		if err != nil || !strings.Contains(reported, text) || !slices.Equal(heaps[0].RefTo, want[0].RefTo) ||
			!slices.Equal(heaps[0].RefStart.List(), want[0].RefStart.List()) || !slices.Equal(heaps[0].RefSlot.List(), want[0].RefSlot.List()) {
			t.Errorf("want %q, reported %s, %v", text, reported, err)
		}
	}
}
