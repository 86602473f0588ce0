package v8

import (
	"bytes"
	"unicode/utf16"
	"unicode/utf8"
)

// batchRows is the number of rows per call of the function given to [Reader.Rows].
const batchRows = 512

// Rows reads a table of rows of width numbers. It calls visit with whole rows, one after the other, which are valid during the call.
// offset is the offset of the first row. An error is that of visit, a [*Fault] or an error of the file; rows before it were visited.
func (r *Reader) Rows(width int, visit func(rows []uint64, offset int64) error) error {
	if err := r.expect('['); err != nil {
		return err
	}
	if r.batch == nil {
		r.batch = make([]uint64, 0, 16*batchRows)
	}
	size := max(1, min(cap(r.batch)/width, batchRows)) * width
	if cap(r.batch) < size {
		r.batch = make([]uint64, 0, size)
	}
	for more := true; more; {
		offset := r.Offset()
		batch, again, fault := r.numbers(r.batch[:0], size)
		if whole := len(batch) / width * width; whole > 0 {
			if err := visit(batch[:whole], offset); err != nil {
				return err
			}
			batch = batch[whole:]
		}
		switch more = again; {
		case fault != nil:
			return fault
		case len(batch) > 0:
			return r.faultf("the last row has %d of %d columns", len(batch), width)
		}
	}
	return nil
}

// SignedRows is [Reader.Rows] for tables with negative numbers, which are in two's complement.
func (r *Reader) SignedRows(width int, visit func(rows []uint64, offset int64) error) error {
	r.signed = true
	defer func() { r.signed = false }()
	return r.Rows(width, visit)
}

// numbers appends up to size numbers of a list to batch. more is false at the end of the list, which it reads.
func (r *Reader) numbers(batch []uint64, size int) (_ []uint64, more bool, _ error) {
	if c, err := r.peek(); err != nil || c == ']' {
		r.at++
		return batch, false, err
	}
	for {
		batch = r.fast(batch, size)
		c, err := r.peek()
		if err != nil {
			return batch, false, err
		}
		v, err := r.number(c)
		if err != nil {
			return batch, false, err
		}
		batch = append(batch, v)
		if c, err = r.peek(); err != nil {
			return batch, false, err
		}
		switch {
		case c == ']':
			r.at++
			return batch, false, nil
		case c != ',':
			return batch, false, r.faultf("%q instead of a comma", c)
		}
		if r.at++; len(batch) == size {
			return batch, true, nil
		}
	}
}

// fast appends up to size-1 numbers to batch, as long as each is short, is followed by a comma and is not at the end of the buffer.
func (r *Reader) fast(batch []uint64, size int) []uint64 {
	data, i := r.data, r.at
	for len(batch) < size-1 && i+padding < len(data) {
		short := (*[padding]byte)(data[i:])
		at := 0
		for at < 4 && short[at] <= ' ' {
			at++
		}
		from, v := at, uint64(0)
		for d := short[at] - '0'; d <= 9 && at < padding-8; d = short[at] - '0' {
			v = v*10 + uint64(d)
			at++
		}
		digits := at - from
		if short[at] == '\n' { // V8 writes one after each row
			at++
		}
		if short[at] != ',' || digits == 0 || digits > 15 {
			break
		}
		batch = append(batch, v)
		i += at + 1
	}
	r.at = i
	return batch
}

// number reads a number that starts with c. A negative number, such as an unknown line, becomes 0 unless r is signed.
func (r *Reader) number(c byte) (uint64, error) {
	for len(r.data)-r.at < padding && r.fill() {
	}
	negative := c == '-'
	i := r.at
	if negative {
		i++
	}
	data, v, from := r.data[:len(r.data)+1], uint64(0), i
	for d := data[i] - '0'; d <= 9; d = data[i] - '0' {
		v = v*10 + uint64(d)
		i++
	}
	switch {
	case i == len(r.data):
		return 0, r.ends()
	case i == from:
		return 0, r.faultf("%q instead of a number", c)
	case i-from > 16 || v > MaxNumber:
		return 0, r.faultf("a number is larger than 2^53")
	case data[i] == '.' || data[i] == 'e' || data[i] == 'E':
		return 0, r.faultf("a number is not an integer")
	}
	r.at = i
	switch {
	case negative && r.signed:
		v = -v
	case negative:
		v = 0
	}
	return v, nil
}

