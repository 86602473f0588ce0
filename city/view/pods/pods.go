// Package pods is what the window shows of the pods of a fleet: those of one group, sorted, with sentences about them.
package pods

import (
	"memcity/analysis/fleet"
	"memcity/city/seq"
	"memcity/city/trees"
	"memcity/trace"
	"memcity/words"
)

// Report is what the pods of a fleet have of a group.
type Report struct {
	Of        int64 // pods that were measured
	Outliers  int64 // pods that are far above the others
	Sentences []string
	Rows      []Row // of those that have some of it, most first
}

// Row is a pod.
type Row struct {
	Name, Version string
	Recording     string // path; empty if it is not known
	Point         int    // GC point of the recording, from 1; 0 if it is not known
	Group         string // key of the group in the recording, grouped by type; empty for a whole service
	trees.Amount
	Outlier bool
}

// Of returns what the pods have of a node at a GC point, most in a metric first; nil if that is not known.
func Of(s *trees.Series, point int, node int32, metric trees.Metric) *Report {
	g, ok := s.Pods(point, node)
	if !ok {
		return nil
	}
	f, service := s.Fleet(point), s.Service(node)
	r := &Report{Of: g.Of, Outliers: g.Outliers}
	name, group := s.Name(service), ""
	if node != service {
		for _, l := range fleet.LeaksOf(f, s.Name(service), s.Name(node)) {
			r.Sentences = append(r.Sentences, fleet.Leak(l))
		}
		name, group = words.TypeName(s.Name(node)), s.Name(0)+"#"+s.Name(node)
	}
	r.Sentences = append(r.Sentences, fleet.Group(name, s.Bytes(point, node), &g, fleet.Rows(f, &g, trace.Bytes)))
	for _, row := range fleet.Rows(f, &g, metric) {
		r.Rows = append(r.Rows, Row{Name: row.Name, Version: row.Version, Recording: row.Recording, Point: int(row.Point), Group: group,
			Amount: row.Amount, Outlier: row.Outlier})
	}
	return r
}

// Same reports whether two reports say the same.
func (r *Report) Same(o *Report) bool {
	return r == o || r != nil && o != nil && r.Of == o.Of && r.Outliers == o.Outliers && seq.Same(r.Sentences, o.Sentences) && seq.Same(r.Rows, o.Rows)
}
