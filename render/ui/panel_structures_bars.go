package ui

import (
	"image/color"
	"math"
	"strings"

	"memcity/city"
)

// growthBars is the chart of the data structures that grew most: for each a bar of every size.
type growthBars struct {
	list     []*city.StructureGrowth
	portions bool // values are heap growth portions in percent; else growth in the metric
	metric   city.Metric
	rank     city.StructureRank
	strong   float64

	plot     box
	min, max float64
}

// topBars is how many data structures the chart shows.
const topBars = 10

// rankNames are the sizes of data structures.
var rankNames = [city.StructureRanks]struct{ name, hint string }{
	city.RankRetained:  {"Retained", "Ownership: what would be freed if the data structure were. Strong growth means that it alone keeps what came alive."},
	city.RankReachable: {"Reachable", "All that references lead to from the data structure, whoever owns it."},
	city.RankOwn:       {"Own", "The data structure itself: its head, its internal parts, and its contents."},
	city.RankDeep:      {"Deep", "The data structure itself with those that it contains. Strong growth means that contents were added."},
}

// rankColor is the colour of a size. That of what can be reached recedes: it says least.
func (c *canvas) rankColor(rank city.StructureRank) color.NRGBA {
	switch rank {
	case city.RankReachable:
		return mixed(c.dim, c.card, 0.4)
	case city.RankOwn:
		return c.series(2)
	case city.RankDeep:
		return c.series(1)
	}
	return c.series(0)
}

// hasBars reports whether there is anything for a chart.
func (c *canvas) hasBars(r *city.StructuresReport) bool {
	return r.Growth != nil && len(r.Growth.List) > 0
}

// growthBars chooses what the chart shows.
func (c *canvas) growthBars(r *city.StructuresReport) *growthBars {
	t, list := c.model.State.Structuring, r.Growth.List
	t.Upward = false
	g := &growthBars{metric: r.Ask.In(), rank: t.Rank, strong: t.StrongOr(), portions: list[0].Portions != nil}
	g.choose(t.Growing(list), list)
	if g.portions {
		g.max = g.strong * 1.5
	}
	for _, one := range g.list {
		for rank := range city.StructureRanks {
			if v, ok := g.value(one, rank); ok {
				g.min, g.max = min(g.min, v), max(g.max, v)
			}
		}
	}
	if g.max <= g.min {
		g.max = g.min + 1
	}
	return g
}

// leastPortion is the heap growth portion, in percent, below which nothing is to be seen of a bar.
const leastPortion = 0.5

// fewBars is how many data structures are shown though only what they reach grows: most of what is old in a heap reaches all
// that is new.
const fewBars = 5

// choose takes the first ones of an order of which anything can be seen.
func (g *growthBars) choose(order []int, list []city.StructureGrowth) {
	var less []*city.StructureGrowth
	for _, i := range order {
		one := &list[i]
		grows, reaches := g.counts(one)
		switch {
		case len(g.list) == topBars:
		case grows || reaches && g.rank == city.RankReachable:
			g.list = append(g.list, one)
		case reaches:
			less = append(less, one)
		}
	}
	g.list = append(g.list, less[:min(max(fewBars-len(g.list), 0), len(less))]...)
	if len(g.list) == 0 {
		g.list = append(g.list, &list[order[0]])
	}
}

// counts tells whether any bar of a data structure can be seen: of itself and what it owns, and of what it reaches.
func (g *growthBars) counts(one *city.StructureGrowth) (grows, reaches bool) {
	for rank := range city.StructureRanks {
		v, ok := g.value(one, rank)
		seen := ok && (math.Abs(v) >= leastPortion || !g.portions && v != 0)
		if rank == city.RankReachable {
			reaches = seen
		} else {
			grows = grows || seen
		}
	}
	return grows, reaches
}

// value is what a bar shows; ok is false if it is not known.
func (g *growthBars) value(one *city.StructureGrowth, rank city.StructureRank) (v float64, ok bool) {
	grown, ok := one.Grown(rank, g.metric)
	if g.portions && one.Portions != nil {
		return one.Portions.Of(rank), ok
	}
	return float64(grown), ok
}

