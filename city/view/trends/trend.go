package trends

import (
	"slices"

	"memcity/analysis/trend"
	"memcity/city/trees"
)

// Trend is the series of one level with what they are of.
type Trend struct {
	*trend.Trend
	Series *trees.Series // of the GC points that were looked at
}

// Key returns the key of the group that a series shows.
func (t *Trend) Key(s *trend.Series) string { return t.Series.Key(s.Node) }

// With returns t with series of the groups with the given keys too: t itself if they have theirs or are no groups of its level.
// It must be made of the same values, bytes or objects. Cost is that of [trees.Series.Find] for each key.
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
