package ui

import (
	"slices"
	"time"

	"memcity/city"
)

// shortSide is the height of the side in dp below which only the chosen window is told of in words.
const shortSide = 800

// drawOverviewSide lists the suspicious windows, and the numbers of the chosen window and of the chosen GC.
func drawOverviewSide(c *canvas, b box, o *city.Overview) {
	c.scroll("overview", b, func(content box) float32 {
		content.w -= 6 // the bar
		content.h = 1e5
		top := content.y
		if c.local.overview.limits {
			drawLimits(c, &content)
		} else {
			drawSuspicious(c, &content, o, b.h < shortSide)
			drawStretch(c, &content, o)
			drawShownPoint(c, &content, o)
			drawChosenGC(c, &content, o)
		}
		return content.y - top
	})
}

// sideHead draws the heading of a part of the side.
func (c *canvas) sideHead(b *box, text string) {
	c.text(b.cutTop(24), heading, left, c.theme.text, text)
}

// drawSuspicious lists the suspicious windows, and says of those kinds that were not found why.
func drawSuspicious(c *canvas, b *box, o *city.Overview, short bool) {
	c.sideHead(b, "Suspicious windows")
	if len(o.Found) == 0 {
		b.cutTop(c.paragraph(b.withHeight(40), body, c.dim, "None. This is what was looked for:") + 4)
	}
	for k := city.LeakWindow; k <= city.ChurnWindow; k++ {
		if i := foundOf(o, k); i >= 0 {
			drawSuspiciousCard(c, b, o, &o.Found[i], short)
		}
	}
	for k := city.LeakWindow; k <= city.ChurnWindow; k++ {
		if foundOf(o, k) >= 0 || k == city.SteepestWindow && foundOf(o, city.LeakWindow) < 0 && len(o.Found) > 0 {
			continue
		}
		words := "No " + kindInText(k) + ". " + notFoundWords(k, o, c.model.State.Settings.Limits)
		b.cutTop(c.paragraph(box{b.x, b.y, b.w, 120}, small, c.dim, words) + 5)
	}
	b.cutTop(6)
}

// foundOf returns the index of the window of a kind; -1 if none was found.
func foundOf(o *city.Overview, k city.WindowKind) int {
	for i := range o.Found {
		if o.Found[i].Kind == k {
			return i
		}
	}
	return -1
}

// drawSuspiciousCard draws one suspicious window, which can be chosen.
func drawSuspiciousCard(c *canvas, b *box, o *city.Overview, w *city.SuspiciousWindow, short bool) {
	words := kindWords(w)
	on := c.isChosen(w)
	pad := float32(8)
	value, hint := "", "Choose it for all views (Enter)"
	if on {
		value, hint = "chosen", "Choose the whole recording again (Enter)"
	}
	h := 2*pad + 18 + c.paragraphHeight(b.w-2*pad-6, small, words)
	if short && !on {
		pad, hint = 5, words+" "+hint
		h = 2*pad + 18
	}
	cell := b.cutTop(h)
	b.cutTop(6)
	ctl := c.control("overview/found/"+w.Kind.String(), cell, pressable, Item{Kind: "choice", Text: kindName(w.Kind) + " " + kindNumber(w), Value: value, Hint: hint})
	col := c.kindColor(w.Kind)
	back := c.raised
	switch {
	case on:
		back = mixed(c.card, col, 0.14)
	case ctl.pressed:
		back = c.press
	case ctl.hover:
		back = c.theme.hover
	}
	c.fill(cell, ctlRadius, back)
	c.fill(box{cell.x, cell.y + 6, 4, cell.h - 12}, 2, col)
	if on {
		c.frame(cell, ctlRadius, 1.5, col)
	}
	inner := cell.inset(pad, pad)
	inner.cutLeft(6)
	row := inner.cutTop(18)
	number := row.cutRight(c.width(strong, kindNumber(w)) + 1)
	c.text(row, heading, left, c.theme.text, kindName(w.Kind))
	c.text(number, strong, right, c.theme.text, kindNumber(w))
	if !short || on {
		c.paragraph(inner, small, c.dim, words)
	}
	c.ring(ctl, cell, ctlRadius)
	if ctl.clicked {
		c.chooseFound(o, w)
	}
}

