package ui

import (
	"fmt"

	"memcity/city"
)

// drawFinding draws the way that a finding leads, and below it what it was made of.
func drawFinding(c *canvas, b *box, g *city.Guide, stages []city.GuideStage) {
	at := c.model.State.Guiding.Finding
	f := &g.Findings[at]
	drawStage(c, b, g, at, stages)
	terms := f.Terms
	drawTexts(c, b, "What it means", f.Explain, true, terms)
	drawNumbers(c, b, f.Numbers)
	drawTexts(c, b, "Why it may be wrong", f.Doubts, true, terms)
	drawNext(c, b, f, at)
}

// guideStage is how far the user is on a way: 0 before its first stage.
func (k *core) guideStage(stages []city.GuideStage) int {
	return min(k.model.State.Guiding.Stage, len(stages))
}

// drawStage draws where the user is on the way, and what is to be seen there.
func drawStage(c *canvas, b *box, g *city.Guide, at int, stages []city.GuideStage) {
	now := c.guideStage(stages)
	if len(stages) == 0 {
		return
	}
	top := b.y
	row := b.cutTop(24)
	dots := row.cutRight(float32(len(stages))*11 + 4)
	for i := range stages {
		dot := dots.cutLeft(11).centered(7, 7)
		if i < now {
			c.fill(dot, 3.5, c.accent)
		} else {
			c.fill(dot, 3.5, c.edge)
		}
	}
	heads := fmt.Sprintf("The way, %s", plural(int64(len(stages)), "step", "steps"))
	if now > 0 {
		heads = fmt.Sprintf("Step %d of %d", now, len(stages))
	}
	c.text(row, smallB, left, c.dim, heads)
	if now > 0 {
		s := &stages[now-1]
		b.cutTop(c.paragraph(*b, title, c.theme.text, s.Name))
		b.cutTop(4)
		drawStageContent(c, b, s, g, at)
	}
	b.cutTop(6)
	c.revealStage(now, top, b.y)
}

// revealStage scrolls so that a stage can be seen, or as much of it as there is room for, when it was come to.
func (c *canvas) revealStage(stage int, top, bottom float32) {
	l := &c.local.guide
	if l.stage == stage {
		return
	}
	l.stage = stage
	c.scrollTo("guide", top, bottom)
}

// drawStageButtons draws the buttons that go on and back.
func drawStageButtons(c *canvas, row box, g *city.Guide, stages []city.GuideStage) {
	at, now := c.model.State.Guiding.Finding, c.guideStage(stages)
	if now > 0 {
		cell := row.cutLeft(34).centered(30, 28)
		row.cutLeft(4)
		if c.iconButton("guide/back", cell, "back", "Step back", "Back to the step before, with all that it showed (Alt+←)", !c.model.State.CanGoBack()) {
			c.emit(GoBack)
		}
	}
	stop, more := g.Stop(at, now)
	o := buttonOptions{text: "Back to the start", look: ground, name: "Next step"}
	switch {
	case more && now == 0:
		o.text, o.look = "Start: "+lowerFirst(stages[now].Name), chosen
	case more:
		o.text, o.look = "Next: "+lowerFirst(stages[now].Name), chosen
	}
	cell := row.middle(28)
	ctl := c.control("guide/next", cell, pressable, Item{Kind: "button", Text: o.name, Value: o.text})
	back, fore := c.buttonColors(ctl, o)
	c.fill(cell, ctlRadius, back)
	c.text(cell.inset(6, 0), strong, center, fore, o.text)
	c.ring(ctl, cell, ctlRadius)
	c.holdFocus(ctl)
	switch {
	case ctl.clicked && more:
		c.followGuide(stop)
	case ctl.clicked:
		c.local.guide.hold = c.byKey
		c.do(city.Retrace{Now: c.now})
	}
}

// drawStageContent draws what a stage tells.
func drawStageContent(c *canvas, b *box, s *city.GuideStage, g *city.Guide, at int) {
	most := int64(1)
	for _, a := range s.Amounts {
		most = max(most, a.Bytes, a.Objects)
	}
	for i := range s.Amounts {
		drawAmount(c, b, &s.Amounts[i], s.Growth, most, i)
	}
	for i := range s.Way {
		drawWayStep(c, b, &s.Way[i], i)
	}
	for i := range s.Cuts {
		drawCut(c, b, g, at, i)
	}
	if len(s.Amounts)+len(s.Way)+len(s.Cuts) > 0 {
		b.cutTop(4)
	}
	for i, text := range s.Text {
		c.termed(b, fmt.Sprintf("guide/stage/%d", i), body, c.theme.text, text, g.Findings[at].Terms)
		b.cutTop(4)
	}
}

func drawAmount(c *canvas, b *box, a *city.GuideAmount, growth bool, most int64, i int) {
	row := b.cutTop(22)
	value, of := Size(a.Bytes), a.Bytes
	if a.Bytes == 0 {
		value, of = Count(a.Objects), a.Objects
	}
	if growth {
		value = Growth(city.Bytes, a.Bytes)
	}
	whole := row
	w := c.text(row, smallB, right, c.theme.text, value)
	row.cutRight(max(w, 58) + 6)
	c.bar(row.cutRight(min(56, row.w/4)).middle(5), max(float64(of), 0)/float64(most), c.accent)
	row.cutRight(8)
	c.name(row, small, left, c.theme.text, a.Name)
	c.explain(fmt.Sprintf("guide/amount/%d", i), whole, a.Name, value, fmt.Sprintf("%s: %s, %s", a.Name, plural(a.Objects, "object", "objects"), value))
}

