package cli

import (
	"encoding/csv"
	"encoding/json"
	"io"
	"slices"

	"memcity/city/session"
	"memcity/words"
)

// Output is what a command found. As JSON it is the value itself.
type Output interface {
	Table(out io.Writer) error // for people
}

// Rows is what can be reported in rows.
type Rows interface {
	CSV(w RowWriter)
}

// Formats is what can be written in further formats, by their names.
type Formats interface {
	Formats() map[string]func(io.Writer) error
}

// RowWriter takes a table: its columns, then its rows. A cell is empty where a value is missing.
type RowWriter interface {
	Columns(columns ...Column)
	Write(row []string) error
}

// safeRows writes rows of which no cell is a formula, or steers a terminal. Whoever has the writer flushes it and looks for its error.
type safeRows struct{ w *csv.Writer }

func (s safeRows) Columns(columns ...Column) {
	names := make([]string, len(columns))
	for i, c := range columns {
		names[i] = c.Name
	}
	_ = s.Write(names)
}

func (s safeRows) Write(row []string) error { return s.w.Write(words.Cells([][]string{row})[0]) }

// Print prints what was found, in a format that [CheckFormat] or [CheckTable] knows.
func (c *Call) Print(format string, p Output) error {
	switch format {
	case "json":
		return c.json(p)
	case "csv":
		w := csv.NewWriter(c.Stdout)
		p.(Rows).CSV(safeRows{w})
		w.Flush()
		return w.Error()
	case "jsonl":
		lines := newJSONLines(c.Stdout)
		p.(Rows).CSV(lines)
		return lines.end()
	}
	if more, ok := p.(Formats); ok {
		if write := more.Formats()[format]; write != nil {
			return write(c.Stdout)
		}
	}
	return c.table(p)
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
	return c.Print(format, out)
}

// Text returns where text for people goes. What would steer a terminal is replaced.
func (c *Call) Text() io.Writer { return words.NewCleaner(c.Stdout) }

// PrintJSON prints v indented.
func (c *Call) PrintJSON(v any) error { return WriteJSON(c.Stdout, v) }

// WriteJSON writes v indented.
func WriteJSON(w io.Writer, v any) error {
	e := json.NewEncoder(words.NewJSONCleaner(w))
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(v)
}

// CheckFormat is [CheckName] for the option --format.
func CheckFormat(format string, known ...string) error { return CheckName("format", format, known...) }

// CheckTable is [CheckFormat] for what is printed as a table or in its rows, and in more formats.
func CheckTable(format string, more ...string) error {
	return CheckFormat(format, append([]string{"table", "json", "csv", "jsonl"}, more...)...)
}

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
