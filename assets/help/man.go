package help

import (
	"bufio"
	"fmt"
	"io"
	"strings"
)

// Summary returns the description of a command in the list of commands; empty if it is not listed.
func Summary(command string) string {
	if row := listed(command); row != nil {
		return Words(row[1])
	}
	return ""
}

// listed returns the row of a command in the list of commands; nil if there is none.
func listed(command string) [][]Span {
	for _, b := range Find(Commands).Blocks {
		if b.Kind != Table {
			continue
		}
		for _, row := range b.Rows[1:] {
			for _, s := range row[0] {
				if s.Link == commandFolder+command {
					return row
				}
			}
		}
	}
	return nil
}

// Man is a man page for a program, in the format of man(7). It has no date, so that the output is reproducible.
type Man struct {
	Program, Version string
	Overview         *Page
	Commands         []*Page
}

// Write writes the page: a name, the text of the overview, and a part for each command.
func (m *Man) Write(out io.Writer) error {
	w := &manWriter{out: bufio.NewWriter(out)}
	w.line(`.TH "%s" 1 "" "memcity %s" "Memory City"`, strings.ToUpper(m.Program), m.Version)
	w.line(".nh\n.ad l\n.SH NAME")
	w.line(`%s \- show how the heap of a program evolves`, roff(m.Program))
	w.line(".SH SYNOPSIS")
	w.line(".B %s", roff(m.Program))
	w.line(`[\fICOMMAND\fR] [\fIOPTION\fR...] [\fIPATH\fR...]`)
	w.line(".SH DESCRIPTION")
	w.page(m.Overview, ".SS")
	w.line(".SH COMMANDS")
	for _, p := range m.Commands {
		title := m.Program + " " + p.Title
		if row := listed(p.Title); row != nil && m.Program == "memcity" {
			title = Words(row[0])
		}
		w.line(".SS %s", roff(title))
		w.page(p, ".PP\n.B")
	}
	return w.out.Flush()
}

type manWriter struct{ out *bufio.Writer }

func (w *manWriter) line(format string, args ...any) { fmt.Fprintf(w.out, format+"\n", args...) }

// page writes the blocks of a page after its title.
func (w *manWriter) page(p *Page, heading string) {
	for _, b := range p.Blocks[1:] {
		switch b.Kind {
		case Heading:
			w.line("%s %s", heading, roff(Words(b.Spans)))
		case Paragraph:
			w.line(".PP\n%s", w.spans(b.Spans))
		case Item:
			mark := b.Mark
			if mark == "•" {
				mark = `\(bu`
			}
			if mark == "" {
				w.line(".IP \"\" 4\n%s", w.spans(b.Spans))
			} else {
				w.line(".IP %s 4\n%s", mark, w.spans(b.Spans))
			}
		case Code:
			w.line(".PP\n.RS 4\n.nf")
			for line := range strings.Lines(b.Text) {
				w.line("%s", roffLine(strings.TrimRight(line, "\n")))
			}
			w.line(".fi\n.RE")
		case Table:
			for _, row := range b.Rows[1:] {
				w.line(".TP\n%s", w.spans(row[0]))
				for _, cell := range row[1:] {
					w.line("%s", w.spans(cell))
				}
			}
		case Picture:
		}
	}
}

// spans formats spans: code and keys are bold, and links are followed by their target.
func (w *manWriter) spans(spans []Span) string {
	var b strings.Builder
	for _, s := range spans {
		text := roff(s.Text)
		switch s.Style {
		case Mono, Key, Bold:
			text = `\fB` + text + `\fR`
		}
		b.WriteString(text)
		if name, _, _ := strings.Cut(s.Link, "#"); Find(name) != nil && !strings.HasPrefix(name, commandFolder) {
			b.WriteString(roff(" (memcity help " + name + ".md)"))
		} else if strings.HasPrefix(s.Link, "https:") && s.Text != s.Link {
			b.WriteString(roff(" (" + s.Link + ")"))
		}
	}
	return guarded(b.String())
}

// Allows line breaks after the separator of option values.
var roffEscapes = strings.NewReplacer(`\`, `\e`, "-", `\-`, "'", `\(aq`, "`", `\(ga`, "^", `\(ha`, "~", `\(ti`, "\n", " ", "|", `|\:`)

// roff escapes a text so that it is printed literally.
func roff(text string) string { return roffEscapes.Replace(text) }

// roffLine is roff for a whole line, whose first character must not start a request.
func roffLine(text string) string { return guarded(roff(text)) }

// guarded ensures that a line is not taken for a request.
func guarded(line string) string {
	if strings.HasPrefix(line, ".") {
		return `\&` + line
	}
	return line
}
