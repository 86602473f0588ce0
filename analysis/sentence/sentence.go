// Package sentence parses sentences of plain words, such as rules, and reports errors with their character position. Blanks separate words.
// A name that contains blanks is in double quotes, as in Go.
package sentence

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// MaxText is the maximum length of a sentence in bytes.
const MaxText = 4096

// Fault is an error in a sentence.
type Fault struct {
	At   int // 1-based character position
	Text string
}

func (f *Fault) Error() string { return fmt.Sprintf("character %d: %s", f.At, f.Text) }

// word is a word of a sentence. A quoted word is a name and never a keyword.
type word struct {
	text   string
	at     int // 1-based character position
	quoted bool
}

// Reader reads the words of a sentence.
type Reader struct {
	words []word // remaining words
	end   int    // number of characters in the text plus one
}

// Read splits a text into words. It returns an error of type *[Fault] if the text is too long or a quoted name is unterminated.
func Read(text string) (*Reader, error) {
	r := &Reader{end: utf8.RuneCountInString(text) + 1}
	if len(text) > MaxText {
		return nil, &Fault{1, fmt.Sprintf("expected at most %d bytes", MaxText)}
	}
	for rest, at := text, 1; ; {
		trimmed := strings.TrimLeftFunc(rest, unicode.IsSpace)
		at += utf8.RuneCountInString(rest[:len(rest)-len(trimmed)])
		if rest = trimmed; rest == "" {
			return r, nil
		}
		length := strings.IndexFunc(rest, unicode.IsSpace)
		if length < 0 {
			length = len(rest)
		}
		w := word{rest[:length], at, rest[0] == '"'}
		if w.quoted {
			quoted, err := strconv.QuotedPrefix(rest)
			if err != nil {
				return nil, &Fault{at, `expected a name in double quotes, which ends in "`}
			}
			if w.text, err = strconv.Unquote(quoted); err != nil {
				return nil, &Fault{at, `expected a name in double quotes, which ends in "`}
			}
			length = len(quoted)
		}
		r.words = append(r.words, w)
		at += utf8.RuneCountInString(rest[:length])
		rest = rest[length:]
	}
}

// Take consumes the given words if they come next, ignoring case, and reports whether it did.
func (r *Reader) Take(words ...string) bool {
	if len(words) > len(r.words) {
		return false
	}
	for i, w := range words {
		if next := &r.words[i]; next.quoted || !strings.EqualFold(next.text, w) {
			return false
		}
	}
	r.words = r.words[len(words):]
	return true
}

// Next returns the next word without consuming it. It is empty at the end and for a quoted name.
func (r *Reader) Next() string {
	if len(r.words) == 0 || r.words[0].quoted {
		return ""
	}
	return r.words[0].text
}

// Name consumes a name, quoted or not. ok is false at the end and for an empty name.
func (r *Reader) Name() (name string, ok bool) {
	if len(r.words) == 0 || r.words[0].text == "" {
		return "", false
	}
	name = r.words[0].text
	r.words = r.words[1:]
	return name, true
}

// Done reports whether all words have been consumed.
func (r *Reader) Done() bool { return len(r.words) == 0 }

// Fault returns an error about what was expected instead of the next word.
func (r *Reader) Fault(format string, args ...any) *Fault {
	text := fmt.Sprintf(format, args...)
	if r.Done() {
		return &Fault{r.end, text + ", found the end"}
	}
	return &Fault{r.words[0].at, fmt.Sprintf("%s, found %.40q", text, r.words[0].text)}
}

// FaultHere returns an error at the next word, or at the end.
func (r *Reader) FaultHere(format string, args ...any) *Fault {
	at := r.end
	if !r.Done() {
		at = r.words[0].at
	}
	return &Fault{at, fmt.Sprintf(format, args...)}
}

// Mark is a position in a sentence.
type Mark struct{ words []word }

// Mark returns the position before the next word.
func (r *Reader) Mark() Mark { return Mark{r.words} }

// GoBack returns to a position, for instance to report a fault there.
func (r *Reader) GoBack(to Mark) { r.words = to.words }

// Quote returns a name in a form that [Reader.Name] accepts, quoted if necessary.
func Quote(name string) string {
	if name == "" || strings.ContainsFunc(name, func(r rune) bool { return r == '"' || !unicode.IsGraphic(r) || unicode.IsSpace(r) }) ||
		!utf8.ValidString(name) {
		return strconv.Quote(name)
	}
	return name
}
