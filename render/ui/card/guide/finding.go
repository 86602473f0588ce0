package guide

import (
	"fmt"
	"strings"

	"memcity/analysis/guide/findings"
	"memcity/city/state"
	"memcity/city/trees"
	"memcity/city/view/guides"
	"memcity/city/view/whatif"
	"memcity/render/action"
	"memcity/render/ui/canvas"
	"memcity/render/ui/model"
	"memcity/render/ui/part"
	"memcity/render/ui/place"
	"memcity/render/ui/widget"
	"memcity/words"
)

// drawFinding draws the steps of a finding, and its evidence below.
func (card *Card) drawFinding(c *widget.Canvas, b *canvas.Box, g *findings.Report, stages []findings.Stage) {
	at := c.Model.State.Guide.Finding
	f := &g.Findings[at]
	card.drawStage(c, b, g, at, stages)
	terms := f.Terms
	card.drawTexts(c, b, "What it means", f.Explain, true, terms)
	card.drawTexts(c, b, "Causes and remedies", f.Remedy.Lines(), true, terms)
	drawSamples(c, b, f)
	card.drawNumbers(c, b, f.Numbers)
	card.drawTexts(c, b, "Why it may be wrong", f.Doubts, true, terms)
	card.drawNext(c, b, f, at)
}

// guideStage returns the user's stage; 0 before the first one.
func (card *Card) guideStage(k *widget.Core, stages []findings.Stage) int {
	return min(k.Model.State.Guide.Stage, len(stages))
}

// drawStage draws the current stage and its content.
func (card *Card) drawStage(c *widget.Canvas, b *canvas.Box, g *findings.Report, at int, stages []findings.Stage) {
	now := card.guideStage(c.Core, stages)
	if len(stages) == 0 {
		return
	}
	top := b.Y
	row := b.CutTop(24)
	dots := row.CutRight(float32(len(stages))*11 + 4)
	for i := range stages {
		dot := dots.CutLeft(11).Centered(7, 7)
		if i < now {
			c.Fill(dot, 3.5, c.Accent)
		} else {
			c.Fill(dot, 3.5, c.Edge)
		}
	}
	heads := fmt.Sprintf("The path, %s", words.Plural(int64(len(stages)), "step", "steps"))
	if now > 0 {
		heads = fmt.Sprintf("Step %d of %d", now, len(stages))
	}
	c.Text(row, canvas.SmallB, canvas.Left, c.Dim, heads)
	if now > 0 {
		s := &stages[now-1]
		b.CutTop(c.Paragraph(*b, canvas.Title, c.Theme.Text, s.Name))
		b.CutTop(4)
		card.drawStageContent(c, b, s, g, at)
	}
	b.CutTop(6)
	card.revealStage(c, now, top, b.Y)
}

// revealStage scrolls to a new stage, or to as much of it as fits.
func (card *Card) revealStage(c *widget.Canvas, stage int, top, bottom float32) {
	l := card
	if l.stage == stage {
		return
	}
	l.stage = stage
	c.ScrollTo("guide", top, bottom)
}

// drawStageButtons draws the buttons for the next and the previous stage.
func (card *Card) drawStageButtons(c *widget.Canvas, row canvas.Box, g *findings.Report, stages []findings.Stage) {
	at, now := c.Model.State.Guide.Finding, card.guideStage(c.Core, stages)
	if now > 0 {
		cell := row.CutLeft(34).Centered(30, 28)
		row.CutLeft(4)
		if c.IconButton("guide/back", cell, "back", "Step back", c.Tip(action.GoBack, "Back to the previous step and everything it showed"),
			widget.Why(!c.Model.State.CanGoBack(), "There is no previous step to go back to")) {
			c.Run(action.GoBack)
		}
	}
	stop, more := state.Stop(g, at, now)
	o := widget.ButtonOptions{Text: "Back to the start", Look: widget.Ground, Name: "Next step"}
	switch {
	case more && now == 0:
		o.Text, o.Look = "Start: "+lowerFirst(stages[now].Name), widget.Chosen
	case more:
		o.Text, o.Look = "Next: "+lowerFirst(stages[now].Name), widget.Chosen
	}
	cell := row.Middle(28)
	ctl := c.Control("guide/next", cell, widget.Pressable, model.Item{Kind: "button", Text: o.Name, Value: o.Text})
	back, fore := c.ButtonColors(ctl, o)
	c.Fill(cell, place.CtlRadius, back)
	c.Text(cell.Inset(6, 0), canvas.Strong, canvas.Center, fore, o.Text)
	c.Ring(ctl, cell, place.CtlRadius)
	card.holdFocus(c, ctl)
	switch {
	case ctl.Clicked && more:
		card.followGuide(c, stop)
	case ctl.Clicked:
		card.Hold = c.ByKey
		c.Do(state.Retrace{Now: c.Now})
	}
}

