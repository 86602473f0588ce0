package hprof

import (
	"cmp"
	"fmt"
	"io"
	"slices"

	"memcity/trace"
	"memcity/trace/wire/hprof"
)

// The position of an object's record is not stored per object but per block of adjacent records; walking the block finds the record. A
// block contains only object records. It ends where object numbers are not consecutive, so the number ranges of the blocks are disjoint.
// This takes 0.2 bytes per object. With ZGC and Shenandoah, numbers are hardly ever consecutive. Blocks are then limited only by size, and
// each object's block is stored, which takes 4.2 bytes per object.

const (
	blockObjects = 64
	blockBytes   = 8 << 10 // from the first record of a block to the start of its last record
)

// blockIndex contains the positions of the objects' records.
type blockIndex struct {
	list []block  // ordered by first, unless of is set
	of   []uint32 // block of each object, noBlock without a record; nil if the number ranges of the blocks are disjoint
}

// block is a block of records.
type block struct {
	at    int64 // offset of the first record in the uncompressed file
	first trace.ObjectID
	count uint32 // number of records
}

const noBlock = ^uint32(0)

// newBlockIndex returns an empty index for a heap state of n objects.
func newBlockIndex(c *census, n int) *blockIndex {
	b := &blockIndex{}
	if c.descents > c.objects/32 {
		b.of = slices.Repeat([]uint32{noBlock}, n)
	}
	return b
}

// blockWriter divides the records of a chunk into blocks.
type blockWriter struct {
	all  *blockIndex
	list []block
	next trace.ObjectID // object that would continue the block
	open bool
}

// add adds the record of o at an offset.
func (w *blockWriter) add(o trace.ObjectID, at int64) {
	n := len(w.list)
	if !w.open || w.list[n-1].count == blockObjects || at-w.list[n-1].at > blockBytes || w.all.of == nil && o != w.next {
		w.list = append(w.list, block{at: at, first: o})
		w.open = true
		n++
	}
	w.list[n-1].count++
	w.next = o + 1
	if w.all.of != nil {
		w.all.of[o] = uint32(n - 1)
	}
}

// end adds the blocks of a chunk to all. runs are the objects of the chunk. It is not safe for concurrent use.
func (w *blockWriter) end(runs []objectRun) {
	if base := uint32(len(w.all.list)); w.all.of != nil && base > 0 {
		for _, run := range runs {
			of := w.all.of[run.first:][:run.count]
			for i := range of {
				of[i] += base
			}
		}
	}
	w.all.list = append(w.all.list, w.list...)
	w.list, w.open = w.list[:0], false
}

// finish is called after the last chunk.
func (b *blockIndex) finish() {
	if b.of == nil {
		slices.SortFunc(b.list, func(x, y block) int { return cmp.Compare(x.first, y.first) })
	}
	b.list = slices.Clip(b.list)
}

// find returns the block of o.
func (b *blockIndex) find(o trace.ObjectID) (block, bool) {
	if b.of != nil {
		if n := b.of[o]; n != noBlock {
			return b.list[n], true
		}
		return block{}, false
	}
	i, found := slices.BinarySearchFunc(b.list, o, func(x block, o trace.ObjectID) int { return cmp.Compare(x.first, o) })
	if !found {
		i--
	}
	if i < 0 || o-b.list[i].first >= trace.ObjectID(b.list[i].count) {
		return block{}, false
	}
	return b.list[i], true
}

// objectPlace is the record of an object.
type objectPlace struct {
	hprof.Record       // with a part of the body
	body         int64 // offset of the body
	length       int64 // size of the body in bytes, as stated by the record
}

// read returns the record of the object with the given ID from the block. It reuses buf.
func (b block) read(file io.ReaderAt, idSize int, id uint64, kind trace.TypeKind, buf []byte) (objectPlace, error) {
	n, err := file.ReadAt(buf[:blockBytes+hprof.MaxObjectHeader], b.at)
	if n == 0 && err != nil {
		return objectPlace{}, fmt.Errorf("offset %d: %w", b.at, err)
	}
	d := buf[:n]
	for at := int64(0); at < int64(len(d)); {
		var r hprof.Record
		size, ok := hprof.ObjectAt(d[at:], idSize, &r)
		if !ok {
			break
		}
		if r.Values[0] == id && isA(r.Kind, kind) {
			body := at + int64(objectHeader(&r, idSize))
			return objectPlace{Record: r, body: b.at + body, length: at + size - body}, nil
		}
		at += size
	}
	return objectPlace{}, fmt.Errorf("offset %d: object 0x%x is not where it was", b.at, id)
}

// isA reports whether a record of kind r can be an object of a type of kind k.
func isA(r hprof.Kind, k trace.TypeKind) bool {
	switch r {
	case hprof.Instance:
		return k == trace.Instance
	case hprof.ObjectArray:
		return k == trace.ObjectArray
	case hprof.PrimitiveArray, hprof.ArrayNoData:
		return k == trace.PrimitiveArray
	}
	return false
}

// objectHeader returns the size of a record before its body.
func objectHeader(r *hprof.Record, idSize int) int {
	if r.Kind == hprof.PrimitiveArray || r.Kind == hprof.ArrayNoData {
		return idSize + 10
	}
	return 2*idSize + 9
}

// content returns the n bytes of the body starting at from, or fewer at the end of the body.
func (o *objectPlace) content(file io.ReaderAt, from, n int64) ([]byte, error) {
	n = min(n, o.length-from)
	if n <= 0 {
		return nil, nil
	}
	if from+n <= int64(len(o.Body)) {
		return o.Body[from:][:n], nil
	}
	// Read in pieces, so that a false length takes no memory beyond the size of the file.
	var content []byte
	for int64(len(content)) < n {
		at := len(content)
		content = slices.Grow(content, int(min(n-int64(at), 1<<20)))
		content = content[:at+int(min(n-int64(at), 1<<20))]
		if got, err := file.ReadAt(content[at:], o.body+from+int64(at)); got < len(content)-at {
			return nil, fmt.Errorf("offset %d: %w", o.body+from+int64(at+got), err)
		}
	}
	return content, nil
}
