package trace

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// IsUnsafe reports whether a character from a file must not be shown. It is unsafe if it controls a terminal, ends a line, changes the
// writing direction, is invisible, or is not a character. Invisible characters have the Unicode property default-ignorable: soft
// hyphens, Hangul fillers, variation selectors, tags, and code points reserved for more of them. Blanks of any width are safe.
func IsUnsafe(r rune) bool {
	switch {
	case r < 0x7f:
		return r < ' '
	case r < 0xad:
		return r < 0xa0
	case r == utf8.RuneError, r == 0x2028, r == 0x2029, // line ends
		r >= 0xfdd0 && r <= 0xfdef, r&0xfffe == 0xfffe: // noncharacters
		return true
	case unicode.Is(unicode.Prepended_Concatenation_Mark, r): // visible, although in category Cf
		return false
	}
	return unicode.In(r, unicode.Cf, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector)
}

// PlainLine returns text with unsafe characters replaced by U+FFFD.
func PlainLine(text string) string { return withoutUnsafe(text, "") }

// PlainLines is [Line] for multi-line text: it keeps line ends and tabs.
func PlainLines(text string) string { return withoutUnsafe(text, "\n\t") }

func withoutUnsafe(text, but string) string {
	return strings.Map(func(r rune) rune {
		if IsUnsafe(r) && !strings.ContainsRune(but, r) {
			return utf8.RuneError
		}
		return r
	}, text)
}
