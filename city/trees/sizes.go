package trees

// Sizes are the deep and retained sizes of the groups of one heap state. They come a batch of groups at a time.
type Sizes struct {
	Series *Series      // that the nodes are of
	Point  int          // of the recording
	Groups []GroupSizes // by node; never written to
	Whole  bool         // all that can be known is there
}

// GroupSizes are the deep and the retained size of one group as far as they are known.
type GroupSizes struct {
	Deep, Retained       Amount
	HasDeep, HasRetained bool
}

// Over returns the sizes by node of another series of the same recording and grouping, as of one that has grown. It is z
// if that is its series.
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

// TreeSizes are the deep and retained bytes that a source of ready-made trees has for a GC point; nil if it has none.
// Numbers of objects are -1 there, as nobody knows them. Cost is linear in the groups.
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
