package ui

import (
	"encoding/csv"
	"slices"
	"strconv"
	"strings"
)

// csv writes the rows of the table with the numbers as they are; what is not known is empty.
func (t *treeTable) csv() string {
	var b strings.Builder
	w := csv.NewWriter(&b)
	line := []string{"path", "name", "role", "level"}
	for i := range t.columns {
		line = append(line, t.columns[i].id)
	}
	_ = w.Write(line) // writing to memory cannot go wrong
	list := t.list()
	for i := range list.Len() {
		r := list.Row(i)
		line = append(line[:0], r.key, r.name, r.role, strconv.Itoa(r.level))
		for j := range t.columns {
			line = append(line, t.cell(t.columns[j].id, &r).raw)
		}
		_ = w.Write(line)
	}
	w.Flush()
	return b.String()
}

// column returns the column with an id; nil for none.
func (t *treeTable) column(id string) *treeColumn {
	if i := slices.IndexFunc(t.columns, func(col treeColumn) bool { return col.id == id }); i >= 0 {
		return &t.columns[i]
	}
	return nil
}
