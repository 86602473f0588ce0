package diff

import (
	"memcity/trace"
	"memcity/trace/preorder"
)

// united is the union of the groups of two trees.
type united struct {
	tree          *Tree
	before, after []int32 // by node of the first and second tree: node of the union
}

// union joins the groups of two trees by path.
func union(before, after *trace.Tree) *united {
	grown := preorder.NewGrowing(before.Nodes[0].Name)
	u := &united{before: grow(grown, before, before.Names), after: grow(grown, after, before.Names)}
	places, _, placeOf := grown.Flatten()
	u.tree = &Tree{Names: before.Names, Nodes: make([]Node, len(places))}
	for i, place := range places {
		u.tree.Nodes[i].Place = place
	}
	for y, n := range u.after {
		u.after[y] = placeOf[n]
		from, to := &after.Nodes[y], &u.tree.Nodes[placeOf[n]]
		to.Name, to.Role = idIn(before.Names, after.Names, from.Name), idIn(before.Names, after.Names, from.Role)
		to.After = from.Amount()
	}
	for x, n := range u.before {
		u.before[x] = placeOf[n]
		from, to := &before.Nodes[x], &u.tree.Nodes[placeOf[n]]
		to.Name, to.Role, to.Before = from.Name, from.Role, from.Amount()
	}
	return u
}

// grow appends the missing groups of a tree, and returns the union's node for each node of the tree.
func grow(grown *preorder.Growing[trace.NameID], t *trace.Tree, names *trace.Names) []int32 {
	numbers := make([]int32, len(t.Nodes))
	for i := 1; i < len(t.Nodes); i++ {
		parent, name := numbers[t.Nodes[i].Parent], idIn(names, t.Names, t.Nodes[i].Name)
		if numbers[i] = grown.Child(parent, name); numbers[i] < 0 {
			numbers[i] = grown.Add(parent, name)
		}
	}
	return numbers
}

// idIn returns the number of a name in names, given its number in from.
func idIn(names, from *trace.Names, id trace.NameID) trace.NameID {
	if names == from {
		return id
	}
	return names.ID(from.Text(id))
}
