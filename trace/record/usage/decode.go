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

// A Kind says what a record is about.
type Kind uint8

// The kinds of records, with the fields of [Event] that they have.
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

// Version is that of the stream.
const Version = 1

// maxText is the longest text in a stream, in bytes.
const maxText = 4096

// An Event is a record of the stream. Site, Type and Number are numbers of texts; 0 is not known.
type Event struct {
	Kind Kind
	// Coll is the number of a collection, Elem that of an element in it; Elem 0 in a Get is not known.
	Coll, Elem uint64
	// Size is the number of elements after the event.
	Size       uint64
	Site, Type uint32
	// Time is in ms since the agent started, which Start has in ms since 1970.
	Time  uint64
	Start uint64
	// Log reports that each GET is written, and not how many there were in an interval.
	Log bool
	// Count is how often it happened, the last time at Time.
	Count     uint64
	Operation Operation
	Version   uint64
	Number    uint32
	Text      string
	// OneIn is the scale: one of so many collections is followed, Followed of the Known ones.
	OneIn, Followed, Known uint64
	// Object is the number that a recorder gave a collection.
	Object uint64
}

// An Operation is what an Operations record counts.
type Operation uint8

// The operations.
const (
	Adds Operation = iota
	Gets
	Removes
)

// errShort is the end of a stream in the middle of a record.
var errShort = errors.New("ends in the middle of a record")

// Decode calls a function with each record of a stream. A stream ends with an End record, or between two records if the program was
// killed. The error says where what is wrong begins.
func Decode(r io.Reader, each func(Event) error) error {
	d := NewDecoder()
	d.in = bufio.NewReader(r)
	if err := d.rest(each); err != nil {
		return err
	}
	if !d.begun {
		return fmt.Errorf("collections stream: at byte 0: %w", errShort)
	}
	return nil
}

// A Decoder decodes a stream that comes in parts.
type Decoder struct {
	in     *bufio.Reader
	offset int64
	texts  map[uint32]bool
	begun  bool
}

// NewDecoder returns a decoder at the beginning of a stream.
func NewDecoder() *Decoder { return &Decoder{texts: map[uint32]bool{}} }

// Take decodes the next part, which consists of whole records.
func (d *Decoder) Take(part []byte, each func(Event) error) error {
	d.in = bufio.NewReader(bytes.NewReader(part))
	return d.rest(each)
}

// rest decodes the records to the end of what there is, or to the End record.
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
			err = errors.New("a record after the last one")
		}
		return fmt.Errorf("collections stream: at byte %d: %w", d.offset, err)
	}
	return nil
}

// fields are those of each kind: c a collection, e an element, s a size, p a site, y a type, t a time, n a count, and the letters of
// [Decoder.field] for others.
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

// rare sets a field that one kind of record has.
func (d *Decoder) rare(e *Event, code rune, n uint64) error {
	switch code {
	case 'v':
		e.Version = n
		if n != Version {
			return fmt.Errorf("version %d, and only %d is known", n, Version)
		}
	case 'b':
		e.Start = n
	case 'l':
		e.Log = n != 0
	case 'o':
		if n > uint64(Removes) {
			return fmt.Errorf("operation %d, and the last is %d", n, Removes)
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
			return fmt.Errorf("text number %d, which is 0, too large or there already", n)
		}
		e.Number = uint32(n)
	}
	return nil
}

// name sets a field to the number of a text, which was given before.
func (d *Decoder) name(field *uint32, n uint64) error {
	if n != 0 && (n > math.MaxInt32 || !d.texts[uint32(n)]) {
		return fmt.Errorf("text number %d, which was not given before", n)
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
		return fmt.Errorf("a text of %d bytes, at most %d", n, maxText)
	}
	text := make([]byte, n)
	if _, err := io.ReadFull(d.in, text); err != nil {
		return err
	}
	d.offset += int64(n)
	e.Text = strings.ToValidUTF8(string(text), "\uFFFD")
	return nil
}
