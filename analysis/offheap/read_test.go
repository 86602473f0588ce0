package offheap

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"memcity/trace"
	"memcity/trace/tracetest"
)

func alive(trace.ObjectID) bool { return true }

func long(n int64) trace.Value { return trace.MakeValue(trace.LongValue, uint64(n)) }

// world is a heap with the types of a JDK, with the fields in which versions differ.
type world struct {
	*tracetest.HeapBuilder
	buffer, readOnly, deallocator, unmapper, cleaner, file trace.TypeID
}

func newWorld(cleaner string) *world {
	b := tracetest.NewHeap()
	w := &world{HeapBuilder: b}
	base := b.Type("java.nio.Buffer", 32, "segment")
	b.Field(base, "capacity", trace.IntValue)
	b.Field(base, "address", trace.LongValue)
	mapped := b.Subtype(b.Subtype(base, "java.nio.ByteBuffer", 48, "hb"), "java.nio.MappedByteBuffer", 56, "fd")
	w.buffer = b.Subtype(mapped, "java.nio.DirectByteBuffer", 64, "att", "cleaner", "memoryRef")
	w.readOnly = b.Subtype(w.buffer, "java.nio.DirectByteBufferR", 64)
	w.cleaner = b.Type(cleaner, 40, "thunk", "next")
	for t, name := range map[*trace.TypeID]string{&w.deallocator: "java.nio.DirectByteBuffer$Deallocator",
		&w.unmapper: "sun.nio.ch.FileChannelImpl$DefaultUnmapper"} {
		*t = b.Type(name, 32)
		b.Field(*t, "address", trace.LongValue)
	}
	w.file = b.Type("java.io.FileDescriptor", 24)
	return w
}

func (w *world) direct(t trace.TypeID, address int64, capacity int32) trace.ObjectID {
	o := w.Object(t)
	w.Set(o, "address", long(address))
	w.Set(o, "capacity", tracetest.IntValue(capacity))
	return o
}

// cleaned gives a buffer a cleaner that frees memory at an address.
func (w *world) cleaned(o trace.ObjectID, by trace.TypeID, address int64) (cleaner trace.ObjectID) {
	cleaner = w.Object(w.cleaner)
	thunk := w.Object(by)
	w.Set(thunk, "address", long(address))
	w.Refer(cleaner, "thunk", thunk)
	w.Refer(o, "cleaner", cleaner)
	return cleaner
}

func read(t *testing.T, h *trace.Heap) *Found {
	t.Helper()
	found, err := Read(t.Context(), h, alive)
	if err != nil {
		t.Fatal(err)
	}
	return found
}

func (w *world) expect(t *testing.T, want map[Kind]trace.Amount, owners ...trace.ObjectID) {
	t.Helper()
	found := read(t, w.Heap())
	var kinds ByKind
	for k, a := range want {
		kinds[k] = a
	}
	if found.Kinds != kinds {
		t.Errorf("%v, want %v", found.Kinds, kinds)
	}
	var got []trace.ObjectID
	for _, o := range found.Owners {
		got = append(got, o.Object)
	}
	if len(got) != len(owners) {
		t.Fatalf("owners %v, want %v", got, owners)
	}
	for i := range got {
		if got[i] != owners[i] {
			t.Errorf("owners %v, want %v", got, owners)
		}
	}
}

