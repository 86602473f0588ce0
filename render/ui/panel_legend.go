package ui

import (
	"strconv"
	"strings"

	"memcity/city"
)

func drawLegend(c *canvas, b box) {
	head := box{b.x, b.y, b.w, 34}
	folded := c.model.LegendFolded
	arrow, does := "down", "Fold the legend"
	if folded {
		arrow, does = "up", "Unfold the legend"
	}
	row := head.inset(padding, 0)
	if c.only == nil {
		if c.iconButton("legend/fold", row.cutRight(24).centered(24, 24).moved(6, 0), arrow, "Fold", does, false) {
			c.emit(ToggleLegend)
		}
	}
	c.text(row, heading, left, c.theme.text, "Legend")
	if folded {
		c.want(foldedLegend, 34)
		return
	}
	area := b
	area.cutTop(34)
	area.cutBottom(10)
	area = area.inset(padding, 0)
	used := float32(0)
	c.scroll("legend", area, func(content box) float32 {
		used = legendRows(c, content)
		return used
	})
	c.want(0, 34+used+10)
}

// foldedLegend is the width of the legend of which only the heading is shown, in dp.
const foldedLegend = 130

func legendRows(c *canvas, b box) float32 {
	top := b.y
	b.h = 1e4
	s := &c.model.State.Settings
	if c.model.Legend.Buildings == 0 {
		return c.paragraph(b, small, c.dim, "There are no buildings: no group has objects at any GC point of the window.")
	}
	if filters := c.model.Legend.Filters; len(filters) > 0 {
		legendLine(c, &b, "Only", "objects that pass "+strings.Join(filters, ", "))
	}
	if c.model.Legend.Compared != nil {
		legendParts(c, &b, s)
	}
	if c.model.Legend.Based != nil {
		legendHalves(c, &b, s)
	}
	if c.model.Legend.Aged != nil {
		legendAges(c, &b, s)
	}
	if !c.model.inParts() && !c.model.inStoreys() && !c.model.inHalves() {
		legendGrowth(c, &b, s)
	}
	legendLine(c, &b, "Area", areaText(s, c.model.Measure, c.model.inParts() && !c.model.Legend.Compared.Cut)+c.model.ofLarger())
	legendLine(c, &b, "Height", heightText(s, c.model.Measure)+c.model.ofLower())
	if l := &c.model.Legend; l.Largest > 0 {
		legendLargest(c, &b, Amount(s.Metric, l.Largest)+":", l.LargestName)
	}
	if text := sumsText(&c.model); text != "" {
		legendLine(c, &b, "Sums", text)
	}
	legendLine(c, &b, "Opacity", opacityText(s, &c.model))
	if c.model.inParts() && c.model.Legend.Compared.Cut {
		legendLine(c, &b, "Signs", "× nothing would be left")
	} else if c.model.inParts() || c.model.inHalves() {
		legendLine(c, &b, "Signs", "↑↓ changed, + new, × gone")
		legendLine(c, &b, "Dashed", "new; on the ground: gone")
	} else if c.model.inStoreys() && len(c.model.Points) > 1 {
		legendLine(c, &b, "Signs", "↑ grew, ↓ shrank, + new")
		legendLine(c, &b, "Dashed", "on the ground: not there now")
	} else if len(c.model.Points) > 1 {
		legendLine(c, &b, "Signs", "↑ grew, ↓ shrank (blue roof), + new")
		legendLine(c, &b, "Dashed", "new; on the ground: not there now")
	}
	legendBudgets(c, &b)
	legendSlabs(c, &b)
	legendChosen(c, &b, s.Palette())
	if c.model.Legend.Routes != nil {
		legendRoutes(c, &b, s.Palette())
	} else if s.References && c.model.Legend.References {
		legendReferences(c, &b, s.Palette())
		if g := c.model.Selection; g != nil && g.Building {
			legendLine(c, &b, "Bundles", "a dashed frustum: several groups of a district")
		}
	}
	legendLine(c, &b, "Groups", groupsLegend(&c.model))
	return b.y - top
}

// gradientSteps is the number of pieces that a gradient is drawn in; within a piece the colour runs evenly.
const gradientSteps = 12

func legendGrowth(c *canvas, b *box, s *city.Settings) {
	if !s.GrowthColor {
		legendLine(c, b, "Colour", "growth is not shown")
		return
	}
	since := "the first point"
	if from := c.model.State.Window.From; from > 0 {
		since = "GC point " + Count(int64(from+1))
	}
	if len(c.model.Points) == 1 {
		legendLine(c, b, "Colour", "gray: one GC point has no growth")
		return
	}
	c.text(b.cutTop(18), small, left, c.dim, "Colour: growth since "+since)
	b.cutTop(2)
	legendScale(c, b, s, s.Palette().Growth)
	if c.model.Legend.MaxGrowth > 0 {
		b.cutTop(c.paragraph(*b, small, c.dim, strongestText(&c.model)))
	}
	b.cutTop(4)
}

// legendScale draws a gradient over the numbers that it stands for.
func legendScale(c *canvas, b *box, s *city.Settings, color func(share float64) city.RGB) {
	track := b.cutTop(11)
	c.explain("legend/growth", track, "Growth", "", legendHints["Colour"])
	for i := range gradientSteps {
		piece := box{track.x + track.w*float32(i)/gradientSteps, track.y, track.w / gradientSteps, track.h}
		c.gradient(piece, solid(color(float64(i)/gradientSteps)), solid(color(float64(i+1)/gradientSteps)))
	}
	numbers := b.cutTop(17)
	growth := c.model.Legend.MaxGrowth
	if growth <= 0 {
		c.text(numbers, small, left, c.dim, "nothing grew, so all is gray")
		return
	}
	half, whole := ShortAmount(s.Metric, growth/2), "+"+Amount(s.Metric, growth)
	if c.model.Legend.Clamped {
		whole += " or more"
	}
	c.text(numbers, small, left, c.dim, "0")
	if numbers.w/2 > c.width(small, half)/2+c.width(small, whole)+8 {
		c.text(numbers, small, center, c.dim, half)
	}
	c.text(numbers, small, right, c.dim, whole)
}

