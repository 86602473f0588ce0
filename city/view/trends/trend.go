package trends

import (
	"slices"

	"memcity/analysis/trend"
	"memcity/city/trees"
)

// Trend contains the series of one level, and the memory trees that they are from.
type Trend struct {
	*trend.Trend
	Series *trees.Series // of the GC points in use
}

// Key returns the key of the group that a series shows.
func (t *Trend) Key(s *trend.Series) string { return t.Series.Key(s.Node) }

// With returns t with additional series for the groups with the given keys, or t itself if it already has them or they are not of its
// level. The unit must be that of t, bytes or objects. The cost is that of [trees.Series.Find] for each key.
func (t *Trend) With(bytes bool, keys ...string) *Trend {
	var nodes []int32
	for _, key := range keys {
		node, ok := t.Series.Find(key)
		if ok && t.Series.Nodes[node].Parent == t.Node && !slices.ContainsFunc(t.Trend.Series, func(s Series) bool { return s.Node == node }) {
			nodes = append(nodes, node)
		}
	}
	if len(nodes) == 0 {
		return t
	}
	return &Trend{Trend: t.Trend.With(levels{t.Series}, bytes, nodes...), Series: t.Series}
}
