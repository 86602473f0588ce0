package hprof

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/klauspost/compress/gzip"
)

func TestHeader(t *testing.T) {
	good := string(AppendHeader(nil, Header{Version: "1.0.2", IDSize: 8, Time: 5}))
	if h, err := ParseHeader([]byte(good)); err != nil || h.Size != len(good) || h.Time != 5 || h.IDSize != 8 {
		t.Errorf("header is %+v, %v", h, err)
	}
	for n := range good {
		if _, err := ParseHeader([]byte(good[:n])); !errors.Is(err, io.ErrUnexpectedEOF) {
			t.Errorf("header cut after %d bytes: %v", n, err)
		}
	}
	for text, limit := range map[string]string{
		"JAVA PROFIL 1.0.2\x00":                    "header is",
		"PK\x03\x04":                               "header is",
		"JAVA PROFILE 1.0.9\x00" + good[19:]:       `unknown version "1.0.9"`,
		"JAVA PROFILE " + strings.Repeat("1", 100): "header has no end",
		good[:19] + "\x00\x00\x00\x05" + good[23:]: "id size is 5",
		good[:19] + "\xff\xff\xff\xff" + good[23:]: "id size is 4294967295",
	} {
		if _, err := ParseHeader([]byte(text)); err == nil || !strings.HasPrefix(err.Error(), limit) {
			t.Errorf("header %q: %v, want %s", text, err, limit)
		}
	}
}

// TestTruncated truncates a file at every byte. Everything before must be read, and the truncation must be reported.
func TestTruncated(t *testing.T) {
	data := large(40, false)
	whole, _ := read(t, data, blockSize, 1)
	for n := 40; n < len(data); n += 7 {
		got, faults := read(t, data[:n], 1024, 1)
		end := slices.IndexFunc(whole, func(r Record) bool { return r.Offset >= int64(n) })
		if end < 0 {
			end = len(whole)
		}
		if len(got) < end-1 || len(got) > end {
			t.Errorf("cut after %d bytes: %d records, want %d or one less", n, len(got), end)
		}
		if len(faults) == 0 && len(got) < len(whole) && whole[len(got)-1].Kind&subRecord != 0 {
			t.Errorf("cut after %d bytes: no fault", n)
		}
	}
}

func TestFaults(t *testing.T) {
	object := func(id uint64) []byte {
		return Append(nil, 8, &Record{Kind: Instance, Values: [9]uint64{id, 1, 8, 4}, Body: make([]byte, 4)})
	}
	long := Append(nil, 8, &Record{Kind: ObjectArray, Values: [9]uint64{1, 1, 0xFFFFFFFF, 8}})
	huge := Append(nil, 8, &Record{Kind: PrimitiveArray, Values: [9]uint64{1, 1, 0xFFFFFFFF, uint64(Long)}})
	strange := Append(nil, 8, &Record{Kind: PrimitiveArray, Values: [9]uint64{1, 1, 3, 77}})
	segment := func(parts ...[]byte) []byte {
		return Append(nil, 8, &Record{Kind: HeapSegment, Body: bytes.Join(parts, nil)})
	}
	for _, test := range []struct {
		name    string
		body    []byte
		objects int
		want    string // in the first fault
	}{
		{"long references", segment(object(8), long, object(16)), 1, "object-array does not fit"},
		{"long values", segment(object(8), huge), 1, "primitive-array does not fit"},
		{"strange type", segment(object(8), strange), 1, "primitive-array has a value of an unknown type"},
		{"strange tag", segment(object(8), []byte{0x77}, object(16)), 1, "tag 0x77"},
		{"next segment", slices.Concat(segment(object(8), []byte{0x77}), segment(object(16))), 2, "tag 0x77"},
		{"strange record", slices.Concat(segment(object(8)), []byte{0x66, 0, 0, 0, 0, 0, 0, 0, 0}), 1, "tag 0x66"},
		{"long text", slices.Concat(segment(object(8)), []byte{1, 0, 0, 0, 0, 0xff, 0xff, 0xff, 0xff, 1, 2}), 1, "ends within a record"},
		{"long segment", slices.Concat([]byte{0x1c, 0, 0, 0, 0, 0xff, 0xff, 0xff, 0xff}, object(8)), 1, "ends within a heap segment"},
		{"short record", slices.Concat([]byte{2, 0, 0, 0, 0, 0, 0, 0, 2, 1, 1}, segment(object(8))), 1, "load-class has 2 bytes"},
		{"wrong count", slices.Concat([]byte{5, 0, 0, 0, 0, 0, 0, 0, 12, 0, 0, 0, 1, 0, 0, 0, 1, 0xff, 0, 0, 0},
			segment(object(8))), 1, "trace counts 4278190080 ids"},
	} {
		for _, block := range []int{50, blockSize} {
			data := append(AppendHeader(nil, Header{Version: "1.0.2", IDSize: 8}), test.body...)
			records, faults := read(t, data, block, 1)
			objects := 0
			for _, r := range records {
				if r.Kind == Instance {
					objects++
				}
			}
			if objects != test.objects {
				t.Errorf("%s, blocks of %d: %d objects, want %d", test.name, block, objects, test.objects)
			}
			if len(faults) == 0 || !strings.Contains(fmt.Sprint(faults), test.want) {
				if block > 50 || test.name == "next segment" {
					t.Errorf("%s, blocks of %d: faults %v, want %q", test.name, block, faults, test.want)
				}
			}
		}
	}
}

