package part

import (
	"image/color"

	"memcity/render/ui/canvas"
	"memcity/render/ui/model"
	"memcity/render/ui/place"
	"memcity/render/ui/widget"
	"memcity/words"
)

// SourceRow explains a row like [widget.Canvas.Explain]. If the given text names a source line, pressing the row opens it in the user's editor.
// Without an editor, the hint says how to set one. Call it before the row is drawn. The result is the color of the text in place of ink.
func SourceRow(c *widget.Canvas, id string, row canvas.Box, text string, item model.Item, ink color.NRGBA) color.NRGBA {
	name := words.SourceName(text)
	if name == "" || c.Model.NoEditor != "" {
		if name != "" {
			item.Hint += "\n" + c.Model.NoEditor
		}
		c.Explain(id, row, item.Text, item.Value, item.Hint)
		return ink
	}
	item.Kind, item.Value = "link", words.OneLine(item.Value)
	item.Hint += "\nClick to open it in your editor."
	ctl := c.Control(id, row, widget.Pressable, item)
	if ctl.Hover {
		c.Fill(row, place.CtlRadius, c.Theme.Hover)
	}
	c.Ring(ctl, row, place.CtlRadius)
	if ctl.Clicked {
		c.Emit(model.OpenSource{Name: name})
	}
	return c.Link
}

// SourceMenuRows returns the menu row that opens the source line named in a text; none if the text names no line.
func SourceMenuRows(k *widget.Core, text string) []widget.MenuRow {
	name := words.SourceName(text)
	if name == "" {
		return nil
	}
	return []widget.MenuRow{{Text: "Open in the editor", Why: k.Model.NoEditor, Event: model.OpenSource{Name: name}}}
}
