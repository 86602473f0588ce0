package structures

import (
	"image/color"
	"math"
	"strings"

	"memcity/city/trees"
	"memcity/city/view/structures"
	"memcity/render/ui/canvas"
	"memcity/render/ui/model"
	"memcity/render/ui/widget"
	"memcity/words"
)

// growthBars is the chart of the data structures that grew most, with one bar per size for each data structure.
type growthBars struct {
	list     []*structures.Grown
	portions bool // values are heap growth portions in percent; otherwise growth in the unit
	unit     trees.Unit
	rank     structures.Rank
	strong   float64

	plot     canvas.Box
	min, max float64
}

// topBars is the maximum number of data structures in the chart.
const topBars = 10

// rankNames are the sizes of data structures.
var rankNames = [structures.StructureRanks]struct{ name, hint string }{
	structures.RankRetained: {"Retained",
		"Ownership: memory that would be freed with the data structure. Strong growth means that it alone keeps new objects alive."},
	structures.RankReachable: {"Reachable", "All objects reachable from the data structure, including shared ones."},
	structures.RankOwn:       {"Own", "The data structure itself: head, internal parts, and contents."},
	structures.RankDeep:      {"Deep", "The data structure and all data structures that it contains. Strong growth means that contents were added."},
}

// rankColor returns the color of a size. Reachable size has a faint color because it says least.
func (view *View) rankColor(c *widget.Canvas, rank structures.Rank) color.NRGBA {
	switch rank {
	case structures.RankReachable:
		return canvas.Mixed(c.Dim, c.Card, 0.4)
	case structures.RankOwn:
		return c.Series(2)
	case structures.RankDeep:
		return c.Series(1)
	}
	return c.Series(0)
}

// hasBars reports whether there are data structures to show in a chart.
func (view *View) hasBars(c *widget.Canvas, r *structures.Report) bool {
	return r.Growth != nil && len(r.Growth.List) > 0
}

