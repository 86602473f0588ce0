package group

import (
	"fmt"
	"strings"

	"memcity/city/trees"
	"memcity/city/view/inspect"
	"memcity/render/ui/model"
	"memcity/render/ui/part"
	wordspkg "memcity/words"
)

// reportText returns the content of the group view as plain text.
func reportText(m *model.Model) string {
	var b strings.Builder
	name, where := groupTitle(m)
	fmt.Fprintf(&b, "%s\n%s\n", name, where)
	part.WriteMoment(&b, m)
	r := reportOf(m)
	if r == nil {
		return b.String()
	}
	fmt.Fprintf(&b, "Heap: %s\n", bothAmounts(r.Heap))
	writeSize(&b, "Shallow", r.Shallow, r.Heap, shallowText(m, r))
	if r.HasClosures && !r.NoRoots {
		writeSize(&b, "Retained", r.Retained, r.Heap, retainedText(m, r))
	}
	if r.HasClosures {
		writeSize(&b, "Deep", r.Deep, r.Heap, deepText(r))
	}
	if r.Estimate != nil {
		fmt.Fprintf(&b, "%s\n", estimateText(r))
	}
	for i := range r.Origins {
		fmt.Fprintf(&b, "Allocated at %s\n", wordspkg.OneLine(originText(&r.Origins[i])))
	}
	if r.NoOrigins != "" {
		fmt.Fprintf(&b, "Allocated at: %s\n", r.NoOrigins)
	}
	unit := m.State.Settings.Unit
	writeOwnership(&b, "GC roots", r.RootOwners, unit)
	if r.Owners != nil {
		writeOwnership(&b, "Groups by "+byText(r.Owners.By, m.Catalog), r.Owners, unit)
	}
	writeParts(&b, "Retained, by "+byText(r.Query.By, m.Catalog), r.RetainedParts)
	writeParts(&b, "Deep, by "+byText(r.Query.By, m.Catalog), r.DeepParts)
	if len(r.Roots) > 0 {
		b.WriteString("GC roots (direct, closest, indirect):\n")
	}
	for i := range r.Roots {
		s := &r.Roots[i]
		fmt.Fprintf(&b, "  %s: %s, %s, %s\n", wordspkg.OneLine(s.Text), wordspkg.Amount(unit, s.Direct.Of(unit)),
			wordspkg.Amount(unit, s.Closest.Of(unit)),
			wordspkg.Amount(unit, s.Indirect.Of(unit)))
	}
	return b.String()
}

func writeSize(b *strings.Builder, name string, a, heap trees.Amount, text string) {
	fmt.Fprintf(b, "%s: %s, %s of the heap. %s\n", name, bothAmounts(a), wordspkg.ShareText(a.Bytes, heap.Bytes), text)
}

func writeOwnership(b *strings.Builder, name string, o *inspect.Ownership, unit trees.Unit) {
	if o == nil {
		return
	}
	fmt.Fprintf(b, "%s: %s\n", name, SmallestText(o, unit))
	for i := range o.Owners {
		w := &o.Owners[i]
		fmt.Fprintf(b, "  %s: alone %s, reaches %s\n", wordspkg.OneLine(w.Name), wordspkg.ShareText(w.Exclusive.Of(unit), o.Target.Of(unit)),
			wordspkg.ShareText(w.Reaches.Of(unit), o.Target.Of(unit)))
	}
	for _, p := range o.Pairs {
		fmt.Fprintf(b, "  %s\n", pairText(o, p, unit))
	}
}

func writeParts(b *strings.Builder, name string, parts []inspect.PartOf) {
	if len(parts) > 0 {
		fmt.Fprintf(b, "%s:\n", name)
	}
	for i := range parts {
		p := &parts[i]
		fmt.Fprintf(b, "  %s%s: %s\n", strings.Repeat("  ", p.Level), wordspkg.OneLine(p.Name), bothAmounts(p.Amount))
	}
}

// objectText returns the details of an object as plain text.
func objectText(m *model.Model, o *inspect.ObjectReport) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n", objectLineText(&o.ObjectLine))
	part.WriteMoment(&b, m)
	for _, f := range objectFacts(m, o) {
		fmt.Fprintf(&b, "%s: %s\n", f.Name, f.Value)
	}
	if o.Site != "" {
		fmt.Fprintf(&b, "Allocated at:\n  %s\n", strings.ReplaceAll(o.Site, "\n", "\n  "))
	}
	if o.NoSite != "" {
		fmt.Fprintf(&b, "Allocated at: %s\n", o.NoSite)
	}
	for _, r := range o.Roots {
		fmt.Fprintf(&b, "GC root: %s\n", wordspkg.OneLine(r))
	}
	if o.Dominator != nil {
		fmt.Fprintf(&b, "Kept alive only by: %s\n", objectLineText(o.Dominator))
	}
	if len(o.Path) > 0 {
		fmt.Fprintf(&b, "Shortest path from %s:\n", wordspkg.OneLine(o.PathRoot))
	}
	writeObjects(&b, "", o.Path)
	if len(o.Fields) > 0 {
		b.WriteString("Fields:\n")
	}
	for _, f := range o.Fields {
		fmt.Fprintf(&b, "  %s = %s\n", wordspkg.OneLine(f.Name), wordspkg.OneLine(f.Value))
	}
	writeObjects(&b, "Incoming references:\n", o.In)
	writeObjects(&b, "Outgoing references:\n", o.Out)
	return b.String()
}

func writeObjects(b *strings.Builder, words string, list []inspect.ObjectLine) {
	if len(list) > 0 {
		b.WriteString(words)
	}
	for i := range list {
		o := &list[i]
		b.WriteString("  ")
		if o.Field != "" {
			b.WriteString(wordspkg.OneLine(o.Field) + ": ")
		}
		b.WriteString(objectLineText(o) + "\n")
	}
}

// objectLineText describes an object in one line, with its full type.
func objectLineText(o *inspect.ObjectLine) string {
	s := wordspkg.OneLine(o.Type)
	if o.Text != "" {
		s += " " + quoted(o.Text)
	}
	if o.Address != "" {
		s += " at " + o.Address
	}
	return s
}
