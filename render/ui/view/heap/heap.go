package heap

import (
	"memcity/city/view/table"
	"memcity/render/action"
	"memcity/render/ui/canvas"
	"memcity/render/ui/widget"
	"memcity/words"
)

// View is the heap view with its local state.
type View struct {
	of    string // recording that the other fields refer to
	rows  heapRows
	Tree  widget.TreeLocal
	sizes heapSizes
}

// DrawHeap draws the heap view: the groups of the GC point as a table.
func (view *View) DrawHeap(c *widget.Canvas, b canvas.Box) {
	if h := view; h.of != c.Model.Name {
		*h = View{of: c.Model.Name}
		c.ClearFilter(heapTable)
	}
	low := b.H < widget.HeapLow
	head := widget.DrawViewHead(c, &b, "Heap")
	view.drawHeapTools(c, head)
	b.CutTop(4)
	view.drawChips(c, &b)
	foot := canvas.Box{}
	if low {
		b.CutBottom(4)
	} else {
		foot = b.CutBottom(widget.HeapFooter)
	}
	view.heapTree(c).Draw(c, b)
	if !low {
		c.Hline(foot.X, foot.Y, foot.W, 1, c.Line)
		view.drawHeapFooter(c, foot, view.heapRows(c.Core))
	}
}

// drawHeapTools draws the filter field and the button for the columns.
func (view *View) drawHeapTools(c *widget.Canvas, head canvas.Box) {
	wide := head.W >= 380
	room := float32(32)
	if wide {
		room = 104
	}
	button := head.CutRight(room).Middle(28)
	head.CutRight(10)
	field := head.Middle(28)
	field.W = min(field.W, 340)
	view.drawHeapFilter(c, field)
	o := widget.ButtonOptions{Icon: "table", Name: "Columns", Look: widget.Ground, Hint: "Choose the columns of the table"}
	if wide {
		o.Text = o.Name
	}
	if c.Menu.Name == columnMenu {
		o.Look = widget.Chosen
	}
	if c.Button("heap/columns", button, o) {
		c.OpenMenu(columnMenu, "heap/columns", button)
	}
}

// drawHeapFooter draws the number of listed groups and the progress of deep and retained sizes.
func (view *View) drawHeapFooter(c *widget.Canvas, b canvas.Box, t *heapRows) {
	sizes := b
	sizes.X += b.W * 0.42
	sizes.W -= b.W * 0.42
	used := view.drawSizesState(c, sizes)
	words := b
	words.CutRight(used + 12)
	text, col := t.counts(), c.Dim
	switch node, found := c.Model.Plan.Series.Find(c.Model.State.Selection); {
	case t.problem != "":
		text, col = t.problem, c.Fault
	case found && t.place[node] < 0 && (len(t.table.Chips) > 0 || t.live != ""):
		text += "; the selection is among them"
	}
	c.Text(words, canvas.Small, canvas.Left, col, text)
}

// counts returns the number of listed groups as a text.
func (t *heapRows) counts() string {
	text := words.Count(int64(len(t.Rows))) + " of " + words.Plural(int64(t.Groups), "group", "groups")
	if t.Left > 0 {
		text += ", " + words.Count(int64(t.Left)) + " hidden by filters"
	}
	return text
}

// drawSizesState draws the progress of deep and retained sizes at the right of b, if a column needs them. It returns the width used. The
// user can cancel the computation.
func (view *View) drawSizesState(c *widget.Canvas, b canvas.Box) float32 {
	if !table.View.Of(c.Model.State.Views).NeedsSizes() {
		return 0
	}
	waiting, why := view.sizesState(c.Core)
	switch {
	case !waiting && why == "":
		return 0
	case !waiting:
		w := c.Text(b, canvas.Small, canvas.Right, c.Dim, why)
		c.Explain("heap/sizes", canvas.Rect(b.Right()-w, b.Y, w, b.H), "Deep and retained sizes", "unavailable", why+".")
		return w
	}
	whole := b.W
	text := "computing deep and retained sizes"
	if c.Model.Results.Busy {
		if c.IconButton("heap/cancel", b.CutRight(22).Middle(22), "close", "Cancel", c.Tip(action.GoEscape, "Cancel computing"), "") {
			c.Run(action.WorkCancel)
		}
		b.CutRight(6)
		if p := c.Model.Results.Progress; p.Total > 0 {
			share := min(float64(p.Done)/float64(p.Total), 1)
			text += ", " + words.PercentOf(share)
			c.Bar(b.CutRight(min(80, b.W/4)).Middle(5), share, c.Accent)
			b.CutRight(8)
		}
	}
	return whole - b.W + c.Text(b, canvas.Small, canvas.Right, c.Dim, text)
}

// HeapShowsProgress reports whether the heap view itself shows the progress, so that no card needs to cover it.
func (view *View) HeapShowsProgress(k *widget.Core) bool {
	m := &k.Model
	return m.State.View == table.View.ID && m.Plan != nil && m.Results.Busy && m.Progress.Text == m.Results.Progress.What &&
		table.View.Of(m.State.Views).NeedsSizes() && !k.Compact()
}

// sizesState reports whether deep and retained sizes are still being computed. Otherwise why is the reason for missing sizes; it is empty if
// none are missing.
func (view *View) sizesState(k *widget.Core) (waiting bool, why string) {
	m, a := &k.Model, &k.Model.Results
	sizes := table.SizesKind.Result(a)
	known := sizes != nil && sizes.Series == m.Plan.Series && sizes.Point == m.Plan.Series.Source(m.At)
	switch {
	case m.FixedChain != "" && view.heapSizes(k) == nil:
		return false, "no deep or retained sizes: the memory trees are prebuilt"
	case m.FixedChain != "":
		return false, ""
	case m.OnlyCounted():
		return false, "no deep or retained sizes: objects are only counted at this GC point"
	case known && sizes.Whole && len(sizes.Groups) > 0 && !sizes.Groups[0].HasRetained:
		return false, "no retained sizes: there are no GC roots"
	case known && sizes.Whole:
		return false, ""
	case a.Err != nil && !a.Busy:
		return false, "no deep or retained sizes: " + a.Err.Error()
	case table.SizesKind.Wanted(a.Request) && !a.Busy && !known:
		return false, "no deep or retained sizes: canceled"
	}
	return true, ""
}
