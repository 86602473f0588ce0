package usage

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"strings"
)

// A Kind is the kind of a record.
type Kind uint8

// Kinds of records, with the fields of [Event] that they use.
const (
	Hello      Kind = iota // Version, Start, Log
	String                 // Number, Text
	Alloc                  // Coll, Size, Site, Type, Time
	Add                    // Coll, Elem, Size, Site, Type, Time
	Get                    // Coll, Elem, Size, Site, Time, Count
	Remove                 // Coll, Elem, Size, Site, Time
	Dealloc                // Coll, Time
	GetAll                 // Coll, Size, Site, Time, Count
	Clear                  // Coll, Site, Time
	Interval               // Time
	Operations             // Coll, Site, Operation, Count
	Scale                  // OneIn, Followed, Known, Time
	Trouble                // Text, Time
	End                    // Time
	Number                 // Coll, Object
	Unfollowed             // Coll, Time
)

// Version is the version of the stream.
const Version = 1

// maxText is the longest text in a stream, in bytes.
const maxText = 4096

// An Event is a record of the stream. Site, Type and Number are numbers of texts; 0 if unknown.
type Event struct {
	Kind Kind
	// Coll is the number of a collection and Elem the number of an element in it. Elem is 0 in a Get of an unknown element.
	Coll, Elem uint64
	// Size is the number of elements after the event.
	Size       uint64
	Site, Type uint32
	// Time is in ms since the start of the agent. Start is the start of the agent in ms since 1970.
	Time  uint64
	Start uint64
	// Log means that every GET is written, instead of counts per interval.
	Log bool
	// Count is the number of occurrences. The last one was at Time.
	Count     uint64
	Operation Operation
	Version   uint64
	Number    uint32
	Text      string
	// OneIn is the scale: one in OneIn collections is followed. So far, Followed of Known collections were.
	OneIn, Followed, Known uint64
	// Object is the number that a recorder gave the collection.
	Object uint64
}

// An Operation is the kind of operation that an Operations record counts.
type Operation uint8

// Kinds of operations.
const (
	Adds Operation = iota
	Gets
	Removes
)

// errShort reports that the stream ends within a record.
var errShort = errors.New("ends in the middle of a record")

// A Decoder decodes a stream that arrives in parts.
type Decoder struct {
	in     *bufio.Reader
	offset int64
	texts  map[uint32]bool
	begun  bool
}

// NewDecoder returns a decoder at the start of a stream.
func NewDecoder() *Decoder { return &Decoder{texts: map[uint32]bool{}} }

// Take decodes the next part, which must consist of complete records.
func (d *Decoder) Take(part []byte, each func(Event) error) error {
	d.in = bufio.NewReader(bytes.NewReader(part))
	return d.rest(each)
}

// rest decodes records up to the end of the input or the End record.
func (d *Decoder) rest(each func(Event) error) error {
	for ; ; d.begun = true {
		first := !d.begun
		start := d.offset
		kind, err := d.in.ReadByte()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return fmt.Errorf("collections stream: at byte %d: %w", start, short(err))
		}
		d.offset++
		e := Event{Kind: Kind(kind)}
		if first != (e.Kind == Hello) {
			return fmt.Errorf("collections stream: at byte %d: record of kind %d, and a stream has one of kind 0 at its beginning", start, kind)
		}
		if err := d.fields(&e); err != nil {
			return fmt.Errorf("collections stream: at byte %d: record of kind %d: %w", start, kind, short(err))
		}
		if err := each(e); err != nil {
			return err
		}
		if e.Kind == End {
			return d.atEnd()
		}
	}
}

func short(err error) error {
	if err == io.EOF || err == io.ErrUnexpectedEOF {
		return errShort
	}
	return err
}

func (d *Decoder) atEnd() error {
	if _, err := d.in.ReadByte(); err != io.EOF {
		if err == nil {
			err = errors.New("expected no record after the last one")
		}
		return fmt.Errorf("collections stream: at byte %d: %w", d.offset, err)
	}
	return nil
}

