package record

import (
	"strconv"
	"time"

	"memcity/city/exchange"
	"memcity/city/trees"
	"memcity/render/action"
	"memcity/render/ui/canvas"
	"memcity/render/ui/model"
	"memcity/render/ui/place"
	"memcity/render/ui/widget"
	"memcity/words"
)

// RecordModeTexts describes the modes and their costs.
var RecordModeTexts = []struct{ name, text string }{
	exchange.RecordSampled: {"Sampled",
		"Records every object at each GC point, and samples allocation sites. Costs a few percent in addition to GC points. Right for most programs."},
	exchange.RecordExact: {"Exact", "The allocation site of every object. Slows down programs that allocate a lot several times."},
	exchange.RecordCounts: {"Counts only",
		"Only the number of objects and bytes per type, without single objects and references. Costs least."},
	exchange.RecordDumps: {"Heap dumps, no agent",
		"The JVM periodically writes heap dumps. Use this if agents are not allowed. Each dump pauses the program, for seconds if the heap is large. No allocation sites."},
	exchange.RecordHistograms: {"Counts, no agent",
		"The JVM counts objects and bytes per type, each time after a full GC. No single objects, no references."},
}

// drawRecordOptions draws the recording options: as text while folded, otherwise as controls.
func (card *Card) drawRecordOptions(c *widget.Canvas, b *canvas.Box) {
	l := card
	row := b.CutTop(28)
	icon, value := "chevron", "folded"
	if l.unfolded {
		icon, value = "down", "unfolded"
	}
	ctl := c.Control(model.RecordPrefix+"options", row, widget.Pressable,
		model.Item{Kind: "button", Text: "Recording options", Value: value, Hint: "Mode, call chains, budget and file"})
	if ctl.Hover {
		c.Fill(row, place.CtlRadius, c.Theme.Hover)
	}
	inner := row.Inset(4, 0)
	c.Icon(inner.CutLeft(14).Middle(13), icon, c.Dim)
	inner.CutLeft(6)
	inner.CutLeft(c.Text(inner, canvas.Strong, canvas.Left, c.Theme.Text, "Recording options") + 12)
	o := c.Model.Record.Options
	if !l.unfolded {
		c.Text(inner, canvas.Small, canvas.Left, c.Dim, RecordOptionsText(o))
	}
	c.Ring(ctl, row.Inset(2, 2), place.CtlRadius)
	if ctl.Clicked {
		l.unfolded = !l.unfolded
		c.Again = true
	}
	if l.unfolded {
		b.CutTop(4)
		card.drawRecordModes(c, b)
		card.drawRecordNumbers(c, b)
		card.drawRecordFile(c, b)
	}
	if text := recordFileText(c.Model.Record); text != "" {
		b.CutTop(4)
		b.CutTop(c.Paragraph(canvas.Rect(b.X+24, b.Y, b.W-24, 1e5), canvas.Small, c.Dim, text))
	}
}

// recordFileText describes where the recording is written.
func recordFileText(r *model.Record) string {
	switch {
	case r.Options.Out != "":
		return "Saves to " + r.Options.Out
	case r.OutFolder != "":
		return "Saves to a new file in " + r.OutFolder
	}
	return ""
}

// RecordOptionsText describes the options in one line.
func RecordOptionsText(o exchange.RecordOptions) string {
	s := RecordModeTexts[o.Mode].name
	if hasChains(o.Mode) {
		s += ", call chains of " + strconv.Itoa(o.Depth) + " frames"
	}
	s += ", at most " + strconv.Itoa(o.Budget) + " % of the time"
	if o.Every == 0 {
		return s
	}
	return s + ", at least " + distanceText(o.Every) + " between GC points"
}

// hasChains reports whether a mode records call chains.
func hasChains(m exchange.RecordMode) bool {
	return m == exchange.RecordSampled || m == exchange.RecordExact
}

// distanceText formats the minimum time between GC points.
func distanceText(d time.Duration) string {
	if d >= time.Minute {
		return words.Time(trees.Millis(d.Milliseconds()))
	}
	return words.SecondsText(d.Seconds())
}

func (card *Card) drawRecordModes(c *widget.Canvas, b *canvas.Box) {
	r := c.Model.Record
	for mode, words := range RecordModeTexts {
		on := int(r.Options.Mode) == mode
		text := canvas.Rect(b.X+30, b.Y+23, b.W-38, 1e5)
		h := c.ParagraphHeight(text.W, canvas.Small, words.text)
		row := b.CutTop(23 + h + 6)
		item := model.Item{Kind: "choice", Text: "Mode: " + words.name}
		if on {
			item.Value = "chosen"
		}
		ctl := c.Control(model.RecordPrefix+"mode/"+words.name, row, widget.Pressable, item)
		if ctl.Clicked {
			card.setRecord(c, func(to *model.RecordChoices) { to.Options = to.Options.With(exchange.RecordMode(mode)) })
		}
		if c.Hidden(row) {
			continue
		}
		if ctl.Hover {
			c.Fill(row, place.CtlRadius, c.Theme.Hover)
		}
		card.radio(c, canvas.Rect(row.X+8, row.Y+4, 15, 15), on)
		c.Text(canvas.Rect(text.X, row.Y+3, text.W, 18), canvas.Strong, canvas.Left, c.Theme.Text, words.name)
		c.Paragraph(text, canvas.Small, c.Dim, words.text)
		c.Ring(ctl, row.Inset(2, 2), place.CtlRadius)
	}
}

