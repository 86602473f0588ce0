package android

import (
	"cmp"
	"context"
	"crypto/sha256"
	"math"
	"slices"

	"github.com/bits-and-blooms/bitset"

	"memcity/trace"
)

// Bitmap is the class of Android's bitmaps.
const Bitmap = "android.graphics.Bitmap"

// appSpace is the heap of the program's own objects. The other heaps contain what all programs of a device share.
const appSpace = "app"

// Bitmaps contains the bitmaps of a heap state with pixels in the heap. Bitmaps that Android shares between programs are excluded.
type Bitmaps struct {
	Objects int64          // number of bitmaps with pixels
	Bytes   int64          // size of their pixels in the heap
	Copies  *bitset.BitSet // bitmaps with the size and the pixels of an earlier bitmap in another array
	Wasted  trace.Amount   // the copies, with the size of their pixels
	Largest Picture        // the picture whose copies waste most; zero for none
}

// Picture is a set of bitmaps with equal pixels.
type Picture struct {
	Width, Height int64 // in pixels
	Count         int64 // bitmaps
	Wasted        int64 // size in bytes of the pixels of all but the first
}

// bitmap is a bitmap whose pixels are in an array of the heap.
type bitmap struct {
	object, array trace.ObjectID
	width, height int64
}

// FindBitmaps compares the pixels of the live bitmaps of a heap state. It returns nil if there are none with pixels in the heap, as is usual
// since Android 8. The cost is one pass over the values, and a second one over the pixels of bitmaps of equal size.
func FindBitmaps(ctx context.Context, h *trace.Heap, alive func(trace.ObjectID) bool) (*Bitmaps, error) {
	list, err := bitmapsOf(ctx, h, alive)
	if err != nil || len(list) == 0 {
		return nil, err
	}
	found := &Bitmaps{Objects: int64(len(list)), Copies: bitset.New(uint(h.Len()))}
	seen := map[trace.ObjectID]bool{}
	for _, b := range list {
		if !seen[b.array] { // bitmaps may share an array
			seen[b.array] = true
			found.Bytes += h.Size(b.array)
		}
	}
	sums, err := pixelSums(ctx, h, list)
	if err != nil {
		return nil, err
	}
	found.compare(h, list, sums)
	return found, nil
}

// bitmapsOf returns the live bitmaps of the program that have pixels in the heap, ascending.
func bitmapsOf(ctx context.Context, h *trace.Heap, alive func(trace.ObjectID) bool) (list []bitmap, err error) {
	if h.Values == nil {
		return nil, nil
	}
	var selections []trace.Selection
	for t := range h.Types {
		if h.Types[t].Name != Bitmap || h.Types[t].Kind != trace.Instance {
			continue
		}
		fields := []int{}
		for _, name := range []string{"mWidth", "mHeight", "mBuffer"} {
			fields = append(fields, h.Values.FieldIndex(trace.TypeID(t), name))
		}
		if !slices.Contains(fields, -1) {
			selections = append(selections, trace.Selection{Type: trace.TypeID(t), Fields: fields})
		}
	}
	err = h.Values.Rows(ctx, selections, func(o trace.ObjectID, row []trace.Value) {
		b := bitmap{o, row[2].Object(), row[0].Int(), row[1].Int()}
		if b.width > 0 && b.height > 0 && b.array != trace.NoObject && h.Types[h.TypeOf.At(b.array)].Kind == trace.PrimitiveArray &&
			isOwn(h, o) && alive(o) {
			list = append(list, b)
		}
	})
	slices.SortFunc(list, func(a, b bitmap) int { return cmp.Compare(a.object, b.object) })
	return list, err
}

// isOwn reports whether an object is in the heap of the program, or the input has no heaps.
func isOwn(h *trace.Heap, o trace.ObjectID) bool {
	if h.SpaceOf == nil || h.SpaceOf[o] == trace.NoSpace || !slices.Contains(h.Spaces, appSpace) {
		return true
	}
	return h.Spaces[h.SpaceOf[o]] == appSpace
}

// shape contains the sizes that bitmaps with equal pixels have in common.
type shape struct {
	width, height int64
	bytes         int64
}

func (b *bitmap) shape(h *trace.Heap) shape {
	return shape{b.width, b.height, h.Size(b.array)}
}

// pixelSums returns the hashes of arrays that have the same shape as another array. Arrays whose content is not in the input are missing.
func pixelSums(ctx context.Context, h *trace.Heap, list []bitmap) (map[trace.ObjectID][sha256.Size]byte, error) {
	first := map[shape]trace.ObjectID{}
	var arrays []trace.ObjectID
	for i := range list {
		b := &list[i]
		other, ok := first[b.shape(h)]
		if !ok {
			first[b.shape(h)] = b.array
		} else if other != b.array {
			arrays = append(arrays, other, b.array)
		}
	}
	slices.Sort(arrays)
	arrays = slices.Compact(arrays)
	sums := map[trace.ObjectID][sha256.Size]byte{}
	if len(arrays) == 0 {
		return sums, nil
	}
	err := h.Values.Contents(ctx, arrays, math.MaxInt, func(i int, kind trace.ValueKind, content []byte) {
		if len(content) == int(h.Extent.At(arrays[i]))*kind.Size() { // otherwise the input ends in it
			sums[arrays[i]] = sha256.Sum256(content)
		}
	})
	return sums, err
}

// compare sets the copies in a list of bitmaps. Bitmaps that share an array waste nothing.
func (f *Bitmaps) compare(h *trace.Heap, list []bitmap, sums map[trace.ObjectID][sha256.Size]byte) {
	type pixels struct {
		shape
		sum [sha256.Size]byte
	}
	pictures, counted := map[pixels]*Picture{}, map[trace.ObjectID]bool{}
	for i := range list {
		b := &list[i]
		sum, ok := sums[b.array]
		if !ok {
			continue
		}
		key := pixels{b.shape(h), sum}
		p, shares := pictures[key], counted[b.array]
		counted[b.array] = true
		if p == nil {
			pictures[key] = &Picture{Width: b.width, Height: b.height, Count: 1}
			continue
		}
		if shares {
			continue
		}
		f.Copies.Set(uint(b.object))
		p.Count++
		p.Wasted += key.bytes
		f.Wasted.Add(trace.Amount{Objects: 1, Bytes: key.bytes})
		if p.Wasted > f.Largest.Wasted {
			f.Largest = *p
		}
	}
}
