package cli

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"strings"

	"memcity/words"
)

// jsonLines writes the rows of a table as JSON objects, one per line, with fields in the order of the columns. Field types are those of
// the columns, not of the values, so that the lines of many runs can be read, or written to Parquet, as one table.
type jsonLines struct {
	w       *bufio.Writer
	columns []Column
	err     error // the first error
}

func newJSONLines(out io.Writer) *jsonLines {
	return &jsonLines{w: bufio.NewWriter(words.NewJSONCleaner(out))}
}

// Columns sets the columns. It is called before the rows are written.
func (l *jsonLines) Columns(columns ...Column) { l.columns = columns }

// Write writes a row. Missing cells at its end are empty.
func (l *jsonLines) Write(row []string) error {
	var line bytes.Buffer
	for i, column := range l.columns {
		line.WriteByte("{,"[min(i, 1)])
		writeText(&line, column.Name)
		line.WriteByte(':')
		cell := ""
		if i < len(row) {
			cell = row[i]
		}
		if err := column.write(&line, cell); err != nil && l.err == nil {
			l.err = err
		}
	}
	line.WriteString("}\n")
	if _, err := l.w.Write(line.Bytes()); err != nil && l.err == nil {
		l.err = err
	}
	return l.err
}

// end flushes the output and returns the first error.
func (l *jsonLines) end() error {
	if l.err != nil {
		return l.err
	}
	return l.w.Flush()
}

// write writes a cell as a value of the column's type. An empty cell is null, except in a column of text.
func (c *Column) write(w *bytes.Buffer, cell string) error {
	if c.Type == Text {
		writeText(w, cell)
		return nil
	}
	value, valid := cell, true
	switch {
	case cell == "":
		value = "null"
	case c.Type == Whole:
		_, err := strconv.ParseInt(cell, 10, 64)
		valid = err == nil
	case c.Type == Truth:
		valid = cell == "true" || cell == "false"
	case c.Type == Number:
		_, err := strconv.ParseFloat(cell, 64)
		valid = err == nil
		if !strings.ContainsAny(cell, ".eE") { // else readers that infer types from the first rows take the column for integers
			value += ".0"
		}
	}
	if !valid || !json.Valid([]byte(value)) {
		return fmt.Errorf("column %s: %q does not have its type", c.Name, cell)
	}
	w.WriteString(value)
	return nil
}

func writeText(w *bytes.Buffer, text string) {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	_ = e.Encode(text)
	w.Truncate(w.Len() - 1) // the newline
}
