package offheap

import (
	"context"
	"strings"

	"memcity/trace"
)

// Sizes allocated by zlib with the settings of java.util.zip: a 32 kB window and, for compression, hash chains and a symbol buffer. A
// decompressor allocates its window when it first writes.
const (
	deflaterBytes = 268_000
	inflaterBytes = 40_000
	newInflater   = 7_000
)

// pixelBytes is the size in bytes of a pixel with the default configuration of Android's bitmaps, ARGB_8888.
const pixelBytes = 4

// maxSegment is the maximum size of a real memory segment. A larger one represents all memory.
const maxSegment = 1 << 44

// Reader finds the owners of native memory in the values of a heap state. The caller passes the rows of its selections to Visit, in any
// pass, and then calls Found. It is not safe for concurrent use.
type Reader struct {
	heap       *trace.Heap
	alive      func(trace.ObjectID) bool
	selections []trace.Selection
	visit      map[trace.TypeID]func(o trace.ObjectID, row []trace.Value)

	spans   []span
	freed   map[trace.ObjectID]bool // cleaners that have run, closed arenas, and ended zlib streams
	buffers []buffer
	streams []stream
	parts   []buffer                 // parts of netty's chunks
	chunks  map[trace.ObjectID]chunk // by PoolChunk
	image   map[trace.ObjectID]bool  // targets of the JDK's module reader, which maps its file natively
}

// buffer is an object that may own memory, as read.
type buffer struct {
	object trace.ObjectID
	bytes  int64
	at     uint64
	kind   Kind
}

type stream struct {
	object  trace.ObjectID
	kind    Kind
	written bool
}

type chunk struct {
	bytes, free int64
	known       bool
}

// NewReader selects what to read in a heap state with values. The cost is one pass over the objects.
func NewReader(h *trace.Heap, alive func(trace.ObjectID) bool) *Reader {
	r := &Reader{heap: h, alive: alive, visit: map[trace.TypeID]func(trace.ObjectID, []trace.Value){}, freed: map[trace.ObjectID]bool{},
		chunks: map[trace.ObjectID]chunk{}, image: map[trace.ObjectID]bool{}}
	if !h.HasFields() {
		return r
	}
	there, image := make([]bool, len(h.Types)), make([]bool, len(h.Types))
	for t := range h.Types {
		image[t] = strings.HasPrefix(h.Types[t].Name, "jdk.internal.jimage.")
	}
	for o, t := range h.TypeOf.All() {
		if !there[t] {
			there[t] = alive(trace.ObjectID(o))
		}
		if image[t] {
			for _, to := range h.References(trace.ObjectID(o)) {
				for to != trace.NoObject && !r.image[to] {
					r.image[to] = true
					to = h.Referent(to, "att")
				}
			}
		}
	}
	for t := range h.Types {
		if id := trace.TypeID(t); h.Types[t].Kind == trace.Instance && there[t] {
			r.selectType(id)
		}
	}
	return r
}

// selectType selects the fields of a type that relate to native memory.
func (r *Reader) selectType(t trace.TypeID) {
	h := r.heap
	is := func(name string) bool { return h.Extends(t, name) }
	name := h.Types[t].Name
	switch {
	case is("java.nio.DirectByteBuffer"):
		r.add(t, r.sized(Buffer), "capacity", "address")
	case name == "java.nio.DirectByteBuffer$Deallocator" || isUnmapper(name):
		r.add(t, r.addEnded, "address")
	case is("java.util.zip.ZStreamRef") || name == "java.util.zip.Inflater$InflaterZStreamRef" ||
		name == "java.util.zip.Deflater$DeflaterZStreamRef":
		r.add(t, r.addEnded, "address")
	case is("java.util.zip.Deflater"):
		r.add(t, r.stream(Deflater), "bytesWritten")
	case is("java.util.zip.Inflater"):
		r.add(t, r.stream(Inflater), "bytesWritten")
	case is("jdk.internal.foreign.MemorySessionImpl"):
		r.add(t, r.addClosed, "state")
	case is("jdk.internal.foreign.MappedMemorySegmentImpl"):
		r.add(t, r.sized(Mapped), "length", "min")
	case is("jdk.internal.foreign.NativeMemorySegmentImpl"):
		r.add(t, r.sized(Segment), "length", "min")
	case name == "io.netty.buffer.PoolChunk":
		r.add(t, r.chunk, "chunkSize", "freeBytes")
	case is("io.netty.buffer.PooledByteBuf"):
		r.add(t, r.part, "maxLength")
	case name == "android.graphics.Bitmap":
		r.add(t, r.bitmap, "mWidth", "mHeight", "mNativePtr", "mRecycled")
	}
	for _, n := range native {
		if n.name == name {
			r.add(t, func(o trace.ObjectID, row []trace.Value) {
				if n.null == "" || h.Referent(o, n.null) == trace.NoObject {
					r.sized(Library)(o, row)
				}
			}, n.size, n.address)
		}
	}
}

