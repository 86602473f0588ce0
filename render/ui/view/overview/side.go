package overview

import (
	"slices"
	"time"

	"memcity/city/trees"
	"memcity/city/view/overview"
	"memcity/render/ui/canvas"
	"memcity/render/ui/model"
	"memcity/render/ui/place"
	"memcity/render/ui/widget"
	"memcity/words"
)

// shortSide is the height of the side, in dp, below which only the chosen window is described in words.
const shortSide = 800

// drawOverviewSide lists the suspicious windows, the numbers of the chosen window and the chosen GC, and the given pauses.
func (view *View) drawOverviewSide(c *widget.Canvas, b canvas.Box, o *overview.Overview, pauses []overview.Pause) {
	c.Scroll("overview", b, func(content canvas.Box) float32 {
		content.W -= 6 // for the scroll bar
		content.H = 1e5
		top := content.Y
		if view.limits {
			view.drawLimits(c, &content)
		} else {
			view.drawSuspicious(c, &content, o, b.H < shortSide)
			view.drawStretch(c, &content, o)
			view.drawShownPoint(c, &content, o)
			view.drawChosenGC(c, &content, o)
			view.drawLongest(c, &content, o, pauses)
		}
		return content.Y - top
	})
}

// sideHead draws the heading of a section of the side.
func (view *View) sideHead(c *widget.Canvas, b *canvas.Box, text string) {
	c.Text(b.CutTop(24), canvas.Heading, canvas.Left, c.Theme.Text, text)
}

// drawSuspicious lists the suspicious windows, and explains why other kinds were not found.
func (view *View) drawSuspicious(c *widget.Canvas, b *canvas.Box, o *overview.Overview, short bool) {
	view.sideHead(c, b, "Suspicious windows")
	if len(o.Found) == 0 {
		b.CutTop(c.Paragraph(b.WithHeight(40), canvas.Body, c.Dim, "None found. The checks were:") + 4)
	}
	for k := overview.LeakWindow; k <= overview.ChurnWindow; k++ {
		if i := foundOf(o, k); i >= 0 {
			view.drawSuspiciousCard(c, b, o, &o.Found[i], short)
		}
	}
	for k := overview.LeakWindow; k <= overview.ChurnWindow; k++ {
		if foundOf(o, k) >= 0 || k == overview.SteepestWindow && foundOf(o, overview.LeakWindow) < 0 && len(o.Found) > 0 {
			continue
		}
		words := "No " + kindInText(k) + ". "
		if isUnknown(k, o) {
			words = kindName(k) + " is unknown. "
		}
		words += notFoundWords(k, o, c.Model.State.Settings.Limits)
		b.CutTop(c.Paragraph(canvas.Rect(b.X, b.Y, b.W, 120), canvas.Small, c.Dim, words) + 5)
	}
	b.CutTop(6)
}

// foundOf returns the index of the suspicious window of a kind, or -1 if none was found.
func foundOf(o *overview.Overview, k overview.WindowKind) int {
	for i := range o.Found {
		if o.Found[i].Kind == k {
			return i
		}
	}
	return -1
}

// drawSuspiciousCard draws one suspicious window, which the user can choose.
func (view *View) drawSuspiciousCard(c *widget.Canvas, b *canvas.Box, o *overview.Overview, w *overview.SuspiciousWindow, short bool) {
	words := kindWords(w)
	on := view.isChosen(c, w)
	pad := float32(8)
	value, hint := "", "Select it for all views (Enter)"
	if on {
		value, hint = "chosen", "Select the whole recording (Enter)"
	}
	h := 2*pad + 18 + c.ParagraphHeight(b.W-2*pad-6, canvas.Small, words)
	if short && !on {
		pad, hint = 5, words+" "+hint
		h = 2*pad + 18
	}
	cell := b.CutTop(h)
	b.CutTop(6)
	ctl := c.Control("overview/found/"+w.Kind.String(), cell, widget.Pressable,
		model.Item{Kind: "choice", Text: kindName(w.Kind) + " " + kindNumber(w), Value: value, Hint: hint})
	col := view.kindColor(c, w.Kind)
	back := c.Raised
	switch {
	case on:
		back = canvas.Mixed(c.Card, col, 0.14)
	case ctl.Pressed:
		back = c.Press
	case ctl.Hover:
		back = c.Theme.Hover
	}
	c.Fill(cell, place.CtlRadius, back)
	c.Fill(canvas.Rect(cell.X, cell.Y+6, 4, cell.H-12), 2, col)
	if on {
		c.Frame(cell, place.CtlRadius, 1.5, col)
	}
	inner := cell.Inset(pad, pad)
	inner.CutLeft(6)
	row := inner.CutTop(18)
	number := row.CutRight(c.Width(canvas.Strong, kindNumber(w)) + 1)
	c.Text(row, canvas.Heading, canvas.Left, c.Theme.Text, kindName(w.Kind))
	c.Text(number, canvas.Strong, canvas.Right, c.Theme.Text, kindNumber(w))
	if !short || on {
		c.Paragraph(inner, canvas.Small, c.Dim, words)
	}
	c.Ring(ctl, cell, place.CtlRadius)
	if ctl.Clicked {
		view.chooseFound(c, o, w)
	}
}

