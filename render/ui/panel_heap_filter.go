package ui

import (
	"slices"

	"memcity/city"
)

// drawHeapFilter draws the field. Return keeps the filter as a chip.
func drawHeapFilter(c *canvas, b box) {
	c.filterField(heapTable, b, "Show only groups with this in their name or path; * and ? stand for letters, /Node$/ is a regular expression. Return keeps it", c.keepFilter)
}

// keepFilter makes a chip of what is in the field, unless something is wrong with it.
func (c *canvas) keepFilter() {
	live := c.filterText(heapTable)
	if live == "" || c.heapRows().problem != "" {
		return
	}
	c.clearFilter(heapTable)
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
