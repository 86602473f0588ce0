package threads

import (
	"strings"

	"memcity/words"
)

// Title returns the name of a thread, whether it is a daemon, and whether it failed.
func (t *Thread) Title() string {
	text := words.Printable(t.Name)
	if text == "" {
		text = "(no name)"
	}
	if t.Daemon {
		text += " (daemon)"
	}
	if t.Failed {
		text += ", failed with OutOfMemoryError"
	}
	return text
}

// maxTypes is the number of types in a text about variables.
const maxTypes = 6

// TypesText returns the types of variables with their numbers, at most six; empty for no variables.
func TypesText(list []Variable) string {
	count, order := map[string]int64{}, []string{}
	for _, v := range list {
		if count[v.Type]++; count[v.Type] == 1 {
			order = append(order, v.Type)
		}
	}
	var parts []string
	for _, name := range order[:min(len(order), maxTypes)] {
		text := words.Printable(name)
		if count[name] > 1 {
			text = words.Count(count[name]) + " " + text
		}
		parts = append(parts, text)
	}
	if more := len(order) - maxTypes; more > 0 {
		parts = append(parts, words.Counted(int64(more), "more type"))
	}
	return strings.Join(parts, ", ")
}