// fields lists the fields of each kind: c collection, e element, s size, p site, y type, t time, n count. The other letters are in
// [Decoder.field] and [Decoder.rare].
var fields = [...]string{Hello: "vbl", String: "#x", Alloc: "cspyt", Add: "cEspyt", Get: "cesptn", Remove: "cEspt", Dealloc: "ct",
	GetAll: "csptn", Clear: "cpt", Interval: "t", Operations: "cpon", Scale: "1fkt", Trouble: "xt", End: "t", Number: "cj", Unfollowed: "ct"}

func (d *Decoder) fields(e *Event) error {
	if int(e.Kind) >= len(fields) {
		return errors.New("unknown kind")
	}
	for _, code := range fields[e.Kind] {
		if code == 'x' {
			if err := d.text(e); err != nil {
				return err
			}
			continue
		}
		n, err := d.number()
		if err != nil {
			return err
		}
		if err := d.field(e, code, n); err != nil {
			return err
		}
	}
	if e.Kind == String {
		d.texts[e.Number] = true
	}
	return nil
}

// field sets a field of an event.
func (d *Decoder) field(e *Event, code rune, n uint64) error {
	switch code {
	case 'c':
		e.Coll = n
		return positive(n, "collection")
	case 'E':
		e.Elem = n
		return positive(n, "element")
	case 'e':
		e.Elem = n
	case 's':
		e.Size = n
	case 'p':
		return d.name(&e.Site, n)
	case 'y':
		return d.name(&e.Type, n)
	case 't':
		e.Time = n
	case 'n':
		e.Count = n
		return positive(n, "count")
	case 'j':
		e.Object = n
	default:
		return d.rare(e, code, n)
	}
	return nil
}

// rare sets a field that only one kind of record has.
func (d *Decoder) rare(e *Event, code rune, n uint64) error {
	switch code {
	case 'v':
		e.Version = n
		if n != Version {
			return fmt.Errorf("unknown version %d; expected %d", n, Version)
		}
	case 'b':
		e.Start = n
	case 'l':
		e.Log = n != 0
	case 'o':
		if n > uint64(Removes) {
			return fmt.Errorf("unknown operation %d; the last is %d", n, Removes)
		}
		e.Operation = Operation(n)
	case '1':
		e.OneIn = n
		return positive(n, "scale")
	case 'f':
		e.Followed = n
	case 'k':
		e.Known = n
	case '#':
		if n == 0 || n > math.MaxInt32 || d.texts[uint32(n)] {
			return fmt.Errorf("text number %d is 0, too large or already used", n)
		}
		e.Number = uint32(n)
	}
	return nil
}

// name sets a field to the number of a text, which must have been defined before.
func (d *Decoder) name(field *uint32, n uint64) error {
	if n != 0 && (n > math.MaxInt32 || !d.texts[uint32(n)]) {
		return fmt.Errorf("unknown text number %d", n)
	}
	*field = uint32(n)
	return nil
}

func positive(n uint64, what string) error {
	if n == 0 {
		return fmt.Errorf("%s 0", what)
	}
	return nil
}

// number reads an unsigned LEB128 number of at most 63 bits.
func (d *Decoder) number() (uint64, error) {
	var n uint64
	for shift := 0; ; shift += 7 {
		b, err := d.in.ReadByte()
		if err != nil {
			return 0, err
		}
		d.offset++
		if shift > 56 {
			return 0, errors.New("a number of more than 63 bits")
		}
		n |= uint64(b&0x7f) << shift
		if b < 0x80 {
			return n, nil
		}
	}
}

func (d *Decoder) text(e *Event) error {
	n, err := d.number()
	if err != nil {
		return err
	}
	if n > maxText {
		return fmt.Errorf("a text of %d bytes; expected at most %d", n, maxText)
	}
	text := make([]byte, n)
	if _, err := io.ReadFull(d.in, text); err != nil {
		return err
	}
	d.offset += int64(n)
	e.Text = strings.ToValidUTF8(string(text), "\uFFFD")
	return nil
}
