package collections

import (
	"encoding/csv"
	"fmt"
	"io"
	"strconv"
	"text/tabwriter"

	"memcity/words"
)

// Table reports collections in words and columns.
func (p *Collections) Table(out io.Writer) error {
	w := &p.Window
	fmt.Fprintf(out, "%s to %s: %s with %s in the window, of mean staleness %s\n", words.ExactSeconds(float64(w.Start)),
		words.ExactSeconds(float64(w.End)), words.Counted(int64(w.Collections), "collection"), words.Counted(w.Elements, "element"),
		number(w.Staleness))
	for _, note := range p.Notes {
		fmt.Fprintln(out, note)
	}
	fmt.Fprintln(out)
	if p.Collection != nil {
		return p.Collection.table(out)
	}
	if len(p.Collections) == 0 {
		fmt.Fprintln(out, "no collection matches")
		return nil
	}
	t := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintf(t, "no.\tsize\tstaleness\tup to %s\tabove\tcopies\t  collection\n", number(p.Settings.Threshold))
	for _, c := range p.Collections {
		fmt.Fprintf(t, "%d\t%s\t%s\t%s\t%s\t%s\t  %s\n", c.Number, words.Count(c.Size), number(c.Staleness), words.Count(c.Below.Elements),
			words.Count(c.Above.Elements), words.Count(c.Duplicates), words.OneLine(c.label))
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

// patterns reports those found, the first of them with what to do.
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
		moment := ""
		if f.AtMoment {
			moment = ", at this moment"
		}
		fmt.Fprintf(out, "%s %s%s: %s\n", words.Counted(f.Collections, "collection"), f.Sentence, moment, words.OneLine(f.label))
		if f.Kind != last {
			fmt.Fprintln(out, "  "+f.Fix)
		}
		last = f.Kind
	}
}

func number(v float64) string { return strconv.FormatFloat(v, 'f', 2, 64) }

// table reports one collection.
func (d *Details) table(out io.Writer) error {
	fmt.Fprintf(out, "%s\n%s ADD, %s GET, %s REMOVE; %s never read, %s never removed\n", words.OneLine(d.label), words.Count(d.Adds),
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
	for _, list := range d.lists() {
		if len(list.rows) == 0 {
			continue
		}
		fmt.Fprintf(t, "\n%s\tstaleness\t  at\n", list.title)
		for _, r := range list.rows {
			stale := ""
			if r.Staleness != nil {
				stale = number(*r.Staleness)
			}
			fmt.Fprintf(t, "%s\t%s\t  %s\n", words.Count(r.Count), stale, words.OneLine(r.Location))
		}
	}
	return t.Flush()
}

type list struct {
	kind, title string
	rows        []Location
}

func (d *Details) lists() []list {
	return []list{{"add", "elements added", d.AddSites}, {"get", "GETs", d.GetSites}, {"remove", "REMOVEs", d.RemoveSites},
		{"last_get", "elements last read", d.LastGets}, {"type", "elements of type", d.Types}}
}

// CSV has a row for each collection or, with --collection, for each line of the program.
func (p *Collections) CSV(w *csv.Writer) {
	exact := func(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }
	count := func(n int64) string { return strconv.FormatInt(n, 10) }
	if p.Collection != nil {
		_ = w.Write([]string{"kind", "location", "count", "staleness"})
		for _, list := range p.Collection.lists() {
			for _, r := range list.rows {
				stale := ""
				if r.Staleness != nil {
					stale = exact(*r.Staleness)
				}
				_ = w.Write([]string{list.kind, r.Location, count(r.Count), stale})
			}
		}
		return
	}
	_ = w.Write([]string{"number", "type", "site", "size", "staleness", "rank", "below", "above", "duplicates"})
	for _, c := range p.Collections {
		_ = w.Write([]string{strconv.Itoa(c.Number), c.Type, c.Site, count(c.Size), exact(c.Staleness), exact(c.Rank),
			count(c.Below.Elements), count(c.Above.Elements), count(c.Duplicates)})
	}
}
