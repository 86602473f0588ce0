package offheap

import (
	"cmp"
	"slices"
	"strings"

	"memcity/trace"
)

// Kind says what owns memory outside the heap.
type Kind int

// Kinds of owners.
const (
	Buffer   Kind = iota // a direct buffer
	Mapped               // a file that is mapped into memory: the system may drop its pages
	Deflater             // a compressor, whose memory is an estimate
	Inflater             // a decompressor, whose memory is an estimate
	Segment              // a memory segment of an arena
	Library              // a buffer of a library
	Pooled               // a part of one of netty's chunks, taken by a buffer that is alive
	kinds
)

// Estimated reports whether the sizes of a kind are estimates.
func (k Kind) Estimated() bool { return k == Deflater || k == Inflater }

// String names one owner of a kind; more of them have an s at the end.
func (k Kind) String() string {
	return [kinds]string{"direct buffer", "mapped file", "Deflater", "Inflater", "memory segment", "library buffer", "netty buffer"}[k]
}

// Owner is an object that owns memory outside the heap.
type Owner struct {
	Object trace.ObjectID
	Kind   Kind
	Bytes  int64
}

// Found is the memory outside the heap of one heap state.
type Found struct {
	Owners []Owner // ascending by object; without mapped files
	Kinds  ByKind
	Chunks Chunks
}

// Chunks is what netty's arenas have outside the heap.
type Chunks struct {
	Chunks trace.Amount
	Free   int64 // bytes that no buffer takes
	Known  bool  // Free is known
}

// ByKind is memory outside the heap by what owns it.
type ByKind [kinds]trace.Amount

// Sum is all of it but mapped files.
func (b *ByKind) Sum() (sum trace.Amount) {
	for k, a := range b {
		if Kind(k) != Mapped {
			sum.Add(a)
		}
	}
	return sum
}

// Held adds up the owners among some objects.
func (f *Found) Held(has func(trace.ObjectID) bool) (held ByKind) {
	for _, o := range f.Owners {
		if has(o.Object) {
			held[o.Kind].Add(trace.Amount{Objects: 1, Bytes: o.Bytes})
		}
	}
	return held
}

// span is memory that an object refers to.
type span struct {
	Owner
	address uint64 // 0 if it is not known
}

// count adds up owners. Memory that several refer to counts once, for the one that comes first in the order of kinds.
func count(spans []span) *Found {
	slices.SortFunc(spans, func(a, b span) int {
		return cmp.Or(cmp.Compare(a.address, b.address), cmp.Compare(b.Bytes, a.Bytes), cmp.Compare(b.Kind, a.Kind),
			cmp.Compare(a.Object, b.Object))
	})
	found, end := &Found{}, uint64(0)
	for _, s := range spans {
		if s.address != 0 {
			from, to := s.address, s.address+uint64(s.Bytes)
			if to <= end {
				continue
			}
			s.Bytes = int64(to - max(from, end))
			end = to
		}
		found.add(s.Owner)
	}
	sortOwners(found.Owners)
	return found
}

func sortOwners(owners []Owner) {
	slices.SortFunc(owners, func(a, b Owner) int { return cmp.Or(cmp.Compare(a.Object, b.Object), cmp.Compare(a.Kind, b.Kind)) })
}

func (f *Found) add(o Owner) {
	one := trace.Amount{Objects: 1, Bytes: o.Bytes}
	f.Kinds[o.Kind].Add(one)
	if o.Kind != Mapped {
		f.Owners = append(f.Owners, o)
	}
}

// native are types of the runtime and of libraries that own memory, with the fields of its size and address.
var native = []struct {
	name, size, address string
	null                string // a reference that is null in those that own memory
}{
	{"sun.nio.fs.NativeBuffer", "size", "address", ""},
	{"com.sun.jna.Memory", "size", "peer", ""},
	{"org.apache.arrow.memory.UnsafeAllocationManager", "allocatedSize", "allocatedAddress", ""},
	{"org.apache.spark.unsafe.memory.MemoryBlock", "length", "offset", "obj"},
}

// isUnmapper reports whether a type is what unmaps a file.
func isUnmapper(name string) bool {
	return strings.HasPrefix(name, "sun.nio.ch.FileChannelImpl$") && strings.HasSuffix(name, "Unmapper")
}
