package hprof

import (
	"cmp"
	"context"
	"math"
	"runtime"
	"sync"

	"memcity/trace"
	"memcity/trace/wire/hprof"
)

// stackClass is the class of objects that contain the stacks of waiting virtual threads. Their sizes differ: the fields are followed by the
// stack and a bitmap of its references.
const stackClass = "jdk.internal.vm.StackChunk"

// stackChunk is an object of stackClass.
type stackChunk struct {
	object trace.ObjectID
	words  int64  // length of the stack in words of 8 bytes: the field size
	gap    uint64 // distance to the next object; 0 if it is the last
}

// findStack sets the position of the stack length in the values of an instance of stackClass.
func (t *typeInfo) findStack(texts map[uint64]string, idSize int) {
	if t.name != stackClass || t.kind != trace.Instance || t.class == nil || t.use == nil {
		return
	}
	at := 0
	for _, f := range t.class.Fields {
		if f.Type == hprof.Int && texts[f.Name] == "size" {
			t.stackAt = at + 1
		}
		at += f.Type.Size(idSize)
	}
}

// hasStacks reports whether the instances have stacks of known length.
func (t *typeInfo) hasStacks() bool { return t.stackAt > 0 }

// maxStack is the longest stack that HotSpot allows, in words: 1 GiB.
const maxStack = 1 << 27

// stackWords returns the stack length of an instance with the given values; 0 if it is invalid.
func (t *typeInfo) stackWords(values []byte) uint32 {
	if at := t.stackAt - 1; at >= 0 && at+4 <= len(values) {
		if n := hprof.Value(values[at:], 4); n <= maxStack {
			return uint32(n)
		}
	}
	return 0
}

// stackBytes returns the size in bytes of a stack and its bitmap, which has one bit for each possible reference.
func (v *vmLayout) stackBytes(words int64) int64 {
	return 8*words + up(words*8/v.reference, 64)/8
}

// stackHead returns the size of the part before the stack. It includes internal fields of the VM, so it follows from the smallest gap.
// formula is the size of the fields in the file.
func (v *vmLayout) stackHead(chunks []stackChunk, formula int64) int64 {
	head := int64(math.MaxInt64)
	for i := range chunks {
		if beyond := int64(chunks[i].gap) - v.stackBytes(chunks[i].words); beyond >= formula {
			head = min(head, beyond)
		}
	}
	if head > formula+maxPadding {
		return formula
	}
	return head
}

// stackSizes returns a function for the size in bytes of a stack chunk of type t. The size is at most the distance to the next object.
func (v *vmLayout) stackSizes(t *typeInfo, chunks []stackChunk) func(*stackChunk) int64 {
	head := v.stackHead(chunks, newSizer(v).instance(t))
	return func(c *stackChunk) int64 {
		return min(v.aligned(head+v.stackBytes(c.words)), int64(cmp.Or(c.gap, math.MaxUint32)), math.MaxUint32)
	}
}

// seeStack records an object with a stack and the distance to the next object; 0 if it is the last.
func (l *loader) seeStack(t *typeInfo, o trace.ObjectID, words int64, gap uint64) {
	if l.stacks == nil {
		l.stacks = map[*typeInfo][]stackChunk{}
	}
	l.stacks[t] = append(l.stacks[t], stackChunk{o, words, plausible(gap)})
}

// plausible returns a distance between objects, or 0 if it is larger than any stack, since IDs can be arbitrary.
func plausible(gap uint64) uint64 {
	if gap > math.MaxUint32 {
		return 0
	}
	return gap
}

// setStackSizes sets the extents of stack chunks to their sizes.
func (l *loader) setStackSizes(v *vmLayout) {
	for t, chunks := range l.stacks {
		t.size, t.elementSize = 0, 1
		size := v.stackSizes(t, chunks)
		for i := range chunks {
			l.heap.Extent.Set(chunks[i].object, uint32(size(&chunks[i])))
		}
	}
}

// sumStacks rereads the file for the total size of stack chunks by type, if there are any.
func (l *loader) sumStacks(ctx context.Context, v *vmLayout) (map[*typeInfo]int64, error) {
	found := map[*typeInfo][]stackChunk{}
	for _, t := range l.types.list {
		if t.hasStacks() {
			found[t] = nil
		}
	}
	if len(found) == 0 {
		return nil, nil
	}
	l.passes++
	var mu sync.Mutex
	_, err := l.reader.Scan(ctx, runtime.GOMAXPROCS(0), func(_ int, c *hprof.Chunk) error {
		var r hprof.Record
		for c.Next(&r) {
			if r.Kind != hprof.Instance {
				continue
			}
			t := l.types.of(&r)
			if t == nil || !t.hasStacks() {
				continue
			}
			one := stackChunk{words: int64(t.stackWords(r.Body))}
			if next := l.index.next(r.Values[0]); next > 0 {
				one.gap = plausible(next - r.Values[0])
			}
			mu.Lock()
			found[t] = append(found[t], one)
			mu.Unlock()
		}
		l.report(c.Stored)
		return nil
	})
	sums := map[*typeInfo]int64{}
	for t, chunks := range found {
		size := v.stackSizes(t, chunks)
		for i := range chunks {
			sums[t] += size(&chunks[i])
		}
	}
	return sums, err
}
