package record

import (
	"strconv"
	"strings"

	"gioui.org/io/key"

	"memcity/city/exchange"
	"memcity/city/trees"
	"memcity/render/ui/canvas"
	"memcity/render/ui/model"
	"memcity/render/ui/place"
	"memcity/render/ui/widget"
	"memcity/words"
)

// programHeight is the row height of the list of programs, in dp.
const programHeight = 46

// drawPrograms draws the running programs, with a search field. Up and down move in the list while the field keeps the focus.
func (card *Card) drawPrograms(c *widget.Canvas, b *canvas.Box) {
	r := c.Model.Record
	l := card
	switch {
	case r.Unlisted != "":
		b.CutTop(c.Paragraph(*b, canvas.Body, c.Fault, r.Unlisted))
		l.pid = 0
		return
	case !r.Listed:
		c.Text(b.CutTop(24), canvas.Body, canvas.Left, c.Dim, "Searching for running programs…")
		l.pid = 0
		return
	case len(r.Programs) == 0:
		card.drawNoPrograms(c, b)
		l.pid = 0
		return
	}
	list := card.programField(c, b.CutTop(34))
	b.CutTop(6)
	card.chooseProgram(c, list)
	if len(list) == 0 {
		c.Text(b.CutTop(30), canvas.Body, canvas.Left, c.Dim, "No running program matches")
	}
	for i := range list {
		card.drawProgram(c, b.CutTop(programHeight), i, &list[i])
	}
}

func (card *Card) drawNoPrograms(c *widget.Canvas, b *canvas.Box) {
	c.Text(b.CutTop(26), canvas.Heading, canvas.Left, c.Theme.Text, "No Java or Node.js program of yours is running")
	b.CutTop(c.Paragraph(*b, canvas.Body, c.Dim,
		"Start a program, and it appears here within seconds. Or enter a command line to record a program from its start."))
	b.CutTop(10)
	if c.Button(model.RecordPrefix+"command", b.CutTop(30).WithWidth(min(190, b.W)),
		widget.ButtonOptions{Text: "Enter a command line", Look: widget.Ground}) {
		card.setRecord(c, func(to *model.RecordChoices) { to.Way = model.RecordCommand })
	}
}

// chooseProgram keeps the chosen program while it is listed. It never chooses another one: the user might record a program of someone else.
func (card *Card) chooseProgram(c *widget.Canvas, list []exchange.Program) {
	l := card
	for i := range list {
		if list[i].PID == l.pid && list[i].Problem == "" {
			l.row = i
			return
		}
	}
	l.row, l.pid = -1, 0
}

// programField draws the search field, and returns the matching programs.
func (card *Card) programField(c *widget.Canvas, row canvas.Box) []exchange.Program {
	const id = model.RecordPrefix + "find"
	l := card
	card.takeFocus(c, id, l.typed)
	f := c.Field(id, widget.LineEditor())
	by := 0
	for {
		e, ok := c.Source.Event(key.Filter{Focus: &f.Editor, Name: key.NameDownArrow}, key.Filter{Focus: &f.Editor, Name: key.NameUpArrow})
		if !ok {
			break
		}
		if e, ok := e.(key.Event); ok && e.State == key.Press {
			if by++; e.Name == key.NameUpArrow {
				by -= 2
			}
		}
	}
	text, changed, submitted := c.LineField(id, row,
		model.Item{Text: "Find a program", Hint: "Part of the name or arguments, or the process ID"}, l.typed,
		"Find a program by name or process ID")
	if changed {
		l.typed, c.Again = text, true
	}
	list := fittingPrograms(c.Model.Record.Programs, l.typed)
	card.moveProgram(c, list, by)
	if submitted {
		card.chooseProgram(c, list)
		card.startRecord(c)
	}
	return list
}

