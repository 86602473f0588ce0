package ui

import (
	"strings"

	"memcity/assets/help"
	"memcity/city"
)

// recordLocal is what the dialog for recording keeps for itself.
type recordLocal struct {
	open     bool   // at the last layout
	row      int    // chosen among the programs that fit what was typed
	pid      int    // of that row
	typed    string // that programs are looked for by
	unfolded bool   // the options are shown
	focus    RecordWay
	focused  bool // the first field of the way has had the focus
}

var recordWays = []choice{
	{"Running program", "A program that runs already"},
	{"Command line", "Start a program and record it from the beginning"},
	{"Address", "Watch a program that sends what happens over a network"},
}

// drawRecord draws the dialog for recording: where the program comes from, how it is recorded, and what went wrong.
func drawRecord(c *canvas, b box) {
	l, r := &c.local.record, c.model.Record
	if !l.open {
		*l = recordLocal{open: true, focus: r.Way}
		c.byKey = true
	}
	if l.focus != r.Way {
		l.focus, l.focused = r.Way, false
	}
	inner := b.inset(padding, 0)
	inner.cutTop(10)
	head := inner.cutTop(28)
	ends := head.cutRight(26).moved(5, 0)
	c.helpMark(head.cutRight(26).moved(5, 0), help.View("record"))
	if c.iconButton(recordPrefix+"close", ends.centered(26, 26), "close", "Close", "Close (Esc)", false) {
		c.emit(ToggleRecord)
	}
	c.text(head, title, left, c.theme.text, "Record a program")
	inner.cutTop(6)
	inner.cutBottom(min(14, max(b.h-140, 6)))
	buttons := inner.cutBottom(32)
	inner.cutBottom(8)
	used := float32(0)
	c.scroll(recordPrefix, inner, func(content box) float32 {
		used = recordRows(c, content)
		return used
	})
	drawRecordButtons(c, buttons)
	c.frame(b, 10, 1, c.line) // it may lie over other cards
	c.want(0, 10+28+6+used+8+32+14)
}

func recordRows(c *canvas, b box) float32 {
	r, top := c.model.Record, b.y
	b.h = 1e5
	ring := b.cutTop(32).inset(3, 1)
	if i := c.segments(recordPrefix+"way", ring, "Way", recordWays, int(r.Way), r.Starting != ""); i >= 0 {
		c.setRecord(func(to *RecordChoices) { to.Way = RecordWay(i) })
	}
	b.cutTop(10)
	if r.Fault != nil {
		drawRecordFault(c, &b, r.Fault)
	}
	content := box{b.x + 3, b.y, b.w - 6, b.h}
	switch r.Way {
	case RecordCommand:
		drawRecordCommand(c, &content)
	case RecordAddress:
		drawRecordAddress(c, &content)
	default:
		drawPrograms(c, &content)
	}
	if r.Way != RecordAddress {
		content.cutTop(12)
		drawRecordOptions(c, &content)
	}
	return content.y + 3 - top
}

// setRecord tells other choices, and takes them over at once.
func (c *canvas) setRecord(change func(to *RecordChoices)) {
	r := *c.model.Record
	if change(&r.RecordChoices); r.RecordChoices == c.model.Record.RecordChoices {
		return
	}
	c.model.Record = &r
	c.emit(SetRecord{r.RecordChoices})
	c.again = true
}

// drawRecordFault tells why a recording did not start, and offers what would.
func drawRecordFault(c *canvas, b *box, f *city.RecordFault) {
	inner := box{b.x + 3 + 10, b.y + 8, b.w - 6 - 20, 1e5}
	words := inner
	words.cutLeft(24)
	h := c.paragraphHeight(words.w, body, f.Text)
	all := h + 16
	if f.Dumps {
		all += 38
	}
	card := b.cutTop(all).inset(3, 0)
	c.fill(card, ctlRadius, mixed(c.card, c.fault, 0.09))
	c.icon(inner.withHeight(lineHeight(body)).cutSide(17), "warning", c.fault)
	words.cutTop(c.paragraph(words, body, c.theme.text, f.Text))
	if f.Dumps {
		words.cutTop(8)
		if c.button(recordPrefix+"dumps", words.cutTop(30).withWidth(min(words.w, 270)), buttonOptions{text: "Record by heap dumps instead", look: ground,
			hint: "The JVM writes heap dumps itself, from time to time; no agent is needed, but each dump stops the program for a moment"}) {
			c.setRecord(func(to *RecordChoices) { to.Options = to.Options.With(city.RecordDumps) })
			c.startRecord()
		}
	}
	b.cutTop(10)
}

// cutSide returns the left part of b with a width, at most that of b.
func (b box) cutSide(w float32) box { return b.withWidth(min(w, b.w)) }

// withWidth returns a box of the given width at the left of b.
func (b box) withWidth(w float32) box { return box{b.x, b.y, w, b.h} }

// recordReady reports whether there is something to record, as chosen.
func (c *canvas) recordReady() bool {
	r := c.model.Record
	switch r.Way {
	case RecordCommand:
		return r.Command != ""
	case RecordAddress:
		return city.IsAddress(r.Address)
	}
	return c.local.record.pid != 0
}

// startRecord asks for what is chosen, if that is enough.
func (c *canvas) startRecord() {
	r := c.model.Record
	if r.Starting != "" || !c.recordReady() {
		return
	}
	switch r.Way {
	case RecordAddress:
		c.emit(OpenAddress{r.Address})
	case RecordCommand:
		c.emit(StartRecord{Choices: r.RecordChoices})
	default:
		c.emit(StartRecord{Choices: r.RecordChoices, PID: c.local.record.pid})
	}
}

func drawRecordButtons(c *canvas, row box) {
	r := c.model.Record
	text, hint := "Record", "Begin (Enter)"
	switch {
	case r.Way == RecordAddress:
		text, hint = "Watch", "Connect (Enter)"
	case r.Way == RecordCommand:
		text, hint = "Start and record", "Start the program (Enter)"
	}
	if r.Starting != "" {
		c.text(row, body, left, c.dim, r.Starting)
		row = row.cutRight(90)
		if c.button(recordPrefix+"cancel", row, buttonOptions{text: "Cancel", hint: "Give it up (Esc)", look: ground}) {
			c.emit(CancelRecord)
		}
		return
	}
	if c.button(recordPrefix+"start", row.cutRight(min(170, row.w)), buttonOptions{text: text, hint: hint, look: chosen, off: !c.recordReady()}) {
		c.startRecord()
	}
}

// takeFocus gives the focus to the first field of the way that is shown, once.
func (c *canvas) takeFocus(field string) {
	if l := &c.local.record; !l.focused {
		l.focused = true
		c.focusField(field)
	}
}

// leaveRecord forgets what was typed but not taken over.
func (k *core) leaveRecord() {
	k.local.record = recordLocal{}
	for id := range k.fields {
		if strings.HasPrefix(id, recordPrefix) {
			delete(k.fields, id)
		}
	}
}
