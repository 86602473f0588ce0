package widget

import (
	"encoding/csv"
	"strconv"
	"strings"

	"memcity/words"
)

// Csv returns the rows of the table with raw numbers. Unknown ones are empty.
func (t *TreeTable) Csv() string {
	var b strings.Builder
	_ = csv.NewWriter(&b).WriteAll(words.Cells(TableRows(t.List(), t.Columns, t.Cell))) // writing to memory cannot fail
	return b.String()
}

// TableRows returns the rows of a table after their header.
func TableRows(list TreeList, columns []TreeColumn, cell func(column string, r *TreeRow) TreeCell) [][]string {
	head := []string{"path", "name", "role", "level"}
	for i := range columns {
		head = append(head, columns[i].Id)
	}
	rows := [][]string{head}
	for i := range list.Len() {
		r := list.Row(i)
		line := []string{r.Key, r.Name, r.Role, strconv.Itoa(r.Level)}
		for j := range columns {
			line = append(line, cell(columns[j].Id, &r).Raw)
		}
		rows = append(rows, line)
	}
	return rows
}
