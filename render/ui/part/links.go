package part

import (
	"fmt"
	"strings"

	"gioui.org/io/key"

	"memcity/city/scene"
	"memcity/city/state"
	"memcity/render/action"
	"memcity/render/ui/canvas"
	"memcity/render/ui/model"
	"memcity/render/ui/widget"
	wordspkg "memcity/words"
)

// DrawLinks draws the groups at the other end of references, as one list for the keyboard. notShown is the number of groups without a
// building.
func DrawLinks(c *widget.Canvas, b *canvas.Box, id, words string, links []model.Link, notShown int) {
	head := b.CutTop(22)
	p := c.Model.State.Settings.Palette()
	col := p.Incoming
	if id == "out" {
		col = p.Outgoing
	}
	chip := head.CutLeft(20).Centered(16, 16).Moved(-2, 0)
	c.Fill(chip, 4, canvas.Solid(col))
	c.Icon(chip.Inset(2, 2), id, canvas.Rgb(0xffffff))
	head.CutLeft(4)
	count := "objects, " + wordspkg.Plural(int64(len(links)), "group", "groups")
	if len(links) > 0 && c.Width(canvas.Heading, words)+c.Width(canvas.Small, count)+8 <= head.W {
		c.Text(head, canvas.Small, canvas.Right, c.Dim, count)
	}
	c.Text(head, canvas.Heading, canvas.Left, c.Theme.Text, words)
	if len(links) == 0 {
		text := "nothing"
		if notShown > 0 {
			text = "no group with a building"
		}
		c.Text(b.CutTop(20), canvas.Small, canvas.Left, c.Dim, text)
		return
	}
	list := b.CutTop(RowHeight * float32(len(links)))
	linkList(c, list, id, words, links, col)
}

func linkList(c *widget.Canvas, list canvas.Box, id, words string, links []model.Link, col scene.RGB) {
	rows := c.Lists
	row := min(rows[id], len(links)-1)
	ctl := c.Control("inspector/"+id, list, widget.Cuttable, model.Item{Kind: "list", Text: words, Value: fmt.Sprintf("%d rows", len(links))})
	for _, k := range ctl.Keys {
		switch k {
		case key.NameReturn, key.NameEnter, key.NameSpace:
			ctl.Clicked = true
		case widget.KeyCut:
			ToggleRemoval(c, c.Model.CutsOfLink(&links[row], id == "in"))
		default:
			row = widget.StepRow(row, k, len(links))
		}
	}
	under := -1
	if ctl.Hover || ctl.Dragged {
		under = int((ctl.At.Y - list.Y) / RowHeight)
		if under >= len(links) || ctl.At.Y < list.Y {
			under = -1
		}
	}
	cell := func(i int) canvas.Box { return canvas.Rect(list.X, list.Y+float32(i)*RowHeight, list.W, RowHeight) }
	if under >= 0 && ctl.Released {
		if row = under; OverCut(c, ctl, cell(row)) {
			ToggleRemoval(c, c.Model.CutsOfLink(&links[row], id == "in"))
		} else {
			ctl.Clicked = true
		}
	}
	rows[id] = row
	if ctl.Focus && c.ByKey {
		under = row
		c.FocusRect = cell(row)
	}
	hoverLink(c, id, links, under, ctl)
	if under >= 0 && (ctl.Hover || ctl.Focus && c.ByKey) {
		c.ProposeHint(fmt.Sprint(id, under, OverCut(c, ctl, cell(under))), ctl, linkHint(c, ctl, cell(under), &links[under], id == "in"),
			c.Visible(cell(under)))
	}
	largest := max(links[0].Own, 1)
	for i := range links {
		if c.Hidden(cell(i)) {
			continue
		}
		drawLink(c, cell(i), &links[i], largest, col, i == under)
		CutMark(c, ctl, cell(i), c.Model.CutsOfLink(&links[i], id == "in"), i == under)
	}
	if ctl.Focus && c.ByKey {
		c.Frame(canvas.Rect(list.X-2, list.Y+float32(row)*RowHeight, list.W+4, RowHeight), 4, 2, c.Link)
	}
	if ctl.Clicked && row >= 0 && row < len(links) {
		rows[id] = 0
		c.Do(state.Select{Key: links[row].Key})
		c.Run(action.CameraSelection)
	}
}

// linkHint describes the participating objects at both ends, in the direction of the references. Over the cut part of the row, it describes
// the removal instead.
func linkHint(c *widget.Canvas, ctl *widget.Control, cell canvas.Box, l *model.Link, incoming bool) string {
	if OverCut(c, ctl, cell) {
		return CutHint(c, c.Model.CutsOfLink(l, incoming), "these references")
	}
	name, own := wordspkg.OneLine(l.Name), wordspkg.Plural(l.Own, "object", "objects")+" here"
	if incoming {
		return fmt.Sprintf("%s of %s refer to %s", wordspkg.UpperFirst(l.PartnerText()), name, own)
	}
	return fmt.Sprintf("%s refer to %s of %s", own, l.PartnerText(), name)
}

// hovered is the row under the pointer in a list of references.
type hovered struct{ link string } // ID of the list and key of the group; "" for none

// LeaveLinks ends the highlight of the row that was under the pointer.
func LeaveLinks(k *widget.Core) {
	if at := widget.Keep[hovered](k); at.link != "" {
		at.link = ""
		k.Do(state.HoverOver{})
	}
}

// hoverLink highlights the building of the row under the pointer.
func hoverLink(c *widget.Canvas, id string, links []model.Link, under int, ctl *widget.Control) {
	key := ""
	if under >= 0 && under < len(links) {
		key = links[under].Key
	}
	mine, at := id+"\x00"+key, widget.Keep[hovered](c.Core)
	if key == "" && !strings.HasPrefix(at.link, id+"\x00") {
		return
	}
	if key == "" {
		mine = ""
	}
	if mine != at.link {
		at.link, ctl.Since = mine, c.Now
		c.Do(state.HoverOver{Key: key})
	}
}

// drawLink draws a row. The length of its tinted bar is its share of the largest number.
func drawLink(c *widget.Canvas, cell canvas.Box, l *model.Link, largest int64, col scene.RGB, under bool) {
	row := cell.Inset(0, 1.5)
	tint := c.Tint
	if under {
		tint *= 1.5
		c.Fill(row, 4, c.Theme.Hover)
	}
	bar := row
	bar.W = max(row.W*float32(min(float64(l.Own)/float64(largest), 1)), 4)
	c.Fill(bar, 4, canvas.Mixed(c.Card, canvas.Solid(col), tint))
	w := c.Text(row.Inset(6, 0), canvas.Strong, canvas.Right, c.Theme.Text, wordspkg.Count(l.Own))
	words := row.Inset(7, 0)
	words.CutRight(w + 8)
	Chip(c, words.CutLeft(9).Middle(9), 2, l.Color)
	words.CutLeft(6)
	c.Name(words, canvas.Body, canvas.Left, c.Theme.Text, l.Name)
}
