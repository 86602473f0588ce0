package words

import (
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"

	"memcity/trace/plain"
)

// Unsafe reports whether a character must not reach whoever reads it, see [plain.Unsafe].
func Unsafe(r rune) bool { return plain.Unsafe(r) }

// Printable returns a text in which unsafe characters are replaced by U+FFFD.
func Printable(text string) string { return plain.Line(text) }

// Lines is Printable for texts of several lines: line ends and tabs stay.
func Lines(text string) string { return plain.Lines(text) }

// Paragraph is a message after a prefix such as the program's name: further lines are indented, so that none of them, as of a file's
// name, looks like another message.
func Paragraph(text string) string { return strings.ReplaceAll(Lines(text), "\n", "\n  ") }

// formulas are characters with which formulas begin, also in the width of East Asian writing.
const formulas = "=+-@＝＋－＠"

// Cell returns a text as the cell of a table that a spreadsheet opens: what it would take for a formula begins with an apostrophe.
// Numbers stay as they are.
func Cell(text string) string {
	text = Printable(text)
	if first, _ := utf8.DecodeRuneInString(strings.TrimLeft(text, " ")); !strings.ContainsRune(formulas, first) || first == utf8.RuneError {
		return text
	}
	if _, err := strconv.ParseFloat(text, 64); err == nil {
		return text
	}
	return "'" + text
}

// Cells returns rows with each text as [Cell] has it.
func Cells(rows [][]string) [][]string {
	out := make([][]string, len(rows))
	for i, row := range rows {
		out[i] = make([]string, len(row))
		for k, text := range row {
			out[i][k] = Cell(text)
		}
	}
	return out
}

// NewCleaner returns a writer of text for people: what is written to it reaches w as [Lines] has it. Characters may be written in
// pieces; the last one must be whole.
func NewCleaner(w io.Writer) io.Writer {
	return &cleaner{w: w, replace: func(out []byte, r rune) []byte {
		if r == '\n' || r == '\t' {
			return utf8.AppendRune(out, r)
		}
		return utf8.AppendRune(out, utf8.RuneError)
	}}
}

// NewJSONCleaner returns a writer of JSON: unsafe characters in texts reach w escaped, so that the values stay the same.
func NewJSONCleaner(w io.Writer) io.Writer {
	return &cleaner{w: w, replace: func(out []byte, r rune) []byte {
		switch {
		case r < ' ' || r == utf8.RuneError: // between values; in texts they are escaped, and text that was not UTF-8 is replaced
			return utf8.AppendRune(out, r)
		case r > 0xffff:
			r -= 0x10000
			return fmt.Appendf(out, `\u%04x\u%04x`, 0xd800+r>>10, 0xdc00+r&0x3ff)
		}
		return fmt.Appendf(out, `\u%04x`, r)
	}}
}

// cleaner replaces unsafe characters.
type cleaner struct {
	w       io.Writer
	replace func(out []byte, r rune) []byte
	begun   []byte // of a character
	out     []byte
}

func (c *cleaner) Write(p []byte) (int, error) {
	text := p
	if len(c.begun) > 0 {
		text = append(c.begun, p...)
		c.begun = nil
	}
	c.out = c.out[:0]
	for len(text) > 0 {
		if text[0] < utf8.RuneSelf && text[0] >= ' ' && text[0] != 0x7f {
			c.out, text = append(c.out, text[0]), text[1:]
			continue
		}
		if !utf8.FullRune(text) {
			c.begun = append([]byte(nil), text...)
			break
		}
		r, n := utf8.DecodeRune(text)
		if Unsafe(r) {
			c.out = c.replace(c.out, r)
		} else {
			c.out = append(c.out, text[:n]...)
		}
		text = text[n:]
	}
	if _, err := c.w.Write(c.out); err != nil {
		return 0, err
	}
	return len(p), nil
}