// sideFact is a named number; the hint explains it.
type sideFact struct{ name, value, hint string }

// sideFacts draws a list of facts.
func (view *View) sideFacts(c *widget.Canvas, b *canvas.Box, id string, facts []sideFact) {
	const row = 20
	for _, f := range facts {
		line := b.CutTop(row)
		if f.hint != "" {
			c.Explain(id+"/"+f.name, line, f.name, f.value, f.hint)
		}
		value := line.CutRight(min(c.Width(canvas.Body, f.value)+1, line.W*0.7))
		line.CutRight(8)
		c.Text(line, canvas.Body, canvas.Left, c.Dim, f.name)
		c.Text(value, canvas.Body, canvas.Right, c.Theme.Text, f.value)
	}
	b.CutTop(8)
}

// drawStretch draws the numbers of the chosen window, or of the whole recording.
func (view *View) drawStretch(c *widget.Canvas, b *canvas.Box, o *overview.Overview) {
	l := view
	if l.time.Even {
		return
	}
	s := view.chosenSpan(c, o)
	name, sum := "Selected window", overview.Sum(o.Evolution, s.From, s.To)
	if !s.Any() {
		name, sum = "Whole recording", overview.Whole(o.Evolution)
	}
	if kind := c.Model.State.Span.FromKind; kind != "" {
		for i := range o.Found {
			if o.Found[i].Kind.String() == kind {
				name += ": " + kindInText(o.Found[i].Kind)
			}
		}
	}
	c.Hline(b.X, b.Y, b.W, 0, c.Line)
	b.CutTop(4)
	view.sideHead(c, b, name)
	facts := stretchFacts(&sum)
	if compared := view.comparedSpan(c, o); compared.Any() && compared != s {
		facts = append(facts, sideFact{"Other views", timesText(compared.From, compared.To),
			"The GC points around the window. Views that compare or count objects use the first and the last of them"})
	}
	view.sideFacts(c, b, "overview/window", facts)
}

// timesText formats a time range.
func timesText(from, to time.Duration) string {
	return words.StepTime(from.Round(time.Millisecond), time.Second/10) + " to " + words.StepTime(to.Round(time.Millisecond), time.Second/10)
}

// stretchFacts returns the numbers of a time range.
func stretchFacts(s *overview.Stretch) []sideFact {
	facts := []sideFact{{"Time", timesText(s.Start, s.End), ""}, {"Duration", words.Duration(s.End - s.Start), ""}}
	if s.Points > 1 {
		facts = append(facts, sideFact{"Heap", words.Size(s.FirstBytes) + " → " + words.Size(s.LastBytes),
			"At the first and last point of the window"},
			sideFact{"Growth", growthRate(s.Growth()), "Average bytes per second, from the first point to the last"},
			sideFact{"Most", words.Size(s.PeakBytes), "Largest heap in the window"})
		if s.LastObjects > 0 {
			facts = append(facts, sideFact{"Objects", words.Count(s.FirstObjects) + " → " + words.Count(s.LastObjects),
				"At the first and last point of the window"})
		}
	}
	if s.GCs == 0 {
		return facts
	}
	facts = append(facts, sideFact{"GCs", words.Count(int64(s.GCs)), "GCs that ended in the window"})
	if s.Concurrent > 0 {
		facts = append(facts, sideFact{"concurrent", words.Count(int64(s.Concurrent)),
			"The program ran during these GCs, except for short pauses"})
	}
	facts = append(facts, sideFact{"Paused", words.Duration(s.Pause) + ", " + words.PercentOf(s.Overhead()),
		"Total pause time, and its share of the window"},
		sideFact{"Longest pause", longestText(s.Longest), "Of one pause; a concurrent GC has several"})
	if s.Safepoints > 0 {
		facts = append(facts, sideFact{"Safepoints", words.Count(int64(s.Safepoints)) + ", " + words.Duration(s.Stopped),
			"The virtual machine stopped the program for something other than a GC"})
	}
	if s.Stalled > 0 {
		facts = append(facts, sideFact{"Stalled", words.Duration(s.Stalled),
			"Threads waited for memory because the GC could not keep up. Other threads ran"})
	}
	if s.Freed > 0 {
		facts = append(facts, sideFact{"Freed", words.Size(s.Freed) + ", " + perSecondText(s.PerSecond(s.Freed)), "Freed by the GCs of the window"})
	}
	if s.Allocated > 0 {
		facts = append(facts, sideFact{"Allocated", words.Size(s.Allocated) + ", " + perSecondText(s.PerSecond(s.Allocated)),
			"Allocated between the GCs of the window, at least"})
	}
	return facts
}

