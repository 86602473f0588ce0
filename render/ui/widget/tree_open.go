package widget

import (
	"memcity/city/state"
	"memcity/city/view/rows"
)

// GroupTree is a tree of groups in a [TreeTable].
type GroupTree struct {
	rows.Tree
	View state.View // view of the table
	Key  func(node int32) string
}

// OpenBelow opens or closes a group and everything below it. The root stays open.
func (c *Canvas) OpenBelow(t GroupTree, node int32, open bool) {
	var keys []string
	for n := node; n < t.End(node); n++ {
		if !t.IsLeaf(n) && (n != 0 || open) {
			keys = append(keys, t.Key(n))
		}
	}
	if len(keys) > 0 {
		c.Do(state.OpenRows{In: t.View, Keys: keys, Close: !open})
	}
}

// OpenAbove opens the groups that contain a group. place contains the row of each node; -1 for none.
func (c *Canvas) OpenAbove(t GroupTree, node int32, rows []rows.Row, place []int32) {
	var closed []string
	for up := t.Parent(node); up >= 0; up = t.Parent(up) {
		if row := place[up]; row < 0 || !rows[row].Open {
			closed = append(closed, t.Key(up))
		}
	}
	if len(closed) > 0 {
		c.Do(state.OpenRows{In: t.View, Keys: closed})
	}
}
