package group

import (
	"fmt"
	"slices"
	"strings"

	"memcity/words"
)

// Registry contains the classifiers that chains may name: built-in ones and those that a user added. It is immutable.
type Registry struct {
	list []*Classifier
}

// Builtin returns a registry with the built-in classifiers.
func Builtin() *Registry { return &Registry{list: builtin()} }

// With returns the registry with more classifiers appended. A classifier replaces an unusable one of the same name, see [Classifier.Lacks].
// It returns an error if a name is taken or invalid.
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

// checkName returns an error unless a name consists of lower-case letters, digits and hyphens and starts with a letter.
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

// All returns the classifiers in display order, including those that cannot be used, see [Classifier.Missing].
func (r *Registry) All() []*Classifier { return slices.Clone(r.list) }

// Parse parses a chain such as "package,type" or "older-than(3),type". A chain has at least one classifier. It may repeat a classifier only
// after a transformer. It may consist of filters and transformers only.
func (r *Registry) Parse(text string) (Chain, error) {
	items, err := splitChain(text)
	if err != nil {
		return nil, err
	}
	if len(items) > maxChain {
		return nil, fmt.Errorf("classifiers %.60q…: a chain has at most %d", text, maxChain)
	}
	chain := make(Chain, 0, len(items))
	since := 0 // index after the last transformer
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

// maxChain limits the cost of a chain, which takes 4 bytes per object for each transformer. Useful chains have fewer than ten classifiers.
const maxChain = 32

// Chain is like Parse for text that was already split at commas, including commas in arguments.
func (r *Registry) Chain(names []string) (Chain, error) { return r.Parse(strings.Join(names, ",")) }

// splitChain splits a chain at commas outside parentheses. It ignores parentheses in quoted texts of an argument, as in where(object.text
// == "(a"). An unmatched quote is an ordinary character.
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

// quoted returns the index of the quote that closes the one at the start of text; 0 if there is none.
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

// find returns the classifier for an item of a chain: a name, with an argument in parentheses if it takes one.
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

// unknown returns an error for an unknown name. It lists the most similar classifiers, or all if none is similar.
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

// Distance returns the edit distance of two names in bytes, with swaps of neighbors as one edit (optimal string alignment). It returns 64
// if a name is longer than 64 bytes.
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
