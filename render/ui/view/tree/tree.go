package tree

import (
	"fmt"

	"memcity/city/scene"
	"memcity/city/state"
	"memcity/city/trees"
	"memcity/city/view/treemap"
	"memcity/city/view/trends"
	"memcity/render/ui/canvas"
	"memcity/render/ui/part"
	"memcity/render/ui/widget"
	"memcity/words"
)

// View is the tree view with its local state.
type View struct {
	order    *treemap.Ordering
	of       treesOf
	pictures map[treePictureKey]*treemap.Picture
	inks     treeInks
	books    map[string]part.HueBook // assigned shades of the children of each group, by the group's key

	drawings map[string]*treeDrawing // by id of the control
	Moving   bool                    // a drawing is animated

	hover   treeSpot // node under the pointer, in any drawing or in the list
	from    string   // id of the drawing or list under the pointer; "keys" for the keyboard cursor
	cursor  treeSpot // keyboard cursor
	menu    treemap.ID
	time    widget.PlotTime
	entered bool // opened from the city
	shown   bool // the tree has been focused once
	leaving bool // the drawing is morphing into the plan of the city, which is shown afterwards
}

// treesOf contains the inputs of the ordering.
type treesOf struct {
	plan  *scene.Plan
	unit  trees.Unit
	order trends.Order
}

type treePictureKey struct {
	root   treemap.ID
	levels int
	point  int
}

// treeSpot is a node of the trees, or none.
type treeSpot struct {
	id    treemap.ID
	there bool
}

// Numbers of levels drawn below the root, and the smallest share of a group that the global tree subdivides.
const (
	localLevels  = 2
	globalLevels = 12
	globalLeast  = 1.0 / 500
)

// Lengths of the tree view, in dp.
const (
	treesSide    = 250 // minimum width of the global tree and the list, if they fit
	treesMost    = 380
	treesWide    = 560 // minimum width to show them beside the local tree
	treesLow     = 250 // minimum height for a footer
	treesFoot    = 24
	treesCrumbs  = 28
	treesListRow = 24 // height of a list row, or treesRowLow if there are many
	treesRowLow  = 18
	maxPictures  = 256
)

// SettleTrees records whether the view was opened from the city, and clears running animations.
func (view *View) SettleTrees(k *widget.Core) {
	l := view
	if _, open := k.Rects["tree"]; !open {
		l.Moving, l.leaving, l.shown, l.hover, l.drawings = false, false, false, treeSpot{}, nil
		l.entered = k.Model.State.View == state.CityView && k.Model.Plan != nil
	}
}

// trees updates the local state and returns it.
func (view *View) trees(c *widget.Canvas) *View {
	l, s := view, &c.Model.State
	of := treesOf{c.Model.Plan, s.Settings.Unit, treemap.View.Of(s.Views).Order}
	if l.order == nil || l.of != of {
		p := c.Model.Plan
		if l.of.plan == nil || l.of.plan.Series.Names != p.Series.Names {
			l.drawings, l.cursor, l.hover, l.time, l.books = nil, treeSpot{}, treeSpot{}, widget.PlotTime{}, map[string]part.HueBook{}
		}
		if l.of.plan != nil && l.of.plan.Series != p.Series { // node numbers have changed
			l.drawings, l.cursor, l.hover = nil, treeSpot{}, treeSpot{}
		}
		l.of, l.order = of, treemap.NewTreeOrdering(p.Series, p.Meta, of.unit, of.order)
		l.pictures, l.inks = nil, treeInks{}
	}
	if l.drawings == nil {
		l.drawings = map[string]*treeDrawing{}
	}
	view.freshInks(c)
	return l
}

// treePicture returns the tree below a node at a GC point.
func (view *View) treePicture(c *widget.Canvas, root treemap.ID, levels, point int, least float64) *treemap.Picture {
	l := view
	key := treePictureKey{root, levels, point}
	if p := l.pictures[key]; p != nil {
		return p
	}
	if len(l.pictures) >= maxPictures || l.pictures == nil {
		l.pictures = map[treePictureKey]*treemap.Picture{}
	}
	p := l.order.Picture(root, levels, point, least)
	l.pictures[key] = p
	return p
}

// treeRoot returns the node drilled into, or the whole heap if the group does not exist.
func (view *View) treeRoot(c *widget.Canvas) treemap.ID {
	id, _ := view.order.ID(treemap.View.Of(c.Model.State.Views).Root)
	return id
}

// treePoint returns the GC point whose tree is drawn.
func (view *View) treePoint(c *widget.Canvas) int {
	return min(max(c.Model.At, 0), max(c.Model.Plan.Series.Len()-1, 0))
}

