package guide

import (
	"fmt"
	"slices"
	"strings"

	"gioui.org/io/key"

	"memcity/analysis/guide/findings"
	"memcity/assets/help"
	"memcity/city/state"
	"memcity/city/view/guides"
	"memcity/render/action"
	"memcity/render/ui/canvas"
	"memcity/render/ui/model"
	"memcity/render/ui/place"
	"memcity/render/ui/widget"
	"memcity/words"
)

// GuidePrefix is the prefix of the guide's control names.
const GuidePrefix = "guide/"

// Card is the state of the guide.
type Card struct {
	Shown bool            // was open at the last layout
	Hold  bool            // the guide was opened or a step taken, so the next step's button keeps the focus
	stage int             // last shown stage
	term  string          // explained term and its position; "" for none
	open  map[string]bool // sections opened or closed by the user, by name
}

// DrawGuide draws the results of the guided exploration: the verdict, the findings, and the steps of the current one.
func (card *Card) DrawGuide(c *widget.Canvas, b canvas.Box) {
	l := card
	l.Hold, l.Shown = l.Hold || !l.Shown, true
	inner := b.Inset(place.Padding, 0)
	inner.CutTop(8)
	head := inner.CutTop(28)
	ends := head.CutRight(26).Moved(5, 0)
	c.HelpMark(head.CutRight(26).Moved(5, 0), help.View("guide"))
	if c.IconButton("guide/close", ends.Centered(26, 26), "close", "Close", c.Tip(action.PanelGuide, "Close the guide; Ctrl+D reopens it"), "") {
		c.Run(action.PanelGuide)
	}
	report := guides.Kind.Result(&c.Model.Results)
	if report != nil && c.IconButton("guide/copy", head.CutRight(27).Centered(26, 26).Moved(5, 0), "copy", "Copy",
		"Copy the guide's findings as text", "") {
		c.Emit(model.CopyText{Text: guideText(report.Report)})
	}
	c.Text(head, canvas.Title, canvas.Left, c.Theme.Text, "Guide")
	inner.CutTop(2)
	if way := &c.Model.State.Guide; report != nil && len(way.Stops) > 0 {
		card.drawCrumbs(c, inner.CutTop(22), way)
		inner.CutTop(6)
	}
	inner.CutBottom(10)
	foot, stages := canvas.Box{}, card.guideStages(c.Core)
	if len(stages) > 0 { // the next step is always visible
		foot = inner.CutBottom(30)
		inner.CutBottom(10)
	}
	around := b.H - inner.H
	used := float32(0)
	c.Scroll("guide", inner, func(content canvas.Box) float32 {
		top := content.Y
		content.H = 1e6
		if report == nil {
			card.drawGuideState(c, &content)
		} else {
			card.drawFindings(c, &content, report.Report, stages)
		}
		used = content.Y - top
		return used
	})
	if len(stages) > 0 {
		c.Hline(foot.X, foot.Y-5, foot.W, 0, c.Line)
		card.drawStageButtons(c, foot, report.Report, stages)
	}
	c.Want(0, around+used)
	widget.DrawEdge(c, b, "the guide")
}

// guideStages returns the stages of the current finding; nil if it has none, or there is no finding.
func (card *Card) guideStages(k *widget.Core) []findings.Stage {
	report, at := guides.Kind.Result(&k.Model.Results), k.Model.State.Guide.Finding
	if report == nil || at >= len(report.Report.Findings) {
		return nil
	}
	return report.Report.Findings[at].Stages()
}