// moveProgram chooses the next recordable program in the given direction.
func (card *Card) moveProgram(c *widget.Canvas, list []exchange.Program, by int) {
	l := card
	if by == 0 {
		return
	}
	step := 1
	if by < 0 {
		step = -1
	}
	for i := l.row + step; i >= 0 && i < len(list); i += step {
		if list[i].Problem == "" {
			l.row, l.pid, c.Again = i, list[i].PID, true
			c.RevealRow(model.RecordPrefix, float32(i)*programHeight+32+10+40, programHeight)
			return
		}
	}
}

// fittingPrograms returns the programs that contain all words of a text.
func fittingPrograms(all []exchange.Program, text string) []exchange.Program {
	words := strings.Fields(strings.ToLower(text))
	var list []exchange.Program
	for _, p := range all {
		in := strings.ToLower(p.Name + " " + p.Arguments + " " + strconv.Itoa(p.PID))
		fits := true
		for _, w := range words {
			fits = fits && strings.Contains(in, w)
		}
		if fits {
			list = append(list, p)
		}
	}
	return list
}

// drawProgram draws a running program. One that cannot be recorded is dimmed, with the reason.
func (card *Card) drawProgram(c *widget.Canvas, row canvas.Box, i int, p *exchange.Program) {
	l := card
	off, picked := p.Problem != "", p.PID == l.pid
	number := strconv.Itoa(p.PID)
	item := model.Item{Kind: "button", Text: p.Name + " " + number, Hint: programHint(p), Why: words.UpperFirst(p.Problem)}
	if picked {
		item.Value = "chosen"
	} else if off {
		item.Value = p.Problem
	}
	ctl := c.Control(model.RecordPrefix+"program/"+number, row, widget.Pressable, item)
	if ctl.Clicked {
		l.row, l.pid, c.Again = i, p.PID, true
		if len(ctl.Keys) > 0 {
			card.startRecord(c)
		}
	}
	if ctl.Double {
		l.row, l.pid = i, p.PID
		card.startRecord(c)
	}
	if c.Hidden(row) {
		return
	}
	switch {
	case picked:
		c.Fill(row.Inset(0, 1), place.CtlRadius, c.Wash)
	case ctl.Hover:
		c.Fill(row.Inset(0, 1), place.CtlRadius, c.Theme.Hover)
	}
	inner := row.Inset(9, 5)
	upper := inner.CutTop(18)
	name, dim := c.Theme.Text, c.Dim
	if off {
		name, dim = c.Theme.Off, c.Dim
	}
	w := c.Text(upper, canvas.Small, canvas.Right, dim, "PID "+number)
	upper.CutRight(w + 10)
	w = c.Name(canvas.Rect(upper.X, upper.Y, upper.W*0.75, upper.H), canvas.Strong, canvas.Left, name, p.Name)
	upper.CutLeft(w + 8)
	if upper.W > 40 {
		c.Text(upper, canvas.Small, canvas.Left, dim, p.Arguments)
	}
	if off {
		c.Text(inner, canvas.Small, canvas.Left, c.Warn, p.Problem)
	} else {
		if p.Foreign {
			inner.CutLeft(c.Text(inner, canvas.Small, canvas.Left, c.Warn, "user "+p.User) + 10)
		}
		c.Text(inner, canvas.Small, canvas.Left, dim, programText(p))
	}
	c.Ring(ctl, row.Inset(2, 3), place.CtlRadius)
}

// programHint returns the whole text of a row.
func programHint(p *exchange.Program) string {
	text := words.OneLine(p.Name + " " + p.Arguments)
	if p.Foreign {
		text += "\nuser " + p.User
	}
	if more := programText(p); more != "" {
		text += "\n" + words.OneLine(more)
	}
	return text
}

// programText describes a program: running time, user, folder and VM. The user of a foreign program is omitted: it is drawn as a warning.
func programText(p *exchange.Program) string {
	var parts []string
	if p.Running >= 0 {
		parts = append(parts, "running for "+words.Time(trees.Millis(p.Running.Milliseconds())))
	}
	if p.User != "" && !p.Foreign {
		parts = append(parts, "user "+p.User)
	}
	for _, part := range []string{p.Folder, p.VM} {
		if part != "" {
			parts = append(parts, part)
		}
	}
	return strings.Join(parts, "  ·  ")
}
