package ui

import (
	"image"
	"strconv"
	"strings"

	"memcity/city"
)

// Size of a tree in a file, in dp.
const (
	treeSheetWide = 1100
	treeSheetHigh = 720
)

// treeSheet is what the view shows as a file: the tree of the GC point shown with a list, or the trees side by side. All
// that it is drawn from is worked out here, as it is drawn on another goroutine.
func (k *core) treeSheet() sheet {
	c := k.offscreen()
	c.trees()
	root := c.treeRoot()
	t := &treeSheet{title: c.nodePath(root)}
	levels, points := localLevels, []int{c.treePoint()}
	if k.model.State.Treeing.Beside && len(k.model.Points) > 1 {
		levels, points = besideLevels, c.shownBeside()
	}
	for _, p := range points {
		picture := c.treePicture(root, levels, p, 0)
		t.pictures, t.names = append(t.pictures, picture), append(t.names, c.besideName(p))
		for i := range picture.Nodes {
			c.treeInk(picture.Nodes[i].ID)
		}
	}
	inks := treeInks{c.local.trees.inks.theme, map[city.TreeID]treeInk{}}
	for id, ink := range c.local.trees.inks.inks {
		inks.inks[id] = ink
	}
	t.inks = inks
	return sheet{name: treeFormNames[k.model.State.Treeing.Kind], w: treeSheetWide, h: treeSheetHigh, draw: t.draw, rows: t.rows}
}

var treeFormNames = map[city.TreeKind]string{city.Sunburst: "sunburst", city.Icicle: "icicle"}

// treeSheet is all that a file is made of.
type treeSheet struct {
	title    string
	pictures []*city.TreePicture
	names    []string // of their GC points
	inks     treeInks
}

// draw draws the trees on a sheet.
func (t *treeSheet) draw(c *canvas, b box) {
	l := &c.local.trees
	l.inks, l.drawings = t.inks, map[string]*treeDrawing{}
	head := b.cutTop(26)
	metric := c.model.State.Settings.Metric
	c.text(head.cutRight(min(420, head.w/2)), body, right, c.dim, c.model.Name+"  ·  "+c.model.Measure.Of(metric))
	c.name(head, title, left, c.theme.text, t.title)
	b.cutTop(8)
	n := len(t.pictures)
	columns := min(n, 3)
	lines := (n + columns - 1) / columns
	if n == 1 {
		side := b.cutRight(270)
		side.cutTop(26)
		for i := range t.pictures[0].Nodes {
			if node := &t.pictures[0].Nodes[i]; node.Level == 1 {
				c.drawTreeRow(side.cutTop(treesListRow), t.pictures[0], node, sheetName(t.pictures[0], node), ShortAmount(metric, node.Value))
			}
		}
		b.cutRight(24)
	}
	w, h := b.w/float32(columns), b.h/float32(lines)
	for i, p := range t.pictures {
		cell := box{b.x + w*float32(i%columns), b.y + h*float32(i/columns), w, h}.inset(6, 4)
		c.text(cell.cutTop(22), strong, left, c.theme.text, t.names[i]+"  ·  "+Amount(metric, p.Nodes[0].Value))
		c.drawTree(strconv.Itoa(i), cell, p, treeLook{labels: true})
	}
}

func sheetName(p *city.TreePicture, n *city.TreeNode) string {
	if n.ID.Rest > 0 {
		return "Other, " + plural(int64(n.Groups), "group", "groups")
	}
	return oneLine(p.Name(n, true))
}

// rows are the nodes as a table.
func (t *treeSheet) rows() [][]string {
	out := [][]string{{"gc_point", "path", "level", "groups", "value", "start"}}
	for _, p := range t.pictures {
		for i := range p.Nodes {
			n := &p.Nodes[i]
			path := strings.Join(p.Series.Path(n.ID.Node), "#")
			if n.ID.Rest > 0 {
				path += "#Other"
			}
			out = append(out, []string{strconv.Itoa(p.Series.Source(p.Point) + 1), path, strconv.Itoa(n.Level), strconv.Itoa(n.Groups),
				strconv.FormatInt(n.Value, 10), strconv.FormatInt(n.First, 10)})
		}
	}
	return out
}

// TreePicture draws what the tree view of a model shows, without the window around it, in a size in pixels, scale of which
// make one dp.
func TreePicture(m Model, size image.Point, scale float64) (*image.RGBA, error) {
	k, err := newCore(Options{})
	if err != nil {
		return nil, err
	}
	k.show(&shown{m, size, scale})
	s := k.treeSheet()
	s.w, s.h = float32(size.X)/k.dpPx, float32(size.Y)/k.dpPx
	return s.painted(&m, k.dpPx)
}
