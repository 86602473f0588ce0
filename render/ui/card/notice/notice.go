package notice

import (
	"fmt"
	"image/color"
	"math"

	"memcity/city/scene"
	"memcity/city/seq"
	"memcity/city/state"
	"memcity/city/trees"
	"memcity/city/view"
	"memcity/render/action"
	"memcity/render/ui/canvas"
	"memcity/render/ui/model"
	"memcity/render/ui/part"
	"memcity/render/ui/place"
	"memcity/render/ui/widget"
	"memcity/words"
)

func DrawTooltip(c *widget.Canvas, b canvas.Box) {
	if c.Model.Route != nil {
		part.DrawRouteTooltip(c, b, c.Model.Route)
		return
	}
	if c.Model.Block != nil {
		drawBlockTooltip(c, b, c.Model.Block)
		return
	}
	g := c.Model.Hover
	const wide = 320
	inner := b.Inset(12, 9)
	rows := part.Facts(&c.Model, g)
	rows = rows[:min(len(rows), 5+len(part.AgeFacts(&c.Model, g))+len(part.UseFacts(&c.Model, g)))]
	path, role := part.PathText(g), roleText(g)
	if path != "" {
		inner.CutTop(c.Paragraph(canvas.Rect(inner.X, inner.Y, inner.W, 60), canvas.Small, c.Dim, path))
	}
	head := inner.CutTop(22)
	head.CutLeft(c.Text(head, canvas.Body, canvas.Left, c.Dim, role))
	c.Name(head, canvas.Heading, canvas.Left, c.Theme.Text, g.Name())
	for _, f := range rows {
		if inner.H < 18 {
			break // less space than requested
		}
		row := inner.CutTop(18)
		col := c.Theme.Text
		if f.Name == part.OverBudget {
			col = c.Fault
		}
		w := c.Text(row, canvas.SmallB, canvas.Right, col, f.Value)
		row.CutRight(w + 8)
		c.Text(row, canvas.Small, canvas.Left, c.Dim, f.Fitting(c, canvas.Small, row.W))
	}
	const slack = 2 // so that rounding to pixels breaks no line
	w := max(c.Width(canvas.Body, role)+c.Width(canvas.Heading, g.Name()), c.Width(canvas.Small, path), 190)
	for _, f := range rows {
		w = max(w, c.Width(canvas.Small, f.Name)+c.Width(canvas.SmallB, f.Value)+12)
	}
	w = min(w+24+slack, wide)
	lines := float32(0)
	if path != "" {
		lines = min(c.ParagraphHeight(w-24-slack, canvas.Small, path), 60)
	}
	c.Want(w, lines+22+18*float32(len(rows))+18)
}

// drawBlockTooltip describes a block, and how to show its groups individually.
func drawBlockTooltip(c *widget.Canvas, b canvas.Box, block *model.Block) {
	const wide, slack = 300, 2
	inner := b.Inset(12, 9)
	path := model.PathText(block.Path)
	for _, line := range []struct {
		text string
		font canvas.Style
		ink  color.NRGBA
		gap  float32
	}{{path, canvas.Small, c.Dim, 2}, {block.Name, canvas.Heading, c.Theme.Text, 2},
		{"Groups: " + words.Count(int64(block.Groups)) + ", " + words.Sized(block.Objects, block.Bytes), canvas.Small, c.Theme.Text, 6},
		{BlockHelp(&c.Model.State.Settings, block), canvas.Small, c.Dim, 0}} {
		inner.CutTop(c.Paragraph(canvas.Rect(inner.X, inner.Y, wide-24-slack, 200), line.font, line.ink, line.text) + line.gap)
	}
	c.Want(wide, inner.Y-b.Y+9)
}

// BlockHelp explains how to show the groups of a block individually.
func BlockHelp(s *scene.Settings, b *model.Block) string {
	return fmt.Sprintf("To show all of them, raise \"Groups per district\" in the settings from %s to %s. Click to select the district.",
		words.Count(int64(s.Children)), words.Count(int64(b.Needs)))
}

// roleText returns the prefix of a group's name, such as "Type: ".
func roleText(g *model.Group) string {
	if n := len(g.Path); n > 0 && g.Path[n-1].Role != "" {
		return g.Path[n-1].Role + ": "
	}
	return ""
}

func DrawHint(c *widget.Canvas, b canvas.Box) {
	c.Paragraph(b.Inset(9, 6), canvas.Small, c.Theme.Text, c.ShownHint.Text)
}

