package memtree

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"memcity/trace/wire/bounded"
)

// Reader reads the documents of a file as a stream. It holds one document and a part of the file at a time.
//
// If the file can be reread from its beginning, a [scanner] reads it. At the first deviation the scanner fails, and a slower decoder takes
// over, which accepts all valid input and describes faults. The decoder starts from the beginning and skips the documents already returned.
type Reader struct {
	r       io.Reader
	start   int64    // start of the file in r, if r can seek
	quick   *scanner // nil once the scanner has failed
	given   int      // number of documents returned
	dec     *jsontext.Decoder
	base    int64 // number of bytes before the decoder's input
	inArray bool
	err     error

	keys   []byte // of the open nodes, outermost first
	plain  []byte // last text read, if it had to be decoded
	shared *Texts // dictionary of all documents; nil if each has its own
	texts  *Texts
	tree   *Tree
	class  []int64 // classifier ID per node; -1 for none

	lastRole uint32 // in texts
	nodes    int    // number of nodes in the previous tree, which is often the same
}

// errOdd reports input that the scanner cannot read. The Reader then uses the decoder, so the error never leaves this package.
var errOdd = errors.New("odd")

// NewReader returns a Reader for the file in r. Reading is faster if r is an [io.Seeker].
func NewReader(r io.Reader) *Reader {
	d := &Reader{r: r}
	if seeker, ok := r.(io.Seeker); ok {
		if start, err := seeker.Seek(0, io.SeekCurrent); err == nil {
			d.start = start
			d.quick = newScanner(nil)
		}
	}
	d.begin()
	return d
}

// Share makes all trees read after the call share a dictionary. No other goroutine may use texts while they are read. [Tree.Texts] then
// contains all texts read so far.
func (d *Reader) Share(texts *Texts) { d.shared = texts }

