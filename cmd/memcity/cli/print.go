package cli

import (
	"encoding/csv"
	"encoding/json"
	"io"
	"slices"

	"memcity/city/session"
)

// Output is what a command found. As JSON it is the value itself.
type Output interface {
	Table(out io.Writer) error // for people
}

// Rows is what can be reported in rows.
type Rows interface {
	CSV(w *csv.Writer) // whoever calls it flushes w and looks for its error
}

// Print prints what was found, in a format that [CheckFormat] knows.
func (c *Call) Print(format string, p Output) error {
	switch format {
	case "json":
		return c.PrintJSON(p)
	case "csv":
		w := csv.NewWriter(c.Stdout)
		p.(Rows).CSV(w)
		w.Flush()
		return w.Error()
	}
	return p.Table(c.Stdout)
}

// Result opens the paths, warns of what was wrong with them, and prints what find makes of them.
func Result[T Output](c *Call, paths []string, format string, find func(*Call, *session.Recording) (T, error)) error {
	opened, err := c.Open(paths)
	if err != nil {
		return err
	}
	out, err := find(c, opened)
	if err != nil {
		return err
	}
	c.Warn(opened)
	return c.Print(format, out)
}

// PrintJSON prints v indented.
func (c *Call) PrintJSON(v any) error { return WriteJSON(c.Stdout, v) }

// WriteJSON writes v indented.
func WriteJSON(w io.Writer, v any) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(v)
}

// CheckFormat is [CheckName] for the option --format.
func CheckFormat(format string, known ...string) error { return CheckName("format", format, known...) }

// CheckName reports a value of an option that is not one of those known.
func CheckName(what, value string, known ...string) error {
	if !slices.Contains(known, value) {
		return Usagef("%s %q: expected %s", what, value, OrList(known))
	}
	return nil
}

// OrList joins words as in "a, b or c".
func OrList(words []string) string {
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