// DrawTreeView draws the memory tree as a sunburst or an icicle plot.
func (view *View) DrawTreeView(c *widget.Canvas, b canvas.Box) {
	l := view.trees(c)
	l.Moving = false
	head := widget.DrawViewHead(c, &b, "Tree")
	view.drawTreeTools(c, head)
	b.CutTop(2)
	if s := c.Model.Plan.Series; s.Len() == 0 || len(s.Nodes) == 0 {
		c.EmptyView(b, "sunburst", "No groups", "This recording has no heap states. Open a heap dump to see a memory tree.")
		return
	}
	root := view.treeRoot(c)
	view.drawTreeCrumbs(c, b.CutTop(treesCrumbs), root)
	b.CutTop(4)
	foot := canvas.Box{}
	if b.H >= treesLow {
		foot = b.CutBottom(treesFoot)
		b.CutBottom(6)
	} else {
		b.CutBottom(6)
	}
	if treemap.View.Of(c.Model.State.Views).Together && len(c.Model.Points) > 1 {
		view.drawComparedTrees(c, b, root)
	} else {
		view.drawTreesNow(c, b, root)
	}
	if foot.H > 0 {
		c.Hline(foot.X, foot.Y, foot.W, 1, c.Line)
		view.drawTreeFoot(c, foot, root)
	}
	l.entered = false
}

// drawTreesNow draws the tree of the current GC point below the node drilled into, and a list. It also draws the whole heap beside it,
// unless both trees are the same.
func (view *View) drawTreesNow(c *widget.Canvas, b canvas.Box, root treemap.ID) {
	local := view.treePicture(c, root, localLevels, view.treePoint(c), 0)
	if b.W >= treesWide {
		side := b.CutRight(min(max(treesSide, b.W*0.22), b.W*0.34, treesMost))
		b.CutRight(18)
		square := min(side.W, side.H*0.5)
		whole := view.treePicture(c, treemap.ID{}, globalLevels, view.treePoint(c), globalLeast)
		if same := root == (treemap.ID{}) && whole.Levels <= local.Levels; side.H >= 200 && !same {
			view.drawTree(c, "tree/global", side.CutTop(square), whole, treeLook{name: "Whole heap", global: root, focus: true})
			side.CutTop(8)
		}
		view.drawTreeList(c, side, local)
	}
	view.drawTree(c, "tree/local", b, local, treeLook{name: "Memory tree", labels: true, keys: true})
	view.leaveForCity(c)
}

// leaveForCity shows the city after the drawing has morphed into its plan.
func (view *View) leaveForCity(c *widget.Canvas) {
	l := view
	if d := l.drawings["tree/local"]; l.leaving && (d == nil || !d.moves()) {
		l.leaving = false
		c.Do(state.Show{View: state.CityView})
	}
}

// drawTreeCrumbs draws the path from the whole heap to the node drilled into. Each element is a button.
func (view *View) drawTreeCrumbs(c *widget.Canvas, b canvas.Box, root treemap.ID) {
	l := view
	path := l.order.Root(root).Path(c.Model.Plan.Series)
	up := b.CutLeft(28).Centered(28, 26)
	if c.IconButton("tree/up", up, "up", "Up", "Up one level (Backspace, or click the middle)", widget.Why(len(path) < 2, "This is the highest level")) {
		view.drillUp(c, root)
	}
	b.CutLeft(4)
	names := make([]string, len(path))
	width := float32(0)
	for i, r := range path {
		names[i] = view.crumbName(c, r)
		width += c.Width(canvas.Strong, names[i]) + 16 + 14
	}
	first := 0
	for ; width > b.W-20 && first < len(path)-1; first++ {
		width -= c.Width(canvas.Strong, names[first]) + 16 + 14
	}
	if first > 0 {
		b.CutLeft(c.Text(b, canvas.Body, canvas.Left, c.Dim, "…") + 4)
	}
	for i := first; i < len(path); i++ {
		if i > first {
			c.Icon(b.CutLeft(14).Middle(14), "chevron", c.Dim)
		}
		cell := b.CutLeft(min(c.Width(canvas.Strong, names[i])+16, b.W)).Middle(24)
		last := i == len(path)-1
		o := widget.ButtonOptions{Text: names[i], Hint: "Show all of " + names[i], Kind: "link"}
		if last {
			o.Value, o.Hint = "shown", ""
		}
		if c.Button(fmt.Sprintf("tree/crumb/%d", i), cell, o) && !last {
			c.Do(state.Drill{To: path[i]})
		}
	}
}

// crumbName returns the name of a root.
func (view *View) crumbName(c *widget.Canvas, r treemap.Root) string {
	s := c.Model.Plan.Series
	switch node, ok := s.Find(r.Key); {
	case r.Rest > 0:
		return "Other"
	case r.Key == "" || !ok:
		return words.OneLine(s.Name(0))
	default:
		return words.OneLine(s.Name(node))
	}
}

// drillUp makes the parent of the root the new root.
func (view *View) drillUp(c *widget.Canvas, root treemap.ID) {
	l := view
	if up, ok := l.order.Root(root).Up(c.Model.Plan.Series); ok {
		c.Do(state.Drill{To: up})
	}
}

// drill makes a node the root, or selects it if it has no children.
func (view *View) drill(c *widget.Canvas, id treemap.ID) {
	l := view
	if id.Rest == 0 && c.Model.Plan.Series.IsLeaf(id.Node) {
		c.Do(state.SelectRows{Keys: []string{c.Model.Plan.Series.Key(id.Node)}})
		return
	}
	c.Do(state.Drill{To: l.order.Root(id)})
}
