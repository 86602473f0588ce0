package ui

import (
	"strconv"
	"strings"

	"gioui.org/io/key"

	"memcity/city"
)

// programHeight is the height of a row of the list of programs, in dp.
const programHeight = 46

// drawPrograms draws the programs that run, with a field to find one by typing. Up and down move in the list while the
// field keeps the focus.
func drawPrograms(c *canvas, b *box) {
	r := c.model.Record
	l := &c.local.record
	switch {
	case r.Unlisted != "":
		b.cutTop(c.paragraph(*b, body, c.fault, r.Unlisted))
		l.pid = 0
		return
	case !r.Listed:
		c.text(b.cutTop(24), body, left, c.dim, "Looking for programs that run…")
		l.pid = 0
		return
	case len(r.Programs) == 0:
		drawNoPrograms(c, b)
		l.pid = 0
		return
	}
	list := programField(c, b.cutTop(34))
	b.cutTop(6)
	c.chooseProgram(list)
	if len(list) == 0 {
		c.text(b.cutTop(30), body, left, c.dim, "No running program has this name or number")
	}
	for i := range list {
		drawProgram(c, b.cutTop(programHeight), i, &list[i])
	}
}

func drawNoPrograms(c *canvas, b *box) {
	c.text(b.cutTop(26), heading, left, c.theme.text, "No Java program of yours is running")
	b.cutTop(c.paragraph(*b, body, c.dim, "Start one, and it comes up here within a few seconds; or give a command line, and it is recorded from its beginning."))
	b.cutTop(10)
	if c.button(recordPrefix+"command", b.cutTop(30).withWidth(min(190, b.w)), buttonOptions{text: "Give a command line", look: ground}) {
		c.setRecord(func(to *RecordChoices) { to.Way = RecordCommand })
	}
}

// chooseProgram keeps the chosen program while it is listed; else the first one that can be recorded is chosen.
func (c *canvas) chooseProgram(list []city.Program) {
	l := &c.local.record
	for i := range list {
		if list[i].PID == l.pid && list[i].Problem == "" {
			l.row = i
			return
		}
	}
	l.row, l.pid = -1, 0
	for i := range list {
		if list[i].Problem == "" {
			l.row, l.pid = i, list[i].PID
			return
		}
	}
}

// programField draws the field for finding programs, and returns those that fit.
func programField(c *canvas, row box) []city.Program {
	const id = recordPrefix + "find"
	l := &c.local.record
	f := c.field(id, lineEditor())
	by := 0
	for {
		e, ok := c.source.Event(key.Filter{Focus: &f.editor, Name: key.NameDownArrow}, key.Filter{Focus: &f.editor, Name: key.NameUpArrow})
		if !ok {
			break
		}
		if e, ok := e.(key.Event); ok && e.State == key.Press {
			if by++; e.Name == key.NameUpArrow {
				by -= 2
			}
		}
	}
	text, changed, submitted := c.lineField(id, row, Item{Text: "Find a program", Hint: "Any part of its name or arguments, or its number"}, l.typed, "Find a program by its name or number")
	c.takeFocus(id)
	if changed {
		l.typed, c.again = text, true
	}
	list := fittingPrograms(c.model.Record.Programs, l.typed)
	c.moveProgram(list, by)
	if submitted {
		c.chooseProgram(list)
		c.startRecord()
	}
	return list
}

// moveProgram chooses the next program in a direction that can be recorded.
func (c *canvas) moveProgram(list []city.Program, by int) {
	l := &c.local.record
	if by == 0 {
		return
	}
	step := 1
	if by < 0 {
		step = -1
	}
	for i := l.row + step; i >= 0 && i < len(list); i += step {
		if list[i].Problem == "" {
			l.row, l.pid, c.again = i, list[i].PID, true
			c.revealRow(recordPrefix, float32(i)*programHeight+32+10+40, programHeight)
			return
		}
	}
}

// fittingPrograms are the programs all words of a text are found in.
func fittingPrograms(all []city.Program, text string) []city.Program {
	words := strings.Fields(strings.ToLower(text))
	var list []city.Program
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

// drawProgram draws a program that runs; one that cannot be recorded is dimmed and says why.
func drawProgram(c *canvas, row box, i int, p *city.Program) {
	l := &c.local.record
	off, picked := p.Problem != "", p.PID == l.pid
	number := strconv.Itoa(p.PID)
	item := Item{Kind: "button", Text: p.Name + " " + number, Hint: oneLine(p.Name + " " + p.Arguments), Off: off}
	if picked {
		item.Value = "chosen"
	} else if off {
		item.Value = p.Problem
	}
	ctl := c.control(recordPrefix+"program/"+number, row, pressable, item)
	if ctl.clicked {
		l.row, l.pid, c.again = i, p.PID, true
		if len(ctl.keys) > 0 {
			c.startRecord()
		}
	}
	if ctl.double {
		l.row, l.pid = i, p.PID
		c.startRecord()
	}
	if c.hidden(row) {
		return
	}
	switch {
	case picked:
		c.fill(row.inset(0, 1), ctlRadius, c.wash)
	case ctl.hover:
		c.fill(row.inset(0, 1), ctlRadius, c.theme.hover)
	}
	inner := row.inset(9, 5)
	upper := inner.cutTop(18)
	name, dim := c.theme.text, c.dim
	if off {
		name, dim = c.theme.off, c.dim
	}
	w := c.text(upper, small, right, dim, "PID "+number)
	upper.cutRight(w + 10)
	w = c.name(box{upper.x, upper.y, upper.w * 0.75, upper.h}, strong, left, name, p.Name)
	upper.cutLeft(w + 8)
	if upper.w > 40 {
		c.text(upper, small, left, dim, p.Arguments)
	}
	if off {
		c.text(inner, small, left, c.warn, p.Problem)
	} else {
		c.text(inner, small, left, dim, programText(p))
	}
	c.ring(ctl, row.inset(2, 3), ctlRadius)
}

// programText tells of the VM of a program and for how long it has run.
func programText(p *city.Program) string {
	s := p.VM
	if p.Running >= 0 {
		if s != "" {
			s += "  ·  "
		}
		s += "running for " + Time(city.Millis(p.Running.Milliseconds()))
	}
	return s
}
