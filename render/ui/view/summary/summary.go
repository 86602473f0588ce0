package summary

import (
	"strings"

	"memcity/city/state"
	"memcity/city/trees"
	"memcity/city/view/summaries"
	"memcity/render/action"
	"memcity/render/ui/canvas"
	"memcity/render/ui/model"
	"memcity/render/ui/widget"
	"memcity/words"
)

// View is the summary with its local state.
type View struct {
	series *trees.Series // series of the groups
	point  int
	groups trees.TypeGroups
}

// wide is the minimum page width for two columns, in dp.
const wide = 760

// DrawSummary draws the page.
func (view *View) DrawSummary(c *widget.Canvas, b canvas.Box) {
	r := summaries.Kind.Result(&c.Model.Results)
	head := widget.DrawViewHead(c, &b, "Summary")
	b.CutBottom(8)
	if r == nil {
		drawState(c, b)
		return
	}
	if c.IconButton("summary/copy", head.CutRight(27).Centered(26, 26), "copy", "Copy", "Copy the summary as text", "") {
		c.Emit(model.CopyText{Text: copied(c, r)})
	}
	view.find(c)
	b.CutTop(4)
	c.Scroll("summary", b, func(content canvas.Box) float32 {
		top := content.Y
		content.H = 1e6
		view.drawStrip(c, &content, r)
		view.drawTop(c, &content, r)
		if content.W < wide {
			view.drawLeft(c, &content, r)
			view.drawRight(c, &content, r)
			return content.Y - top
		}
		left := content
		right := left.CutRight((content.W - 28) * 0.5)
		left.W -= 28
		view.drawLeft(c, &left, r)
		view.drawRight(c, &right, r)
		return max(left.Y, right.Y) - top
	})
}

// drawState draws why there is no summary.
func drawState(c *widget.Canvas, b canvas.Box) {
	again := widget.EmptyButton{Action: action.WorkRetry, Hint: "Summarize the heap"}
	switch a := &c.Model.Results; {
	case a.Busy || !summaries.Kind.Wanted(a.Request):
		c.EmptyView(b, "list", "Summarizing the heap…", "Counting objects by type, then finding their holders and waste.")
		widget.DrawProgress(c, b.CutBottom(widget.ViewFooter), "summary", a.Progress.What)
	case a.Err != nil:
		c.EmptyView(b, "list", "The heap cannot be summarized", words.UpperFirst(a.Err.Error())+".", again)
	default:
		c.EmptyView(b, "list", "Summarizing was canceled", "Summarize the heap to see its largest types and holders.", again)
	}
}

// find looks up the groups of types, once per series and GC point.
func (view *View) find(c *widget.Canvas) {
	s, at := c.Model.Plan.Series, c.Model.State.Point
	if view.series != s || view.point != at {
		view.series, view.point, view.groups = s, at, s.TypeGroups(at)
	}
}

// drawTop draws the verdict and the total size.
func (view *View) drawTop(c *widget.Canvas, b *canvas.Box, r *summaries.Report) {
	if r.Found != nil {
		b.CutTop(c.Paragraph(*b, canvas.Strong, c.Theme.Text, r.Found.Text))
		b.CutTop(2)
	}
	if r.Heap.Objects > 0 {
		c.Remark(b, strings.TrimSpace(r.Headline()+" "+r.UnreachableText()))
	}
	for _, text := range r.Lacks {
		c.Remark(b, text)
	}
	if newest := c.Model.Plan.Series.Len(); newest > 0 && r.Point <= c.Model.Plan.Series.Source(newest-1) {
		c.Remark(b, "The recording has newer GC points than this summary.")
		if c.Button("summary/again", b.CutTop(30).WithWidth(min(b.W, 160)).Middle(26),
			widget.ButtonOptions{Text: "Summarize the newest", Hint: "Summarize the newest GC point", Look: widget.Ground}) {
			c.Do(state.SetView(summaries.View, summaries.State{Points: newest}))
		}
	}
	if c.Model.Results.Busy {
		widget.DrawProgress(c, b.CutTop(24), "summary", c.Model.Results.Progress.What)
	}
	b.CutTop(6)
}

// drawLeft draws the owners of the heap and the waste.
func (view *View) drawLeft(c *widget.Canvas, b *canvas.Box, r *summaries.Report) {
	if r.Found == nil {
		if r.NoFound != "" {
			part(c, b, "Largest holders", "")
			c.Remark(b, r.NoFound)
		}
		return
	}
	part(c, b, "Largest holders", "memory that each keeps alive, alone or together; no object counts twice")
	for i := range r.Found.Largest {
		view.drawHolder(c, b, r, i)
	}
	switch {
	case len(r.Found.Largest) > 0:
	case len(r.Found.Missing) > 0 && r.Unreachable == nil:
		c.Remark(b, "No references in this input. Open a heap dump or record the program to see what holds these objects.")
	default:
		c.Remark(b, "Nothing keeps at least 1 % of the heap alive.")
	}
	part(c, b, "Waste", "possible savings; kinds may overlap")
	for i := range r.Found.Waste {
		view.drawWaste(c, b, r, i)
	}
	if len(r.Found.Waste) == 0 {
		c.Remark(b, "None found.")
	}
}

// drawRight draws the types and what to record next.
func (view *View) drawRight(c *widget.Canvas, b *canvas.Box, r *summaries.Report) {
	column := "bytes"
	if r.Retains {
		column = "retained"
	}
	part(c, b, "Own types", column)
	if len(r.Types) > 0 {
		c.Remark(b, r.OwnText()+" "+r.OwnBy)
		view.drawTypes(c, b, r, "own", r.Types, r.Retains)
	} else {
		c.Remark(b, "No type in this heap belongs to the program. "+r.OwnBy)
	}
	part(c, b, "Types of the runtime and of libraries", "bytes")
	view.drawTypes(c, b, r, "other", r.Others, false)
	drawNext(c, b, r)
}

// part draws the heading of a section of the page.
func part(c *widget.Canvas, b *canvas.Box, title, note string) {
	b.CutTop(10)
	row := b.CutTop(22)
	w := c.Text(row, canvas.Heading, canvas.Left, c.Theme.Text, title)
	c.Explain("summary/part/"+title, row, title, note, "")
	row.CutLeft(w + 10)
	c.Text(row, canvas.Small, canvas.Right, c.Dim, note)
	c.Hline(b.X, b.Y, b.W, 1, c.Line)
	b.CutTop(4)
}

// copied returns the summary as text.
func copied(c *widget.Canvas, r *summaries.Report) string {
	var t strings.Builder
	if r.Found != nil {
		t.WriteString(r.Found.Text + "\n")
	}
	for _, x := range r.WithPaths(files(c)).Texts(r.Found) {
		t.WriteString("\n" + x.Title + "\n")
		for _, line := range x.Lines {
			t.WriteString("  " + line + "\n")
		}
	}
	return t.String()
}

// files returns the names of the open recording for use in commands.
func files(c *widget.Canvas) []string {
	if len(c.Model.Paths) == 0 { // a bundled recording
		return []string{c.Model.Name}
	}
	return c.Model.Paths
}
