package record

import (
	"strconv"

	"memcity/city/exchange"
	"memcity/render/ui/canvas"
	"memcity/render/ui/model"
	"memcity/render/ui/place"
	"memcity/render/ui/widget"
	"memcity/words"
)

const (
	commandSentence = "Enter a command as in a terminal. The program is recorded from its start. Wrappers such as mvn, gradle and scripts also work."
	addressSentence = "Some programs, such as AntTracks, send their memory trees over a WebSocket. The city grows as they arrive."
)

// drawRecordCommand draws the field for a command line, and earlier command lines.
func (card *Card) drawRecordCommand(c *widget.Canvas, b *canvas.Box) {
	r := c.Model.Record
	b.CutTop(c.Paragraph(*b, canvas.Small, c.Dim, commandSentence))
	b.CutTop(8)
	const id = model.RecordPrefix + "line"
	card.takeFocus(c, id, r.Command)
	text, changed, begin := c.LineField(id, b.CutTop(34),
		model.Item{Text: "Command line", Hint: "Separate words with spaces; quote words that contain spaces"}, r.Command, "java -jar shop.jar --port 8080")
	if changed {
		card.setRecord(c, func(to *model.RecordChoices) { to.Command = text })
	}
	if _, err := exchange.SplitCommand(text); err != nil && text != "" {
		b.CutTop(3)
		b.CutTop(c.Paragraph(*b, canvas.Small, c.Fault, words.UpperFirst(err.Error())))
	}
	b.CutTop(8)
	row := b.CutTop(34)
	c.Text(row.CutLeft(76), canvas.Body, canvas.Left, c.Dim, "In folder")
	text, changed, again := c.LineField(model.RecordPrefix+"folder", row,
		model.Item{Text: "Folder", Hint: "Folder to start the program in"}, c.Model.Record.Folder, "Memory City's own folder")
	if changed {
		card.setRecord(c, func(to *model.RecordChoices) { to.Folder = text })
	}
	card.drawCommandsBefore(c, b)
	if begin || again {
		card.startRecord(c)
	}
}

// drawCommandsBefore lists earlier command lines. Pressing one fills it in.
func (card *Card) drawCommandsBefore(c *widget.Canvas, b *canvas.Box) {
	list := c.Model.Record.Commands
	if len(list) == 0 {
		return
	}
	b.CutTop(8)
	c.Text(b.CutTop(18), canvas.SmallB, canvas.Left, c.Theme.Text, "Recent")
	for i, line := range list {
		row := b.CutTop(28)
		ctl := c.Control(model.RecordPrefix+"before/"+strconv.Itoa(i), row, widget.Pressable,
			model.Item{Kind: "button", Text: line.Line, Hint: words.OneLine(line.Line + beforeFolder(line.Folder))})
		if ctl.Hover {
			c.Fill(row, place.CtlRadius, c.Theme.Hover)
		}
		inner := row.Inset(8, 0)
		c.Icon(inner.CutLeft(14).Middle(14), "undo", c.Dim)
		inner.CutLeft(8)
		if line.Folder != "" {
			w := c.Name(canvas.Rect(inner.X+inner.W*0.65, inner.Y, inner.W*0.35, inner.H), canvas.Small, canvas.Right, c.Dim, line.Folder)
			inner.CutRight(w + 10)
		}
		c.Text(inner, canvas.Body, canvas.Left, c.Theme.Text, line.Line)
		c.Ring(ctl, row.Inset(2, 2), place.CtlRadius)
		if ctl.Clicked {
			card.setRecord(c, func(to *model.RecordChoices) { to.Command, to.Folder = line.Line, line.Folder })
			card.focused = false
			card.setField(c, model.RecordPrefix+"line", line.Line)
			card.setField(c, model.RecordPrefix+"folder", line.Folder)
		}
	}
}

func beforeFolder(folder string) string {
	if folder == "" {
		return ""
	}
	return ", in " + folder
}

// setField sets the text of a field as if it had been typed.
func (card *Card) setField(c *widget.Canvas, id, text string) {
	if f := c.Fields[id]; f != nil {
		f.Editor.SetText(text)
	}
}

func (card *Card) drawRecordAddress(c *widget.Canvas, b *canvas.Box) {
	r := c.Model.Record
	b.CutTop(c.Paragraph(*b, canvas.Small, c.Dim, addressSentence))
	b.CutTop(8)
	const id = model.RecordPrefix + "address"
	card.takeFocus(c, id, r.Address)
	text, changed, begin := c.LineField(id, b.CutTop(34), model.Item{Text: "Address", Hint: "The address must begin with ws:// or wss://"}, r.Address,
		model.AddressExample)
	if changed {
		card.setRecord(c, func(to *model.RecordChoices) { to.Address = text })
	}
	if text != "" && !exchange.IsAddress(text) {
		b.CutTop(3)
		b.CutTop(c.Paragraph(*b, canvas.Small, c.Fault, "The address must begin with ws:// or wss://, such as "+model.AddressExample+"."))
	}
	if begin {
		card.startRecord(c)
	}
}
