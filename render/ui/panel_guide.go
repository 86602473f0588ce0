package ui

import (
	"fmt"
	"strings"

	"gioui.org/io/key"

	"memcity/assets/help"
	"memcity/city"
)

// guidePrefix begins the names of the controls of the guide.
const guidePrefix = "guide/"

// guideLocal is what the guide remembers of what was pressed in it.
type guideLocal struct {
	shown bool            // it was open at the last layout
	hold  bool            // it was opened, or a step was taken: the focus stays on the button for the next one
	stage int             // that was shown last
	term  string          // that is explained, with where it stands; empty if none is
	open  map[string]bool // sections that were opened or closed, by name
}

// drawGuide draws what the guided exploration found: the verdict, the findings, and the way that the one chosen leads.
func drawGuide(c *canvas, b box) {
	l := &c.local.guide
	l.hold, l.shown = l.hold || !l.shown, true
	inner := b.inset(padding, 0)
	inner.cutTop(8)
	head := inner.cutTop(28)
	ends := head.cutRight(26).moved(5, 0)
	c.helpMark(head.cutRight(26).moved(5, 0), help.View("guide"))
	if c.iconButton("guide/close", ends.centered(26, 26), "close", "Close", "Close the guide; Ctrl+D opens it again", false) {
		c.emit(ToggleGuide)
	}
	report := c.model.Answers.Guide
	if report != nil && c.iconButton("guide/copy", head.cutRight(27).centered(26, 26).moved(5, 0), "copy", "Copy", "Copy what the guide tells as text", false) {
		c.emit(CopyText{guideText(report.Guide)})
	}
	c.text(head, title, left, c.theme.text, "Guide")
	inner.cutTop(2)
	if way := &c.model.State.Guiding; report != nil && len(way.Way) > 0 {
		drawCrumbs(c, inner.cutTop(22), way)
		inner.cutTop(6)
	}
	inner.cutBottom(10)
	foot, stages := box{}, c.guideStages()
	if len(stages) > 0 { // the way on is always in sight
		foot = inner.cutBottom(30)
		inner.cutBottom(10)
	}
	around := b.h - inner.h
	used := float32(0)
	c.scroll("guide", inner, func(content box) float32 {
		top := content.y
		content.h = 1e6
		if report == nil {
			drawGuideState(c, &content)
		} else {
			drawFindings(c, &content, report.Guide, stages)
		}
		used = content.y - top
		return used
	})
	if len(stages) > 0 {
		c.hline(foot.x, foot.y-5, foot.w, 0, c.line)
		drawStageButtons(c, foot, report.Guide, stages)
	}
	c.want(0, around+used)
	drawEdge(c, b, "the guide")
}

// guideStages returns the way that the finding chosen leads; empty if it leads none, or nothing is chosen.
func (k *core) guideStages() []city.GuideStage {
	report, at := k.model.Answers.Guide, k.model.State.Guiding.Finding
	if report == nil || at >= len(report.Guide.Findings) {
		return nil
	}
	return report.Guide.Findings[at].Stages()
}

// drawGuideState tells that the guide looks, or why it has nothing to tell.
func drawGuideState(c *canvas, b *box) {
	a := &c.model.Answers
	text, again := "Looking for what is wrong: what keeps growing and who holds it, what dies young, and what stands out.", false
	switch {
	case a.Busy || a.Ask.Guide == nil:
	case a.Err != nil:
		text, again = upperFirst(a.Err.Error())+".", true
	default:
		text, again = "Looking was cancelled.", true
	}
	b.cutTop(c.paragraph(*b, body, c.dim, text))
	b.cutTop(10)
	if again {
		if c.button("guide/again", b.cutTop(28), buttonOptions{text: "Look again", hint: "Explore the recording", look: chosen}) {
			c.emit(AskAgain)
		}
		return
	}
	if a.Progress.What != "" {
		b.cutTop(c.paragraph(*b, small, c.dim, upperFirst(a.Progress.What)))
	}
	row := b.cutTop(26)
	drawAnswerProgress(c, row, "guide", "")
}

// drawFindings draws a guide from its verdict to what it did not find.
func drawFindings(c *canvas, b *box, g *city.Guide, stages []city.GuideStage) {
	if c.model.GuideOld {
		b.cutTop(c.paragraph(*b, small, c.dim, "GC points came since the guide looked."))
		b.cutTop(4)
		if c.button("guide/anew", b.cutTop(26), buttonOptions{text: "Look at all of them", hint: "Explore what has come by now", look: ground}) {
			c.emit(GuideAnew)
		}
		b.cutTop(8)
	}
	b.cutTop(c.paragraph(*b, strong, c.theme.text, g.Verdict))
	b.cutTop(8)
	at := c.model.State.Guiding.Finding
	for i := range g.Findings {
		drawFindingRow(c, b, &g.Findings[i], i, i == at)
	}
	if at < len(g.Findings) {
		b.cutTop(6)
		drawFinding(c, b, g, stages)
	}
	b.cutTop(4)
	drawTexts(c, b, "Not known from this input", g.Missing, len(g.Findings) == 0, nil)
	drawTexts(c, b, "Looked for and not found", g.Quiet, len(g.Findings) == 0, nil)
}

