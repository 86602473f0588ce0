package part

import (
	"fmt"
	"strings"

	"memcity/city/trees"
	"memcity/city/view/pods"
	"memcity/render/ui/model"
	"memcity/words"
)

// SelectionText returns the content of the inspector for the whole selection as plain text.
func SelectionText(m *model.Model) string {
	if len(m.Selections) < 2 {
		return GroupText(m, m.Selection)
	}
	var b strings.Builder
	sum := SumOf(m.Selections)
	fmt.Fprintf(&b, "%s\n", words.Plural(int64(len(m.Selections)), "group", "groups"))
	WriteMoment(&b, m)
	for _, f := range Facts(m, &sum.Group) {
		fmt.Fprintf(&b, "%s: %s\n", f.Name, f.Value)
	}
	for _, g := range m.Selections {
		fmt.Fprintf(&b, "  %s: %s, %s\n", g.FullName(), words.Amount(trees.Objects, g.Objects), words.Size(g.Bytes))
	}
	if l := m.Together; l != nil {
		writeLinks(&b, l.In, l.Out)
	}
	return b.String()
}

func WriteMoment(b *strings.Builder, m *model.Model) {
	if len(m.Points) > 0 {
		fmt.Fprintf(b, "GC point %s of %s, %s\n", words.Count(int64(m.State.Point+1)), words.Count(int64(m.State.Points)),
			m.Moment(m.Now().Time))
	}
}

// GroupText returns the content of the inspector as plain text.
func GroupText(m *model.Model, g *model.Group) string {
	var b strings.Builder
	b.WriteString(g.FullName() + "\n")
	if note := m.State.Notes[g.Key]; note != "" {
		fmt.Fprintf(&b, "Note: %s\n", strings.ReplaceAll(note, "\n", "\n  "))
	}
	WriteMoment(&b, m)
	for _, f := range Facts(m, g) {
		fmt.Fprintf(&b, "%s: %s\n", f.Name, f.Value)
	}
	writePods(&b, g.Pods)
	writeLinks(&b, g.In, g.Out)
	return b.String()
}

// writePods writes the amounts in the pods of a fleet.
func writePods(b *strings.Builder, r *pods.Report) {
	if r == nil {
		return
	}
	for _, s := range r.Sentences {
		fmt.Fprintln(b, s)
	}
	b.WriteString("Pods:\n")
	for i := range r.Rows {
		p := &r.Rows[i]
		fmt.Fprintf(b, "  %s: %s, %s", strings.TrimSpace(p.Name+" "+p.Version), words.Amount(trees.Objects, p.Objects), words.Size(p.Bytes))
		if p.Outlier {
			b.WriteString(", far above the others")
		}
		b.WriteString("\n")
	}
}

func writeLinks(b *strings.Builder, in, out []model.Link) {
	for _, way := range []struct {
		words string
		links []model.Link
	}{{"Incoming references", in}, {"Outgoing references", out}} {
		if len(way.links) == 0 {
			continue
		}
		fmt.Fprintf(b, "%s:\n", way.words)
		for _, l := range way.links {
			fmt.Fprintf(b, "  %s: %s here, %s there\n", words.OneLine(l.Name), words.Count(l.Own), l.PartnerText())
		}
	}
}
