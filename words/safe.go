package words

import (
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"

	"memcity/trace"
)

// Unsafe reports whether a character must not be printed, see [plain.Unsafe].
func Unsafe(r rune) bool { return trace.IsUnsafe(r) }

// Printable replaces unsafe characters in a text by U+FFFD.
func Printable(text string) string { return trace.PlainLine(text) }

// Lines is like Printable, but keeps line ends and tabs.
func Lines(text string) string { return trace.PlainLines(text) }

// Paragraph formats a message that follows a prefix such as the program's name. It indents all lines after the first, so that a line break
// in a file name, for example, cannot imitate another message.
func Paragraph(text string) string { return strings.ReplaceAll(Lines(text), "\n", "\n  ") }

// formulas contains the characters that start a formula, including their fullwidth forms.
const formulas = "=+-@＝＋－＠"

// Cell formats a text as a table cell for spreadsheets. It adds an apostrophe before text that would be taken for a formula. Numbers are
// not changed.
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

// Cells applies [Cell] to each text.
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

// NewCleaner returns a writer that cleans text as [Lines] does and passes it to w. Writes may split characters, but the last character must
// be complete.
func NewCleaner(w io.Writer) io.Writer {
	return &cleaner{w: w, replace: func(out []byte, r rune) []byte {
		if r == '\n' || r == '\t' {
			return utf8.AppendRune(out, r)
		}
		return utf8.AppendRune(out, utf8.RuneError)
	}}
}

// NewJSONCleaner returns a writer that escapes unsafe characters in JSON texts and passes the result to w. The values stay the same.
func NewJSONCleaner(w io.Writer) io.Writer {
	return &cleaner{w: w, replace: func(out []byte, r rune) []byte {
		switch {
		case r < ' ' || r == utf8.RuneError: // between values; in texts they are already escaped or replaced
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
	begun   []byte // start of an incomplete character
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
