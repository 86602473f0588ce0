package jfr

import (
	"context"
	"fmt"
	"io"
	"math"
)

// A Chunk is a chunk in memory. It is not safe for concurrent use.
type Chunk struct {
	Header
	Faults  []Fault // unreadable parts
	Damaged int     // number of unreadable events

	data  []byte
	types map[int64]*Type
	names map[string]*Type
	pools map[int64]map[int64]uint32 // offsets of constants, by type and key
	views views
}

// ReadChunk reads the bytes, the metadata and the positions of the constants of a chunk. Missing metadata is an error; missing constants
// become faults.
func ReadChunk(ctx context.Context, r io.ReaderAt, h Header) (*Chunk, error) {
	c := &Chunk{Header: h, data: make([]byte, h.Size), pools: map[int64]map[int64]uint32{}}
	const piece = 4 << 20 // bytes between checks of the context
	for at := 0; at < len(c.data); at += piece {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if n, err := r.ReadAt(c.data[at:min(at+piece, len(c.data))], h.Offset+int64(at)); err != nil && err != io.EOF {
			return nil, err
		} else if err == io.EOF && at+n < len(c.data) {
			return nil, Fault{h.Offset + int64(at+n), "the file became shorter while it was read"}
		}
	}
	c.views = newViews()
	if c.isOld() {
		err := c.describeOld(c.metadata)
		if err == nil {
			c.readOldConstants(c.constants)
		}
		return c, err
	}
	metadata, constants := h.metadata, h.constants
	if h.Cut {
		c.Faults = append(c.Faults, Fault{h.Offset + h.Size, "the end of the last chunk is missing"})
	}
	if _, ok := c.event(metadata, firstMetadata); !ok {
		metadata = c.find(firstMetadata)
	}
	if metadata == 0 {
		return nil, Fault{h.Offset, "the chunk has no metadata: nothing in it can be read"}
	}
	if err := c.readMetadata(metadata); err != nil {
		return nil, err
	}
	if _, ok := c.event(constants, firstConstants); !ok {
		constants = c.find(firstConstants)
	}
	c.readConstants(constants)
	return c, nil
}

func (c *Chunk) fault(at int64, text string) Fault {
	return Fault{c.Offset + max(0, min(at, c.Size)), text}
}

func (c *Chunk) cursor(from, to int) cursor {
	return cursor{b: c.data[:to], at: from, compressed: c.compressed}
}

// event returns the contents of the event at an offset; ok is false if it is not of the given type.
func (c *Chunk) event(at int64, of int64) (cursor, bool) {
	if at < int64(c.body()) || at >= c.Size {
		return cursor{}, false
	}
	in, typ, ok := c.next(int(at))
	return in, ok && typ == of
}

// next returns the contents and the type of the event at an offset.
func (c *Chunk) next(at int) (in cursor, typ int64, ok bool) {
	in = c.cursor(at, len(c.data))
	size := in.integer(4)
	if in.bad || size < int64(in.at-at)+1 || size > int64(len(c.data)-at) {
		return in, 0, false
	}
	in.b = c.data[:at+int(size)]
	if c.isOld() {
		typ = in.integer(4)
	} else {
		typ = in.integer(8)
	}
	return in, typ, !in.bad
}

// find returns the offset of the last event of a type; 0 if there is none.
func (c *Chunk) find(of int64) (at int64) {
	for i := c.body(); i < len(c.data); {
		in, typ, ok := c.next(i)
		if !ok {
			break
		}
		if typ == of {
			at = int64(i)
		}
		i = len(in.b)
	}
	return at
}

// readConstants reads the events with constants backward, starting from the last. For a repeated key, the last constant counts.
func (c *Chunk) readConstants(at int64) {
	if at == 0 {
		c.Faults = append(c.Faults, c.fault(c.Size, "there are no names of types, threads and methods"))
		return
	}
	for {
		in, ok := c.event(at, firstConstants)
		if !ok {
			c.Faults = append(c.Faults, c.fault(at, "expected constants: names may be missing"))
			return
		}
		in.integer(8) // start
		in.integer(8) // duration
		back := in.integer(8)
		in.byte() // reason for writing it
		if text := c.readPools(&in); text != "" {
			c.Faults = append(c.Faults, c.fault(at, text))
		}
		if back == 0 {
			return
		}
		if back > 0 || back < -at { // must lead toward the beginning
			c.Faults = append(c.Faults, c.fault(at, "it does not give the location of earlier constants, so names may be missing"))
			return
		}
		at += back
	}
}