// radio draws a radio button.
func (card *Card) radio(c *widget.Canvas, b canvas.Box, on bool) {
	if on {
		c.Fill(b, b.H/2, c.Accent)
		c.Fill(b.Inset(4.5, 4.5), b.H/2, c.On)
		return
	}
	c.Frame(b, b.H/2, 1.5, c.Dim)
}

// recordSteps are the choices of the minimum time between GC points.
var recordSteps = []time.Duration{0, 100 * time.Millisecond, 250 * time.Millisecond, 500 * time.Millisecond, time.Second, 2 * time.Second,
	5 * time.Second, 10 * time.Second, 30 * time.Second, time.Minute, 5 * time.Minute, 10 * time.Minute, time.Hour}

func (card *Card) drawRecordNumbers(c *widget.Canvas, b *canvas.Box) {
	o := c.Model.Record.Options
	const w = 108
	b.CutTop(6)
	number := func(id, name, text, hint string, value, low, high int, why string, set func(to *exchange.RecordOptions, v int)) {
		row := b.CutTop(34)
		field := row.CutRight(w).Middle(26)
		ink := c.Theme.Text
		if why != "" {
			ink = c.Theme.Off
		}
		c.Text(row, canvas.Body, canvas.Left, ink, text)
		if v, ok := c.Number(model.RecordPrefix+id, field, name, hint, value, low, high, why); ok {
			card.setRecord(c, func(to *model.RecordChoices) { set(&to.Options, v) })
		}
	}
	number("depth", "Call chain", "Length of call chains", "Set the number of stack frames per allocation; more frames cost more", o.Depth, 1,
		exchange.MaxRecordDepth, widget.Why(!hasChains(o.Mode), "This mode records no call chains"),
		func(to *exchange.RecordOptions, v int) { to.Depth = v })
	number("budget", "Budget", "Time budget for GC points, percent",
		"Limit the time that GC points take; points are skipped to stay within it", o.Budget, 1, exchange.MaxRecordBudget, "",
		func(to *exchange.RecordOptions, v int) { to.Budget = v })
	card.drawRecordEvery(c, b.CutTop(34))
}

// drawRecordEvery draws the minimum time between GC points.
func (card *Card) drawRecordEvery(c *widget.Canvas, row canvas.Box) {
	o := c.Model.Record.Options
	field := row.CutRight(108).Middle(26)
	c.Text(row, canvas.Body, canvas.Left, c.Theme.Text, "Minimum time between GC points")
	at := 0
	for i, d := range recordSteps {
		if d <= o.Every {
			at = i
		}
	}
	less, more := field.CutLeft(26), field.CutRight(26)
	set := func(i int) { card.setRecord(c, func(to *model.RecordChoices) { to.Options.Every = recordSteps[i] }) }
	if c.Button(model.RecordPrefix+"every/less", less,
		widget.ButtonOptions{Icon: "minus", Name: "Shorter minimum time", Look: widget.Ground, Why: widget.Why(at == 0, "This is the minimum")}) {
		set(at - 1)
	}
	text := distanceText(o.Every)
	if o.Every == 0 {
		text = "none"
	}
	c.Text(field, canvas.Body, canvas.Center, c.Theme.Text, text)
	c.Explain(model.RecordPrefix+"every", field, "Distance", text, "GCs within this time after a GC point are counted, but not recorded as GC points")
	if c.Button(model.RecordPrefix+"every/more", more,
		widget.ButtonOptions{Icon: "plus", Name: "Longer minimum time", Look: widget.Ground, Why: widget.Why(at == len(recordSteps)-1, "This is the maximum")}) {
		set(at + 1)
	}
}

// drawRecordFile draws the field for the file to write.
func (card *Card) drawRecordFile(c *widget.Canvas, b *canvas.Box) {
	r := c.Model.Record
	b.CutTop(4)
	row := b.CutTop(34)
	c.Text(row.CutLeft(76), canvas.Body, canvas.Left, c.Theme.Text, "File")
	if !r.NoSave {
		if c.Button(model.RecordPrefix+"file/choose", row.CutRight(86).Middle(30),
			widget.ButtonOptions{Text: "Choose…", Look: widget.Ground, Hint: "Choose the output file"}) {
			c.Run(action.RecordFile)
		}
		row.CutRight(8)
	}
	text, changed, submitted := c.LineField(model.RecordPrefix+"file", row,
		model.Item{Text: "File", Hint: "Output file; leave empty for a new file named after the program and time"}, r.Options.Out,
		"new file, named after program and time")
	if changed {
		card.setRecord(c, func(to *model.RecordChoices) { to.Options.Out = text })
	}
	if submitted {
		card.startRecord(c)
	}
}
