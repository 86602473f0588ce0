package city

// DumpBase names the recording that a city compares with, its GC point counted from 1, and how much of both recordings is in
// groups that both have, in the metric: shares from 0 to 1.
type DumpBase struct {
	DumpRecording
	Scale         string  `json:"scale"` // none or total
	MatchedBefore float64 `json:"matched_before"`
	MatchedAfter  float64 `json:"matched_after"`
}

// DumpBefore is how a group compares with the base. Numbers are those of the base, scaled where shares of the heap are compared.
type DumpBefore struct {
	BeforeObjects int64  `json:"before_objects"`
	BeforeBytes   int64  `json:"before_bytes"`
	Verdict       string `json:"verdict"` // none, same, more, less, new or gone, in the metric
}

// ScaleName is the stable lower-case name of what of the base is compared.
func (b *Base) ScaleName() string {
	if b.Shares {
		return "total"
	}
	return "none"
}

// DumpBase returns the base of a comparison as it is printed, with what matches in a metric. It must have one.
func (k *Comparison) DumpBase(metric Metric) *DumpBase {
	b, m := k.Base, k.Matched(metric)
	return &DumpBase{DumpRecording{b.Name, b.Points, b.Point + 1, int64(b.Time)}, b.ScaleName(), rounded(m.Before), rounded(m.After)}
}

// dumpBeside adds how a city compares with its base, if it does.
func (c *City) dumpBeside(out *Dump) {
	k := c.Compared
	if k == nil || k.Base == nil {
		return
	}
	metric := c.Plan.Settings().Metric
	before := func(node int32) *DumpBefore {
		f := k.Fate(node)
		return &DumpBefore{f.Before.Objects, f.Before.Bytes, k.Verdict(node, metric).Kind.String()}
	}
	out.Diff, out.Base = nil, k.DumpBase(metric)
	for i := range out.Districts {
		out.Districts[i].DumpBefore = before(c.Districts[i].Node)
	}
	for i := range out.Buildings {
		b, height := &out.Buildings[i], rounded(c.Buildings[i].Before)
		b.Diff, b.DumpBefore, b.BeforeHeight = nil, before(c.Buildings[i].Node), &height
	}
}

// print adds what is compared; nothing if there is no base.
func (b *DumpBase) print(e *errWriter) {
	if b != nil {
		e.printf("compared with %s, GC point %d of %d, scale %s; in groups of both: %.1f %% of that, %.1f %% of this\n",
			Printable(b.Name), b.At, b.Points, b.Scale, 100*b.MatchedBefore, 100*b.MatchedAfter)
	}
}

// print adds how a group compares; nothing if there is no base.
func (b *DumpBefore) print(e *errWriter) {
	if b != nil {
		e.printf("    before %s; %s\n", sized(b.BeforeObjects, b.BeforeBytes), b.Verdict)
	}
}