// TestDirectBuffers checks direct buffers. Cleaners belonged to sun.misc up to JDK 8, and slices refer to their buffer.
func TestDirectBuffers(t *testing.T) {
	for _, cleaner := range []string{"sun.misc.Cleaner", "jdk.internal.ref.Cleaner"} {
		w := newWorld(cleaner)
		a := w.direct(w.buffer, 0x1000, 1000)
		w.cleaned(a, w.deallocator, 0x1000)
		slice := w.direct(w.readOnly, 0x1010, 100)
		w.Refer(slice, "att", a)
		jni := w.direct(w.buffer, 0x9000, 50) // owned by somebody who frees it by hand
		w.Refer(w.direct(w.buffer, 0x1010, 70), "att", jni)
		freed := w.direct(w.buffer, 0x5000, 500) // by Unsafe.invokeCleaner, which sets the address to null
		w.cleaned(freed, w.deallocator, 0)
		unlinked := w.direct(w.buffer, 0x7000, 500) // the address of a record stays since JDK 25
		self := w.cleaned(unlinked, w.deallocator, 0x7000)
		w.Refer(self, "next", self)
		w.cleaned(w.direct(w.buffer, 0x8000, 0), w.deallocator, 0x8000)
		w.Refer(w.direct(w.buffer, 0x8000, 8), "memoryRef", w.Object(w.file)) // Android
		w.expect(t, map[Kind]trace.Amount{Buffer: {Objects: 2, Bytes: 1050}}, a, jni)
	}
}

// TestMappedFiles checks mapped files. They have a descriptor, or an unmapper frees them, and they count apart.
func TestMappedFiles(t *testing.T) {
	w := newWorld("sun.misc.Cleaner")
	a, b := w.direct(w.buffer, 0x10000, 3000), w.direct(w.readOnly, 0x20000, 4000)
	w.Refer(a, "fd", w.Object(w.file))
	w.cleaned(a, w.unmapper, 0x10000)
	w.cleaned(b, w.unmapper, 0x20000)
	w.cleaned(w.direct(w.buffer, 0x30000, 500), w.unmapper, 0) // closed
	slice := w.direct(w.buffer, 0x10100, 100)
	w.Refer(slice, "att", a)
	w.Refer(slice, "fd", w.Object(w.file)) // slices have it as well since JDK 14
	image := w.direct(w.buffer, 0x40000, 600)
	view := w.direct(w.readOnly, 0x40000, 600)
	w.Refer(view, "att", image)
	w.Refer(w.Object(w.Type("jdk.internal.jimage.BasicImageReader", 32, "memoryMap")), "memoryMap", view)
	w.expect(t, map[Kind]trace.Amount{Mapped: {Objects: 3, Bytes: 7600}})
}

// TestStreams checks that the state of zlib is in an object of its own. Its class was the same for both directions up to JDK 10, and
// differs since. Streams of subtypes count.
func TestStreams(t *testing.T) {
	for _, refs := range [][2]string{{"java.util.zip.ZStreamRef", "java.util.zip.ZStreamRef"},
		{"java.util.zip.Inflater$InflaterZStreamRef", "java.util.zip.Deflater$DeflaterZStreamRef"}} {
		b := tracetest.NewHeap()
		types := map[string]trace.TypeID{}
		for _, name := range refs {
			if _, ok := types[name]; !ok {
				types[name] = b.Type(name, 24)
				b.Field(types[name], "address", trace.LongValue)
			}
		}
		inflater, deflater := b.Type("java.util.zip.Inflater", 64, "zsRef"), b.Type("java.util.zip.Deflater", 64, "zsRef")
		b.Field(inflater, "bytesWritten", trace.LongValue)
		own := b.Subtype(deflater, "app.Packer", 64)
		add := func(of trace.TypeID, ref string, address int64) trace.ObjectID {
			o, r := b.Object(of), b.Object(types[ref])
			b.Set(r, "address", long(address))
			b.Refer(o, "zsRef", r)
			return o
		}
		first := add(inflater, refs[0], 8)
		b.Set(first, "bytesWritten", long(1))
		second := add(inflater, refs[0], 9)
		add(inflater, refs[0], 0) // end() was called
		third, fourth := add(deflater, refs[1], 10), add(own, refs[1], 11)
		add(own, refs[1], 0)
		b.Object(deflater)
		w := &world{HeapBuilder: b}
		w.expect(t, map[Kind]trace.Amount{Inflater: {Objects: 2, Bytes: 47_000}, Deflater: {Objects: 2, Bytes: 536_000}}, first, second,
			third, fourth)
	}
}

