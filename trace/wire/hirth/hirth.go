// Package hirth reads and writes the two files about collections defined by M. Hirth: Analyzing Collection Staleness and Collection
// Anti-Patterns that Lead to Memory Problems, Johannes Kepler University Linz, 2023, section 4.2. These are a trace file with events and a
// symbols file with their texts. The package does not interpret the records.
//
// All numbers are 32-bit big-endian, as written by Java's DataOutputStream.writeInt. There is no header.
//
//	trace    0 ALLOC    collection · size · site · type · time
//	         1 ADD      collection · element · size · site · type · time
//	         2 GET      collection · element · size · site · time
//	         3 REMOVE   collection · element · size · site · time
//	         4 DEALLOC  collection · time
//	symbols  id · length in bytes · text in UTF-16, big-endian, without a mark
//
// collection and element are identity hash codes. size is the number of elements after the event. site and type are 1-based ids of symbols.
// time is in milliseconds since the first event. A site is a file and a line, such as Main:5.
//
// Limits: sizes and times are not negative, a symbol has at most [MaxText] bytes, and a file at most [MaxSymbols] symbols. Records have no
// sync mark, so nothing can be read after a damaged one.
package hirth

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"unicode/utf16"
)

// Limits for reading.
const (
	MaxText    = 1 << 17 // bytes; longer than any class name
	MaxSymbols = 1 << 22
)

// Kind is the kind of an event.
type Kind uint32

// Kinds.
const (
	Alloc Kind = iota
	Add
	Get
	Remove
	Dealloc
)

// field is a number of a record.
type field uint8

const (
	collection field = iota
	element
	size
	site
	typ
	now
)

// spec lists the fields of each kind in order. Reader and writer share it.
var spec = [...][]field{
	Alloc:   {collection, size, site, typ, now},
	Add:     {collection, element, size, site, typ, now},
	Get:     {collection, element, size, site, now},
	Remove:  {collection, element, size, site, now},
	Dealloc: {collection, now},
}

// An Event is a record of the trace file. Fields that its kind lacks are 0.
type Event struct {
	Kind                Kind
	Collection, Element uint32
	Size                int32 // number of elements after the event, not negative
	Site, Type          uint32
	Time                int32 // ms since the first event, not negative
}

func (e *Event) get(f field) uint32 {
	return [...]uint32{e.Collection, e.Element, uint32(e.Size), e.Site, e.Type, uint32(e.Time)}[f]
}

// set sets a field. fault describes an invalid value; empty if it is valid.
func (e *Event) set(f field, v uint32) (fault string) {
	switch f {
	case collection:
		e.Collection = v
	case element:
		e.Element = v
	case size:
		if e.Size = int32(v); e.Size < 0 {
			return fmt.Sprintf("the size of a collection is %d", e.Size)
		}
	case site:
		e.Site = v
	case typ:
		e.Type = v
	case now:
		if e.Time = int32(v); e.Time < 0 {
			return fmt.Sprintf("the time of an event is %d ms", e.Time)
		}
	}
	return ""
}

// Append appends the record of an event. Its kind must be one of the constants.
func Append(b []byte, e Event) []byte {
	b = binary.BigEndian.AppendUint32(b, uint32(e.Kind))
	for _, f := range spec[e.Kind] {
		b = binary.BigEndian.AppendUint32(b, e.get(f))
	}
	return b
}

// A Fault is the place where a file becomes unreadable, with the reason.
type Fault struct {
	Offset int64 // offset of the record in bytes
	Text   string
	Cut    bool // the file ends in the middle of the record
}

func (f *Fault) Error() string { return fmt.Sprintf("offset %d: %s", f.Offset, f.Text) }

// records reads data of records.
type records struct {
	r      io.Reader
	offset int64 // of the next read
}

