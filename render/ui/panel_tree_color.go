package ui

import (
	"image/color"
	"math"

	"memcity/city"
)

// treeInks are the colours of the nodes. A group has the same at every GC point, in every order and wherever it is drawn:
// those of the first level that has several have those of the series of the trends view, and what is in them has shades of
// theirs, its hues lying around that of the parent (after Tennekes and de Jonge: Tree Colors: Color Schemes for
// Tree-Structured Data, IEEE TVCG 20, 2014, DOI 10.1109/TVCG.2014.2346277).
type treeInks struct {
	theme city.Theme
	inks  map[city.TreeID]treeInk
}

// treeInk is the colour of a node with how far the hues of what is in it may lie apart, in radians; 0 stands for all hues.
type treeInk struct {
	col    color.NRGBA
	spread float64
}

// Spreads of hues: of the groups in one with a colour of its own, and what is left of that a level below.
const (
	firstSpread = 1.5
	nextSpread  = 0.55
)

// freshInks forgets the colours if they are for another theme.
func (c *canvas) freshInks() {
	l := &c.local.trees
	if theme := c.model.State.Settings.Theme; l.inks.inks == nil || l.inks.theme != theme {
		l.inks = treeInks{theme, map[city.TreeID]treeInk{{}: {col: c.raisedRoot()}}}
	}
}

// raisedRoot is the colour of the whole heap.
func (c *canvas) raisedRoot() color.NRGBA { return mixed(c.edge, c.raised, 0.45) }

// treeInk returns the colour of a node, finding those of its siblings with it.
func (c *canvas) treeInk(id city.TreeID) treeInk {
	l := &c.local.trees
	if ink, ok := l.inks.inks[id]; ok {
		return ink
	}
	if id.Rest > 0 { // a lighter one of the same hue
		up := c.treeInk(city.TreeID{Node: id.Node})
		ink := treeInk{mixed(c.restColor(), up.col, 0.25), up.spread}
		l.inks.inks[id] = ink
		return ink
	}
	s := c.model.Plan.Series
	parent := s.Nodes[id.Node].Parent
	up := c.treeInk(city.TreeID{Node: parent})
	round := city.TreeID{Node: parent}
	for {
		kept := l.order.Kept(round)
		if len(kept) == 0 { // it is never drawn
			return treeInk{c.restColor(), nextSpread}
		}
		c.inkSiblings(kept, up, round.Rest > 0)
		if ink, ok := l.inks.inks[id]; ok {
			return ink
		}
		round.Rest++
	}
}

// inkSiblings gives the groups that are told apart below one their colours.
func (c *canvas) inkSiblings(kept []int32, up treeInk, rest bool) {
	l := &c.local.trees
	s := c.model.Plan.Series
	keys := make([]string, len(kept))
	for i, node := range kept {
		keys[i] = s.Key(node)
	}
	if up.spread == 0 {
		if len(kept) == 1 && !rest { // a level that tells nothing apart
			l.inks.inks[city.TreeID{Node: kept[0]}] = treeInk{mixed(up.col, c.card, 0.3), 0}
			return
		}
		for i, n := range c.trends().hues.give(keys) {
			l.inks.inks[city.TreeID{Node: kept[i]}] = treeInk{c.seriesHue(n), firstSpread}
		}
		return
	}
	book := l.books[s.Key(s.Nodes[kept[0]].Parent)]
	if book == nil {
		book = hueBook{}
		l.books[s.Key(s.Nodes[kept[0]].Parent)] = book
	}
	for i, n := range book.give(keys) {
		l.inks.inks[city.TreeID{Node: kept[i]}] = treeInk{c.shade(up.col, up.spread*(apart(n)-0.5), n%2 == 1), up.spread * nextSpread}
	}
}

// apart returns the n-th place between 0 and 1 of a sequence whose places lie far from those before them, however many there
// are: the bits of n+1 behind the binary point, in reverse (van der Corput).
func apart(n int) float64 {
	at, half := 0.0, 0.5
	for n++; n > 0; n, half = n/2, half/2 {
		at += half * float64(n%2)
	}
	return at
}

// shade returns a colour whose hue is turned, closer to the ground; every other one is a little darker.
func (c *canvas) shade(col color.NRGBA, turn float64, odd bool) color.NRGBA {
	lch := toLCH(col)
	lch.h += turn
	lch.c *= 0.92
	to := 0.80
	if c.model.State.Settings.Theme == city.Dark {
		to = 0.58
	}
	lch.l += (to - lch.l) * 0.3
	if odd {
		lch.l -= 0.045
	}
	return lch.color()
}

// nodeColor is the colour of a node as settings and marks want it.
func (c *canvas) nodeColor(p *city.TreePicture, n *city.TreeNode) color.NRGBA {
	s := &c.model.State
	if key, ok := p.Key(n); ok && len(s.Marks) > 0 {
		if mark, marked := s.Marks[key]; marked {
			return solid(mark)
		}
	}
	if s.Treeing.Growth {
		return solid(c.model.Plan.GrowthColor(n, s.Settings.Palette()))
	}
	return c.treeInk(n.ID).col
}

// lch is a colour in the polar form of Oklab (Ottosson: A perceptual color space for image processing, 2020): lightness and
// chroma from 0 to 1, hue in radians.
type lch struct{ l, c, h float64 }

func toLCH(col color.NRGBA) lch {
	r, g, b := linear(col.R), linear(col.G), linear(col.B)
	l := math.Cbrt(0.4122214708*r + 0.5363325363*g + 0.0514459929*b)
	m := math.Cbrt(0.2119034982*r + 0.6806995451*g + 0.1073969566*b)
	s := math.Cbrt(0.0883024619*r + 0.2817188376*g + 0.6299787005*b)
	light := 0.2104542553*l + 0.7936177850*m - 0.0040720468*s
	x := 1.9779984951*l - 2.4285922050*m + 0.4505937099*s
	y := 0.0259040371*l + 0.7827717662*m - 0.8086757660*s
	return lch{light, math.Hypot(x, y), math.Atan2(y, x)}
}

// color returns the nearest colour of less chroma that can be shown.
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
			return color.NRGBA{encoded(r), encoded(g), encoded(b), 0xff}
		}
		v.c *= 0.9
	}
	grey := encoded(v.l * v.l * v.l)
	return color.NRGBA{grey, grey, grey, 0xff}
}