// TestSegments checks that slices and buffers of a segment have the same memory. Segments without an arena own none.
func TestSegments(t *testing.T) {
	w := newWorld("jdk.internal.ref.Cleaner")
	super := w.Type("jdk.internal.foreign.AbstractMemorySegmentImpl", 32, "scope")
	w.Field(super, "length", trace.LongValue)
	native := w.Subtype(super, "jdk.internal.foreign.NativeMemorySegmentImpl", 40)
	w.Field(native, "min", trace.LongValue)
	mapped := w.Subtype(native, "jdk.internal.foreign.MappedMemorySegmentImpl", 40)
	session := w.Type("jdk.internal.foreign.MemorySessionImpl", 32)
	w.Field(session, "state", trace.IntValue)
	shared, global := w.Subtype(session, "jdk.internal.foreign.SharedSession", 32),
		w.Subtype(session, "jdk.internal.foreign.GlobalSession", 32)
	open, closed, all := w.Object(shared), w.Object(shared), w.Object(global)
	w.Set(closed, "state", tracetest.IntValue(-1))
	add := func(of trace.TypeID, scope trace.ObjectID, min, length int64) trace.ObjectID {
		o := w.Object(of)
		w.Set(o, "min", long(min))
		w.Set(o, "length", long(length))
		w.Refer(o, "scope", scope)
		return o
	}
	view := w.direct(w.buffer, 0x1000, 4000)
	whole := add(native, open, 0x1000, 4000)
	w.Refer(view, "segment", whole)
	add(native, open, 0x1100, 10)
	gone := add(native, closed, 0x3000, 70)
	w.Refer(w.direct(w.buffer, 0x3000, 70), "segment", gone)
	add(native, all, 1, 1<<20)
	add(native, open, 1, 1<<62)
	add(mapped, open, 0x9000, 900)
	w.expect(t, map[Kind]trace.Amount{Segment: {Objects: 1, Bytes: 4000}, Mapped: {Objects: 1, Bytes: 900}}, whole)
}

// TestNetty checks that a chunk of an arena keeps what live buffers do not take.
func TestNetty(t *testing.T) {
	w := newWorld("jdk.internal.ref.Cleaner")
	chunks := w.Type("io.netty.buffer.PoolChunk", 64, "memory", "base")
	w.Field(chunks, "chunkSize", trace.IntValue)
	w.Field(chunks, "freeBytes", trace.IntValue)
	buf := w.Subtype(w.Type("io.netty.buffer.PooledByteBuf", 64, "chunk"), "io.netty.buffer.PooledUnsafeDirectByteBuf", 80)
	w.Field(buf-1, "maxLength", trace.IntValue)
	memory := w.direct(w.buffer, 0x100000, 4000)
	chunk, onHeap := w.Object(chunks), w.Object(chunks)
	for o, free := range map[trace.ObjectID]int32{chunk: 300, onHeap: 77} {
		w.Set(o, "chunkSize", tracetest.IntValue(4000))
		w.Set(o, "freeBytes", tracetest.IntValue(free))
	}
	w.Refer(chunk, "memory", memory)
	w.Refer(onHeap, "memory", w.Array(w.PrimitiveType("byte[]", 1), 4000))
	var taken []trace.ObjectID
	for _, of := range []trace.ObjectID{chunk, chunk, onHeap, trace.NoObject} {
		b := w.Object(buf)
		w.Set(b, "maxLength", tracetest.IntValue(1024))
		if of != trace.NoObject {
			w.Refer(b, "chunk", of)
		}
		taken = append(taken, b)
	}
	w.expect(t, map[Kind]trace.Amount{Buffer: {Objects: 1, Bytes: 1952}, Pooled: {Objects: 2, Bytes: 2048}}, memory, taken[0], taken[1])
	if got := read(t, w.Heap()).Chunks; got != (Chunks{trace.Amount{Objects: 1, Bytes: 4000}, 300, true}) {
		t.Errorf("chunks %+v", got)
	}
}