// drawCrumbs draws the way taken in a line: numbers of steps, and the name of the one in force. Each can be gone back to, and
// those gone back from be taken again. Where there are too many the first are left out.
func drawCrumbs(c *canvas, row box, g *city.Guiding) {
	const between = 11
	label := func(i int) (text, name, hint string) {
		if i == 0 {
			return "Start", "Start", "Back to what was shown before the first step"
		}
		name = g.Way[i-1].Name
		if text = fmt.Sprint(i); i == g.At {
			text = name
		}
		return text, name, name + ": show this step again"
	}
	room, first := row.w, len(g.Way)+1
	for first > 0 {
		text, _, _ := label(first - 1)
		if room -= c.width(small, text) + 10 + between; room < -between && first <= g.At {
			break
		}
		first--
	}
	for i := first; i <= len(g.Way) && row.w > between; i++ {
		text, name, hint := label(i)
		if i > first {
			c.icon(row.cutLeft(between).middle(9), "chevron", c.dim)
		}
		cell := row.cutLeft(c.width(small, text) + 10).middle(20)
		ctl := c.control(fmt.Sprintf("guide/crumb/%d", i), cell, pressable, Item{Kind: "link", Text: name, Hint: hint, Off: i == g.At})
		col := c.link
		switch {
		case i == g.At:
			c.fill(cell, 4, c.wash)
			col = c.theme.text
		case i > g.At:
			col = c.dim
		}
		c.text(cell.inset(4, 0), small, center, col, text)
		c.ring(ctl, cell, 4)
		if ctl.clicked {
			c.do(city.Retrace{At: i, Now: c.now})
		}
	}
}

// drawFindingRow draws a finding in the list: how sure it is, and its title.
func drawFindingRow(c *canvas, b *box, f *city.Finding, i int, on bool) {
	const sure = 44
	lines := c.paragraphHeight(b.w-sure-16, small, f.Title)
	if !on {
		lines = min(lines, 2*lineHeight(small))
	}
	row := b.cutTop(lines + 12)
	value := ""
	if on {
		value = "chosen"
	}
	confidence := PercentOf(f.Confidence)
	ctl := c.control(fmt.Sprintf("guide/finding/%d", i), row, pressable, Item{Kind: "row", Text: f.Title, Value: strings.TrimSpace(confidence + " " + value),
		Hint: "How sure the guide is: " + confidence})
	switch {
	case on:
		c.fill(row, ctlRadius, c.wash)
	case ctl.hover:
		c.fill(row, ctlRadius, c.theme.hover)
	}
	inner := row.inset(8, 6)
	at := inner.cutRight(sure)
	c.text(at.withHeight(lineHeight(small)), smallB, right, c.theme.text, confidence)
	c.bar(box{at.x + 12, at.y + lineHeight(small) + 2, at.w - 12, 4}, f.Confidence, c.accent)
	inner.cutRight(6)
	c.paragraph(inner, small, c.theme.text, f.Title)
	c.ring(ctl, row, ctlRadius)
	b.cutTop(3)
	if ctl.clicked && !on {
		c.do(city.Explain{Finding: i})
	}
}

// followGuide takes a step, after which the focus stays in the guide.
func (c *canvas) followGuide(stop city.GuideStop) {
	c.local.guide.hold = c.byKey
	c.do(city.FollowGuide{To: stop})
}

// holdFocus gives the focus to the button for the next step when the guide was opened, and keeps it there after a step, as
// views take it when they come.
func (c *canvas) holdFocus(ctl *control) {
	if c.local.guide.hold && !ctl.focus && !c.behindHelp() {
		c.source.Execute(key.FocusCmd{Tag: ctl})
		c.again = true
	}
}

// drawInvite offers the guide when a recording was opened.
func drawInvite(c *canvas, b box) {
	row := b.inset(6, 4)
	if c.iconButton("invite/close", row.cutRight(26).centered(24, 24), "close", "Do not offer the guide", "Never offer it again; Ctrl+D opens the guide at any time", false) {
		c.emit(DismissInvite)
	}
	text := "Guide: what is wrong here?"
	if c.button("invite/open", row, buttonOptions{icon: "guide", text: text, hint: "Be led to what is wrong, and to what to change (Ctrl+D)"}) {
		c.emit(ToggleGuide)
	}
	c.want(c.width(strong, text)+40+26+12+8, 36)
}

// guideText is a guide as text.
func guideText(g *city.Guide) string {
	var t strings.Builder
	t.WriteString(g.Verdict + "\n")
	for i := range g.Findings {
		f := &g.Findings[i]
		fmt.Fprintf(&t, "\n%d. %s (confidence %s)\n", i+1, f.Title, PercentOf(f.Confidence))
		for _, line := range f.Explain {
			t.WriteString("   " + line + "\n")
		}
		for _, cut := range f.Cuts {
			fmt.Fprintf(&t, "   %s: would free %s, %s\n", cut.Text, plural(cut.Objects, "object", "objects"), Size(cut.Bytes))
		}
		for _, line := range f.Doubts {
			t.WriteString("   Why it may be wrong: " + line + "\n")
		}
	}
	return t.String()
}
