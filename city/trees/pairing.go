package trees

import (
	"cmp"
	"slices"
	"strings"

	"memcity/analysis/guide/leak"
	"memcity/trace"
)

// alike is the name of a group without what a runtime numbers differently at each start, see [leak.Alike]. Of a call site,
// the class alone is such a name.
func alike(name string) string {
	class, method := name, ""
	if open := strings.IndexByte(name, '('); open >= 0 {
		if dot := strings.LastIndexByte(name[:open], '.'); dot >= 0 {
			class, method = name[:dot], name[dot:]
		}
	}
	return leak.Alike(class) + method
}

// kind is what groups within a group have in common that may stand for each other.
type kind struct {
	role  trace.NameID
	alike string
}

// A pairing finds groups of two recordings that are the same but for a number that a runtime made up.
type pairing struct {
	*union
	series *Series
	tree   *trace.Tree // of the other recording, with the names of the series
	nodes  []int32     // by node of the tree that the union has, of the union
	named  []bool      // by node of the union: the tree has a group of the same name
	alike  map[trace.NameID]string
}

// paired returns a tree in which groups have the names of their like in the series: within a group, those that nothing but such
// a number distinguishes, the larger ones first. What is left over on either side keeps its name. The tree has the names of the
// union's series. Cost is linear in the nodes, and n log n in those that are alike.
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

// level pairs what is in some groups of the tree, and returns what is inside these, as far as the union has it.
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

// kind returns what a group has in common with others; false if its name has no made-up number.
func (p *pairing) kind(name, role trace.NameID) (kind, bool) {
	plain, known := p.alike[name]
	text := p.tree.Names.Text(name)
	if !known {
		plain = alike(text)
		p.alike[name] = plain
	}
	return kind{role, plain}, plain != text
}

// unnamed returns by kind what is in a group of the union and, by name, not in that of the tree.
func (p *pairing) unnamed(group int32) map[kind][]int32 {
	out := map[kind][]int32{}
	for c := range p.union.Children(group) {
		if k, ok := p.kind(p.union.Name(c), p.union.roles[c]); ok && !p.named[c] {
			out[k] = append(out[k], c)
		}
	}
	return out
}

// pair gives groups of the tree the names of groups of the union, and returns those that got one.
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

// objects returns how many objects a group of the union has at the last GC point of the series.
func (p *pairing) objects(column int32) int64 {
	return p.series.points[len(p.series.points)-1].objects.at(column)
}
