package guides

import (
	"memcity/analysis/guide/findings"
	"memcity/city/query"
	"memcity/city/seq"
	"memcity/trace"
)

// SamplesKind links queries for contents of what piles up with them. They may be secrets: nothing requests them unless the user does.
var SamplesKind = query.NewKind[SamplesQuery, *Samples]("sample texts")

// SamplesQuery requests contents of some objects of a GC point.
type SamplesQuery struct {
	Point   int // of the recording, by number from 0
	Objects seq.Seq[trace.ObjectID]
}

// Samples are contents of objects.
type Samples struct{ Texts []string }

// SamplesOf returns the query for contents of what a finding is about; ok is false if there are none to be had.
func SamplesOf(f *findings.Finding) (q SamplesQuery, ok bool) {
	for _, p := range []*findings.Pile{f.Growth, f.Pile} {
		if p != nil && len(p.Sampled) > 0 && len(p.Points) > 0 {
			return SamplesQuery{Point: p.Points[len(p.Points)-1] - 1, Objects: seq.Of(p.Sampled...)}, true
		}
	}
	return SamplesQuery{}, false
}
