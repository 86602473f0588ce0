package diff

import "memcity/trace"

// united is the groups of two trees.
type united struct {
	tree          *Tree
	before, after []int32 // by node of the one and the other, the node of both
}

// union puts the groups of two trees together, by their paths.
func union(before, after *trace.Tree) *united {
	u := &united{tree: &Tree{Names: before.Names}, before: make([]int32, len(before.Nodes)), after: make([]int32, len(after.Nodes))}
	m := merger{u, before, after}
	m.merge(-1, 0, 0)
	return u
}

type merger struct {
	*united
	a, b *trace.Tree
}

// merge adds a node of the first tree, one of the second, or one of both, of the same path; -1 for none.
func (m *merger) merge(parent, x, y int32) {
	i := int32(len(m.tree.Nodes))
	n := Node{Parent: parent}
	if y >= 0 {
		from := &m.b.Nodes[y]
		n.Name, n.Role = m.name(from.Name), m.name(from.Role)
		n.After = from.Amount()
		m.united.after[y] = i
	}
	if x >= 0 {
		from := &m.a.Nodes[x]
		n.Name, n.Role = from.Name, from.Role
		n.Before = from.Amount()
		m.united.before[x] = i
	}
	m.tree.Nodes = append(m.tree.Nodes, n)
	later := map[trace.NameID]int32{}
	if y >= 0 {
		for c := range m.b.Children(y) {
			later[m.name(m.b.Nodes[c].Name)] = c
		}
	}
	if x >= 0 {
		for c := range m.a.Children(x) {
			name, other := m.a.Nodes[c].Name, int32(-1)
			if at, ok := later[name]; ok {
				other = at
				delete(later, name)
			}
			m.merge(i, c, other)
		}
	}
	if y >= 0 {
		for c := range m.b.Children(y) {
			if _, alone := later[m.name(m.b.Nodes[c].Name)]; alone {
				m.merge(i, -1, c)
			}
		}
	}
	m.tree.Nodes[i].End = int32(len(m.tree.Nodes))
}

// name is the number in the first tree's dictionary of a name of the second.
func (m *merger) name(id trace.NameID) trace.NameID {
	if m.a.Names == m.b.Names {
		return id
	}
	return m.a.Names.ID(m.b.Names.Text(id))
}