// TestWrapped reads a heap dump whose length wrapped at 4 GB, truncated so that the file is small. All of it must be one dump.
func TestWrapped(t *testing.T) {
	var heap []byte
	for i := range 100 {
		heap = Append(heap, 8, &Record{Kind: Instance, Values: [9]uint64{uint64(8 * i), 1, 8, 4}, Body: make([]byte, 4)})
	}
	for _, length := range []int{0, 13, 29, 290, len(heap) - 1} {
		data := AppendHeader(nil, Header{Version: "1.0.1", IDSize: 8})
		data = append(data, byte(HeapDump), 0, 0, 0, 0)
		data = be.AppendUint32(data, uint32(length))
		data = append(data, heap...)
		for _, block := range []int{100, blockSize} {
			if got, _ := read(t, data, block, 1); len(got) != 100 {
				t.Errorf("length %d, blocks of %d: %d objects, want 100", length, block, len(got))
			}
		}
	}
}

// TestLengthZero reads a heap dump that states no length and ends with the file, with an end record, or with another dump.
func TestLengthZero(t *testing.T) {
	var heap []byte
	for i := range 100 {
		heap = Append(heap, 8, &Record{Kind: Instance, Values: [9]uint64{uint64(8 * i), 1, 8, 4}, Body: make([]byte, 4)})
	}
	unknown := func(kind Kind) []byte { return append([]byte{byte(kind), 0, 0, 0, 0, 0, 0, 0, 0}, heap...) }
	end := []byte{byte(HeapEnd), 0, 0, 0, 0, 0, 0, 0, 0}
	for name, tt := range map[string]struct {
		data    []byte
		objects int
		fault   string
	}{
		"at the end":       {unknown(HeapDump), 100, ""},
		"with an end":      {append(unknown(HeapDump), end...), 100, ""},
		"segment":          {append(unknown(HeapSegment), end...), 100, ""},
		"two dumps":        {append(unknown(HeapDump), unknown(HeapDump)...), 200, ""},
		"segment, no end":  {unknown(HeapSegment), 100, "no end record"},
		"cut":              {unknown(HeapDump)[:len(heap)-5], 99, "ends within a record"},
		"damaged":          {append(unknown(HeapDump), 0x99), 100, "tag 0x99"},
		"end, then damage": {append(append(unknown(HeapDump), end...), 0x99), 100, "tag 0x99"},
	} {
		data := append(AppendHeader(nil, Header{Version: "1.0.1", IDSize: 8}), tt.data...)
		for _, block := range []int{100, blockSize} {
			records, faults := read(t, data, block, 1)
			objects := 0
			for i := range records {
				if records[i].Kind == Instance {
					objects++
				}
			}
			if objects != tt.objects || (len(faults) > 0) != (tt.fault != "") || !strings.Contains(fmt.Sprint(faults), tt.fault) {
				t.Errorf("%s, blocks of %d: %d objects, %v; want %d, %q", name, block, objects, faults, tt.objects, tt.fault)
			}
		}
	}
}

func compress(data []byte, block int, comment string) []byte {
	var out bytes.Buffer
	for at := 0; at < len(data); at += block {
		w, _ := gzip.NewWriterLevel(&out, gzip.BestSpeed)
		if at == 0 {
			w.Comment = comment
		}
		w.Write(data[at:min(at+block, len(data))])
		w.Close()
	}
	return out.Bytes()
}

