package guides

import (
	"memcity/analysis/guide/findings"
	"memcity/city/query"
	"memcity/city/seq"
	"memcity/trace"
)

// SamplesKind links queries for the contents of accumulating objects to their results. Contents may be secrets, so only the user requests
// them.
var SamplesKind = query.NewKind[SamplesQuery, *Samples]("sample texts")

// SamplesQuery requests contents of some objects of a GC point.
type SamplesQuery struct {
	Point   int // of the recording, 0-based
	Objects seq.Seq[trace.ObjectID]
}

// Samples contains contents of objects.
type Samples struct{ Texts []string }

// SamplesOf returns the query for contents of a finding's objects; ok is false if it has none.
func SamplesOf(f *findings.Finding) (q SamplesQuery, ok bool) {
	for _, p := range []*findings.Pile{f.Growth, f.Pile} {
		if p != nil && len(p.Sampled) > 0 && len(p.Points) > 0 {
			return SamplesQuery{Point: p.Points[len(p.Points)-1] - 1, Objects: seq.Of(p.Sampled...)}, true
		}
	}
	return SamplesQuery{}, false
}
