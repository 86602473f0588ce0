package dump

import (
	"memcity/city/scene"
	"memcity/city/trees"
	"memcity/words"
)

// Baseline identifies the baseline of a city and its GC point, 1-based. It contains the shares of both recordings, 0 to 1, that are in
// groups of both, in the unit.
type Baseline struct {
	Recording
	Scale         string  `json:"scale"` // none or total
	MatchedBefore float64 `json:"matched_before"`
	MatchedAfter  float64 `json:"matched_after"`
}

// Before compares a group with the baseline. Numbers are those of the baseline, scaled if shares of the heap are compared.
type Before struct {
	BeforeObjects int64  `json:"before_objects"`
	BeforeBytes   int64  `json:"before_bytes"`
	Verdict       string `json:"verdict"` // none, same, more, less, new or gone, in the unit
}

// OfBaseline returns the baseline of a comparison for output, with the matched shares in a unit. The comparison must have a baseline.
func OfBaseline(k *scene.Comparison, unit trees.Unit) *Baseline {
	b, m := k.Baseline, k.Matched(unit)
	return &Baseline{Recording{b.Name, b.Points, b.Point + 1, int64(b.Time)}, b.ScaleName(), rounded(m.Before), rounded(m.After)}
}

// dumpComparison adds the comparison of a city with its baseline, if any.
func dumpComparison(c *scene.City, out *City) {
	k := c.Compared
	if k == nil || k.Baseline == nil {
		return
	}
	unit := c.Plan.Settings().Unit
	before := func(node int32) *Before {
		f := k.Fate(node)
		return &Before{f.Before.Objects, f.Before.Bytes, k.Verdict(node, unit).Kind.String()}
	}
	out.Diff, out.Baseline = nil, OfBaseline(k, unit)
	for i := range out.Districts {
		out.Districts[i].Before = before(c.Districts[i].Node)
	}
	for i := range out.Buildings {
		b, height := &out.Buildings[i], rounded(c.Buildings[i].Before)
		b.Diff, b.Before, b.BeforeHeight = nil, before(c.Buildings[i].Node), &height
	}
}

// print prints the baseline; nothing if b is nil.
func (b *Baseline) print(e *errWriter) {
	if b != nil {
		e.printf("compared with %s, GC point %d of %d, scale %s; in groups of both: %s of that, %s of this\n",
			words.Printable(b.Name), b.At, b.Points, b.Scale, words.PercentFixed(b.MatchedBefore), words.PercentFixed(b.MatchedAfter))
	}
}

// print prints the comparison of a group; nothing if b is nil.
func (b *Before) print(e *errWriter) {
	if b != nil {
		e.printf("    before %s; %s\n", words.Sized(b.BeforeObjects, b.BeforeBytes), b.Verdict)
	}
}
