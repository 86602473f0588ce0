package v8

import (
	"bytes"
	"io"

	"memcity/trace/wire/stored"
)

// TextReader reads the texts of a snapshot from the middle of the list strings.
type TextReader struct{ r *Reader }

// NewTextReader returns a reader of texts. section begins at the offset of the list, or after the closing quote of one of its texts.
func NewTextReader(section io.Reader) *TextReader {
	return &TextReader{&Reader{file: &stored.Reader{Reader: section}, table: "strings", data: make([]byte, padding, textBuffer+padding)[:0]}}
}

// textBuffer is the number of bytes that a TextReader reads at once.
const textBuffer = 1 << 15

// Next appends the next text, with its escapes replaced, to buf. It returns io.EOF at the end of the list. Other errors are a [*Fault] or an
// error of the section.
func (t *TextReader) Next(buf []byte) ([]byte, error) {
	c, err := t.r.peek()
	if err != nil {
		return buf, err
	}
	switch c {
	case ']':
		return buf, io.EOF
	case '[', ',':
		t.r.at++
	}
	raw, err := t.r.text()
	if err != nil {
		return buf, err
	}
	return bytes.ToValidUTF8(Unquote(buf, raw), []byte("\ufffd")), nil
}

// Inflate returns the part of a snapshot that is compressed with gzip from one offset of the uncompressed file to another. An error is a
// [*Fault] or an error of file.
func Inflate(file io.Reader, from, to int64) ([]byte, error) {
	r, err := stored.NewReader(file, bufferSize)
	if err != nil {
		return nil, (&Reader{}).fault(err)
	}
	if _, err = io.CopyN(io.Discard, r, from); err != nil {
		return nil, (&Reader{}).fault(err)
	}
	part := make([]byte, to-from)
	if _, err = io.ReadFull(r, part); err != nil {
		return nil, (&Reader{}).fault(err)
	}
	return part, nil
}