// drawWayStep draws a step from a GC root to what it holds.
func drawWayStep(c *canvas, b *box, w *city.GuideWay, i int) {
	row := b.cutTop(21)
	whole := row
	row.cutLeft(float32(min(i, 6)) * 9)
	icon := "root"
	if i > 0 {
		icon = "chevron"
	}
	c.icon(row.cutLeft(15).middle(12), icon, c.dim)
	row.cutLeft(3)
	count := ""
	if w.Objects > 0 {
		count = "× " + Count(w.Objects)
		n := c.text(row, smallB, right, c.dim, count)
		row.cutRight(n + 6)
	}
	if w.Field != "" {
		field := "." + w.Field + " "
		row.cutLeft(c.text(row.withWidth(row.w/2), smallB, left, c.link, field) + 5)
	}
	c.name(row, small, left, c.theme.text, w.Type)
	c.explain(fmt.Sprintf("guide/way/%d", i), whole, w.Type, count, "From here on the way leads to what piles up: "+w.Type)
}

// drawCut draws references that might be taken out, with what that frees. Pressing them shows the city without them, or puts
// them back.
func drawCut(c *canvas, b *box, g *city.Guide, at, i int) {
	const wide, sign = 66, 20
	x, most := &g.Findings[at].Cuts[i], max(g.Findings[at].Cuts[0].Bytes, 1)
	height := c.paragraphHeight(b.w-wide-sign-14, small, x.Text)
	mark := float32(0)
	if x.Recommended {
		mark = lineHeight(smallB) + 2
	}
	row := b.cutTop(max(height, 2*lineHeight(small)) + mark + 10)
	value := Size(x.Bytes)
	if x.Recommended {
		c.fill(row, ctlRadius, c.wash)
		value += ", recommended"
	}
	cut := []city.Cutout{g.Cutout(at, i)}
	freed := fmt.Sprintf("Without it %s, %s, would be freed, counted exactly in the last heap state.", plural(x.Objects, "object", "objects"), Size(x.Bytes))
	o := Item{Kind: "button", Text: x.Text, Value: value, Hint: "See the city without it. " + freed, Off: c.model.NoCut != ""}
	ink := c.dim
	if c.model.isOut(cut) {
		o.Value, o.Hint, ink = o.Value+", taken out", "Put it back. "+freed, c.link
	}
	ctl := c.control(fmt.Sprintf("guide/cut/%d", i), row, pressable, o)
	if ctl.hover {
		c.fill(row, ctlRadius, c.theme.hover)
	}
	c.ring(ctl, row, ctlRadius)
	switch {
	case ctl.clicked && c.model.isOut(cut):
		c.do(city.PutBack{What: cut})
	case ctl.clicked:
		c.local.guide.hold = false // the focus stays on the row
		c.do(city.FollowGuide{To: g.StopWithout(at, i, c.model.State.Guiding.Stage)})
	}
	inner := row.inset(7, 5)
	c.icon(inner.cutLeft(sign).withHeight(lineHeight(small)).moved(-3, 0).middle(15), "cut", ink)
	number := inner.cutRight(wide)
	c.text(number.withHeight(lineHeight(small)), smallB, right, c.theme.text, Size(x.Bytes))
	c.bar(box{number.x + 6, number.y + lineHeight(small) + 3, number.w - 6, 4}, float64(x.Bytes)/float64(most), c.accent)
	if x.Recommended {
		c.text(inner.cutTop(mark), smallB, left, c.link, "Cut here")
	}
	c.paragraph(inner, small, c.theme.text, x.Text)
	b.cutTop(2)
}

// drawNumbers draws the numbers that a finding was made of.
func drawNumbers(c *canvas, b *box, numbers []city.FindingNumber) {
	if len(numbers) == 0 || !c.unfolded(b, "Numbers", false) {
		return
	}
	for i := range numbers {
		n := &numbers[i]
		row := b.cutTop(22)
		c.hline(row.x, row.bottom(), row.w, 0, c.line)
		value := numberText(n)
		c.explain(fmt.Sprintf("guide/number/%d", i), row, n.Name, value, upperFirst(n.Name)+": "+value)
		w := c.text(row, smallB, right, c.theme.text, value)
		row.cutRight(w + 8)
		c.text(row, small, left, c.dim, upperFirst(n.Name))
	}
	b.cutTop(8)
}

// numberText writes a number of a finding with its unit.
func numberText(n *city.FindingNumber) string {
	switch n.Unit {
	case "bytes":
		return Size(int64(n.Value))
	case "bytes/s":
		return Size(int64(n.Value)) + "/s"
	case "share":
		return PercentOf(n.Value)
	case "ms":
		return fmt.Sprintf("%s ms", Count(int64(n.Value)))
	}
	return Count(int64(n.Value))
}

// drawNext draws what else the finding suggests to look at, as buttons that show it.
func drawNext(c *canvas, b *box, f *city.Finding, at int) {
	if len(f.Next) == 0 || !c.unfolded(b, "More to look at", false) {
		return
	}
	for i := range f.Next {
		s := &f.Next[i]
		if c.button(fmt.Sprintf("guide/show/%d", i), b.cutTop(28), buttonOptions{text: s.Text, hint: "Show it; Ctrl+Z takes all of it back", look: ground}) {
			stop := city.GuideStop{Name: s.Text, Finding: at, Stage: c.model.State.Guiding.Stage, Show: s.Show}
			if s.Cut > 0 {
				stop.Without = []city.Cutout{c.model.Answers.Guide.Cutout(at, s.Cut-1)}
			}
			c.followGuide(stop)
		}
		b.cutTop(4)
	}
	b.cutTop(4)
}
