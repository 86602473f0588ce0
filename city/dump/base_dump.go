package dump

import (
	"memcity/city/scene"
	"memcity/city/trees"
	"memcity/words"
)

// Base names the recording that a city compares with, its GC point counted from 1, and how much of both recordings is in
// groups that both have, in the metric: shares from 0 to 1.
type Base struct {
	Recording
	Scale         string  `json:"scale"` // none or total
	MatchedBefore float64 `json:"matched_before"`
	MatchedAfter  float64 `json:"matched_after"`
}

// Before is how a group compares with the base. Numbers are those of the base, scaled where shares of the heap are compared.
type Before struct {
	BeforeObjects int64  `json:"before_objects"`
	BeforeBytes   int64  `json:"before_bytes"`
	Verdict       string `json:"verdict"` // none, same, more, less, new or gone, in the metric
}

// OfBase returns the base of a comparison as it is printed, with what matches in a metric. It must have one.
func OfBase(k *scene.Comparison, metric trees.Metric) *Base {
	b, m := k.Base, k.Matched(metric)
	return &Base{Recording{b.Name, b.Points, b.Point + 1, int64(b.Time)}, b.ScaleName(), rounded(m.Before), rounded(m.After)}
}

// dumpComparison adds how a city compares with its base, if it does.
func dumpComparison(c *scene.City, out *City) {
	k := c.Compared
	if k == nil || k.Base == nil {
		return
	}
	metric := c.Plan.Settings().Metric
	before := func(node int32) *Before {
		f := k.Fate(node)
		return &Before{f.Before.Objects, f.Before.Bytes, k.Verdict(node, metric).Kind.String()}
	}
	out.Diff, out.Base = nil, OfBase(k, metric)
	for i := range out.Districts {
		out.Districts[i].Before = before(c.Districts[i].Node)
	}
	for i := range out.Buildings {
		b, height := &out.Buildings[i], rounded(c.Buildings[i].Before)
		b.Diff, b.Before, b.BeforeHeight = nil, before(c.Buildings[i].Node), &height
	}
}

// print adds what is compared; nothing if there is no base.
func (b *Base) print(e *errWriter) {
	if b != nil {
		e.printf("compared with %s, GC point %d of %d, scale %s; in groups of both: %s of that, %s of this\n",
			words.Printable(b.Name), b.At, b.Points, b.Scale, words.PercentFixed(b.MatchedBefore), words.PercentFixed(b.MatchedAfter))
	}
}

// print adds how a group compares; nothing if there is no base.
func (b *Before) print(e *errWriter) {
	if b != nil {
		e.printf("    before %s; %s\n", words.Sized(b.BeforeObjects, b.BeforeBytes), b.Verdict)
	}
}
