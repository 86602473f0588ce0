package ui

import (
	"fmt"
	"image/color"
	"slices"

	"memcity/city"
)

// drawStructureDetail draws what is known of the chosen data structure, and what can be done about it.
func drawStructureDetail(c *canvas, b box, r *city.StructuresReport, page city.StructuresPage) {
	s, grown := c.chosenStructure(r)
	if s == nil {
		if page == city.GrowingStructures && r.Growth == nil {
			return
		}
		c.text(b.withHeight(40), body, left, c.dim, "Choose a data structure to see what is known of it.")
		return
	}
	drawStructureName(c, &b, s, r)
	drawStructureButtons(c, b.cutTop(30), s, r)
	b.cutTop(8)
	c.scroll("structures/detail", box{b.x, b.y, b.w - 8, b.h}, func(content box) float32 {
		top := content.y
		content.h = 1e5
		if grown != nil && page == city.GrowingStructures {
			drawPattern(c, &content, grown)
		}
		drawHeldBy(c, &content, s, r)
		drawStructureSizes(c, &content, s, grown, r)
		drawStructureCounts(c, &content, s)
		return content.y - top
	})
}

// drawStructureName draws the type of the head.
func drawStructureName(c *canvas, b *box, s *city.Structure, r *city.StructuresReport) {
	head := b.cutTop(24)
	if node, ok := c.typeGroup(s.Type); ok {
		c.groupChip(head.cutLeft(treeChip).middle(treeChip), node, c.model.Plan.Series.Key(node))
		head.cutLeft(8)
	}
	object := fmt.Sprintf("object %s", Count(int64(s.Object)))
	if r.Growth != nil && s.Contained {
		object = "contained in another, " + object
	}
	name := unqualified(s.Type)
	used := c.text(head, title, left, c.theme.text, name)
	head.cutLeft(used + 10)
	if c.width(small, object) <= head.w {
		c.text(head, small, left, c.dim, object)
	}
	under := s.Type
	if s.Site != "" {
		under = "allocated in " + s.Site
	}
	c.name(b.cutTop(16), small, left, c.dim, under)
	b.cutTop(4)
}

// drawStructureButtons draws what can be done with the chosen data structure.
func drawStructureButtons(c *canvas, b box, s *city.Structure, r *city.StructuresReport) {
	const gap, side = 6, 30
	more := b.cutRight(side).centered(side, side)
	b.cutRight(gap)
	if c.iconButton("structures/chosen", more, "more", "More about "+unqualified(s.Type), "What else can be done with it", false) {
		c.openStructureMenu("structures/chosen", more)
	}
	w := min((b.w-2*gap)/3, 124)
	for _, a := range c.structureActions(s, r)[:3] {
		if c.button("structures/do/"+a.text, b.cutLeft(w).middle(28), buttonOptions{text: a.text, hint: a.hint, look: ground, off: a.off}) {
			a.act(c)
		}
		b.cutLeft(gap)
	}
}

// structureAction is something to do with a data structure.
type structureAction struct {
	text, hint string
	off        bool
	act        func(c *canvas)
}

// structureActions are what can be done with a data structure.
func (c *canvas) structureActions(s *city.Structure, r *city.StructuresReport) []structureAction {
	m := &c.model
	own := c.typeKey(s.Type)
	names := append(s.MainContents(r.Ask.In()), s.Type)
	slices.Reverse(names) // the last one selected is the one that is told of
	var keys []string
	for _, name := range names {
		if key := c.typeKey(name); key != "" && !slices.Contains(keys, key) {
			keys = append(keys, key)
		}
	}
	point := m.Plan.Series.PointOf(r.Ask.To)
	visit := func(v city.View, object uint32, key string) func(c *canvas) {
		return func(c *canvas) { c.do(city.VisitObject{View: v, Point: point, Object: object, Key: key}) }
	}
	inCity := func(c *canvas) {
		c.do(city.GoTo{Point: point})
		c.do(city.SelectRows{Keys: keys})
		c.do(city.Show{View: city.CityView})
		c.emit(FocusSelection)
	}
	return []structureAction{
		{"Show in city", "Select the groups of its type and of the contents that grew most in the city", point < 0 || len(keys) == 0, inCity},
		{"Who holds it", "The ways from GC roots to this very object, as a heap graph", point < 0, visit(city.GraphView, s.Object, own)},
		{"Inspect", "This very object with its fields and references, and the group of its type", point < 0 || own == "", visit(city.GroupView, s.Object, own)},
	}
}

// patternColor is the colour of a pattern: the more it has to do with a leak, the stronger.
func (c *canvas) patternColor(p city.GrowthPattern) color.NRGBA {
	pal := c.model.State.Settings.Palette()
	switch p {
	case city.SingleContainerGrowth:
		return solid(pal.Growth(0.85))
	case city.SharedContainerGrowth, city.SingleDataGrowth:
		return solid(pal.Growth(0.55))
	case city.SharedDataGrowth:
		return solid(pal.Growth(0.3))
	}
	return c.edge
}

