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
		"What is over a budget of the rules file "+m.File+" at this GC point. A thin line: more than nine tenths of it are in use.")
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

const budgetLegend = "edges that shine and stripes: over; a thin line: nearly"

// gradientSteps is the number of linear pieces of a gradient.
const gradientSteps = 12

// LegendScale draws a gradient with its numbers.
func LegendScale(c *widget.Canvas, b *canvas.Box, s *scene.Settings, color func(share float64) scene.RGB) {
	gradient(c, b, "growth", "Growth", LegendHints["Colour"], color)
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
	b.CutTop(c.Paragraph(*b, canvas.Small, c.Dim, "of what the heap grew by: "+red+" from +"+words.Amount(s.Metric, c.Model.Legend.RedGrowth)+"."))
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
	"Colour":    "How much a building has grown since the start of the window, as a share of what the whole heap grew by over the recording, or of a fifth of the heap if that is more. What grew more than the end of the scale has its colour. The scale is the same in every window.",
	"Compared":  "The GC point shown with the one where the window starts. Parts of the buildings show what became of the objects.",
	"Storeys":   "Each building has the oldest of its objects at the bottom and the youngest on top; a storey is as high as their share. Lighter is younger.",
	"Versions":  "Each building has a storey for each version that pods of its service run at this GC point, the oldest at the bottom; a storey is as high as the share of the version in what all these pods have together. Services with pods of one version are gray.",
	"Ages":      "How it is known how old objects are. Those that are only probably the same as others before count as new, unless the diff view says otherwise.",
	"Staleness": "For which share of the window, up to the GC point shown, the elements of the collections that hold the objects were not read, on average. A collection that fills steadily and is never read has 0.5.",
	"Gray":      "Objects that no recorded collection holds. Buildings that collections hold in part are gray in part.",
	"Dust":      "The share of a roof under dust is the share of the building that is stale: elements of collections that were not read for a long time.",
	"Known":     "Collections are followed from their allocation on, in classes that were chosen when the program was recorded.",
	"Objects":   "How it is known which objects are the same at both GC points. Those that are only probably the same count as died and born, unless the diff view says otherwise.",
	"Only":      "Filters leave all other objects out: no group counts them, not even the whole heap.",
	"Area":      "The base of a building follows the number of its objects, or its bytes; its plot is as large as it ever gets in the window.",
	"Height":    "Height shows the same unit as area, unless the settings say otherwise.",
	"Largest":   "The largest building at any GC point of the window.",
	"Sums":      "Objects that several groups hold or reach count for each of them; what only several of them together keep alive is retained by none.",
	"Opacity":   "Solid shows growth over the whole window, colour growth up to the GC point shown: the two may differ.",
	"Signs":     "On the roofs: the group now against the start of the window. What shrank has a cool roof as well.",
	"Dashed":    "Dashed edges: not there at the start of the window. A dashed outline on the ground: there at another GC point.",
	"Bundles":   "Frustums beyond the strongest are drawn as one for all groups of a district, with gaps. The inspector lists them all.",
	"Selected":  "What is selected has this colour over its own; its mark is in its tag.",
	"Marks":     "Colours that you gave to buildings, which hide that of growth. Their tags have a flag.",
	"Slabs":     "Districts lie on one another, the whole heap at the bottom: the lighter, the deeper inside.",
	"Incoming":  "Frustums from groups that refer to the selected one. The thicker an end, the more of that building's objects take part.",
	"Outgoing":  "Frustums to groups that the selected one refers to. The thicker an end, the more of that building's objects take part.",
	"Routes":    "Connections between groups, over the roofs, bundled along the districts. Each gets thinner towards what is referred to; its width follows the logarithm of the objects that are.",
	"Shown":     "Those over which most objects are referenced. An object counts once for each group that refers to it.",
	"Groups":    "Leaf groups are buildings, inner groups districts. How many are shown in each district is a setting.",
}

func OtherMetric(m trees.Metric) trees.Metric {
	if m == trees.Bytes {
		return trees.Objects
	}
	return trees.Bytes
}

// legendCut explains the parts of buildings while something is removed.
func legendCut(c *widget.Canvas, b *canvas.Box, palette *scene.Palette) {
	partSample(c, b, "Freed", "would be freed with it", palette.Gone, true)
	partSample(c, b, "Stays", "would still be there", palette.Kept, false)
}
