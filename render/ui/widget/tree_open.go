package widget

import (
	"memcity/city/state"
	"memcity/city/trees"
	"memcity/city/view/churns"
	"memcity/city/view/diffs"
	"memcity/city/view/rows"
)

// groupTree is a tree of groups that a [TreeTable] lists, its nodes in preorder.
type groupTree struct {
	view   state.View             // of the table
	parent func(node int32) int32 // -1 for the root's
	end    func(node int32) int32 // behind the last node below
	key    func(node int32) string
}

func SeriesGroups(s *trees.Series) groupTree {
	return groupTree{state.HeapView, func(n int32) int32 { return s.Nodes[n].Parent }, func(n int32) int32 { return s.Nodes[n].End }, s.Key}
}

func DiffGroups(r *diffs.Report) groupTree {
	t := r.Tree
	return groupTree{state.DiffView, func(n int32) int32 { return t.Nodes[n].Parent }, func(n int32) int32 { return t.Nodes[n].End }, r.Key}
}

func ChurnGroups(r *churns.Report) groupTree {
	t := r.Tree
	return groupTree{state.ChurnView, func(n int32) int32 { return t.Nodes[n].Parent }, func(n int32) int32 { return t.Nodes[n].End }, r.Key}
}

// OpenBelow opens or closes a group with everything below it. The root stays open.
func (c *Canvas) OpenBelow(t groupTree, node int32, open bool) {
	var keys []string
	for n := node; n < t.end(node); n++ {
		if t.end(n) > n+1 && (n != 0 || open) {
			keys = append(keys, t.key(n))
		}
	}
	if len(keys) > 0 {
		c.Do(state.OpenRows{In: t.view, Keys: keys, Close: !open})
	}
}

// OpenAbove opens what is above a group. Place tells the row of each node in rows, -1 for none.
func (c *Canvas) OpenAbove(t groupTree, node int32, rows []rows.Row, place []int32) {
	var closed []string
	for up := t.parent(node); up >= 0; up = t.parent(up) {
		if row := place[up]; row < 0 || !rows[row].Open {
			closed = append(closed, t.key(up))
		}
	}
	if len(closed) > 0 {
		c.Do(state.OpenRows{In: t.view, Keys: closed})
	}
}
