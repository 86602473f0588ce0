package ui

import (
	"slices"

	"memcity/assets/help"
)

// Sizes of the window for chains in dp. With less width than for all columns, one is shown at a time.
const (
	chainColumnsWidth = 720
	chainReadyWidth   = 240
	chainListWidth    = 300
	chainWantHeight   = 640
)

// drawChain draws the window for what heap states are grouped by: ready-made chains, the chain being put together, and
// what can be added to it.
func drawChain(c *canvas, b box) {
	c.openChain()
	e := &c.local.chain
	inner := b.inset(padding, 0)
	inner.cutTop(10)
	head := inner.cutTop(28)
	ends := head.cutRight(26).moved(5, 0)
	c.helpMark(head.cutRight(26).moved(5, 0), help.View("chain"))
	if c.iconButton(chainPrefix+"close", ends.centered(26, 26), "close", "Close", "Close without a change (Esc)", false) {
		c.closeChain()
		return
	}
	c.text(head, title, left, c.theme.text, "Group by")
	inner.cutTop(4)
	inner.cutBottom(12)
	buttons := inner.cutBottom(32)
	inner.cutBottom(8)
	if b.w >= chainColumnsWidth {
		drawChainColumns(c, inner)
	} else {
		drawChainTab(c, inner)
	}
	drawChainButtons(c, buttons)
	c.frame(b, 10, 1, c.line) // it may lie over other cards
	c.want(0, chainWantHeight)
	if e.apply {
		e.apply = false
		c.applyChain()
	}
}

func drawChainColumns(c *canvas, b box) {
	const gap, scrollBar = 24, 8
	ready := b.cutLeft(min(chainReadyWidth, b.w*0.27))
	c.vline(b.x+(gap+scrollBar)/2, b.y, b.h, 1, c.line)
	b.cutLeft(gap)
	list := b.cutRight(min(chainListWidth, b.w*0.45))
	c.vline(b.right()-(gap-scrollBar)/2, b.y, b.h, 1, c.line)
	b.cutRight(gap)
	drawReadyChains(c, ready)
	drawChainRows(c, b)
	drawChainList(c, list)
}

// The columns where one is shown at a time.
const (
	chainTab = iota
	readyTab
	listTab
)

// chainTabs are their names.
var chainTabs = []choice{{"Chain", "What is put together"}, {"Ready-made", "Chains for usual questions"}, {"Add", "All classifiers, filters and transformers"}}

func drawChainTab(c *canvas, b box) {
	e := &c.local.chain
	if i := c.segments(chainPrefix+"tab", b.cutTop(28), "Show", chainTabs, e.tab, false); i >= 0 {
		e.tab, c.again = i, true
	}
	b.cutTop(8)
	switch e.tab {
	case readyTab:
		drawReadyChains(c, b)
	case listTab:
		drawChainList(c, b)
	default:
		drawChainRows(c, b)
	}
}

func drawChainButtons(c *canvas, row box) {
	e := &c.local.chain
	problem := e.problem()
	width := min(float32(112), (row.w-8)/2)
	if c.button(chainPrefix+"apply", row.cutRight(width), buttonOptions{text: "Apply", hint: "Group by this chain (Ctrl+Return)", look: chosen, off: problem != ""}) {
		e.apply, c.again = true, true
	}
	row.cutRight(8)
	if c.button(chainPrefix+"cancel", row.cutRight(width), buttonOptions{text: "Cancel", hint: "Leave the grouping as it is (Esc)", look: ground}) {
		c.closeChain()
	}
	row.cutRight(10)
	words, col := problem, c.fault
	if problem == "" {
		words, col = "Ctrl+Z takes it back.", c.dim
		if g := e.grouping(); slices.Equal(g.By, e.of.By) && slices.Equal(g.Filters, e.of.Filters) {
			words = "This is how the heap is grouped now."
		}
	}
	c.text(row, small, left, col, words)
}
