package guide

import (
	"context"

	"memcity/analysis/closure"
	"memcity/analysis/guide/findings"
	"memcity/trace"
)

// maxUnneeded is the number of reported sets of unneeded objects of one rule. Each further set has a line.
const maxUnneeded = 3

// unneeded is a set of live objects that the program has finished with: destroyed components of Android, or detached DOM trees.
type unneeded struct {
	rule       string
	objects    []trace.ObjectID // ascending, at least one
	kind       string           // their type
	noun       string           // for one object
	text       string           // start of a sentence that ends in "are still in memory"
	numbers    []findings.FindingNumber
	confidence float64
	what, why  string // explanation and doubt

	// little returns the end of the line if the set is only listed, given its details; empty if it is reported. Nil reports every set.
	little func(d *detail) string
}

// report adds findings about unneeded objects, with all their holders. Objects that an earlier finding frees have a line.
func (g *guided) report(ctx context.Context, references *closure.Graph, all []unneeded) error {
	reported := 0
	for i := range all {
		x := &all[i]
		if g.knowsMost(x.objects) {
			g.quiet(x.text + ". They are part of a finding above.")
			continue
		}
		if reported == maxUnneeded {
			g.quiet(x.text + ".")
			continue
		}
		d := g.pile(g.holders.PileOf(g.places, x.objects), x.objects, x.kind)
		if err := g.chooseHolders(ctx, references, d); err != nil {
			return err
		}
		if x.little != nil {
			if why := x.little(d); why != "" {
				g.quiet(x.text + why)
				continue
			}
		}
		reported++
		g.know(d.targets)
		g.know(d.gone)
		if err := g.freeAlongPath(ctx, references, d); err != nil {
			return err
		}
		g.add(g.unneededFinding(d, x), d.how...)
	}
	return nil
}

// knowsMost reports whether earlier findings include at least half of the given objects.
func (g *guided) knowsMost(objects []trace.ObjectID) bool {
	known := 0
	for _, o := range objects {
		if g.known != nil && g.known.Test(uint(o)) {
			known++
		}
	}
	return 2*known >= len(objects)
}

func (g *guided) unneededFinding(d *detail, x *unneeded) findings.Finding {
	f := findings.Finding{Rule: x.rule, Confidence: x.confidence, Pile: g.pileOf(d), References: d.references,
		Title: x.text + ", held " + loaderHolderText(d),
		Numbers: append(x.numbers, findings.FindingNumber{Name: "freed by clearing the references", Value: float64(d.freed.Bytes), Unit: "bytes"},
			findings.FindingNumber{Name: "heap", Value: float64(g.Bytes()), Unit: "bytes"}),
		Highlight: findings.Highlight{View: findings.GraphView, By: []string{"type"}, Keys: []string{keyOfType(d.group)}, At: g.point + 1},
		Explain:   []string{x.what}, Doubts: []string{x.why}, Next: g.standingSteps(d.group)}
	if text := d.heldText(x.noun); text != "" {
		f.Explain = append(f.Explain, text)
	}
	if text := g.otherPaths(d); text != "" {
		f.Explain = append(f.Explain, text)
	}
	f.Explain = append(f.Explain, g.referenceLines(d)...)
	return f
}
