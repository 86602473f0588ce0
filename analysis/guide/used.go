package guide

import (
	"context"
	"fmt"

	"memcity/analysis/guide/findings"
	"memcity/analysis/staleness"
	"memcity/words"
)

// used adds the recorded use of a pile's collection to a finding, as evidence or as a doubt.
func (g *guided) used(ctx context.Context, d *detail, f *findings.Finding, from int) error {
	u, err := g.Used(ctx, from, g.point, d.target)
	if err != nil {
		if ctx.Err() == nil {
			g.LeaveOut(g.point, err)
		}
		return ctx.Err()
	}
	if u == nil || u.Elements == 0 {
		return nil
	}
	g.reported[u.Type+"@"+u.Site] = true
	f.Numbers = append(f.Numbers, findings.FindingNumber{Name: "elements never read", Value: float64(u.NeverRead), Unit: "objects"},
		findings.FindingNumber{Name: "staleness", Value: u.Staleness, Unit: "share"})
	switch {
	case u.IsInUse():
		d.doubt(f, useText(u)+" It is in use, like a cache.")
	default:
		f.Explain = append(f.Explain, useText(u)+addText(u))
	}
	return nil
}

// useText returns a sentence about the recorded use of a collection.
func useText(u *staleness.Use) string {
	its, name := "its", "the "+words.TypeName(u.Type)
	if u.Collections > 1 {
		its, name = "their", words.Counted(int64(u.Collections), words.TypeName(u.Type))
	}
	read := fmt.Sprintf("%s of %s %s were never read", words.Count(u.NeverRead), its, words.Counted(u.Elements, "element"))
	switch u.NeverRead {
	case 0:
		read = fmt.Sprintf("all of %s %s were read", its, words.Counted(u.Elements, "element"))
	case u.Elements:
		read = fmt.Sprintf("none of %s %s was ever read", its, words.Counted(u.Elements, "element"))
	}
	return fmt.Sprintf("Recorded use of %s: %s, %s and %s; %s.", name, words.Counted(u.Adds, "addition"),
		words.Counted(u.Gets, "read"), words.Counted(u.Removes, "removal"), read)
}

// addText returns a sentence about the site that added most elements; empty if unknown.
func addText(u *staleness.Use) string {
	if u.AddSite == "" {
		return ""
	}
	return " Most elements were added at " + u.AddSite + "."
}
