package collections

import (
	"cmp"
	"fmt"
	"io"
	"text/tabwriter"

	"memcity/city/view/collections"
	"memcity/cmd/memcity/cli"
	"memcity/words"
)

// Table prints the collections for people.
func (p *Collections) Table(out io.Writer) error {
	w := &p.Window
	fmt.Fprintln(out, w.Facts())
	for _, note := range p.Notes {
		fmt.Fprintln(out, note)
	}
	fmt.Fprintln(out)
	if p.Collection != nil {
		return printDetails(out, p.Collection)
	}
	if len(p.Collections) == 0 {
		fmt.Fprintln(out, "no collection matches")
		return nil
	}
	t := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	known, heading := collections.KnowsConfidence(p.Collections), ""
	if known {
		heading = "confidence\t"
	}
	fmt.Fprintf(t, "no.\tsize\tstaleness\tup to %s\tabove\tcopies\t%s  collection\n", words.Ratio(p.Settings.Threshold), heading)
	for _, c := range p.Collections {
		confidence := ""
		if c.Confidence != nil {
			confidence = words.Ratio(*c.Confidence)
		}
		if known {
			confidence += "\t"
		}
		fmt.Fprintf(t, "%d\t%s\t%s\t%s\t%s\t%s\t%s  %s\n", c.Number, words.Count(c.Size), words.Ratio(c.Staleness),
			words.Count(c.Below.Elements), words.Count(c.Above.Elements), words.Count(c.Duplicates), confidence, words.OneLine(c.Label))
	}
	if err := t.Flush(); err != nil {
		return err
	}
	if more := w.Matching - len(p.Collections); more > 0 {
		fmt.Fprintf(out, "and %s\n", words.Counted(int64(more), "further collection"))
	}
	p.patterns(out)
	return nil
}

// patterns prints the detected patterns, and the remedy after the first of each kind.
func (p *Collections) patterns(out io.Writer) {
	last := ""
	for i, f := range p.Patterns {
		if p.Settings.Top > 0 && i >= p.Settings.Top {
			fmt.Fprintf(out, "and %s\n", words.Counted(int64(len(p.Patterns)-i), "further pattern"))
			return
		}
		if i == 0 {
			fmt.Fprintln(out)
		}
		fmt.Fprintf(out, "%s: %s\n", f.Text(), words.OneLine(f.Label))
		if f.Kind != last {
			fmt.Fprintln(out, "  "+f.Fix)
		}
		last = f.Kind
	}
}

// printDetails prints one collection.
func printDetails(out io.Writer, d *collections.Details) error {
	fmt.Fprintf(out, "%s\n%s ADD, %s GET, %s REMOVE; %s never read, %s never removed\n", words.OneLine(d.Label), words.Count(d.Adds),
		words.Count(d.Gets), words.Count(d.Removes), words.Counted(d.NeverRead, "element"), words.Count(d.NeverRemoved))
	t := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(t, "\nGETs\telements\t")
	for gets, n := range d.ByGets {
		if n > 0 {
			fmt.Fprintf(t, "%d\t%s\t\n", gets, words.Count(n))
		}
	}
	if d.Others.Elements > 0 {
		fmt.Fprintf(t, "more\t%s\t\n", words.Count(d.Others.Elements))
	}
	for _, list := range d.Lists() {
		if len(list.Rows) == 0 {
			continue
		}
		fmt.Fprintf(t, "\n%s\tstaleness\t  at\n", list.Title)
		for _, r := range list.Rows {
			stale := ""
			if r.Staleness != nil {
				stale = words.Ratio(*r.Staleness)
			}
			fmt.Fprintf(t, "%s\t%s\t  %s\n", words.Count(r.Count), stale, cmp.Or(words.OneLine(r.Location), "(not recorded)"))
		}
	}
	return t.Flush()
}

// columnTypes contains the types of the columns that are not text.
var columnTypes = map[string]cli.ColumnType{"number": cli.Whole, "size": cli.Whole, "staleness": cli.Number, "rank": cli.Number, "below": cli.Whole,
	"above": cli.Whole, "duplicates": cli.Whole, "confidence": cli.Number, "count": cli.Whole}

// CSV writes a row per collection or, with --collection, per line of the program.
func (p *Collections) CSV(w cli.RowWriter) {
	rows := collections.Table(p.Collections)
	if p.Collection != nil {
		rows = p.Collection.Table()
	}
	columns := cli.Texts(rows[0]...)
	for i, c := range columns {
		columns[i].Type = columnTypes[c.Name]
	}
	w.Columns(columns...)
	for _, row := range rows[1:] {
		_ = w.Write(row)
	}
}
