package fleet

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"
	"time"

	"memcity/cmd/memcity/cli"
	"memcity/fleet/question"
	"memcity/words"
)

// hidden lists the columns that are too wide for the printed table. The sentences contain their values.
var hidden = []string{"owner", "type", "pod_names", "leaks", "versions"}

// Table prints the answers for people.
func (p *fleetResult) Table(out io.Writer) error {
	fmt.Fprintln(out, p.about())
	for _, note := range p.Notes {
		fmt.Fprintln(out, note)
	}
	for i := range p.Answers {
		a := &p.Answers[i]
		fmt.Fprintf(out, "\n%s\n\n", a.Title)
		for _, s := range a.Sentences {
			fmt.Fprintln(out, words.Printable(s))
		}
		if len(a.Rows) == 0 {
			continue
		}
		fmt.Fprintln(out)
		if err := a.table(out); err != nil {
			return err
		}
	}
	if p.Rules != nil {
		p.Rules.print(out)
	}
	return nil
}

func (a *answer) table(out io.Writer) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	line := func(cell func(c question.Column) string) {
		var cells []string
		for _, c := range a.asked.Columns {
			if !slices.Contains(hidden, c.Name) {
				cells = append(cells, cell(c))
			}
		}
		fmt.Fprintln(w, strings.Join(cells, "\t"))
	}
	line(headOf)
	for _, row := range a.Rows {
		line(func(c question.Column) string { return words.Printable(cellOf(row, c)) })
	}
	return w.Flush()
}

// headOf returns the heading of a column.
func headOf(c question.Column) string {
	return strings.ReplaceAll(strings.TrimSuffix(c.Name, "_unix_ms"), "_", " ")
}

// cellOf returns a value for people; a dash if it is missing.
func cellOf(r question.Row, c question.Column) string {
	if c.Kind == question.Text {
		return r.Text(c.Name)
	}
	v, known := r.Number(c.Name)
	switch {
	case !known:
		return "-"
	case strings.HasSuffix(c.Name, "_unix_ms"):
		return time.UnixMilli(r.Whole(c.Name)).UTC().Format("2006-01-02 15:04Z")
	case strings.Contains(c.Name, "bytes"):
		return words.SizeOf(v)
	case c.Kind == question.Whole:
		return words.Count(r.Whole(c.Name))
	}
	return strconv.FormatFloat(v, 'g', 3, 64)
}

// CSV writes the rows of the only question.
func (p *fleetResult) CSV(w cli.RowWriter) {
	kinds := map[question.Kind]cli.ColumnType{question.Text: cli.Text, question.Whole: cli.Whole, question.Number: cli.Number, question.Truth: cli.Truth}
	a := &p.Answers[0]
	var columns []cli.Column
	for _, c := range a.asked.Columns {
		columns = append(columns, cli.Column{Name: c.Name, Type: kinds[c.Kind]})
	}
	w.Columns(columns...)
	for _, row := range a.Rows {
		_ = w.Write(row.Cells())
	}
}