// sideFact is one number with its name; the hint says what it means.
type sideFact struct{ name, value, hint string }

// sideFacts lists numbers.
func (c *canvas) sideFacts(b *box, id string, facts []sideFact) {
	const row = 20
	for _, f := range facts {
		line := b.cutTop(row)
		if f.hint != "" {
			c.explain(id+"/"+f.name, line, f.name, f.value, f.hint)
		}
		value := line.cutRight(min(c.width(body, f.value)+1, line.w*0.7))
		line.cutRight(8)
		c.text(line, body, left, c.dim, f.name)
		c.text(value, body, right, c.theme.text, f.value)
	}
	b.cutTop(8)
}

// drawStretch tells the numbers of the chosen window, or of the whole recording.
func drawStretch(c *canvas, b *box, o *city.Overview) {
	l := &c.local.overview
	if l.time.even {
		return
	}
	s := c.chosenSpan(o)
	name, sum := "Chosen window", o.Sum(s.from, s.to)
	if !s.any() {
		name, sum = "Whole recording", o.Whole()
	}
	if kind := c.model.State.Span.FromKind; kind != "" {
		for i := range o.Found {
			if o.Found[i].Kind.String() == kind {
				name += ": " + kindInText(o.Found[i].Kind)
			}
		}
	}
	c.hline(b.x, b.y, b.w, 0, c.line)
	b.cutTop(4)
	c.sideHead(b, name)
	facts := stretchFacts(&sum)
	if compared := c.comparedSpan(o); compared.any() && compared != s {
		facts = append(facts, sideFact{"Other views", timesText(compared.from, compared.to), "The GC points around the window: where objects are compared or counted, it is from the first to the last of them"})
	}
	c.sideFacts(b, "overview/window", facts)
}

// timesText writes from when to when.
func timesText(from, to time.Duration) string {
	return stepTime(from.Round(time.Millisecond), time.Second/10) + " to " + stepTime(to.Round(time.Millisecond), time.Second/10)
}

// stretchFacts are the numbers of a stretch of time.
func stretchFacts(s *city.Stretch) []sideFact {
	facts := []sideFact{{"Time", timesText(s.Start, s.End), ""}, {"Duration", Duration(s.End - s.Start), ""}}
	if s.Points > 1 {
		facts = append(facts, sideFact{"Heap", Size(s.FirstBytes) + " → " + Size(s.LastBytes), "At the first and at the last point of the window"},
			sideFact{"Growth", growthRate(s.Growth()), "Bytes a second, from the first point to the last"},
			sideFact{"Most", Size(s.PeakBytes), "The largest heap at a point of the window"})
		if s.LastObjects > 0 {
			facts = append(facts, sideFact{"Objects", Count(s.FirstObjects) + " → " + Count(s.LastObjects), "At the first and at the last point of the window"})
		}
	}
	if s.GCs == 0 {
		return facts
	}
	facts = append(facts, sideFact{"GCs", Count(int64(s.GCs)), "That ended in the window"})
	if s.Concurrent > 0 {
		facts = append(facts, sideFact{"of them concurrent", Count(int64(s.Concurrent)), "The program ran while they worked, but for short pauses"})
	}
	facts = append(facts, sideFact{"Paused", Duration(s.Pause) + ", " + PercentOf(s.Overhead()), "How long the program stood still, and which part of the time that is"},
		sideFact{"Longest pause", Duration(s.Longest), ""})
	if s.Stalled > 0 {
		facts = append(facts, sideFact{"Stalled", Duration(s.Stalled), "Threads waited for memory, as the GC could not keep up; part of the pauses"})
	}
	if s.Freed > 0 {
		facts = append(facts, sideFact{"Freed", Size(s.Freed) + ", " + perSecondText(s.PerSecond(s.Freed)), "By the GCs of the window"})
	}
	if s.Allocated > 0 {
		facts = append(facts, sideFact{"Allocated", Size(s.Allocated) + ", " + perSecondText(s.PerSecond(s.Allocated)), "Between the GCs of the window, at least"})
	}
	return facts
}

