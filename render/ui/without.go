package ui

import (
	"fmt"
	"regexp"

	"memcity/city"
)

// Without tells what is taken out of the heap, and what that frees at the GC point shown.
type Without struct {
	Cutouts []city.Cutout
	Known   *city.Without // nil as long as it is not known
	Waiting bool          // it is being computed
	Sizes   bool          // the city shows other sizes than the objects' own, of which nothing is told
	Failed  string        // why it is not known
}

// WithoutText names in a line what is taken out, types without their packages, and what that frees.
func WithoutText(w *Without) string {
	name := w.Cutouts[0].Text
	if name == "" && w.Known != nil {
		name = w.Known.Each[0].Text
	}
	text := "without " + oneLine(withoutPackages(name))
	if n := len(w.Cutouts) - 1; n > 0 {
		text += fmt.Sprintf(" and %d more", n)
	}
	if w.Known == nil {
		return text
	}
	return text + ", which frees " + freedText(w.Known.Freed)
}

// qualified is a name with its packages before it, which begin with small letters and have dots after them.
var qualified = regexp.MustCompile(`\b(?:\p{Ll}[\p{L}\p{N}_]*\.)+(\p{Lu})`)

// withoutPackages leaves out the packages of the types in a text, as in "the static field Main.cache".
func withoutPackages(text string) string { return qualified.ReplaceAllString(text, "$1") }

// legendCut tells what the parts of the buildings mean while something is taken out.
func legendCut(c *canvas, b *box, palette *city.Palette) {
	partSample(c, b, "Freed", "would go with it", palette.Gone, true)
	partSample(c, b, "Stays", "would still be there", palette.Kept, false)
}

// Lengths of the panel, in dp.
const (
	withoutWidth   = 360
	withoutLeast   = 220 // in less room it is left out
	withoutRows    = 190 // height from which on they are scrolled
	withoutRoomy   = 600 // height of the window from which on one thing has a row of its own
	withoutPutBack = 84
	withoutLine    = 17
)

// Room in dp that the panel takes with one thing taken out, with the gap beside and below it.
const (
	WithoutWidth  = withoutWidth + margin
	WithoutHeight = 115 + margin
)

// drawWithout draws what is taken out, thing by thing with what it frees, and what all of it frees together.
func drawWithout(c *canvas, b box) {
	w := c.model.Without
	inner := b.inset(padding, 0)
	inner.cutTop(8)
	head := inner.cutTop(26)
	if len(w.Cutouts) > 1 && c.button("without/all", head.cutRight(104).middle(26), buttonOptions{text: "Put all back", hint: "Put back all that is taken out", look: ground}) {
		c.do(city.PutBack{All: true})
	}
	brief, title := c.guideTells(w), withoutTitle(w)
	if len(w.Cutouts) == 1 && w.Cutouts[0].Kind != city.CutGuide && c.cramped() {
		brief, title = true, "Without "+oneLine(w.Cutouts[0].Text)
	}
	if brief {
		putBack(c, head.cutRight(withoutPutBack), w, 0)
	}
	head.cutRight(8)
	c.explain("without/title", head, "Taken out", title, "What would be freed without all of this, counted exactly at this GC point. X takes out what is selected.")
	c.name(head, heading, left, c.theme.text, title)
	drawFreed(c, &inner, w)
	inner.cutTop(4)
	if brief {
		c.want(withoutWidth, b.h-inner.h+6)
		return
	}
	above := b.h - inner.h
	inner.cutBottom(6)
	rows := float32(0)
	c.scroll("without", inner, func(content box) float32 {
		top := content.y
		content.h = 1e5
		for i := range w.Cutouts {
			drawCutout(c, &content, w, i)
		}
		rows = content.y - top
		return rows
	})
	c.want(withoutWidth, above+min(rows, withoutRows)+6)
}

// cramped reports whether the window is so low that the panel is to hide as little of the city as it can.
func (k *core) cramped() bool { return float32(k.size.Y)/k.dpPx < withoutRoomy }

// guideTells reports whether the guide beside the city says what is taken out, so that the panel need not.
func (k *core) guideTells(w *Without) bool {
	return len(w.Cutouts) == 1 && w.Cutouts[0].Kind == city.CutGuide && k.sides().Shows(GuideP)
}

