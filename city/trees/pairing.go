package trees

import (
	"cmp"
	"slices"
	"strings"

	"memcity/analysis/guide/leak"
	"memcity/trace"
)

// alike returns a group name without numbers that a runtime assigns at each start, see [leak.Alike]. In the name of a call site, it changes
// only the class.
func alike(name string) string {
	class, method := name, ""
	if open := strings.IndexByte(name, '('); open >= 0 {
		if dot := strings.LastIndexByte(name[:open], '.'); dot >= 0 {
			class, method = name[:dot], name[dot:]
		}
	}
	return leak.Alike(class) + method
}

// kind contains the properties shared by sibling groups that may match each other.
type kind struct {
	role  trace.NameID
	alike string
}

// A pairing matches groups of two recordings whose names differ only by a runtime-generated number.
type pairing struct {
	*union
	series *Series
	tree   *trace.Tree // tree of the other recording, with the names of the series
	nodes  []int32     // node of the union, by node of the tree that the union has
	named  []bool      // by node of the union: true if the tree has a group with the same name
	alike  map[trace.NameID]string
}

// paired returns t with groups renamed to their counterparts in the series. It pairs siblings that differ only by a runtime-generated
// number, largest first. Unpaired groups keep their names. The tree has the names of the union's series. The cost is linear in the nodes,
// and n log n in siblings with alike names.
func (u *union) paired(s *Series, t *trace.Tree) *trace.Tree {
	if u.Len() == 0 || len(t.Nodes) == 0 {
		return t
	}
	out := &trace.Tree{Names: t.Names, Nodes: slices.Clone(t.Nodes), Estimates: t.Estimates}
	p := &pairing{u, s, out, make([]int32, len(t.Nodes)), make([]bool, u.Len()), map[trace.NameID]string{}}
	for level := []int32{0}; len(level) > 0; {
		level = p.level(level)
	}
	return out
}

// level pairs the children of the given groups, and returns the children that the union has.
func (p *pairing) level(groups []int32) (inner []int32) {
	for _, g := range groups {
		left, order := map[kind][]int32{}, []kind(nil)
		for c := range p.tree.Children(g) {
			n := &p.tree.Nodes[c]
			if at := p.union.Child(p.nodes[g], n.Name); at >= 0 {
				p.nodes[c], p.named[at] = at, true
				inner = append(inner, c)
			} else if k, ok := p.kind(n.Name, n.Role); ok {
				if left[k] == nil {
					order = append(order, k)
				}
				left[k] = append(left[k], c)
			}
		}
		if len(order) == 0 {
			continue
		}
		with := p.unnamed(p.nodes[g])
		for _, k := range order {
			inner = append(inner, p.pair(left[k], with[k])...)
		}
	}
	return inner
}

// kind returns the properties that a group shares with others; false if its name has no runtime-generated number.
func (p *pairing) kind(name, role trace.NameID) (kind, bool) {
	plain, known := p.alike[name]
	text := p.tree.Names.Text(name)
	if !known {
		plain = alike(text)
		p.alike[name] = plain
	}
	return kind{role, plain}, plain != text
}

// unnamed returns by kind the children of a union's group whose names are not in the tree's group.
func (p *pairing) unnamed(group int32) map[kind][]int32 {
	out := map[kind][]int32{}
	for c := range p.union.Children(group) {
		if k, ok := p.kind(p.union.Name(c), p.union.roles[c]); ok && !p.named[c] {
			out[k] = append(out[k], c)
		}
	}
	return out
}

// pair gives groups of the tree the names of groups of the union, and returns the renamed groups.
func (p *pairing) pair(groups, union []int32) []int32 {
	slices.SortStableFunc(groups, func(a, b int32) int {
		x, y := &p.tree.Nodes[a], &p.tree.Nodes[b]
		return cmp.Or(cmp.Compare(y.Objects, x.Objects), cmp.Compare(p.tree.Names.Text(x.Name), p.tree.Names.Text(y.Name)))
	})
	name := func(c int32) string { return p.tree.Names.Text(p.union.Name(c)) }
	slices.SortStableFunc(union, func(a, b int32) int {
		return cmp.Or(cmp.Compare(p.objects(b), p.objects(a)), cmp.Compare(name(a), name(b)))
	})
	pairs := min(len(groups), len(union))
	for i, g := range groups[:pairs] {
		p.nodes[g], p.tree.Nodes[g].Name = union[i], p.union.Name(union[i])
	}
	return groups[:pairs]
}

// objects returns the number of objects of a group of the union at the last GC point of the series.
func (p *pairing) objects(column int32) int64 {
	return p.series.points[len(p.series.points)-1].objects.at(column)
}
