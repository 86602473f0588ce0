package ui

import (
	"strconv"
	"time"

	"memcity/city"
)

// recordModeTexts say in plain words what the modes are and what they cost.
var recordModeTexts = []struct{ name, text string }{
	city.RecordSampled:    {"Sampled", "Every object at each GC point; where objects were allocated is told of a sample. A few per cent beside what GC points take. Right for most programs."},
	city.RecordExact:      {"Exact", "Where every single object was allocated. Programs that allocate much become several times slower."},
	city.RecordCounts:     {"Counts only", "How many objects and bytes there are of each type, and no single objects, so no references. Costs least."},
	city.RecordDumps:      {"Dumps without an agent", "The JVM writes heap dumps itself from time to time. Works where agents are forbidden; each dump stops the program, a large heap for seconds. No allocation sites."},
	city.RecordHistograms: {"Counts without an agent", "The JVM counts objects and bytes of each type itself, after a full GC each time. No single objects, no references."},
}

// drawRecordOptions draws how a program is recorded: in words while folded, else as controls.
func drawRecordOptions(c *canvas, b *box) {
	l := &c.local.record
	row := b.cutTop(28)
	icon, value := "chevron", "folded"
	if l.unfolded {
		icon, value = "down", "unfolded"
	}
	ctl := c.control(recordPrefix+"options", row, pressable, Item{Kind: "button", Text: "How it is recorded", Value: value, Hint: "Mode, call chains, budget and file"})
	if ctl.hover {
		c.fill(row, ctlRadius, c.theme.hover)
	}
	inner := row.inset(4, 0)
	c.icon(inner.cutLeft(14).middle(13), icon, c.dim)
	inner.cutLeft(6)
	inner.cutLeft(c.text(inner, strong, left, c.theme.text, "How it is recorded") + 12)
	o := c.model.Record.Options
	if !l.unfolded {
		c.text(inner, small, left, c.dim, recordOptionsText(o))
	}
	c.ring(ctl, row.inset(2, 2), ctlRadius)
	if ctl.clicked {
		l.unfolded = !l.unfolded
		c.again = true
	}
	if l.unfolded {
		b.cutTop(4)
		drawRecordModes(c, b)
		drawRecordNumbers(c, b)
		drawRecordFile(c, b)
	}
	if text := recordFileText(c.model.Record); text != "" {
		b.cutTop(4)
		b.cutTop(c.paragraph(box{b.x + 24, b.y, b.w - 24, 1e5}, small, c.dim, text))
	}
}

// recordFileText tells where the recording goes.
func recordFileText(r *Record) string {
	switch {
	case r.Options.Out != "":
		return "The recording goes into " + r.Options.Out
	case r.OutFolder != "":
		return "The recording goes into a new file in " + r.OutFolder
	}
	return ""
}

// recordOptionsText tells the options in one line.
func recordOptionsText(o city.RecordOptions) string {
	s := recordModeTexts[o.Mode].name
	if hasChains(o.Mode) {
		s += ", call chains of " + strconv.Itoa(o.Depth)
	}
	s += ", up to " + strconv.Itoa(o.Budget) + " % of the time"
	if o.Every == 0 {
		return s
	}
	return s + ", GC points at least " + distanceText(o.Every) + " apart"
}

// hasChains reports whether a mode tells call chains.
func hasChains(m city.RecordMode) bool { return m == city.RecordSampled || m == city.RecordExact }

// distanceText writes the least distance of GC points.
func distanceText(d time.Duration) string {
	if d >= time.Minute {
		return Time(city.Millis(d.Milliseconds()))
	}
	return secondsText(d.Seconds())
}

func drawRecordModes(c *canvas, b *box) {
	r := c.model.Record
	for mode, words := range recordModeTexts {
		on := int(r.Options.Mode) == mode
		text := box{b.x + 30, b.y + 23, b.w - 38, 1e5}
		h := c.paragraphHeight(text.w, small, words.text)
		row := b.cutTop(23 + h + 6)
		item := Item{Kind: "choice", Text: "Mode: " + words.name}
		if on {
			item.Value = "chosen"
		}
		ctl := c.control(recordPrefix+"mode/"+words.name, row, pressable, item)
		if ctl.clicked {
			c.setRecord(func(to *RecordChoices) { to.Options = to.Options.With(city.RecordMode(mode)) })
		}
		if c.hidden(row) {
			continue
		}
		if ctl.hover {
			c.fill(row, ctlRadius, c.theme.hover)
		}
		c.radio(box{row.x + 8, row.y + 4, 15, 15}, on)
		c.text(box{text.x, row.y + 3, text.w, 18}, strong, left, c.theme.text, words.name)
		c.paragraph(text, small, c.dim, words.text)
		c.ring(ctl, row.inset(2, 2), ctlRadius)
	}
}

