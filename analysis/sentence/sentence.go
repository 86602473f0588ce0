// Package sentence reads sentences of plain words, such as rules, and says at which character one is wrong. Words are parted
// by blanks; a name with blanks stands in double quotes, as in Go.
package sentence

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// MaxText is the length of the longest sentence that is read, in bytes.
const MaxText = 4096

// Fault is what is wrong in a sentence.
type Fault struct {
	At   int // character from 1
	Text string
}

func (f *Fault) Error() string { return fmt.Sprintf("character %d: %s", f.At, f.Text) }

// word is one word of a sentence; one in quotes is a name and never one of the language.
type word struct {
	text   string
	at     int // character from 1
	quoted bool
}

// Reader goes through the words of a sentence.
type Reader struct {
	words []word // that are left
	end   int    // characters of the text, and one
}

// Read parts a text into words. Errors are of type *[Fault]: it is too long, or a quoted name does not end.
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

// Take reads words if they come next, whatever their case.
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

// Next returns the next word without reading it; empty at the end, and for a name in quotes.
func (r *Reader) Next() string {
	if len(r.words) == 0 || r.words[0].quoted {
		return ""
	}
	return r.words[0].text
}

// Name reads a name, in quotes or not; ok is false at the end and for an empty one.
func (r *Reader) Name() (name string, ok bool) {
	if len(r.words) == 0 || r.words[0].text == "" {
		return "", false
	}
	name = r.words[0].text
	r.words = r.words[1:]
	return name, true
}

// Done reports whether all was read.
func (r *Reader) Done() bool { return len(r.words) == 0 }

// Fault says what was expected in place of the next word.
func (r *Reader) Fault(format string, args ...any) *Fault {
	text := fmt.Sprintf(format, args...)
	if r.Done() {
		return &Fault{r.end, text + ", found the end"}
	}
	return &Fault{r.words[0].at, fmt.Sprintf("%s, found %.40q", text, r.words[0].text)}
}

// FaultHere says what is wrong with the next word, or with the end.
func (r *Reader) FaultHere(format string, args ...any) *Fault {
	at := r.end
	if !r.Done() {
		at = r.words[0].at
	}
	return &Fault{at, fmt.Sprintf(format, args...)}
}

// Mark is a place in a sentence that can be gone back to.
type Mark struct{ words []word }

// Mark returns the place before the next word.
func (r *Reader) Mark() Mark { return Mark{r.words} }

// GoBack goes to a place, so that a fault is reported there.
func (r *Reader) GoBack(to Mark) { r.words = to.words }

// Quote writes a name so that [Reader.Name] reads it: in quotes if it has to be.
func Quote(name string) string {
	if name == "" || strings.ContainsFunc(name, func(r rune) bool { return r == '"' || !unicode.IsGraphic(r) || unicode.IsSpace(r) }) ||
		!utf8.ValidString(name) {
		return strconv.Quote(name)
	}
	return name
}
