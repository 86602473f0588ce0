package cli

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io"
	"strconv"

	"memcity/words"
)

// jsonLines are rows of a table as an object in a line for each. A column has one type: numbers where all its cells are numbers or
// empty, else texts, so that programs that want a type for each column, such as those that write Parquet, can take them as they are.
type jsonLines struct {
	names []string
	rows  [][]string
}

// Write takes the names of the columns, then a row each time.
func (l *jsonLines) Write(row []string) error {
	if l.names == nil {
		l.names = row
		return nil
	}
	l.rows = append(l.rows, row)
	return nil
}

func (l *jsonLines) write(out io.Writer) error {
	w := bufio.NewWriter(words.NewJSONCleaner(out))
	numbers := l.numeric()
	for _, row := range l.rows {
		var line bytes.Buffer
		for i, cell := range row {
			line.WriteByte("{,"[min(i, 1)])
			writeText(&line, l.names[i])
			line.WriteByte(':')
			switch {
			case cell == "" && numbers[i]:
				line.WriteString("null")
			case numbers[i]:
				line.WriteString(cell)
			default:
				writeText(&line, cell)
			}
		}
		line.WriteString("}\n")
		if _, err := w.Write(line.Bytes()); err != nil {
			return err
		}
	}
	return w.Flush()
}

// numeric reports the columns that have numbers, and nothing else but empty cells.
func (l *jsonLines) numeric() []bool {
	all := make([]bool, len(l.names))
	for i := range all {
		for _, row := range l.rows {
			if row[i] == "" {
				continue
			}
			if !isNumber(row[i]) {
				all[i] = false
				break
			}
			all[i] = true
		}
	}
	return all
}

// isNumber reports whether a text is a number of JSON.
func isNumber(text string) bool {
	_, err := strconv.ParseFloat(text, 64)
	return err == nil && json.Valid([]byte(text))
}

func writeText(w *bytes.Buffer, text string) {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	_ = e.Encode(text)
	w.Truncate(w.Len() - 1) // the end of the line
}
