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
	if l := m.Together; l != nil {
		writeLinks(&b, l.In, l.Out)
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
		fmt.Fprintf(&b, "Note: %s\n", strings.ReplaceAll(note, "\n", "\n  "))
	}
	writeMoment(&b, m)
	for _, f := range facts(m, g) {
		fmt.Fprintf(&b, "%s: %s\n", f.name, f.value)
	}
	writeLinks(&b, g.In, g.Out)
	return b.String()
}

func writeLinks(b *strings.Builder, in, out []Link) {
	for _, way := range []struct {
		words string
		links []Link
	}{{"Referred to by", in}, {"Refers to", out}} {
		if len(way.links) == 0 {
			continue
		}
		fmt.Fprintf(b, "%s:\n", way.words)
		for _, l := range way.links {
			fmt.Fprintf(b, "  %s: %s here, %s there\n", l.Name, Count(l.Own), l.partnerText())
		}
	}
}

// partnerText is the number of objects at the other end; of several groups only the least that it can be is known.
func (l *Link) partnerText() string {
	if l.AtLeast {
		return "at least " + Count(l.Partner)
	}
	return Count(l.Partner)
}
