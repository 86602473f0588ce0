// Package plain keeps text that is read from files from steering what shows it: it says which characters are unsafe, and replaces them.
// Package words has what else text needs on its way out.
package plain

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Unsafe reports whether a character of a name from a file must not reach whoever reads it: it steers a terminal, ends a line, turns
// the direction of writing, is not seen, or is no character. Characters that Unicode calls default-ignorable are not seen: soft hyphens,
// fillers of Hangul, variation selectors, tags, and code points that are kept for more of them. Blanks of any width are safe.
func Unsafe(r rune) bool {
	switch {
	case r < 0x7f:
		return r < ' '
	case r < 0xad:
		return r < 0xa0
	case r == utf8.RuneError, r == 0x2028, r == 0x2029, // ends of lines
		r >= 0xfdd0 && r <= 0xfdef, r&0xfffe == 0xfffe: // no characters
		return true
	case unicode.Is(unicode.Prepended_Concatenation_Mark, r): // of the category Cf, and seen
		return false
	}
	return unicode.In(r, unicode.Cf, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector)
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
