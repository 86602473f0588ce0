package anttracks

import "fmt"

// Event is an event of a buffer. It is valid until the next one is read.
type Event struct {
	Kind  Kind
	first uint32 // word: kind, space and payload
	words []byte // words after the first, without the anchor; part of the buffer
}

// Payload returns the lowest 24 bits of the first word.
func (e *Event) Payload() uint32 { return e.first & 0xFFFFFF }

// First returns the first word.
func (e *Event) First() uint32 { return e.first }

// Words returns the number of words after the first.
func (e *Event) Words() int { return len(e.words) / 4 }

// Word returns the word with the given 0-based index after the first.
func (e *Event) Word(i int) uint32 { return le.Uint32(e.words[4*i:]) }

// Quad returns the two words that start at the given 0-based index after the first, low word first.
func (e *Event) Quad(i int) uint64 { return le.Uint64(e.words[4*i:]) }

// Site returns the allocation site of an event that allocates: a big site if bit 23 of the payload is set, otherwise a small one in bits
// 23-8.
func (e *Event) Site() uint32 { return siteOf(e.Payload()) }

func siteOf(payload uint32) uint32 {
	if payload&0x800000 == 0 {
		payload >>= 8
	}
	return payload
}

// Name returns the name in an event [ThreadAlive].
func (e *Event) Name() string { return nameOf(e.words[8:]) }

// events iterates over the events of an unpacked buffer.
type events struct {
	symbols *Symbols // nil for none
	data    []byte   // whole words
	at      int      // of the next event

	given bool // whether the current event contained its type
	typ   int32
}

func newEvents(data []byte, symbols *Symbols) *events {
	return &events{symbols: symbols, data: data[:len(data)&^3]}
}

// next reads an event. It returns false at the end, or if the event cannot be read, with an error. An error with true means that this event
// is valid but nothing after it can be read.
func (r *events) next(e *Event) (bool, error) {
	if r.at == len(r.data) {
		return false, nil
	}
	e.first = le.Uint32(r.data[r.at:])
	e.Kind = Kind(e.first >> 26)
	s := &specs[e.Kind]
	if old, ok := oldSpecs[e.Kind]; ok && r.symbols.old() {
		s = &old
	}
	if s.name == "" || s.fresh && r.symbols.old() {
		return false, fmt.Errorf("unknown event kind %#02x", uint8(e.Kind))
	}
	r.given = false
	from := r.at + 4
	end := from
	for _, p := range s.parts {
		n, ok := r.size(p, e.Payload(), r.data[end:])
		if end += n; !ok || end > len(r.data) {
			return false, fmt.Errorf("an event of kind %#02x (%s) does not fit its buffer", uint8(e.Kind), e.Kind)
		}
	}
	e.words = r.data[from:end]
	r.at = end
	return true, r.anchor(e.Kind)
}

// anchor skips the word that debug builds of the VM write after an event. As a first word, its kind would be unknown, so it is recognized
// even without symbols.
func (r *events) anchor(k Kind) error {
	if len(r.data)-r.at >= 4 && le.Uint32(r.data[r.at:]) == anchor|uint32(k)<<8 {
		r.at += 4
		return nil
	}
	if r.symbols != nil && r.symbols.Anchors {
		return fmt.Errorf("an event of kind %#02x (%s) is not followed by an anchor", uint8(k), k)
	}
	return nil
}

// allocated returns the type of the allocated object: the type in the event, or else the type of the site; [unknownType] if both are
// missing. The payload is the site. It is a big site if bit 23 is set, otherwise a small site in bits 23-8.
func (r *events) allocated(payload uint32) int32 {
	if r.given {
		return r.typ
	}
	return r.symbols.siteType(siteOf(payload))
}

