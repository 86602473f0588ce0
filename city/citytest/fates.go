package citytest

import (
	"memcity/analysis/diff"
	"memcity/analysis/identity"
	"memcity/city/trees"
	"memcity/city/view/diffs"
	"memcity/trace"
)

// FollowedReport returns a diff report between two points in which each group lost the share turned of its objects. The remaining objects
// are new.
func FollowedReport(s *trees.Series, from, to int, turned float64) *diffs.Report {
	names := trace.NewNames() // not the dictionary of the series
	t := &diff.Tree{Names: names, Followed: identity.Native}
	for i := range s.Nodes {
		n, node := &s.Nodes[i], int32(i)
		before, after := s.Amount(from, node),
			s.Amount(to, node)
		keep := func(a, b int64) int64 { return int64(float64(min(a, b)) * (1 - turned)) }
		c := &diff.Change{Survived: trace.Amount{Objects: keep(before.Objects, after.Objects), Bytes: keep(before.Bytes, after.Bytes)}}
		c.Born = after.Minus(c.Survived)
		c.Died = before.Minus(c.Survived)
		t.Nodes = append(t.Nodes, diff.Node{Name: names.ID(s.Names.Text(n.Name)), Role: names.ID(s.Role(node)), Place: n.Place,
			Before: before, After: after, Change: c})
	}
	return &diffs.Report{Query: diffs.Query{From: from, To: to}, Tree: t}
}