// drawGuideState draws the progress of the guide, or why it has no results.
func (card *Card) drawGuideState(c *widget.Canvas, b *canvas.Box) {
	a := &c.Model.Results
	text, again := "Searching for problems: what keeps growing and who holds it, what dies young, and what is unusually large.", false
	switch {
	case a.Busy || !guides.Kind.Wanted(a.Request):
	case a.Err != nil:
		text, again = words.UpperFirst(a.Err.Error())+".", true
	default:
		text, again = "Analysis canceled.", true
	}
	b.CutTop(c.Paragraph(*b, canvas.Body, c.Dim, text))
	b.CutTop(10)
	if again {
		if c.Button("guide/again", b.CutTop(28), widget.ButtonOptions{Text: "Analyze again", Hint: "Explore the recording", Look: widget.Chosen}) {
			c.Run(action.WorkRetry)
		}
		return
	}
	if a.Progress.What != "" {
		b.CutTop(c.Paragraph(*b, canvas.Small, c.Dim, words.UpperFirst(a.Progress.What)))
	}
	row := b.CutTop(26)
	widget.DrawProgress(c, row, "guide", "")
}

// drawFindings draws the results, from the verdict to the checks that found nothing.
func (card *Card) drawFindings(c *widget.Canvas, b *canvas.Box, g *findings.Report, stages []findings.Stage) {
	if c.Model.GuideOld {
		b.CutTop(c.Paragraph(*b, canvas.Small, c.Dim, "The recording has new GC points since this analysis."))
		b.CutTop(4)
		if c.Button("guide/anew", b.CutTop(26),
			widget.ButtonOptions{Text: "Analyze all GC points", Hint: "Analyze the recording so far", Look: widget.Ground}) {
			c.Run(action.GuideRefresh)
		}
		b.CutTop(8)
	}
	b.CutTop(c.Paragraph(*b, canvas.Strong, c.Theme.Text, g.Text))
	b.CutTop(8)
	at := c.Model.State.Guide.Finding
	for i := range g.Findings {
		card.drawFindingRow(c, b, &g.Findings[i], i, i == at)
	}
	if at < len(g.Findings) {
		b.CutTop(6)
		card.drawFinding(c, b, g, stages)
	}
	b.CutTop(4)
	card.drawTexts(c, b, "Cannot be checked with this input", g.Missing, len(g.Findings) == 0, nil)
	card.drawTexts(c, b, "Also checked", g.Quiet, len(g.Findings) == 0, nil)
}

// drawCrumbs draws the steps taken in a line: their numbers, and the name of the current one. The user can return to each, also to later
// ones. If space is short, the first ones are dropped.
func (card *Card) drawCrumbs(c *widget.Canvas, row canvas.Box, g *state.GuideState) {
	const between = 11
	label := func(i int) (text, name, hint string) {
		if i == 0 {
			return "Start", "Start", "Return to the view before the first step"
		}
		name = g.Stops[i-1].Name
		if text = fmt.Sprint(i); i == g.At {
			text = name
		}
		return text, name, name + ": show this step again"
	}
	room, first := row.W, len(g.Stops)+1
	for first > 0 {
		text, _, _ := label(first - 1)
		if room -= c.Width(canvas.Small, text) + 10 + between; room < -between && first <= g.At {
			break
		}
		first--
	}
	for i := first; i <= len(g.Stops) && row.W > between; i++ {
		text, name, hint := label(i)
		if i > first {
			c.Icon(row.CutLeft(between).Middle(9), "chevron", c.Dim)
		}
		cell := row.CutLeft(c.Width(canvas.Small, text) + 10).Middle(20)
		ctl := c.Control(fmt.Sprintf("guide/crumb/%d", i), cell, widget.Pressable,
			model.Item{Kind: "link", Text: name, Hint: hint, Why: widget.Why(i == g.At, "This is the current step")})
		col := c.Link
		switch {
		case i == g.At:
			c.Fill(cell, 4, c.Wash)
			col = c.Theme.Text
		case i > g.At:
			col = c.Dim
		}
		c.Text(cell.Inset(4, 0), canvas.Small, canvas.Center, col, text)
		c.Ring(ctl, cell, 4)
		if ctl.Clicked {
			c.Do(state.Retrace{At: i, Now: c.Now})
		}
	}
}

