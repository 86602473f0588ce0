package ui

import (
	"fmt"
	"strings"

	"memcity/city"
)

// SelectionText says what the inspector shows of all that is selected, as plain text.
func SelectionText(m *Model) string {
	if len(m.Selections) < 2 {
		return GroupText(m, m.Selection)
	}
	var b strings.Builder
	sum := sumOf(m.Selections)
	fmt.Fprintf(&b, "%s\n", plural(int64(len(m.Selections)), "group", "groups"))
	writeMoment(&b, m)
	for _, f := range facts(m, &sum.Group) {
		fmt.Fprintf(&b, "%s: %s\n", f.name, f.value)
	}
	for _, g := range m.Selections {
		fmt.Fprintf(&b, "  %s: %s, %s\n", g.fullName(), Amount(city.Objects, g.Objects), Size(g.Bytes))
	}
	return b.String()
}

func writeMoment(b *strings.Builder, m *Model) {
	if len(m.Points) > 0 {
		fmt.Fprintf(b, "GC point %s of %s, %s\n", Count(int64(m.State.Point+1)), Count(int64(m.State.Points)), Time(m.now().Time))
	}
}

// fullName is the path with the roles of its parts.
func (g *Group) fullName() string {
	var b strings.Builder
	for i, p := range g.Path {
		if i > 0 {
			b.WriteString(" → ")
		}
		if p.Role != "" {
			b.WriteString(p.Role + ": ")
		}
		b.WriteString(p.Name)
	}
	return b.String()
}

// GroupText says what the inspector shows, as plain text.
func GroupText(m *Model, g *Group) string {
	var b strings.Builder
	b.WriteString(g.fullName() + "\n")
	if note := m.State.Notes[g.Key]; note != "" {
		fmt.Fprintf(&b, "Note: %s\n", note)
	}
	writeMoment(&b, m)
	for _, f := range facts(m, g) {
		fmt.Fprintf(&b, "%s: %s\n", f.name, f.value)
	}
	for _, way := range []struct {
		words string
		links []Link
	}{{"Referred to by", g.In}, {"Refers to", g.Out}} {
		if len(way.links) == 0 {
			continue
		}
		fmt.Fprintf(&b, "%s:\n", way.words)
		for _, l := range way.links {
			fmt.Fprintf(&b, "  %s: %s here, %s there\n", l.Name, Count(l.Own), Count(l.Partner))
		}
	}
	return b.String()
}