// Strings reads a list of texts. It calls visit with each as it is in the file, without quotes; see [Unquote]. The text is valid during
// the call.
func (r *Reader) Strings(visit func(raw []byte) error) error {
	if err := r.expect('['); err != nil {
		return err
	}
	c, err := r.peek()
	if err == nil && c == ']' {
		r.at++
		return nil
	}
	for err == nil {
		var raw []byte
		if raw, err = r.text(); err != nil {
			return err
		}
		if err := visit(raw); err != nil {
			return err
		}
		if c, err = r.peek(); err != nil {
			return err
		}
		r.at++
		switch c {
		case ',':
		case ']':
			return nil
		default:
			r.at--
			return r.faultf("%q instead of a comma", c)
		}
	}
	return err
}

// maxText is the largest number of bytes of a text that is kept; the rest is skipped.
const maxText = 1 << 22

// text reads a text and returns it without quotes. It is valid until the next read.
func (r *Reader) text() ([]byte, error) {
	if err := r.expect('"'); err != nil {
		return nil, err
	}
	var long []byte // start of a text longer than maxText
	for i := r.at; ; {
		n := bytes.IndexByte(r.data[i:], '"')
		if n >= 0 && backslashes(r.data[r.at:i+n])%2 == 1 {
			i += n + 1
			continue
		}
		if n >= 0 {
			raw := r.data[r.at : i+n]
			r.at = i + n + 1
			if long != nil {
				raw = long
			}
			return raw, nil
		}
		i = len(r.data)
		if i-r.at > maxText {
			if long == nil {
				long = bytes.Clone(r.data[r.at : r.at+maxText])
			}
			r.at = i - backslashes(r.data[r.at:i])%2
		}
		rest := i - r.at
		if !r.fill() {
			return nil, r.ends()
		}
		i = r.at + rest
	}
}

// backslashes returns the number of backslashes at the end of text.
func backslashes(text []byte) int {
	n := 0
	for n < len(text) && text[len(text)-1-n] == '\\' {
		n++
	}
	return n
}

// value reads a value of any type, of at most limit bytes, and returns it as it is in the file. It is valid until the next read.
func (r *Reader) value(limit int) ([]byte, error) {
	var raw []byte
	err := r.walk(func(part []byte) error {
		if len(raw)+len(part) > limit {
			return r.faultf("more than %d bytes", limit)
		}
		raw = append(raw, part...)
		return nil
	})
	return raw, err
}

// Skip reads a value of any type and ignores it.
func (r *Reader) Skip() error { return r.walk(func([]byte) error { return nil }) }

// walk reads a value of any type and calls part with its bytes, without white space between tokens.
func (r *Reader) walk(part func([]byte) error) error {
	depth := 0
	for {
		c, err := r.peek()
		if err != nil {
			return err
		}
		switch c {
		case '"':
			err = r.quoted(part)
		case '{', '[':
			depth++
			err = r.delimiter(part)
		case '}', ']':
			depth--
			err = r.delimiter(part)
		case ',', ':':
			err = r.delimiter(part)
		default:
			err = r.plain(part)
		}
		switch {
		case err != nil:
			return err
		case depth < 0:
			return r.faultf("%q without its beginning", c)
		case depth > maxDepth:
			return r.faultf("lists nest deeper than %d", maxDepth)
		case depth == 0:
			return nil
		}
	}
}

