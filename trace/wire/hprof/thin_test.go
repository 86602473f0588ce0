package hprof

import (
	"bytes"
	"compress/gzip"
	"context"
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// withArray returns a dump with a long array of references between two instances.
func withArray(idSize int, ids []uint64) []byte {
	out := AppendHeader(nil, Header{Version: "1.0.2", IDSize: idSize})
	var heap, body []byte
	for _, id := range ids {
		body = AppendID(body, idSize, id)
	}
	instance := Record{Kind: Instance, Values: [9]uint64{8, 1, 8, 4}, Body: make([]byte, 4)}
	heap = Append(heap, idSize, &instance)
	heap = Append(heap, idSize, &Record{Kind: ObjectArray, Values: [9]uint64{16, 1, uint64(len(ids)), 8}, Body: body})
	instance.Values[0] = 24
	heap = Append(heap, idSize, &instance)
	out = Append(out, idSize, &Record{Kind: HeapSegment, Body: heap})
	return Append(out, idSize, &Record{Kind: HeapEnd})
}

func without0(ids []uint64) []uint64 {
	return slices.DeleteFunc(slices.Clone(ids), func(id uint64) bool { return id == 0 })
}

// TestLongArraysAgainstList checks that the first references of a long array are kept at their positions, followed by the non-null ones of
// the rest.
func TestLongArraysAgainstList(t *testing.T) {
	random := rand.New(rand.NewPCG(4, 4))
	for _, idSize := range []int{4, 8} {
		for _, n := range []int{0, MaxPositional - 1, MaxPositional, MaxPositional + 1, MaxPositional + 9, 3 * MaxPositional} {
			ids := make([]uint64, n)
			for i := range ids {
				if random.IntN(3) == 0 {
					ids[i] = random.Uint64N(1<<32) | 1
				}
			}
			data := withArray(idSize, ids)
			for _, input := range [][]byte{data, compress(data, len(data), ""), compress(data, 60000, "HPROF BLOCKSIZE=60000")} {
				for _, block := range []int{100, 70000, 8*MaxPositional + 30, blockSize} {
					records, faults := read(t, input, block, 1)
					if len(faults) > 0 || len(records) != 4 {
						t.Fatalf("%d ids in blocks of %d: %d records, %v", n, block, len(records), faults)
					}
					array := records[1]
					var got []uint64
					for i := range len(array.Body) / idSize {
						got = append(got, ID(array.Body, idSize, i))
					}
					first := min(n, MaxPositional)
					if array.Values[ArrayLength] != uint64(n) || !slices.Equal(got[:first], ids[:first]) || !slices.Equal(without0(got), without0(ids)) {
						t.Errorf("%d ids of %d bytes in blocks of %d: length %d, %d are kept", n, idSize, block, array.Values[ArrayLength], len(got))
					}
					if last := records[2]; last.Kind != Instance || last.Values[0] != 24 {
						t.Errorf("%d ids in blocks of %d: behind them is %v", n, block, last)
					}
				}
			}
		}
	}
}

// TestLongArrayAgain checks that a chunk with a long array can be reread, and that a truncated array is reported.
func TestLongArrayAgain(t *testing.T) {
	ids := make([]uint64, 3*MaxPositional)
	for i := range ids {
		ids[i] = uint64(i)
	}
	data := withArray(8, ids)
	r, err := NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	r.blockSize = 8*MaxPositional + 30
	var places []Place
	var want []string
	record := func(all *[]string, c *Chunk) {
		var r Record
		for c.Next(&r) {
			*all = append(*all, fmt.Sprint(r.Kind, r.Offset, r.Values))
		}
	}
	if _, err := r.Scan(t.Context(), 1, func(_ int, c *Chunk) error {
		places = append(places, c.Place())
		record(&want, c)
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	var got []string
	err = r.ScanAt(t.Context(), places, func(c *Chunk) error { record(&got, c); return nil })
	if err != nil || !slices.Equal(got, want) {
		t.Errorf("again: %v, want %v; %v", got, want, err)
	}
	packed := compress(data, len(data), "")
	if _, faults := read(t, packed[:len(packed)*2/3], 8*MaxPositional+30, 1); len(faults) == 0 {
		t.Error("an array that is cut is not reported")
	}
}

// TestClaimsTakeNoMemory checks that arrays of nulls, which compress to a thousandth, and false lengths take little memory.
func TestClaimsTakeNoMemory(t *testing.T) {
	const n = 20_000_000
	claim := func(length uint32) []byte {
		out := AppendHeader(nil, Header{Version: "1.0.2", IDSize: 8})
		out = append(out, byte(HeapDump), 0, 0, 0, 0)
		out = be.AppendUint32(out, 25+8*length)
		return Append(out, 8, &Record{Kind: ObjectArray, Values: [9]uint64{16, 1, uint64(length), 8}})
	}
	var packed bytes.Buffer
	w := gzip.NewWriter(&packed)
	w.Write(claim(n))
	zeros := make([]byte, 1<<20)
	for left := 8 * n; left > 0; left -= len(zeros) {
		w.Write(zeros[:min(left, len(zeros))])
	}
	w.Close()
	instance := claim(0)
	instance = append(instance[:len(instance)-25], Append(nil, 8, &Record{Kind: Instance, Values: [9]uint64{16, 1, 8, 1 << 31}})...)
	for name, data := range map[string][]byte{"nulls": packed.Bytes(), "nothing": compress(claim(500_000_000), 1<<20, ""),
		"an instance": compress(instance, 1<<20, "")} {
		r, err := NewReader(strings.NewReader(string(data)), int64(len(data)))
		if err != nil {
			t.Fatal(err)
		}
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		objects := 0
		if _, err := r.Scan(context.Background(), 1, func(_ int, c *Chunk) error {
			objects += len(chunkRecords(c))
			return nil
		}); err != nil {
			t.Fatal(err)
		}
		if runtime.ReadMemStats(&after); after.TotalAlloc-before.TotalAlloc > 50<<20 {
			t.Errorf("%s: %d bytes in a file of %d", name, after.TotalAlloc-before.TotalAlloc, len(data))
		}
		if name == "nulls" && objects == 0 {
			t.Error("the array is not there")
		}
	}
}