// size returns the size in bytes of a part at the start of data, which may exceed len(data). It returns false if data is too short to tell.
func (r *events) size(p part, payload uint32, data []byte) (int, bool) {
	switch p {
	case word:
		return 4, true
	case quad:
		return 8, true
	case arrayLength:
		if longArray(payload) {
			return 4, true
		}
		return 0, true
	case elements:
		if t := r.symbols.typeOf(r.typ); t != nil && t.Array() || t == nil && longArray(payload) {
			return 4, true
		}
		return 0, true
	case missingType:
		if r.allocated(payload) != unknownType {
			return 0, true
		}
		return r.typeWord(data)
	case givenType:
		return r.typeWord(data)
	case mirrorSize:
		if r.mirror(payload) {
			return 4, true
		}
		return 0, true
	case text:
		return textSize(data)
	case threadName:
		return nameSize(data)
	case pointers:
		return pointersSize(payload), true
	}
	return rootsSize(data)
}

func (r *events) typeWord(data []byte) (int, bool) {
	if len(data) < 4 {
		return 0, false
	}
	r.typ, r.given = int32(le.Uint32(data)), true
	return 4, true
}

// longArray reports whether a separate word contains the length of an array, which is so if the lowest byte of the payload is 255. Big
// sites allocate only instances.
func longArray(payload uint32) bool { return payload&0x800000 == 0 && payload&0xFF == 0xFF }

// mirror reports whether the object is a class object. Its type is then negative, or java.lang.Class, or the type for class objects of
// unknown types, which old VMs do not have.
func (r *events) mirror(payload uint32) bool {
	id := r.allocated(payload)
	if id < 0 || id == unknownMirror && !r.symbols.old() {
		return true
	}
	t := r.symbols.typeOf(id)
	return t != nil && t.Name == classType
}

func textSize(data []byte) (int, bool) {
	if len(data) < 4 {
		return 0, false
	}
	n := le.Uint32(data)
	if uint64(n) > uint64(len(data)) { // before rounding up
		return 0, false
	}
	return 4 + (int(n)+3)&^3, true
}

func nameSize(data []byte) (int, bool) {
	const most = 12
	for i := range most {
		if len(data) < 4*i+4 {
			return 0, false
		}
		w := le.Uint32(data[4*i:])
		if byte(w) == 0 || byte(w>>8) == 0 || byte(w>>16) == 0 || w>>24 == 0 {
			return 4*i + 4, true
		}
	}
	return 4 * most, true
}

// pointersSize returns the size of the references, by pairs of bits up to the first pair that is 0.
func pointersSize(payload uint32) int {
	n := 0
	for shift := 22; shift >= 0; shift -= 2 {
		switch payload >> shift & 3 {
		case 0:
			return n
		case 1:
			n += 4
		case 2:
			n += 8
		}
	}
	return n
}

// rootsSize returns the size of up to three roots: address, -1 for no more, kind, and the data of the kind. The description does not say
// whether an end mark follows the third root; the code expects none.
func rootsSize(data []byte) (int, bool) {
	const most = 3
	at := 0
	for range most {
		if len(data) < at+8 {
			return 0, false
		}
		if le.Uint64(data[at:]) == ^uint64(0) {
			return at + 8, true
		}
		if at += 12; len(data) < at {
			return 0, false
		}
		kind := le.Uint32(data[at-4:])
		if int64(kind) >= int64(len(rootParts)) {
			return 0, false
		}
		for _, p := range rootParts[kind] {
			n := 4
			switch p {
			case quad:
				n = 8
			case text:
				var ok bool
				if n, ok = textSize(data[at:]); !ok {
					return 0, false
				}
			}
			if at += n; at > len(data) {
				return 0, false
			}
		}
	}
	return at, true
}

// nameOf returns the text in words of four bytes each, highest byte first, up to the first zero byte.
func nameOf(words []byte) string {
	var b []byte
	for ; len(words) >= 4; words = words[4:] {
		w := le.Uint32(words)
		for shift := 24; shift >= 0; shift -= 8 {
			c := byte(w >> shift)
			if c == 0 {
				return string(b)
			}
			b = append(b, c)
		}
	}
	return string(b)
}
