package ui

import "memcity/city"

// emptyButton is something to do where a view has nothing to show.
type emptyButton struct {
	text, hint string
	event      Event
}

// emptyView draws words in place of what a view would show: what is lacking, and what to do.
func (c *canvas) emptyView(b box, icon, words, more string, buttons ...emptyButton) {
	w := min(b.w, 460)
	lines := c.paragraphHeight(w, body, more)
	height := 34 + 26 + lines
	if len(buttons) > 0 {
		height += 12 + 30
	}
	inner := b.centered(w, min(height, b.h))
	if cell := inner.cutTop(34); b.h >= height {
		c.icon(cell.withHeight(28), icon, c.dim)
	}
	c.text(inner.cutTop(26), title, center, c.theme.text, words)
	for _, line := range c.types.wrap(more, body.size*c.scale, body.weight, w*c.scale) {
		c.text(inner.cutTop(lineHeight(body)), body, center, c.dim, line)
	}
	inner.cutTop(12)
	const wide, gap = 128, 8
	row := inner.cutTop(30)
	row = row.centered(float32(len(buttons))*(wide+gap)-gap, 30)
	for _, o := range buttons {
		if c.button(icon+"/empty/"+o.text, row.cutLeft(wide), buttonOptions{text: o.text, hint: o.hint, look: ground}) {
			c.emit(o.event)
		}
		row.cutLeft(gap)
	}
}

// drawAnswerProgress tells at the right of b that what a view asked for is computed, and how far, and lets it be given up.
// It returns the width used, 0 if nothing is under way.
func drawAnswerProgress(c *canvas, b box, id, what string) float32 {
	if !c.model.Answers.Busy {
		return 0
	}
	whole := b.w
	if c.iconButton(id+"/cancel", b.cutRight(22).middle(22), "close", "Cancel", "Give computing up (Esc)", false) {
		c.emit(CancelWork)
	}
	b.cutRight(6)
	if p := c.model.Answers.Progress; p.Total > 0 {
		share := min(float64(p.Done)/float64(p.Total), 1)
		what += ", " + PercentOf(share)
		c.bar(b.cutRight(min(80, b.w/4)).middle(5), share, c.accent)
		b.cutRight(8)
	}
	return whole - b.w + c.text(b, small, right, c.dim, what)
}

const noStatesWords = "This recording tells of GCs, but has no heap states: there are no objects to group. Open it together with heap dumps or class histograms of the same run to see what fills the heap."

// drawNoStates stands in place of a view that needs heap states, for a recording that has none.
func drawNoStates(c *canvas, b box) {
	name, icon := "", "table"
	for _, v := range views {
		if v.view == c.model.State.View {
			name, icon = v.text, v.icon
		}
	}
	drawViewHead(c, &b, name)
	c.emptyView(b, icon, "There are no heap states", noStatesWords, emptyButton{"Overview", "The heap over time, GC pauses and suspicious windows (Ctrl+5)", Do{city.Show{View: city.OverviewView}}},
		emptyButton{"Open files…", "Open other files, or several of one run together (Ctrl+O)", OpenFile})
}
