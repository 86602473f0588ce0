package memcity

import (
	"bytes"
	"io"
	"math/rand/v2"
	"testing"

	"github.com/klauspost/compress/zstd"
)

// heapTable returns a block of objects with two references each, like a program with lists and strings. Most references are to neighbors,
// some far away. One object in four is an array.
func heapTable(objects int) *Table {
	r := rand.New(rand.NewPCG(7, 7))
	t := NewTable(Objects)
	t.Rows = objects
	c := t.Columns
	refs := &c[7]
	refs.Start = append(refs.Start, 0)
	for i := range objects {
		kind := r.Uint64N(1 + r.Uint64N(400))
		extent := uint64(0)
		if kind%4 == 0 {
			extent = r.Uint64N(30)
		}
		c[0].Numbers = append(c[0].Numbers, kind)
		c[1].Numbers = append(c[1].Numbers, extent)
		c[2].Numbers = append(c[2].Numbers, uint64(i)*3+r.Uint64N(3))
		for range r.IntN(5) {
			to := 2 + r.Uint64N(1<<r.IntN(21))
			if r.IntN(5) == 0 {
				to = 0
			}
			refs.Numbers = append(refs.Numbers, to)
		}
		refs.Start = append(refs.Start, uint32(len(refs.Numbers)))
	}
	return t
}

const benchObjects = 1 << 17

// plainFrame returns the encoded columns of t, concatenated, and the same as one zstd frame.
func plainFrame(t *Table) (raw, frame []byte) {
	var scratch []uint64
	for i := range t.Columns {
		if t.Columns[i].Has() {
			raw = appendColumn(raw, &t.Columns[i], t.Kind.Spec().Rows[i].Coding, &scratch)
		}
	}
	return raw, newPacker().encoder.EncodeAll(raw, nil)
}

// BenchmarkRead compares reading a table with decompressing the same bytes.
func BenchmarkRead(b *testing.B) {
	table := heapTable(benchObjects)
	data := fileOf(b, table)
	r := bytes.NewReader(data)
	entry := scan(data, 0).entries[0]
	raw, frame := plainFrame(table)
	b.Run("plain", func(b *testing.B) {
		d, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1))
		if err != nil {
			b.Fatal(err)
		}
		defer d.Close()
		b.SetBytes(int64(len(raw)))
		for b.Loop() {
			if raw, err = d.DecodeAll(frame, raw[:0]); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("table", func(b *testing.B) {
		var into Table
		b.SetBytes(int64(len(raw)))
		b.ReportAllocs()
		for b.Loop() {
			if err := ReadTableInto(r, entry, &into); err != nil {
				b.Fatal(err)
			}
		}
		b.ReportMetric(float64(b.N)*benchObjects/b.Elapsed().Seconds()/1e6, "Mobjects/s")
		b.ReportMetric(float64(entry.Stored)/benchObjects, "B/object")
	})
}

// BenchmarkWrite compares writing a table with compressing the same bytes.
func BenchmarkWrite(b *testing.B) {
	table := heapTable(benchObjects)
	raw, frame := plainFrame(table)
	b.Run("plain", func(b *testing.B) {
		e := newPacker().encoder
		b.SetBytes(int64(len(raw)))
		for b.Loop() {
			frame = e.EncodeAll(raw, frame[:0])
		}
	})
	b.Run("table", func(b *testing.B) {
		w, err := NewWriter(io.Discard)
		if err != nil {
			b.Fatal(err)
		}
		b.SetBytes(int64(len(raw)))
		b.ReportAllocs()
		for b.Loop() {
			if err := w.Write(table); err != nil {
				b.Fatal(err)
			}
		}
		b.ReportMetric(float64(b.N)*benchObjects/b.Elapsed().Seconds()/1e6, "Mobjects/s")
	})
}

// BenchmarkScan scans a file of many small chunks, with and without the index.
func BenchmarkScan(b *testing.B) {
	var tables []*Table
	for i := range 10_000 {
		tables = append(tables, NewTable(StateEnd, uint64(i)))
	}
	data := fileOf(b, tables...)
	for name, from := range map[string]int64{"index": 0, "headers": fileHeader} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if s := scan(data, from); len(s.entries) != len(tables)+1 {
					b.Fatal(s.err)
				}
			}
		})
	}
}
