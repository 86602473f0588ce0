package findings

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"memcity/analysis/guide/findings"
	"memcity/words"
)

// textWidth is the maximum width of a line of text, in characters.
const textWidth = 110

// Table prints the verdict, then the findings with their evidence.
func (p *printedGuide) Table(out io.Writer) error {
	w := &textWriter{out: out}
	w.line("", p.Text)
	for i := range p.Findings {
		w.finding(i+1, &p.Findings[i])
		if i < len(p.Places) && len(p.Places[i]) > 0 {
			w.printf("\n   In the source:\n")
			for k := range p.Places[i] { // unbroken, so that terminals and editors recognize links
				at := &p.Places[i][k]
				w.printf("   %s  %s\n", words.Printable(placeOf(at).String()), words.Printable(at.Name))
			}
		}
	}
	if p.Summary == nil {
		w.section("Largest objects in the last heap state, by memory kept alive alone or together:", largestLines(p.Report))
	} else {
		for _, t := range p.Summary.Texts(p.Report) {
			w.section(t.Title+":", t.Lines)
		}
	}
	w.section("Also checked:", p.Quiet)
	w.section("Cannot be checked with this input:", p.Missing)
	if text := p.Recording.LookedText(); text != "" {
		w.line("", "")
		w.line("", text)
	}
	return w.err
}

// maxLargest is the maximum number of holders listed for a recording with several GC points.
const maxLargest = 5

// largestLines lists what retains most of the heap.
func largestLines(r *findings.Report) (lines []string) {
	for i := range r.Largest[:min(len(r.Largest), maxLargest)] {
		lines = append(lines, r.HolderLine(&r.Largest[i]))
	}
	return lines
}

// textWriter writes lines of text and breaks them between words.
type textWriter struct {
	out io.Writer
	err error
}

func (w *textWriter) printf(format string, args ...any) {
	if w.err == nil {
		_, w.err = fmt.Fprintf(w.out, format, args...)
	}
}

// line writes a paragraph after the given indent. Its other lines align with the text of the first.
func (w *textWriter) line(indent, text string) {
	prefix, hanging := indent, strings.Repeat(" ", len(indent))
	at := 0
	for _, word := range strings.Fields(words.Printable(text)) {
		switch {
		case at == 0:
			w.printf("%s%s", prefix, word)
			at = len(prefix) + len(word)
		case at+1+len(word) > textWidth:
			w.printf("\n%s%s", hanging, word)
			at = len(hanging) + len(word)
		default:
			w.printf(" %s", word)
			at += 1 + len(word)
		}
	}
	w.printf("\n")
}

func (w *textWriter) section(title string, lines []string) {
	if len(lines) == 0 {
		return
	}
	w.printf("\n%s\n", title)
	for _, l := range lines {
		if further := strings.TrimLeft(l, " "); further != l {
			w.line("      ", further)
			continue
		}
		w.line("  - ", l)
	}
}

// path prints the steps from a GC root to a pile. The title line names both ends.
func (w *textWriter) path(p *findings.Pile) {
	if p == nil || len(p.Path) < 2 {
		return
	}
	first, end := &p.Path[0], &p.Path[len(p.Path)-1]
	w.printf("\n   Path from the %s to %s %s:\n", words.Printable(first.Type), words.Count(end.Objects),
		words.Printable(words.TypeName(end.Type)))
	for i := range p.Path[1:] {
		s := &p.Path[i+1]
		step := strings.TrimSpace(words.TypeName(s.Type) + " " + s.By())
		w.printf("     %10s  %s\n", words.Count(s.Objects), words.Printable(step))
	}
}

// maxReferencesShown is the maximum number of references to clear that are printed, besides the recommended ones.
const maxReferencesShown = 6

func (w *textWriter) finding(number int, f *findings.Finding) {
	w.printf("\n")
	w.line(fmt.Sprintf("%d. ", number), fmt.Sprintf("%s (confidence %s)", f.Title, words.WholePercent(f.Confidence)))
	for _, l := range slices.Concat(f.Explain, f.Remedy.Lines()) {
		w.line("   ", l)
	}
	if f.Growth != nil && f.Sampled == 0 {
		w.growth(f.Growth)
	}
	w.path(cmp.Or(f.Growth, f.Pile))
	for _, p := range []*findings.Pile{f.Growth, f.Pile} {
		if p != nil && len(p.Samples) > 0 {
			w.printf("\n   Examples, by content:\n")
			for _, text := range p.Samples {
				w.line("   - ", text)
			}
		}
	}
	w.references(f.References)
	if len(f.Doubts) > 0 {
		w.printf("\n   Why this may be wrong:\n")
		for _, l := range f.Doubts {
			w.line("   - ", l)
		}
	}
	if len(f.Next) > 0 {
		w.printf("\n   Next:\n")
		for _, s := range f.Next {
			w.line("   - ", s.Text+":")
			w.printf("       memcity %s\n", words.Printable(words.ShellWords(s.Command)))
		}
	}
}

// growth prints a pile over time.
func (w *textWriter) growth(g *findings.Pile) {
	if len(g.Points) > 0 {
		bytes := "bytes including everything they hold"
		if g.Counted {
			bytes = "bytes"
		}
		w.printf("\n   %8s %14s %14s\n", "GC point", "objects", bytes)
	}
	for i := range g.Points {
		w.printf("   %8d %14s %14s\n", g.Points[i], words.Count(g.Objects[i]), words.Count(g.Bytes[i]))
	}
	if g.Words != "" {
		w.printf("\n")
		w.line("   ", "Strongest path: "+g.Words+".")
	}
}

// references prints the objects that clearing each of the given references would free. References that free nothing are
// left out, unless none frees anything.
func (w *textWriter) references(list []findings.Reference) {
	frees := slices.ContainsFunc(list, func(c findings.Reference) bool { return c.Objects > 0 })
	list = slices.DeleteFunc(slices.Clone(list), func(c findings.Reference) bool { return frees && c.Objects == 0 && !c.Recommended })
	if len(list) == 0 {
		return
	}
	w.printf("\n   Clearing references would free exactly:\n")
	heldOtherwise := false
	for i, c := range list {
		mark := " "
		if c.Recommended {
			mark = "*"
		}
		if i < maxReferencesShown || c.Recommended {
			w.printf("   %s %12s bytes in %10s  %s\n", mark, words.Count(c.Bytes), words.Counted(c.Objects, "object"), words.Printable(c.Text))
			heldOtherwise = heldOtherwise || c.Objects == 0
		}
	}
	if heldOtherwise {
		w.line("     ", "Clearing a reference frees nothing while another reference, such as a local variable, leads to the same objects.")
	}
}
