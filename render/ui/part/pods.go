package part

import (
	"fmt"

	"gioui.org/io/key"

	"memcity/city/scene"
	"memcity/city/trees"
	"memcity/city/view/ages"
	"memcity/city/view/pods"
	"memcity/render/ui/canvas"
	"memcity/render/ui/model"
	"memcity/render/ui/widget"
	"memcity/words"
)

// podsID is the ID of the list of pods in the inspector.
const podsID = "pods"

// maxPods is the maximum number of listed pods, the largest first.
const maxPods = 200

// DrawPods draws the amounts of a group in the pods of a fleet. It draws sentences about them, then a sorted list of bars. The bars are one
// list for the keyboard. Choosing a pod opens its recording.
func DrawPods(c *widget.Canvas, b *canvas.Box, r *pods.Report) {
	for _, s := range r.Sentences {
		b.CutTop(c.Paragraph(*b, canvas.Small, c.Theme.Text, words.Printable(s)) + 6)
	}
	head := b.CutTop(22)
	count := fmt.Sprintf("%d of %s", len(r.Rows), words.Counted(r.Of, "pod"))
	if int64(len(r.Rows)) == r.Of {
		count = words.Counted(r.Of, "pod")
	}
	c.Text(head, canvas.Small, canvas.Right, c.Dim, count)
	c.Text(head, canvas.Heading, canvas.Left, c.Theme.Text, "Pods")
	rows := r.Rows[:min(len(r.Rows), maxPods)]
	if len(rows) == 0 {
		return
	}
	podList(c, b.CutTop(RowHeight*float32(len(rows))), rows)
	if more := len(r.Rows) - len(rows); more > 0 {
		c.Text(b.CutTop(18), canvas.Small, canvas.Left, c.Dim, words.Counted(int64(more), "more pod")+" with less")
	}
}

// LegendFleet explains the buildings of a fleet.
func LegendFleet(c *widget.Canvas, b *canvas.Box, p *scene.Palette) {
	sampleLine(c, b, "Mast", "the largest pod", "A building is the median over the pods of a version. A pod without the group counts as 0. The mast shows the height for the largest pod.", p.Mast, false)
	sampleLine(c, b, "Glow", "a pod is far above the others", "At least one pod, or a tenth of the pods, is above the median by three scaled median absolute deviations and 1 % of the heap.", p.Outlier, false)
}

func podList(c *widget.Canvas, list canvas.Box, rows []pods.Row) {
	at := min(c.Lists[podsID], len(rows)-1)
	ctl := c.Control("inspector/"+podsID, list, widget.Listable, model.Item{Kind: "list", Text: "Pods", Value: fmt.Sprintf("%d rows", len(rows))})
	chosen := false
	for _, k := range ctl.Keys {
		switch k {
		case key.NameReturn, key.NameEnter, key.NameSpace:
			chosen = true
		default:
			at = widget.StepRow(at, k, len(rows))
		}
	}
	under := -1
	if ctl.Hover || ctl.Dragged || ctl.Released {
		if under = int((ctl.At.Y - list.Y) / RowHeight); under >= len(rows) || ctl.At.Y < list.Y {
			under = -1
		}
	}
	if under >= 0 && ctl.Released {
		at, chosen = under, true
	}
	c.Lists[podsID] = at
	cell := func(i int) canvas.Box { return canvas.Rect(list.X, list.Y+float32(i)*RowHeight, list.W, RowHeight) }
	if ctl.Focus && c.ByKey {
		under = at
		c.FocusRect = cell(at)
	}
	if under >= 0 {
		c.ProposeHint(fmt.Sprint(podsID, under), ctl, podHint(&rows[under]), c.Visible(cell(under)))
	}
	unit := c.Model.State.Settings.Unit
	largest := max(rows[0].Of(unit), 1)
	for i := range rows {
		if !c.Hidden(cell(i)) {
			drawPod(c, cell(i), &rows[i], unit, largest, i == under)
		}
	}
	if ctl.Focus && c.ByKey {
		c.Frame(canvas.Rect(list.X-2, list.Y+float32(at)*RowHeight, list.W+4, RowHeight), 4, 2, c.Link)
	}
	if chosen {
		p := &rows[at]
		c.Emit(model.OpenPod{Name: p.Name, Recording: p.Recording, Group: p.Group, Point: p.Point})
	}
}

// podHint describes a pod and the effect of choosing it.
func podHint(p *pods.Row) string {
	text := words.Exactly(p.Objects, p.Bytes)
	if p.Outlier {
		text += ", far above the others"
	}
	if p.Recording == "" {
		return words.Printable(p.Name + ": " + text + ". The path of its recording was not exported.")
	}
	where := ""
	if p.Point > 0 {
		where = " at GC point " + words.Count(int64(p.Point))
	}
	return words.Printable(p.Name + ": " + text + ". Click to open its recording " + p.Recording + where + ".")
}

// drawPod draws a row. The length of its tinted bar is its share of the largest number.
func drawPod(c *widget.Canvas, cell canvas.Box, p *pods.Row, unit trees.Unit, largest int64, under bool) {
	row, palette := cell.Inset(0, 1.5), c.Model.State.Settings.Palette()
	tint, col := c.Tint, palette.Mast
	if p.Outlier {
		col = palette.Outlier
	}
	if under {
		tint *= 1.5
		c.Fill(row, 4, c.Theme.Hover)
	}
	bar := row
	bar.W = max(row.W*float32(min(float64(p.Of(unit))/float64(largest), 1)), 4)
	c.Fill(bar, 4, canvas.Mixed(c.Card, canvas.Solid(col), tint))
	w := c.Text(row.Inset(6, 0), canvas.Strong, canvas.Right, c.Theme.Text, words.Amount(unit, p.Of(unit)))
	text := row.Inset(7, 0)
	text.CutRight(w + 8)
	if p.Version != "" {
		w = c.Text(text, canvas.Small, canvas.Right, c.Dim, words.Printable(p.Version))
		text.CutRight(w + 8)
		if c.Model.Legend.Versions != nil {
			Chip(c, text.CutRight(9).Middle(9), 2, palette.Age(min(ages.Class(p.Later), ages.Before)))
			text.CutRight(6)
		}
	}
	if p.Outlier {
		Chip(c, text.CutLeft(9).Middle(9), 2, palette.Outlier)
		text.CutLeft(6)
	}
	c.Name(text, canvas.Body, canvas.Left, c.Theme.Text, p.Name)
}
