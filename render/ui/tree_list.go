package ui

import "memcity/city"

// listedRows are rows that package city listed, as a [treeTable] has them. They do not change.
type listedRows struct {
	city.TableRows
	tell    func(node int32) (key, name, role string)
	find    func(key string) int32 // node with a key; -1 for none
	place   []int32                // row by node, -1 for none
	deepest int
}

// listRows takes over the rows of a tree of some nodes.
func listRows(rows city.TableRows, nodes int, find func(key string) int32, tell func(node int32) (key, name, role string)) *listedRows {
	l := &listedRows{TableRows: rows, tell: tell, find: find, place: make([]int32, nodes)}
	for i := range l.place {
		l.place[i] = -1
	}
	for i, r := range rows.Rows {
		l.place[r.Node] = int32(i)
		l.deepest = max(l.deepest, int(r.Level))
	}
	return l
}

func (l *listedRows) Len() int { return len(l.Rows) }

func (l *listedRows) Row(i int) treeRow {
	r := &l.Rows[i]
	key, name, role := l.tell(r.Node)
	return treeRow{key: key, name: name, role: role, level: int(r.Level), children: r.Children, open: r.Open, node: r.Node}
}

func (l *listedRows) Find(key string) int {
	if node := l.find(key); node >= 0 && key != "" {
		return int(l.place[node])
	}
	return -1
}

func (l *listedRows) Deepest() int { return l.deepest }
