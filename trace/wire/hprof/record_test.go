package hprof

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// sample returns a record of every kind, with values that fit into the fields.
func sample(idSize int) []Record {
	kinds := make([]Kind, 0, len(specs))
	for k := range specs {
		if k != HeapDump && k != HeapSegment && k != HeapEnd {
			kinds = append(kinds, k)
		}
	}
	slices.Sort(kinds)
	var records []Record
	for _, k := range kinds {
		r := Record{Kind: k}
		s := specs[k]
		for i, f := range s.fields {
			r.Values[i] = 0x0102030405060708 >> (8 * (8 - f.width.bytes(idSize)))
		}
		switch s.body {
		case bodyText, bodyRest:
			r.Body = []byte("some text")
		case bodyBytes:
			r.Body = []byte{1, 2, 3, 4, 5}
			r.Values[len(s.fields)-1] = 5
		case bodyIDs:
			r.Body = AppendID(AppendID(nil, idSize, 17), idSize, 18)
			r.Values[s.counted] = 2
		case bodyValues:
			r.Body = []byte{0, 'h', 0, 'i'}
			r.Values[ArrayLength], r.Values[ArrayType] = 2, uint64(Char)
		case bodyClass:
			r.Body = AppendClass(nil, idSize, &sampleClass)
		}
		records = append(records, r)
	}
	return records
}

var sampleClass = Class{
	Constants: []Constant{{7, Int, 42}},
	Statics:   []Static{{1, Object, 0x20}, {2, Long, 1 << 60}},
	Fields:    []Field{{3, Object}, {4, Byte}},
}

// file writes records to a file: top-level records first, then one segment with the others.
func file(idSize int, records []Record) []byte {
	out := AppendHeader(nil, Header{Version: "1.0.2", IDSize: idSize, Time: 1234})
	var heap []byte
	for _, r := range records {
		if r.Kind&subRecord != 0 {
			heap = Append(heap, idSize, &r)
		} else {
			out = Append(out, idSize, &r)
		}
	}
	out = Append(out, idSize, &Record{Kind: HeapSegment, Body: heap})
	return Append(out, idSize, &Record{Kind: HeapEnd})
}

