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

// Reader reads the documents of one file as a stream. It holds one document and a piece of the file at a time.
//
// A file that can be read again from its beginning is read by a [scanner]. As soon as that meets something odd, a decoder takes over,
// which reads whatever there is and says what is wrong with it: it starts over, and skips the documents that were returned.
type Reader struct {
	r       io.Reader
	start   int64    // of the file in r, if it can seek
	quick   *scanner // nil once it has met something odd
	given   int      // documents that were returned
	dec     *jsontext.Decoder
	base    int64 // bytes before the decoder's first one
	inArray bool
	err     error

	keys   []byte // keys of the open nodes, outermost first
	plain  []byte // the text read last, if it had to be decoded
	shared *Texts // of all documents; nil if each has its own
	texts  *Texts
	tree   *Tree
	class  []int64 // per node: classifier id, -1 for none

	lastRole uint32 // in texts
	nodes    int    // of the tree before: there are often as many
}

// errOdd is what the scanner cannot read. It leaves this package as the decoder's result.
var errOdd = errors.New("odd")

// NewReader returns a Reader of the file in r. It is read faster if r is an [io.Seeker].
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

// Share makes the trees that are read from now on share a dictionary, which no other goroutine may use while they are read.
// [Tree.Texts] are then all texts so far.
func (d *Reader) Share(texts *Texts) { d.shared = texts }

// begin looks for a byte order mark and starts to read.
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

// Next returns the next document, io.EOF after the last one, an *[Error] where the file is not as the format wants it,
// or an error of the underlying reader. After an error there is nothing more to read.
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

// startOver leaves the file to the decoder, behind the documents that were returned.
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

// next calls read at the next document.
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

// peek returns the kind of the next token, 0 if there is none.
func (d *Reader) peek() jsontext.Kind {
	if d.quick != nil {
		return d.quick.peek()
	}
	return d.dec.PeekKind()
}

// depth returns how many objects and arrays are open.
func (d *Reader) depth() int {
	if d.quick != nil {
		return d.quick.depth
	}
	return d.dec.StackDepth()
}

// end reads the token that ends an object or array.
func (d *Reader) end() error {
	if d.quick != nil {
		d.quick.end()
		return nil
	}
	_, err := d.dec.ReadToken()
	return err
}

// skip reads over a value.
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

// explain turns an error of the decoder into one with an offset in the file.
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

// offset returns where the last token that was read ends. It is for errors, which the scanner has none of.
func (d *Reader) offset() int64 {
	if d.quick != nil {
		return 0
	}
	return d.base + d.dec.InputOffset()
}

func (d *Reader) fault(format string, args ...any) error {
	return &Error{Offset: d.offset(), Text: fmt.Sprintf(format, args...)}
}

// open reads the token that begins an object or array.
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

// members calls read for every member of the object whose opening brace was read last. The name is valid until
// anything is read; read must consume the value.
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

// elements calls read for every element of the array whose opening bracket was read last.
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

// text reads a string, or null as an empty one. The result is valid until the next one is read.
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

// count reads a number from 0, or null as 0.
func (d *Reader) count(what string) (int64, error) {
	n, err := d.number(what)
	if err == nil && n < 0 {
		err = d.fault("%s is %d; expected a number from 0", what, n)
	}
	return n, err
}

// number reads a whole number, or null as 0.
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
	return "" // an error, or the end of what is around
}
