package state

import (
	"slices"

	"memcity/city/view/treemap"
)

// SetTreemap changes how the tree view draws, but not its root. Undo reverts it.
type SetTreemap struct{ To treemap.State }

func (a SetTreemap) step(s State) State {
	now, to := treemap.View.Of(s.Views), a.To
	to.Root = now.Root
	if !slices.Contains(treemap.Orders(), to.Order) || int(to.Kind) >= len(treemap.KindNames) {
		to.Order, to.Kind = now.Order, now.Kind
	}
	to.Points = s.treePoints(to.Points)
	return SetView(treemap.View, to).step(s)
}

// treePoints returns the existing GC points of a list, ascending, without duplicates and at most [treemap.MaxTrees].
func (s State) treePoints(points []int) []int {
	points = slices.Clone(points)
	slices.Sort(points)
	points = slices.DeleteFunc(slices.Compact(points), func(p int) bool { return p < 0 || p >= s.Points })
	return points[:min(len(points), treemap.MaxTrees)]
}

// ToggleTreePoint adds the tree of a GC point to the comparison, or removes it. If there are too many, it replaces the nearest one in time.
// Undo reverts it.
type ToggleTreePoint struct{ Point int }

func (a ToggleTreePoint) step(s State) State {
	if a.Point < 0 || a.Point >= s.Points {
		return s
	}
	points := slices.Clone(s.ComparedPoints())
	if i := slices.Index(points, a.Point); i >= 0 {
		points = slices.Delete(points, i, i+1)
	} else {
		if len(points) >= treemap.MaxTrees {
			points = slices.Delete(points, nearestPoint(points, a.Point), nearestPoint(points, a.Point)+1)
		}
		points = append(points, a.Point)
	}
	if len(points) == 0 {
		return s
	}
	to := treemap.View.Of(s.Views)
	to.Points, to.Together = s.treePoints(points), true
	return SetView(treemap.View, to).step(s)
}

// nearestPoint returns the index of the GC point nearest to another.
func nearestPoint(points []int, to int) (nearest int) {
	for i, p := range points {
		if max(p-to, to-p) < max(points[nearest]-to, to-points[nearest]) {
			nearest = i
		}
	}
	return nearest
}

// ComparedPoints returns the GC points whose trees are side by side: the chosen ones, or the first, middle and last one of the window.
func (s State) ComparedPoints() []int {
	if points := treemap.View.Of(s.Views).Points; len(points) > 0 {
		return points
	}
	w := s.Window
	return s.treePoints([]int{w.From, (w.From + w.To) / 2, w.To})
}

// Drill makes a group the root of the tree view. It selects the group if it is a single group. Back reverts it.
type Drill struct{ To treemap.Root }

func (a Drill) step(s State) State {
	before, to := s, treemap.View.Of(s.Views)
	a.To.Rest = min(max(a.To.Rest, 0), treemap.MaxRest)
	if to.Root == a.To {
		return s
	}
	to.Root = a.To
	s.Views = treemap.View.With(s.Views, to)
	if a.To.Rest == 0 {
		s.Selection, s.More = a.To.Key, nil
	}
	s.Isolated = s.Isolated && s.Selection != ""
	return s.withHistory(before)
}
