package ui

import (
	"fmt"
	"strconv"

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
		c.want(0, 34)
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

func legendRows(c *canvas, b box) float32 {
	top := b.y
	b.h = 1e4
	s := &c.model.State.Settings
	legendGrowth(c, &b, s)
	legendLine(c, &b, "Area", areaText(s))
	legendLine(c, &b, "Height", heightText(s))
	if l := &c.model.Legend; l.Largest > 0 {
		legendLine(c, &b, "Largest", Amount(s.Metric, l.Largest)+": "+l.LargestName)
	}
	legendLine(c, &b, "Opacity", opacityText(s))
	legendLine(c, &b, "Signs", "↑ grew, ↓ shrank, + new")
	legendLine(c, &b, "Dashed", "new, or on the ground: not there now")
	legendSlabs(c, &b)
	if s.References {
		legendReferences(c, &b, s.Palette())
	}
	if text := HiddenText(&c.model.Legend, s.Metric); text != "" {
		b.cutTop(4)
		b.cutTop(c.paragraph(b, small, c.dim, text))
	}
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
	c.text(b.cutTop(18), small, left, c.dim, "Colour: growth since "+since)
	b.cutTop(2)
	track := b.cutTop(11)
	p := s.Palette()
	for i := range gradientSteps {
		piece := box{track.x + track.w*float32(i)/gradientSteps, track.y, track.w / gradientSteps, track.h}
		c.gradient(piece, solid(p.Growth(float64(i)/gradientSteps)), solid(p.Growth(float64(i+1)/gradientSteps)))
	}
	numbers := b.cutTop(17)
	growth := c.model.Legend.MaxGrowth
	if growth <= 0 {
		c.text(numbers, small, left, c.dim, "nothing grew, so all is gray")
	} else {
		half, whole := ShortAmount(s.Metric, growth/2), "+"+Amount(s.Metric, growth)
		c.text(numbers, small, left, c.dim, "0")
		if numbers.w/2 > c.width(small, half)/2+c.width(small, whole)+8 {
			c.text(numbers, small, center, c.dim, half)
		}
		c.text(numbers, small, right, c.dim, whole)
	}
	b.cutTop(4)
}

const legendKey = 70

// legendLine sets a word and what it means, in as many lines as that takes.
func legendLine(c *canvas, b *box, word, means string) {
	h := c.paragraphHeight(b.w-legendKey, small, means) + 4
	row := b.cutTop(h)
	key := row.cutLeft(legendKey)
	c.text(box{key.x, key.y + 1, key.w, lineHeight(small)}, smallB, left, c.theme.text, word)
	row.y++
	c.paragraph(row, small, c.dim, means)
}

func legendSlabs(c *canvas, b *box) {
	l := &c.model.Legend
	row := b.cutTop(20)
	c.text(row.cutLeft(legendKey), smallB, left, c.theme.text, "Slabs")
	levels := max(l.Levels, 1)
	shown := min(levels, 8)
	for i := range shown {
		t := float32(0)
		if shown > 1 {
			t = float32(i) / float32(shown-1)
		}
		c.fill(row.cutLeft(12).middle(10), 0, mixed(solid(l.Districts[0]), solid(l.Districts[1]), t))
	}
	row.cutLeft(7)
	text := "root to level " + strconv.Itoa(levels)
	if levels == 1 {
		text = "one level"
	}
	c.text(row, small, left, c.dim, text)
}

func legendReferences(c *canvas, b *box, p *city.Palette) {
	for _, way := range []struct {
		word, text string
		col        city.RGB
		in         bool
	}{{"Incoming", "keeps it alive", p.Incoming, true}, {"Outgoing", "it keeps alive", p.Outgoing, false}} {
		row := b.cutTop(20)
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

func areaText(s *city.Settings) string {
	if s.Area == city.Linear {
		return s.Metric.String() + ", linear"
	}
	return s.Metric.String() + ", square root"
}

func heightText(s *city.Settings) string {
	if s.OtherHeight {
		return otherMetric(s.Metric).String() + ", in five steps"
	}
	return "twice the side of the base"
}

func otherMetric(m city.Metric) city.Metric {
	if m == city.Bytes {
		return city.Objects
	}
	return city.Bytes
}

func opacityText(s *city.Settings) string {
	if !s.Fade {
		return "all solid"
	}
	others := "others at " + PercentOf(s.Opacity)
	if s.Opacity == 0 {
		others = "others as outlines"
	}
	return fmt.Sprintf("the %d that grew most are solid, %s", s.Solid, others)
}

// HiddenText says what got no building: "37 smaller groups, 0.4 % of bytes, not shown". It is empty if all is shown.
func HiddenText(l *Legend, metric city.Metric) string {
	if l.Hidden.Groups == 0 {
		return ""
	}
	part, whole := l.Hidden.Objects, l.Objects
	if metric == city.Bytes {
		part, whole = l.Hidden.Bytes, l.Bytes
	}
	text := fmt.Sprintf("%s, %s of %s, not shown", plural(int64(l.Hidden.Groups), "smaller group", "smaller groups"),
		Percent(part, whole), metric)
	if l.Hidden.Growers > 0 {
		text += fmt.Sprintf("; %s among the strongest growing", plural(int64(l.Hidden.Growers), "is", "are"))
	}
	return text
}