// drawStageContent draws the content of a stage.
func (card *Card) drawStageContent(c *widget.Canvas, b *canvas.Box, s *findings.Stage, g *findings.Report, at int) {
	most := int64(1)
	for _, a := range s.Amounts {
		most = max(most, a.Bytes, a.Objects)
	}
	for i := range s.Sites {
		most = max(most, s.Sites[i].Bytes)
	}
	for i := range s.Amounts {
		card.drawAmount(c, b, &s.Amounts[i], s.Growth, most, i)
	}
	for i := range s.Sites {
		card.drawSite(c, b, &s.Sites[i], most, i)
	}
	for i := range s.Path {
		card.drawWayStep(c, b, &s.Path[i], i)
	}
	for i := range s.References {
		card.drawCut(c, b, g, at, i)
	}
	if len(s.Amounts)+len(s.Sites)+len(s.Path)+len(s.References) > 0 {
		b.CutTop(4)
	}
	for i, text := range s.Text {
		card.termed(c, b, fmt.Sprintf("guide/stage/%d", i), canvas.Body, c.Theme.Text, text, g.Findings[at].Terms)
		b.CutTop(4)
	}
}

func (card *Card) drawAmount(c *widget.Canvas, b *canvas.Box, a *findings.Amount, growth bool, most int64, i int) {
	row := b.CutTop(22)
	value, of := words.Size(a.Bytes), a.Bytes
	if a.Bytes == 0 {
		value, of = words.Count(a.Objects), a.Objects
	}
	if growth {
		value = words.Growth(trees.Bytes, a.Bytes)
	}
	card.drawBar(c, row, a.Name, value, fmt.Sprintf("%s: %s, %s", a.Name, words.Plural(a.Objects, "object", "objects"), value), "",
		max(float64(of), 0)/float64(most), i)
}

// drawSite draws an allocation site, with the call chain in its hint.
func (card *Card) drawSite(c *widget.Canvas, b *canvas.Box, s *findings.Site, most int64, i int) {
	value, about := words.Size(s.Bytes), words.Plural(s.Objects, "object", "objects")
	if s.Estimate != nil {
		value = "~" + value
		about = words.About(s.Objects, s.Estimate.Objects) + " objects, estimated from " + words.Counted(s.Estimate.Samples, "sample")
	}
	hint, source := fmt.Sprintf("%s: %s, %s", s.Name, about, value), s.Name
	if len(s.Frames) > 0 {
		source = s.Frames[0]
	}
	if len(s.Frames) > 1 {
		hint += "; " + strings.Join(s.Frames, " < ")
	}
	card.drawBar(c, b.CutTop(22), s.Name, value, hint, source, float64(s.Bytes)/float64(most), i)
}

// drawBar draws a named amount with a bar relative to the maximum. Pressing it opens the source line that the given text names, if any.
func (card *Card) drawBar(c *widget.Canvas, row canvas.Box, name, value, hint, source string, share float64, i int) {
	ink := part.SourceRow(c, fmt.Sprintf("guide/amount/%d", i), row, source, model.Item{Text: name, Value: value, Hint: hint}, c.Theme.Text)
	w := c.Text(row, canvas.SmallB, canvas.Right, c.Theme.Text, value)
	row.CutRight(max(w, 58) + 6)
	c.Bar(row.CutRight(min(56, row.W/4)).Middle(5), share, c.Accent)
	row.CutRight(8)
	c.Name(row, canvas.Small, canvas.Left, ink, name)
}

// drawWayStep draws a step of the path from a GC root.
func (card *Card) drawWayStep(c *widget.Canvas, b *canvas.Box, w *findings.PathStep, i int) {
	row := b.CutTop(21)
	count := ""
	if w.Objects > 0 {
		count = "× " + words.Count(w.Objects)
	}
	ink := part.SourceRow(c, fmt.Sprintf("guide/way/%d", i), row, w.Type,
		model.Item{Text: w.Type, Value: count, Hint: "From here, the path leads to the accumulating objects: " + w.Type}, c.Theme.Text)
	row.CutLeft(float32(min(i, 6)) * 9)
	icon := "root"
	if i > 0 {
		icon = "chevron"
	}
	c.Icon(row.CutLeft(15).Middle(12), icon, c.Dim)
	row.CutLeft(3)
	if count != "" {
		n := c.Text(row, canvas.SmallB, canvas.Right, c.Dim, count)
		row.CutRight(n + 6)
	}
	if w.Field != "" {
		field := "." + w.Field + " "
		row.CutLeft(c.Text(row.WithWidth(row.W/2), canvas.SmallB, canvas.Left, c.Link, field) + 5)
	}
	c.Name(row, canvas.Small, canvas.Left, ink, w.Type)
}

