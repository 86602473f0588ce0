package cli

import (
	"encoding/csv"
	"encoding/json"
	"io"
	"slices"

	"memcity/city/recording"
	"memcity/words"
)

// Output is the result of a command. It is printed as JSON by marshaling it.
type Output interface {
	Table(out io.Writer) error // for people
}

// Rows is a result that can be printed in rows.
type Rows interface {
	CSV(w RowWriter)
}

// Formats is a result that can be written in further formats, by their names.
type Formats interface {
	Formats() map[string]func(io.Writer) error
}

// RowWriter takes a table: its columns, then its rows. A missing value is an empty cell.
type RowWriter interface {
	Columns(columns ...Column)
	Write(row []string) error
}

// safeRows writes CSV rows whose cells can neither be formulas nor control a terminal. The caller flushes w and checks its error.
type safeRows struct{ w *csv.Writer }

func (s safeRows) Columns(columns ...Column) {
	names := make([]string, len(columns))
	for i, c := range columns {
		names[i] = c.Name
	}
	_ = s.Write(names)
}

func (s safeRows) Write(row []string) error { return s.w.Write(words.Cells([][]string{row})[0]) }

// Print prints a result in a format that [CheckFormat] or [CheckTable] has accepted.
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

// Result opens the paths, prints warnings about them, calls find and prints its result.
func Result[T Output](c *Call, paths []string, format string, find func(*Call, *recording.Recording) (T, error)) error {
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

// Text returns the writer for text that people read. It replaces terminal control characters.
func (c *Call) Text() io.Writer { return words.NewCleaner(c.Stdout) }

// PrintJSON prints v as indented JSON.
func (c *Call) PrintJSON(v any) error { return WriteJSON(c.Stdout, v) }

// WriteJSON writes v as indented JSON.
func WriteJSON(w io.Writer, v any) error {
	e := json.NewEncoder(words.NewJSONCleaner(w))
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(v)
}

// CheckFormat calls [CheckName] for the option --format.
func CheckFormat(format string, known ...string) error { return CheckName("format", format, known...) }

// CheckTable calls [CheckFormat] for results that print as a table, in rows, or in the given further formats.
func CheckTable(format string, more ...string) error {
	return CheckFormat(format, append([]string{"table", "json", "csv", "jsonl"}, more...)...)
}

// CheckName returns a [UsageError] if value is not one of the given known values. The given what names the option.
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