const legendKey = 70

// legendLine sets a word and what it means, in as many lines as that takes.
func legendLine(c *canvas, b *box, word, means string) {
	h := c.paragraphHeight(b.w-legendKey, small, means) + 4
	row := b.cutTop(h)
	c.explain("legend/"+word, row, word, means, legendHints[word])
	key := row.cutLeft(legendKey)
	c.text(box{key.x, key.y + 1, key.w, lineHeight(small)}, smallB, left, c.theme.text, word)
	row.y++
	c.paragraph(row, small, c.dim, means)
}

// legendLargest sets the largest building: its name in the line of the amount or, where that is too short, in up to two
// lines below, shortened at the left.
func legendLargest(c *canvas, b *box, amount, name string) {
	if whole := amount + " " + oneLine(name); c.types.within(whole, small.size*c.scale, small.weight, (b.w-legendKey)*c.scale) {
		legendLine(c, b, "Largest", whole)
		return
	}
	lines := c.nameLines(small, b.w-legendKey, name)
	step := lineHeight(small)
	row := b.cutTop(step*float32(1+len(lines)) + 4)
	c.explain("legend/Largest", row, "Largest", amount+" "+oneLine(name), legendHints["Largest"])
	key := row.cutLeft(legendKey)
	row.y++
	c.text(box{key.x, row.y, key.w, step}, smallB, left, c.theme.text, "Largest")
	c.text(row.cutTop(step), small, left, c.dim, amount)
	for _, l := range lines {
		c.text(row.cutTop(step), small, left, c.dim, l)
	}
}

// slabsWidth is the room for samples of all levels.
const slabsWidth = 60

func legendSlabs(c *canvas, b *box) {
	l := &c.model.Legend
	row := b.cutTop(20)
	c.explain("legend/Slabs", row, "Slabs", Count(int64(l.Levels)), legendHints["Slabs"])
	c.text(row.cutLeft(legendKey), smallB, left, c.theme.text, "Slabs")
	levels := max(l.Levels, 1)
	shown := min(levels, 8)
	for i := range shown {
		t := float32(0)
		if shown > 1 {
			t = float32(i) / float32(shown-1)
		}
		c.fill(row.cutLeft(min(12, slabsWidth/float32(shown))).middle(10), 0, mixed(solid(l.Districts[0]), solid(l.Districts[1]), t))
	}
	row.cutLeft(7)
	text := "root to level " + strconv.Itoa(levels)
	if levels == 1 {
		text = "one level"
	}
	c.text(row, small, left, c.dim, text)
}

// legendChosen tells the colours of what the user selected and marked.
func legendChosen(c *canvas, b *box, p *city.Palette) {
	if c.model.Selection != nil {
		legendSwatches(c, b, "Selected", []city.RGB{p.Selected}, "")
	}
	if marks := c.model.Legend.Marks; len(marks) > 0 {
		legendSwatches(c, b, "Marks", marks, "yours")
	}
}

// maxSwatches bounds the colours shown in one line.
const maxSwatches = 8

func legendSwatches(c *canvas, b *box, word string, colors []city.RGB, means string) {
	row := b.cutTop(20)
	c.explain("legend/"+word, row, word, means, legendHints[word])
	c.text(row.cutLeft(legendKey), smallB, left, c.theme.text, word)
	for _, col := range colors[:min(len(colors), maxSwatches)] {
		c.fill(row.cutLeft(15).middle(12), 3, solid(col))
	}
	row.cutLeft(4)
	c.text(row, small, left, c.dim, means)
}

func legendReferences(c *canvas, b *box, p *city.Palette) {
	for _, way := range []struct {
		word, text string
		col        city.RGB
		in         bool
	}{{"Incoming", "keeps it alive", p.Incoming, true}, {"Outgoing", "it keeps alive", p.Outgoing, false}} {
		row := b.cutTop(20)
		c.explain("legend/"+way.word, row, way.word, way.text, legendHints[way.word])
		c.text(row.cutLeft(legendKey), smallB, left, c.theme.text, way.word)
		directionMark(c, row.cutLeft(34).middle(12), way.col, way.in)
		row.cutLeft(7)
		c.text(row, small, left, c.dim, way.text)
	}
}

// directionMark draws the cone of a frustum with arrows along its way, so that directions differ by more than colour: towards
// the building at the left, or away from it.
func directionMark(c *canvas, b box, col city.RGB, in bool) {
	ground := solid(col)
	y := b.midY()
	if in {
		c.polygon([]point{{b.x, y - 2}, {b.right(), y - 6}, {b.right(), y + 6}, {b.x, y + 2}}, ground)
		for x := b.x + 9; x < b.right()-3; x += 9 {
			c.polyline([]point{{x + 3.5, y - 2.6}, {x, y}, {x + 3.5, y + 2.6}}, 1.3, rgb(0xffffff))
		}
		return
	}
	c.polygon([]point{{b.x, y - 6}, {b.right(), y - 2}, {b.right(), y + 2}, {b.x, y + 6}}, ground)
	c.fill(box{b.x + 8, y - 3, 2, 6}, 1, rgb(0xffffff))
	c.fill(box{b.x + 17, y - 2, 2, 4}, 1, rgb(0xffffff))
	c.fill(box{b.x + 26, y - 1.5, 2, 3}, 1, rgb(0xffffff))
}