// drawFindingRow draws a finding in the list: its confidence and title.
func (card *Card) drawFindingRow(c *widget.Canvas, b *canvas.Box, f *findings.Finding, i int, on bool) {
	const sure = 44
	lines := c.ParagraphHeight(b.W-sure-16, canvas.Small, f.Title)
	if !on {
		lines = min(lines, 2*canvas.LineHeight(canvas.Small))
	}
	row := b.CutTop(lines + 12)
	value := ""
	if on {
		value = "chosen"
	}
	confidence := words.PercentOf(f.Confidence)
	ctl := c.Control(fmt.Sprintf("guide/finding/%d", i), row, widget.Pressable,
		model.Item{Kind: "row", Text: f.Title, Value: strings.TrimSpace(confidence + " " + value),
			Hint: "Confidence: " + confidence})
	switch {
	case on:
		c.Fill(row, place.CtlRadius, c.Wash)
	case ctl.Hover:
		c.Fill(row, place.CtlRadius, c.Theme.Hover)
	}
	inner := row.Inset(8, 6)
	at := inner.CutRight(sure)
	c.Text(at.WithHeight(canvas.LineHeight(canvas.Small)), canvas.SmallB, canvas.Right, c.Theme.Text, confidence)
	c.Bar(canvas.Rect(at.X+12, at.Y+canvas.LineHeight(canvas.Small)+2, at.W-12, 4), f.Confidence, c.Accent)
	inner.CutRight(6)
	c.Paragraph(inner, canvas.Small, c.Theme.Text, f.Title)
	c.Ring(ctl, row, place.CtlRadius)
	b.CutTop(3)
	if ctl.Clicked && !on {
		c.Do(state.Explain{Finding: i})
	}
}

// followGuide takes a step. The focus stays in the guide.
func (card *Card) followGuide(c *widget.Canvas, stop state.GuideStop) {
	card.Hold = c.ByKey
	c.Do(state.FollowGuide{To: stop})
}

// holdFocus gives the focus to the next step's button when the guide opens. It keeps the focus there after a step, as new views take it.
func (card *Card) holdFocus(c *widget.Canvas, ctl *widget.Control) {
	if card.Hold && !ctl.Focus && !c.BehindDialog() {
		c.Source.Execute(key.FocusCmd{Tag: ctl})
		c.Again = true
	}
}

// drawInvite draws the offer of the guide.
func drawInvite(c *widget.Canvas, b canvas.Box) {
	row := b.Inset(6, 4)
	if c.IconButton("invite/close", row.CutRight(26).Centered(24, 24), "close", "Do not show this again",
		"Stop suggesting the guide; "+c.KeyOf(action.PanelGuide)+" opens the guide at any time", "") {
		c.Run(action.GuideDecline)
	}
	text := "Guide: what is wrong here?"
	if c.Button("invite/open", row,
		widget.ButtonOptions{Icon: "guide", Text: text, Hint: c.Tip(action.PanelGuide, "Find out step by step what is wrong, and what to change")}) {
		c.Run(action.PanelGuide)
	}
	c.Want(c.Width(canvas.Strong, text)+40+26+12+8, 36)
}

// guideText returns the guide as text.
func guideText(g *findings.Report) string {
	var t strings.Builder
	t.WriteString(g.Text + "\n")
	for i := range g.Findings {
		f := &g.Findings[i]
		fmt.Fprintf(&t, "\n%d. %s (confidence %s)\n", i+1, f.Title, words.PercentOf(f.Confidence))
		for _, line := range slices.Concat(f.Explain, f.Remedy.Lines()) {
			t.WriteString("   " + line + "\n")
		}
		for _, cut := range f.References {
			fmt.Fprintf(&t, "   %s: would free %s, %s\n", cut.Text, words.Plural(cut.Objects, "object", "objects"), words.Size(cut.Bytes))
		}
		for _, line := range f.Doubts {
			t.WriteString("   Why it may be wrong: " + line + "\n")
		}
	}
	return t.String()
}
