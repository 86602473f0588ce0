package unwrap

import (
	"bytes"
	"fmt"
	"strings"
)

// prefixLayer removes a prefix from lines: times, the name of a host, container or program, and the number of a process.
type prefixLayer struct {
	shape  string // what all prefixes have in common
	sample string // a prefix
}

func (l prefixLayer) String() string {
	const most = 80
	text := strings.TrimRight(l.sample, " \t")
	if len(text) > most {
		text = strings.ToValidUTF8(text[:most], "") + "…"
	}
	return fmt.Sprintf("the prefix of each line, such as %q", text)
}

func (l prefixLayer) unwrap(line []byte) (content, date []byte, stream string, part, ok bool) {
	n, ok := matchShape(l.shape, line)
	return line[n:], line[:n], "", false, ok
}

// Elements of a shape besides bytes that stand for themselves.
const (
	anyNumber  = '\x00'
	anySpaces  = '\x01'
	anyMonth   = '\x02'
	anyWeekday = '\x03'
)

const (
	months   = "JanFebMarAprMayJunJulAugSepOctNovDec"
	weekdays = "MonTueWedThuFriSatSun"
)

// isName reports whether text starts with one of the names, which have three letters each, and no other letter.
func isName(text []byte, names string) bool {
	if len(text) < 3 || len(text) > 3 && isLetter(text[3]) {
		return false
	}
	for i := 0; i < len(names); i += 3 {
		if string(text[:3]) == names[i:i+3] {
			return true
		}
	}
	return false
}

func isLetter(c byte) bool { return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' }
func isDigit(c byte) bool  { return c >= '0' && c <= '9' }

// shapeOf returns the shape of a prefix: names of months and days, spaces and numbers may be others in other lines. Numbers in names, such as
// app-1, may not, because another name belongs to another program.
func shapeOf(prefix []byte) string {
	end := len(bytes.TrimRight(prefix, " "))
	var shape strings.Builder
	named := false // the last number is part of a name
	for i := 0; i < len(prefix); {
		c := prefix[i]
		begins := i == 0 || !isLetter(prefix[i-1])
		switch {
		case begins && isName(prefix[i:], months):
			shape.WriteByte(anyMonth)
			i += 3
		case begins && isName(prefix[i:], weekdays):
			shape.WriteByte(anyWeekday)
			i += 3
		case c == ' ' && i < end:
			for ; prefix[i] == ' '; i++ {
			}
			shape.WriteByte(anySpaces)
		case isDigit(c):
			n := i
			for ; n < len(prefix) && isDigit(prefix[n]); n++ {
			}
			if named = inName(prefix, i, named); named {
				shape.Write(prefix[i:n])
			} else {
				shape.WriteByte(anyNumber)
			}
			i = n
		default:
			shape.WriteByte(c)
			i++
		}
	}
	return shape.String()
}

// inName reports whether the number at i is a part of a name. named tells that of the number before it.
func inName(prefix []byte, i int, named bool) bool {
	if i == 0 {
		return false
	}
	before := prefix[i-1]
	if isLetter(before) {
		return !(before == 'T' && i > 1 && isDigit(prefix[i-2]) && !named)
	}
	if i < 2 || strings.IndexByte("-_./", before) < 0 {
		return false
	}
	return isLetter(prefix[i-2]) || isDigit(prefix[i-2]) && named
}

// matchShape returns the length of the prefix of a line that has the given shape. Spaces at the end of a shape may be missing at the end of
// the line.
func matchShape(shape string, line []byte) (int, bool) {
	at := 0
	for i := range len(shape) {
		from := at
		switch c := shape[i]; c {
		case anyNumber:
			for ; at < len(line) && isDigit(line[at]); at++ {
			}
		case anySpaces:
			for ; at < len(line) && line[at] == ' '; at++ {
			}
		case anyMonth, anyWeekday:
			names := months
			if c == anyWeekday {
				names = weekdays
			}
			if isName(line[at:], names) {
				at += 3
			}
		default:
			if at < len(line) && line[at] == c {
				at++
			}
		}
		if at == from {
			return at, at == len(line) && strings.Trim(shape[i:], " ") == ""
		}
	}
	return at, true
}
