package ui

import (
	"strconv"

	"memcity/city"
)

const (
	commandSentence = "The program is started as you would start it in a terminal, and recorded from its beginning. Wrappers such as mvn, gradle and scripts work as well."
	addressSentence = "Some programs send what happens in their heap over a WebSocket, as AntTracks does. The city grows while it comes."
)

// drawRecordCommand draws the fields for a command line, and those used before.
func drawRecordCommand(c *canvas, b *box) {
	r := c.model.Record
	b.cutTop(c.paragraph(*b, small, c.dim, commandSentence))
	b.cutTop(8)
	const id = recordPrefix + "line"
	text, changed, begin := c.lineField(id, b.cutTop(34), Item{Text: "Command line", Hint: "Blanks part words; quotes keep them together"}, r.Command, "java -jar shop.jar --port 8080")
	c.takeFocus(id)
	if changed {
		c.setRecord(func(to *RecordChoices) { to.Command = text })
	}
	if _, err := city.SplitCommand(text); err != nil && text != "" {
		b.cutTop(3)
		b.cutTop(c.paragraph(*b, small, c.fault, upperFirst(err.Error())))
	}
	b.cutTop(8)
	row := b.cutTop(34)
	c.text(row.cutLeft(76), body, left, c.dim, "In folder")
	text, changed, again := c.lineField(recordPrefix+"folder", row, Item{Text: "Folder", Hint: "That the program is started in"}, c.model.Record.Folder, "that of Memory City")
	if changed {
		c.setRecord(func(to *RecordChoices) { to.Folder = text })
	}
	drawCommandsBefore(c, b)
	if begin || again {
		c.startRecord()
	}
}

// drawCommandsBefore lists command lines that were used before; a press fills them in.
func drawCommandsBefore(c *canvas, b *box) {
	list := c.model.Record.Commands
	if len(list) == 0 {
		return
	}
	b.cutTop(8)
	c.text(b.cutTop(18), smallB, left, c.theme.text, "Used before")
	for i, line := range list {
		row := b.cutTop(28)
		ctl := c.control(recordPrefix+"before/"+strconv.Itoa(i), row, pressable, Item{Kind: "button", Text: line.Line, Hint: oneLine(line.Line + beforeFolder(line.Folder))})
		if ctl.hover {
			c.fill(row, ctlRadius, c.theme.hover)
		}
		inner := row.inset(8, 0)
		c.icon(inner.cutLeft(14).middle(14), "undo", c.dim)
		inner.cutLeft(8)
		if line.Folder != "" {
			w := c.name(box{inner.x + inner.w*0.65, inner.y, inner.w * 0.35, inner.h}, small, right, c.dim, line.Folder)
			inner.cutRight(w + 10)
		}
		c.text(inner, body, left, c.theme.text, line.Line)
		c.ring(ctl, row.inset(2, 2), ctlRadius)
		if ctl.clicked {
			c.setRecord(func(to *RecordChoices) { to.Command, to.Folder = line.Line, line.Folder })
			c.local.record.focused = false
			c.setField(recordPrefix+"line", line.Line)
			c.setField(recordPrefix+"folder", line.Folder)
		}
	}
}

func beforeFolder(folder string) string {
	if folder == "" {
		return ""
	}
	return ", in " + folder
}

// setField puts a text into a field, as if it had been typed.
func (c *canvas) setField(id, text string) {
	if f := c.fields[id]; f != nil {
		f.editor.SetText(text)
	}
}

func drawRecordAddress(c *canvas, b *box) {
	r := c.model.Record
	b.cutTop(c.paragraph(*b, small, c.dim, addressSentence))
	b.cutTop(8)
	const id = recordPrefix + "address"
	text, changed, begin := c.lineField(id, b.cutTop(34), Item{Text: "Address", Hint: "It begins with ws:// or wss://"}, r.Address, addressExample)
	c.takeFocus(id)
	if changed {
		c.setRecord(func(to *RecordChoices) { to.Address = text })
	}
	if text != "" && !city.IsAddress(text) {
		b.cutTop(3)
		b.cutTop(c.paragraph(*b, small, c.fault, "An address begins with ws:// or wss://, as "+addressExample+"."))
	}
	if begin {
		c.startRecord()
	}
}

const addressExample = "ws://localhost:8887"
