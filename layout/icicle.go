package layout

// Branch is a node of a tree that is to be divided: Parent is the index of the node above it, -1 for the root, and less than
// its own. Siblings stand in the order they are to have. Values are not negative.
type Branch struct {
	Parent int
	Value  float64
}

// Span is what a node gets of its tree: From to To of the whole, both 0 … 1, and the levels from Top to Bottom, the root's
// being 0 to 1. Spans between two layouts may have parts of levels.
type Span struct{ From, To, Top, Bottom float64 }

// Share is how much of the whole the span covers.
func (s Span) Share() float64 { return s.To - s.From }

// Mix returns the span on the path from s to o, s at t = 0.
func (s Span) Mix(o Span, t float64) Span {
	mix := func(a, b float64) float64 { return a + (b-a)*t }
	return Span{mix(s.From, o.From), mix(s.To, o.To), mix(s.Top, o.Top), mix(s.Bottom, o.Bottom)}
}

// Seen returns where a span of a tree lies in the layout of the part of it below root: root becomes the whole, and what is next
// to it has no extent.
func (s Span) Seen(root Span) Span {
	share := func(v float64) float64 {
		if root.Share() <= 0 {
			return 0
		}
		return min(max((v-root.From)/root.Share(), 0), 1)
	}
	return Span{share(s.From), share(s.To), s.Top - root.Top, s.Bottom - root.Top}
}

// Placed is the inverse of [Span.Seen] for spans below root.
func (s Span) Placed(root Span) Span {
	return Span{root.From + s.From*root.Share(), root.From + s.To*root.Share(), s.Top + root.Top, s.Bottom + root.Top}
}

// Spans divides the whole among the nodes of a tree: children lie next to one another within the extent of their parent, in
// proportion to their values. What a parent has beyond its children stays free after the last one. Children that have more
// than their parent, as groups that share objects can, are made smaller in the same proportion. Cost is linear.
func Spans(nodes []Branch) []Span {
	spans, sums := make([]Span, len(nodes)), make([]float64, len(nodes))
	for _, n := range nodes {
		if n.Parent >= 0 {
			sums[n.Parent] += n.Value
		}
	}
	used := make([]float64, len(nodes)) // by children placed so far
	for i, n := range nodes {
		if n.Parent < 0 {
			spans[i] = Span{To: 1, Bottom: 1}
			continue
		}
		up := spans[n.Parent]
		at := func(value float64) float64 {
			whole := max(nodes[n.Parent].Value, sums[n.Parent])
			if whole <= 0 {
				return up.From
			}
			return up.From + up.Share()*min(value/whole, 1)
		}
		from := used[n.Parent]
		used[n.Parent] += n.Value
		spans[i] = Span{at(from), at(used[n.Parent]), up.Bottom, up.Bottom + 1}
	}
	return spans
}

// Icicle returns the rectangle of a span in a horizontal icicle plot that fills r: levels go along X, siblings along Z, and
// every level is as wide as the others (Bacher, Mac Namee, Kelleher: Using Icicle Trees to Encode the Hierarchical
// Structure of Source Code, EuroVis 2016, DOI 10.2312/eurovisshort.20161168). Levels is how many there is room for, between
// two drawings maybe a part of one; what lies outside of them has no width.
func (s Span) Icicle(r Rect, levels float64) Rect {
	n := max(levels, 1)
	top, bottom := min(max(s.Top/n, 0), 1), min(max(s.Bottom/n, 0), 1)
	return Rect{r.X + r.W*top, r.Z + r.D*s.From, r.W * (bottom - top), r.D * s.Share()}
}
