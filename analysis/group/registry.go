package group

import (
	"fmt"
	"slices"
	"strings"

	"memcity/words"
)

// Registry is the classifiers that chains may name: those built in, and those that a user added. It is a value:
// nothing changes it once it is made.
type Registry struct {
	list []*Classifier
}

// Builtin returns the classifiers that are built in.
func Builtin() *Registry { return &Registry{list: builtin()} }

// With returns the registry with more classifiers behind the others. One of the name of an unusable one (see
// [Classifier.Lacks]) takes its place. A name that is taken, or that no chain can hold, is an error.
func (r *Registry) With(more ...*Classifier) (*Registry, error) {
	list := slices.Clone(r.list)
	for _, c := range more {
		if err := checkName(c.Name); err != nil {
			return nil, err
		}
		i := slices.IndexFunc(list, func(old *Classifier) bool { return old.Name == c.Name })
		switch {
		case i < 0:
			list = append(list, c)
		case list[i].Lacks != "":
			list[i] = c
		default:
			return nil, words.Errorf("classifier %q: the name is already taken", c.Name)
		}
	}
	return &Registry{list: list}, nil
}

// checkName says whether a chain can hold a name: lower-case letters, digits and hyphens, a letter first.
func checkName(name string) error {
	for i, b := range []byte(name) {
		if letter := b >= 'a' && b <= 'z'; !letter && (i == 0 || (b != '-' && (b < '0' || b > '9'))) {
			return words.Errorf("classifier %q: a name has lower-case letters, digits and hyphens, and starts with a letter", name)
		}
	}
	if name == "" {
		return fmt.Errorf("classifier without a name")
	}
	return nil
}

// All lists the classifiers in the order to offer them, also those that cannot be used (see [Classifier.Missing]).
func (r *Registry) All() []*Classifier { return slices.Clone(r.list) }

// Parse reads a chain as "package,type" or "older-than(3),type". A chain has at least one classifier, and none twice
// but behind a transformer. Filters and transformers may be its only ones.
func (r *Registry) Parse(text string) (Chain, error) {
	items, err := splitChain(text)
	if err != nil {
		return nil, err
	}
	if len(items) > maxChain {
		return nil, fmt.Errorf("classifiers %.60q…: a chain has at most %d", text, maxChain)
	}
	chain := make(Chain, 0, len(items))
	since := 0 // where the classifiers behind the last transformer begin
	for _, item := range items {
		c, err := r.find(item)
		if err != nil {
			return nil, err
		}
		if slices.ContainsFunc(chain[since:], func(before *Classifier) bool { return before.Name == c.Name }) {
			return nil, words.Errorf("classifier %q: named twice", c.Name)
		}
		chain = append(chain, c)
		if c.Kind == Transforms {
			since = len(chain)
		}
	}
	return chain, nil
}

// maxChain bounds what a chain costs: 4 bytes per object for each transformer. Useful chains have less than ten.
const maxChain = 32

// Chain is Parse of names that were parted at commas already, even at those in an argument.
func (r *Registry) Chain(names []string) (Chain, error) { return r.Parse(strings.Join(names, ",")) }

// splitChain parts a chain at the commas that are in no parentheses. Parentheses in a quoted text of an argument, as in
// where(object.text == "(a"), count for nothing; a quote that nothing closes is a character like others.
func splitChain(text string) ([]string, error) {
	var items []string
	depth, from := 0, 0
	for i := 0; i < len(text) && depth >= 0; i++ {
		switch b := text[i]; {
		case b == '(':
			depth++
		case b == ')':
			depth--
		case b == ',' && depth == 0:
			items = append(items, text[from:i])
			from = i + 1
		case (b == '"' || b == '\'') && depth > 0:
			i += quoted(text[i:])
		}
	}
	if depth != 0 {
		return nil, words.Errorf("classifiers %q: parentheses do not match", text)
	}
	return append(items, text[from:]), nil
}

// quoted returns how far behind the quote that a text begins with the one is that closes it; 0 if none does.
func quoted(text string) int {
	for i := 1; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case text[0]:
			return i
		}
	}
	return 0
}

// find returns the classifier of an item of a chain: a name, and an argument in parentheses if it takes one.
func (r *Registry) find(item string) (*Classifier, error) {
	item = strings.TrimSpace(item)
	name, argument, with := strings.Cut(item, "(")
	name = strings.TrimSpace(name)
	i := slices.IndexFunc(r.list, func(c *Classifier) bool { return c.Name == name })
	if i < 0 {
		return nil, r.unknown(name)
	}
	c := r.list[i]
	switch {
	case c.Lacks != "":
		return nil, words.Errorf("classifier %q: %s", name, c.Missing(0))
	case c.Argument == "" && with:
		return nil, words.Errorf("classifier %q: it takes no arguments", name)
	case c.Argument == "":
		return c, nil
	case !with || !strings.HasSuffix(argument, ")"):
		return nil, words.Errorf("classifier %q: expected %s(%s)", item, name, c.Argument)
	}
	argument = strings.TrimSpace(argument[:len(argument)-1])
	bound, err := c.Bind(r, argument)
	if err != nil {
		return nil, words.Errorf("classifier %q: %w", item, err)
	}
	named := *bound
	named.Name, named.Argument, named.Bind = name+"("+argument+")", "", nil
	return &named, nil
}

// unknown names the classifiers that are most like a name that there is not, or all if none is.
func (r *Registry) unknown(name string) error {
	var near []string
	for _, c := range r.list {
		if c.Lacks == "" && (Distance(name, c.Name) <= min(3, 1+len(name)/4) || len(name) >= 3 && strings.Contains(c.Name, name)) {
			near = append(near, c.Name)
		}
	}
	if len(near) > 0 {
		return fmt.Errorf("classifier %.60q: no classifier has this name; similar: %s", name, strings.Join(near, ", "))
	}
	var all []string
	for _, c := range r.list {
		if c.Lacks == "" {
			all = append(all, c.Name)
		}
	}
	return fmt.Errorf("classifier %.60q: expected one of %s", name, strings.Join(all, ", "))
}

// Distance says how unlike two names are: the number of bytes to insert, delete, change, or swap with their neighbour to
// make b of a (optimal string alignment). Names longer than 64 bytes are 64 from everything.
func Distance(a, b string) int {
	if len(a) > 64 || len(b) > 64 {
		return 64
	}
	var before []int
	last, row := make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := range len(a) {
		row[0] = i + 1
		for j := range len(b) {
			cost := 1
			if a[i] == b[j] {
				cost = 0
			}
			row[j+1] = min(last[j+1]+1, row[j]+1, last[j]+cost)
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				row[j+1] = min(row[j+1], before[j-1]+1)
			}
		}
		before, last, row = last, row, make([]int, len(b)+1)
	}
	return last[len(b)]
}
