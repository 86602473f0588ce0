package guide

import (
	"context"
	"fmt"

	"memcity/analysis/guide/findings"
	"memcity/analysis/structure"
	"memcity/trace"
	"memcity/words"
)

// Limits of data structures, whose objects must be identified in two heap states.
const (
	maxFollowed   = 4_000_000 // objects of the heap
	maxStructured = 20        // data structures that grew most
)

// pattern adds to a finding how the owner's data structure grew: its container or its data, alone or shared.
func (g *guided) pattern(ctx context.Context, d *detail, f *findings.Finding, from int) error {
	if len(d.also) > 0 { // a data structure does not show who else owns its contents
		return nil
	}
	if g.last.Heap().Len() > maxFollowed || from == g.point {
		return nil
	}
	grown, err := g.Grown(ctx, from, g.point, maxStructured, g.progress)
	if err != nil {
		if ctx.Err() == nil {
			g.LeaveOut(from, err)
		}
		return ctx.Err()
	}
	for i := range grown {
		x := &grown[i]
		if int(x.Object) >= len(g.places) || !g.holders.Within(d.suspect.Parts[0].Container, g.places[x.Object]) ||
			!g.holders.Within(g.places[x.Object], d.suspect.At) {
			continue
		}
		if d.agrees(x.Pattern) {
			f.Growth.Pattern = x.Pattern
			f.Numbers = append(f.Numbers, findings.FindingNumber{Name: "share of the heap's growth that the data structure retains",
				Value: x.Share, Unit: "share"})
			f.Explain = append(f.Explain, fmt.Sprintf("Its data structure (%s) shows %s: %s", words.TypeName(x.Type), x.Pattern, x.Meaning))
		}
		return g.turnover(ctx, d, x, f, from)
	}
	return nil
}

// turnover adds the additions and removals of a data structure since a GC point to a finding. They are evidence, or a doubt if the
// structure is in use.
func (g *guided) turnover(ctx context.Context, d *detail, x *GrownStructure, f *findings.Finding, from int) error {
	t, err := g.Turnover(ctx, from, g.point, trace.ObjectID(x.Was), g.progress)
	if err != nil {
		if ctx.Err() == nil {
			g.LeaveOut(from, err)
		}
		return ctx.Err()
	}
	if t == nil || t.Points < 2 || t.Added == 0 {
		return nil
	}
	others := g.holders.Nodes[g.places[x.Object]].Objects[g.holders.Points-1]
	if grown := d.objects[len(d.objects)-1] - d.objects[d.suspect.From]; 2*(t.Last-t.First)*others < grown {
		return nil // its contents are not the pile, but for example one list that is copied for each addition
	}
	f.Growth.Turnover = t
	text := t.Text()
	if d.entries != nil && d.entries.Key != "" {
		text = t.TextOf("key or value", "keys and values")
	}
	switch {
	case others > 1:
		text = fmt.Sprintf("It has %s data structures. The largest growth is that of %s. %s", words.Count(others), findings.Article(x.Type), text)
	case f.Growth.Pattern == "":
		text = fmt.Sprintf("Its data structure is %s. %s", findings.Article(x.Type), text)
	}
	if !t.IsLive() {
		f.Explain = append(f.Explain, text)
		return nil
	}
	d.doubt(f, text)
	return nil
}

// doubt adds a sign that a pile is in use. A pile in use is at most a probable leak.
func (d *detail) doubt(f *findings.Finding, text string) {
	f.Doubts = append(f.Doubts, text)
	if f.Grade == findings.Leaks {
		f.Grade, f.Title = findings.ProbablyLeaks, leakTitle(d, "Probable leak")
	}
}

// agrees reports whether a pattern of growth agrees with the numbers of the finding. The pattern describes one data structure between two
// heap states, but the pile may be spread over several.
func (d *detail) agrees(pattern string) bool {
	switch pattern {
	case structure.SingleContainer.String():
		return d.hasGrown() && !d.isShared()
	case structure.SharedContainer.String():
		return d.hasGrown() && d.isShared()
	case structure.SingleData.String(), structure.SharedData.String():
		return !d.hasGrown()
	}
	return false
}
