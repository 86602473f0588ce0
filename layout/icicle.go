package layout

// Branch is a node of a tree to be laid out. Parent is the index of its parent, which is smaller than its own index; -1 for the root.
// Siblings are in layout order. Values are not negative.
type Branch struct {
	Parent int
	Value  float64
}

// Span is the extent of a node in the layout of a tree: From to To as fractions of the whole, and levels from Top to Bottom. The root has
// levels 0 to 1. Between two layouts, levels may be fractional.
type Span struct{ From, To, Top, Bottom float64 }

// Share returns the fraction of the whole that the span covers.
func (s Span) Share() float64 { return s.To - s.From }

// Mix interpolates between s at t = 0 and o at t = 1.
func (s Span) Mix(o Span, t float64) Span {
	mix := func(a, b float64) float64 { return a + (b-a)*t }
	return Span{mix(s.From, o.From), mix(s.To, o.To), mix(s.Top, o.Top), mix(s.Bottom, o.Bottom)}
}

// Seen returns the span in the layout of the subtree at root: root becomes the whole, and spans outside it have no width.
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

// Spans lays out the nodes of a tree: children are side by side within the extent of their parent, in proportion to their values. If
// children have less than their parent, the rest stays free after the last one. If they have more, as groups that share objects can, they
// are scaled down. The cost is linear in the number of nodes.
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

// Icicle returns the rectangle of a span in a horizontal icicle plot that fills r: levels along X with equal widths, siblings along Z
// (Bacher, Mac Namee, Kelleher: Using Icicle Trees to Encode the Hierarchical Structure of Source Code, EuroVis 2016, DOI
// 10.2312/eurovisshort.20161168). The given levels are the number of visible levels, which may be fractional between two layouts. Spans
// outside them have no width.
func (s Span) Icicle(r Rect, levels float64) Rect {
	n := max(levels, 1)
	top, bottom := min(max(s.Top/n, 0), 1), min(max(s.Bottom/n, 0), 1)
	return Rect{r.X + r.W*top, r.Z + r.D*s.From, r.W * (bottom - top), r.D * s.Share()}
}
