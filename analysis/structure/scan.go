package structure

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// token is a word or a sign in a file.
type token struct {
	text         string // empty at the end of the file
	line, column int
	word         bool   // true for a name or a part of one, which may contain *
	fault        string // error message; empty for valid tokens
}

// what returns a description of the token for messages.
func (t *token) what() string {
	if t.text == "" {
		return "the end of the file"
	}
	return quoted(t.text)
}

// quoted quotes a text from a file for a message. It truncates long texts.
func quoted(text string) string {
	if utf8.RuneCountInString(text) > maxQuoted {
		runes := []rune(text)
		text = string(runes[:maxQuoted]) + "…"
	}
	return "\"" + strings.ToValidUTF8(text, "�") + "\""
}

// maxQuoted is the maximum number of characters that a message quotes.
const maxQuoted = 60

// scanner splits a text into tokens.
type scanner struct {
	rest         string
	line, column int
}

const signs = "{}();.[]<>!"

// next returns the next token. At the end it returns the end of the file repeatedly.
func (s *scanner) next() token {
	if fault := s.skip(); fault != nil {
		return *fault
	}
	t := token{line: s.line, column: s.column}
	if s.rest == "" {
		return t
	}
	if s.rest[0] == '"' {
		return s.quotedWord(t)
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

// quotedWord returns a name in quotes, which must end in the same line.
func (s *scanner) quotedWord(t token) token {
	end := strings.IndexAny(s.rest[1:], "\"\n")
	if end <= 0 || s.rest[1+end] != '"' {
		t.text, t.fault = "\"", "a name in quotes that does not end, or is empty"
		s.advance(1)
		return t
	}
	t.text, t.word = s.rest[1:1+end], true
	s.advance(end + 2)
	return t
}

// inWord reports whether names may contain the character. Compilers for other languages than Java create names with hyphens and #.
func inWord(r rune) bool {
	return r == '_' || r == '$' || r == '*' || r == '-' || r == '#' || r != utf8.RuneError && (unicode.IsLetter(r) || unicode.IsDigit(r))
}

// skip skips whitespace and comments. It returns a token with an error for an unterminated comment.
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

// advance advances by n bytes.
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
