package jsonlines

import (
	"bytes"
	"unicode/utf16"
	"unicode/utf8"
)

// maxDepth is the largest depth of nested values in a member that is skipped.
const maxDepth = 1000

// Scanner reads the JSON of one line. Once a method has found a fault, all methods return zero values.
type Scanner struct {
	b    []byte
	at   int
	bad  bool
	text []byte // memory for a text with escapes
}

// Start begins a line.
func (s *Scanner) Start(line []byte) { s.b, s.at, s.bad = line, 0, false }

// Fail marks the line as invalid.
func (s *Scanner) Fail() {
	s.bad = true
	s.at = len(s.b)
}

// Failed reports whether a fault was found.
func (s *Scanner) Failed() bool { return s.bad }

// AtEnd skips blanks and reports whether the line ends there and is valid.
func (s *Scanner) AtEnd() bool {
	s.Peek()
	return !s.bad && s.at >= len(s.b)
}

// Length returns the length of the line in bytes.
func (s *Scanner) Length() int { return len(s.b) }

// Position returns the offset of the next character in bytes.
func (s *Scanner) Position() int { return s.at }

// Seek continues at an offset from [Scanner.Position].
func (s *Scanner) Seek(at int) { s.at = at }

// Peek skips blanks and returns the next character; 0 at the end.
func (s *Scanner) Peek() byte {
	for s.at < len(s.b) {
		switch c := s.b[s.at]; c {
		case ' ', '\t', '\r', '\n':
			s.at++
		default:
			return c
		}
	}
	return 0
}

// Take skips blanks and the given character, and reports whether it was there.
func (s *Scanner) Take(c byte) bool {
	if s.Peek() != c || s.at >= len(s.b) {
		return false
	}
	s.at++
	return true
}

// Members reports whether another member of an object follows; first is true for the first one. It reads the key and the colon.
func (s *Scanner) Members(first bool) (key []byte, ok bool) {
	if s.Take('}') {
		return nil, false
	}
	if !first && !s.Take(',') || s.Peek() != '"' {
		s.Fail()
		return nil, false
	}
	if key = s.Text(); !s.Take(':') {
		s.Fail()
		return nil, false
	}
	return key, true
}

// Elements reports whether another element of a list follows; first is true for the first one.
func (s *Scanner) Elements(first bool) bool {
	if s.Take(']') {
		return false
	}
	if s.Peek() == 0 || !first && !s.Take(',') {
		s.Fail()
		return false
	}
	return true
}

// Text reads a text. The result is valid until the next call.
func (s *Scanner) Text() []byte {
	s.at++
	from := s.at
	for i := from; i < len(s.b); i++ {
		switch s.b[i] {
		case '"':
			s.at = i + 1
			return s.b[from:i]
		case '\\':
			return s.escaped(from, i)
		}
	}
	s.Fail()
	return nil
}

// escaped reads a text that starts at from and has its first escape at i.
func (s *Scanner) escaped(from, i int) []byte {
	s.text = append(s.text[:0], s.b[from:i]...)
	for i < len(s.b) {
		switch c := s.b[i]; c {
		case '"':
			s.at = i + 1
			return s.text
		case '\\':
			i++
			if i = s.escape(i); i < 0 {
				s.Fail()
				return nil
			}
		default:
			s.text = append(s.text, c)
			i++
		}
	}
	s.Fail()
	return nil
}

// escape appends the character whose escape continues at i. It returns the end of the escape; -1 if the escape is invalid.
func (s *Scanner) escape(i int) int {
	if i >= len(s.b) {
		return -1
	}
	switch c := s.b[i]; c {
	case '"', '\\', '/':
		s.text = append(s.text, c)
	case 'b':
		s.text = append(s.text, '\b')
	case 'f':
		s.text = append(s.text, '\f')
	case 'n':
		s.text = append(s.text, '\n')
	case 'r':
		s.text = append(s.text, '\r')
	case 't':
		s.text = append(s.text, '\t')
	case 'u':
		return s.unicode(i + 1)
	default:
		return -1
	}
	return i + 1
}

