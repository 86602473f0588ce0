package record

import (
	"strings"

	"memcity/assets/help"
	"memcity/city/exchange"
	"memcity/render/action"
	"memcity/render/ui/canvas"
	"memcity/render/ui/model"
	"memcity/render/ui/place"
	"memcity/render/ui/widget"
)

// Card is the state of the recording dialog.
type Card struct {
	Open     bool   // was open at the last layout
	row      int    // chosen row of the matching programs
	pid      int    // process ID of that row
	typed    string // search text
	unfolded bool   // the options are unfolded
	focus    model.RecordWay
	focused  bool // the first field has had the initial focus
}

var RecordWays = []widget.Choice{
	{Text: "Running program", Hint: "Record a program that is already running"},
	{Text: "Command line", Hint: "Start a program and record it from the beginning"},
	{Text: "Address", Hint: "Record memory trees that a program sends over the network"},
}

// DrawRecord draws the recording dialog: the source of the program, the options, and errors.
func (card *Card) DrawRecord(c *widget.Canvas, b canvas.Box) {
	l, r := card, c.Model.Record
	if !l.Open {
		*l = Card{Open: true, focus: r.Way}
		c.ByKey = true
	}
	if l.focus != r.Way {
		l.focus, l.focused = r.Way, false
	}
	inner := b.Inset(place.Padding, 0)
	inner.CutTop(10)
	head := inner.CutTop(28)
	ends := head.CutRight(26).Moved(5, 0)
	c.HelpMark(head.CutRight(26).Moved(5, 0), help.View("record"))
	if c.IconButton(model.RecordPrefix+"close", ends.Centered(26, 26), "close", "Close", c.Tip(action.GoEscape, "Close"), "") {
		c.Run(action.RecordDialog)
	}
	c.Text(head, canvas.Title, canvas.Left, c.Theme.Text, "Record a program")
	inner.CutTop(6)
	inner.CutBottom(min(14, max(b.H-140, 6)))
	buttons := inner.CutBottom(32)
	inner.CutBottom(8)
	used := float32(0)
	c.Scroll(model.RecordPrefix, inner, func(content canvas.Box) float32 {
		used = card.recordRows(c, content)
		return used
	})
	card.drawRecordButtons(c, buttons)
	c.Frame(b, 10, 1, c.Line) // it may cover other cards
	c.Want(0, 10+28+6+used+8+32+14)
}

func (card *Card) recordRows(c *widget.Canvas, b canvas.Box) float32 {
	r, top := c.Model.Record, b.Y
	b.H = 1e5
	ring := b.CutTop(32).Inset(3, 1)
	if i := c.Segments(model.RecordPrefix+"way", ring, "Way", RecordWays, int(r.Way), widget.Why(r.Starting != "", "A recording is starting")); i >= 0 {
		card.setRecord(c, func(to *model.RecordChoices) { to.Way = model.RecordWay(i) })
	}
	b.CutTop(10)
	if r.Fault != nil {
		card.drawRecordFault(c, &b, r.Fault)
	}
	content := canvas.Rect(b.X+3, b.Y, b.W-6, b.H)
	switch r.Way {
	case model.RecordCommand:
		card.drawRecordCommand(c, &content)
	case model.RecordAddress:
		card.drawRecordAddress(c, &content)
	default:
		card.drawPrograms(c, &content)
	}
	if r.Way != model.RecordAddress {
		content.CutTop(12)
		card.drawRecordOptions(c, &content)
	}
	return content.Y + 3 - top
}

// setRecord emits changed choices, and applies them immediately.
func (card *Card) setRecord(c *widget.Canvas, change func(to *model.RecordChoices)) {
	r := *c.Model.Record
	if change(&r.RecordChoices); r.RecordChoices == c.Model.Record.RecordChoices {
		return
	}
	c.Model.Record = &r
	c.Emit(model.SetRecord{Choices: r.RecordChoices})
	c.Again = true
}

