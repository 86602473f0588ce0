package help

import "strings"

// Option is an option on the page of a command.
type Option struct {
	Name  string // without hyphens
	Short string // a letter; empty for none
	Value string // value as written on the page, such as FILE or table|json; empty for switches and if described elsewhere
	Spans []Span // description
}

// Choices returns the values of an option if the page lists all of them.
func (o *Option) Choices() []string {
	if !strings.Contains(o.Value, "|") {
		return nil
	}
	return strings.Split(o.Value, "|")
}

// Options returns the options in the tables of a page, in order. A row may contain several options with the same description.
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

// optionTerms returns the options in the first cell of a row, with their hyphens and values.
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
