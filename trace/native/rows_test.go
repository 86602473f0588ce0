//go:build !race

package native_test

import (
	"bytes"
	"fmt"
	"slices"
	"testing"

	"memcity/trace"
	nativepkg "memcity/trace/native"
)

// TestManyRows writes more rows than fit into one chunk.
func TestManyRows(t *testing.T) {
	for _, n := range []int{1<<14 - 1, 1 << 14, 1<<14 + 1, 2<<14 + 1} {
		var file bytes.Buffer
		w, err := nativepkg.NewWriter(&file, trace.WriterInfo{})
		if err != nil {
			t.Fatal(err)
		}
		counts, gcs := make([]trace.TypeCount, n), make([]trace.GC, n)
		for i := range n {
			counts[i] = trace.TypeCount{Name: fmt.Sprint("T", i), Objects: int64(i), Bytes: int64(2 * i)}
			gcs[i] = trace.GC{Number: uint32(i), Kind: fmt.Sprint("K", i)}
		}
		w.GCs(gcs)
		if err := w.Counts(nativepkg.PointInfo{}, counts); err != nil {
			t.Fatal(err)
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		rec := openBytes(t, file.Bytes())
		if len(rec.Points) != 1 || !slices.Equal(rec.Points[0].Counts, counts) || !slices.Equal(rec.GCs, gcs) {
			t.Errorf("%d rows are not read as they were written", n)
		}
	}
}
