package heap

import (
	"slices"

	"memcity/city/state"
	"memcity/city/view/table"
	"memcity/render/ui/canvas"
	"memcity/render/ui/model"
	"memcity/render/ui/widget"
	"memcity/words"
)

// drawHeapFilter draws the filter field. Enter keeps the filter as a chip.
func (view *View) drawHeapFilter(c *widget.Canvas, b canvas.Box) {
	c.FilterField(heapTable, b, "Show only groups whose name or path contains this text. * and ? are wildcards; /Node$/ is a regular expression. Return keeps the filter", func() { view.keepFilter(c) })
}

// keepFilter turns the text of the filter field into a chip, unless it is empty or invalid.
func (view *View) keepFilter(c *widget.Canvas) {
	live := c.FilterText(heapTable)
	if live == "" || view.heapRows(c.Core).problem != "" {
		return
	}
	c.ClearFilter(heapTable)
	view.addChips(c, table.Chip{Query: live})
}

// addChips adds filters and skips duplicates.
func (view *View) addChips(c *widget.Canvas, chips ...table.Chip) {
	t := table.View.Of(c.Model.State.Views)
	t.Chips = slices.Clone(t.Chips)
	for _, chip := range chips {
		if !slices.Contains(t.Chips, chip) {
			t.Chips = append(t.Chips, chip)
		}
	}
	c.Do(state.SetView(table.View, t))
}

// chipWords returns the text of a chip: its action and the groups it applies to.
func (view *View) chipWords(c *widget.Canvas, chip *table.Chip) (verb, text string) {
	text = chip.Query
	if chip.Key != "" {
		text = chip.Key
		if node, ok := c.Model.Plan.Series.Find(chip.Key); ok {
			text = c.Model.Plan.Series.Name(node)
		}
	}
	if chip.Hide {
		return "not", words.OneLine(text)
	}
	return "only", words.OneLine(text)
}

// Sizes of chips, in dp, and the maximum number of lines.
const (
	chipHeight = 24
	chipMost   = 240
	chipLines  = 2
)

// drawChips draws the active filters below the head, each with a close button.
func (view *View) drawChips(c *widget.Canvas, b *canvas.Box) {
	chips := table.View.Of(c.Model.State.Views).Chips
	if len(chips) == 0 {
		return
	}
	line := b.CutTop(chipHeight + 4).WithHeight(chipHeight)
	clear := line.CutRight(c.Width(canvas.Strong, "Clear") + 20)
	line.CutRight(8)
	lines, removed := 1, -1
	for i := range chips {
		verb, text := view.chipWords(c, &chips[i])
		w := min(c.Width(canvas.Small, verb)+c.Width(canvas.SmallB, text)+44, chipMost, b.W*0.6)
		if line.W < w && lines < chipLines && b.H > widget.HeapLow {
			lines++
			line = b.CutTop(chipHeight + 4).WithHeight(chipHeight)
		}
		if rest := len(chips) - i; line.W < w+60 && rest > 1 || line.W < w {
			c.Text(line, canvas.Small, canvas.Left, c.Dim, "and "+words.Count(int64(rest))+" more")
			break
		}
		if view.drawChip(c, line.CutLeft(w), chips[i], verb, text) {
			removed = i
		}
		line.CutLeft(6)
	}
	if c.Button("heap/clear", clear, widget.ButtonOptions{Text: "Clear", Hint: "Remove all filters"}) {
		t := table.View.Of(c.Model.State.Views)
		t.Chips = nil
		c.FocusRowsOf(heapTable) // the pressed control disappears
		c.Do(state.SetView(table.View, t))
	} else if removed >= 0 {
		t := table.View.Of(c.Model.State.Views)
		t.Chips = slices.Delete(slices.Clone(t.Chips), removed, removed+1)
		c.FocusRowsOf(heapTable)
		c.Do(state.SetView(table.View, t))
	}
}

// drawChip draws one filter and reports whether the user removes it.
func (view *View) drawChip(c *widget.Canvas, b canvas.Box, chip table.Chip, verb, text string) bool {
	id := "heap/chip/" + verb + "/" + chip.Key + "/" + chip.Query
	ctl := c.Control(id, b, widget.Pressable, model.Item{Kind: "button", Text: "Remove " + verb + " " + text, Hint: "Remove this filter"})
	back := c.Wash
	if chip.Hide {
		back = c.Raised
	}
	if ctl.Hover {
		back = c.Theme.Hover
	}
	c.Fill(b, b.H/2, back)
	c.Ring(ctl, b, b.H/2)
	inner := b.Inset(10, 0)
	c.Icon(inner.CutRight(12).Middle(12), "close", c.Dim)
	inner.CutRight(4)
	inner.CutLeft(c.Draw(inner, canvas.Small, canvas.Left, c.Dim, verb) + 5)
	c.Name(inner, canvas.SmallB, canvas.Left, c.Theme.Text, text)
	return ctl.Clicked
}
