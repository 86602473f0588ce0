package definition

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"go.yaml.in/yaml/v4"
)

// place is a line and a column of a file, both from 1, the column in characters.
type place struct{ line, column int }

func placeOf(n *yaml.Node) place { return place{n.Line, n.Column} }

// source is the text of a file by lines.
type source struct{ lines []string }

func newSource(text []byte) source {
	return source{strings.Split(strings.ReplaceAll(string(text), "\r\n", "\n"), "\n")}
}

// find returns the place in the file of character number offset of a scalar's value.
//
// YAML strips indentation, folds lines and takes quotes and escapes away, so the value is laid alongside the file's text:
// each character of the value that is no space is the next such character of the file. Where that fails, at an escape,
// the last place that fits is returned. A place behind the end of the value is that of its last character and one.
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

// begin returns where a scalar's content can begin: behind the quote, or in the line after a block's sign.
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

// match looks for r as the first character from p on that is no space, and returns its place and the one after it.
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
