package ui

import (
	"strings"

	"gioui.org/widget"

	"memcity/city"
)

// Bounds of a note: characters, and the lines that are seen at once.
const (
	maxNote      = 2000
	maxNoteLines = 5
)

const notePrefix = "inspector/note/"

func noteField(key string) string { return notePrefix + key }

// drawNote draws the field for the user's words about a group. It grows with them, then scrolls. They are taken over with
// Return and when the focus leaves, also with Esc: words are not lost.
func drawNote(c *canvas, b *box, g *Group) {
	id := noteField(g.Key)
	c.local.note = g.Key
	before := c.model.State.Notes[g.Key]
	f := c.field(id, widget.Editor{Submit: true, MaxLen: maxNote})
	step := lineHeight(body)
	row := b.cutTop(min(max(f.height, step), maxNoteLines*step) + 10)
	inner := row.inset(8, 5)
	inner.cutLeft(22)
	text, done, focus := c.edit(f, inner, before)
	c.drawField(id, f, row, inner, Item{Text: "Note", Hint: "Your words about this group, kept with the recording; Shift+Return starts a line, Ctrl+Z takes it back"}, focus)
	c.icon(box{row.x + 8, row.y + 5, 15, step}, "note", c.dim)
	if f.editor.Len() == 0 && !focus {
		c.text(inner.withHeight(step), body, left, c.dim, "Add a note")
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