// add selects fields of a type. Types must have the first one, unless it is the only one. Missing fields have no value in rows.
func (r *Reader) add(t trace.TypeID, visit func(trace.ObjectID, []trace.Value), names ...string) {
	var fields []int
	at := make([]int, len(names))
	for i, name := range names {
		at[i] = -1
		if f := r.heap.Values.FieldIndex(t, name); f >= 0 {
			at[i] = len(fields)
			fields = append(fields, f)
		}
	}
	if at[0] < 0 && len(names) > 1 {
		return
	}
	row := make([]trace.Value, len(names))
	r.selections = append(r.selections, trace.Selection{Type: t, Fields: fields})
	r.visit[t] = func(o trace.ObjectID, values []trace.Value) {
		for i, k := range at {
			if row[i] = (trace.Value{}); k >= 0 {
				row[i] = values[k]
			}
		}
		visit(o, row)
	}
}

// Visit processes a row of one of the selections.
func (r *Reader) Visit(o trace.ObjectID, row []trace.Value) {
	if visit := r.visit[r.heap.TypeOf.At(o)]; visit != nil && r.alive(o) {
		visit(o, row)
	}
}

// sized returns a visitor for objects with fields for the size and address of their memory.
func (r *Reader) sized(kind Kind) func(trace.ObjectID, []trace.Value) {
	return func(o trace.ObjectID, row []trace.Value) {
		if bytes := row[0].Int(); bytes > 0 && bytes <= maxSegment {
			r.buffers = append(r.buffers, buffer{o, bytes, uint64(row[1].Int()), kind})
		}
	}
}

// addEnded records objects that have freed their memory: their address is null.
func (r *Reader) addEnded(o trace.ObjectID, row []trace.Value) {
	if row[0].IsNumber() && row[0].Int() == 0 {
		r.freed[o] = true
	}
}

// addClosed records closed arenas.
func (r *Reader) addClosed(o trace.ObjectID, row []trace.Value) {
	if row[0].Int() < 0 {
		r.freed[o] = true
	}
}

func (r *Reader) stream(kind Kind) func(trace.ObjectID, []trace.Value) {
	return func(o trace.ObjectID, row []trace.Value) {
		r.streams = append(r.streams, stream{o, kind, !row[0].IsNumber() || row[0].Int() > 0})
	}
}

func (r *Reader) chunk(o trace.ObjectID, row []trace.Value) {
	r.chunks[o] = chunk{row[0].Int(), row[1].Int(), row[1].IsNumber()}
}

func (r *Reader) part(o trace.ObjectID, row []trace.Value) {
	r.parts = append(r.parts, buffer{object: o, bytes: row[0].Int()})
}

// bitmap records bitmaps with native pixels. Before Android 8, the pixels are in an array of the heap.
func (r *Reader) bitmap(o trace.ObjectID, row []trace.Value) {
	width, height := row[0].Int(), row[1].Int()
	if width <= 0 || height <= 0 || row[3].Bool() || row[2].Int() == 0 || r.heap.Referent(o, "mBuffer") != trace.NoObject {
		return
	}
	if pixels := width * height; pixels <= maxSegment/pixelBytes { // width and height are ints
		r.spans = append(r.spans, span{Owner: Owner{o, Bitmap, pixelBytes * pixels}})
	}
}

// Found adds up the visited objects.
func (r *Reader) Found() *Found {
	for _, b := range r.buffers {
		if kind, owns := r.owns(b); owns {
			r.spans = append(r.spans, span{Owner{b.object, kind, b.bytes}, b.at})
		}
	}
	for _, s := range r.streams {
		ref := r.heap.Referent(s.object, "zsRef")
		if ref == trace.NoObject || r.freed[ref] {
			continue
		}
		bytes := int64(deflaterBytes)
		if s.kind == Inflater {
			if bytes = inflaterBytes; !s.written {
				bytes = newInflater
			}
		}
		r.spans = append(r.spans, span{Owner: Owner{s.object, s.kind, bytes}})
	}
	found := count(r.spans)
	r.divide(found)
	return found
}

