package trace_test

import (
	"testing"
	"unicode"
	"unicode/utf8"

	"memcity/trace"
)

// unseen are the ranges of Default_Ignorable_Code_Point in DerivedCoreProperties.txt of Unicode 15.0.
var unseen = [][2]rune{{0xad, 0xad}, {0x34f, 0x34f}, {0x61c, 0x61c}, {0x115f, 0x1160}, {0x17b4, 0x17b5}, {0x180b, 0x180f}, {0x200b, 0x200f}, {0x202a, 0x202e},
	{0x2060, 0x206f}, {0x3164, 0x3164}, {0xfe00, 0xfe0f}, {0xfeff, 0xfeff}, {0xffa0, 0xffa0}, {0xfff0, 0xfff8}, {0x1bca0, 0x1bca3}, {0x1d173, 0x1d17a},
	{0xe0000, 0xe0fff}}

// TestUnseen checks that every character that is invisible according to Unicode is unsafe, and so are line ends, direction marks and
// noncharacters.
func TestUnseen(t *testing.T) {
	for _, r := range append(unseen, [][2]rune{{0, 0x1f}, {0x7f, 0x9f}, {0x2028, 0x2029}, {0xfdd0, 0xfdef}, {0xfffe, 0xffff}, {0x1fffe, 0x1ffff}, {0x10fffe, 0x10ffff}}...) {
		for c := r[0]; c <= r[1]; c++ {
			if !trace.IsUnsafe(c) {
				t.Errorf("U+%04X is safe", c)
			}
		}
	}
}

// TestSeen checks that letters, marks, digits, signs and blanks of all scripts are safe, unless they are invisible.
func TestSeen(t *testing.T) {
	for c := rune(' '); c <= unicode.MaxRune; c++ {
		if c == utf8.RuneError || !unicode.IsGraphic(c) {
			continue
		}
		want := false
		for _, r := range unseen {
			want = want || c >= r[0] && c <= r[1]
		}
		if trace.IsUnsafe(c) != want {
			t.Errorf("U+%04X: unsafe is %t", c, !want)
		}
	}
	for _, c := range "\u0600\u06dd\u070f\u08e2" { // visible, although in category Cf
		if trace.IsUnsafe(c) {
			t.Errorf("U+%04X is unsafe", c)
		}
	}
}
