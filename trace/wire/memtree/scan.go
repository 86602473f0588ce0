package memtree

import (
	"encoding/binary"
	"io"
	"math"
	"math/bits"
	"slices"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
)

const (
	// scanWindow is the number of bytes of a file that a scanner holds. No token or run of blanks may be longer.
	scanWindow = 64 << 10
	// maxSkip is the deepest nesting in values that a scanner can skip.
	maxSkip = 100
	// maxDigits is the largest number of digits that always fit into an int64.
	maxDigits = 18
)

// A scanner reads the tokens of well-formed JSON, several times faster than a decoder that can explain faults. It supports only a subset:
// numbers must be plain integers, texts valid UTF-8, and no token longer than the window. Any other input is odd: the method then returns
// false, and so do all later calls. Each method consumes one token and an adjacent comma or colon.
type scanner struct {
	r     io.Reader
	buf   []byte // part of the file; capacity scanWindow
	pos   int    // of the next byte in buf
	ended bool   // r is exhausted
	odd   bool

	depth int    // number of open objects and arrays
	after bool   // whether a value in an open object or array has just ended, so that a comma or the end follows
	plain []byte // last text read, if it had to be decoded

	// Most objects have their members in the same order. names are the literals of member names with their colons, in order of first
	// appearance. guess is the next name expected, and first is the first name of the previous object.
	names        []string
	guess, first int
	opened       bool // no member of the object has been read yet
}

// maxNames is the largest number of names that a scanner expects. The formats have 11.
const maxNames = 16

func newScanner(r io.Reader) *scanner { return &scanner{r: r, buf: make([]byte, 0, scanWindow)} }

func (s *scanner) fail() bool {
	s.odd = true
	return false
}

// more reads more of the file. It moves the data from pos to the front of the buffer. It returns false at the end of the file or if the
// buffer is full.
func (s *scanner) more() bool {
	if s.ended || s.odd {
		return false
	}
	n := copy(s.buf[:cap(s.buf)], s.buf[s.pos:])
	s.buf, s.pos = s.buf[:n], 0
	if n == cap(s.buf) {
		return s.fail()
	}
	for range 100 {
		read, err := s.r.Read(s.buf[n:cap(s.buf)])
		s.buf = s.buf[:n+read]
		switch {
		case err == io.EOF:
			s.ended = true
		case err != nil:
			return s.fail()
		}
		if read > 0 || s.ended {
			return read > 0
		}
	}
	return s.fail()
}

// blanks skips blanks and reports whether more input follows.
func (s *scanner) blanks() bool {
	for seen := 0; seen < scanWindow; seen++ {
		if s.pos == len(s.buf) && !s.more() {
			return false
		}
		switch s.buf[s.pos] {
		case ' ', '\t', '\n', '\r':
			s.pos++
		default:
			return true
		}
	}
	return s.fail()
}

// kinds maps the first byte of a token to its kind. Ends have kinds different from values.
var kinds = func() (k [256]jsontext.Kind) {
	for _, c := range "{}[]\"ntf" {
		k[c] = jsontext.Kind(c)
	}
	for _, c := range "-0123456789" {
		k[c] = '0'
	}
	return k
}()

// peek returns the kind of the next token; 0 if no token can be read.
func (s *scanner) peek() jsontext.Kind {
	if s.pos < len(s.buf) && !s.after {
		if k := kinds[s.buf[s.pos]]; k != 0 {
			return k
		}
	}
	return s.peekOn()
}

// peekOn is peek for positions where blanks or a comma may come first.
func (s *scanner) peekOn() jsontext.Kind {
	if s.odd || !s.blanks() {
		return 0
	}
	k := kinds[s.buf[s.pos]]
	switch {
	case !s.after, k == '}', k == ']':
		return k
	case s.buf[s.pos] == ',':
		s.pos++
		s.after = false
		if !s.blanks() {
			return 0
		}
		if k = kinds[s.buf[s.pos]]; k != '}' && k != ']' {
			return k
		}
	}
	s.fail()
	return 0
}

// atEnd reports whether the file ends here, after complete values.
func (s *scanner) atEnd() bool { return !s.odd && s.depth == 0 && !s.blanks() && s.ended && !s.odd }

// open consumes the start of an object or array, after peek has returned its kind.
func (s *scanner) open() {
	s.pos++
	s.depth++
	s.after, s.opened, s.guess = false, true, s.first
}

func (s *scanner) end() {
	s.pos++
	s.depth--
	s.after = s.depth > 0
}

// name consumes a member name and the colon after it.
func (s *scanner) name() (name []byte, ok bool) {
	if s.peek() == '"' && s.guess < len(s.names) {
		if guess := s.names[s.guess]; len(s.buf)-s.pos >= len(guess) && string(s.buf[s.pos:s.pos+len(guess)]) == guess {
			name = s.buf[s.pos+1 : s.pos+len(guess)-2]
			s.pos += len(guess)
			s.expect(s.guess)
			return name, true
		}
	}
	literal, plain, ok := s.literal()
	if !ok {
		return nil, false
	}
	if s.pos < len(s.buf) && s.buf[s.pos] == ':' && plain {
		s.pos++
		s.learn(s.buf[s.pos-1-len(literal) : s.pos])
		return literal[1 : len(literal)-1], true
	}
	// Further reading moves the buffer.
	if plain {
		s.plain = append(s.plain[:0], literal[1:len(literal)-1]...)
	} else if !s.unquote(literal) {
		return nil, false
	}
	if !s.blanks() || s.buf[s.pos] != ':' {
		return nil, s.fail()
	}
	s.pos++
	return s.plain, true
}

