// Package dom finds detached DOM trees in heap states of browsers: elements that were removed from their document but are alive.
package dom

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"memcity/trace"
	"memcity/trace/poll"
)

// detached precedes the type names of nodes outside the document, and of the objects of C++ below them.
const detached = "Detached "

// otherNodes lists the types of nodes that are not elements.
var otherNodes = []string{"(Text)", "(Comment)", "(DocumentFragment)", "(ShadowRoot)", "(CDATASection)", "(Attr)"}

// IsDetached reports whether a type consists of nodes outside the document: elements, texts and others, but not objects of C++.
func IsDetached(typeName string) bool {
	name, ok := strings.CutPrefix(typeName, detached)
	return ok && (strings.HasPrefix(name, "<") || slices.Contains(otherNodes, name))
}

// Lacks returns the reason why a heap state cannot have detached DOM trees; empty if it can.
func Lacks(h *trace.Heap) string {
	if h.Runtime == trace.V8 {
		for t := range h.Types {
			if name := h.Types[t].Name; strings.HasPrefix(name, "<") || IsDetached(name) {
				return ""
			}
		}
	}
	return "this input has no elements of a page; open heap snapshots of a browser"
}

// Tree is a detached DOM tree.
type Tree struct {
	Nodes []trace.ObjectID // ascending, at least one
	Bytes int64            // of the nodes alone
}

// Detached returns the detached DOM trees with live nodes, largest first. Nodes that refer to each other are in one tree. A shadow tree
// counts as a separate tree. The cost is linear in objects, and in the references of detached nodes. It returns an error only if ctx is done.
func Detached(ctx context.Context, h *trace.Heap, alive func(trace.ObjectID) bool) ([]Tree, error) {
	nodes, err := detachedNodes(ctx, h, alive)
	if err != nil || len(nodes) == 0 {
		return nil, err
	}
	at := make(map[trace.ObjectID]int, len(nodes))
	parents := make([]int, len(nodes)) // a forest of disjoint sets
	for i, o := range nodes {
		at[o], parents[i] = i, i
	}
	find := func(i int) int {
		for parents[i] != i {
			parents[i] = parents[parents[i]]
			i = parents[i]
		}
		return i
	}
	for i, o := range nodes {
		if err := poll.At(ctx, i); err != nil {
			return nil, err
		}
		for _, to := range h.References(o) {
			if j, ok := at[to]; ok {
				a, b := find(i), find(j)
				parents[max(a, b)] = min(a, b)
			}
		}
	}
	return treesOf(h, nodes, find), nil
}

// detachedNodes returns the live detached nodes, ascending.
func detachedNodes(ctx context.Context, h *trace.Heap, alive func(trace.ObjectID) bool) (nodes []trace.ObjectID, err error) {
	isNode := make([]bool, len(h.Types))
	for t := range h.Types {
		isNode[t] = h.Runtime == trace.V8 && IsDetached(h.Types[t].Name)
	}
	if !slices.Contains(isNode, true) {
		return nil, nil
	}
	for o, t := range h.TypeOf.All() {
		if err := poll.At(ctx, o); err != nil {
			return nil, err
		}
		if isNode[t] && alive(o) {
			nodes = append(nodes, o)
		}
	}
	return nodes, nil
}

// treesOf groups nodes by the tree that find returns.
func treesOf(h *trace.Heap, nodes []trace.ObjectID, find func(int) int) (trees []Tree) {
	number := map[int]int{}
	for i, o := range nodes {
		k, ok := number[find(i)]
		if !ok {
			k = len(trees)
			number[find(i)] = k
			trees = append(trees, Tree{})
		}
		trees[k].Nodes = append(trees[k].Nodes, o)
		trees[k].Bytes += h.Size(o)
	}
	slices.SortStableFunc(trees, func(a, b Tree) int { return cmp.Compare(b.Bytes, a.Bytes) })
	return trees
}
