package definition

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"go.yaml.in/yaml/v4"
)

// place is a 1-based line and column of a file. Columns count characters.
type place struct{ line, column int }

func placeOf(n *yaml.Node) place { return place{n.Line, n.Column} }

// source is the text of a file by lines.
type source struct{ lines []string }

func newSource(text []byte) source {
	return source{strings.Split(strings.ReplaceAll(string(text), "\r\n", "\n"), "\n")}
}

// find returns the position in the file of the character with the given offset in a scalar's value.
//
// YAML strips indentation, folds lines, and removes quotes and escapes. find therefore aligns the value with the text of the file: each
// non-space character of the value is the next such character of the file. If the alignment fails, at an escape, it returns the last
// matching position. For an offset beyond the end of the value, it returns the position after the last character.
func (s source) find(n *yaml.Node, offset int) place {
	at := s.begin(n)
	last := at
	i := 0
	for _, r := range n.Value {
		if unicode.IsSpace(r) {
			if i == offset {
				return last.next()
			}
			i++
			continue
		}
		found, next, ok := s.match(at, r, n.Style)
		if !ok {
			return last
		}
		last, at = found, next
		if i == offset {
			return found
		}
		i++
	}
	if i == 0 {
		return last
	}
	return last.next()
}

func (p place) next() place { return place{p.line, p.column + 1} }

// begin returns the start of a scalar's content: after the quote, or on the line after a block indicator.
func (s source) begin(n *yaml.Node) place {
	p := placeOf(n)
	switch {
	case n.Style&(yaml.LiteralStyle|yaml.FoldedStyle) != 0:
		return place{p.line + 1, 1}
	case n.Style&(yaml.SingleQuotedStyle|yaml.DoubleQuotedStyle) != 0:
		return p.next()
	}
	return p
}

// match checks whether the first non-space character from p is r. It returns the position of that character and the next one.
func (s source) match(p place, r rune, style yaml.Style) (found, next place, ok bool) {
	for ; p.line >= 1 && p.line <= len(s.lines); p = (place{p.line + 1, 1}) {
		column := 0
		line := s.lines[p.line-1]
		for i, c := range line {
			column++
			if column < p.column || unicode.IsSpace(c) {
				continue
			}
			found, next = place{p.line, column}, place{p.line, column + 1}
			after := line[i+utf8.RuneLen(c):]
			switch {
			case c == '\\' && style&yaml.DoubleQuotedStyle != 0 && (strings.HasPrefix(after, `\`) || strings.HasPrefix(after, `"`)):
				next.column++
				c = rune(after[0])
			case c == '\'' && style&yaml.SingleQuotedStyle != 0:
				next.column++
			}
			return found, next, c == r
		}
	}
	return p, p, false
}
