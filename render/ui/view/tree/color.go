package tree

import (
	"image/color"
	"math"

	"memcity/city/scene"
	"memcity/city/view/treemap"
	"memcity/render/ui/brush"
	"memcity/render/ui/canvas"
	"memcity/render/ui/part"
	"memcity/render/ui/widget"
)

// treeInks contains the colors of the nodes. A group has the same color at every GC point, in every order and in every drawing.
//
// The groups of the first level that has several groups have the colors of their series in the trends view. Their descendants have shades
// with hues around that of their parent. The method is from Tennekes and de Jonge: Tree Colors: Color Schemes for Tree-Structured Data, IEEE
// TVCG 20, 2014, DOI 10.1109/TVCG.2014.2346277.
type treeInks struct {
	theme scene.Theme
	inks  map[treemap.ID]treeInk
}

// treeInk is the color of a node. spread is the range of hues of its descendants, in radians; 0 for all hues.
type treeInk struct {
	col    color.NRGBA
	spread float64
}

// Spreads of hues: within a group of the first colored level, and the factor for each level below.
const (
	firstSpread = 1.5
	nextSpread  = 0.55
)

// freshInks clears the colors if they are for another theme.
func (view *View) freshInks(c *widget.Canvas) {
	l := view
	if theme := c.Model.State.Settings.Theme; l.inks.inks == nil || l.inks.theme != theme {
		l.inks = treeInks{theme, map[treemap.ID]treeInk{{}: {col: view.raisedRoot(c)}}}
	}
}

// raisedRoot returns the color of the whole heap.
func (view *View) raisedRoot(c *widget.Canvas) color.NRGBA {
	return canvas.Mixed(c.Edge, c.Raised, 0.45)
}

// treeInk returns the color of a node and assigns the colors of its siblings.
func (view *View) treeInk(c *widget.Canvas, id treemap.ID) treeInk {
	l := view
	if ink, ok := l.inks.inks[id]; ok {
		return ink
	}
	if id.Rest > 0 { // a lighter color of the same hue
		up := view.treeInk(c, treemap.ID{Node: id.Node})
		ink := treeInk{canvas.Mixed(c.RestColor(), up.col, 0.25), up.spread}
		l.inks.inks[id] = ink
		return ink
	}
	s := c.Model.Plan.Series
	parent := s.Nodes[id.Node].Parent
	up := view.treeInk(c, treemap.ID{Node: parent})
	round := treemap.ID{Node: parent}
	for {
		kept := l.order.Kept(round)
		if len(kept) == 0 { // never drawn
			return treeInk{c.RestColor(), nextSpread}
		}
		view.inkSiblings(c, kept, up, round.Rest > 0)
		if ink, ok := l.inks.inks[id]; ok {
			return ink
		}
		round.Rest++
	}
}

// inkSiblings assigns colors to the kept groups below a node.
func (view *View) inkSiblings(c *widget.Canvas, kept []int32, up treeInk, rest bool) {
	l := view
	s := c.Model.Plan.Series
	keys := make([]string, len(kept))
	for i, node := range kept {
		keys[i] = s.Key(node)
	}
	if up.spread == 0 {
		if len(kept) == 1 && !rest { // a level with a single group
			l.inks.inks[treemap.ID{Node: kept[0]}] = treeInk{canvas.Mixed(up.col, c.Card, 0.3), 0}
			return
		}
		for i, n := range part.Hues(c).Give(keys) {
			l.inks.inks[treemap.ID{Node: kept[i]}] = treeInk{part.SeriesHue(c, n), firstSpread}
		}
		return
	}
	book := l.books[s.Key(s.Nodes[kept[0]].Parent)]
	if book == nil {
		book = part.HueBook{}
		l.books[s.Key(s.Nodes[kept[0]].Parent)] = book
	}
	for i, n := range book.Give(keys) {
		l.inks.inks[treemap.ID{Node: kept[i]}] = treeInk{view.shade(c, up.col, up.spread*(apart(n)-0.5), n%2 == 1), up.spread * nextSpread}
	}
}

// apart returns the n-th number of the van der Corput sequence in base 2. Its numbers are in (0, 1) and far from all earlier ones.
func apart(n int) float64 {
	at, half := 0.0, 0.5
	for n++; n > 0; n, half = n/2, half/2 {
		at += half * float64(n%2)
	}
	return at
}

// shade returns a color with a rotated hue, closer to the background. Odd colors are slightly darker.
func (view *View) shade(c *widget.Canvas, col color.NRGBA, turn float64, odd bool) color.NRGBA {
	lch := toLCH(col)
	lch.h += turn
	lch.c *= 0.92
	to := 0.80
	if c.Model.State.Settings.Theme == scene.Dark {
		to = 0.58
	}
	lch.l += (to - lch.l) * 0.3
	if odd {
		lch.l -= 0.045
	}
	return lch.color()
}

// nodeColor returns the color of a node according to settings and marks.
func (view *View) nodeColor(c *widget.Canvas, p *treemap.Picture, n *treemap.Node) color.NRGBA {
	s := &c.Model.State
	if key, ok := p.Key(n); ok && len(s.Marks) > 0 {
		if mark, marked := s.Marks[key]; marked {
			return canvas.Solid(mark)
		}
	}
	if treemap.View.Of(s.Views).Growth {
		return canvas.Solid(treemap.GrowthColor(c.Model.Plan, n, s.Settings))
	}
	return view.treeInk(c, n.ID).col
}

// lch is a color in the polar form of Oklab (Ottosson: A perceptual color space for image processing, 2020). Lightness and chroma are from 0
// to 1, the hue is in radians.
type lch struct{ l, c, h float64 }

func toLCH(col color.NRGBA) lch {
	r, g, b := brush.Linear(col.R), brush.Linear(col.G), brush.Linear(col.B)
	l := math.Cbrt(0.4122214708*r + 0.5363325363*g + 0.0514459929*b)
	m := math.Cbrt(0.2119034982*r + 0.6806995451*g + 0.1073969566*b)
	s := math.Cbrt(0.0883024619*r + 0.2817188376*g + 0.6299787005*b)
	light := 0.2104542553*l + 0.7936177850*m - 0.0040720468*s
	x := 1.9779984951*l - 2.4285922050*m + 0.4505937099*s
	y := 0.0259040371*l + 0.7827717662*m - 0.8086757660*s
	return lch{light, math.Hypot(x, y), math.Atan2(y, x)}
}

// color returns the color, with its chroma reduced until the color is displayable.
func (v lch) color() color.NRGBA {
	for range 12 {
		y, x := math.Sincos(v.h)
		x, y = x*v.c, y*v.c
		l := v.l + 0.3963377774*x + 0.2158037573*y
		m := v.l - 0.1055613458*x - 0.0638541728*y
		s := v.l - 0.0894841775*x - 1.2914855480*y
		l, m, s = l*l*l, m*m*m, s*s*s
		r := 4.0767416621*l - 3.3077115913*m + 0.2309699292*s
		g := -1.2684380046*l + 2.6097574011*m - 0.3413193965*s
		b := -0.0041960863*l - 0.7034186147*m + 1.7076147010*s
		const slack = 0.002
		if min(r, g, b) >= -slack && max(r, g, b) <= 1+slack {
			return color.NRGBA{brush.Encoded(r), brush.Encoded(g), brush.Encoded(b), 0xff}
		}
		v.c *= 0.9
	}
	gray := brush.Encoded(v.l * v.l * v.l)
	return color.NRGBA{gray, gray, gray, 0xff}
}