// text writes a value.
func (g *growthBars) text(v float64) string {
	if g.portions {
		return PercentOf(v / 100)
	}
	return ShortAmount(g.metric, int64(v))
}

// y is the height of a value in the plot.
func (g *growthBars) y(v float64) float32 {
	return g.plot.bottom() - g.plot.h*float32((v-g.min)/(g.max-g.min))
}

// at is the reverse of y.
func (g *growthBars) at(y float32) float64 {
	return g.min + (g.max-g.min)*float64((g.plot.bottom()-y)/g.plot.h)
}

// column is where the bars of a data structure lie.
func (g *growthBars) column(i int) box {
	w := min(g.plot.w/float32(len(g.list)), 180)
	return box{g.plot.x + w*float32(i), g.plot.y, w, g.plot.h}
}

// drawGrowthBars draws the chart with its legend. On a sheet nothing can be pressed.
func drawGrowthBars(c *canvas, b box, r *city.StructuresReport) {
	g := c.growthBars(r)
	drawBarsLegend(c, b.cutTop(24), g)
	b.cutTop(2)
	names := b.cutBottom(20)
	step := axisStep((g.max - g.min) / max(math.Floor(float64(b.h)/30), 1))
	g.max = math.Ceil(g.max/step-0.03) * step // bars may end a little above the uppermost line
	g.min = math.Floor(g.min/step+1e-9) * step
	room := float32(0)
	for v := g.min; v <= g.max+step/2; v += step {
		room = max(room, c.width(small, g.text(v)))
	}
	axis := b.cutLeft(room + 8)
	b.cutTop(14) // for numbers above bars
	b.cutBottom(2)
	g.plot = b
	for v := g.min; v <= g.max+step/2; v += step {
		y := g.y(v)
		col := c.line
		if math.Abs(v) < step/2 {
			col = c.edge
		}
		c.hline(b.x, y, b.w, 1, col)
		c.draw(box{axis.x, y - 7, room, 14}, small, right, c.dim, g.text(math.Round(v/step)*step))
	}
	names.x, names.w = b.x, b.w
	if !c.sheet {
		c.barsInput(g, r)
	}
	for i, one := range g.list {
		drawBars(c, g, i, one, names)
	}
	if g.portions {
		drawThreshold(c, g)
	}
}

// axisStep is the round number from least on: 1, 2 or 5 times a power of ten.
func axisStep(least float64) float64 {
	power := math.Pow(10, math.Floor(math.Log10(least)))
	for _, f := range []float64{1, 2, 5} {
		if f*power >= least*(1-1e-9) {
			return f * power
		}
	}
	return 10 * power
}

// drawBarsLegend tells the colours; pressed, a size decides which data structures are shown.
func drawBarsLegend(c *canvas, b box, g *growthBars) {
	heading2 := "Heap growth portion"
	if !g.portions {
		heading2 = "Growth"
	}
	total := float32(0)
	for _, k := range rankNames {
		total += c.width(small, k.name) + 34
	}
	if w := c.width(heading, heading2) + 14; b.w >= total+w {
		c.text(b.cutLeft(w), heading, left, c.theme.text, heading2)
	}
	for rank := range city.StructureRanks {
		name := rankNames[rank].name
		cell := b.cutLeft(c.width(small, name) + 28)
		b.cutLeft(6)
		on := rank == g.rank
		fore := c.dim
		if on {
			fore = c.theme.text
			c.fill(cell.middle(20), 4, c.wash)
		}
		if !c.sheet {
			value := ""
			if on {
				value = "chosen"
			}
			ctl := c.control("structures/rank/"+name, cell.middle(20), pressable, Item{Kind: "choice", Text: "Rank by: " + name, Value: value,
				Hint: rankNames[rank].hint + " Click to show and list those first that grew most in it."})
			if ctl.hover && !on {
				c.fill(cell.middle(20), 4, c.theme.hover)
			}
			c.ring(ctl, cell.middle(20), 4)
			if ctl.clicked {
				c.setStructures(func(t *city.Structuring) { t.Rank, t.Upward = rank, false })
			}
		}
		c.fill(box{cell.x + 6, b.midY() - 5, 10, 10}, 2, c.rankColor(rank))
		cell.cutLeft(21)
		c.draw(cell, small, left, fore, name)
	}
}