// radio paints the mark of one of several choices.
func (c *canvas) radio(b box, on bool) {
	if on {
		c.fill(b, b.h/2, c.accent)
		c.fill(b.inset(4.5, 4.5), b.h/2, c.on)
		return
	}
	c.frame(b, b.h/2, 1.5, c.dim)
}

// recordSteps are the least distances of GC points that are offered.
var recordSteps = []time.Duration{0, 100 * time.Millisecond, 250 * time.Millisecond, 500 * time.Millisecond, time.Second, 2 * time.Second,
	5 * time.Second, 10 * time.Second, 30 * time.Second, time.Minute, 5 * time.Minute, 10 * time.Minute, time.Hour}

func drawRecordNumbers(c *canvas, b *box) {
	o := c.model.Record.Options
	const w = 108
	b.cutTop(6)
	number := func(id, name, text, hint string, value, low, high int, off bool, set func(to *city.RecordOptions, v int)) {
		row := b.cutTop(34)
		field := row.cutRight(w).middle(26)
		ink := c.theme.text
		if off {
			ink = c.theme.off
		}
		c.text(row, body, left, ink, text)
		if v, ok := c.number(recordPrefix+id, field, name, hint, value, low, high, off); ok {
			c.setRecord(func(to *RecordChoices) { set(&to.Options, v) })
		}
	}
	number("depth", "Call chain", "Length of call chains", "How many callers are kept of each allocation; more cost more", o.Depth, 1, city.MaxRecordDepth, !hasChains(o.Mode),
		func(to *city.RecordOptions, v int) { to.Depth = v })
	number("budget", "Budget", "Share of the time for GC points, per cent", "GC points come more rarely rather than slow the program down by more than this", o.Budget, 1, city.MaxRecordBudget, false,
		func(to *city.RecordOptions, v int) { to.Budget = v })
	drawRecordEvery(c, b.cutTop(34))
}

// drawRecordEvery draws the least distance of GC points.
func drawRecordEvery(c *canvas, row box) {
	o := c.model.Record.Options
	field := row.cutRight(108).middle(26)
	c.text(row, body, left, c.theme.text, "Least distance of GC points")
	at := 0
	for i, d := range recordSteps {
		if d <= o.Every {
			at = i
		}
	}
	less, more := field.cutLeft(26), field.cutRight(26)
	set := func(i int) { c.setRecord(func(to *RecordChoices) { to.Options.Every = recordSteps[i] }) }
	if c.button(recordPrefix+"every/less", less, buttonOptions{icon: "minus", name: "Distance, less", look: ground, off: at == 0}) {
		set(at - 1)
	}
	text := distanceText(o.Every)
	if o.Every == 0 {
		text = "none"
	}
	c.text(field, body, center, c.theme.text, text)
	c.explain(recordPrefix+"every", field, "Distance", text, "GCs that follow sooner are counted but not looked at")
	if c.button(recordPrefix+"every/more", more, buttonOptions{icon: "plus", name: "Distance, more", look: ground, off: at == len(recordSteps)-1}) {
		set(at + 1)
	}
}

// drawRecordFile draws the field for the file that is written.
func drawRecordFile(c *canvas, b *box) {
	r := c.model.Record
	b.cutTop(4)
	row := b.cutTop(34)
	c.text(row.cutLeft(76), body, left, c.theme.text, "File")
	if !r.NoSave {
		if c.button(recordPrefix+"file/choose", row.cutRight(86).middle(30), buttonOptions{text: "Choose…", look: ground, hint: "Choose the file that is written"}) {
			c.emit(ChooseRecordFile)
		}
		row.cutRight(8)
	}
	text, changed, submitted := c.lineField(recordPrefix+"file", row, Item{Text: "File", Hint: "That is written; empty for a new one, named after the program and the time"}, r.Options.Out, "a new one, named after the program and the time")
	if changed {
		c.setRecord(func(to *RecordChoices) { to.Options.Out = text })
	}
	if submitted {
		c.startRecord()
	}
}
