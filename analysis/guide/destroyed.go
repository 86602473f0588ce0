package guide

import (
	"context"
	"fmt"

	"memcity/analysis/android"
	"memcity/analysis/closure"
	"memcity/analysis/guide/findings"
	"memcity/analysis/guide/leak"
	"memcity/trace"
	"memcity/words"
)

// maxDestroyed is the number of reported types of destroyed components. Each further type has a line.
const maxDestroyed = 3

// destroyed reports activities and fragments of Android that are destroyed but still alive, with all their holders. Objects that an earlier
// finding frees have a line.
func (g *guided) destroyed(ctx context.Context, references *closure.Graph) error {
	found, err := android.FindDestroyed(ctx, g.last.Heap(), g.Has)
	if err != nil {
		return err
	}
	reported := 0
	for i := range found {
		x := &found[i]
		if g.knowsMost(x.Objects) {
			g.quiet(g.destroyedText(x) + ". They are part of a finding above.")
			continue
		}
		if reported == maxDestroyed {
			g.quiet(g.destroyedText(x) + ".")
			continue
		}
		reported++
		d := g.pile(g.holders.PileOf(g.places, x.Objects), x.Objects, leak.Alike(g.last.Heap().Types[x.Type].Name))
		if err := g.chooseHolders(ctx, references, d); err != nil {
			return err
		}
		g.know(d.targets)
		g.know(d.gone)
		if err := g.freeAlongPath(ctx, references, d); err != nil {
			return err
		}
		g.add(g.destroyedFinding(d, x), d.how...)
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

// destroyedText returns the start of a sentence about destroyed components of one type.
func (g *guided) destroyedText(x *android.Destroyed) string {
	n := int64(len(x.Objects))
	return fmt.Sprintf("Destroyed: %s %s %s %s still in memory", words.Count(n), words.TypeName(g.last.Heap().Types[x.Type].Name), x.Kind.Name(n),
		pick(n == 1, "is", "are"))
}

func (g *guided) destroyedFinding(d *detail, x *android.Destroyed) findings.Finding {
	n := int64(len(x.Objects))
	f := findings.Finding{Rule: findings.RuleDestroyed, Confidence: pick(n == 1, 0.7, 0.9), Pile: g.pileOf(d), References: d.references,
		Title: g.destroyedText(x) + ", held " + loaderHolderText(d),
		Numbers: []findings.FindingNumber{{Name: "destroyed", Value: float64(n), Unit: "objects"},
			{Name: "freed by clearing the references", Value: float64(d.freed.Bytes), Unit: "bytes"},
			{Name: "heap", Value: float64(g.Bytes()), Unit: "bytes"}},
		Highlight: findings.Highlight{View: findings.GraphView, By: []string{"type"}, Keys: []string{keyOfType(d.group)}, At: g.point + 1},
		Explain:   []string{whatIsDestroyed[x.Kind]}, Doubts: []string{whyDestroyed[x.Kind]}, Next: g.standingSteps(d.group)}
	if text := d.heldText(x.Kind.Name(1)); text != "" {
		f.Explain = append(f.Explain, text)
	}
	if text := g.otherPaths(d); text != "" {
		f.Explain = append(f.Explain, text)
	}
	f.Explain = append(f.Explain, g.referenceLines(d)...)
	return f
}

// whatIsDestroyed explains what destroyed components of a kind are.
var whatIsDestroyed = [...]string{
	android.Activity: "Android has called onDestroy (the field mDestroyed is true), so the program should no longer refer to the activity. It keeps its views and their images alive.",
	android.Fragment: "The fragment was detached (the field mFragmentManager is null again), so the program should no longer refer to it. It keeps its views alive.",
}

// whyDestroyed contains the doubts about destroyed components of a kind.
var whyDestroyed = [...]string{
	android.Activity: "Android may keep an activity for some seconds after onDestroy. Make another heap dump after a garbage collection.",
	android.Fragment: "The program may keep a detached fragment to show it again. Android also detaches a retained fragment while the screen rotates.",
}
