package structures

import (
	"memcity/analysis/structure"
	"memcity/trace"
)

// NewSizes returns the sizes of a data structure; nil for missing data.
func NewSizes(s *structure.Sizes) Sizes {
	known := func(size trace.Amount) *StructureSize {
		if size == structure.Unknown {
			return nil
		}
		found := StructureSize(size)
		return &found
	}
	return Sizes{Retained: known(s.Retained), Reachable: known(s.Reachable), Own: known(s.Own), Deep: known(s.Deep)}
}

// NewGrown converts a growth for a report, with sizes, pattern and explanation.
func NewGrown(c *structure.Comparison, g *structure.Growth) Grown {
	found := Grown{Before: NewSizes(&g.Before.Sizes), Pattern: g.Pattern.String(), Meaning: g.Pattern.Meaning(),
		Next: g.Pattern.Next()}
	if c.Grown() {
		portions := Portion(g.Portions)
		found.Portions = &portions
	}
	if g.Judged != nil {
		judged := Portion(*g.Judged)
		found.Judged = &judged
	}
	return found
}
