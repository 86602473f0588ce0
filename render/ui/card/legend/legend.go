package legend

import (
	"strings"

	"memcity/city/scene"
	"memcity/render/action"
	"memcity/render/ui/canvas"
	"memcity/render/ui/part"
	"memcity/render/ui/place"
	"memcity/render/ui/widget"
	"memcity/words"
)

func DrawLegend(c *widget.Canvas, b canvas.Box) {
	head := canvas.Rect(b.X, b.Y, b.W, 34)
	folded := c.Model.LegendFolded
	arrow, does := "down", "Collapse the legend"
	if folded {
		arrow, does = "up", "Expand the legend"
	}
	row := head.Inset(place.Padding, 0)
	if c.Only == nil {
		if c.IconButton("legend/fold", row.CutRight(24).Centered(24, 24).Moved(6, 0), arrow, "Fold", does, "") {
			c.Run(action.PanelLegend)
		}
	}
	c.Text(row, canvas.Heading, canvas.Left, c.Theme.Text, "Legend")
	if folded {
		c.Want(foldedLegend, 34)
		return
	}
	area := b
	area.CutTop(34)
	area.CutBottom(10)
	area = area.Inset(place.Padding, 0)
	used := float32(0)
	c.Scroll("legend", area, func(content canvas.Box) float32 {
		used = legendRows(c, content)
		return used
	})
	c.Want(0, 34+used+10)
}

// foldedLegend is the width of a folded legend, in dp.
const foldedLegend = 130

func legendRows(c *widget.Canvas, b canvas.Box) float32 {
	top := b.Y
	b.H = 1e4
	s := &c.Model.State.Settings
	if c.Model.Legend.Buildings == 0 {
		return c.Paragraph(b, canvas.Small, c.Dim, "No buildings: all groups are empty in this window. Choose a longer window.")
	}
	if filters := c.Model.Legend.Filters; len(filters) > 0 {
		part.LegendLine(c, &b, "Filter", "objects that pass "+strings.Join(filters, ", "))
	}
	if c.Model.Legend.Compared != nil {
		part.LegendParts(c, &b, s)
	}
	if c.Model.Legend.Baseline != nil {
		part.LegendCompared(c, &b, s)
	}
	if c.Model.Legend.Aged != nil {
		part.LegendAges(c, &b, s)
	}
	if c.Model.Legend.Versions != nil {
		part.LegendVersions(c, &b, s)
	}
	if c.Model.Legend.Used != nil {
		part.LegendUse(c, &b, s)
	}
	if c.Model.ShowsFindings() {
		part.LegendPinned(c, &b, s)
	}
	if !c.Model.ShowsFindings() && !c.Model.InParts() && !c.Model.InStoreys() && !c.Model.Compares() && !c.Model.ByStaleness() {
		legendGrowth(c, &b, s)
	}
	part.LegendLine(c, &b, "Area", areaText(s, c.Model.SizeKind, c.Model.InParts() && !c.Model.Legend.Compared.Cut)+c.Model.OfLarger())
	if text := strings.TrimPrefix(heightText(s, c.Model.SizeKind)+c.Model.OfLower(), "; "); text != "" {
		part.LegendLine(c, &b, "Height", text)
	}
	if l := &c.Model.Legend; l.Largest > 0 {
		about := ""
		if l.Ever {
			about = "up to "
		}
		if l.Estimated {
			about += "about "
		}
		part.LegendLargest(c, &b, about+words.Amount(s.Unit, l.Largest)+":", l.LargestName)
	}
	if text := sumsText(&c.Model); text != "" {
		part.LegendLine(c, &b, "Sums", text)
	}
	if text := OpacityText(s, &c.Model); text != allSolid {
		part.LegendLine(c, &b, "Opacity", text)
	}
	if c.Model.InParts() && c.Model.Legend.Compared.Cut {
		part.LegendLine(c, &b, "Signs", "× nothing would be left")
	} else if c.Model.InParts() || c.Model.Compares() {
		part.LegendLine(c, &b, "Signs", "↑↓ changed, + new, × removed")
		part.LegendLine(c, &b, "Dashed", "new; dashed on the ground: removed")
	} else if (c.Model.InStoreys() || c.Model.ByStaleness()) && len(c.Model.Points) > 1 {
		part.LegendLine(c, &b, "Signs", "↑ grew, ↓ shrank, + new")
		part.LegendLine(c, &b, "Dashed", "dashed on the ground: empty now")
	} else if len(c.Model.Points) > 1 && !c.Model.ShowsFindings() {
		part.LegendLine(c, &b, "Signs", "↑ grew, ↓ shrank (blue roof), + new")
		part.LegendLine(c, &b, "Dashed", "new; on the ground: empty now")
	}
	if c.Model.Legend.Fleet && !c.Model.InParts() && !c.Model.Compares() {
		part.LegendFleet(c, &b, s.Palette())
	}
	part.LegendBudgets(c, &b)
	legendChosen(c, &b, s.Palette())
	if c.Model.Legend.Routes != nil {
		part.LegendRoutes(c, &b, s.Palette())
	} else if s.References && c.Model.Legend.References && c.Model.Selection != nil {
		legendReferences(c, &b, s.Palette())
		if g := c.Model.Selection; g != nil && g.Building {
			part.LegendLine(c, &b, "Bundles", "references of several groups in a district")
		}
	}
	if text := GroupsLegend(&c.Model); text != "" {
		part.LegendLine(c, &b, "Groups", text)
	}
	return b.Y - top
}

