package hprof

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"memcity/trace"
	"memcity/trace/wire/hprof"
)

// TestBlocksAgainstList checks that the block of every object contains its record, and that objects without a record have no block.
func TestBlocksAgainstList(t *testing.T) {
	for seed := range uint64(60) {
		r := rand.New(rand.NewPCG(seed, 1))
		const n = 600
		c := &census{objects: n}
		if seed%2 == 0 {
			c.descents = n
		}
		b := newBlockIndex(c, n)
		if (b.of != nil) != (seed%2 == 0) {
			t.Fatalf("seed %d: blocks of objects are kept: %t", seed, b.of != nil)
		}
		order := r.Perm(n)
		if seed%4 < 2 { // mostly consecutive
			for i := range order {
				order[i] = i
			}
		}
		order = slices.DeleteFunc(order, func(o int) bool { return o%97 == 5 }) // without a record
		offset := int64(13)
		at := map[trace.ObjectID]int64{}
		for chunk := range slices.Chunk(order, 150) {
			w := blockWriter{all: b}
			var part refPart
			for _, o := range chunk {
				if r.IntN(50) == 0 {
					w.open = false // another record
				}
				at[trace.ObjectID(o)] = offset
				w.add(trace.ObjectID(o), offset)
				part.runs = addRun(part.runs, objectRun{trace.ObjectID(o), 1})
				offset += 10 + r.Int64N(1000)
			}
			w.end(part.runs)
		}
		b.finish()
		for o := range trace.ObjectID(n) {
			block, ok := b.find(o)
			if place, there := at[o]; ok != there {
				t.Fatalf("seed %d: object %d has a block: %t", seed, o, ok)
			} else if ok && (place < block.at || place-block.at > blockBytes || block.count > blockObjects || block.count == 0) {
				t.Fatalf("seed %d: object %d at %d is said to be in %+v", seed, o, place, block)
			}
		}
	}
}

// TestWhereBlocksEnd checks that blocks end at the number of records, at their size, at other records, and at a gap in the numbers.
func TestWhereBlocksEnd(t *testing.T) {
	cut := func(descents int64, step int64, n int, number func(i int) trace.ObjectID) []block {
		b := newBlockIndex(&census{objects: 3200, descents: descents}, 4*n)
		w := blockWriter{all: b}
		for i := range n {
			w.add(number(i), int64(i)*step)
		}
		return w.list
	}
	same := func(i int) trace.ObjectID { return trace.ObjectID(i) }
	jump := func(i int) trace.ObjectID { return trace.ObjectID(2 * i) }
	for _, test := range []struct {
		name     string
		descents int64
		step     int64
		n        int
		number   func(int) trace.ObjectID
		want     []block
	}{
		{"64 records", 100, 10, 64, same, []block{{0, 0, 64}}},
		{"65 records", 100, 10, 65, same, []block{{0, 0, 64}, {640, 64, 1}}},
		{"8 kB", 100, 8192, 2, same, []block{{0, 0, 2}}},
		{"more", 100, 8193, 2, same, []block{{0, 0, 1}, {8193, 1, 1}}},
		{"jumps", 100, 10, 2, jump, []block{{0, 0, 1}, {10, 2, 1}}},
		{"jumps in a file without order", 101, 10, 2, jump, []block{{0, 0, 2}}},
	} {
		if got := cut(test.descents, test.step, test.n, test.number); !slices.Equal(got, test.want) {
			t.Errorf("%s: blocks %v, want %v", test.name, got, test.want)
		}
	}
	w := blockWriter{all: newBlockIndex(&census{}, 2)}
	w.add(0, 0)
	w.end(nil)
	if w.open || len(w.list) != 0 || len(w.all.list) != 1 {
		t.Errorf("after the end of a chunk: %+v", w)
	}
}

// failing is a file that is readable up to an offset.
type failing struct {
	*bytes.Reader
	end int64
}

var errFailing = errors.New("bad sector")

func (f failing) ReadAt(b []byte, at int64) (int, error) {
	if at+int64(len(b)) <= f.end {
		return f.Reader.ReadAt(b, at)
	}
	n, _ := f.Reader.ReadAt(b[:max(0, f.end-at)], at)
	return n, errFailing
}

