package ui

import (
	"fmt"
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

// strongestText sets the strongest growth against the whole heap, so that a little growth is not taken for a leak.
func strongestText(m *Model) string {
	growth, whole := m.Legend.MaxGrowth, m.most()
	text := "The end of the scale is " + Percent(growth, whole) + " of the heap"
	if len(m.Legend.Filters) > 0 {
		text = "The end of the scale is " + Percent(growth, whole) + " of what passes the filters"
	}
	if float64(growth) < smallGrowth*float64(whole) {
		text += ": little, however strong the colour"
	}
	return text + "."
}

// most is the largest total of the window, in the metric in force.
func (m *Model) most() int64 {
	most := int64(0)
	for i := max(m.State.Window.From, 0); i <= m.State.Window.To && i < len(m.Points); i++ {
		most = max(most, m.Points[i].value(m.State.Settings.Metric))
	}
	return most
}

// smallGrowth is the share of the heap below which the strongest growth is called little.
const smallGrowth = 0.01

const legendKey = 70

// legendHints explain the lines of the legend.
var legendHints = map[string]string{
	"Colour":   "How much a building has grown since the start of the window, over the growth of the one that grew most over the whole window. What had grown by more at a GC point in between has the colour of the end.",
	"Compared": "The GC point shown with the one where the window starts. Parts of the buildings tell what became of the objects.",
	"Storeys":  "Each building has the oldest of its objects at the bottom and the youngest on top; a storey is as high as their share. Lighter is younger.",
	"Ages":     "How it is known how old objects are. Those that are only probably the same as others before count as new, unless the diff view says otherwise.",
	"Objects":  "How it is known which objects are the same at both GC points. Those that are only probably the same count as died and born, unless the diff view says otherwise.",
	"Only":     "Filters leave all other objects out: no group counts them, not even the whole heap.",
	"Area":     "The base of a building follows the number of its objects, or its bytes; its plot is as large as it ever gets in the window.",
	"Height":   "Height speaks of the same metric as area, unless the settings say otherwise.",
	"Largest":  "The largest building at any GC point of the window.",
	"Sums":     "Objects that several groups hold or reach count for each of them; what only several of them together keep alive is retained by none.",
	"Opacity":  "Solid tells growth over the whole window, colour growth up to the GC point shown: the two may differ.",
	"Signs":    "On the roofs: the group now against the start of the window. What shrank has a cool roof as well.",
	"Dashed":   "Dashed edges: not there at the start of the window. A dashed outline on the ground: there at another GC point.",
	"Bundles":  "Frustums beyond the strongest are drawn as one for all groups of a district, with gaps. The inspector lists them all.",
	"Selected": "What is selected has this colour over its own; its mark is in its tag.",
	"Marks":    "Colours that you gave to buildings, which hide that of growth. Their tags have a flag.",
	"Slabs":    "Districts lie on one another, the whole heap at the bottom: the lighter, the deeper inside.",
	"Incoming": "Frustums from groups that refer to the selected one. The thicker an end, the more of that building's objects take part.",
	"Outgoing": "Frustums to groups that the selected one refers to. The thicker an end, the more of that building's objects take part.",
	"Routes":   "Connections between groups, over the roofs, bundled along the districts. Each gets thinner towards what is referred to; its width follows the logarithm of the objects that are.",
	"Shown":    "Those over which most objects are referenced. An object counts once for each group that refers to it.",
	"Groups":   "Leaf groups are buildings, inner groups districts. How many are shown in each district is a setting.",
}

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

func areaText(s *city.Settings, measure city.Measure, parts bool) string {
	text := measure.Of(s.Metric) + ", square root"
	if s.Area == city.Linear {
		text = measure.Of(s.Metric) + ", linear"
	}
	if parts {
		text += ", at the larger of both points"
	}
	return text
}

// sumsText tells of numbers that do not add up; empty if they do.
func sumsText(m *Model) string {
	switch {
	case m.Measure == city.Deep:
		return "groups share objects: buildings may add up to more than their district"
	case m.Measure == city.Structural:
		return "data structures share objects: buildings may add up to more than their district"
	case m.Measure == city.Retained:
		return "groups share objects: buildings may add up to more or less than their district"
	case m.Legend.Overlap:
		return "an object may be in several groups: buildings may add up to more than their district"
	}
	return ""
}

func heightText(s *city.Settings, measure city.Measure) string {
	if s.OtherHeight {
		return measure.Of(otherMetric(s.Metric)) + ", in five steps"
	}
	return "twice the side of the base"
}

func otherMetric(m city.Metric) city.Metric {
	if m == city.Bytes {
		return city.Objects
	}
	return city.Bytes
}

func opacityText(s *city.Settings, m *Model) string {
	if m.Legend.Isolated {
		return "what is isolated or found is solid, others as outlines"
	}
	if m.inParts() || m.inHalves() {
		return "what is seen through is gone"
	}
	if !s.Fade || m.inStoreys() {
		return "all solid"
	}
	others := "others at " + PercentOf(s.Opacity)
	if s.Opacity == 0 {
		others = "others as outlines"
	}
	grew, n := m.Legend.Grew, min(s.Solid, m.Legend.Buildings)
	switch {
	case n > 0 && n == m.Legend.Buildings:
		return "all solid"
	case n == 0:
		return "none is solid, " + others
	case len(m.Points) == 1 || grew == 0:
		return fmt.Sprintf("%s solid, though none grew; %s", plural(int64(n), "building is", "buildings are"), others)
	case grew < n:
		return fmt.Sprintf("%d are solid, of which %d grew; %s", n, grew, others)
	case n == 1:
		return "the one that grew most is solid, " + others
	}
	return fmt.Sprintf("the %d that grew most are solid, %s", n, others)
}

// groupsLegend says what all groups are: "37 smaller groups, 0.4 % of bytes, are not shown" and so on.
func groupsLegend(m *Model) string {
	l, metric := &m.Legend, m.State.Settings.Metric
	text := Count(int64(l.Buildings+l.Slabs+l.NotShown)) + ": " + plural(int64(l.Buildings), "building", "buildings") + ", " +
		plural(int64(l.Slabs), "district", "districts")
	if l.NotShown == 0 {
		return text
	}
	text += fmt.Sprintf(", %s not shown", plural(int64(l.NotShown), "smaller one", "smaller ones"))
	if m.Measure == city.Shallow && !l.Overlap { // others do not add up
		part, whole := l.Hidden.Objects, l.Objects
		if metric == city.Bytes {
			part, whole = l.Hidden.Bytes, l.Bytes
		}
		text += fmt.Sprintf(" (%s of %s)", Percent(part, whole), metric)
	}
	if l.Hidden.Growers > 0 {
		text += fmt.Sprintf("; %s among the strongest growing", plural(int64(l.Hidden.Growers), "is", "are"))
	}
	return text
}