// owns reports whether an object owns the memory that it refers to, and returns its kind.
func (r *Reader) owns(b buffer) (Kind, bool) {
	h := r.heap
	switch b.kind {
	case Buffer:
		return r.bufferOwns(b)
	case Segment, Mapped:
		scope := h.Referent(b.object, "scope")
		global := scope != trace.NoObject && strings.Contains(h.Types[h.TypeOf.At(scope)].Name, "GlobalSession")
		return b.kind, !r.freed[scope] && (b.kind == Mapped || !global)
	}
	return b.kind, true
}

// bufferOwns is owns for direct buffers. A view has the underlying buffer as its attachment. A buffer without a cleaner belongs to code
// that frees the memory explicitly, such as netty or JNI code. Mapped buffers have a file or a cleaner that unmaps one.
func (r *Reader) bufferOwns(b buffer) (Kind, bool) {
	h := r.heap
	cleaner := h.Referent(b.object, "cleaner")
	segment := h.Referent(b.object, "segment")
	switch {
	case cleaner == trace.NoObject && h.Referent(b.object, "att") != trace.NoObject:
		return Buffer, false
	case h.Referent(b.object, "memoryRef") != trace.NoObject: // Android: an array in the heap
		return Buffer, false
	case segment != trace.NoObject && r.freed[h.Referent(segment, "scope")]:
		return Buffer, false
	}
	kind := Buffer
	if h.Referent(b.object, "fd") != trace.NoObject || cleaner == trace.NoObject && r.image[b.object] {
		kind = Mapped
	}
	if cleaner == trace.NoObject {
		return kind, true
	}
	thunk := h.Referent(cleaner, "thunk")
	if thunk != trace.NoObject && isUnmapper(h.Types[h.TypeOf.At(thunk)].Name) {
		kind = Mapped
	}
	return kind, !r.freed[thunk] && h.Referent(cleaner, "next") != cleaner // a cleaner that has run is in no list
}

// divide divides netty's native chunks among live buffers. The chunk keeps the rest, which is free or belongs to buffers that were never
// released.
func (r *Reader) divide(found *Found) {
	if len(r.chunks) == 0 {
		return
	}
	at := map[trace.ObjectID]int{} // by the buffer of a chunk: index in Owners
	for i, o := range found.Owners {
		at[o.Object] = i
	}
	memory := map[trace.ObjectID]int{} // by chunk: index in Owners
	for o, c := range r.chunks {
		for _, field := range []string{"memory", "base"} {
			if i, ok := at[r.heap.Referent(o, field)]; ok {
				memory[o] = i
			}
		}
		if i, ok := memory[o]; ok {
			found.Chunks.Chunks.Add(trace.Amount{Objects: 1, Bytes: found.Owners[i].Bytes})
			found.Chunks.Free += c.free
			found.Chunks.Known = c.known
		}
	}
	for _, p := range r.parts {
		i, ok := memory[r.heap.Referent(p.object, "chunk")]
		if !ok {
			continue
		}
		bytes := min(p.bytes, found.Owners[i].Bytes)
		found.Owners[i].Bytes -= bytes
		found.Owners = append(found.Owners, Owner{p.object, Pooled, bytes})
		found.Kinds[found.Owners[i].Kind].Bytes -= bytes
		found.Kinds[Pooled].Add(trace.Amount{Objects: 1, Bytes: bytes})
	}
	sortOwners(found.Owners)
}

// Read returns the native memory that the objects of a heap state own, in one pass over its values. It returns nil if the heap state has no
// values, and an error if ctx is done or the input is invalid.
func Read(ctx context.Context, h *trace.Heap, alive func(trace.ObjectID) bool) (*Found, error) {
	if !h.HasFields() {
		return nil, nil
	}
	r := NewReader(h, alive)
	if err := h.Values.Rows(ctx, r.selections, r.Visit); err != nil {
		return nil, err
	}
	return r.Found(), nil
}

// LacksValues explains why native memory is unknown.
const LacksValues = "no field values in this input. Open a heap dump."

// Lacks names the data that a heap state lacks to determine native memory; empty if it has all.
func Lacks(h *trace.Heap) string {
	switch {
	case h.HasFields():
		return ""
	case h.Runtime != trace.JVM:
		return "no field values in this input"
	}
	return LacksValues
}
