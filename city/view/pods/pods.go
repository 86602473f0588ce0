// Package pods is what the window shows of the pods of a fleet: those of one group, sorted, with sentences about them.
package pods

import (
	"slices"

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
	Later         int    // newer versions of its service that have pods at this GC point
	trees.Amount
	Outlier bool
}

// Latest keeps the report made last, as the window requests that of its selection with every frame. The zero Latest has none. It must not be
// used by several goroutines at once.
type Latest struct {
	series *trees.Series
	point  int
	node   int32
	metric trees.Metric
	report *Report
}

// Of is [Of], at no cost if nothing has changed since the last call.
func (l *Latest) Of(s *trees.Series, point int, node int32, metric trees.Metric) *Report {
	if l.series != s || l.point != point || l.node != node || l.metric != metric {
		*l = Latest{s, point, node, metric, Of(s, point, node, metric)}
	}
	return l.report
}

// Of returns what the pods have of a node at a GC point, most in a metric first; nil if that is not known.
// The cost is linear in the pods of all GC points up to that one.
func Of(s *trees.Series, point int, node int32, metric trees.Metric) *Report {
	g, ok := s.Pods(point, node)
	if !ok {
		return nil
	}
	f, service := s.Fleet(point), s.Service(node)
	r := &Report{Of: g.Of, Outliers: int64(len(g.Outliers))}
	name, group := s.Name(service), ""
	if node != service {
		for _, l := range fleet.LeaksOf(f, s.Name(service), s.Name(node)) {
			r.Sentences = append(r.Sentences, fleet.Leak(l))
		}
		name, group = words.TypeName(s.Name(node)), s.Name(0)+"#"+s.Name(node)
	}
	r.Sentences = append(r.Sentences, fleet.Group(name, s.Bytes(point, node), &g, fleet.Rows(f, &g, trace.Bytes)))
	now := fleet.Shares(f, s.Name(service), &g)
	if text := fleet.Versions(now); text != "" {
		r.Sentences = append(r.Sentences, text)
	}
	if before := versionBefore(s, point, node, now); before != nil {
		r.Sentences = append(r.Sentences, fleet.Before(before, now))
	}
	for _, row := range fleet.Rows(f, &g, metric) {
		r.Rows = append(r.Rows, Row{Name: row.Name, Version: row.Version, Recording: row.Recording, Point: int(row.Point), Group: group,
			Amount: row.Amount, Outlier: row.Outlier,
			Later: len(now) - 1 - slices.IndexFunc(now, func(s fleet.Share) bool { return s.Version == row.Version })})
	}
	return r
}

// versionBefore is what the version before the oldest one of now had of a node, at the last of the GC points at which most of its pods stood; nil if there is none.
func versionBefore(s *trees.Series, point int, node int32, now []fleet.Share) (before *fleet.Share) {
	service := s.Name(s.Service(node))
	for p := point - 1; p >= 0; p-- {
		f := s.Fleet(p)
		if f == nil {
			continue
		}
		g, _ := s.Pods(p, node) // one that no pod has is none
		shares := fleet.Shares(f, service, &g)
		for i := len(shares) - 1; i >= 0; i-- {
			is := func(n fleet.Share) bool { return n.Version == shares[i].Version }
			if before == nil && !slices.ContainsFunc(now, is) || before != nil && is(*before) && shares[i].Of > before.Of {
				before = &shares[i]
				break
			}
		}
	}
	return before
}

// Same reports whether two reports say the same.
func (r *Report) Same(o *Report) bool {
	return r == o || r != nil && o != nil && r.Of == o.Of && r.Outliers == o.Outliers && seq.Same(r.Sentences, o.Sentences) && seq.Same(r.Rows, o.Rows)
}
