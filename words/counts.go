package words

import (
	"strconv"
	"strings"
)

// Count formats n with thousands separators.
func Count(n int64) string {
	return grouped(strconv.FormatInt(n, 10))
}

// CountOf is [Count] for fractional numbers. Numbers with decimals keep all of them, and have no separators.
func CountOf(v float64) string {
	s := strconv.FormatFloat(v, 'f', -1, 64)
	if strings.Contains(s, ".") {
		return strings.Replace(s, "-", "−", 1)
	}
	return grouped(s)
}

// grouped inserts commas between the thousands of an integer.
func grouped(digits string) string {
	sign := ""
	if digits[0] == '-' {
		sign, digits = "−", digits[1:]
	}
	var b strings.Builder
	b.WriteString(sign)
	for i, r := range digits {
		if i > 0 && (len(digits)-i)%3 == 0 {
			b.WriteByte(',')
		}
		b.WriteRune(r)
	}
	return b.String()
}

// Hyphened replaces minus signs in a text by hyphens, as terminals and programs expect.
func Hyphened(text string) string { return strings.ReplaceAll(text, "−", "-") }

// Signed formats n with thousands separators, and with a plus sign if it is positive.
func Signed(n int64) string {
	if n > 0 {
		return "+" + Count(n)
	}
	return Count(n)
}

// Plural formats a count with its word.
func Plural(n int64, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return Count(n) + " " + many
}

// Counted formats a number of things whose plural ends in s: "1 object", "2,000 objects".
func Counted(n int64, thing string) string { return Plural(n, thing, thing+"s") }

// Ungrouped is [Counted] without separators, for programs to read: "2000 objects".
func Ungrouped(n int64, thing string) string {
	if n != 1 {
		thing += "s"
	}
	return strconv.FormatInt(n, 10) + " " + thing
}

// Points formats a number of GC points.
func Points(n int) string { return Plural(int64(n), "GC point", "GC points") }

var countUnits = []string{"", "k", "M", "G", "T", "P", "E"}

// ShortCount formats a number of objects for an axis: 1.2 M, 340 k, 17.
func ShortCount(n int64) string { return strings.TrimSpace(scaled(float64(n), countUnits)) }

// Exactly formats numbers of objects and bytes with all digits: "2,000 objects, 1 byte".
func Exactly(objects, bytes int64) string {
	return Plural(objects, "object", "objects") + ", " + Plural(bytes, "byte", "bytes")
}

// Sized is [Exactly] without separators, for programs to read.
func Sized(objects, bytes int64) string {
	return Ungrouped(objects, "object") + ", " + Ungrouped(bytes, "byte")
}

// ExitText describes how a program ended.
func ExitText(status int) string {
	if status == 0 {
		return "ended normally"
	}
	return "ended with status " + Count(int64(status))
}