// unicode appends the character with hexadecimal digits at i, which may be a pair of surrogates with two escapes.
func (s *Scanner) unicode(i int) int {
	r, ok := s.hex(i)
	if !ok {
		return -1
	}
	i += 4
	if utf16.IsSurrogate(r) {
		second, ok := rune(0), false
		if i+1 < len(s.b) && s.b[i] == '\\' && s.b[i+1] == 'u' {
			second, ok = s.hex(i + 2)
		}
		if r = utf16.DecodeRune(r, second); ok && r != utf8.RuneError {
			i += 6
		} else {
			r = utf8.RuneError
		}
	}
	s.text = utf8.AppendRune(s.text, r)
	return i
}

func (s *Scanner) hex(i int) (r rune, ok bool) {
	if i+4 > len(s.b) {
		return 0, false
	}
	for _, c := range s.b[i : i+4] {
		switch {
		case c >= '0' && c <= '9':
			c -= '0'
		case c >= 'a' && c <= 'f':
			c -= 'a' - 10
		case c >= 'A' && c <= 'F':
			c -= 'A' - 10
		default:
			return 0, false
		}
		r = r<<4 | rune(c)
	}
	return r, true
}

// Word reads a number, true, false or null.
func (s *Scanner) Word() []byte {
	s.Peek()
	from := s.at
	for s.at < len(s.b) {
		c := s.b[s.at]
		if (c < '0' || c > '9') && (c < 'a' || c > 'z') && c != '-' && c != '+' && c != '.' && c != 'E' {
			break
		}
		s.at++
	}
	word := s.b[from:s.at]
	if !isWord(word) {
		s.Fail()
		return nil
	}
	return word
}

// isWord reports whether a word is a number, true, false or null.
func isWord(word []byte) bool {
	switch string(word) {
	case "null", "true", "false":
		return true
	}
	digits := 0
	for i, c := range word {
		switch {
		case c >= '0' && c <= '9':
			digits++
		case c == '-' && (i == 0 || word[i-1]|0x20 == 'e'), c == '+' && i > 0 && word[i-1]|0x20 == 'e', c == '.' && digits > 0,
			c|0x20 == 'e' && digits > 0:
		default:
			return false
		}
	}
	return digits > 0
}

// SkipLast skips the value of the last member of the line. It does not check an object without braces in it, which is much faster.
func (s *Scanner) SkipLast() {
	if s.Peek() == '{' {
		if end := bytes.IndexByte(s.b[s.at:], '}'); end >= 0 && s.at+end == len(s.b)-2 && bytes.IndexByte(s.b[s.at+1:], '{') < 0 {
			s.at += end + 1
			return
		}
	}
	s.Skip()
}

// Skip skips a value.
func (s *Scanner) Skip() {
	var open []byte
	for {
		switch c := s.Peek(); c {
		case '"':
			s.Text()
		case '{', '[':
			s.at++
			open = append(open, c+2) // the bracket that closes it
			if len(open) > maxDepth {
				s.Fail()
				return
			}
			if s.Peek() != c+2 {
				s.key(c)
				continue
			}
		default:
			s.Word()
		}
		for len(open) > 0 && s.Take(open[len(open)-1]) {
			open = open[:len(open)-1]
		}
		if len(open) == 0 || s.bad {
			return
		}
		if !s.Take(',') {
			s.Fail()
			return
		}
		s.key(open[len(open)-1] - 2)
	}
}

// key skips a key and its colon in a value that begins with the given bracket, if that is an object.
func (s *Scanner) key(bracket byte) {
	if bracket != '{' || s.bad {
		return
	}
	if s.Peek() != '"' {
		s.Fail()
		return
	}
	if s.Text(); !s.Take(':') {
		s.Fail()
	}
}
