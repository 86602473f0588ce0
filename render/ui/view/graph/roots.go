package graph

import (
	"cmp"
	"slices"
	"strings"

	"memcity/city/view/graphs"
	"memcity/render/ui/canvas"
	"memcity/render/ui/model"
	wordspkg "memcity/words"
)

// Sizes of the names of GC roots at the top edge, in dp.
const (
	pinnedHeight = 22
	pinnedWidest = 220
	pinnedPad    = 10
	pinnedGap    = 4
)

// pinnedRoots draws the names of the GC roots above the visible part at its top edge, each over its box, from left to right. Names that
// find no space are omitted.
func (g *graphPainter) pinnedRoots() {
	area := g.view.area
	var above []*graphs.Node
	for i := range g.picture.Nodes {
		n := &g.picture.Nodes[i]
		if b := g.view.node(n); n.Root && b.Bottom() <= area.Y {
			above = append(above, n)
		}
	}
	slices.SortStableFunc(above, func(a, b *graphs.Node) int { return cmp.Compare(a.X, b.X) })
	left := area.X + pinnedGap
	for _, n := range above {
		st := canvas.SmallB
		text := g.Types.Fit(g.rootName(n), st.Size*g.Scale, st.Weight, (pinnedWidest-2*pinnedPad)*g.Scale, false)
		w := g.Width(st, text) + 2*pinnedPad
		chip := canvas.Rect(max(g.view.node(n).MidX()-w/2, left), area.Y+pinnedGap, w, pinnedHeight)
		if chip.Right() > area.Right()-pinnedGap {
			break
		}
		left = chip.Right() + pinnedGap
		graphBox(chip, g.root, pinnedHeight/2, 1, false, g.Fill)
		g.Canvas.Draw(chip.Inset(pinnedPad, 0), st, canvas.Left, g.Theme.Text, text)
		g.Items = append(g.Items, model.Item{Panel: g.Panel, Kind: "text", Text: wordspkg.OneLine(n.Title), Rect: g.Visible(chip)})
	}
}

// rootName returns the name of a GC root with the words first that other roots of the picture with the same kind lack, so that a cut name
// keeps them.
func (g *graphPainter) rootName(n *graphs.Node) string {
	var others []string
	for i := range g.picture.Nodes {
		if o := &g.picture.Nodes[i]; o != n && o.Root && o.Kind == n.Kind {
			others = append(others, nodeName(o))
		}
	}
	return distinctFirst(wordspkg.OneLine(nodeName(n)), others)
}

// distinctFirst returns a name with the words first that not all other names have, without their links, such as "worker-2, Main.work" for
// "Main.work of worker-2" among other threads. It returns the name itself if there are no other names, or if all words differ or none.
func distinctFirst(name string, others []string) string {
	if len(others) == 0 {
		return name
	}
	common := func(word string) bool {
		return !slices.ContainsFunc(others, func(o string) bool { return !slices.Contains(strings.Fields(o), word) })
	}
	var differ, same []string
	for _, word := range strings.Fields(name) {
		if common(word) {
			same = append(same, word)
		} else {
			differ = append(differ, word)
		}
	}
	if len(differ) == 0 || len(same) == 0 {
		return name
	}
	return strings.Join(differ, " ") + " · " + strings.Join(same, " ")
}