// begin skips a byte order mark and starts reading.
func (d *Reader) begin() {
	head := make([]byte, 3)
	n, err := io.ReadFull(d.r, head)
	head = head[:n]
	switch {
	case err != nil && err != io.EOF && err != io.ErrUnexpectedEOF:
		d.err = err
	case bytes.HasPrefix(head, []byte("\xfe\xff")), bytes.HasPrefix(head, []byte("\xff\xfe")):
		d.err = &Error{Text: "text is UTF-16; expected UTF-8"}
	case string(head) == "\xef\xbb\xbf":
		d.base = int64(n)
		head = nil
	}
	whole := io.MultiReader(bytes.NewReader(head), d.r)
	if d.quick != nil {
		d.quick.r = whole
		return
	}
	d.dec = bounded.NewDecoder(whole, jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
}

// Next returns the next document. The error is io.EOF after the last document, an *[Error] for a fault in the file, or an error of the
// underlying reader. After an error, nothing more can be read.
func (d *Reader) Next() (*Document, error) {
	if d.err != nil {
		return nil, d.err
	}
	doc, err := d.next(d.document)
	if err != nil && d.quick != nil && err != io.EOF {
		if err = d.startOver(); err == nil {
			doc, err = d.next(d.document)
		}
	}
	if err != nil {
		d.err = d.explain(err)
		return nil, d.err
	}
	d.given++
	return doc, nil
}

// startOver switches to the decoder and skips the documents already returned.
func (d *Reader) startOver() error {
	if _, err := d.r.(io.Seeker).Seek(d.start, io.SeekStart); err != nil {
		return err
	}
	d.quick, d.inArray = nil, false
	if d.begin(); d.err != nil {
		return d.err
	}
	for range d.given {
		if _, err := d.next(func() (*Document, error) { return nil, d.skip() }); err != nil {
			return err
		}
	}
	return nil
}

// next calls read at the start of the next document.
func (d *Reader) next(read func() (*Document, error)) (*Document, error) {
	if d.quick != nil && d.quick.atEnd() {
		return nil, io.EOF
	}
	for {
		kind := d.peek()
		switch {
		case kind == '[' && !d.inArray:
			d.inArray = true
			if err := d.open('[', "file"); err != nil {
				return nil, err
			}
		case kind == ']' && d.inArray && d.depth() == 1:
			d.inArray = false
			if err := d.end(); err != nil {
				return nil, err
			}
			if d.quick != nil && d.quick.atEnd() {
				return nil, io.EOF
			}
		default:
			return read()
		}
	}
}

// peek returns the kind of the next token; 0 if there is none.
func (d *Reader) peek() jsontext.Kind {
	if d.quick != nil {
		return d.quick.peek()
	}
	return d.dec.PeekKind()
}

// depth returns the number of open objects and arrays.
func (d *Reader) depth() int {
	if d.quick != nil {
		return d.quick.depth
	}
	return d.dec.StackDepth()
}

// end reads the end of an object or array.
func (d *Reader) end() error {
	if d.quick != nil {
		d.quick.end()
		return nil
	}
	_, err := d.dec.ReadToken()
	return err
}

// skip skips a value.
func (d *Reader) skip() error {
	if d.quick != nil {
		return oddUnless(d.quick.skip(0))
	}
	return d.dec.SkipValue()
}

func oddUnless(ok bool) error {
	if ok {
		return nil
	}
	return errOdd
}

// explain converts an error of the decoder to an [Error] with a file offset.
func (d *Reader) explain(err error) error {
	var own *Error
	var syntax *jsontext.SyntacticError
	var long *bounded.TokenError
	switch {
	case errors.As(err, &long):
		return &Error{Offset: d.base + long.Offset, Text: long.Error()}
	case err == io.EOF && d.depth() == 0, errors.As(err, &own):
		return err
	case errors.As(err, &syntax):
		e := &Error{Offset: d.base + syntax.ByteOffset}
		if e.Cut = errors.Is(err, io.ErrUnexpectedEOF); e.Cut {
			e.Text = "the file ends in the middle of a document"
		} else {
			e.Text = "not valid JSON: " + strings.TrimPrefix(syntax.Err.Error(), "jsontext: ")
		}
		return e
	case err == io.EOF || errors.Is(err, io.ErrUnexpectedEOF):
		return &Error{Offset: d.offset(), Text: "the file ends in the middle of a document", Cut: true}
	}
	return err
}

// offset returns the end of the last token read, for errors. It is 0 for the scanner, which has no error positions.
func (d *Reader) offset() int64 {
	if d.quick != nil {
		return 0
	}
	return d.base + d.dec.InputOffset()
}

func (d *Reader) fault(format string, args ...any) error {
	return &Error{Offset: d.offset(), Text: fmt.Sprintf(format, args...)}
}

// open reads the start of an object or array.
func (d *Reader) open(delimiter jsontext.Kind, what string) error {
	kind := d.peek()
	if d.quick != nil {
		if kind != delimiter {
			return errOdd
		}
		d.quick.open()
		return nil
	}
	if kind != delimiter && kindName(kind) != "" {
		return d.fault("%s is %s; expected %s", what, kindName(kind), kindName(delimiter))
	}
	_, err := d.dec.ReadToken()
	return err
}

// members calls read for each member of the object that was just opened. name is valid until the next read. read must consume the value.
func (d *Reader) members(read func(name []byte) error) error {
	for d.peek() != '}' {
		name, err := d.name()
		if err != nil {
			return err
		}
		if err := read(name); err != nil {
			return err
		}
	}
	return d.end()
}

// elements calls read for each element of the array that was just opened.
func (d *Reader) elements(read func() error) error {
	for d.peek() != ']' {
		if err := read(); err != nil {
			return err
		}
	}
	return d.end()
}

// name reads the name of a member.
func (d *Reader) name() ([]byte, error) {
	if d.quick != nil {
		name, ok := d.quick.name()
		return name, oddUnless(ok)
	}
	return d.text("name of a member")
}

// text reads a string; null counts as an empty string. The result is valid until the next text is read.
func (d *Reader) text(what string) ([]byte, error) {
	if d.quick != nil {
		if d.quick.peek() == 'n' {
			return nil, oddUnless(d.quick.word())
		}
		text, ok := d.quick.text()
		return text, oddUnless(ok)
	}
	value, err := d.dec.ReadValue()
	if err != nil {
		return nil, err
	}
	switch kind := value.Kind(); {
	case kind == 'n':
		return nil, nil
	case kind != '"':
		return nil, d.fault("%s is %s; expected a string", what, kindName(kind))
	case len(value) > MaxText:
		return nil, d.fault("%s has %d bytes; at most %d are read", what, len(value), MaxText)
	}
	return d.unquote(value), nil
}

// count reads a number that is not negative; null counts as 0.
func (d *Reader) count(what string) (int64, error) {
	n, err := d.number(what)
	if err == nil && n < 0 {
		err = d.fault("%s is %d; expected a number from 0", what, n)
	}
	return n, err
}

// number reads a whole number; null counts as 0.
func (d *Reader) number(what string) (int64, error) {
	if d.quick != nil {
		if d.quick.peek() == 'n' {
			return 0, oddUnless(d.quick.word())
		}
		n, ok := d.quick.number()
		return n, oddUnless(ok)
	}
	value, err := d.dec.ReadValue()
	if err != nil {
		return 0, err
	}
	switch value.Kind() {
	case 'n':
		return 0, nil
	case '0':
		n, why := parseWhole(value)
		if why != "" {
			return 0, d.fault("%s is %s, %s", what, shorten(value), why)
		}
		return n, nil
	}
	return 0, d.fault("%s is %s; expected a number", what, kindName(value.Kind()))
}

func kindName(kind jsontext.Kind) string {
	switch kind {
	case 'n':
		return "null"
	case 't', 'f':
		return "true or false"
	case '"':
		return "a string"
	case '0':
		return "a number"
	case '{':
		return "an object"
	case '[':
		return "an array"
	}
	return "" // an error, or the end of the enclosing value
}
