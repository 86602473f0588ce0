package widget

import (
	"memcity/city/state"
	"memcity/city/trees"
	"memcity/city/view/churns"
	"memcity/city/view/diffs"
	"memcity/city/view/rows"
	"memcity/city/view/table"
)

// groupTree is a tree of groups in a [TreeTable].
type groupTree struct {
	rows.Tree
	view state.View // view of the table
	key  func(node int32) string
}

func SeriesGroups(s *trees.Series) groupTree {
	return groupTree{s.Nodes, table.View.ID, s.Key}
}

func DiffGroups(r *diffs.Report) groupTree {
	return groupTree{r.Tree.Nodes, diffs.View.ID, r.Key}
}

func ChurnGroups(r *churns.Report) groupTree {
	return groupTree{r.Tree.Nodes, churns.View.ID, r.Key}
}

// OpenBelow opens or closes a group and everything below it. The root stays open.
func (c *Canvas) OpenBelow(t groupTree, node int32, open bool) {
	var keys []string
	for n := node; n < t.End(node); n++ {
		if !t.IsLeaf(n) && (n != 0 || open) {
			keys = append(keys, t.key(n))
		}
	}
	if len(keys) > 0 {
		c.Do(state.OpenRows{In: t.view, Keys: keys, Close: !open})
	}
}

// OpenAbove opens the groups that contain a group. place contains the row of each node; -1 for none.
func (c *Canvas) OpenAbove(t groupTree, node int32, rows []rows.Row, place []int32) {
	var closed []string
	for up := t.Parent(node); up >= 0; up = t.Parent(up) {
		if row := place[up]; row < 0 || !rows[row].Open {
			closed = append(closed, t.key(up))
		}
	}
	if len(closed) > 0 {
		c.Do(state.OpenRows{In: t.view, Keys: closed})
	}
}