// drawCut draws references that could be cleared, with what that would free. Pressing them removes them from the city, or restores them.
func (card *Card) drawCut(c *widget.Canvas, b *canvas.Box, g *findings.Report, at, i int) {
	const wide, sign = 66, 20
	x, most := &g.Findings[at].References[i], max(g.Findings[at].References[0].Bytes, 1)
	height := c.ParagraphHeight(b.W-wide-sign-14, canvas.Small, x.Text)
	mark := float32(0)
	if x.Recommended {
		mark = canvas.LineHeight(canvas.SmallB) + 2
	}
	row := b.CutTop(max(height, 2*canvas.LineHeight(canvas.Small)) + mark + 10)
	value := words.Size(x.Bytes)
	if x.Recommended {
		c.Fill(row, place.CtlRadius, c.Wash)
		value += ", recommended"
	}
	cut := []whatif.Removal{state.GuideRemoval(g, at, i)}
	freed := fmt.Sprintf("Removing it would free %s, %s, counted exactly in the last heap state.",
		words.Plural(x.Objects, "object", "objects"), words.Size(x.Bytes))
	o := model.Item{Kind: "button", Text: x.Text, Value: value, Hint: "Show the city without it. " + freed, Why: c.Model.NoRemovals}
	ink := c.Dim
	if c.Model.IsRemoved(cut) {
		o.Value, o.Hint, ink = o.Value+", removed", "Put it back. "+freed, c.Link
	}
	ctl := c.Control(fmt.Sprintf("guide/cut/%d", i), row, widget.Pressable, o)
	if ctl.Hover {
		c.Fill(row, place.CtlRadius, c.Theme.Hover)
	}
	c.Ring(ctl, row, place.CtlRadius)
	switch {
	case ctl.Clicked && c.Model.IsRemoved(cut):
		c.Do(state.Restore{What: cut})
	case ctl.Clicked:
		card.Hold = false // the row keeps the focus
		c.Do(state.FollowGuide{To: state.WhatIfStop(g, at, i, c.Model.State.Guide.Stage)})
	}
	inner := row.Inset(7, 5)
	c.Icon(inner.CutLeft(sign).WithHeight(canvas.LineHeight(canvas.Small)).Moved(-3, 0).Middle(15), "cut", ink)
	number := inner.CutRight(wide)
	c.Text(number.WithHeight(canvas.LineHeight(canvas.Small)), canvas.SmallB, canvas.Right, c.Theme.Text, words.Size(x.Bytes))
	c.Bar(canvas.Rect(number.X+6, number.Y+canvas.LineHeight(canvas.Small)+3, number.W-6, 4), float64(x.Bytes)/float64(most), c.Accent)
	if x.Recommended {
		c.Text(inner.CutTop(mark), canvas.SmallB, canvas.Left, c.Link, "Clear this reference")
	}
	c.Paragraph(inner, canvas.Small, c.Theme.Text, x.Text)
	b.CutTop(2)
}

// drawNumbers draws the numbers of a finding.
func (card *Card) drawNumbers(c *widget.Canvas, b *canvas.Box, numbers []findings.FindingNumber) {
	if len(numbers) == 0 || !card.unfolded(c, b, "Numbers", false) {
		return
	}
	for i := range numbers {
		n := &numbers[i]
		row := b.CutTop(22)
		c.Hline(row.X, row.Bottom(), row.W, 0, c.Line)
		value := numberText(n)
		c.Explain(fmt.Sprintf("guide/number/%d", i), row, n.Name, value, words.UpperFirst(n.Name)+": "+value)
		w := c.Text(row, canvas.SmallB, canvas.Right, c.Theme.Text, value)
		row.CutRight(w + 8)
		c.Text(row, canvas.Small, canvas.Left, c.Dim, words.UpperFirst(n.Name))
	}
	b.CutTop(8)
}

// numberText formats a number of a finding with its unit.
func numberText(n *findings.FindingNumber) string {
	switch n.Unit {
	case "bytes":
		return words.Size(int64(n.Value))
	case "bytes/s":
		return words.Size(int64(n.Value)) + "/s"
	case "share":
		return words.PercentOf(n.Value)
	case "ms":
		return fmt.Sprintf("%s ms", words.Count(int64(n.Value)))
	}
	return words.Count(int64(n.Value))
}

// drawNext draws buttons for further views that the finding suggests.
func (card *Card) drawNext(c *widget.Canvas, b *canvas.Box, f *findings.Finding, at int) {
	if len(f.Next) == 0 || !card.unfolded(c, b, "Related views", false) {
		return
	}
	for i := range f.Next {
		s := &f.Next[i]
		if c.Button(fmt.Sprintf("guide/show/%d", i), b.CutTop(28),
			widget.ButtonOptions{Text: s.Text, Hint: "Show this in the window; Ctrl+Z undoes it", Look: widget.Ground}) {
			stop := state.GuideStop{Name: s.Text, Finding: at, Stage: c.Model.State.Guide.Stage, Show: s.Show}
			if s.Reference > 0 {
				stop.WhatIf = []whatif.Removal{state.GuideRemoval(guides.Kind.Result(&c.Model.Results).Report, at, s.Reference-1)}
			}
			card.followGuide(c, stop)
		}
		b.CutTop(4)
	}
	b.CutTop(4)
}
