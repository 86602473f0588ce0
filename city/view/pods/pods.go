// Package pods reports on the pods of a fleet for the window: the pods of one group, sorted, with sentences about them.
package pods

import (
	"slices"

	"memcity/analysis/fleet"
	"memcity/city/seq"
	"memcity/city/trees"
	"memcity/trace"
	"memcity/words"
)

// Report contains the values of a group in the pods of a fleet.
type Report struct {
	Of        int64 // measured pods
	Outliers  int64 // pods that are far above the others
	Sentences []string
	Rows      []Row // pods that have some of the group, largest first
}

// Row is a pod.
type Row struct {
	Name, Version string
	Recording     string // path; empty for missing data
	Point         int    // GC point of the recording, 1-based; 0 for missing data
	Group         string // key of the group in the recording, grouped by type; empty for a whole service
	Later         int    // number of newer versions of its service that have pods at this GC point
	trees.Amount
	Outlier bool
}

// Latest caches the last report, because the window requests it with every frame. The zero Latest is empty. It is not safe for concurrent
// use.
type Latest struct {
	series *trees.Series
	point  int
	node   int32
	unit   trees.Unit
	report *Report
}

// Of is like [Of], but free if nothing has changed since the last call.
func (l *Latest) Of(s *trees.Series, point int, node int32, unit trees.Unit) *Report {
	if l.series != s || l.point != point || l.node != node || l.unit != unit {
		*l = Latest{s, point, node, unit, Of(s, point, node, unit)}
	}
	return l.report
}

// Of returns the values of a node in the pods at a GC point, largest first in the given unit; nil for missing data. The cost is linear in
// the pods of all GC points up to that one.
func Of(s *trees.Series, point int, node int32, unit trees.Unit) *Report {
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
	for _, row := range fleet.Rows(f, &g, unit) {
		r.Rows = append(r.Rows, Row{Name: row.Name, Version: row.Version, Recording: row.Recording, Point: int(row.Point), Group: group,
			Amount: row.Amount, Outlier: row.Outlier,
			Later: len(now) - 1 - slices.IndexFunc(now, func(s fleet.Share) bool { return s.Version == row.Version })})
	}
	return r
}

// versionBefore returns the values of a node in the version before the oldest one in now, at the last GC point with the most of its pods;
// nil if there is none.
func versionBefore(s *trees.Series, point int, node int32, now []fleet.Share) (before *fleet.Share) {
	service := s.Name(s.Service(node))
	for p := point - 1; p >= 0; p-- {
		f := s.Fleet(p)
		if f == nil {
			continue
		}
		g, _ := s.Pods(p, node) // zero if no pod has it
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

// Same reports whether two reports are equal.
func (r *Report) Same(o *Report) bool {
	return r == o || r != nil && o != nil && r.Of == o.Of && r.Outliers == o.Outliers && seq.Same(r.Sentences, o.Sentences) && seq.Same(r.Rows, o.Rows)
}