// TestLibraries reads each type of the table.
func TestLibraries(t *testing.T) {
	for _, n := range native {
		w := newWorld("sun.misc.Cleaner")
		of := w.Type(n.name, 40, "obj")
		w.Field(of, n.size, trace.LongValue)
		w.Field(of, n.address, trace.LongValue)
		o, other := w.Object(of), w.Object(of)
		w.Set(o, n.size, long(12_345))
		w.Set(o, n.address, long(0x100))
		w.Set(other, n.size, long(99))
		w.Refer(other, "obj", w.Object(w.file))
		owners, want := []trace.ObjectID{o, other}, trace.Amount{Objects: 2, Bytes: 12_345 + 99}
		if n.null != "" {
			owners, want = owners[:1], trace.Amount{Objects: 1, Bytes: 12_345}
		}
		w.expect(t, map[Kind]trace.Amount{Library: want}, owners...)
	}
}

// TestCount compares with marking each byte.
func TestCount(t *testing.T) {
	for seed := range uint64(200) {
		rng := rand.New(rand.NewPCG(seed, 3))
		var spans []span
		bytes := map[uint64]bool{}
		unknown := int64(0)
		for i := range 1 + rng.IntN(12) {
			s := span{Owner{trace.ObjectID(i), Buffer, int64(1 + rng.IntN(20))}, uint64(rng.IntN(60))}
			if spans = append(spans, s); s.address == 0 {
				unknown += s.Bytes
				continue
			}
			for b := range uint64(s.Bytes) {
				bytes[s.address+b] = true
			}
		}
		found := count(spans)
		sum := found.Kinds.Sum()
		if sum.Bytes != int64(len(bytes))+unknown || found.Held(alive) != found.Kinds || sum.Objects != int64(len(found.Owners)) {
			t.Fatalf("seed %d: %+v, want %d bytes and %d at no address", seed, found, len(bytes), unknown)
		}
	}
}

