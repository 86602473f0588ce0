package widget

import (
	"memcity/city/view/rows"
)

// ListedRows are the rows listed by package city, for a [TreeTable]. They are read-only.
type ListedRows struct {
	rows.TableRows
	describe func(node int32) (key, name, role string)
	find     func(key string) int32 // node with a key; -1 for none
	Place    []int32                // row by node; -1 for none
	deepest  int
}

// ListRows wraps the rows of a tree with the given number of nodes.
func ListRows(rows rows.TableRows, nodes int, find func(key string) int32, describe func(node int32) (key, name, role string)) *ListedRows {
	l := &ListedRows{TableRows: rows, describe: describe, find: find, Place: make([]int32, nodes)}
	for i := range l.Place {
		l.Place[i] = -1
	}
	for i, r := range rows.Rows {
		l.Place[r.Node] = int32(i)
		l.deepest = max(l.deepest, int(r.Level))
	}
	return l
}

func (l *ListedRows) Len() int { return len(l.Rows) }

func (l *ListedRows) Row(i int) TreeRow {
	r := &l.Rows[i]
	key, name, role := l.describe(r.Node)
	return TreeRow{Key: key, Name: name, Role: role, Level: int(r.Level), Children: r.Children, Open: r.Open, Node: r.Node}
}

func (l *ListedRows) Find(key string) int {
	if node := l.find(key); node >= 0 && key != "" {
		return int(l.Place[node])
	}
	return -1
}

func (l *ListedRows) Deepest() int { return l.deepest }
