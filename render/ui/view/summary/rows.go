package summary

import (
	"fmt"

	"memcity/analysis/guide/findings"
	"memcity/city/state"
	"memcity/city/view/summaries"
	"memcity/render/ui/canvas"
	"memcity/render/ui/model"
	"memcity/render/ui/place"
	"memcity/render/ui/widget"
	"memcity/words"
)

// row starts a row of the given height and returns its inner box. Pressing it shows the building of a type. The row of the selected type is
// highlighted.
func (view *View) row(c *widget.Canvas, b *canvas.Box, id string, height float32, kind string, item model.Item) canvas.Box {
	box := b.CutTop(height)
	b.CutTop(1)
	item.Kind = "row"
	key := view.key(kind)
	if key != "" && key == c.Model.State.Selection {
		c.Fill(box, place.CtlRadius, c.Wash)
		item.Value += ", selected"
	}
	ctl := c.Control("summary/"+id, box, widget.Pressable, item)
	if ctl.Hover {
		c.Fill(box, place.CtlRadius, c.Theme.Hover)
	}
	c.Ring(ctl, box, place.CtlRadius)
	if ctl.Clicked {
		view.show(c, kind)
	}
	return box.Inset(6, 0)
}

// key returns the key of a type's group, or "" if the city has none.
func (view *View) key(kind string) string {
	if node, ok := view.groups.Of(kind); ok {
		return view.series.Key(node)
	}
	return ""
}

// show shows the building of a type. It first groups heap states by type if the city has no group for it.
func (view *View) show(c *widget.Canvas, kind string) {
	if key := view.key(kind); key != "" {
		c.Do(state.Visit{View: state.CityView, Key: key})
		return
	}
	in := findings.Highlight{View: findings.CityView, By: []string{"type"}, Keys: []string{"Heap#" + kind}}
	for _, a := range state.Actions(in, c.Model.State.Settings) {
		c.Do(a)
	}
}

// drawHolder draws an owner: its name, its retained size, and the path from the GC root.
func (view *View) drawHolder(c *widget.Canvas, b *canvas.Box, r *summaries.Report, i int) {
	h := &r.Found.Largest[i]
	path := summaries.PathText(h)
	height := c.ParagraphHeight(b.W-12, canvas.Small, path)
	in := view.row(c, b, fmt.Sprintf("holder/%d", i), 24+height+4, h.Type, model.Item{Text: h.Name, Value: words.RoundSize(h.Bytes),
		Hint: r.Found.HolderLine(h) + ". " + path + ". Click to show it in the city"})
	share := float64(h.Bytes) / float64(max(r.Found.Reachable, 1))
	line := in.CutTop(24)
	amount(c, &line, words.RoundSize(h.Bytes), share)
	c.Text(line, canvas.Body, canvas.Left, c.Theme.Text, words.Count(h.Objects)+" "+h.Name)
	c.Paragraph(in, canvas.Small, c.Dim, path)
}

// drawWaste draws one kind of waste and how to fix it.
func (view *View) drawWaste(c *widget.Canvas, b *canvas.Box, r *summaries.Report, i int) {
	w := &r.Found.Waste[i]
	text := w.Text + " " + w.Fix
	height := c.ParagraphHeight(b.W-12, canvas.Small, text)
	in := view.row(c, b, fmt.Sprintf("waste/%d", i), 24+height+4, w.Type, model.Item{Text: w.Name, Value: words.RoundSize(w.Bytes),
		Hint: "Click to show " + words.TypeName(w.Type) + " in the city"})
	line := in.CutTop(24)
	amount(c, &line, words.RoundSize(w.Bytes), float64(w.Bytes)/float64(max(r.Found.Reachable, 1)))
	c.Text(line, canvas.Body, canvas.Left, c.Theme.Text, w.Name)
	c.Paragraph(in, canvas.Small, c.Dim, text)
}

// drawTypes lists types with their retained or shallow bytes.
func (view *View) drawTypes(c *widget.Canvas, b *canvas.Box, r *summaries.Report, id string, types []summaries.Type, retained bool) {
	widest := float32(0) // numbers are close to names
	for i := range types {
		widest = max(widest, c.Width(canvas.Body, words.OneLine(types[i].Name)))
	}
	for i := range types {
		t := &types[i]
		value := t.Bytes
		if retained && t.Retained != nil {
			value = t.Retained.Bytes
		}
		line := view.row(c, b, fmt.Sprintf("%s/%d", id, i), 23, t.Name, model.Item{Text: t.Name, Value: words.RoundSize(value),
			Hint: t.Line() + ". Click to show it in the city"})
		line.W = min(line.W, max(widest+typeNumbers, typesLeast))
		amount(c, &line, words.RoundSize(value), float64(value)/float64(max(r.Heap.Bytes, 1)))
		if line.W > 220 {
			note := words.Count(t.Objects)
			if retained && t.Retained != nil && line.W > 300 {
				note += ", " + words.RoundSize(t.Bytes) + " own"
			}
			w := c.Text(line, canvas.Small, canvas.Right, c.Dim, note)
			line.CutRight(w + 10)
		}
		c.Name(line, canvas.Body, canvas.Left, c.Theme.Text, t.Name)
	}
}

// Widths of lists of types, in dp: of the numbers next to names, and the minimum of a list.
const (
	typeNumbers = 290
	typesLeast  = 480
)

// amount draws a number and a bar for its share of the heap. It cuts them off the right of the line.
func amount(c *widget.Canvas, line *canvas.Box, value string, share float64) {
	w := c.Text(*line, canvas.SmallB, canvas.Right, c.Theme.Text, value)
	line.CutRight(max(w, 54) + 8)
	if line.W > 180 {
		c.Bar(line.CutRight(56).Middle(5), min(share, 1), c.Accent)
		line.CutRight(10)
	}
}

// drawNext draws what to record next, with commands to copy.
func drawNext(c *widget.Canvas, b *canvas.Box, r *summaries.Report) {
	if len(r.Next) == 0 {
		return
	}
	part(c, b, "What to record next", "")
	for i, next := range r.WithPaths(files(c)).Next {
		b.CutTop(c.Paragraph(*b, canvas.Body, c.Theme.Text, next.Text))
		b.CutTop(3)
		for k, command := range next.Commands {
			text := summaries.Command(command)
			inner := b.W - 44
			row := b.CutTop(c.ParagraphHeight(inner, canvas.Small, text) + 12)
			c.Fill(row, place.CtlRadius, c.Raised)
			if c.IconButton(fmt.Sprintf("summary/next/%d/%d", i, k), row.CutRight(32).Centered(26, 26), "copy", "Copy "+text, "Copy this command", "") {
				c.Emit(model.CopyText{Text: text})
			}
			row.CutLeft(8)
			c.Paragraph(row.WithWidth(inner).Inset(0, 6), canvas.Small, c.Theme.Text, text)
			b.CutTop(4)
		}
		b.CutTop(6)
	}
}