func TestGzip(t *testing.T) {
	data := large(20000, false)
	// A body that looks like the start of members, stored uncompressed.
	trap := bytes.Repeat(memberStart, 3000)
	data = append(data, Append(nil, 8, &Record{Kind: Control, Body: trap})...)
	limit, _ := read(t, data, blockSize, 1)
	for name, packed := range map[string][]byte{
		"one member":   compress(data, len(data), ""),
		"many members": compress(data, 50000, ""),
		"announced":    compress(data, 50000, "HPROF BLOCKSIZE=50000"),
		"announced 1":  compress(data, len(data), fmt.Sprint("HPROF BLOCKSIZE=", len(data))),
	} {
		for _, workers := range []int{1, 2} {
			got, faults := read(t, packed, blockSize, workers)
			if len(faults) > 0 || len(got) != len(limit) {
				t.Fatalf("%s: %d records, want %d; faults %v", name, len(got), len(limit), faults)
			}
			for i := range got {
				if got[i].Offset != limit[i].Offset || !bytes.Equal(got[i].Body, limit[i].Body) {
					t.Fatalf("%s: record %d differs", name, i)
				}
			}
		}
		for _, n := range []int{len(packed) / 2, len(packed) - 1, len(packed) - 9} {
			got, faults := read(t, packed[:n], blockSize, 1)
			if len(faults) == 0 || len(got) < len(limit)/4 {
				t.Errorf("%s cut after %d bytes of %d: %d records, faults %v", name, n, len(packed), len(got), faults)
			}
		}
		damaged := slices.Clone(packed)
		damaged[len(damaged)/2] ^= 0x55
		if _, faults := read(t, damaged, blockSize, 1); len(faults) == 0 {
			t.Errorf("%s: damage is not reported", name)
		}
	}
}

// TestScanAt rereads chunks from many kinds of files.
func TestScanAt(t *testing.T) {
	data := large(3000, true)
	for name, packed := range map[string][]byte{"plain": data, "gzip": compress(data, 50000, ""),
		"members": compress(data, 50000, "HPROF BLOCKSIZE=50000")} {
		r, err := NewReader(bytes.NewReader(packed), int64(len(packed)))
		if err != nil {
			t.Fatal(err)
		}
		r.blockSize = 5000
		var places []Place
		var limit [][]Record
		if _, err := r.Scan(context.Background(), 1, func(_ int, c *Chunk) error {
			if c.Index%3 == 1 {
				places = append(places, c.Place())
				limit = append(limit, chunkRecords(c))
			}
			return nil
		}); err != nil {
			t.Fatal(err)
		}
		i := 0
		if err := r.ScanAt(context.Background(), places, func(c *Chunk) error {
			got := chunkRecords(c)
			if len(got) != len(limit[i]) || len(got) > 0 && got[0].Offset != limit[i][0].Offset {
				t.Errorf("%s: chunk %d has %d records, want %d", name, i, len(got), len(limit[i]))
			}
			i++
			return nil
		}); err != nil || i < 5 {
			t.Errorf("%s: %d chunks, %v", name, i, err)
		}
	}
}

func TestCancel(t *testing.T) {
	data := large(3000, false)
	for _, workers := range []int{1, 3} {
		r, _ := NewReader(bytes.NewReader(data), int64(len(data)))
		r.blockSize = 5000
		stop := errors.New("enough")
		if _, err := r.Scan(context.Background(), workers, func(int, *Chunk) error { return stop }); !errors.Is(err, stop) {
			t.Errorf("error is %v, want that of visit", err)
		}
		ctx, cancel := context.WithCancel(context.Background())
		cancel()
		if _, err := r.Scan(ctx, workers, func(int, *Chunk) error { return nil }); !errors.Is(err, context.Canceled) {
			t.Errorf("error is %v, want that of the context", err)
		}
	}
}

func FuzzReader(f *testing.F) {
	f.Add(file(8, sample(8)), uint16(64))
	f.Add(file(4, sample(4)), uint16(100))
	f.Add(large(30, false), uint16(300))
	f.Add(large(30, true), uint16(1000))
	f.Add(compress(large(30, false), 4096, "HPROF BLOCKSIZE=4096"), uint16(500))
	f.Fuzz(func(t *testing.T, data []byte, block uint16) {
		r, err := NewReader(bytes.NewReader(data), int64(len(data)))
		if err != nil {
			return
		}
		r.blockSize = 32 + int(block)
		checkParts(t, data)
		last := int64(-1)
		if _, err := r.Scan(context.Background(), 1, func(_ int, c *Chunk) error {
			var rec Record
			for c.Next(&rec) {
				if rec.Offset <= last {
					t.Fatalf("record at %d after one at %d", rec.Offset, last)
				}
				last = rec.Offset
				if rec.Kind == ClassDump {
					rec.Class(r.Header.IDSize)
				}
				if int64(len(rec.Body)) > int64(len(data)) && !r.Compressed() {
					t.Fatalf("body of %d bytes in a file of %d", len(rec.Body), len(data))
				}
			}
			return nil
		}); err != nil {
			t.Fatal(err)
		}
	})
}
