package part

import (
	"strings"

	gio "gioui.org/widget"

	"memcity/city/state"
	"memcity/render/ui/canvas"
	"memcity/render/ui/model"
	"memcity/render/ui/widget"
)

// maxNote is the maximum number of characters of a note.
const maxNote = 2000

// NotePrefix is the prefix of a note field's ID.
const NotePrefix = "inspector/note/"

// noted is the note being edited.
type noted struct{ group string } // key

func noteField(key string) string { return NotePrefix + key }

// DrawNote draws the field for the user's note about a group. It grows with the text, then scrolls. The note is saved on Return, on Esc and
// when the focus leaves, so that no text is lost.
func DrawNote(c *widget.Canvas, b *canvas.Box, g *model.Group) {
	id := noteField(g.Key)
	widget.Keep[noted](c.Core).group = g.Key
	before := c.Model.State.Notes[g.Key]
	f := c.Field(id, gio.Editor{Submit: true, MaxLen: maxNote})
	step := canvas.LineHeight(canvas.Body)
	row := b.CutTop(min(max(f.Height, step), widget.MaxFieldLines*step) + 10)
	inner := row.Inset(8, 5)
	inner.CutLeft(22)
	text, done, focus := c.Edit(f, inner, before)
	c.DrawField(id, f, row, inner,
		model.Item{Text: "Note", Hint: "Your note on this group, saved with the recording; Shift+Return starts a new line, Ctrl+Z undoes it"},
		focus)
	c.Icon(canvas.Rect(row.X+8, row.Y+5, 15, step), "note", c.Dim)
	if f.Editor.Len() == 0 && !focus {
		c.Text(inner.WithHeight(step), canvas.Body, canvas.Left, c.Dim, "Add a note")
	}
	if done {
		takeNote(c.Core, g.Key, text)
	}
}

// takeNote emits a note that has changed.
func takeNote(k *widget.Core, key, text string) {
	if text = strings.TrimSpace(text); text != k.Model.State.Notes[key] {
		k.Do(state.Note{Key: key, Text: text})
	}
}

// SettleNote saves a note being edited when another group is selected.
func SettleNote(k *widget.Core) {
	kept := widget.Keep[noted](k)
	key := kept.group
	if key == "" || k.Model.Selection != nil && k.Model.Selection.Key == key && len(k.Model.Selections) < 2 {
		return
	}
	if f := k.Fields[noteField(key)]; f != nil {
		if f.Dirty {
			takeNote(k, key, f.Editor.Text())
		}
		delete(k.Fields, noteField(key))
	}
	kept.group = ""
}
