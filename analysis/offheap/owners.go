package offheap

import (
	"cmp"
	"slices"
	"strings"

	"memcity/trace"
)

// Kind is a kind of owner of native memory.
type Kind int

// Kinds of owners.
const (
	Buffer   Kind = iota // direct buffer
	Mapped               // file mapped into memory, whose pages the system may drop
	Deflater             // compressor, with an estimated size
	Inflater             // decompressor, with an estimated size
	Segment              // memory segment of an arena
	Library              // buffer of a library
	Pooled               // part of a netty chunk that a live buffer uses
	Bitmap               // bitmap of Android, with an estimated size
	kinds
)

// Estimated reports whether the sizes of a kind are estimates.
func (k Kind) Estimated() bool { return k == Deflater || k == Inflater || k == Bitmap }

// String returns the singular name of a kind. Appending an s forms the plural.
func (k Kind) String() string {
	return [kinds]string{"direct buffer", "mapped file", "Deflater", "Inflater", "memory segment", "library buffer", "netty buffer", "bitmap"}[k]
}

// Owner is an object that owns native memory.
type Owner struct {
	Object trace.ObjectID
	Kind   Kind
	Bytes  int64
}

// Found is the native memory of one heap state.
type Found struct {
	Owners []Owner // ascending by object, without mapped files
	Kinds  ByKind
	Chunks Chunks
}

// Chunks is the native memory of netty's arenas.
type Chunks struct {
	Chunks trace.Amount
	Free   int64 // bytes that no buffer uses
	Known  bool  // true if Free is valid
}

// ByKind contains the amount of native memory by kind of owner.
type ByKind [kinds]trace.Amount

// Sum returns the sum without mapped files.
func (b *ByKind) Sum() (sum trace.Amount) {
	for k, a := range b {
		if Kind(k) != Mapped {
			sum.Add(a)
		}
	}
	return sum
}

// Held returns the native memory of the owners for which has returns true.
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
	address uint64 // 0 if unknown
}

// count adds up owners. Overlapping memory counts once: for the span with the lowest address, then the longest, then the highest kind.
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

// native contains types of the runtime and of libraries that own memory, with the fields of its size and address.
var native = []struct {
	name, size, address string
	null                string // reference field that is null in owners; empty if all are owners
}{
	{"sun.nio.fs.NativeBuffer", "size", "address", ""},
	{"com.sun.jna.Memory", "size", "peer", ""},
	{"org.apache.arrow.memory.UnsafeAllocationManager", "allocatedSize", "allocatedAddress", ""},
	{"org.apache.spark.unsafe.memory.MemoryBlock", "length", "offset", "obj"},
}

// isUnmapper reports whether a type unmaps files.
func isUnmapper(name string) bool {
	return strings.HasPrefix(name, "sun.nio.ch.FileChannelImpl$") && strings.HasSuffix(name, "Unmapper")
}