func DrawProgress(c *widget.Canvas, b canvas.Box) {
	p := c.Model.Progress
	inner := b.Inset(place.Padding, 0)
	inner.CutTop(8)
	row := inner.CutTop(28)
	if p.Cancel {
		if c.Button("progress/cancel", row.CutRight(66).Middle(26),
			widget.ButtonOptions{Text: "Cancel", Hint: c.Tip(action.GoEscape, "Cancel"), Look: widget.Ground}) {
			c.Run(action.WorkCancel)
		}
		row.CutRight(8)
	}
	if p.Fraction >= 0 {
		share := words.WholePercent(math.Floor(100*min(p.Fraction, 1)) / 100)
		if left := share + " · " + p.Left; p.Left != "" && c.Width(canvas.Body, left)+c.Width(canvas.Strong, p.Text)+8 < row.W {
			share = left
		}
		c.Text(row.CutRight(max(c.Width(canvas.Body, share)+2, 46)), canvas.Body, canvas.Right, c.Dim, share)
		row.CutRight(8)
	}
	c.Name(row, canvas.Strong, canvas.Left, c.Theme.Text, p.Text)
	inner.CutTop(6)
	track := inner.CutTop(5)
	if p.Fraction >= 0 {
		c.Bar(track, p.Fraction, c.Accent)
	} else {
		c.Fill(track, 2.5, c.Line)
		c.Fill(canvas.Rect(track.X+track.W*0.3, track.Y, track.W*0.4, track.H), 2.5, c.Accent)
	}
	c.Want(progressWidth, 62)
}

// progressWidth is the width of the longest text with its share and remaining time, in dp, so that the card keeps its width.
const progressWidth = 400

// toastWidth is the maximum width of a message, in dp. Longer ones are wrapped.
const toastWidth = 340

func DrawToasts(c *widget.Canvas, b canvas.Box) {
	const slack = 2 // so that rounding to pixels breaks no line
	w := float32(0)
	toasts := c.Model.Toasts
	if c.Compact() && len(toasts) > 1 { // only the newest, as more would hide the city
		toasts = toasts[len(toasts)-1:]
	}
	for _, t := range toasts {
		need := float32(toastWidth)
		if c.Types.Within(t, canvas.Body.Size*c.Scale, canvas.Body.Weight, (toastWidth-2*place.Padding-slack)*c.Scale) {
			need = c.Width(canvas.Body, t) + 2*place.Padding + slack
		}
		w = max(w, need)
	}
	inner := b.Inset(place.Padding, 8)
	h := float32(16)
	for _, t := range toasts {
		need := max(c.ParagraphHeight(w-2*place.Padding, canvas.Body, t), 20)
		inner.CutTop(c.Paragraph(inner.WithHeight(min(need, inner.H)), canvas.Body, c.Theme.Text, t))
		inner.CutTop(4)
		h += need + 4
	}
	c.Want(w, h-4)
}

// DrawEmpty explains, in place of the city, why it is empty, and offers a remedy.
func DrawEmpty(c *widget.Canvas, b canvas.Box) {
	m := &c.Model
	s := &m.State
	text, does := "All groups are empty at every GC point of this recording.", ""
	var way model.Event
	switch {
	case m.NoStates != "":
		text, does, way = widget.NoStatesWords, "Show the heap over time", model.Do{Action: state.Show{View: view.That(view.HeapOverTime)}}
	case !s.Settings.Filters.Empty():
		without := s.Settings
		without.Filters = seq.Seq[string]{}
		text, does, way = "No object passes the filters: "+seq.Join(s.Settings.Filters, ", ")+".", "Show all objects",
			model.Do{Action: state.Set{To: without}}
	case !s.Whole():
		text, does = "All groups are empty at every GC point of the window.", "Show all GC points"
		way = model.Do{Action: state.SetWindow{Window: trees.Window{From: 0, To: s.Points - 1}}}
	}
	inner := b.Inset(place.Padding, 0)
	inner.CutTop(12)
	c.Text(inner.CutTop(24), canvas.Title, canvas.Left, c.Theme.Text, "Nothing to show")
	inner.CutTop(4)
	h := c.ParagraphHeight(inner.W, canvas.Body, text)
	c.Paragraph(inner.CutTop(h+1), canvas.Body, c.Dim, text)
	used := 12 + 24 + 4 + h + 1 + 14
	if way != nil {
		inner.CutTop(10)
		if c.Button("empty/way", inner.CutTop(30), widget.ButtonOptions{Text: does, Look: widget.Chosen}) {
			c.Emit(way)
		}
		used += 40
	}
	c.Want(0, used)
}

func DrawCaption(c *widget.Canvas, b canvas.Box) {
	const above = 8 // above and below
	width := c.Width(canvas.Body, c.Model.Caption)
	lines := b.Inset(place.Padding, above)
	if width <= lines.W {
		c.Text(b.Inset(place.Padding, 0), canvas.Body, canvas.Left, c.Theme.Text, c.Model.Caption)
		c.Want(width+2*place.Padding+1, 34)
		return
	}
	c.Paragraph(lines, canvas.Body, c.Theme.Text, c.Model.Caption)
	c.Want(b.W, min(c.ParagraphHeight(lines.W, canvas.Body, c.Model.Caption), captionLines*canvas.LineHeight(canvas.Body))+2*above)
}

// captionLines is the maximum number of lines in a caption.
const captionLines = 3