// drawBars draws the bars of one data structure.
func drawBars(c *canvas, g *growthBars, i int, one *city.StructureGrowth, names box) {
	col := g.column(i)
	name := unqualified(one.Type)
	zero := g.y(0)
	inner := col.inset(max(col.w*0.1, 3), 0)
	w := min(inner.w/float32(city.StructureRanks), 30)
	inner = inner.centered(w*float32(city.StructureRanks), inner.h)
	var told []string
	for rank := range city.StructureRanks {
		bar := inner.cutLeft(w)
		v, ok := g.value(one, rank)
		if !ok {
			told = append(told, strings.ToLower(rankNames[rank].name)+"=?")
			c.draw(box{bar.x, zero - 15, bar.w, 14}, small, center, c.theme.off, "?")
			continue
		}
		told = append(told, strings.ToLower(rankNames[rank].name)+"="+rawText(math.Round(v*10)/10))
		y := g.y(v)
		top, high := min(y, zero), max(y-zero, zero-y)
		c.fill(box{bar.x + 0.5, top, max(bar.w-1, 1), max(high, 1)}, min(2, high/2), c.rankColor(rank))
		text := g.text(v)
		if room := max(bar.w, col.w/4); rank == g.rank && v > 0 && (c.width(small, text) <= room || g.emptyBeside(one, rank)) && y >= g.plot.y-2 {
			w := c.width(small, text) + 2
			c.draw(box{min(max(bar.midX()-w/2, g.plot.x), g.plot.right()-w), y - 14, w, 13}, small, center, c.theme.text, text)
		}
	}
	c.items = append(c.items, Item{Panel: c.panel, Kind: "bars", Text: oneLine(name), Value: strings.Join(told, " "), Rect: c.visible(col)})
	at := box{col.x + 2, names.y, col.w - 4, names.h}
	fore := c.dim
	if object, ok := c.chosenObject(c.local.structures.report); ok && object == one.Object {
		fore = c.theme.text
	}
	c.draw(at, small, center, fore, c.types.fit(name, small.size*c.scale, small.weight, at.w*c.scale, false))
}

// emptyBeside reports whether the bar to the right of one is too low to be in the way of the number above it.
func (g *growthBars) emptyBeside(one *city.StructureGrowth, rank city.StructureRank) bool {
	v, _ := g.value(one, rank)
	if rank+1 == city.StructureRanks {
		return true
	}
	beside, ok := g.value(one, rank+1)
	return !ok || g.y(beside)-g.y(v) > 2
}

// drawThreshold draws the line from which growth is strong, which can be moved.
func drawThreshold(c *canvas, g *growthBars) {
	y := g.y(g.strong)
	text := "strong: from " + percent(g.strong)
	w := c.width(small, text) + 12
	tag := box{g.plot.right() - w, y - 16, w, 15}
	c.fill(tag, 3, c.card)
	if !c.sheet {
		grip := box{g.plot.x, y - 5, g.plot.w, 10}
		ctl := c.control("structures/strong", grip, slidable, Item{Kind: "slider", Text: "Strong growth", Value: percent(g.strong),
			Hint: "Growth from here on counts as strong and decides the pattern. Drag the line, or use the arrow keys."})
		c.moveThreshold(ctl, g)
		if ctl.hover || ctl.pressed {
			c.fill(tag, 3, c.theme.hover)
		}
		c.ring(ctl, tag, 3)
	}
	for x := g.plot.x; x < g.plot.right(); x += 9 {
		c.hline(x, y, min(5, g.plot.right()-x), 1, c.warn)
	}
	c.draw(tag, small, center, c.warn, text)
}