// growthBars chooses the data structures of the chart.
func (view *View) growthBars(c *widget.Canvas, r *structures.Report) *growthBars {
	t, list := structures.View.Of(c.Model.State.Views), r.Growth.List
	t.Upward = false
	g := &growthBars{unit: r.Query.In(), rank: t.Rank, strong: t.StrongOr(), portions: list[0].Portions != nil}
	g.choose(t.Growing(list), list)
	if g.portions {
		g.max = g.strong * 1.5
	}
	for _, one := range g.list {
		for rank := range structures.StructureRanks {
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

// minPortion is the smallest heap growth portion with a visible bar, in percent.
const minPortion = 0.5

// fewBars is the number of data structures shown although only their reachable size grows. Most old objects in a heap reach all new ones.
const fewBars = 5

// choose takes the first data structures of the given order that have a visible bar.
func (g *growthBars) choose(order []int, list []structures.Grown) {
	var less []*structures.Grown
	for _, i := range order {
		one := &list[i]
		grows, reaches := g.counts(one)
		switch {
		case len(g.list) == topBars:
		case grows || reaches && g.rank == structures.RankReachable:
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

// counts reports which bars of a data structure are visible: grows is true for any size except the reachable one, reaches for that.
func (g *growthBars) counts(one *structures.Grown) (grows, reaches bool) {
	for rank := range structures.StructureRanks {
		v, ok := g.value(one, rank)
		seen := ok && (math.Abs(v) >= minPortion || !g.portions && v != 0)
		if rank == structures.RankReachable {
			reaches = seen
		} else {
			grows = grows || seen
		}
	}
	return grows, reaches
}

// value returns the value of a bar. ok is false if it is unavailable.
func (g *growthBars) value(one *structures.Grown, rank structures.Rank) (v float64, ok bool) {
	grown, ok := one.Grown(rank, g.unit)
	if g.portions && one.Portions != nil {
		return one.Portions.Of(rank), ok
	}
	return float64(grown), ok
}

// text formats a value.
func (g *growthBars) text(v float64) string {
	if g.portions {
		return words.PercentOf(v / 100)
	}
	return words.ShortAmount(g.unit, int64(v))
}

// y returns the vertical position of a value in the plot.
func (g *growthBars) y(v float64) float32 {
	return g.plot.Bottom() - g.plot.H*float32((v-g.min)/(g.max-g.min))
}

// at is the inverse of y.
func (g *growthBars) at(y float32) float64 {
	return g.min + (g.max-g.min)*float64((g.plot.Bottom()-y)/g.plot.H)
}

// column returns the box of the bars of a data structure.
func (g *growthBars) column(i int) canvas.Box {
	w := min(g.plot.W/float32(len(g.list)), 180)
	return canvas.Rect(g.plot.X+w*float32(i), g.plot.Y, w, g.plot.H)
}

// drawGrowthBars draws the chart with its legend. On a sheet nothing responds to input.
func (view *View) drawGrowthBars(c *widget.Canvas, b canvas.Box, r *structures.Report) {
	g := view.growthBars(c, r)
	view.drawBarsLegend(c, b.CutTop(24), g)
	b.CutTop(2)
	names := b.CutBottom(20)
	step := axisStep((g.max - g.min) / max(math.Floor(float64(b.H)/30), 1))
	g.max = math.Ceil(g.max/step-0.03) * step // bars may end slightly above the top line
	g.min = math.Floor(g.min/step+1e-9) * step
	room := float32(0)
	for v := g.min; v <= g.max+step/2; v += step {
		room = max(room, c.Width(canvas.Small, g.text(v)))
	}
	axis := b.CutLeft(room + 8)
	b.CutTop(14) // space for numbers above bars
	b.CutBottom(2)
	g.plot = b
	for v := g.min; v <= g.max+step/2; v += step {
		y := g.y(v)
		col := c.Line
		if math.Abs(v) < step/2 {
			col = c.Edge
		}
		c.Hline(b.X, y, b.W, 1, col)
		c.Draw(canvas.Rect(axis.X, y-7, room, 14), canvas.Small, canvas.Right, c.Dim, g.text(math.Round(v/step)*step))
	}
	names.X, names.W = b.X, b.W
	if !c.Sheet {
		view.barsInput(c, g, r)
	}
	for i, one := range g.list {
		view.drawBars(c, g, i, one, names)
	}
	if g.portions {
		view.drawThreshold(c, g)
	}
}

// axisStep returns the smallest round number that is at least least: 1, 2 or 5 times a power of ten.
func axisStep(least float64) float64 {
	power := math.Pow(10, math.Floor(math.Log10(least)))
	for _, f := range []float64{1, 2, 5} {
		if f*power >= least*(1-1e-9) {
			return f * power
		}
	}
	return 10 * power
}

// drawBarsLegend draws the legend. Pressing a size selects the data structures shown.
func (view *View) drawBarsLegend(c *widget.Canvas, b canvas.Box, g *growthBars) {
	heading2 := "Heap growth portion"
	if !g.portions {
		heading2 = "Growth"
	}
	total := float32(0)
	for _, k := range rankNames {
		total += c.Width(canvas.Small, k.name) + 34
	}
	if w := c.Width(canvas.Heading, heading2) + 14; b.W >= total+w {
		c.Text(b.CutLeft(w), canvas.Heading, canvas.Left, c.Theme.Text, heading2)
	}
	for rank := range structures.StructureRanks {
		name := rankNames[rank].name
		cell := b.CutLeft(c.Width(canvas.Small, name) + 28)
		b.CutLeft(6)
		on := rank == g.rank
		fore := c.Dim
		if on {
			fore = c.Theme.Text
			c.Fill(cell.Middle(20), 4, c.Wash)
		}
		if !c.Sheet {
			value := ""
			if on {
				value = "chosen"
			}
			ctl := c.Control("structures/rank/"+name, cell.Middle(20), widget.Pressable,
				model.Item{Kind: "choice", Text: "Rank by: " + name, Value: value,
					Hint: rankNames[rank].hint + " Click to rank by it."})
			if ctl.Hover && !on {
				c.Fill(cell.Middle(20), 4, c.Theme.Hover)
			}
			c.Ring(ctl, cell.Middle(20), 4)
			if ctl.Clicked {
				view.setStructures(c, func(t *structures.State) { t.Rank, t.Upward = rank, false })
			}
		}
		c.Fill(canvas.Rect(cell.X+6, b.MidY()-5, 10, 10), 2, view.rankColor(c, rank))
		cell.CutLeft(21)
		c.Draw(cell, canvas.Small, canvas.Left, fore, name)
	}
}

// drawBars draws the bars of one data structure.
func (view *View) drawBars(c *widget.Canvas, g *growthBars, i int, one *structures.Grown, names canvas.Box) {
	col := g.column(i)
	name := words.Unqualified(one.Type)
	zero := g.y(0)
	inner := col.Inset(max(col.W*0.1, 3), 0)
	w := min(inner.W/float32(structures.StructureRanks), 30)
	inner = inner.Centered(w*float32(structures.StructureRanks), inner.H)
	var values []string
	for rank := range structures.StructureRanks {
		bar := inner.CutLeft(w)
		v, ok := g.value(one, rank)
		if !ok {
			values = append(values, strings.ToLower(rankNames[rank].name)+"=?")
			c.Draw(canvas.Rect(bar.X, zero-15, bar.W, 14), canvas.Small, canvas.Center, c.Theme.Off, "?")
			continue
		}
		values = append(values, strings.ToLower(rankNames[rank].name)+"="+widget.RawText(math.Round(v*10)/10))
		y := g.y(v)
		top, high := min(y, zero), max(y-zero, zero-y)
		c.Fill(canvas.Rect(bar.X+0.5, top, max(bar.W-1, 1), max(high, 1)), min(2, high/2), view.rankColor(c, rank))
		text := g.text(v)
		if room := max(bar.W, col.W/4); rank == g.rank && v > 0 && (c.Width(canvas.Small, text) <= room || g.emptyNext(one, rank)) &&
			y >= g.plot.Y-2 {
			w := c.Width(canvas.Small, text) + 2
			c.Draw(canvas.Rect(min(max(bar.MidX()-w/2, g.plot.X), g.plot.Right()-w), y-14, w, 13), canvas.Small, canvas.Center, c.Theme.Text, text)
		}
	}
	c.Items = append(c.Items, model.Item{Panel: c.Panel, Kind: "bars", Text: words.OneLine(name), Value: strings.Join(values, " "),
		Rect: c.Visible(col)})
	at := canvas.Rect(col.X+2, names.Y, col.W-4, names.H)
	fore := c.Dim
	if object, ok := view.chosenObject(c, view.report); ok && object == one.Object {
		fore = c.Theme.Text
	}
	c.DrawText(at, canvas.Small, canvas.Center, fore, name, at.W)
}

// emptyNext reports whether the bar to the right is low enough to leave space for the number above this bar.
func (g *growthBars) emptyNext(one *structures.Grown, rank structures.Rank) bool {
	v, _ := g.value(one, rank)
	if rank+1 == structures.StructureRanks {
		return true
	}
	next, ok := g.value(one, rank+1)
	return !ok || g.y(next)-g.y(v) > 2
}

// drawThreshold draws the line of the threshold for strong growth. The user can drag it.
func (view *View) drawThreshold(c *widget.Canvas, g *growthBars) {
	y := g.y(g.strong)
	text := "strong: from " + words.PercentColumn(g.strong)
	w := c.Width(canvas.Small, text) + 12
	tag := canvas.Rect(g.plot.Right()-w, y-16, w, 15)
	c.Fill(tag, 3, c.Card)
	if !c.Sheet {
		grip := canvas.Rect(g.plot.X, y-5, g.plot.W, 10)
		ctl := c.Control("structures/strong", grip, widget.Slidable,
			model.Item{Kind: "slider", Text: "Strong growth", Value: words.PercentColumn(g.strong),
				Hint: "Growth above this line counts as strong and determines the pattern. Drag the line, or use the arrow keys."})
		view.moveThreshold(c, ctl, g)
		if ctl.Hover || ctl.Pressed {
			c.Fill(tag, 3, c.Theme.Hover)
		}
		c.Ring(ctl, tag, 3)
	}
	for x := g.plot.X; x < g.plot.Right(); x += 9 {
		c.Hline(x, y, min(5, g.plot.Right()-x), 1, c.Warn)
	}
	c.Draw(tag, canvas.Small, canvas.Center, c.Warn, text)
}