// longestText returns the text of the longest pause.
func longestText(longest time.Duration) string {
	if longest == 0 {
		return "not recorded"
	}
	return words.Duration(longest)
}

// drawShownPoint draws the numbers of the current GC point.
func (view *View) drawShownPoint(c *widget.Canvas, b *canvas.Box, o *overview.Overview) {
	s := &c.Model.State
	if c.Model.Plan == nil || s.Point >= c.Model.Plan.Series.Len() {
		return
	}
	i := slices.Index(o.Sources, c.Model.Plan.Series.Source(s.Point))
	if i < 0 {
		return
	}
	c.Hline(b.X, b.Y, b.W, 0, c.Line)
	b.CutTop(4)
	view.sideHead(c, b, "GC point "+words.Count(int64(s.Point+1)))
	p := &o.Points[i]
	var facts []sideFact
	if !view.time.Even {
		facts = append(facts, sideFact{"Time", words.StepTime(p.Time, time.Millisecond),
			"Since program start or, if unknown, since the start of the recording"})
	}
	if p.Objects > 0 {
		facts = append(facts, sideFact{"Objects", words.Count(p.Objects), "Of the whole heap"})
	}
	facts = append(facts, sideFact{"Bytes", words.Size(p.Bytes), "Of the whole heap"})
	if i > 0 {
		before := &o.Points[i-1]
		facts = append(facts, sideFact{"Since the previous GC point", words.Growth(trees.Bytes, p.Bytes-before.Bytes),
			"Heap growth since the previous GC point"})
		if p.GC > before.GC && before.GC > 0 {
			facts = append(facts, sideFact{"GCs since then", words.Count(int64(p.GC - before.GC)), "GCs that ended between the two GC points"})
		}
	}
	view.sideFacts(c, b, "overview/point", facts)
}

// drawChosenGC draws the numbers of the chosen GC.
func (view *View) drawChosenGC(c *widget.Canvas, b *canvas.Box, o *overview.Overview) {
	l := view
	if len(o.GCs) == 0 || l.time.Even {
		return
	}
	c.Hline(b.X, b.Y, b.W, 0, c.Line)
	b.CutTop(4)
	if l.gc < 0 || l.gc >= len(o.GCs) {
		view.sideHead(c, b, "GC")
		b.CutTop(c.Paragraph(canvas.Rect(b.X, b.Y, b.W, 60), canvas.Small, c.Dim,
			"Click in the chart, or press ← and →, to select a GC."))
		return
	}
	view.sideHead(c, b, "GC "+words.Count(int64(o.GCs[l.gc].Number)))
	view.sideFacts(c, b, "overview/gc", gcFacts(o, l.gc))
}

// gcFacts returns the numbers of a GC.
func gcFacts(o *overview.Overview, i int) []sideFact {
	gc := &o.GCs[i]
	facts := []sideFact{{"Ended at", words.StepTime(gc.End.Round(time.Millisecond), time.Millisecond),
		"Since program start or, if unknown, since the start of the recording"}}
	if gc.Kind != "" {
		facts = append(facts, sideFact{"Kind", words.OneLine(gc.Kind), "Name given by the virtual machine"})
	}
	if gc.Cause != "" {
		facts = append(facts, sideFact{"Cause", words.OneLine(gc.Cause), "Cause of the GC"})
	}
	facts = append(facts, sideFact{"Pause", words.Duration(gc.PausedFor()), "Duration of the pause"})
	if gc.Stalled > 0 {
		facts = append(facts, sideFact{"Stalled", words.Duration(gc.Stalled), "Threads waited for memory. Other threads ran"})
	}
	if took := gc.End - gc.Start; gc.Concurrent && took > 0 {
		facts = append(facts, sideFact{"Duration", words.Duration(took), "Concurrent with the program, except for its pauses"})
	}
	if gc.Before > 0 && gc.After > 0 {
		facts = append(facts, sideFact{"Before → after", words.Size(gc.Before) + " → " + words.Size(gc.After), "Used heap"},
			sideFact{"Freed", words.Size(max(gc.Before-gc.After, 0)) + ", " + words.Percent(max(gc.Before-gc.After, 0), gc.Before),
				"Heap freed by this GC, and its share of the heap"})
	}
	if gc.Capacity > 0 {
		facts = append(facts, sideFact{"Reserved", words.Size(gc.Capacity), "Heap size reserved by the virtual machine"})
	}
	if i > 0 {
		since := gc.Start - o.GCs[i-1].End
		if since > 0 {
			facts = append(facts, sideFact{"Since the last GC", words.Duration(since), ""})
		}
		if n := overview.AllocatedBefore(o.Evolution, i); n > 0 && since > 0 {
			facts = append(facts, sideFact{"Allocated before", words.Size(n) + ", " + perSecondText(float64(n)/since.Seconds()),
				"Allocated since the previous GC, at least"})
		}
	}
	return facts
}
