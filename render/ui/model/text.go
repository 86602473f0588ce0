package model

import (
	"fmt"
	"strings"

	"memcity/city/trees"
	"memcity/city/view/graphs"
	"memcity/words"
)

// FullName returns the path with the roles of its parts.
func (g *Group) FullName() string { return PathText(g.Path) }

// PathText formats a path with the roles of its parts: "Heap → Package: java.util".
func PathText(path []Part) string {
	var b strings.Builder
	for i, p := range path {
		if i > 0 {
			b.WriteString(" → ")
		}
		if p.Role != "" {
			b.WriteString(words.OneLine(p.Role) + ": ")
		}
		b.WriteString(words.OneLine(p.Name))
	}
	return b.String()
}

// PartnerText formats the number of objects at the other end; for several groups, as a lower bound.
func (l *Link) PartnerText() string {
	if l.AtLeast {
		return "at least " + words.Count(l.Partner)
	}
	return words.Count(l.Partner)
}

func EdgeName(p *graphs.Picture, e *graphs.Edge) string {
	return words.OneLine(p.Nodes[e.From].Title) + " → " + words.OneLine(p.Nodes[e.To].Title)
}

// EdgeText describes an edge.
func EdgeText(p *graphs.Picture, e *graphs.Edge) string {
	text := fmt.Sprintf("%s: %s", EdgeName(p, e), words.Plural(e.References, "reference", "references"))
	if e.Fields != "" {
		text += " by " + words.OneLine(e.Fields)
	}
	return text + fmt.Sprintf("; keeps alive %s of %s", words.Count(e.Alive), words.Amount(trees.Objects, p.Queried.Objects))
}

// TypeName returns the name of the selection without packages, if it is a single type; else "".
func (m *Model) TypeName() string {
	if g := m.Selection; g != nil && len(m.Selections) < 2 && g.Role() == "Type" {
		return words.Unqualified(g.Name())
	}
	return ""
}

// Name returns the last part of the path.
func (g *Group) Name() string {
	if len(g.Path) == 0 {
		return g.Key
	}
	return g.Path[len(g.Path)-1].Name
}

// Role returns the criterion that the group was grouped by.
func (g *Group) Role() string {
	if n := len(g.Path); n > 0 && g.Path[n-1].Role != "" {
		return g.Path[n-1].Role
	}
	return "Whole heap"
}

// Where describes the groups that contain g; "" for the whole heap.
func (g *Group) Where() string {
	if len(g.Path) < 2 {
		return ""
	}
	var names []string
	for _, p := range g.Path[:len(g.Path)-1] {
		names = append(names, p.Name)
	}
	return "in " + strings.Join(names, " → ")
}
