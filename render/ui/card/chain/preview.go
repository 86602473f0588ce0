package chain

import (
	"strconv"

	"memcity/city/state"
	"memcity/city/trees"
	"memcity/city/view/drafts"
	"memcity/render/ui/canvas"
	"memcity/render/ui/place"
	"memcity/render/ui/widget"
	"memcity/words"
)

// Sizes of the preview in dp.
const (
	previewRow    = 20
	previewLeast  = 300 // minimum height of rows and preview together; below that there is no preview
	previewShare  = 0.46
	previewNumber = 84 // width of a column
	previewInset  = 6
)

// request requests the groups of the draft. While a classifier is dragged over the chain, the draft includes it.
func (card *Card) request(k *widget.Core) {
	var draft trees.Grouping
	if card.problem() == "" {
		g := card.Grouping()
		draft = trees.Grouping{By: g.By, Filters: g.Filters}
	}
	if k.Model.State.Draft != draft {
		k.Do(state.SetDraft{To: draft})
	}
}

// drawPreview draws the groups of the draft, the largest first. The previous groups stay until new ones are found.
func (card *Card) drawPreview(c *widget.Canvas, b canvas.Box) {
	q, ok := drafts.Kind.QueryOf(&c.Model.Results)
	if r := drafts.Kind.Result(&c.Model.Results); ok && r != nil && q.Heap.By == c.Model.State.Draft {
		card.preview = r
	}
	r := card.preview
	old := r == nil || r.Query.Heap.By != c.Model.State.Draft
	c.Hline(b.X, b.Y, b.W, 0, c.Line)
	b.CutTop(8)
	head := b.CutTop(22)
	w := c.Text(head, canvas.Heading, canvas.Left, c.Theme.Text, "Preview")
	head.CutLeft(w + 10)
	c.Text(head.Moved(0, 1), canvas.Small, canvas.Left, c.Dim, previewState(c, r, old, card.problem()))
	if r == nil || len(r.Groups) == 0 || card.problem() != "" {
		return
	}
	titles := b.CutTop(16).Inset(previewInset, 0)
	if r.Sized {
		c.Text(titles.CutRight(previewNumber), canvas.Small, canvas.Right, c.Dim, "retained")
	}
	c.Text(titles.CutRight(previewNumber), canvas.Small, canvas.Right, c.Dim, "shallow")
	for i := 0; i < len(r.Groups) && b.H >= previewRow; i++ {
		drawPreviewRow(c, b.CutTop(previewRow), r, i, old)
	}
}

// drawPreviewRow draws a group over a bar of its size. Groups of a previous draft are dimmed.
func drawPreviewRow(c *widget.Canvas, row canvas.Box, r *drafts.Report, i int, old bool) {
	g, fore := &r.Groups[i], c.Theme.Text
	if old {
		fore = c.Dim
	}
	if most := r.Groups[0].Size(r.Sized); most > 0 {
		bar := row.Inset(0, 1)
		bar.W *= float32(min(float64(g.Size(r.Sized))/float64(most), 1))
		c.Fill(bar, place.CtlRadius/2, c.Wash)
	}
	inner := row.Inset(previewInset, 0)
	shallow := words.Size(g.Shallow.Bytes)
	value := shallow
	if r.Sized {
		value = words.Size(g.Retained.Bytes)
		c.Text(inner.CutRight(previewNumber), canvas.Small, canvas.Right, fore, value)
	}
	c.Text(inner.CutRight(previewNumber), canvas.Small, canvas.Right, c.Dim, shallow)
	inner.CutLeft(14 * float32(g.Level))
	c.Name(inner, canvas.Small, canvas.Left, fore, g.Name)
	c.Explain(ChainPrefix+"preview/"+strconv.Itoa(i), row, g.Name, value, words.Counted(g.Shallow.Objects, "object"))
}

// previewState describes the state of the preview, or what is missing.
func previewState(c *widget.Canvas, r *drafts.Report, old bool, problem string) string {
	switch p := c.Model.Progress; {
	case problem != "":
		return "A preview appears here once the chain is valid."
	case old && !drafts.Kind.Wanted(c.Model.Results.Request) && !c.Model.Results.Busy:
		return "Needs single objects, which this GC point does not have."
	case old || !r.Sized && r.None == "":
		if p != nil && p.Text != "" {
			return words.UpperFirst(p.Text) + "…"
		}
		return "…"
	case r.None != "":
		return words.UpperFirst(r.None) + "."
	case r.Total == 0:
		return "No object passes the filters."
	}
	return words.Plural(int64(r.Total), "group", "groups")
}
