package ui

import (
	"strings"

	"gioui.org/widget"

	"memcity/city"
)

// maxNote is the longest note, in characters.
const maxNote = 200

func noteField(key string) string { return "inspector/note/" + key }

// drawNote draws the field for a line of the user's about a group. It is taken over with Return or when the focus leaves.
func drawNote(c *canvas, row box, g *Group) {
	id := noteField(g.Key)
	c.local.note = g.Key
	before := oneLine(c.model.State.Notes[g.Key])
	f := c.field(id, widget.Editor{SingleLine: true, Submit: true, MaxLen: maxNote})
	inner := row.inset(8, 0)
	inner.cutLeft(22)
	text, done, focus := c.edit(f, inner, before)
	c.drawField(id, f, row, inner, Item{Text: "Note", Hint: "A line of yours about this group"}, focus)
	c.icon(box{row.x + 8, row.y, 15, row.h}, "note", c.dim)
	if f.editor.Len() == 0 && !focus {
		c.text(inner, body, left, c.dim, "Add a note")
	}
	if done {
		c.takeNote(g.Key, text)
	}
}

// takeNote tells a note that differs from the one there is.
func (k *core) takeNote(key, text string) {
	if text = strings.TrimSpace(text); text != k.model.State.Notes[key] {
		k.do(city.Note{Key: key, Text: text})
	}
}

// settleNote takes over a note that was being edited when another group was selected.
func (k *core) settleNote() {
	key := k.local.note
	if key == "" || k.model.Selection != nil && k.model.Selection.Key == key && len(k.model.Selections) < 2 {
		return
	}
	if f := k.fields[noteField(key)]; f != nil {
		if f.dirty {
			k.takeNote(key, f.editor.Text())
		}
		delete(k.fields, noteField(key))
	}
	k.local.note = ""
}
