package ui

// drawHeader draws the names of the columns, which sort.
func (t *treeTable) drawHeader(c *canvas, row box, g *treeGrid) {
	t.drawHead(c, g.name.of(row), &t.name, left)
	for i := range g.columns {
		al := right
		if g.columns[i].words {
			al = left
		}
		t.drawHead(c, g.spans[i].of(row), &g.columns[i], al)
	}
}

// drawHead draws the head of a column; pressed, it sorts by that, pressed again the other way round.
func (t *treeTable) drawHead(c *canvas, b box, col *treeColumn, al align) {
	inner := b.inset(8, 0)
	if col.fixed {
		c.draw(inner, smallB, al, c.dim, c.types.fit(col.title, smallB.size*c.scale, smallB.weight, inner.w*c.scale, false))
		c.explain(t.id+"/head/"+col.id, b, col.title, "", col.hint)
		return
	}
	sorted := t.sort == col.id
	down := t.upward == (col.id == t.name.id) // large numbers first, or names from Z to A
	value, arrow := "", "up"
	if sorted {
		value = t.orderWords(col.id)
		if down {
			arrow = "down"
		}
	}
	ctl := c.control(t.id+"/head/"+col.id, b, pressable, Item{Kind: "button", Text: col.title, Value: value, Hint: t.headHint(col)})
	fore := c.dim
	if ctl.hover {
		c.fill(b, 4, c.theme.hover)
		fore = c.theme.text
	}
	if sorted {
		fore = c.theme.text
		w := min(c.width(smallB, col.title), inner.w-14)
		at := box{inner.right() - w - 15, inner.y, 13, inner.h}
		if al == left {
			at.x = inner.x + w + 3
		}
		c.icon(at.middle(13), arrow, c.link)
	}
	c.draw(inner, smallB, al, fore, c.types.fit(col.title, smallB.size*c.scale, smallB.weight, inner.w*c.scale, false))
	c.ring(ctl, b.inset(2, 2), 4)
	if !ctl.clicked {
		return
	}
	t.local.revealed = ""
	if !c.byKey {
		t.focus(c) // so that keys go on there after a click
	}
	t.order(col.id, sorted && !t.upward && !t.oneWay)
}

// orderWords says in which order the rows are.
func (t *treeTable) orderWords(column string) string {
	switch {
	case column == t.name.id && t.upward:
		return "Z to A"
	case column == t.name.id:
		return "A to Z"
	case t.upward:
		return "smallest first"
	}
	return "largest first"
}

func (t *treeTable) headHint(col *treeColumn) string {
	if t.sort == col.id && t.oneWay {
		return col.hint + " Sorted, " + t.orderWords(col.id) + "."
	}
	if t.sort == col.id {
		return col.hint + " Sorted, " + t.orderWords(col.id) + "; click for the other way round."
	}
	return col.hint + " Click to sort."
}
