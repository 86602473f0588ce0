package trees

// Sizes contains the deep and retained sizes of the groups of one heap state. They arrive in batches of groups.
type Sizes struct {
	Series *Series      // series of the nodes
	Point  int          // of the recording
	Groups []GroupSizes // by node; read-only
	Whole  bool         // true if complete
}

// GroupSizes contains the available deep and retained size of one group.
type GroupSizes struct {
	Deep, Retained       Amount
	HasDeep, HasRetained bool
}

// Over returns the sizes by node of another series of the same recording and grouping, such as a grown one. It returns z if the series is
// the same.
func (z *Sizes) Over(series *Series) *Sizes {
	if z.Series == series {
		return z
	}
	out := &Sizes{Series: series, Point: z.Point, Groups: make([]GroupSizes, len(series.Nodes)), Whole: z.Whole}
	for old, node := range series.Matching(z.Series) {
		if node >= 0 {
			out.Groups[node] = z.Groups[old]
		}
	}
	return out
}

// TreeSizes returns the deep and retained bytes of a GC point from ready-made trees; nil if they have none. Numbers of objects are -1,
// because the trees do not have them. The cost is linear in the groups.
func TreeSizes(s *Series, point int) *Sizes {
	sp := &s.points[point]
	if sp.deep == nil && sp.retained == nil {
		return nil
	}
	sizes := &Sizes{Series: s, Point: sp.source, Groups: make([]GroupSizes, len(s.Nodes)), Whole: true}
	amountOf := func(list []int64, node int) (Amount, bool) {
		if node >= len(list) || list[node] < 0 {
			return Amount{}, false
		}
		return Amount{Objects: -1, Bytes: list[node]}, true
	}
	for i, column := range sp.columns {
		g := &sizes.Groups[s.nodes[column]]
		g.Deep, g.HasDeep = amountOf(sp.deep, i)
		g.Retained, g.HasRetained = amountOf(sp.retained, i)
	}
	return sizes
}
