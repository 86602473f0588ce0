// Package plain keeps text that is read from files from steering what shows it: it says which characters are unsafe, and replaces them.
// Package words has what else text needs on its way out.
package plain

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Unsafe reports whether a character of a name from a file must not reach whoever reads it: it steers a terminal, ends a line, turns
// the direction of writing, is not seen, or is no character.
func Unsafe(r rune) bool {
	switch {
	case unicode.IsControl(r), r == utf8.RuneError, r == 0x2028, r == 0x2029, // ends of lines
		r == 0x061c, r >= 0x200b && r <= 0x200f, r >= 0x202a && r <= 0x202e, r >= 0x2060 && r <= 0x206f, // directions, and what has no width
		r == 0xfeff, r >= 0xfff9 && r <= 0xfffb, r >= 0xe0000 && r <= 0xe007f: // marks of order, of notes, and tags
		return true
	}
	return false
}

// Line returns a text in which unsafe characters are replaced by U+FFFD.
func Line(text string) string { return replaced(text, "") }

// Lines is [Line] for texts of several lines: line ends and tabs stay.
func Lines(text string) string { return replaced(text, "\n\t") }

func replaced(text, but string) string {
	return strings.Map(func(r rune) rune {
		if Unsafe(r) && !strings.ContainsRune(but, r) {
			return utf8.RuneError
		}
		return r
	}, text)
}
