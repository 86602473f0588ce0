package widget

import (
	"image/color"

	"memcity/city/view"
	"memcity/render/action"
	"memcity/render/ui/canvas"
	"memcity/render/ui/model"
	"memcity/words"
)

// EmptyButton is a button in an empty view. It runs Action or, if that is empty, emits Event. Text and Hint replace the words of the action.
type EmptyButton struct {
	Action     action.ID
	Text, Hint string
	Event      model.Event
}

// EmptyView draws a message in place of an empty view: what is missing, and what to do. It scrolls if it does not fit.
func (c *Canvas) EmptyView(b canvas.Box, icon, words, more string, buttons ...EmptyButton) {
	w := min(b.W, 460)
	title := c.ParagraphHeight(w, canvas.Title, words)
	height := title + 8 + c.ParagraphHeight(w, canvas.Body, more)
	if len(buttons) > 0 {
		height += 12 + 30
	}
	const iconHeight = 34
	if b.H < height {
		c.Scroll(icon+"/empty", b, func(content canvas.Box) float32 {
			c.emptyWords(content.Centered(w, content.H).WithHeight(height), icon, words, more, buttons)
			return height
		})
		return
	}
	inner := b.Centered(w, min(height+iconHeight, b.H))
	if b.H >= height+iconHeight {
		c.Icon(inner.CutTop(iconHeight).WithHeight(28), icon, c.Dim)
	}
	c.emptyWords(inner, icon, words, more, buttons)
}

func (c *Canvas) emptyWords(b canvas.Box, icon, words, more string, buttons []EmptyButton) {
	lines := func(st canvas.Style, col color.NRGBA, s string) {
		for _, line := range c.Types.Wrap(s, st.Size*c.Scale, st.Weight, b.W*c.Scale) {
			c.Text(b.CutTop(canvas.LineHeight(st)), st, canvas.Center, col, line)
		}
	}
	lines(canvas.Title, c.Theme.Text, words)
	b.CutTop(8)
	lines(canvas.Body, c.Dim, more)
	b.CutTop(12)
	const gap = 8
	wide := min(128, (b.W+gap)/float32(max(len(buttons), 1))-gap)
	row := b.CutTop(30)
	row = row.Centered(float32(len(buttons))*(wide+gap)-gap, 30)
	for _, o := range buttons {
		cell, look := row.CutLeft(wide), ButtonOptions{Text: o.Text, Hint: o.Hint, Look: Ground}
		if o.Action != "" {
			c.ActionButton(icon+"/empty/"+string(o.Action), cell, o.Action, look)
		} else if c.Button(icon+"/empty/"+o.Text, cell, look) {
			c.Emit(o.Event)
		}
		row.CutLeft(gap)
	}
}

// DrawProgress draws the progress of a view's queries at the right of b, with a button that cancels them. It returns the width used; 0 if
// nothing is in progress.
func DrawProgress(c *Canvas, b canvas.Box, id, what string) float32 {
	if !c.Model.Results.Busy {
		return 0
	}
	whole := b.W
	if c.IconButton(id+"/cancel", b.CutRight(22).Middle(22), "close", "Cancel", c.Action(action.GoEscape).Tip("Cancel computing"), "") {
		c.Run(action.WorkCancel)
	}
	b.CutRight(6)
	if p := c.Model.Results.Progress; p.Total > 0 {
		share := min(float64(p.Done)/float64(p.Total), 1)
		what += ", " + words.PercentOf(share)
		c.Bar(b.CutRight(min(80, b.W/4)).Middle(5), share, c.Accent)
		b.CutRight(8)
	}
	return whole - b.W + c.Text(b, canvas.Small, canvas.Right, c.Dim, what)
}

const NoStatesWords = "This recording has GC events but no heap states. Open it together with heap dumps or class histograms of the same run to see what fills the heap."

// drawNoStates replaces a view that needs heap states, for a recording without any.
func drawNoStates(c *Canvas, b canvas.Box) {
	name, icon := "", "table"
	for _, v := range c.Views() {
		if v.View == c.Model.State.View {
			name, icon = v.Text, v.Icon
		}
	}
	DrawViewHead(c, &b, name)
	c.EmptyView(b, icon, "No heap states", NoStatesWords,
		EmptyButton{Action: action.View(view.That(view.HeapOverTime))},
		EmptyButton{Action: action.FileOpen, Text: "Open files…", Hint: "Open other files, or several of one run together"})
}

// Remark draws a paragraph of secondary text and cuts it from b.
func (c *Canvas) Remark(b *canvas.Box, text string) {
	b.CutTop(c.Paragraph(*b, canvas.Small, c.Dim, text))
}
