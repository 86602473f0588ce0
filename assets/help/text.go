package help

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// Text formats a page for a terminal. Lines have at most width characters, except for code and longer words. Links to pages name the
// command that prints them.
func (p *Page) Text(width int) string {
	w := textWriter{width: width}
	for i, b := range p.Blocks {
		if i > 0 && (b.Kind != Item || p.Blocks[i-1].Kind != Item) {
			w.out.WriteString("\n")
		}
		w.block(b)
	}
	return w.out.String()
}

type textWriter struct {
	out   strings.Builder
	width int
}

func (w *textWriter) block(b Block) {
	switch b.Kind {
	case Heading:
		mark := ""
		if b.Level > 1 {
			mark = strings.Repeat("#", b.Level-1) + " "
		}
		w.writeWrapped(mark, "", asText(b.Spans))
	case Paragraph:
		w.writeWrapped("", "", asText(b.Spans))
	case Item:
		indent := strings.Repeat("  ", b.Level)
		mark := b.Mark
		if mark == "•" {
			mark = "*"
		}
		w.writeWrapped(indent+mark+strings.Repeat(" ", max(2-len(mark), 1)), indent+"  ", asText(b.Spans))
	case Code:
		for line := range strings.Lines(b.Text) {
			w.out.WriteString(strings.Repeat("  ", b.Level+1) + line)
		}
	case Table:
		w.table(b.Rows)
	case Picture:
		w.writeWrapped("[", " ", b.Text+"]")
	}
}

// writeWrapped writes a text after first. Further lines start with next.
func (w *textWriter) writeWrapped(first, next, text string) {
	line := first
	n := utf8.RuneCountInString(first)
	blank := true // the line contains only first or next
	for _, word := range strings.Fields(text) {
		length := utf8.RuneCountInString(word)
		if !blank && n+1+length > w.width {
			w.out.WriteString(strings.TrimRight(line, " ") + "\n")
			line, n, blank = next, utf8.RuneCountInString(next), true
		}
		if !blank {
			line += " "
			n++
		}
		line += word
		n += length
		blank = false
	}
	w.out.WriteString(strings.TrimRight(line, " ") + "\n")
}

// Columns of tables in a terminal.
const (
	textColumn    = 21 // width of the first column of two; longer texts get a line of their own
	textColumnGap = 2
)

// table writes tables with two columns as lists of terms, and others with a line per cell. It omits the header of two columns, which is
// obvious from their contents.
func (w *textWriter) table(rows [][][]Span) {
	if len(rows) < 2 {
		return
	}
	for _, row := range rows[1:] {
		first := asText(row[0])
		if len(row) == 2 {
			w.term(first, asText(row[1]))
			continue
		}
		w.out.WriteString("  " + first + "\n")
		for i, cell := range row[1:] {
			if text := asText(cell); text != "" {
				w.writeWrapped("    "+asText(rows[0][i+1])+": ", "      ", text)
			}
		}
	}
}

func (w *textWriter) term(first, text string) {
	gap := textColumn - utf8.RuneCountInString(first)
	indent := strings.Repeat(" ", 2+textColumn)
	switch {
	case text == "":
		w.out.WriteString("  " + first + "\n")
	case gap < textColumnGap:
		w.out.WriteString("  " + first + "\n")
		w.writeWrapped(indent, indent, text)
	default:
		w.writeWrapped("  "+first+strings.Repeat(" ", gap), indent, text)
	}
}

// asText returns spans as plain text.
func asText(spans []Span) string {
	var b strings.Builder
	for _, s := range spans {
		b.WriteString(s.Text)
		name, _, _ := strings.Cut(s.Link, "#")
		switch page := Find(name); {
		case strings.HasPrefix(s.Link, "https:") && s.Text != s.Link:
			fmt.Fprintf(&b, " (%s)", s.Link)
		case page != nil && !strings.HasPrefix(name, commandFolder):
			fmt.Fprintf(&b, " (memcity help %s.md)", name)
		}
	}
	return b.String()
}

const commandFolder = "commands/"

// Command returns the page of a command; nil if there is none.
func Command(name string) *Page { return Find(commandFolder + name) }
