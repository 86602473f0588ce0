package city

import (
	"slices"
	"strings"
)

// TreeKind is how a memory tree is drawn.
type TreeKind uint8

// Kinds of drawings.
const (
	Sunburst TreeKind = iota
	Icicle
)

var treeKindNames = []string{"sunburst", "icicle"}

// String returns "sunburst" or "icicle".
func (k TreeKind) String() string { return treeKindNames[k] }

// ParseTreeKind reads "sunburst" or "icicle".
func ParseTreeKind(text string) (TreeKind, error) {
	return parseName[TreeKind]("kind", treeKindNames, text)
}

// TreeOrders are the orders that siblings of a tree can have, the usual one first.
func TreeOrders() []TrendOrder { return []TrendOrder{GrowthOrder, StartOrder, EndOrder} }

// MaxTrees is how many trees can stand side by side.
const MaxTrees = 6

// Treeing is what the tree view shows: the memory tree of a GC point as a sunburst or an icicle plot.
type Treeing struct {
	Kind   TreeKind
	Order  TrendOrder // of siblings, the same at every GC point; one of TreeOrders
	Scaled bool       // the drawing is as large as the group drilled into is, its largest value in the window filling the room
	Growth bool       // colours tell growth, else groups
	Beside bool       // trees of several GC points stand side by side
	Points []int      // GC points of those, ascending; at most MaxTrees. Never written to

	Root TreeRoot
}

// TreeRoot is what a tree view is drilled into: a group, or what is left of it after its first groups were told apart some
// times. The zero TreeRoot is the whole heap.
type TreeRoot struct {
	Key  string // of the group; empty for the root of the heap
	Rest int    // times that its first groups are left out
}

// maxTreeRest bounds TreeRoot.Rest.
const maxTreeRest = 10_000

// treeChoices are those that can be taken back.
type treeChoices struct {
	kind                   TreeKind
	order                  TrendOrder
	scaled, growth, beside bool
	points                 []int
}

func (t *Treeing) choices() treeChoices {
	return treeChoices{t.Kind, t.Order, t.Scaled, t.Growth, t.Beside, t.Points}
}

func (t *Treeing) take(c treeChoices) {
	t.Kind, t.Order, t.Scaled, t.Growth, t.Beside, t.Points = c.kind, c.order, c.scaled, c.growth, c.beside, c.points
}

func (c treeChoices) same(o treeChoices) bool {
	return c.kind == o.kind && c.order == o.order && c.scaled == o.scaled && c.growth == o.growth && c.beside == o.beside &&
		slices.Equal(c.points, o.points)
}

// SetTreeing changes how the tree view draws; what it is drilled into stays. It can be taken back with Undo.
type SetTreeing struct{ To Treeing }

func (a SetTreeing) step(s State) State {
	before, root := s.choices(), s.Treeing.Root
	s.Treeing = a.To
	s.Treeing.Root = root
	if !slices.Contains(TreeOrders(), s.Treeing.Order) || int(s.Treeing.Kind) >= len(treeKindNames) {
		s.Treeing.Order, s.Treeing.Kind = before.trees.order, before.trees.kind
	}
	s.Treeing.Points = s.treePoints(a.To.Points)
	return s.chose(before, "")
}

// treePoints are the GC points there are among some, ascending, each once and not too many.
func (s State) treePoints(points []int) []int {
	points = slices.Clone(points)
	slices.Sort(points)
	points = slices.DeleteFunc(slices.Compact(points), func(p int) bool { return p < 0 || p >= s.Points })
	return points[:min(len(points), MaxTrees)]
}

// ToggleTreePoint puts the tree of a GC point beside the others, or takes it away. Of too many, the one next to it in time
// gives way. It can be taken back with Undo.
type ToggleTreePoint struct{ Point int }

func (a ToggleTreePoint) step(s State) State {
	if a.Point < 0 || a.Point >= s.Points {
		return s
	}
	before := s.choices()
	points := slices.Clone(s.BesidePoints())
	if i := slices.Index(points, a.Point); i >= 0 {
		points = slices.Delete(points, i, i+1)
	} else {
		if len(points) >= MaxTrees {
			points = slices.Delete(points, nearestPoint(points, a.Point), nearestPoint(points, a.Point)+1)
		}
		points = append(points, a.Point)
	}
	if len(points) == 0 {
		return s
	}
	s.Treeing.Points, s.Treeing.Beside = s.treePoints(points), true
	return s.chose(before, "")
}

// nearestPoint returns the index of the GC point next to another.
func nearestPoint(points []int, to int) (nearest int) {
	for i, p := range points {
		if max(p-to, to-p) < max(points[nearest]-to, to-points[nearest]) {
			nearest = i
		}
	}
	return nearest
}

// BesidePoints are the GC points whose trees stand side by side: those chosen, or else the first, the middle and the last
// one of the window.
func (s State) BesidePoints() []int {
	if len(s.Treeing.Points) > 0 {
		return s.Treeing.Points
	}
	w := s.Window
	return s.treePoints([]int{w.From, (w.From + w.To) / 2, w.To})
}

// Drill shows a group of the tree view as the root, which becomes the selection if it is a group of its own. One can go back
// from it.
type Drill struct{ To TreeRoot }

func (a Drill) step(s State) State {
	before := s
	a.To.Rest = min(max(a.To.Rest, 0), maxTreeRest)
	if s.Treeing.Root == a.To {
		return s
	}
	s.Treeing.Root = a.To
	if a.To.Rest == 0 {
		s.Selection, s.More = a.To.Key, nil
	}
	s.Isolated = s.Isolated && s.Selection != ""
	return s.came(before)
}

// Up is what lies above in the tree; ok is false for the whole heap. Parents are those of a series, as names may hold the
// sign that joins them.
func (r TreeRoot) Up(s *Series) (up TreeRoot, ok bool) {
	if r.Rest > 0 {
		return TreeRoot{r.Key, r.Rest - 1}, true
	}
	if r.Key == "" {
		return TreeRoot{}, false
	}
	node, found := s.Find(r.Key)
	switch {
	case !found: // as with another grouping
		if i := strings.LastIndexByte(r.Key, '#'); i > 0 && r.Key[:i] != s.Key(0) {
			return TreeRoot{Key: r.Key[:i]}, true
		}
		return TreeRoot{}, true
	case node == 0:
		return TreeRoot{}, false
	case s.Nodes[node].Parent == 0:
		return TreeRoot{}, true
	}
	return TreeRoot{Key: s.Key(s.Nodes[node].Parent)}, true
}

// Path returns the roots from the whole heap down to r, both included.
func (r TreeRoot) Path(s *Series) []TreeRoot {
	path := []TreeRoot{r}
	for up, ok := r.Up(s); ok; up, ok = up.Up(s) {
		path = append(path, up)
	}
	slices.Reverse(path)
	return path
}
