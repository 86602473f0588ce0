package ui

import (
	"encoding/csv"
	"strconv"
	"strings"
)

// csv writes the rows of the table with the numbers as they are; what is not known is empty.
func (t *treeTable) csv() string {
	var b strings.Builder
	_ = csv.NewWriter(&b).WriteAll(tableRows(t.list(), t.columns, t.cell)) // writing to memory cannot go wrong
	return b.String()
}

// tableRows lists the rows of a table, below their heading.
func tableRows(list treeList, columns []treeColumn, cell func(column string, r *treeRow) treeCell) [][]string {
	head := []string{"path", "name", "role", "level"}
	for i := range columns {
		head = append(head, columns[i].id)
	}
	rows := [][]string{head}
	for i := range list.Len() {
		r := list.Row(i)
		line := []string{r.key, r.name, r.role, strconv.Itoa(r.level)}
		for j := range columns {
			line = append(line, cell(columns[j].id, &r).raw)
		}
		rows = append(rows, line)
	}
	return rows
}
