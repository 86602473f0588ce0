package main

import (
	"encoding/csv"
	"encoding/json"
	"io"
	"slices"

	"memcity/city/session"
)

// printed is what a command found. As JSON it is the value itself.
type printed interface {
	table(out io.Writer) error // for people
}

// rows is what can be told in rows.
type rows interface {
	csv(w *csv.Writer) // whoever calls it flushes w and looks for its error
}

// print prints what was found, in a format that [checkFormat] knows.
func (c *call) print(format string, p printed) error {
	switch format {
	case "json":
		return c.printJSON(p)
	case "csv":
		w := csv.NewWriter(c.stdout)
		p.(rows).csv(w)
		w.Flush()
		return w.Error()
	}
	return p.table(c.stdout)
}

// answer opens the paths, warns of what was wrong with them, and prints what find makes of them.
func answer[T printed](c *call, paths []string, format string, find func(*call, *session.Opened) (T, error)) error {
	opened, err := c.open(paths)
	if err != nil {
		return err
	}
	out, err := find(c, opened)
	if err != nil {
		return err
	}
	c.warn(opened)
	return c.print(format, out)
}

// printJSON prints v indented.
func (c *call) printJSON(v any) error { return writeJSON(c.stdout, v) }

func writeJSON(w io.Writer, v any) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(v)
}

func checkFormat(format string, known ...string) error { return checkName("format", format, known...) }

// checkName reports a value of an option that is not one of those known.
func checkName(what, value string, known ...string) error {
	if !slices.Contains(known, value) {
		return usagef("%s %q: expected %s", what, value, orList(known))
	}
	return nil
}

func orList(words []string) string {
	text := ""
	for i, w := range words {
		switch {
		case i == 0:
		case i == len(words)-1:
			text += " or "
		default:
			text += ", "
		}
		text += w
	}
	return text
}
