package collections

import (
	"fmt"
	"strconv"

	"memcity/words"
)

// inUse is the maximum staleness of a collection in use.
const inUse = 0.2

// Headline returns a few sentences on the collection with most unused elements, and on the line that added them.
func (r *Report) Headline() string {
	top := r.top()
	switch {
	case r.Window.Elements == 0:
		return "No collection held any elements in the window."
	case top == nil:
		return "No collection matches."
	case r.Query.Limited && r.Query.MaxSize == 0:
		return "These collections are empty."
	case top.Rank == 0:
		return "These collections have no unused elements: all were read until the end of the window."
	case top.Staleness <= inUse:
		return fmt.Sprintf("The elements of these collections are in use. Even in %s, the %s went unread for only %s of the window on average.",
			madeAt(top), words.Counted(top.Size, "element"), words.PercentOf(top.Staleness))
	}
	text := words.UpperFirst(madeAt(top)) + " holds most of the unused elements."
	if r.Top == nil || r.Top.Number != top.Number {
		return fmt.Sprintf("%s Its %s went unread for %s of the window on average.", text, words.Counted(top.Size, "element"),
			words.PercentOf(top.Staleness))
	}
	return text + " " + r.Top.Story()
}

// top returns the listed collection with the largest size × staleness; nil for an empty list.
func (r *Report) top() (top *Row) {
	for i := range r.Collections {
		if c := &r.Collections[i]; top == nil || c.Rank > top.Rank {
			top = c
		}
	}
	return top
}

// PatternHeadline returns a sentence on the number of collections with a pattern.
func (r *Report) PatternHeadline() string {
	if len(r.Patterns) == 0 {
		return "No collection was empty, small or of fixed size throughout the window."
	}
	sum := int64(0)
	for i := range r.Patterns {
		sum += r.Patterns[i].Collections
	}
	all := words.Counted(int64(r.Window.Collections), "collection")
	return words.Count(sum) + " of " + all + " are empty, small or of fixed size throughout the window."
}

// madeAt returns the type and allocation site of a collection, in words.
func madeAt(c *Row) string {
	name := "a collection"
	if c.Type != "" {
		name = "the " + words.Unqualified(c.Type)
	}
	if c.Site != "" {
		name += " created at " + words.ShortSite(c.Site)
	}
	return words.OneLine(name)
}

// Facts summarizes the window in words.
func (w *Window) Facts() string {
	return fmt.Sprintf("%s to %s: %s with %s in the window, mean staleness %s", words.ExactSeconds(float64(w.Start)),
		words.ExactSeconds(float64(w.End)), words.Counted(int64(w.Collections), "collection"), words.Counted(w.Elements, "element"),
		words.Ratio(w.Staleness))
}

// Text returns the numbers of a row in words.
func (c *Row) Text() string {
	text := words.Counted(c.Size, "element") + ", staleness " + words.Ratio(c.Staleness)
	if c.Confidence != nil {
		text += ", leak confidence " + words.Ratio(*c.Confidence)
	}
	return text
}

// Story returns sentences on the use of the elements in the window, and on the lines that added them.
func (d *Details) Story() string {
	if d.Elements == 0 {
		return "There were no elements in the window."
	}
	var text string
	whose := "its "
	if d.Number == 0 { // all collections together
		whose = "the "
	}
	switch elements := whose + words.Counted(d.Elements, "element"); d.NeverRead {
	case d.Elements:
		text = "None of " + elements + " was read"
	case 0:
		text = "All of " + elements + " were read"
	default:
		text = words.Count(d.NeverRead) + " of " + elements + " were not read"
	}
	switch gone := d.Elements - d.NeverRemoved; gone {
	case 0:
		text += ", and none was removed."
	case 1:
		text += ", and 1 was removed."
	default:
		text += ", and " + words.Count(gone) + " were removed."
	}
	if len(d.AddSites) == 0 || d.AddSites[0].Location == "" {
		return text
	}
	if at := words.ShortSite(d.AddSites[0].Location); len(d.AddSites) == 1 {
		text += " All were added at " + at + "."
	} else {
		text += " " + words.UpperFirst(words.PartText(d.AddSites[0].Count, d.Elements)) + " were added at " + at + "."
	}
	return words.OneLine(text)
}

// Text returns the number of collections with a pattern, in words.
func (p *Pattern) Text() string {
	text := words.Counted(p.Collections, "collection") + " " + p.Sentence
	if p.AtMoment {
		text += ", at this moment"
	}
	return text
}

// Table returns collections as rows of text, with a heading. Numbers are exact; empty for missing data. It includes leak confidence if any
// collection has it.
func Table(list []Row) [][]string {
	known := KnowsConfidence(list)
	heading := []string{"number", "type", "site", "size", "staleness", "rank", "below", "above", "duplicates"}
	if known {
		heading = append(heading, "confidence")
	}
	table := [][]string{heading}
	for i := range list {
		c := &list[i]
		row := []string{strconv.Itoa(c.Number), c.Type, c.Site, count(c.Size), exact(&c.Staleness), exact(&c.Rank), count(c.Below.Elements),
			count(c.Above.Elements), count(c.Duplicates)}
		if known {
			row = append(row, exact(c.Confidence))
		}
		table = append(table, row)
	}
	return table
}

// KnowsConfidence reports whether any collection has leak confidence.
func KnowsConfidence(list []Row) bool {
	for i := range list {
		if list[i].Confidence != nil {
			return true
		}
	}
	return false
}

// Table returns the program lines as rows of text, with a heading.
func (d *Details) Table() [][]string {
	table := [][]string{{"kind", "location", "count", "staleness"}}
	for _, list := range d.Lists() {
		for _, r := range list.Rows {
			table = append(table, []string{list.Kind, r.Location, count(r.Count), exact(r.Staleness)})
		}
	}
	return table
}

// PatternTable returns patterns as rows of text, with a heading.
func PatternTable(list []Pattern) [][]string {
	table := [][]string{{"kind", "type", "site", "collections", "least_size", "most_size", "sentence", "fix"}}
	for i := range list {
		p := &list[i]
		table = append(table, []string{p.Kind, p.Type, p.Site, count(p.Collections), count(p.Min), count(p.Max), p.Sentence, p.Fix})
	}
	return table
}

func count(n int64) string { return strconv.FormatInt(n, 10) }

func exact(v *float64) string {
	if v == nil {
		return ""
	}
	return strconv.FormatFloat(*v, 'g', -1, 64)
}
