package memtree

import (
	"bytes"
	"math"
	"strconv"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
)

// unquote decodes a string literal. It does not copy if nothing needs decoding.
func (d *Reader) unquote(literal []byte) []byte {
	inner := literal[1 : len(literal)-1]
	if bytes.IndexByte(inner, '\\') < 0 && utf8.Valid(inner) {
		return inner
	}
	// The error only reports replaced invalid UTF-8.
	d.plain, _ = jsontext.AppendUnquote(d.plain[:0], literal)
	return d.plain
}

// parseWhole returns the value of a JSON number that is whole, in any notation. Otherwise, why describes the fault. Numbers with an
// exponent are exact up to 2^53.
func parseWhole(literal []byte) (n int64, why string) {
	digits, negative := bytes.CutPrefix(literal, []byte("-"))
	for i, c := range digits {
		if c < '0' || c > '9' {
			if c == '.' && len(bytes.Trim(digits[i+1:], "0")) == 0 {
				break
			}
			return parseFloat(literal)
		}
		v := int64(c - '0')
		if n > (math.MaxInt64-v)/10 {
			return 0, "which is too large"
		}
		n = n*10 + v
	}
	if negative {
		n = -n
	}
	return n, ""
}

func parseFloat(literal []byte) (n int64, why string) {
	f, err := strconv.ParseFloat(string(literal), 64)
	switch {
	case err != nil || math.Abs(f) > 1<<53:
		return 0, "which is too large"
	case f != math.Trunc(f):
		return 0, "which is not a whole number"
	}
	return int64(f), ""
}

// shorten truncates a literal for messages.
func shorten(literal []byte) string {
	const most = 40
	if len(literal) > most {
		return string(literal[:most]) + "..."
	}
	return string(literal)
}
