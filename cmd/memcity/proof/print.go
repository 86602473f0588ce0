package proof

import (
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
	"text/tabwriter"
	"time"

	"memcity/analysis/proof"
	"memcity/cmd/memcity/cli"
	"memcity/cmd/memcity/results"
	"memcity/words"
)

// printed is the result in all formats.
type printed struct{ *proof.Result }

// row is a number of both sides as text.
type row struct{ name, before, after string }

// rows returns the numbers of both sides. Numbers that neither side has are left out.
func (p *printed) rows() []row {
	b, a := &p.Before, &p.After
	rows := []row{{"rounds", words.Count(int64(len(b.Rounds))), words.Count(int64(len(a.Rounds)))}}
	if p.Finding != nil {
		rows = append(rows, row{"rounds that report it", words.Count(int64(b.Found)), words.Count(int64(a.Found))})
	}
	add := func(name string, before, after *proof.Estimate, format func(float64) string) {
		if before != nil || after != nil {
			rows = append(rows, row{name, before.Text(format), after.Text(format)})
		}
	}
	add("growth, objects per second", b.PerSecond, a.PerSecond, proof.NumberText)
	add("growth, objects per GC point", b.PerPoint, a.PerPoint, proof.NumberText)
	add("growth, heap per second", b.Heap, a.Heap, bytesText)
	add("reachable heap at the end", b.End, a.End, bytesText)
	add("time of that size", b.EndAt, a.EndAt, secondsText)
	add("duration", b.Seconds, a.Seconds, secondsText)
	return rows
}

// notes returns the remaining numbers as sentences.
func (p *printed) notes() (notes []string) {
	if p.Saved != nil {
		notes = append(notes, "Saved at the end: "+p.Saved.Text(bytesText)+".")
	}
	if p.Predicted != nil {
		notes = append(notes, "Predicted from the finding: "+p.Predicted.Text(bytesText)+".")
	}
	if p.Slower != nil {
		notes = append(notes, "Change in duration: "+p.Slower.Text(secondsText)+".")
	}
	return notes
}

// growing describes what still grows, one per line.
func (p *printed) growing() (lines []string) {
	for i := range p.Growing {
		g := &p.Growing[i]
		text := "Still grows: " + g.What
		if g.Owner != "" {
			text += ", held by " + g.Owner
		}
		format := proof.NumberText
		if g.Unit == "bytes" {
			format = bytesText
		}
		for _, rate := range []struct {
			of  *proof.Estimate
			per string
		}{{g.PerSecond, "second"}, {g.PerPoint, "GC point"}} {
			if rate.of != nil {
				text += fmt.Sprintf(", %s per %s", rate.of.Text(format), rate.per)
			}
		}
		lines = append(lines, text+".")
	}
	return lines
}

func (p *printed) news() (lines []string) {
	for i := range p.New {
		n := &p.New[i]
		lines = append(lines, fmt.Sprintf("New %s in %d of %s: %s.", n.Grade, n.Found, words.Counted(int64(len(p.After.Rounds)), "round"), n.Finding.String()))
	}
	return lines
}

// Table prints the verdict and the numbers. Names from recordings stay on their lines.
func (p *printed) Table(out io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "Verdict: %s. %s\n\n", p.Verdict, words.Printable(p.Text))
	w := tabwriter.NewWriter(&b, 0, 0, 3, ' ', 0)
	fmt.Fprintf(w, "\tbefore\tafter\n")
	for _, r := range p.rows() {
		fmt.Fprintf(w, "%s\t%s\t%s\n", r.name, r.before, r.after)
	}
	w.Flush()
	fmt.Fprintln(&b)
	for _, lines := range [][]string{p.growing(), p.news(), p.notes()} {
		for _, line := range lines {
			fmt.Fprintln(&b, words.Printable(line))
		}
	}
	fmt.Fprintf(&b, "In parentheses: the interval that contains the mean with a confidence of %s.\n", words.PercentOf(1-p.Level))
	if p.Finding != nil {
		fmt.Fprintf(&b, "Finding %s: %s\n", p.Finding.Signature, words.Printable(p.Finding.Title))
	}
	_, err := io.WriteString(out, b.String())
	return err
}

// Formats returns the format for pull requests.
func (p *printed) Formats() map[string]func(io.Writer) error {
	return map[string]func(io.Writer) error{"markdown": func(w io.Writer) error { return p.report().Markdown(words.NewCleaner(w)) }}
}

// report returns the verdict and the new findings as results, and the numbers as notes.
func (p *printed) report() *results.Report {
	judged := results.Result{Name: p.Text, Word: string(p.Verdict), Status: results.Failed, Details: p.growing()}
	switch {
	case p.Verdict == proof.Fixed:
		judged.Status = results.Passed
	case !p.Judged():
		judged.Status = results.Unknown
	}
	if p.Finding != nil {
		judged.Name = p.Finding.String()
		judged.Text = strings.TrimPrefix(p.Text, judged.Name+": ")
	}
	out := &results.Report{Command: "prove", Verdict: string(p.Verdict), Tool: cli.ToolName(), Results: []results.Result{judged},
		Recording: strings.Join(p.Before.Rounds, ", ") + " → " + strings.Join(p.After.Rounds, ", ")}
	for i := range p.New {
		n := &p.New[i]
		status := results.Noted
		if n.Fails {
			status = results.Failed
		}
		out.Results = append(out.Results, results.Result{Name: n.Finding.String(), Word: "new " + n.Grade, Status: status, Text: n.Title})
	}
	for _, r := range p.rows() {
		out.Notes = append(out.Notes, fmt.Sprintf("%s: %s before, %s after", r.name, r.before, r.after))
	}
	out.Notes = append(out.Notes, p.notes()...)
	return out
}

func bytesText(v float64) string {
	if v < 0 {
		return "−" + words.RoundSize(int64(math.Round(-v)))
	}
	return words.RoundSize(int64(math.Round(v)))
}

func secondsText(v float64) string {
	if math.Abs(v) > float64(math.MaxInt64)/float64(time.Second) {
		return strconv.FormatFloat(v, 'g', 3, 64) + " s"
	}
	return words.Duration(time.Duration(v * float64(time.Second)))
}
