package tree

import (
	"image"
	"strconv"
	"strings"

	"memcity/city/view/treemap"
	"memcity/render/ui/canvas"
	"memcity/render/ui/model"
	"memcity/render/ui/widget"
	"memcity/words"
)

// Size of a tree in a file, in dp.
const (
	treeSheetWide = 1100
	treeSheetHigh = 720
)

// treeSheet returns the sheet that exports the view: the current tree with a list, or the trees side by side. It computes all inputs now,
// because another goroutine draws the sheet.
func (view *View) treeSheet(k *widget.Core) widget.Sheet {
	c := k.Offscreen()
	view.trees(c)
	root := view.treeRoot(c)
	t := &treeSheet{title: view.nodePath(c, root)}
	levels, points := localLevels, []int{view.treePoint(c)}
	if treemap.View.Of(k.Model.State.Views).Together && len(k.Model.Points) > 1 {
		levels, points = compareLevels, view.comparedPoints(c)
	}
	for _, p := range points {
		picture := view.treePicture(c, root, levels, p, 0)
		t.pictures, t.names = append(t.pictures, picture), append(t.names, view.pointName(c, p))
		for i := range picture.Nodes {
			view.treeInk(c, picture.Nodes[i].ID)
		}
	}
	inks := treeInks{view.inks.theme, map[treemap.ID]treeInk{}}
	for id, ink := range view.inks.inks {
		inks.inks[id] = ink
	}
	t.inks = inks
	return widget.Sheet{Name: treeFormNames[treemap.View.Of(k.Model.State.Views).Kind], W: treeSheetWide, H: treeSheetHigh, Draw: t.draw,
		Rows: t.rows}
}

var treeFormNames = map[treemap.Kind]string{treemap.Sunburst: "sunburst", treemap.Icicle: "icicle"}

// treeSheet contains all inputs of an exported file.
type treeSheet struct {
	title    string
	pictures []*treemap.Picture
	names    []string // names of the GC points
	inks     treeInks
}

// draw draws the trees on a sheet.
func (t *treeSheet) draw(c *widget.Canvas, b canvas.Box) {
	view := &View{inks: t.inks, drawings: map[string]*treeDrawing{}} // a separate view because another goroutine draws it
	head := b.CutTop(26)
	unit := c.Model.State.Settings.Unit
	c.Text(head.CutRight(min(420, head.W/2)), canvas.Body, canvas.Right, c.Dim, c.Model.Name+"  ·  "+c.Model.SizeKind.Of(unit))
	c.Name(head, canvas.Title, canvas.Left, c.Theme.Text, t.title)
	b.CutTop(8)
	n := len(t.pictures)
	columns := min(n, 3)
	lines := (n + columns - 1) / columns
	if n == 1 {
		side := b.CutRight(270)
		side.CutTop(26)
		for i := range t.pictures[0].Nodes {
			if node := &t.pictures[0].Nodes[i]; node.Level == 1 {
				view.drawTreeRow(c, side.CutTop(treesListRow), t.pictures[0], node, sheetName(t.pictures[0], node),
					words.ShortAmount(unit, node.Value))
			}
		}
		b.CutRight(24)
	}
	w, h := b.W/float32(columns), b.H/float32(lines)
	for i, p := range t.pictures {
		cell := canvas.Rect(b.X+w*float32(i%columns), b.Y+h*float32(i/columns), w, h).Inset(6, 4)
		c.Text(cell.CutTop(22), canvas.Strong, canvas.Left, c.Theme.Text, t.names[i]+"  ·  "+words.Amount(unit, p.Nodes[0].Value))
		view.drawTree(c, strconv.Itoa(i), cell, p, treeLook{labels: true})
	}
}

func sheetName(p *treemap.Picture, n *treemap.Node) string {
	if n.ID.Rest > 0 {
		return "Other, " + words.Plural(int64(n.Groups), "group", "groups")
	}
	return words.OneLine(p.Name(n, true))
}

// rows returns the nodes as a table.
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

// TreePicture draws the contents of the tree view of a model, without the surrounding window. The size is in pixels; scale is the number of
// pixels per dp.
func TreePicture(m model.Model, size image.Point, scale float64) (*image.RGBA, error) {
	k, err := widget.NewCore(widget.Options{})
	if err != nil {
		return nil, err
	}
	k.Show(&widget.Shown{Model: m, Size: size, Scale: scale})
	s := (&View{}).treeSheet(k)
	s.W, s.H = float32(size.X)/k.DpPx, float32(size.Y)/k.DpPx
	return s.Painted(&m, k.DpPx)
}