// drawShownPoint tells the numbers of the GC point that is shown.
func drawShownPoint(c *canvas, b *box, o *city.Overview) {
	s := &c.model.State
	if c.model.Plan == nil || s.Point >= c.model.Plan.Series.Len() {
		return
	}
	i := slices.Index(o.Sources, c.model.Plan.Series.Source(s.Point))
	if i < 0 {
		return
	}
	c.hline(b.x, b.y, b.w, 0, c.line)
	b.cutTop(4)
	c.sideHead(b, "GC point "+Count(int64(s.Point+1)))
	p := &o.Points[i]
	var facts []sideFact
	if !c.local.overview.time.even {
		facts = append(facts, sideFact{"Time", stepTime(p.Time, time.Millisecond), "Since the start of the program or, if that is not known, of the recording"})
	}
	if p.Objects > 0 {
		facts = append(facts, sideFact{"Objects", Count(p.Objects), "Of the whole heap"})
	}
	facts = append(facts, sideFact{"Bytes", Size(p.Bytes), "Of the whole heap"})
	if i > 0 {
		before := &o.Points[i-1]
		facts = append(facts, sideFact{"Since the point before", Growth(city.Bytes, p.Bytes-before.Bytes), "By how much the heap is larger than at the GC point before"})
		if p.GC > before.GC && before.GC > 0 {
			facts = append(facts, sideFact{"GCs since then", Count(int64(p.GC - before.GC)), "That ended between the two GC points"})
		}
	}
	c.sideFacts(b, "overview/point", facts)
}

// drawChosenGC tells the numbers of the chosen GC.
func drawChosenGC(c *canvas, b *box, o *city.Overview) {
	l := &c.local.overview
	if len(o.GCs) == 0 || l.time.even {
		return
	}
	c.hline(b.x, b.y, b.w, 0, c.line)
	b.cutTop(4)
	if l.gc < 0 || l.gc >= len(o.GCs) {
		c.sideHead(b, "GC")
		b.cutTop(c.paragraph(box{b.x, b.y, b.w, 60}, small, c.dim, "Click into the chart, or press ← and → in it, to choose a GC."))
		return
	}
	c.sideHead(b, "GC "+Count(int64(o.GCs[l.gc].Number)))
	c.sideFacts(b, "overview/gc", gcFacts(o, l.gc))
}

// gcFacts are the numbers of a GC.
func gcFacts(o *city.Overview, i int) []sideFact {
	gc := &o.GCs[i]
	facts := []sideFact{{"Ended at", stepTime(gc.End.Round(time.Millisecond), time.Millisecond), "Since the start of the program or, if that is not known, of the recording"}}
	if gc.Kind != "" {
		facts = append(facts, sideFact{"Kind", oneLine(gc.Kind), "As the virtual machine names it"})
	}
	if gc.Cause != "" {
		facts = append(facts, sideFact{"Cause", oneLine(gc.Cause), "Why it began"})
	}
	facts = append(facts, sideFact{"Pause", Duration(city.PausedBy(*gc)), "How long the program stood still"})
	if gc.Stalled > 0 {
		facts = append(facts, sideFact{"Stalled", Duration(gc.Stalled), "Threads waited for memory; part of the pause"})
	}
	if took := gc.End - gc.Start; gc.Concurrent && took > 0 {
		facts = append(facts, sideFact{"Worked for", Duration(took), "Beside the program, but for its pauses"})
	}
	if gc.Before > 0 && gc.After > 0 {
		facts = append(facts, sideFact{"Before → after", Size(gc.Before) + " → " + Size(gc.After), "The heap in use"},
			sideFact{"Freed", Size(max(gc.Before-gc.After, 0)) + ", " + Percent(max(gc.Before-gc.After, 0), gc.Before), "What it made the heap smaller, and which part of the heap that is"})
	}
	if gc.Capacity > 0 {
		facts = append(facts, sideFact{"Reserved", Size(gc.Capacity), "What the virtual machine has reserved for the heap"})
	}
	if i > 0 {
		since := gc.Start - o.GCs[i-1].End
		if since > 0 {
			facts = append(facts, sideFact{"Since the last GC", Duration(since), ""})
		}
		if n := o.AllocatedBefore(i); n > 0 && since > 0 {
			facts = append(facts, sideFact{"Allocated before", Size(n) + ", " + perSecondText(float64(n)/since.Seconds()), "Since the GC before, at least"})
		}
	}
	return facts
}
