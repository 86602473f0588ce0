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

// jsonLines writes rows of a table as an object in a line for each, with its fields in the order of the columns. The types of fields are
// those of the columns whatever the rows hold, so that the lines of many runs can be read, or written to Parquet, as one table.
type jsonLines struct {
	w       *bufio.Writer
	columns []Column
	err     error // the first one
}

func newJSONLines(out io.Writer) *jsonLines {
	return &jsonLines{w: bufio.NewWriter(words.NewJSONCleaner(out))}
}

// Columns takes the columns, before the rows.
func (l *jsonLines) Columns(columns ...Column) { l.columns = columns }

// Write takes a row. Columns that it lacks at its end are empty.
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

// end writes what is left, and returns the first error there was.
func (l *jsonLines) end() error {
	if l.err != nil {
		return l.err
	}
	return l.w.Flush()
}

// write writes a cell as a value of the type of the column: null if it is empty and no text.
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
		if !strings.ContainsAny(cell, ".eE") { // else readers that go by the first rows take the column for whole numbers
			value += ".0"
		}
	}
	if !valid || !json.Valid([]byte(value)) {
		return fmt.Errorf("column %s: %q is not of its type", c.Name, cell)
	}
	w.WriteString(value)
	return nil
}

func writeText(w *bytes.Buffer, text string) {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	_ = e.Encode(text)
	w.Truncate(w.Len() - 1) // the end of the line
}