// drawPattern explains how a data structure grows, and what to do next.
func drawPattern(c *canvas, b *box, g *city.StructureGrowth) {
	p := g.PatternAt(c.model.State.Structuring.StrongOr())
	name := upperFirst(p.String())
	if p == city.NoGrowthPattern {
		name = "No pattern"
	}
	row := b.cutTop(20)
	c.fill(row.cutLeft(4), 2, c.patternColor(p))
	row.cutLeft(8)
	c.text(row, heading, left, c.theme.text, name)
	b.cutTop(3)
	c.tellAll(b, c.theme.text, p.Meaning())
	b.cutTop(3)
	c.tellAll(b, c.dim, "Next: "+patternNext(p))
	b.cutTop(5)
}

// tellAll sets a paragraph at the top of b, which it cuts off, and lists it as one text.
func (c *canvas) tellAll(b *box, col color.NRGBA, text string) {
	lines := c.types.wrap(text, body.size*c.scale, body.weight, b.w*c.scale)
	whole := *b
	for _, line := range lines {
		c.draw(b.cutTop(lineHeight(body)), body, left, col, line)
	}
	whole.h = b.y - whole.y
	c.tell(whole, text)
}

// patternNext tells what to do next with what the window has for it.
func patternNext(p city.GrowthPattern) string {
	switch p {
	case city.SingleContainerGrowth:
		return "Who holds it leads to the field to look at: find where contents are added, and where they ought to be removed."
	case city.SharedContainerGrowth:
		return "Show its contents in the city and ask who keeps them alive: they have to be removed from every data structure that contains them."
	case city.SingleDataGrowth:
		return "Inspect what its contents refer to, and which field of theirs grows."
	case city.SharedDataGrowth:
		return "Look for who else owns what grew: this data structure is probably not the cause."
	case city.NonGrowth:
		return "Look at others."
	}
	return p.Next()
}

// drawHeldBy tells who holds the data structure.
func drawHeldBy(c *canvas, b *box, s *city.Structure, r *city.StructuresReport) {
	words := "looking for who holds it …"
	a := &c.model.Answers
	switch known := a.Held; {
	case known != nil && known.Ask == city.AskHeld{Point: r.Ask.To, Object: s.Object} && known.Words != "":
		words = known.Words + "."
	case known != nil && known.Ask == city.AskHeld{Point: r.Ask.To, Object: s.Object}:
		words = "No GC root is known to keep it alive."
	case !a.Busy && a.Ask.Held != nil:
		words = "It was not found out who holds it."
	}
	row := b.cutTop(18)
	c.icon(row.cutLeft(15).middle(14), "root", c.dim)
	row.cutLeft(5)
	c.text(row, strong, left, c.theme.text, "Held by")
	c.tellAll(b, c.theme.text, words)
	b.cutTop(7)
}

// drawStructureSizes draws the four sizes, before and after if it is known how they grew.
func drawStructureSizes(c *canvas, b *box, s *city.Structure, g *city.StructureGrowth, r *city.StructuresReport) {
	m := r.Ask.In()
	const rowHigh, names = 19, 88
	cells := func(row box, st style, col color.NRGBA, texts ...string) {
		w := min(row.w/float32(len(texts)), 108)
		for _, text := range texts {
			c.text(row.cutLeft(w), st, right, col, text)
		}
	}
	head := b.cutTop(rowHigh)
	head.cutLeft(names)
	if g != nil {
		cells(head, small, c.dim, "before", "after", "growth", "portion")
	} else {
		cells(head, small, c.dim, "bytes", "objects")
	}
	for rank := range city.StructureRanks {
		row := b.cutTop(rowHigh)
		label := row.cutLeft(names)
		c.fill(label.cutLeft(9).middle(9), 2, c.rankColor(rank))
		label.cutLeft(6)
		c.text(label, body, left, c.theme.text, rankNames[rank].name)
		if g == nil {
			bytes, ok := s.Sizes.Of(rank, city.Bytes)
			objects, _ := s.Sizes.Of(rank, city.Objects)
			if !ok {
				cells(row, body, c.theme.off, "–", "–")
				continue
			}
			cells(row, body, c.theme.text, Size(bytes), Count(objects))
			continue
		}
		grown, ok := g.Grown(rank, m)
		if !ok {
			cells(row, body, c.theme.off, "–", "–", "–", "–")
			continue
		}
		before, _ := g.Before.Of(rank, m)
		after, _ := g.Sizes.Of(rank, m)
		portion := "–"
		if g.Portions != nil {
			portion = percent(g.Portions.Of(rank))
		}
		cells(row, body, c.theme.text, ShortAmount(m, before), ShortAmount(m, after), shortGrowth(m, grown), portion)
	}
	b.cutTop(6)
}

// shortGrowth is Growth with few digits.
func shortGrowth(m city.Metric, v int64) string {
	if v > 0 {
		return "+" + ShortAmount(m, v)
	}
	return ShortAmount(m, v)
}

// drawStructureCounts tells what the data structure is made of.
func drawStructureCounts(c *canvas, b *box, s *city.Structure) {
	text := fmt.Sprintf("%s, %s, %s contained", plural(int64(s.Parts), "internal part", "internal parts"), plural(int64(s.Leaves), "leaf", "leaves"),
		plural(int64(s.Nested), "data structure", "data structures"))
	h := c.paragraphHeight(b.w, small, text)
	c.paragraph(b.cutTop(h+2), small, c.dim, text)
}