func legendGrowth(c *widget.Canvas, b *canvas.Box, s *scene.Settings) {
	switch s.Color.Whole(len(c.Model.Points)) {
	case scene.OwnColors:
		part.LegendOwn(c, b, s)
		return
	case scene.PlainColors:
		part.LegendLine(c, b, "Color", "growth is turned off")
		return
	}
	since := "the first GC point"
	if from := c.Model.State.Window.From; from > 0 {
		since = "GC point " + words.Count(int64(from+1))
	}
	if len(c.Model.Points) == 1 {
		part.LegendLine(c, b, "Color", "one GC point shows no growth")
		return
	}
	c.Text(b.CutTop(18), canvas.Small, canvas.Left, c.Dim, "Color: growth since "+since)
	b.CutTop(2)
	part.LegendScale(c, b, s, s.Palette().Growth)
	b.CutTop(4)
}

// legendChosen explains the colors of the selection and of marks.
func legendChosen(c *widget.Canvas, b *canvas.Box, p *scene.Palette) {
	if c.Model.Selection != nil {
		part.LegendSwatches(c, b, "Selected", []scene.RGB{p.Selected}, "")
	}
	if marks := c.Model.Legend.Marks; len(marks) > 0 {
		part.LegendSwatches(c, b, "Marks", marks, "yours")
	}
}

func legendReferences(c *widget.Canvas, b *canvas.Box, p *scene.Palette) {
	for _, way := range []struct {
		word, text string
		col        scene.RGB
		in         bool
	}{{"Incoming", "keeps it alive", p.Incoming, true}, {"Outgoing", "it keeps alive", p.Outgoing, false}} {
		row := b.CutTop(20)
		c.Explain("legend/"+way.word, row, way.word, way.text, part.LegendHints[way.word])
		c.Text(row.CutLeft(part.LegendKey), canvas.SmallB, canvas.Left, c.Theme.Text, way.word)
		directionMark(c, row.CutLeft(34).Middle(12), way.col, way.in)
		row.CutLeft(7)
		c.Text(row, canvas.Small, canvas.Left, c.Dim, way.text)
	}
}

// directionMark draws a frustum with arrows along it, so that directions differ by more than color: toward the building on the left, or
// away from it.
func directionMark(c *widget.Canvas, b canvas.Box, col scene.RGB, in bool) {
	ground := canvas.Solid(col)
	y := b.MidY()
	if in {
		c.Polygon([]canvas.Point{canvas.Pt(b.X, y-2), canvas.Pt(b.Right(), y-6), canvas.Pt(b.Right(), y+6), canvas.Pt(b.X, y+2)}, ground)
		for x := b.X + 9; x < b.Right()-3; x += 9 {
			c.Polyline([]canvas.Point{canvas.Pt(x+3.5, y-2.6), canvas.Pt(x, y), canvas.Pt(x+3.5, y+2.6)}, 1.3, canvas.Rgb(0xffffff))
		}
		return
	}
	c.Polygon([]canvas.Point{canvas.Pt(b.X, y-6), canvas.Pt(b.Right(), y-2), canvas.Pt(b.Right(), y+2), canvas.Pt(b.X, y+6)}, ground)
	c.Fill(canvas.Rect(b.X+8, y-3, 2, 6), 1, canvas.Rgb(0xffffff))
	c.Fill(canvas.Rect(b.X+17, y-2, 2, 4), 1, canvas.Rgb(0xffffff))
	c.Fill(canvas.Rect(b.X+26, y-1.5, 2, 3), 1, canvas.Rgb(0xffffff))
}