func (c *Chunk) readPools(in *cursor) string {
	for range in.count() {
		id := in.integer(8)
		t := c.types[id]
		if t == nil {
			return fmt.Sprintf("constants of unknown type %d; the constants after it are missing", id)
		}
		if text := c.readPool(in, t, 8); text != "" {
			return text
		}
	}
	if in.bad {
		return "the constants are damaged, and some are missing"
	}
	return ""
}

// readPool reads constants of type t with their keys, of keySize bytes each. It returns a fault, or "".
func (c *Chunk) readPool(in *cursor, t *Type, keySize int) string {
	pool := c.pools[t.ID]
	if pool == nil {
		pool = map[int64]uint32{}
		c.pools[t.ID] = pool
	}
	for range in.count() {
		key := in.integer(keySize)
		at := in.at
		c.skipValues(in, t, 0)
		if in.bad {
			return fmt.Sprintf("the constants of %.100s are damaged, and some are missing", t.Name)
		}
		if _, ok := pool[key]; !ok {
			pool[key] = uint32(at)
		}
	}
	return ""
}

// skipValues skips a value of type t.
func (c *Chunk) skipValues(in *cursor, t *Type, depth int) {
	for i := range t.ops {
		c.skipValue(in, &t.ops[i], depth)
	}
}

func (c *Chunk) skipValue(in *cursor, o *op, depth int) {
	switch o.kind {
	case opInteger, opConstant:
		in.integer(o.size)
	case opDuration:
	case opOldText:
		in.skipOldText(o.size == 2)
	case opByte:
		in.skip(1)
	case opFloat:
		in.skip(o.size)
	case opText:
		in.skipText()
	case opArray:
		if depth == MaxDepth {
			in.fail()
			return
		}
		n := in.count()
		if !o.constant && len(o.of.ops) == 0 {
			return // no data is written for them
		}
		for range n {
			if o.constant {
				in.integer(8)
			} else {
				c.skipValues(in, o.of, depth+1)
			}
			if in.bad {
				return
			}
		}
	}
}

// Type returns the type with the given name; nil if the chunk has none. Names of version 2, such as jdk.GarbageCollection, also find types of
// version 1.0.
func (c *Chunk) Type(name string) *Type { return c.names[name] }

// Events calls visit with the events of the given types in file order, which is not ordered by time. The object is valid until the next
// call.
func (c *Chunk) Events(ctx context.Context, types []*Type, visit func(*Object)) error {
	wanted := map[int64]*Type{}
	top := int64(0)
	for _, t := range types {
		if t != nil && t.ID > firstConstants {
			wanted[t.ID] = t
			top = max(top, t.ID)
		}
	}
	var dense [1 << 12]*Type
	for id, t := range wanted {
		if id < int64(len(dense)) {
			dense[id] = t
		}
	}
	o := &Object{chunk: c}
	for at, n := c.body(), 0; at < len(c.data); n++ {
		if n%(1<<16) == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		in, typ, ok := c.next(at)
		if !ok {
			if !c.Cut {
				c.Faults = append(c.Faults, c.fault(int64(at), "expected an event; the rest of the chunk is missing"))
			}
			return nil
		}
		at = len(in.b)
		var t *Type
		if typ >= 0 && typ < int64(len(dense)) {
			t = dense[typ]
		} else if typ <= top {
			t = wanted[typ]
		}
		if t == nil {
			continue
		}
		if o.read(&in, t); in.bad {
			c.Damaged++
			continue
		}
		visit(o)
	}
	return nil
}

