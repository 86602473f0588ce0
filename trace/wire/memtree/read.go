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
type Reader struct {
	dec     *jsontext.Decoder
	base    int64 // bytes before the decoder's first one
	inArray bool
	err     error

	keys  []byte // keys of the open nodes, outermost first
	plain []byte // the text read last, if it had to be decoded
	texts map[string]uint32
	tree  *Tree
	class []int64 // per node: classifier id, -1 for none
}

// NewReader returns a Reader of the file in r.
func NewReader(r io.Reader) *Reader {
	head := make([]byte, 3)
	n, err := io.ReadFull(r, head)
	head = head[:n]
	d := &Reader{}
	switch {
	case err != nil && err != io.EOF && err != io.ErrUnexpectedEOF:
		d.err = err
	case bytes.HasPrefix(head, []byte("\xfe\xff")), bytes.HasPrefix(head, []byte("\xff\xfe")):
		d.err = &Error{Text: "text is UTF-16; expected UTF-8"}
	case string(head) == "\xef\xbb\xbf":
		d.base = int64(n)
		head = nil
	}
	d.dec = bounded.NewDecoder(io.MultiReader(bytes.NewReader(head), r),
		jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
	return d
}

// Next returns the next document, io.EOF after the last one, an *[Error] where the file is not as the format wants it,
// or an error of the underlying reader. After an error there is nothing more to read.
func (d *Reader) Next() (*Document, error) {
	if d.err != nil {
		return nil, d.err
	}
	doc, err := d.next()
	if err != nil {
		d.err = d.explain(err)
		return nil, d.err
	}
	return doc, nil
}

func (d *Reader) next() (*Document, error) {
	for {
		switch kind := d.dec.PeekKind(); {
		case kind == '[' && !d.inArray:
			d.inArray = true
		case kind == ']' && d.inArray && d.dec.StackDepth() == 1:
			d.inArray = false
		default:
			return d.document()
		}
		if _, err := d.dec.ReadToken(); err != nil {
			return nil, err
		}
	}
}

// explain turns an error of the decoder into one with an offset in the file.
func (d *Reader) explain(err error) error {
	var own *Error
	var syntax *jsontext.SyntacticError
	var long *bounded.TokenError
	switch {
	case errors.As(err, &long):
		return &Error{Offset: d.base + long.Offset, Text: long.Error()}
	case err == io.EOF && d.dec.StackDepth() == 0, errors.As(err, &own):
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

// offset returns where the last token that was read ends.
func (d *Reader) offset() int64 { return d.base + d.dec.InputOffset() }

func (d *Reader) fault(format string, args ...any) error {
	return &Error{Offset: d.offset(), Text: fmt.Sprintf(format, args...)}
}

// open reads the token that begins an object or array.
func (d *Reader) open(delimiter jsontext.Kind, what string) error {
	if kind := d.dec.PeekKind(); kind != delimiter && kindName(kind) != "" {
		return d.fault("%s is %s; expected %s", what, kindName(kind), kindName(delimiter))
	}
	_, err := d.dec.ReadToken()
	return err
}

// members calls read for every member of the object whose opening brace was read last. The name is valid until the
// decoder is used again; read must consume the value.
func (d *Reader) members(read func(name []byte) error) error {
	for d.dec.PeekKind() != '}' {
		name, err := d.text("name of a member")
		if err != nil {
			return err
		}
		if err := read(name); err != nil {
			return err
		}
	}
	_, err := d.dec.ReadToken()
	return err
}

// elements calls read for every element of the array whose opening bracket was read last.
func (d *Reader) elements(read func() error) error {
	for d.dec.PeekKind() != ']' {
		if err := read(); err != nil {
			return err
		}
	}
	_, err := d.dec.ReadToken()
	return err
}

// text reads a string, or null as an empty one. The result is valid until the next one is read.
func (d *Reader) text(what string) ([]byte, error) {
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
