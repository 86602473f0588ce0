package scene

import (
	"memcity/city/trees"
)

// most returns the largest value of a node at any GC point of the recording or in the baseline.
func (p *Plan) most(unit trees.Unit, node int32) int64 {
	return p.orBaseline(p.whole.Of(unit)[node].Max, unit, node)
}

// mostRead is like most, in the plan's unit, but only over the given GC points; over all if there are none.
func (p *Plan) mostRead(node int32, points []int) int64 {
	if len(points) == 0 {
		return p.most(p.settings.Unit, node)
	}
	most := int64(0)
	for _, point := range points {
		most = max(most, p.Series.Amount(point, node).Of(p.settings.Unit))
	}
	return p.orBaseline(most, p.settings.Unit, node)
}

// orBaseline returns the given value of a node or, if that is larger, its value in the baseline.
func (p *Plan) orBaseline(value int64, unit trees.Unit, node int32) int64 {
	if b := p.Series.Baseline(); b != nil {
		value = max(value, b.Scaled(node, p.whole.Objects[0].Max, p.whole.Bytes[0].Max).Of(unit))
	}
	return value
}

// read returns the GC points with objects if others have only counts; otherwise none.
func (p *Plan) read() (points []int) {
	for point := range p.Series.Len() {
		if p.Series.HasPointers(point) {
			points = append(points, point)
		}
	}
	if len(points) == p.Series.Len() {
		return nil
	}
	return points
}

// MatchedShares contains the shares of two compared recordings, 0 to 1, that are in groups of both.
type MatchedShares struct{ Before, After float64 }

// Matched returns the shares of both sides of a comparison with a baseline that are in groups of both sides, in the given unit. On each
// side it counts groups that this side does not divide further. It returns zero without a baseline or without objects.
func (k *Comparison) Matched(unit trees.Unit) MatchedShares { return k.matched[unit] }

// match computes the matched shares of both sides. The cost is linear in the groups.
func (k *Comparison) match() {
	s := k.Series
	before, after := make([]trees.Amount, len(s.Nodes)), make([]trees.Amount, len(s.Nodes))
	for i := range s.Nodes {
		n := int32(i)
		before[i], after[i] = k.Baseline.Amount(n), s.Amount(k.To, n)
	}
	b, a := matchedShare(s, before, after), matchedShare(s, after, before)
	for unit := range k.matched {
		k.matched[unit] = MatchedShares{b[unit], a[unit]}
	}
}

// matchedShare returns by unit the share of one side that is in groups of the other side.
func matchedShare(s *trees.Series, one, other []trees.Amount) (share [2]float64) {
	var in, all trees.Amount
	divided := make([]bool, len(s.Nodes))
	for i := len(s.Nodes) - 1; i >= 0; i-- {
		if one[i].Objects <= 0 {
			continue
		}
		if up := s.Nodes[i].Parent; up >= 0 {
			divided[up] = true
		}
		if divided[i] {
			continue
		}
		all.Add(one[i])
		if other[i].Objects > 0 {
			in.Add(one[i])
		}
	}
	for _, unit := range []trees.Unit{trees.Objects, trees.Bytes} {
		share[unit] = float64(in.Of(unit)) / float64(max(all.Of(unit), 1))
	}
	return share
}
