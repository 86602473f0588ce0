package graph

import (
	"memcity/city/view/graphs"
	"memcity/render/ui/canvas"
	"memcity/render/ui/model"
	"memcity/render/ui/place"
	"memcity/render/ui/widget"
)

// Space around the words of the strongest path, in dp.
const (
	storyPad    = 9
	storyGutter = 34 // for a button
	minPicture  = 90 // minimum height below the full text
)

// drawGraphStory draws the strongest path in words. If these need too much of the panel, it draws a shorter form, with a button that shows
// the full text. all reports that the full text leaves no space for the picture. No form is cut.
func (view *View) drawGraphStory(c *widget.Canvas, b *canvas.Box, p *graphs.Picture) (all bool) {
	forms, known := graphStory(p)
	width := b.W - 2*storyPad - storyGutter
	words, st := storyForm(c, width, b.H, forms)
	short := words != forms[0]
	if short {
		width -= storyGutter
		words, st = storyForm(c, width, b.H, forms[1:])
	}
	if all = short && view.whole == forms[0]; all {
		words, st = forms[0], canvas.Body
	}
	need := c.ParagraphHeight(width, st, words) + 12
	if all {
		need = min(need, b.H)
	}
	strip := b.CutTop(need)
	b.CutTop(6)
	c.Fill(strip, place.CtlRadius, c.Raised)
	buttons := canvas.Rect(strip.X, strip.Y, strip.W-4, min(strip.H, 60))
	if known {
		c.Fill(canvas.Rect(strip.X, strip.Y, 4, strip.H), 2, view.graphColors(c).strongest)
		if c.IconButton("graph/copy", buttons.CutRight(26).Centered(26, 26), "copy", "Copy description", "Copy the description of the strongest path", "") {
			c.Emit(model.CopyText{Text: p.Words})
		}
		buttons.CutRight(storyGutter - 26)
	}
	if short {
		view.drawStoryButton(c, buttons.CutRight(26).Centered(26, 26), forms[0], all)
	}
	text := strip.Inset(storyPad+3, 6)
	text.W = min(text.W, width)
	if !all {
		setStory(c, text, st, words)
		return false
	}
	c.Scroll("graph/story", text, func(content canvas.Box) float32 {
		return setStory(c, content, st, words)
	})
	return b.H < minPicture
}

// setStory draws all lines of the text from the top of b, lists them as one text, and returns their height.
func setStory(c *widget.Canvas, b canvas.Box, st canvas.Style, words string) float32 {
	step := canvas.LineHeight(st)
	lines := c.Types.Wrap(words, st.Size*c.Scale, st.Weight, b.W*c.Scale)
	for i, l := range lines {
		c.Draw(canvas.Rect(b.X, b.Y+step*float32(i), b.W, step), st, canvas.Left, c.Theme.Text, l)
	}
	b.H = step * float32(len(lines))
	c.ListText(b, words)
	return b.H
}

// drawStoryButton draws the button that shows the full text, or the picture again.
func (view *View) drawStoryButton(c *widget.Canvas, b canvas.Box, whole string, all bool) {
	icon, name, hint, to := "down", "Full text", "Describe the whole path", whole
	if all {
		icon, name, hint, to = "up", "Short text", "Show the graph again", ""
	}
	if c.IconButton("graph/words", b, icon, name, hint, "") {
		view.whole = to
		c.Again = true
	}
}

// storyForm returns the first form that leaves enough space for the picture, otherwise the last one, and its style, which may be smaller.
func storyForm(c *widget.Canvas, width, high float32, forms []string) (string, canvas.Style) {
	most := 3
	switch {
	case high < 260:
		most = 2
	case high > 420:
		most = 5
	}
	for _, form := range forms {
		if c.ParagraphHeight(width, canvas.Body, form) <= canvas.LineHeight(canvas.Body)*float32(most) {
			return form, canvas.Body
		}
	}
	return forms[len(forms)-1], canvas.Small
}

// graphStory returns the strongest path in words, or why there is none: the full text, then shorter forms.
func graphStory(p *graphs.Picture) (forms []string, known bool) {
	switch {
	case p.Words != "":
		for _, words := range append([]string{p.Words}, p.Shorter...) {
			forms = append(forms, words+".")
		}
		return forms, true
	case p.NoRoots:
		return []string{"This recording has no GC roots, only incoming references. Open a heap dump or heap snapshot to see what keeps objects alive.",
			"This recording has no GC roots. Open a heap dump or heap snapshot to see what keeps objects alive."}, false
	case p.Query.Steps.Empty():
		return []string{"Only the selection is shown. Add incoming references or paths to GC roots.", "Only the selection is shown."}, false
	}
	return []string{"None of the paths found so far starts at a GC root."}, false
}
