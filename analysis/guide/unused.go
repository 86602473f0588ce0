package guide

import (
	"context"
	"fmt"

	"memcity/analysis/guide/findings"
	"memcity/analysis/staleness"
	"memcity/trace/usage"
	"memcity/words"
)

// maxUnused is the largest number of reported collections with unused elements.
const maxUnused = 2

// unused reports collections that keep growing by elements that are neither removed nor read. It needs a recording of collection use, but
// no heap states.
func (g *guided) unused(ctx context.Context) error {
	log, err := g.Usage(ctx)
	if log == nil || err != nil {
		return err
	}
	v, err := staleness.Whole(log)
	if err != nil {
		return err
	}
	kept, err := v.Unused(ctx)
	if err != nil {
		return err
	}
	left := maxUnused
	for i := range kept {
		c := &log.Collections[kept[i].ID]
		if left > 0 && !g.reported[log.Strings[c.Type]+"@"+log.Strings[c.Site]] {
			d, err := v.Details(ctx, kept[i].ID, 0)
			if err != nil {
				return err
			}
			g.add(g.unusedFinding(log, &kept[i], d))
			left--
		}
	}
	return nil
}

func (g *guided) unusedFinding(log *usage.Log, k *staleness.Kept, d *staleness.Details) findings.Finding {
	c := &log.Collections[k.ID]
	f := findings.Finding{Rule: findings.RuleUnused, Confidence: k.Idle * 0.9,
		Title: fmt.Sprintf("%s keeps growing, but its elements are not used: %s, not read for %s of the time since they were added",
			words.UpperFirst(madeAt(log, c)), words.Counted(k.Elements, "element"), words.PercentOf(k.Idle)),
		Numbers: []findings.FindingNumber{{Name: "elements", Value: float64(k.Elements), Unit: "objects"},
			{Name: "removed", Value: float64(k.Removed), Unit: "objects"}, {Name: "not read", Value: k.Idle, Unit: "share"}},
		Highlight: findings.Highlight{View: findings.HeapView, By: []string{"type"}, Keys: []string{keyOfType(log.Strings[c.Type])},
			At: len(g.recording.Points)},
		Explain: []string{fmt.Sprintf("Elements added in the four quarters of the recording: %s, %s, %s and %s. In that time, %s removed.",
			words.Count(k.Quarters[0]), words.Count(k.Quarters[1]), words.Count(k.Quarters[2]), words.Count(k.Quarters[3]),
			pick(k.Removed == 0, "none was", words.Count(k.Removed)+" were"))},
		Doubts: []string{"A program that collects data and reads it only at its end looks the same."},
		Next: []findings.Step{{Text: "See which lines add, read and remove its elements",
			Command: []string{"collections", findings.Path, "--collection", fmt.Sprint(k.ID + 1)}}}}
	if len(d.AddSites) > 0 {
		f.Explain = append(f.Explain, "Most elements were added at "+log.Strings[d.AddSites[0].Site]+".")
	}
	if d.Gets == 0 {
		f.Explain = append(f.Explain, "No element was ever read.")
	}
	if n := len(log.Scales); n > 0 {
		f.Doubts = append(f.Doubts, fmt.Sprintf("Only one in %s collections was tracked to the end. Other collections from the same place may be larger.",
			words.Count(int64(log.Scales[n-1].OneOf))))
	}
	return f
}

// madeAt returns text for a collection by its type and allocation site.
func madeAt(log *usage.Log, c *usage.Collection) string {
	name := "the " + words.TypeName(log.Strings[c.Type])
	if log.Strings[c.Type] == "" {
		name = "a collection"
	}
	if site := log.Strings[c.Site]; site != "" {
		name += " created at " + site
	}
	return name
}
