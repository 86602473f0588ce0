package help

import "strings"

// Option is an option as the page of a command lists it.
type Option struct {
	Name  string // without hyphens
	Short string // a letter, empty for none
	Value string // what follows it as the page writes it: FILE, table|json; empty where the page says that elsewhere, and for switches
	Spans []Span // what it does
}

// Choices returns the values that an option has, if the page lists them all.
func (o *Option) Choices() []string {
	if !strings.Contains(o.Value, "|") {
		return nil
	}
	return strings.Split(o.Value, "|")
}

// Options returns the options in the tables of a page, in its order. A row may be of several that say the same.
func (p *Page) Options() []Option {
	var options []Option
	for _, b := range p.Blocks {
		if b.Kind != Table {
			continue
		}
		for _, row := range b.Rows[1:] {
			var short string
			for _, term := range optionTerms(row[0]) {
				name, value, _ := strings.Cut(term, " ")
				name, _, _ = strings.Cut(name, "=") // as in --legend=false
				if long, ok := strings.CutPrefix(name, "--"); ok {
					options = append(options, Option{Name: long, Short: short, Value: value, Spans: row[len(row)-1]})
					short = ""
				} else {
					short = strings.TrimPrefix(name, "-")
				}
			}
		}
	}
	return options
}

// optionTerms returns the options of the first cell of a row, with their hyphens and values.
func optionTerms(cell []Span) []string {
	var terms []string
	for _, s := range cell {
		if s.Style != Mono || !strings.HasPrefix(s.Text, "-") {
			continue
		}
		for term := range strings.SplitSeq(s.Text, ", ") {
			terms = append(terms, strings.TrimSpace(term))
		}
	}
	return terms
}