// read returns all records of a file except segments, with copied bodies, read in blocks of the given size.
func read(t testing.TB, data []byte, block, workers int) ([]Record, []Fault) {
	t.Helper()
	r, err := NewReader(strings.NewReader(string(data)), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	r.blockSize = block
	chunks := make([][][]Record, workers)
	faults, err := r.Scan(context.Background(), workers, func(w int, c *Chunk) error {
		for len(chunks[w]) <= c.Index {
			chunks[w] = append(chunks[w], nil)
		}
		chunks[w][c.Index] = chunkRecords(c)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	var all []Record
	for i := 0; ; i++ {
		more := false
		for w := range chunks {
			if i < len(chunks[w]) {
				more = true
				all = append(all, chunks[w][i]...)
			}
		}
		if !more {
			return all, faults
		}
	}
}

func chunkRecords(c *Chunk) []Record {
	var all []Record
	var r Record
	for c.Next(&r) {
		if r.Kind == HeapDump || r.Kind == HeapSegment {
			r = Record{}
			continue
		}
		k := r
		k.Body = slices.Clone(r.Body)
		all = append(all, k)
		r = Record{}
	}
	return all
}

func TestRoundTrip(t *testing.T) {
	for _, idSize := range []int{4, 8} {
		limit := sample(idSize)
		slices.SortStableFunc(limit, func(a, b Record) int { return int(a.Kind&subRecord) - int(b.Kind&subRecord) })
		got, faults := read(t, file(idSize, limit), blockSize, 1)
		if len(faults) > 0 {
			t.Errorf("faults: %v", faults)
		}
		if len(got) != len(limit)+1 {
			t.Fatalf("%d records, want %d", len(got), len(limit)+1)
		}
		for i := range limit {
			if got[i].Offset == 0 {
				t.Errorf("%s has no offset", got[i].Kind)
			}
			got[i].Offset = 0
			if len(limit[i].Body) == 0 {
				got[i].Body, limit[i].Body = nil, nil
			}
			if !reflect.DeepEqual(got[i], limit[i]) {
				t.Errorf("id size %d: got %+v, want %+v", idSize, got[i], limit[i])
			}
		}
	}
}

func TestClassRoundTrip(t *testing.T) {
	for _, idSize := range []int{4, 8} {
		c := sampleClass
		if idSize == 4 {
			c.Statics = c.Statics[:1]
		}
		r := Record{Body: AppendClass(nil, idSize, &c)}
		if got := r.Class(idSize); !reflect.DeepEqual(got, c) {
			t.Errorf("got %+v, want %+v", got, c)
		}
		for n := range r.Body {
			if _, wrong := classBody(r.Body[:n], idSize); wrong != short {
				t.Errorf("class cut after %d bytes is not short", n)
			}
		}
	}
}

// TestSpecs checks assumptions of the reader about the table.
func TestSpecs(t *testing.T) {
	names := map[string]bool{}
	for kind, s := range specs {
		if names[s.name] || s.name == "" {
			t.Errorf("%s is not a name of its own", s.name)
		}
		names[s.name] = true
		if len(s.fields) > maxFields {
			t.Errorf("%s has %d fields", kind, len(s.fields))
		}
		if kind&subRecord != 0 && (s.body == bodyText || s.body == bodyRest) {
			t.Errorf("sub-record %s goes on to an end it does not have", kind)
		}
		if s.body == bodyIDs && (s.counted >= len(s.fields) || s.fields[s.counted].width != u4) {
			t.Errorf("%s counts with field %d", kind, s.counted)
		}
	}
}

// large creates a file of n objects of many kinds, some longer than small blocks.
func large(n int, one bool) []byte {
	rng := rand.New(rand.NewPCG(1, 2))
	out := AppendHeader(nil, Header{Version: "1.0.1", IDSize: 8})
	kind := HeapSegment
	if one {
		kind = HeapDump
	}
	var heap []byte
	flush := func() {
		out = Append(out, 8, &Record{Kind: kind, Body: heap})
		heap = nil
	}
	for i := range n {
		out = Append(out, 8, &Record{Kind: Text, Values: [9]uint64{uint64(i)}, Body: []byte(fmt.Sprint("text ", i))})
	}
	for i := range uint64(n) {
		size := rng.IntN(100)
		if rng.IntN(100) == 0 {
			size = 8 * rng.IntN(4000)
		}
		switch rng.IntN(3) {
		case 0:
			heap = Append(heap, 8, &Record{Kind: Instance, Values: [9]uint64{16 * i, 1, 8, uint64(size % 100)}, Body: make([]byte, size%100)})
		case 1:
			heap = Append(heap, 8, &Record{Kind: ObjectArray, Values: [9]uint64{16 * i, 1, uint64(size), 8}, Body: make([]byte, 8*size)})
		case 2:
			heap = Append(heap, 8, &Record{Kind: PrimitiveArray, Values: [9]uint64{16 * i, 1, uint64(size), uint64(Byte)}, Body: make([]byte, size)})
		}
		if !one && len(heap) > 10000+rng.IntN(20000) {
			flush()
		}
	}
	flush()
	if !one {
		out = Append(out, 8, &Record{Kind: HeapEnd})
	}
	return out
}

func TestBlocks(t *testing.T) {
	for _, one := range []bool{false, true} {
		data := large(3000, one)
		limit, faults := read(t, data, blockSize, 1)
		if len(faults) > 0 || len(limit) < 6000 {
			t.Fatalf("%d records, faults %v", len(limit), faults)
		}
		for _, block := range []int{64, 1000, 4096, 30000} {
			for _, workers := range []int{1, 3} {
				got, faults := read(t, data, block, workers)
				if len(faults) > 0 || len(got) != len(limit) {
					t.Fatalf("blocks of %d: %d records instead of %d, faults %v", block, len(got), len(limit), faults)
				}
				for i := range got {
					// Bodies of primitive arrays longer than a block are left out.
					if w := limit[i].Body; got[i].Kind == PrimitiveArray && len(w) > block-64 && bytes.HasPrefix(w, got[i].Body) {
						got[i].Body = w
					}
					if !reflect.DeepEqual(got[i], limit[i]) {
						t.Fatalf("blocks of %d: record %d is %+v, want %+v", block, i, got[i], limit[i])
					}
				}
			}
		}
	}
}