// drawRecordFault explains why a recording did not start, and offers an alternative.
func (card *Card) drawRecordFault(c *widget.Canvas, b *canvas.Box, f *exchange.RecordFault) {
	inner := canvas.Rect(b.X+3+10, b.Y+8, b.W-6-20, 1e5)
	words := inner
	words.CutLeft(24)
	h := c.ParagraphHeight(words.W, canvas.Body, f.Text)
	all := h + 16
	if f.Dumps {
		all += 38
	}
	ground := b.CutTop(all).Inset(3, 0)
	c.Fill(ground, place.CtlRadius, canvas.Mixed(c.Card, c.Fault, 0.09))
	c.Icon(inner.WithHeight(canvas.LineHeight(canvas.Body)).CutSide(17), "warning", c.Fault)
	words.CutTop(c.Paragraph(words, canvas.Body, c.Theme.Text, f.Text))
	if f.Dumps {
		words.CutTop(8)
		if c.Button(model.RecordPrefix+"dumps", words.CutTop(30).WithWidth(min(words.W, 270)),
			widget.ButtonOptions{Text: "Record heap dumps instead", Look: widget.Ground,
				Hint: "The JVM periodically writes heap dumps. This needs no agent, but each dump briefly pauses the program"}) {
			card.setRecord(c, func(to *model.RecordChoices) { to.Options = to.Options.With(exchange.RecordDumps) })
			card.startRecord(c)
		}
	}
	b.CutTop(10)
}

// lacks explains why the recording cannot start; "" if it can.
func (card *Card) lacks(c *widget.Canvas) string {
	r := c.Model.Record
	switch r.Way {
	case model.RecordCommand:
		return widget.Why(r.Command == "", "Enter a command line first")
	case model.RecordAddress:
		return widget.Why(!exchange.IsAddress(r.Address), "Enter an address first, such as ws://localhost:8887")
	}
	return widget.Why(card.pid == 0, "Choose a program first")
}

// startRecord starts the recording, unless something is missing.
func (card *Card) startRecord(c *widget.Canvas) {
	r := c.Model.Record
	if r.Starting != "" || card.lacks(c) != "" {
		return
	}
	switch r.Way {
	case model.RecordAddress:
		c.Emit(model.OpenAddress{Address: r.Address})
	case model.RecordCommand:
		c.Emit(model.StartRecord{Choices: r.RecordChoices})
	default:
		c.Emit(model.StartRecord{Choices: r.RecordChoices, PID: card.pid})
	}
}

func (card *Card) drawRecordButtons(c *widget.Canvas, row canvas.Box) {
	r := c.Model.Record
	text, hint := "Record", "Start recording (Enter)"
	switch {
	case r.Way == model.RecordAddress:
		text, hint = "Watch", "Connect (Enter)"
	case r.Way == model.RecordCommand:
		text, hint = "Start and record", "Start the program (Enter)"
	}
	if r.Starting != "" {
		c.Text(row, canvas.Body, canvas.Left, c.Dim, r.Starting)
		row = row.CutRight(90)
		if c.Button(model.RecordPrefix+"cancel", row, widget.ButtonOptions{Text: "Cancel", Hint: c.Tip(action.GoEscape, "Cancel"), Look: widget.Ground}) {
			c.Run(action.RecordCancel)
		}
		return
	}
	start := row.CutRight(min(170, row.W))
	if r.Way == model.RecordRunning && card.pid == 0 && len(r.Programs) > 0 {
		c.Text(row, canvas.Body, canvas.Left, c.Dim, "Click a program, or press ↓")
	}
	if c.Button(model.RecordPrefix+"start", start,
		widget.ButtonOptions{Text: text, Hint: hint, Look: widget.Chosen, Why: card.lacks(c)}) {
		card.startRecord(c)
	}
}

// takeFocus gives the initial focus to the first field of the current source, before it is drawn with the given value.
func (card *Card) takeFocus(c *widget.Canvas, field, value string) {
	if l := card; !l.focused {
		l.focused = true
		c.FocusLineField(field, value)
	}
}

// LeaveRecord discards typed text that was not applied.
func (card *Card) LeaveRecord(k *widget.Core) {
	*card = Card{}
	for id := range k.Fields {
		if strings.HasPrefix(id, model.RecordPrefix) {
			delete(k.Fields, id)
		}
	}
}
