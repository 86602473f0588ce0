package chain

import (
	"memcity/assets/help"
	"memcity/render/action"
	"memcity/render/ui/canvas"
	"memcity/render/ui/place"
	"memcity/render/ui/widget"
	"memcity/words"
)

// Sizes of the grouping window in dp. If not all columns fit, it shows one at a time.
const (
	chainColumnsWidth = 720
	chainReadyWidth   = 240
	chainListWidth    = 300
	chainWantHeight   = 640
)

// DrawChain draws the grouping window: ready-made chains, the draft chain, and the list of parts that can be added.
func (card *Card) DrawChain(c *widget.Canvas, b canvas.Box) {
	card.openChain(c)
	e := card
	e.rows = canvas.Box{}
	inner := b.Inset(place.Padding, 0)
	inner.CutTop(10)
	head := inner.CutTop(28)
	ends := head.CutRight(26).Moved(5, 0)
	c.HelpMark(head.CutRight(26).Moved(5, 0), help.View("chain"))
	if c.IconButton(ChainPrefix+"close", ends.Centered(26, 26), "close", "Close", c.Tip(action.GoEscape, "Close without changes"), "") {
		card.CloseChain(c.Core)
		return
	}
	c.Text(head, canvas.Title, canvas.Left, c.Theme.Text, "Group by")
	inner.CutTop(4)
	inner.CutBottom(12)
	buttons := inner.CutBottom(32)
	inner.CutBottom(8)
	if b.W >= chainColumnsWidth {
		card.drawChainColumns(c, inner)
	} else {
		card.drawChainTab(c, inner)
	}
	card.drawChainButtons(c, buttons)
	card.request(c.Core)
	card.drawCarried(c)
	c.Frame(b, 10, 1, c.Line) // it may cover other cards
	c.Want(0, chainWantHeight)
	if e.Apply {
		e.Apply = false
		card.applyChain(c)
	}
}

func (card *Card) drawChainColumns(c *widget.Canvas, b canvas.Box) {
	const gap, scrollBar = 24, 8
	ready := b.CutLeft(min(chainReadyWidth, b.W*0.27))
	c.Vline(b.X+(gap+scrollBar)/2, b.Y, b.H, 1, c.Line)
	b.CutLeft(gap)
	list := b.CutRight(min(chainListWidth, b.W*0.45))
	c.Vline(b.Right()-(gap-scrollBar)/2, b.Y, b.H, 1, c.Line)
	b.CutRight(gap)
	card.drawReadyChains(c, ready)
	card.drawChainPart(c, b)
	card.drawChainList(c, list)
}

// Columns, for windows that show one at a time.
const (
	chainTab = iota
	readyTab
	listTab
)

// chainTabs are the names of the columns.
var chainTabs = []widget.Choice{{Text: "Chain", Hint: "Edit the chain"}, {Text: "Prebuilt", Hint: "Prebuilt chains"},
	{Text: "Add", Hint: "All classifiers, filters and transformers"}}

func (card *Card) drawChainTab(c *widget.Canvas, b canvas.Box) {
	e := card
	if i := c.Segments(ChainPrefix+"tab", b.CutTop(28), "Show", chainTabs, e.tab, ""); i >= 0 {
		e.tab, c.Again = i, true
	}
	b.CutTop(8)
	switch e.tab {
	case readyTab:
		card.drawReadyChains(c, b)
	case listTab:
		card.drawChainList(c, b)
	default:
		card.drawChainPart(c, b)
	}
}

// drawChainPart draws the chain and, if it fits, a preview of its groups below.
func (card *Card) drawChainPart(c *widget.Canvas, b canvas.Box) {
	if b.H >= previewLeast {
		card.drawPreview(c, b.CutBottom(b.H*previewShare))
		b.CutBottom(8)
	}
	card.rows = b
	card.drawChainRows(c, b)
}

func (card *Card) drawChainButtons(c *widget.Canvas, row canvas.Box) {
	e := card
	problem := e.problem()
	width := min(float32(112), (row.W-8)/2)
	if c.Button(ChainPrefix+"apply", row.CutRight(width),
		widget.ButtonOptions{Text: "Apply", Hint: "Group by this chain (Ctrl+Return)", Look: widget.Chosen, Why: words.UpperFirst(problem)}) {
		e.Apply, c.Again = true, true
	}
	row.CutRight(8)
	if c.Button(ChainPrefix+"cancel", row.CutRight(width),
		widget.ButtonOptions{Text: "Cancel", Hint: c.Tip(action.GoEscape, "Keep the current grouping"), Look: widget.Ground}) {
		card.CloseChain(c.Core)
	}
	row.CutRight(10)
	words, col := problem, c.Fault
	if problem == "" {
		words, col = "Ctrl+Z undoes it.", c.Dim
		if g := e.Grouping(); g == e.of {
			words = "This is the current grouping."
		}
	}
	if problem != "" || c.Width(canvas.Small, words) <= row.W {
		c.Text(row, canvas.Small, canvas.Left, col, words)
	}
}