// TestReadBlock finds each record of a block with its body, for both id sizes.
func TestReadBlock(t *testing.T) {
	for _, idSize := range []int{4, 8} {
		records := []hprof.Record{
			{Kind: hprof.Instance, Values: [9]uint64{16, 1, 99, 3}, Body: []byte{1, 2, 3}},
			{Kind: hprof.PrimitiveArray, Values: [9]uint64{24, 1, 5, uint64(hprof.Byte)}, Body: []byte("hello")},
			{Kind: hprof.ObjectArray, Values: [9]uint64{32, 1, 1, 99}, Body: make([]byte, idSize)},
			{Kind: hprof.PrimitiveArray, Values: [9]uint64{16, 1, 2, uint64(hprof.Byte)}, Body: []byte("hi")}, // a duplicate id
		}
		kinds := []trace.TypeKind{trace.Instance, trace.PrimitiveArray, trace.ObjectArray, trace.PrimitiveArray}
		file := []byte("before")
		for i := range records {
			file = hprof.Append(file, idSize, &records[i])
		}
		b := block{at: 6, count: uint32(len(records))}
		buf := make([]byte, blockBytes+hprof.MaxObjectHeader)
		for i := range records {
			got, err := b.read(bytes.NewReader(file), idSize, records[i].Values[0], kinds[i], buf)
			if err != nil || got.Kind != records[i].Kind || got.length != int64(len(records[i].Body)) ||
				!bytes.Equal(file[got.body:][:got.length], records[i].Body) {
				t.Fatalf("record %d with ids of %d bytes: %+v, %v", i, idSize, got, err)
			}
			for from := range int64(7) {
				for n := range int64(7) {
					want := records[i].Body[min(from, got.length):min(from+n, got.length)]
					if c, err := got.content(bytes.NewReader(file), from, n); err != nil || !bytes.Equal(c, want) {
						t.Fatalf("record %d: content from %d, %d bytes is %v, want %v; %v", i, from, n, c, want, err)
					}
				}
			}
		}
		if _, err := b.read(bytes.NewReader(file), idSize, 24, trace.Instance, buf); err == nil ||
			err.Error() != "offset 6: object 0x18 is not where it was" {
			t.Errorf("object of another kind: %v", err)
		}
		if _, err := b.read(failing{bytes.NewReader(file), 0}, idSize, 24, trace.PrimitiveArray, buf); !errors.Is(err, errFailing) ||
			err.Error() != "offset 6: bad sector" {
			t.Errorf("file that fails: %v", err)
		}
		if _, err := (block{at: int64(len(file))}).read(bytes.NewReader(file), idSize, 24, trace.PrimitiveArray, buf); !errors.Is(err,
			io.EOF) {
			t.Errorf("file that ends before: %v", err)
		}
		if _, err := b.read(failing{bytes.NewReader(file), b.at + int64(2*idSize+9+3)}, idSize, 16, trace.Instance, buf); err != nil {
			t.Errorf("file that fails behind the object: %v", err)
		}
	}
}

// TestLongContent reads content longer than the part read with the record, and longer than a single read.
func TestLongContent(t *testing.T) {
	const offset, length = 100, 2<<20 + 7
	file := make([]byte, offset+length)
	for i := range file {
		file[i] = byte(i * 7 >> 3)
	}
	o := objectPlace{Record: hprof.Record{Body: file[offset : offset+50]}, body: offset, length: length}
	for _, test := range []struct{ from, n int64 }{{0, 50}, {0, 51}, {10, 41}, {49, 1}, {50, 1}, {0, 1 << 20}, {3, 1<<20 + 1},
		{0, length}, {5, 2 * length}} {
		got, err := o.content(bytes.NewReader(file), test.from, test.n)
		want := file[offset+test.from : offset+min(test.from+test.n, length)]
		if err != nil || !bytes.Equal(got, want) {
			t.Errorf("content from %d, %d bytes: %d bytes, want %d; %v", test.from, test.n, len(got), len(want), err)
		}
	}
	for _, from := range []int64{0, 3, 60} {
		for _, end := range []int64{offset + from, offset + from + 5, offset + from + 1<<20, offset + 1<<20 + 5 + from} {
			_, err := o.content(failing{bytes.NewReader(file), end}, from, length)
			if want := fmt.Sprintf("offset %d: bad sector", end); err == nil || err.Error() != want {
				t.Errorf("file that fails, from %d: %v, want %s", from, err, want)
			}
		}
	}
	if got, err := o.content(bytes.NewReader(file), length, 1); got != nil || err != nil {
		t.Errorf("content behind the end: %v, %v", got, err)
	}
}

func TestKindsOfRecords(t *testing.T) {
	for r, want := range map[hprof.Kind]trace.TypeKind{hprof.Instance: trace.Instance, hprof.ObjectArray: trace.ObjectArray,
		hprof.PrimitiveArray: trace.PrimitiveArray, hprof.ArrayNoData: trace.PrimitiveArray, hprof.ClassDump: 99} {
		for _, k := range []trace.TypeKind{trace.Instance, trace.ObjectArray, trace.PrimitiveArray, trace.ClassObject} {
			if isA(r, k) != (k == want) {
				t.Errorf("records %v are objects of types %v: %t", r, k, k != want)
			}
		}
	}
}

func TestLimitedWriter(t *testing.T) {
	var b bytes.Buffer
	w := &limitedWriter{&b, 5}
	if n, err := w.Write([]byte("hello")); n != 5 || err != nil || b.String() != "hello" {
		t.Errorf("%d bytes written, %v", n, err)
	}
	n, err := w.Write([]byte("!"))
	if n != 0 || err == nil || !strings.Contains(err.Error(), "more than 16 GB") || b.Len() != 5 {
		t.Errorf("beyond the limit: %d bytes, %v", n, err)
	}
}
