package part

import (
	"memcity/city/scene"
	"memcity/city/trees"
	"memcity/render/ui/canvas"
	"memcity/render/ui/widget"
	"memcity/words"
)

// LegendBudgets explains the glow of broken budgets, if there is a rules file.
func LegendBudgets(c *widget.Canvas, b *canvas.Box) {
	m := c.Model.Budgets
	if m == nil || m.File == "" {
		return
	}
	row := b.CutTop(c.ParagraphHeight(b.W-LegendKey-19, canvas.Small, budgetLegend) + 4)
	c.Explain("legend/Budgets", row, "Budgets", budgetLegend,
		"Groups over a budget in the rules file "+m.File+" at this GC point. A thin line: more than 90 % of the budget is used.")
	line := canvas.LineHeight(canvas.Small)
	key := row.CutLeft(LegendKey)
	c.Text(canvas.Rect(key.X, key.Y+1, key.W, line), canvas.SmallB, canvas.Left, c.Theme.Text, "Budgets")
	row.Y++
	at := row.CutLeft(19).WithHeight(line).Middle(12)
	at.W = 12
	pink := canvas.Solid(c.Model.State.Settings.Palette().Budget)
	c.Fill(at, 1, canvas.Mixed(c.Theme.Card, pink, 0.35))
	c.Frame(at, 1, 2, pink)
	c.Paragraph(row, canvas.Small, c.Dim, budgetLegend)
}

const budgetLegend = "glowing edges and stripes: over budget; thin line: nearly over"

// gradientSteps is the number of linear pieces of a gradient.
const gradientSteps = 12

// LegendScale draws a gradient with its numbers.
func LegendScale(c *widget.Canvas, b *canvas.Box, s *scene.Settings, color func(share float64) scene.RGB) {
	gradient(c, b, "growth", "Growth", LegendHints["Color"], color)
	numbers := b.CutTop(17)
	const apart = 4 // distance between two numbers, in dp
	most := words.PercentOf(scene.GrowthStop(4, *s))
	c.Text(numbers, canvas.Small, canvas.Left, c.Dim, "0")
	least, end := numbers.X+c.Width(canvas.Small, "0")+apart, numbers.Right()-c.Width(canvas.Small, most)-apart
	for quarter := 1; quarter < 4; quarter++ { // each below its place on the scale, if it fits
		share := words.PercentOf(scene.GrowthStop(quarter, *s))
		wide := c.Width(canvas.Small, share)
		left := numbers.X + numbers.W*float32(quarter)/4 - wide/2
		if left >= least && left+wide <= end {
			c.Text(canvas.Rect(left, numbers.Y, numbers.Right()-left, numbers.H), canvas.Small, canvas.Left, c.Dim, share)
			least = left + wide + apart
		}
	}
	c.Text(numbers, canvas.Small, canvas.Right, c.Dim, most)
	red := "red"
	if s.ColorBlind {
		red = "strongest"
	}
	b.CutTop(c.Paragraph(*b, canvas.Small, c.Dim, "of the heap's growth; "+red+" from +"+words.Amount(s.Unit, c.Model.Legend.RedGrowth)+"."))
}

// gradient draws a gradient from 0 to 1.
func gradient(c *widget.Canvas, b *canvas.Box, id, name, hint string, color func(share float64) scene.RGB) {
	track := b.CutTop(11)
	c.Explain("legend/"+id, track, name, "", hint)
	for i := range gradientSteps {
		piece := canvas.Rect(track.X+track.W*float32(i)/gradientSteps, track.Y, track.W/gradientSteps, track.H)
		c.Gradient(piece, canvas.Solid(color(float64(i)/gradientSteps)), canvas.Solid(color(float64(i+1)/gradientSteps)))
	}
}

const LegendKey = 70

// LegendLine draws a word and its meaning, in as many lines as needed.
func LegendLine(c *widget.Canvas, b *canvas.Box, word, means string) {
	h := c.ParagraphHeight(b.W-LegendKey, canvas.Small, means) + 4
	row := b.CutTop(h)
	c.Explain("legend/"+word, row, word, means, LegendHints[word])
	key := row.CutLeft(LegendKey)
	c.Text(canvas.Rect(key.X, key.Y+1, key.W, canvas.LineHeight(canvas.Small)), canvas.SmallB, canvas.Left, c.Theme.Text, word)
	row.Y++
	c.Paragraph(row, canvas.Small, c.Dim, means)
}