// TestNothing checks that no value is read without owners and nothing is known without values. The dead do not count.
func TestNothing(t *testing.T) {
	b := tracetest.NewHeap()
	b.String("text")
	r := NewReader(b.Heap(), alive)
	if len(r.selections) > 0 || len(r.Found().Owners) > 0 {
		t.Errorf("selections %v", r.selections)
	}
	bare := tracetest.NewHeap()
	bare.Object(bare.Type("app.A", 16))
	if found, err := Read(t.Context(), bare.Heap(), alive); found != nil || err != nil ||
		!strings.Contains(Lacks(bare.Heap()), "heap dump") || Lacks(b.Heap()) != "" {
		t.Errorf("without values: %v, %v", found, err)
	}
	w := newWorld("sun.misc.Cleaner")
	o, other := w.direct(w.buffer, 0x1000, 10), w.direct(w.buffer, 0x2000, 100)
	found, err := Read(t.Context(), w.Heap(), func(x trace.ObjectID) bool { return x != o })
	if err != nil || len(found.Owners) != 1 || found.Owners[0].Object != other {
		t.Errorf("%+v, %v", found, err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Read(ctx, w.Heap(), alive); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

// TestSizesAtTheirLimits checks the smallest and largest size that count, for objects with a size and an address.
func TestSizesAtTheirLimits(t *testing.T) {
	for bytes, counts := range map[int64]bool{-1: false, 0: false, 1: true, maxSegment: true, maxSegment + 1: false} {
		n := native[0]
		w := newWorld("sun.misc.Cleaner")
		of := w.Type(n.name, 40)
		w.Field(of, n.size, trace.LongValue)
		w.Field(of, n.address, trace.LongValue)
		o := w.Object(of)
		w.Set(o, n.size, long(bytes))
		w.Set(o, n.address, long(1))
		if found := read(t, w.Heap()); (len(found.Owners) == 1) != counts || counts && found.Owners[0].Bytes != bytes {
			t.Errorf("%d bytes: %+v", bytes, found.Owners)
		}
	}
}

// TestBuffersWithCleaners checks that a buffer with a cleaner counts even if it has an attachment.
func TestBuffersWithCleaners(t *testing.T) {
	w := newWorld("sun.misc.Cleaner")
	a := w.direct(w.buffer, 0x1000, 10)
	b := w.direct(w.buffer, 0x2000, 20)
	w.Refer(b, "att", a)
	w.cleaned(b, w.deallocator, 0x2000)
	android := w.direct(w.buffer, 0x3000, 30)
	w.cleaned(android, w.deallocator, 0x3000)
	w.Refer(android, "memoryRef", w.Object(w.file))
	w.expect(t, map[Kind]trace.Amount{Buffer: {Objects: 2, Bytes: 30}}, a, b)
}

// TestFreeBytesUnknown checks that the free bytes of a chunk are unknown if its type has no field for them.
func TestFreeBytesUnknown(t *testing.T) {
	w := newWorld("jdk.internal.ref.Cleaner")
	chunks := w.Type("io.netty.buffer.PoolChunk", 64, "memory", "base")
	w.Field(chunks, "chunkSize", trace.IntValue)
	chunk, memory := w.Object(chunks), w.direct(w.buffer, 0x100000, 4000)
	w.Set(chunk, "chunkSize", tracetest.IntValue(4000))
	w.Refer(chunk, "memory", memory)
	if got := read(t, w.Heap()).Chunks; got != (Chunks{Chunks: trace.Amount{Objects: 1, Bytes: 4000}}) {
		t.Errorf("chunks %+v", got)
	}
}

// TestKinds checks the name of each kind and whether its sizes are estimates.
func TestKinds(t *testing.T) {
	for k, want := range map[Kind]string{Buffer: "direct buffer false", Mapped: "mapped file false", Deflater: "Deflater true",
		Inflater: "Inflater true", Segment: "memory segment false", Library: "library buffer false", Pooled: "netty buffer false",
		Bitmap: "bitmap true"} {
		if got := fmt.Sprint(k, " ", k.Estimated()); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}

// TestBitmaps checks that the pixels of a bitmap are outside the heap unless it has a buffer, was recycled, or has no native object.
func TestBitmaps(t *testing.T) {
	w := newWorld("sun.misc.Cleaner")
	bitmap := w.Type("android.graphics.Bitmap", 48, "mBuffer")
	w.Field(bitmap, "mWidth", trace.IntValue)
	w.Field(bitmap, "mHeight", trace.IntValue)
	w.Field(bitmap, "mNativePtr", trace.LongValue)
	w.Field(bitmap, "mRecycled", trace.BooleanValue)
	add := func(width, height int32, native int64) trace.ObjectID {
		o := w.Object(bitmap)
		w.Set(o, "mWidth", tracetest.IntValue(width))
		w.Set(o, "mHeight", tracetest.IntValue(height))
		w.Set(o, "mNativePtr", long(native))
		return o
	}
	one, large := add(1, 1, 9), add(1<<21, 1<<21, 9) // the largest size
	add(0, 1, 9)
	add(1, 0, 9)
	add(-1, -1, 9)
	add(1<<21, 1<<21+1, 9)
	add(1<<31-1, 1<<31-1, 9)
	add(1, 1, 0)
	w.Set(add(1, 1, 9), "mRecycled", trace.MakeValue(trace.BooleanValue, 1))
	w.Refer(add(1, 1, 9), "mBuffer", w.Object(w.file))
	w.expect(t, map[Kind]trace.Amount{Bitmap: {Objects: 2, Bytes: 4 + 1<<44}}, one, large)
}