// read fills b. begin is the offset of the record; only there, the end of the file is [io.EOF].
func (n *records) read(b []byte, begin int64) error {
	got, err := io.ReadFull(n.r, b)
	start := n.offset
	n.offset += int64(got)
	switch {
	case err == nil:
		return nil
	case err == io.EOF && start == begin:
		return io.EOF
	case err == io.EOF || errors.Is(err, io.ErrUnexpectedEOF):
		return &Fault{begin, fmt.Sprintf("the file ends at byte %d, in the middle of a record", n.offset), true}
	}
	return err
}

// Reader reads a trace file.
type Reader struct {
	records records
	buffer  [4 * int(now+1)]byte
}

// NewReader returns a reader for a trace file. r should be buffered.
func NewReader(r io.Reader) *Reader { return &Reader{records: records{r: r}} }

// Offset returns the number of bytes read.
func (r *Reader) Offset() int64 { return r.records.offset }

// Next returns the next event. The error is io.EOF at the end, a *[Fault] if the file is damaged or truncated, or an error of the
// underlying reader. After an error, nothing more can be read.
func (r *Reader) Next() (Event, error) {
	begin := r.records.offset
	if err := r.records.read(r.buffer[:4], begin); err != nil {
		return Event{}, err
	}
	kind := binary.BigEndian.Uint32(r.buffer[:])
	if kind >= uint32(len(spec)) {
		return Event{}, &Fault{begin, fmt.Sprintf("expected a kind of event from 0 to %d, found %d", len(spec)-1, kind), false}
	}
	e := Event{Kind: Kind(kind)}
	fields := spec[kind]
	if err := r.records.read(r.buffer[:4*len(fields)], begin); err != nil {
		return Event{}, err
	}
	for i, f := range fields {
		if fault := e.set(f, binary.BigEndian.Uint32(r.buffer[4*i:])); fault != "" {
			return Event{}, &Fault{begin, fault, false}
		}
	}
	return e, nil
}

// A Symbol is a text that events refer to by ID.
type Symbol struct {
	ID   uint32
	Text string
}

// AppendSymbol appends the record of a symbol. Invalid UTF-8 in its text becomes U+FFFD. It returns an error if the text has more than
// [MaxText] bytes in UTF-16.
func AppendSymbol(b []byte, s Symbol) ([]byte, error) {
	units := utf16.Encode([]rune(s.Text))
	if 2*len(units) > MaxText {
		return b, fmt.Errorf("a text of %d bytes, which begins with %q, is too long", 2*len(units), s.Text[:20])
	}
	b = binary.BigEndian.AppendUint32(b, s.ID)
	b = binary.BigEndian.AppendUint32(b, uint32(2*len(units)))
	for _, u := range units {
		b = binary.BigEndian.AppendUint16(b, u)
	}
	return b, nil
}

// ReadSymbols reads a symbols file. r should be buffered. Errors are as for [Reader.Next], except that the error is nil at the end. It
// returns the symbols before an error. Unpaired surrogates become U+FFFD.
func ReadSymbols(r io.Reader) ([]Symbol, error) {
	n := records{r: r}
	var all []Symbol
	var head [8]byte
	for {
		begin := n.offset
		err := n.read(head[:], begin)
		if err == io.EOF {
			return all, nil
		}
		if err != nil {
			return all, err
		}
		id, length := binary.BigEndian.Uint32(head[:]), binary.BigEndian.Uint32(head[4:])
		switch {
		case length%2 != 0 || length > MaxText:
			return all, &Fault{begin, fmt.Sprintf("expected an even length of a text, up to %d bytes, found %d", MaxText, length), false}
		case len(all) == MaxSymbols:
			return all, &Fault{begin, fmt.Sprintf("there are more than %d symbols", MaxSymbols), false}
		}
		text := make([]byte, length)
		if err := n.read(text, begin); err != nil {
			return all, err
		}
		all = append(all, Symbol{id, decode(text)})
	}
}

func decode(text []byte) string {
	units := make([]uint16, len(text)/2)
	for i := range units {
		units[i] = binary.BigEndian.Uint16(text[2*i:])
	}
	return string(utf16.Decode(units))
}
