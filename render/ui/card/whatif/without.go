package whatif

import (
	"fmt"

	"memcity/city/state"
	"memcity/city/view/whatif"
	"memcity/render/ui/canvas"
	"memcity/render/ui/model"
	"memcity/render/ui/place"
	"memcity/render/ui/widget"
	wordspkg "memcity/words"
)

// Space of the panel with one removal, including the gap beside and below it, in dp.
const (
	Width  = place.WhatIfWidth + place.Margin
	Height = 115 + place.Margin
)

// Draw draws each removal with the amount it frees, and the total.
func Draw(c *widget.Canvas, b canvas.Box) {
	w := c.Model.WhatIf
	inner := b.Inset(place.Padding, 0)
	inner.CutTop(8)
	head := inner.CutTop(26)
	if len(w.Removals) > 1 && c.Button("without/all", head.CutRight(104).Middle(26),
		widget.ButtonOptions{Text: "Put all back", Hint: "Put back all removed groups and references", Look: widget.Ground}) {
		c.Do(state.Restore{All: true})
	}
	brief, title := guideShows(c.Core, w), titleOf(w)
	if len(w.Removals) == 1 && w.Removals[0].Kind != whatif.CutGuide && cramped(c.Core) {
		brief, title = true, "Without "+wordspkg.OneLine(w.Removals[0].Text)
	}
	if brief {
		putBack(c, head.CutRight(place.WhatIfPutBack), w, 0)
	}
	head.CutRight(8)
	c.Explain("without/title", head, "What-if: removed", title,
		"Memory that would be freed without all of this, counted exactly at this GC point. Press X to remove the selection.")
	c.Name(head, canvas.Heading, canvas.Left, c.Theme.Text, title)
	drawFreed(c, &inner, w)
	inner.CutTop(4)
	if brief {
		c.Want(place.WhatIfWidth, b.H-inner.H+6)
		return
	}
	above := b.H - inner.H
	inner.CutBottom(6)
	rows := float32(0)
	c.Scroll("without", inner, func(content canvas.Box) float32 {
		top := content.Y
		content.H = 1e5
		for i := range w.Removals {
			drawRemoval(c, &content, w, i)
		}
		rows = content.Y - top
		return rows
	})
	c.Want(place.WhatIfWidth, above+min(rows, place.WhatIfRows)+6)
}

// cramped reports whether the window is so low that the panel must hide as little of the city as possible.
func cramped(k *widget.Core) bool { return float32(k.Size.Y)/k.DpPx < place.WhatIfRoomy }

// guideShows reports whether the guide beside the city shows the removal, so that the panel does not have to.
func guideShows(k *widget.Core, w *model.WhatIf) bool {
	return len(w.Removals) == 1 && w.Removals[0].Kind == whatif.CutGuide && k.Sides().Shows(model.GuideP)
}

func titleOf(w *model.WhatIf) string {
	if n := len(w.Removals); n > 1 {
		return fmt.Sprintf("Without these %d", n)
	}
	return "Without this"
}

// drawFreed draws the total freed by all removals, with its share of the heap.
func drawFreed(c *widget.Canvas, b *canvas.Box, w *model.WhatIf) {
	row := b.CutTop(20)
	if w.Known == nil {
		c.Text(row, canvas.Small, canvas.Left, c.Dim, w.Lacking())
		return
	}
	k := w.Known
	words := model.FreedText(k.Freed) + ": " + wordspkg.PercentOf(k.Share()) + " of the heap"
	c.Explain("without/freed", row, "Freed", words,
		fmt.Sprintf("Counts only objects that GC roots keep alive: %s, %s. Weak references keep nothing alive here. In retained sizes they count like other references.", wordspkg.Plural(k.Heap.Objects, "object", "objects"), wordspkg.Size(k.Heap.Bytes)))
	c.Text(row, canvas.Strong, canvas.Left, c.Theme.Text, words)
	b.CutTop(3)
	c.Bar(b.CutTop(6), k.Share(), c.Accent)
}

// drawRemoval draws a removal with the amount it frees alone, and a button that restores it.
func drawRemoval(c *widget.Canvas, b *canvas.Box, w *model.WhatIf, i int) {
	x := &w.Removals[i]
	width := b.W - place.WhatIfPutBack - 8
	lines, height := c.NameLines(canvas.Body, width, wordspkg.OneLine(x.Text)), c.ParagraphHeight(width, canvas.Small, x.Text)
	if x.Kind != whatif.CutGuide {
		height = float32(max(len(lines), 1)) * place.WhatIfLine
	}
	row := b.CutTop(height + canvas.LineHeight(canvas.Small) + 9)
	c.Hline(row.X, row.Y, row.W, 0, c.Line)
	putBack(c, row.CutRight(place.WhatIfPutBack), w, i)
	row.CutRight(8)
	what := removalKind(x)
	if w.Known != nil {
		switch each := &w.Known.Each[i]; {
		case each.Missing != "":
			what = wordspkg.UpperFirst(each.Missing)
		case len(w.Removals) > 1:
			what = "Alone " + model.FreedText(each.Amount)
		}
	}
	c.Explain(fmt.Sprintf("without/cut/%d", i), row, x.Text, what, wordspkg.OneLine(removalHint(x))+": "+what+".")
	row.CutTop(4)
	if name := row.CutTop(height); x.Kind == whatif.CutGuide { // a sentence, while others are names
		c.Paragraph(name, canvas.Small, c.Theme.Text, x.Text)
	} else {
		for _, l := range lines {
			c.Draw(name.CutTop(place.WhatIfLine), canvas.Body, canvas.Left, c.Theme.Text, l)
		}
	}
	c.Text(row.CutTop(canvas.LineHeight(canvas.Small)), canvas.Small, canvas.Left, c.Dim, what)
}

// putBack draws the button that restores a removal.
func putBack(c *widget.Canvas, cell canvas.Box, w *model.WhatIf, i int) {
	x := w.Removals[i]
	if c.Button(fmt.Sprintf("without/back/%d", i), cell.Middle(26),
		widget.ButtonOptions{Text: "Put back", Name: "Put back " + x.Text, Hint: "Put this back", Look: widget.Ground}) {
		c.Do(state.Restore{What: []whatif.Removal{x}})
	}
}

// removalKind describes the kind of a removal.
func removalKind(x *whatif.Removal) string {
	switch x.Kind {
	case whatif.CutGroup:
		return "All objects of the group"
	case whatif.CutReferences, whatif.CutEdge:
		return "These references"
	case whatif.CutRoot:
		return "The GC root"
	case whatif.CutNode:
		return "Objects of this node"
	}
	return "Suggested by the guide"
}

// removalHint returns the full name of a removal.
func removalHint(x *whatif.Removal) string {
	switch x.Kind {
	case whatif.CutGroup, whatif.CutReferences:
		return x.String()
	}
	return x.Text
}
