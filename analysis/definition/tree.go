package definition

import (
	"slices"
	"strings"
	"unicode/utf8"

	"go.yaml.in/yaml/v4"
)

// table returns the values of a table by key; nil if n is not a table. It reports unknown and duplicate keys as faults.
func (l *loader) table(n *yaml.Node, what string, known ...string) map[string]*yaml.Node {
	if n.Kind != yaml.MappingNode {
		l.fail(placeOf(n), "%s: expected a table with %s", what, strings.Join(known, ", "))
		return nil
	}
	values := map[string]*yaml.Node{}
	for i := 0; i+1 < len(n.Content); i += 2 {
		key := n.Content[i]
		switch {
		case key.Kind != yaml.ScalarNode || !slices.Contains(known, key.Value):
			l.fail(placeOf(key), "%s has no key %s: %s", what, clip(key.Value), hint(key.Value, known))
		case values[key.Value] != nil:
			l.fail(placeOf(key), "%s appears twice", key.Value)
		default:
			values[key.Value] = n.Content[i+1]
		}
	}
	return values
}

// list returns the elements of a list; nil if n is nil or null.
func (l *loader) list(n *yaml.Node, what string) []*yaml.Node {
	switch {
	case n == nil || n.Kind == yaml.ScalarNode && n.Tag == "!!null":
		return nil
	case n.Kind != yaml.SequenceNode:
		l.fail(placeOf(n), "%s: expected a list, with each element on its own line after a -", what)
		return nil
	case len(n.Content) > maxEntries:
		l.fail(placeOf(n), "%s: %d entries; at most %d are allowed", what, len(n.Content), maxEntries)
		return n.Content[:maxEntries]
	}
	return n.Content
}

// text returns the text of a scalar; "" if n is nil.
func (l *loader) text(n *yaml.Node, what string) (string, bool) {
	switch {
	case n == nil:
		return "", false
	case n.Kind != yaml.ScalarNode || n.Tag == "!!null":
		l.fail(placeOf(n), "%s: expected a string", what)
		return "", false
	case utf8.RuneCountInString(n.Value) > maxLength:
		l.fail(placeOf(n), "%s: %d characters; at most %d are allowed", what, utf8.RuneCountInString(n.Value), maxLength)
		return "", false
	}
	return strings.TrimSpace(n.Value), true
}

// clip truncates a text for a message.
func clip(s string) string { return clipTo(s, 40) }