// learn expects the member name that followed name before.
func (s *scanner) learn(name []byte) {
	i := slices.Index(s.names, string(name))
	if i < 0 {
		if len(s.names) == maxNames {
			return
		}
		i = len(s.names)
		s.names = append(s.names, string(name))
	}
	s.expect(i)
}

func (s *scanner) expect(found int) {
	if s.opened {
		s.first, s.opened = found, false
	}
	s.guess = found + 1
}

// text consumes a string. The result is valid until the next token is read.
func (s *scanner) text() (text []byte, ok bool) {
	literal, plain, ok := s.literal()
	if !ok {
		return nil, false
	}
	s.after = s.depth > 0
	if plain {
		return literal[1 : len(literal)-1], true
	}
	return s.plain, s.unquote(literal)
}

func (s *scanner) unquote(literal []byte) bool {
	var err error
	if s.plain, err = jsontext.AppendUnquote(s.plain[:0], literal); err != nil {
		return s.fail()
	}
	return true
}

// literal consumes a string and returns it with its quotes. plain means that it needs no decoding.
func (s *scanner) literal() (literal []byte, plain, ok bool) {
	if s.peek() != '"' {
		return nil, false, s.fail()
	}
	plain, ascii := true, true
	for i := s.pos + 1; ; {
		if i = skipPlain(s.buf, i); i >= len(s.buf) {
			length := i - s.pos
			if !s.more() {
				return nil, false, s.fail()
			}
			i = s.pos + length
			continue
		}
		switch c := s.buf[i]; {
		case c == '"':
			literal = s.buf[s.pos : i+1]
			s.pos = i + 1
			if !ascii && !utf8.Valid(literal) {
				return nil, false, s.fail()
			}
			return literal, plain, true
		case c == '\\': // an escaped quote does not end the text
			plain = false
			i += 2
		case c < ' ':
			return nil, false, s.fail()
		default:
			ascii = false
			i++
		}
	}
}

// skipPlain returns the index, at or after i, of the next quote, backslash, control character or non-ASCII byte; at least len(buf) if there
// is none.
func skipPlain(buf []byte, i int) int {
	const ones, high = 0x0101010101010101, 0x8080808080808080
	for ; i+8 <= len(buf); i += 8 {
		w := binary.LittleEndian.Uint64(buf[i:])
		quote, slash := w^ones*'"', w^ones*'\\'
		// The lowest bit set belongs to the first matching byte. Higher bits may be false positives.
		found := ((quote-ones)&^quote | (slash-ones)&^slash | (w-ones*' ')&^w | w) & high
		if found != 0 {
			return i + bits.TrailingZeros64(found)/8
		}
	}
	for ; i < len(buf); i++ {
		if c := buf[i]; c == '"' || c == '\\' || c < ' ' || c >= utf8.RuneSelf {
			break
		}
	}
	return i
}

// number consumes a whole number.
func (s *scanner) number() (n int64, ok bool) {
	if s.peek() != '0' {
		return 0, s.fail()
	}
	i, digits, zero := s.pos, 0, false
	negative := s.buf[i] == '-'
	if negative {
		i++
	}
	for {
		if i == len(s.buf) {
			length := i - s.pos
			if !s.more() {
				return 0, s.fail()
			}
			i = s.pos + length
		}
		c := s.buf[i] - '0'
		if c > 9 {
			break
		}
		if zero || digits >= maxDigits && n > (math.MaxInt64-int64(c))/10 {
			return 0, s.fail()
		}
		zero = digits == 0 && c == 0 // no digit may follow
		n = n*10 + int64(c)
		digits++
		i++
	}
	switch s.buf[i] {
	case ',', '}', ']', ' ', '\t', '\n', '\r':
	default:
		return 0, s.fail()
	}
	if digits == 0 {
		return 0, s.fail()
	}
	s.pos, s.after = i, s.depth > 0
	if negative {
		n = -n
	}
	return n, true
}

// word consumes null, true or false.
func (s *scanner) word() bool {
	want := map[jsontext.Kind]string{'n': "null", 't': "true", 'f': "false"}[s.peek()]
	for len(s.buf)-s.pos <= len(want) {
		if !s.more() {
			return s.fail()
		}
	}
	if want == "" || string(s.buf[s.pos:s.pos+len(want)]) != want {
		return s.fail()
	}
	s.pos += len(want)
	s.after = s.depth > 0
	return true
}

// skip consumes a value.
func (s *scanner) skip(depth int) bool {
	kind := s.peek()
	switch kind {
	case '"':
		_, ok := s.text()
		return ok
	case '0':
		_, ok := s.number()
		return ok
	case 'n', 't', 'f':
		return s.word()
	case '{', '[':
	default:
		return s.fail()
	}
	if depth == maxSkip {
		return s.fail()
	}
	s.open()
	for {
		switch next := s.peek(); {
		case next == kind+2: // in ASCII, the closing bracket is two after the opening one
			s.end()
			return true
		case next == 0 || next == '}' || next == ']':
			return s.fail()
		}
		if kind == '{' {
			if _, ok := s.name(); !ok {
				return false
			}
		}
		if !s.skip(depth + 1) {
			return false
		}
	}
}