// An Object is an event or a constant. It contains a value for each slot of its type.
type Object struct {
	Type  *Type
	chunk *Chunk
	slots []slot
}

type slot struct {
	number int64
	at     int // offset of a text or of array elements
}

// read reads the values of an object of type t.
func (o *Object) read(in *cursor, t *Type) {
	o.Type = t
	o.slots = o.slots[:0]
	for i := range t.ops {
		var s slot
		switch p := &t.ops[i]; p.kind {
		case opInteger, opConstant:
			s.number = in.integer(p.size)
		case opDuration:
			s.number = o.slots[0].number - o.slots[1].number
		case opByte:
			s.number = int64(in.byte())
		case opFloat:
			if s.number = int64(in.fixed(p.size)); p.size == 4 {
				s.number = int64(math.Float64bits(float64(math.Float32frombits(uint32(s.number)))))
			}
		default:
			s.at = in.at
			o.chunk.skipValue(in, p, 0)
		}
		o.slots = append(o.slots, s)
	}
}

// Int returns the value of an integer; 0 for slot -1.
func (o *Object) Int(slot int) int64 {
	if slot < 0 || slot >= len(o.slots) {
		return 0
	}
	return o.slots[slot].number
}

// A Ref identifies a constant by type and key.
type Ref struct {
	Type *Type
	Key  int64
}

// Ref returns the constant that a slot refers to.
func (o *Object) Ref(slot int) Ref {
	if slot < 0 || slot >= len(o.slots) {
		return Ref{}
	}
	return Ref{o.Type.ops[slot].of, o.slots[slot].number}
}

// Text returns the text in a slot, or the first text of the constant in it; empty if there is none.
func (o *Object) Text(slot int) string { return o.text(slot, 0) }

func (o *Object) text(slot, depth int) string {
	if slot < 0 || slot >= len(o.slots) || depth == MaxDepth {
		return ""
	}
	switch o.Type.ops[slot].kind {
	case opText:
		in := o.chunk.cursor(o.slots[slot].at, len(o.chunk.data))
		text, key, isKey := in.text()
		if isKey {
			return o.chunk.constantText(Ref{o.chunk.names["java.lang.String"], key}, depth+1)
		}
		return text
	case opOldText:
		in := o.chunk.cursor(o.slots[slot].at, len(o.chunk.data))
		return in.oldText(o.Type.ops[slot].size == 2)
	case opConstant:
		return o.chunk.constantText(o.Ref(slot), depth+1)
	}
	return ""
}

// constantText returns the text of a constant. It reads each constant once.
func (c *Chunk) constantText(ref Ref, depth int) string {
	text, ok := c.views.texts[ref]
	if !ok {
		text = c.textOf(ref, depth)
		c.views.texts[ref] = text
	}
	return text
}

func (c *Chunk) textOf(ref Ref, depth int) string {
	var o Object
	if !c.Constant(ref, &o) {
		return ""
	}
	for i := range o.Type.ops {
		if k := o.Type.ops[i].kind; k == opText || k == opOldText || k == opConstant {
			return o.text(i, depth)
		}
	}
	return ""
}

// Constant reads a constant. It returns false if the constant is missing or damaged.
func (c *Chunk) Constant(ref Ref, o *Object) bool {
	if ref.Type == nil {
		return false
	}
	at, ok := c.pools[ref.Type.ID][ref.Key]
	if !ok {
		return false
	}
	in := c.cursor(int(at), len(c.data))
	o.chunk = c
	o.read(&in, ref.Type)
	return !in.bad
}

// Each calls visit with each element of an array.
func (o *Object) Each(slot int, visit func(*Object)) {
	if slot < 0 || slot >= len(o.slots) || o.Type.ops[slot].kind != opArray || o.Type.ops[slot].constant {
		return
	}
	in := o.chunk.cursor(o.slots[slot].at, len(o.chunk.data))
	element := Object{chunk: o.chunk}
	of := o.Type.ops[slot].of
	if len(of.ops) == 0 {
		return
	}
	for range in.count() {
		if element.read(&in, of); in.bad {
			return
		}
		visit(&element)
	}
}