// LegendLargest draws the largest building. Its name follows the amount or, if that does not fit, is in up to two lines below, cut on the
// left.
func LegendLargest(c *widget.Canvas, b *canvas.Box, amount, name string) {
	if whole := amount + " " + words.OneLine(name); c.Types.Within(whole, canvas.Small.Size*c.Scale, canvas.Small.Weight,
		(b.W-LegendKey)*c.Scale) {
		LegendLine(c, b, "Largest", whole)
		return
	}
	lines := c.NameLines(canvas.Small, b.W-LegendKey, name)
	step := canvas.LineHeight(canvas.Small)
	row := b.CutTop(step*float32(1+len(lines)) + 4)
	c.Explain("legend/Largest", row, "Largest", amount+" "+words.OneLine(name), LegendHints["Largest"])
	key := row.CutLeft(LegendKey)
	row.Y++
	c.Text(canvas.Rect(key.X, row.Y, key.W, step), canvas.SmallB, canvas.Left, c.Theme.Text, "Largest")
	c.Text(row.CutTop(step), canvas.Small, canvas.Left, c.Dim, amount)
	for _, l := range lines {
		c.Text(row.CutTop(step), canvas.Small, canvas.Left, c.Dim, l)
	}
}

// maxSwatches is the maximum number of colors in a line.
const maxSwatches = 8

func LegendSwatches(c *widget.Canvas, b *canvas.Box, word string, colors []scene.RGB, means string) {
	row := b.CutTop(20)
	c.Explain("legend/"+word, row, word, means, LegendHints[word])
	c.Text(row.CutLeft(LegendKey), canvas.SmallB, canvas.Left, c.Theme.Text, word)
	for _, col := range colors[:min(len(colors), maxSwatches)] {
		c.Fill(row.CutLeft(15).Middle(12), 3, canvas.Solid(col))
	}
	row.CutLeft(4)
	c.Text(row, canvas.Small, canvas.Left, c.Dim, means)
}

// LegendHints explains the lines of the legend.
var LegendHints = map[string]string{
	"Color":     "How much a building grew since the start of the window, as a share of the heap's growth over the recording (or of a fifth of the heap, if larger). Growth beyond the end of the scale has the last color. The scale is the same in every window.",
	"Compared":  "The selected GC point compared with the start of the window. Building parts show which objects survived, died or were born.",
	"Floors":    "Each building is divided into floors by age, with the oldest objects at the bottom. A floor's height is its share of the objects. Lighter is younger.",
	"Versions":  "Each building is divided into floors by the versions that pods of its service run at this GC point, with the oldest at the bottom. A floor's height is the version's share of the total of these pods. Services with a single version are gray.",
	"Ages":      "How object ages are determined. Probable matches with earlier objects count as new. The diff view can change that.",
	"Staleness": "Share of the window, up to the selected GC point, for which elements were not read, on average over the collections that hold the objects. A collection that fills steadily and is never read has 0.5.",
	"Gray":      "Objects that no recorded collection holds. Partly held buildings are partly gray.",
	"Dust":      "The dusty share of a roof is the stale share of the building: elements of collections that were not read for a long time.",
	"Recorded":  "Collections are recorded from their allocation, for the classes chosen at recording time.",
	"Objects":   "How objects are matched between the two GC points. Probable matches count as died and born. The diff view can change that.",
	"Filter":    "Filters exclude all other objects from every number, including the size of the whole heap.",
	"Area":      "The base area shows the number of objects or bytes. The plot shows the largest size in the recording.",
	"Height":    "Height shows the same unit as area, unless you change it in the settings.",
	"Largest":   "The largest building at any GC point of the recording.",
	"Sums":      "Objects that several groups hold or reach count for each group. Objects that several groups keep alive together are retained by none of them.",
	"Opacity":   "Solid buildings grew most over the whole window. Color shows growth up to the selected GC point, so the two may differ.",
	"Signs":     "Signs on roofs compare the group now with the start of the window. Groups that shrank also have a blue roof.",
	"Dashed":    "Dashed edges: not there at the start of the window. Dashed outline on the ground: there at another GC point.",
	"Bundles":   "Beyond the strongest references, one dashed frustum stands for all groups of a district. The inspector lists them all.",
	"Selected":  "The selection has this color on top of its own. Its label shows its mark.",
	"Marks":     "Colors that you assigned to buildings. They hide the growth color. Labels of marked buildings have a flag.",
	"Incoming":  "References from other groups to the selected one. A thicker end means that more of that building's objects take part.",
	"Outgoing":  "References from the selected group to other groups. A thicker end means that more of that building's objects take part.",
	"Routes":    "References between groups, drawn over the roofs and bundled along the districts. Each route gets thinner toward its target. Its width is logarithmic in the number of referenced objects.",
	"Shown":     "The connections with the most referenced objects. An object counts once for each group that refers to it.",
	"Groups":    "Leaf groups are buildings, other groups are districts. The settings limit the number shown in each district.",
}

func OtherUnit(m trees.Unit) trees.Unit {
	if m == trees.Bytes {
		return trees.Objects
	}
	return trees.Bytes
}

// legendCut explains the parts of buildings while something is removed.
func legendCut(c *widget.Canvas, b *canvas.Box, palette *scene.Palette) {
	partSample(c, b, "Freed", "would be freed", palette.Gone, true)
	partSample(c, b, "Stays", "would remain", palette.Kept, false)
}
