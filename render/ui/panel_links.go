package ui

import (
	"fmt"
	"strings"

	"gioui.org/io/key"

	"memcity/city"
)

// drawLinks draws the groups at the other end of references, as one list for the keyboard. Of notShown groups there is no
// building.
func drawLinks(c *canvas, b *box, id, words string, links []Link, notShown int) {
	head := b.cutTop(22)
	p := c.model.State.Settings.Palette()
	col := p.Incoming
	if id == "out" {
		col = p.Outgoing
	}
	chip := head.cutLeft(20).centered(16, 16).moved(-2, 0)
	c.fill(chip, 4, solid(col))
	c.icon(chip.inset(2, 2), id, rgb(0xffffff))
	head.cutLeft(4)
	count := "objects here, in " + plural(int64(len(links)), "group", "groups")
	if len(links) > 0 && c.width(heading, words)+c.width(small, count)+8 <= head.w {
		c.text(head, small, right, c.dim, count)
	}
	c.text(head, heading, left, c.theme.text, words)
	if len(links) == 0 {
		text := "nothing"
		if notShown > 0 {
			text = "nothing that has a building"
		}
		c.text(b.cutTop(20), small, left, c.dim, text)
		return
	}
	list := b.cutTop(rowHeight * float32(len(links)))
	linkList(c, list, id, words, links, col)
}

func linkList(c *canvas, list box, id, words string, links []Link, col city.RGB) {
	rows := c.local.rows
	row := min(rows[id], len(links)-1)
	ctl := c.control("inspector/"+id, list, cuttable, Item{Kind: "list", Text: words, Value: fmt.Sprintf("%d rows", len(links))})
	for _, k := range ctl.keys {
		switch k {
		case key.NameReturn, key.NameEnter, key.NameSpace:
			ctl.clicked = true
		case keyCut:
			c.takeOut(c.model.cutsOfLink(&links[row], id == "in"))
		default:
			row = stepRow(row, k, len(links))
		}
	}
	under := -1
	if ctl.hover || ctl.dragged {
		under = int((ctl.at.y - list.y) / rowHeight)
		if under >= len(links) || ctl.at.y < list.y {
			under = -1
		}
	}
	cell := func(i int) box { return box{list.x, list.y + float32(i)*rowHeight, list.w, rowHeight} }
	if under >= 0 && ctl.released {
		if row = under; c.overCut(ctl, cell(row)) {
			c.takeOut(c.model.cutsOfLink(&links[row], id == "in"))
		} else {
			ctl.clicked = true
		}
	}
	rows[id] = row
	if ctl.focus && c.byKey {
		under = row
		c.focusRect = cell(row)
	}
	hoverLink(c, id, links, under, ctl)
	if under >= 0 && (ctl.hover || ctl.focus && c.byKey) {
		c.proposeHint(fmt.Sprint(id, under, c.overCut(ctl, cell(under))), ctl, c.linkHint(ctl, cell(under), &links[under], id == "in"), c.visible(cell(under)))
	}
	largest := max(links[0].Own, 1)
	for i := range links {
		if c.hidden(cell(i)) {
			continue
		}
		drawLink(c, cell(i), &links[i], largest, col, i == under)
		c.cutMark(ctl, cell(i), c.model.cutsOfLink(&links[i], id == "in"), i == under)
	}
	if ctl.focus && c.byKey {
		c.frame(box{list.x - 2, list.y + float32(row)*rowHeight, list.w + 4, rowHeight}, 4, 2, c.link)
	}
	if ctl.clicked && row >= 0 && row < len(links) {
		rows[id] = 0
		c.do(city.Select{Key: links[row].Key})
		c.emit(ShowSelection)
	}
}

// linkHint tells how many objects take part at both ends, in the direction of the references, or what pressing the part that
// takes them out does.
func (c *canvas) linkHint(ctl *control, cell box, l *Link, incoming bool) string {
	if c.overCut(ctl, cell) {
		return c.cutHint(c.model.cutsOfLink(l, incoming), "these references")
	}
	name, own := oneLine(l.Name), plural(l.Own, "object", "objects")+" here"
	if incoming {
		return fmt.Sprintf("%s of %s refer to %s", upperFirst(l.partnerText()), name, own)
	}
	return fmt.Sprintf("%s refer to %s of %s", own, l.partnerText(), name)
}

// hoverLink lets the scene light up the building of the row under the pointer.
func hoverLink(c *canvas, id string, links []Link, under int, ctl *control) {
	key := ""
	if under >= 0 && under < len(links) {
		key = links[under].Key
	}
	mine := id + "\x00" + key
	if key == "" && !strings.HasPrefix(c.local.hoveredLink, id+"\x00") {
		return
	}
	if key == "" {
		mine = ""
	}
	if mine != c.local.hoveredLink {
		c.local.hoveredLink, ctl.since = mine, c.now
		c.do(city.HoverOver{Key: key})
	}
}

// drawLink draws one row; the tinted ground is as long as the share of the largest number.
func drawLink(c *canvas, cell box, l *Link, largest int64, col city.RGB, under bool) {
	row := cell.inset(0, 1.5)
	tint := c.tint
	if under {
		tint *= 1.5
		c.fill(row, 4, c.theme.hover)
	}
	bar := row
	bar.w = max(row.w*float32(min(float64(l.Own)/float64(largest), 1)), 4)
	c.fill(bar, 4, mixed(c.card, solid(col), tint))
	w := c.text(row.inset(6, 0), strong, right, c.theme.text, Count(l.Own))
	words := row.inset(7, 0)
	words.cutRight(w + 8)
	c.chip(words.cutLeft(9).middle(9), 2, l.Color)
	words.cutLeft(6)
	c.name(words, body, left, c.theme.text, l.Name)
}
