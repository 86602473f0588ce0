package ui

import (
	"fmt"

	"memcity/city"
)

// treesLocal is what the tree view keeps to itself.
type treesLocal struct {
	order    *city.TreeOrdering
	of       treesOf
	pictures map[treePictureKey]*city.TreePicture
	inks     treeInks
	books    map[string]hueBook // which shades groups have beside one another, by the key of what they are in

	drawings map[string]*treeDrawing // by id of the control
	moving   bool                    // a drawing moves

	hover   treeSpot // under the pointer, in any of the drawings and the list
	from    string   // which of them the pointer is over
	cursor  treeSpot // where keys are
	menu    city.TreeID
	time    plotTime
	entered bool // it was opened from the city
	shown   bool // the tree has had the focus
	leaving bool // the drawing becomes the plan of the city, which is shown then
}

// treesOf is what the ordering was made of.
type treesOf struct {
	plan   *city.Plan
	metric city.Metric
	order  city.TrendOrder
}

type treePictureKey struct {
	root   city.TreeID
	levels int
	point  int
}

// treeSpot is a node of the trees, or none.
type treeSpot struct {
	id    city.TreeID
	there bool
}

// Levels that are shown below the root, and how small a group of the global tree may be to be divided.
const (
	localLevels  = 2
	globalLevels = 12
	globalLeast  = 1.0 / 500
)

// Lengths of the tree view, in dp.
const (
	treesSide    = 250 // least width of the global tree and the list, if there is room
	treesMost    = 380
	treesWide    = 560 // from here on they stand beside the local tree
	treesLow     = 250 // a lower panel has no line below
	treesFoot    = 24
	treesCrumbs  = 28
	treesListRow = 24 // of the list, less where there are many
	treesRowLow  = 18
	maxPictures  = 256
)

// settleTrees notes whether the city was there before, and forgets what moved.
func (k *core) settleTrees() {
	l := &k.local.trees
	if _, open := k.rects[TreeP]; !open {
		l.moving, l.leaving, l.shown, l.hover, l.drawings = false, false, false, treeSpot{}, nil
		l.entered = k.model.State.View == city.CityView && k.model.Plan != nil
	}
}

// trees returns what the view keeps, brought up to date.
func (c *canvas) trees() *treesLocal {
	l, s := &c.local.trees, &c.model.State
	of := treesOf{c.model.Plan, s.Settings.Metric, s.Treeing.Order}
	if l.order == nil || l.of != of {
		p := c.model.Plan
		if l.of.plan == nil || l.of.plan.Series.Names != p.Series.Names {
			l.drawings, l.cursor, l.hover, l.time, l.books = nil, treeSpot{}, treeSpot{}, plotTime{}, map[string]hueBook{}
		}
		if l.of.plan != nil && l.of.plan.Series != p.Series { // nodes have other numbers
			l.drawings, l.cursor, l.hover = nil, treeSpot{}, treeSpot{}
		}
		l.of, l.order = of, city.NewTreeOrdering(p.Series, p.Meta, of.metric, of.order)
		l.pictures, l.inks = nil, treeInks{}
	}
	if l.drawings == nil {
		l.drawings = map[string]*treeDrawing{}
	}
	c.freshInks()
	return l
}

// treePicture returns the tree below a node at a GC point.
func (c *canvas) treePicture(root city.TreeID, levels, point int, least float64) *city.TreePicture {
	l := &c.local.trees
	key := treePictureKey{root, levels, point}
	if p := l.pictures[key]; p != nil {
		return p
	}
	if len(l.pictures) >= maxPictures || l.pictures == nil {
		l.pictures = map[treePictureKey]*city.TreePicture{}
	}
	p := l.order.Picture(root, levels, point, least)
	l.pictures[key] = p
	return p
}

// treeRoot returns the node that is drilled into, the whole heap if there is no such group here.
func (c *canvas) treeRoot() city.TreeID {
	id, _ := c.local.trees.order.ID(c.model.State.Treeing.Root)
	return id
}

// treePoint is the GC point whose tree is shown.
func (c *canvas) treePoint() int { return min(max(c.model.At, 0), max(c.model.Plan.Series.Len()-1, 0)) }

