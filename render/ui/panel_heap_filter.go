package ui

import (
	"slices"
	"strings"

	"gioui.org/io/key"
	"gioui.org/widget"

	"memcity/city"
)

// heapFilter is the field that filters the table while it is typed into.
const heapFilter = "heap/filter"

// heapLive returns the filter that is being typed.
func (k *core) heapLive() string {
	if f := k.fields[heapFilter]; f != nil {
		return strings.TrimSpace(f.editor.Text())
	}
	return ""
}

// clearHeapFilter empties the field.
func (k *core) clearHeapFilter() {
	if f := k.fields[heapFilter]; f != nil && f.editor.Len() > 0 {
		f.editor.SetText("")
		k.again = true
	}
}

// drawHeapFilter draws the field. Return keeps the filter as a chip, the down key goes to the rows.
func drawHeapFilter(c *canvas, b box) {
	f := c.field(heapFilter, widget.Editor{SingleLine: true, Submit: true, MaxLen: 200})
	inner := b.inset(9, 0)
	inner.cutLeft(22)
	gtx := c.context(c.rect(inner).Size())
	for {
		e, ok := f.editor.Update(gtx)
		if !ok {
			break
		}
		c.again = true
		if _, ok := e.(widget.SubmitEvent); ok {
			c.keepFilter()
		}
	}
	for {
		e, ok := c.source.Event(key.Filter{Focus: &f.editor, Name: key.NameDownArrow})
		if !ok {
			break
		}
		if e, ok := e.(key.Event); ok && e.State == key.Press {
			c.focusRowsOf(heapTable)
		}
	}
	focus := c.source.Focused(&f.editor)
	c.drawField(heapFilter, f, b, inner, Item{Text: "Filter", Hint: "Show only groups with this in their name or path; * and ? stand for letters, /Node$/ is a regular expression. Return keeps it"}, focus)
	c.icon(box{b.x + 8, b.y, 15, b.h}, "search", c.dim)
	if f.editor.Len() == 0 {
		c.text(inner.moved(1, 0), body, left, c.dim, "Show only …")
	}
}

// keepFilter makes a chip of what is in the field, unless something is wrong with it.
func (c *canvas) keepFilter() {
	live := c.heapLive()
	if live == "" || c.heapRows().problem != "" {
		return
	}
	c.clearHeapFilter()
	c.addChips(city.Chip{Query: live})
}

// addChips adds filters that are not there yet.
func (c *canvas) addChips(chips ...city.Chip) {
	t := c.model.State.Table
	t.Chips = slices.Clone(t.Chips)
	for _, chip := range chips {
		if !slices.Contains(t.Chips, chip) {
			t.Chips = append(t.Chips, chip)
		}
	}
	c.do(city.SetTable{Table: t})
}

// chipWords are what stands on a chip: what it does, and to which groups.
func (c *canvas) chipWords(chip *city.Chip) (verb, text string) {
	text = chip.Query
	if chip.Key != "" {
		text = chip.Key
		if node, ok := c.model.Plan.Series.Find(chip.Key); ok {
			text = c.model.Plan.Series.Name(node)
		}
	}
	if chip.Hide {
		return "not", oneLine(text)
	}
	return "only", oneLine(text)
}

// Sizes of chips, in dp, and the lines that they may take.
const (
	chipHeight = 24
	chipMost   = 240
	chipLines  = 2
)

// drawChips draws the filters in force below the head, each with a cross that takes it away.
func drawChips(c *canvas, b *box) {
	chips := c.model.State.Table.Chips
	if len(chips) == 0 {
		return
	}
	line := b.cutTop(chipHeight + 4).withHeight(chipHeight)
	clear := line.cutRight(c.width(strong, "Clear") + 20)
	line.cutRight(8)
	lines, removed := 1, -1
	for i := range chips {
		verb, text := c.chipWords(&chips[i])
		w := min(c.width(small, verb)+c.width(smallB, text)+44, chipMost, b.w*0.6)
		if line.w < w && lines < chipLines && b.h > heapLow {
			lines++
			line = b.cutTop(chipHeight + 4).withHeight(chipHeight)
		}
		if rest := len(chips) - i; line.w < w+60 && rest > 1 || line.w < w {
			c.text(line, small, left, c.dim, "and "+Count(int64(rest))+" more")
			break
		}
		if drawChip(c, line.cutLeft(w), chips[i], verb, text) {
			removed = i
		}
		line.cutLeft(6)
	}
	if c.button("heap/clear", clear, buttonOptions{text: "Clear", hint: "Take all filters away"}) {
		t := c.model.State.Table
		t.Chips = nil
		c.focusRowsOf(heapTable) // what was pressed goes away
		c.do(city.SetTable{Table: t})
	} else if removed >= 0 {
		t := c.model.State.Table
		t.Chips = slices.Delete(slices.Clone(t.Chips), removed, removed+1)
		c.focusRowsOf(heapTable)
		c.do(city.SetTable{Table: t})
	}
}

// drawChip draws one filter and reports whether it is to be taken away.
func drawChip(c *canvas, b box, chip city.Chip, verb, text string) bool {
	id := "heap/chip/" + verb + "/" + chip.Key + "/" + chip.Query
	ctl := c.control(id, b, pressable, Item{Kind: "button", Text: "Remove " + verb + " " + text, Hint: "Take this filter away"})
	back := c.wash
	if chip.Hide {
		back = c.raised
	}
	if ctl.hover {
		back = c.theme.hover
	}
	c.fill(b, b.h/2, back)
	c.ring(ctl, b, b.h/2)
	inner := b.inset(10, 0)
	c.icon(inner.cutRight(12).middle(12), "close", c.dim)
	inner.cutRight(4)
	inner.cutLeft(c.draw(inner, small, left, c.dim, verb) + 5)
	c.name(inner, smallB, left, c.theme.text, text)
	return ctl.clicked
}
