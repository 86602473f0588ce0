package scene

import (
	"slices"

	"memcity/layout"
)

// Transition returns the start and end of an animation between cities of two plans with the same recording and grouping. Both have the same
// buildings and districts in the same order, so that they can be interpolated one by one. The buildings and districts of to are first, with
// the same indexes. Removed ones follow, and sink at their old position. New ones rise at their new position. The start uses the scale of
// to, so that unchanged places do not move when [state.Rebound] keeps the picture. The cost is linear in the shown groups. Use both ends
// only for drawing.
func Transition(from, to *City) (start, end *City) {
	f := 1.0
	if from.Plan.Ground.W > 0 {
		f = to.Plan.Ground.W / from.Plan.Ground.W
	}
	t := &transition{from: from, to: to, scale: f, nodes: to.Plan.Series.Matching(from.Plan.Series)}
	a, b := *to, *to
	t.start, t.end = &a, &b
	a.Point, a.Objects, a.Bytes, a.Compared, a.Aged, a.Used, a.Versions = from.Point, from.Objects, from.Bytes, from.Compared, from.Aged, from.Used, from.Versions
	t.districts()
	t.buildings()
	t.blocks()
	return t.start, t.end
}

type transition struct {
	from, to   *City
	start, end *City
	scale      float64 // of the ground
	nodes      []int32 // nodes of to's series, by node of from's series
	gone       []int32 // index of each district of from in both ends
}

// target returns the index in to of the target of the given kind for a node of from's series. ok is false if there is none.
func (t *transition) target(old int32, kind Kind) (int32, bool) {
	if n := t.nodes[old]; n >= 0 {
		if target := t.to.Plan.Target(n); target.Kind == kind {
			return target.Index, true
		}
	}
	return 0, false
}

// left returns the node of to's series for a node of from's series or its nearest remaining ancestor.
func (t *transition) left(old int32) int32 {
	for t.nodes[old] < 0 && t.from.Plan.Series.Nodes[old].Parent >= 0 {
		old = t.from.Plan.Series.Nodes[old].Parent
	}
	return max(t.nodes[old], 0)
}

func (t *transition) districts() {
	a, b := slices.Clone(t.to.Districts), slices.Clone(t.to.Districts)
	for i := range a { // a new district spreads from its center
		a[i].Plot, a[i].Label = a[i].Plot.Scaled(0), a[i].Label.Scaled(0)
	}
	t.gone = make([]int32, len(t.from.Districts))
	for i := range t.from.Districts {
		old := t.from.Districts[i]
		old.Plot, old.Label = scaled(old.Plot, t.scale), scaled(old.Label, t.scale)
		if at, ok := t.target(old.Node, OnDistrict); ok {
			a[at].Plot, a[at].Label, a[at].Color = old.Plot, old.Label, old.Color
			t.gone[i] = at
			continue
		}
		t.gone[i] = int32(len(a))
		if old.Parent >= 0 {
			old.Parent = t.gone[old.Parent]
		}
		old.Node, old.First, old.End = t.left(old.Node), 0, 0
		sunk := old
		sunk.Plot, sunk.Label = old.Plot.Scaled(0), old.Label.Scaled(0)
		a, b = append(a, old), append(b, sunk)
	}
	t.start.Districts, t.end.Districts = a, b
}

func (t *transition) buildings() {
	a, b := slices.Clone(t.to.Buildings), slices.Clone(t.to.Buildings)
	for i := range a {
		a[i].sink()
	}
	for i := range t.from.Buildings {
		old := t.from.Buildings[i]
		old.Plot, old.Base = scaled(old.Plot, t.scale), scaled(old.Base, t.scale)
		old.Height, old.Bottom = old.Height*t.scale, old.Bottom*t.scale
		old.Kept, old.Gone, old.Storeys = old.Kept*t.scale, old.Gone*t.scale, old.Storeys.scaled(t.scale)
		old.Before *= t.scale
		if at, ok := t.target(old.Node, OnBuilding); ok {
			old.Node, old.District = a[at].Node, a[at].District
			a[at] = old
			continue
		}
		if old.District >= 0 {
			old.District = t.gone[old.District]
		}
		old.Node = t.left(old.Node)
		sunk := old
		sunk.sink()
		a, b = append(a, old), append(b, sunk)
	}
	t.start.Buildings, t.end.Buildings = a, b
}

// blocks animates the blocks of districts that have one in both cities. Others appear immediately, because they are flat and pale.
func (t *transition) blocks() {
	at := map[int32]int{}
	for i := range t.to.Blocks {
		at[t.to.Blocks[i].District] = i
	}
	a := slices.Clone(t.to.Blocks)
	for i := range t.from.Blocks {
		old := &t.from.Blocks[i]
		if i, ok := at[t.gone[old.District]]; ok {
			a[i].Base, a[i].Height = scaled(old.Base, t.scale), old.Height*t.scale
		}
	}
	t.start.Blocks = a
}

// sink sets all heights of a building to zero.
func (b *Building) sink() { b.Height, b.Kept, b.Gone, b.Before, b.Storeys = 0, 0, 0, 0, nil }

func scaled(r layout.Rect, f float64) layout.Rect {
	return layout.Rect{X: r.X * f, Z: r.Z * f, W: r.W * f, D: r.D * f}
}
