package trees

import (
	"strconv"
	"strings"
	"unicode"
)

// Sized writes a number of objects and their bytes.
func Sized(objects, bytes int64) string {
	return Counted(objects, "object") + ", " + Counted(bytes, "byte")
}

// Counted writes a number of things without separators, so that programs can read it.
func Counted(n int64, thing string) string {
	if n != 1 {
		thing += "s"
	}
	return strconv.FormatInt(n, 10) + " " + thing
}

// Printable returns text with control characters replaced, so that names from a file cannot steer a terminal.
func Printable(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return unicode.ReplacementChar
		}
		return r
	}, text)
}
