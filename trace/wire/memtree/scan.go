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
	// scanWindow is the part of a file that a scanner holds. No token or run of blanks that it reads is longer.
	scanWindow = 64 << 10
	// maxSkip is how deep what a scanner skips may be nested.
	maxSkip = 100
	// maxDigits is the length of whole numbers that fit an int64 whatever their digits are.
	maxDigits = 18
)

// A scanner reads the tokens of well-formed JSON, several times faster than a decoder that can explain faults. It reads less: numbers
// are whole and plainly written, texts are valid UTF-8, and nothing is longer than its window. Whatever else stands there is odd:
// the methods return false then, and from then on. Each consumes one token, and a comma or colon next to it.
type scanner struct {
	r     io.Reader
	buf   []byte // of the file, cap scanWindow
	pos   int    // of the next byte in buf
	ended bool   // r has no more
	odd   bool

	depth int    // of open objects and arrays
	after bool   // a value of an open object or array has ended: a comma or the end of it follows
	plain []byte // the text read last, if it had to be decoded

	// Members come in the same order in most objects: the literals of their names with the colon, by first appearance, the one that is
	// expected now, and the one that was first in the object before.
	names        []string
	guess, first int
	opened       bool // no member of the object was read yet
}

// maxNames bounds the names that a scanner expects. The formats have 11.
const maxNames = 16

func newScanner(r io.Reader) *scanner { return &scanner{r: r, buf: make([]byte, 0, scanWindow)} }

func (s *scanner) fail() bool {
	s.odd = true
	return false
}

// more reads on. It moves what begins at pos to the front, and returns false where there is no more, or no room for it.
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

// blanks skips blanks and reports whether something follows.
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

// kinds are the kinds of tokens by their first byte. Those of ends differ from those of values.
var kinds = func() (k [256]jsontext.Kind) {
	for _, c := range "{}[]\"ntf" {
		k[c] = jsontext.Kind(c)
	}
	for _, c := range "-0123456789" {
		k[c] = '0'
	}
	return k
}()

// peek returns the kind of the next token, 0 for none that can be read.
func (s *scanner) peek() jsontext.Kind {
	if s.pos < len(s.buf) && !s.after {
		if k := kinds[s.buf[s.pos]]; k != 0 {
			return k
		}
	}
	return s.peekOn()
}

// peekOn is peek where blanks or a comma may come first.
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

// atEnd reports whether the file ends here, behind whole values.
func (s *scanner) atEnd() bool { return !s.odd && s.depth == 0 && !s.blanks() && s.ended && !s.odd }

// open consumes the beginning of an object or array, end its end, of which peek has returned the kind.
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

// name consumes the name of a member and the colon behind it.
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
	// Reading on moves the buffer.
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

// learn expects the members that followed a name before.
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

// literal consumes a string and returns it with its quotes, and whether all in between is as it stands there.
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
		case c == '\\': // what follows it ends no text
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

// skipPlain returns the index of the next byte from i on that is a quote, a backslash, a control character or none of ASCII; at
// least len(buf) if there is none.
func skipPlain(buf []byte, i int) int {
	const ones, high = 0x0101010101010101, 0x8080808080808080
	for ; i+8 <= len(buf); i += 8 {
		w := binary.LittleEndian.Uint64(buf[i:])
		quote, slash := w^ones*'"', w^ones*'\\'
		// The lowest bit that is set is that of the first such byte; higher ones may be those of others.
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
		zero = digits == 0 && c == 0 // which nothing may follow
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
		case next == kind+2: // the closing bracket is two behind the opening one
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