// delimiter reads one byte.
func (r *Reader) delimiter(part func([]byte) error) error {
	r.at++
	return part(r.data[r.at-1 : r.at])
}

// quote is the character around texts.
var quote = []byte{'"'}

// quoted reads a text.
func (r *Reader) quoted(part func([]byte) error) error {
	raw, err := r.text()
	if err != nil {
		return err
	}
	for _, b := range [...][]byte{quote, raw, quote} {
		if err := part(b); err != nil {
			return err
		}
	}
	return nil
}

// plain reads a number or a word, up to the next delimiter.
func (r *Reader) plain(part func([]byte) error) error {
	for {
		i := r.at
		for i < len(r.data) && r.data[i] > ' ' && bytes.IndexByte([]byte(`,:]}[{"`), r.data[i]) < 0 {
			i++
		}
		if err := part(r.data[r.at:i]); err != nil {
			return err
		}
		r.at = i
		if i < len(r.data) {
			return nil
		}
		if !r.fill() {
			return r.ends()
		}
	}
}

// Unquote appends a text to buf, with its escapes replaced. Halves of surrogate pairs and invalid escapes become U+FFFD.
func Unquote(buf, raw []byte) []byte {
	for {
		i := bytes.IndexByte(raw, '\\')
		if i < 0 {
			return append(buf, raw...)
		}
		buf = append(buf, raw[:i]...)
		var r rune
		r, raw = unescape(raw[i+1:])
		buf = utf8.AppendRune(buf, r)
	}
}

// unescape returns the character of the escape at the start of raw, after its backslash, and the rest.
func unescape(raw []byte) (rune, []byte) {
	if len(raw) == 0 {
		return utf8.RuneError, nil
	}
	if raw[0] != 'u' {
		if i := bytes.IndexByte([]byte("bfnrt"), raw[0]); i >= 0 {
			return rune("\b\f\n\r\t"[i]), raw[1:]
		}
		return rune(raw[0]), raw[1:]
	}
	high, rest := unit(raw)
	if utf16.IsSurrogate(high) && len(rest) > 1 && rest[0] == '\\' && rest[1] == 'u' {
		if low, after := unit(rest[1:]); utf16.DecodeRune(high, low) != utf8.RuneError {
			return utf16.DecodeRune(high, low), after
		}
	}
	return high, rest
}

// unit returns the number of the escape u1234 at the start of raw, and the rest.
func unit(raw []byte) (rune, []byte) {
	var v rune
	for i := 1; i < 5; i++ {
		if i >= len(raw) {
			return utf8.RuneError, nil
		}
		d := bytes.IndexByte([]byte("0123456789abcdef"), raw[i]|0x20)
		if d < 0 {
			return utf8.RuneError, raw[i:]
		}
		v = v<<4 | rune(d)
	}
	return v, raw[5:]
}

// Tree reads nested rows: lists of rows whose last column is the list of the rows below. It calls visit with the numbers of each row, and then
// with the rows below it. depth is 0 at the top.
func (r *Reader) Tree(fields []string, visit func(row []uint64, depth int) error) error {
	if err := r.expect('['); err != nil {
		return err
	}
	row := make([]uint64, 0, len(fields))
	for depth := 0; ; {
		c, err := r.peek()
		if err != nil {
			return err
		}
		switch {
		case c == ',':
			r.at++
		case c == ']':
			r.at++
			if row = row[:0]; depth == 0 {
				return nil
			}
			depth--
		case c == '[':
			if len(row) != len(fields)-1 || depth == maxDepth {
				return r.faultf("a row has %d of %d columns at depth %d", len(row), len(fields)-1, depth)
			}
			r.at++
			if err := visit(row, depth); err != nil {
				return err
			}
			row = row[:0]
			depth++
		default:
			v, err := r.number(c)
			if err != nil {
				return err
			}
			if len(row) == len(fields) {
				return r.faultf("a row has more than %d columns", len(fields))
			}
			row = append(row, v)
		}
	}
}