func withoutTitle(w *Without) string {
	if n := len(w.Cutouts); n > 1 {
		return fmt.Sprintf("Without these %d", n)
	}
	return "Without this"
}

// drawFreed draws what all cutouts free together, as a share of the heap.
func drawFreed(c *canvas, b *box, w *Without) {
	row := b.cutTop(20)
	if w.Known == nil {
		c.text(row, small, left, c.dim, w.lacking())
		return
	}
	k := w.Known
	words := freedText(k.Freed) + ": " + PercentOf(k.Share()) + " of the heap"
	c.explain("without/freed", row, "Freed", words, fmt.Sprintf("Of %s, %s, that GC roots keep alive. Weak references keep nothing alive here; in retained sizes they count as any other.", plural(k.Heap.Objects, "object", "objects"), Size(k.Heap.Bytes)))
	c.text(row, strong, left, c.theme.text, words)
	b.cutTop(3)
	c.bar(b.cutTop(6), k.Share(), c.accent)
}

func freedText(a city.Amount) string {
	return plural(a.Objects, "object", "objects") + ", " + Size(a.Bytes)
}

// lacking says why it is not known what is freed.
func (w *Without) lacking() string {
	switch {
	case w.Sizes:
		return "Choose shallow sizes to see what would be freed."
	case w.Waiting:
		return "Computing what would be freed…"
	case w.Failed != "":
		return upperFirst(w.Failed) + "."
	}
	return "Not computed: it was given up."
}

// drawCutout draws one thing that is taken out, with what it frees alone and a button that puts it back.
func drawCutout(c *canvas, b *box, w *Without, i int) {
	x := &w.Cutouts[i]
	width := b.w - withoutPutBack - 8
	lines, height := c.nameLines(body, width, oneLine(x.Text)), c.paragraphHeight(width, small, x.Text)
	if x.Kind != city.CutGuide {
		height = float32(max(len(lines), 1)) * withoutLine
	}
	row := b.cutTop(height + lineHeight(small) + 9)
	c.hline(row.x, row.y, row.w, 0, c.line)
	putBack(c, row.cutRight(withoutPutBack), w, i)
	row.cutRight(8)
	what := cutoutKind(x)
	if w.Known != nil {
		switch each := &w.Known.Each[i]; {
		case each.Missing != "":
			what = upperFirst(each.Missing)
		case len(w.Cutouts) > 1:
			what = "Alone " + freedText(each.Amount)
		}
	}
	c.explain(fmt.Sprintf("without/cut/%d", i), row, x.Text, what, oneLine(cutoutHint(x))+": "+what+".")
	row.cutTop(4)
	if name := row.cutTop(height); x.Kind == city.CutGuide { // a sentence, others are names
		c.paragraph(name, small, c.theme.text, x.Text)
	} else {
		for _, l := range lines {
			c.draw(name.cutTop(withoutLine), body, left, c.theme.text, l)
		}
	}
	c.text(row.cutTop(lineHeight(small)), small, left, c.dim, what)
}

// putBack draws the button that puts one thing back.
func putBack(c *canvas, cell box, w *Without, i int) {
	x := w.Cutouts[i]
	if c.button(fmt.Sprintf("without/back/%d", i), cell.middle(26), buttonOptions{text: "Put back", name: "Put back " + x.Text, hint: "Put this back", look: ground}) {
		c.do(city.PutBack{What: []city.Cutout{x}})
	}
}

// cutoutKind says what is taken out.
func cutoutKind(x *city.Cutout) string {
	switch x.Kind {
	case city.CutGroup:
		return "All objects of the group"
	case city.CutReferences, city.CutEdge:
		return "These references"
	case city.CutRoot:
		return "The GC root"
	case city.CutNode:
		return "What the node stands for"
	}
	return "What the guide suggests"
}

// cutoutHint names what is taken out in full.
func cutoutHint(x *city.Cutout) string {
	switch x.Kind {
	case city.CutGroup, city.CutReferences:
		return x.String()
	}
	return x.Text
}