// drawTreeView draws the memory tree as a sunburst or an icicle plot.
func drawTreeView(c *canvas, b box) {
	l := c.trees()
	l.moving = false
	head := drawViewHead(c, &b, "Tree")
	drawTreeTools(c, head)
	b.cutTop(2)
	if s := c.model.Plan.Series; s.Len() == 0 || len(s.Nodes) == 0 {
		c.emptyView(b, "sunburst", "No groups", "The recording has no heap states to make trees of.")
		return
	}
	root := c.treeRoot()
	drawTreeCrumbs(c, b.cutTop(treesCrumbs), root)
	b.cutTop(4)
	foot := box{}
	if b.h >= treesLow {
		foot = b.cutBottom(treesFoot)
		b.cutBottom(6)
	} else {
		b.cutBottom(6)
	}
	if c.model.State.Treeing.Beside && len(c.model.Points) > 1 {
		drawTreesBeside(c, b, root)
	} else {
		drawTreesNow(c, b, root)
	}
	if foot.h > 0 {
		c.hline(foot.x, foot.y, foot.w, 1, c.line)
		drawTreeFoot(c, foot, root)
	}
	l.entered = false
}

// drawTreesNow draws the tree of the GC point shown: what is drilled into, and beside it the whole heap and a list.
func drawTreesNow(c *canvas, b box, root city.TreeID) {
	local := c.treePicture(root, localLevels, c.treePoint(), 0)
	if b.w >= treesWide {
		side := b.cutRight(min(max(treesSide, b.w*0.22), b.w*0.34, treesMost))
		b.cutRight(18)
		square := min(side.w, side.h*0.5)
		if side.h >= 200 {
			whole := c.treePicture(city.TreeID{}, globalLevels, c.treePoint(), globalLeast)
			c.drawTree("tree/global", side.cutTop(square), whole, treeLook{name: "Whole heap", global: root, focus: true})
			side.cutTop(8)
		}
		drawTreeList(c, side, local)
	}
	c.drawTree("tree/local", b, local, treeLook{name: "Memory tree", labels: true, keys: true})
	c.leaveForCity()
}

// leaveForCity shows the city once the drawing has become its plan.
func (c *canvas) leaveForCity() {
	l := &c.local.trees
	if d := l.drawings["tree/local"]; l.leaving && (d == nil || !d.moves()) {
		l.leaving = false
		c.do(city.Show{View: city.CityView})
	}
}

// drawTreeCrumbs draws the way from the whole heap to what is drilled into, each part of which can be pressed.
func drawTreeCrumbs(c *canvas, b box, root city.TreeID) {
	l := &c.local.trees
	path := l.order.Root(root).Path(c.model.Plan.Series)
	up := b.cutLeft(28).centered(28, 26)
	if c.iconButton("tree/up", up, "up", "Up", "Up to what is around (Backspace, or press the middle)", len(path) < 2) {
		c.drillUp(root)
	}
	b.cutLeft(4)
	names := make([]string, len(path))
	width := float32(0)
	for i, r := range path {
		names[i] = c.crumbName(r)
		width += c.width(strong, names[i]) + 16 + 14
	}
	first := 0
	for ; width > b.w-20 && first < len(path)-1; first++ {
		width -= c.width(strong, names[first]) + 16 + 14
	}
	if first > 0 {
		b.cutLeft(c.text(b, body, left, c.dim, "…") + 4)
	}
	for i := first; i < len(path); i++ {
		if i > first {
			c.icon(b.cutLeft(14).middle(14), "chevron", c.dim)
		}
		cell := b.cutLeft(min(c.width(strong, names[i])+16, b.w)).middle(24)
		last := i == len(path)-1
		o := buttonOptions{text: names[i], hint: "Show all of " + names[i], kind: "link"}
		if last {
			o.value, o.hint = "shown", ""
		}
		if c.button(fmt.Sprintf("tree/crumb/%d", i), cell, o) && !last {
			c.do(city.Drill{To: path[i]})
		}
	}
}

// crumbName names a root.
func (c *canvas) crumbName(r city.TreeRoot) string {
	s := c.model.Plan.Series
	switch node, ok := s.Find(r.Key); {
	case r.Rest > 0:
		return "Other"
	case r.Key == "" || !ok:
		return oneLine(s.Name(0))
	default:
		return oneLine(s.Name(node))
	}
}

// drillUp shows what is around the root.
func (c *canvas) drillUp(root city.TreeID) {
	l := &c.local.trees
	if up, ok := l.order.Root(root).Up(c.model.Plan.Series); ok {
		c.do(city.Drill{To: up})
	}
}

// drill shows a node as the root, or selects it if there is nothing in it.
func (c *canvas) drill(id city.TreeID) {
	l := &c.local.trees
	if id.Rest == 0 && c.model.Plan.Series.IsLeaf(id.Node) {
		c.do(city.SelectRows{Keys: []string{c.model.Plan.Series.Key(id.Node)}})
		return
	}
	c.do(city.Drill{To: l.order.Root(id)})
}
