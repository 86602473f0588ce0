package chain

import (
	"memcity/city/trees"
	"memcity/render/ui/canvas"
	"memcity/render/ui/place"
	"memcity/render/ui/widget"
)

// carried is the entry being dragged from the list to the chain.
type carried struct {
	text string       // text at the pointer; "" for nothing
	row  int          // ID of its row while it is over the chain; 0 elsewhere
	at   canvas.Point // position of the pointer
}

// carry handles dragging an entry of the list. Over the chain it becomes a row that follows the pointer. Dropping it there keeps it.
func (card *Card) carry(c *widget.Canvas, ctl *widget.Control, entry *trees.CatalogEntry, from canvas.Box) {
	e := card
	over := isIn(e.rows, ctl.At)
	switch {
	case ctl.Released:
		if e.carried.row != 0 {
			e.focus, e.shown = e.carried.row, e.carried.row
		}
		e.carried, c.Again = carried{}, true
		return
	case over && e.carried.row == 0:
		text := entry.Name
		if entry.Argument != "" {
			text += "()"
		}
		e.carried.row = e.add(ChainBy, len(e.Rows[ChainBy]), text, c.Model.Catalog)
		card.chainChanged(c)
	case !over && e.carried.row != 0:
		card.dropRow(e.carried.row)
		e.carried.row = 0
		card.chainChanged(c)
	}
	if e.carried.row != 0 {
		card.dragChainRow(c, e.carried.row, ctl.At.Y)
	}
	e.carried.text, e.carried.at, c.Again = "", ctl.At, true
	if !isIn(from, ctl.At) {
		e.carried.text = entry.Name
	}
}

func isIn(b canvas.Box, p canvas.Point) bool {
	return p.X >= b.X && p.X < b.Right() && p.Y >= b.Y && p.Y < b.Bottom()
}

// dropRow removes a row.
func (e *Card) dropRow(id int) {
	if list, i := e.at(id); list >= 0 {
		e.Rows[list] = append(e.Rows[list][:i:i], e.Rows[list][i+1:]...)
	}
}

// drawCarried draws the name of the dragged entry at the pointer, unless it is already a row.
func (card *Card) drawCarried(c *widget.Canvas) {
	e := &card.carried
	if e.text == "" || e.row != 0 {
		return
	}
	b := canvas.Rect(e.at.X+10, e.at.Y+6, c.Width(canvas.Strong, e.text)+16, 24)
	c.Fill(b, place.CtlRadius, c.Raised)
	c.Frame(b, place.CtlRadius, 1, c.Line)
	c.Text(b.Inset(8, 0), canvas.Strong, canvas.Left, c.Theme.Text, e.text)
}
