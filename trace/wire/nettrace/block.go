package nettrace

import (
	"encoding/binary"
	"fmt"
)

// Bits before a compressed event: the parts that differ from the event before.
const (
	hasKind     = 1 << 0
	hasSequence = 1 << 1 // and the capturing thread
	hasThread   = 1 << 2
	hasStack    = 1 << 3
	hasActivity = 1 << 4
	hasRelated  = 1 << 5
	hasLength   = 1 << 7
)

const (
	// plainSize is the size of the header of an event that is not compressed.
	plainSize = 80
	// sortedBit is the bit in the number of a kind that is not part of it.
	sortedBit = 1 << 31
	// guidSize is the size of an activity in bytes.
	guidSize = 16
)

// block is the state of a reader of a block's events.
type block struct {
	bytes      []byte
	start      int64 // offset of bytes in the file
	at         int
	compressed bool

	kind, length uint32 // of the last event
	ticks        int64
}

// newBlock reads the header of a block: its size, and flags. The lowest flag means that events are compressed.
func newBlock(bytes []byte, start int64) (block, error) {
	b := block{bytes: bytes, start: start}
	if len(bytes) < 4 {
		return b, b.fault("a block has %d bytes; expected a header", len(bytes))
	}
	size := binary.LittleEndian.Uint16(bytes)
	if int(size) > len(bytes) || size < 4 {
		return b, b.fault("the header of a block has %d bytes, and the block %d", size, len(bytes))
	}
	b.at, b.compressed = int(size), binary.LittleEndian.Uint16(bytes[2:])&1 != 0
	return b, nil
}

// next reads the next event; false at the end of the block. Without kinds, the event has no provider and number.
func (b *block) next(e *Event, kinds map[uint32]kind) (bool, error) {
	for b.at < len(b.bytes) {
		ok := b.compressed && b.header() || !b.compressed && b.plainHeader()
		if !ok || int(b.length) > len(b.bytes)-b.at {
			return false, b.fault("an event is longer than its block")
		}
		from := b.at
		b.at += int(b.length)
		e.Payload, e.Offset, e.Ticks = b.bytes[from:b.at], b.start+int64(from), b.ticks
		if !b.compressed {
			b.at = min((b.at+3)&^3, len(b.bytes))
		}
		if kinds == nil {
			return true, nil
		}
		if k, known := kinds[b.kind&^sortedBit]; known {
			e.Provider, e.ID = k.provider, k.id
			return true, nil
		}
	}
	return false, nil
}

// header reads the compressed header of an event.
func (b *block) header() bool {
	flags := b.bytes[b.at]
	b.at++
	ok := true
	number := func(has byte) uint64 {
		if flags&has == 0 && has != 0 || !ok {
			return 0
		}
		n, size := binary.Uvarint(b.bytes[b.at:])
		ok = size > 0
		b.at += max(size, 0)
		return n
	}
	if n := number(hasKind); flags&hasKind != 0 {
		b.kind = uint32(n)
	}
	number(hasSequence)
	number(hasSequence) // capturing thread
	number(hasSequence) // processor
	number(hasThread)
	number(hasStack)
	b.ticks += int64(number(0))
	for _, has := range []byte{hasActivity, hasRelated} {
		if flags&has != 0 {
			b.at += guidSize
		}
	}
	if ok = ok && b.at <= len(b.bytes); !ok {
		return false
	}
	if n := number(hasLength); flags&hasLength != 0 {
		b.length = uint32(min(n, maxBlock+1))
	}
	return ok
}

// plainHeader reads a header that is not compressed.
func (b *block) plainHeader() bool {
	h := b.bytes[b.at:]
	if len(h) < plainSize {
		return false
	}
	b.kind = binary.LittleEndian.Uint32(h[4:])
	b.ticks = int64(binary.LittleEndian.Uint64(h[36:]))
	b.length = min(binary.LittleEndian.Uint32(h[76:]), maxBlock+1)
	b.at += plainSize
	return true
}

func (b *block) fault(format string, args ...any) error {
	return &Fault{b.start + int64(b.at), fmt.Sprintf(format, args...)}
}
