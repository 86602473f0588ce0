package structure

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// token is a word or a sign of a file.
type token struct {
	text         string // empty at the end of the file
	line, column int
	word         bool   // a name or a part of one, perhaps with *
	fault        string // what is wrong with it; empty if nothing
}

// what names the token for a message.
func (t *token) what() string {
	if t.text == "" {
		return "the end of the file"
	}
	return quoted(t.text)
}

// quoted puts a text of a file into a message, cut if it is long.
func quoted(text string) string {
	if utf8.RuneCountInString(text) > maxQuoted {
		runes := []rune(text)
		text = string(runes[:maxQuoted]) + "…"
	}
	return "\"" + strings.ToValidUTF8(text, "�") + "\""
}

// maxQuoted is the most characters of a file that a message repeats in one go.
const maxQuoted = 60

// scanner parts a text into tokens.
type scanner struct {
	rest         string
	line, column int
}

const signs = "{}();.[]<>!"

// next returns the next token, the end of the file again and again.
func (s *scanner) next() token {
	if fault := s.skip(); fault != nil {
		return *fault
	}
	t := token{line: s.line, column: s.column}
	if s.rest == "" {
		return t
	}
	n := 0
	for n < len(s.rest) {
		r, size := utf8.DecodeRuneInString(s.rest[n:])
		if !inWord(r) {
			break
		}
		n += size
	}
	switch r, size := utf8.DecodeRuneInString(s.rest); {
	case n > 0:
		t.word = true
	case r == utf8.RuneError && size <= 1:
		n, t.fault = 1, "a byte that is not UTF-8"
	case strings.ContainsRune(signs, r):
		n = size
	default:
		n, t.fault = size, "unexpected "+quoted(string(r))
	}
	t.text = s.rest[:n]
	s.advance(n)
	return t
}

// inWord reports whether names hold the character. Names of compilers other than Java's have hyphens and #.
func inWord(r rune) bool {
	return r == '_' || r == '$' || r == '*' || r == '-' || r == '#' || r != utf8.RuneError && (unicode.IsLetter(r) || unicode.IsDigit(r))
}

// skip passes blanks and comments. It returns a token if a comment does not end.
func (s *scanner) skip() *token {
	for s.rest != "" {
		r, size := utf8.DecodeRuneInString(s.rest)
		switch {
		case unicode.IsSpace(r) || r == '\ufeff':
			s.advance(size)
		case strings.HasPrefix(s.rest, "//"):
			end := strings.IndexByte(s.rest, '\n')
			if end < 0 {
				end = len(s.rest)
			}
			s.advance(end)
		case strings.HasPrefix(s.rest, "/*"):
			t := token{text: "/*", line: s.line, column: s.column, fault: "a comment that does not end; expected */"}
			end := strings.Index(s.rest[2:], "*/")
			if end < 0 {
				s.rest = ""
				return &t
			}
			s.advance(end + 4)
		default:
			return nil
		}
	}
	return nil
}

// advance passes n bytes.
func (s *scanner) advance(n int) {
	for _, r := range s.rest[:n] {
		if r == '\n' {
			s.line, s.column = s.line+1, 1
		} else {
			s.column++
		}
	}
	s.rest = s.rest[n:]
}
