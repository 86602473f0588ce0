package structures

import (
	"cmp"
	"fmt"
	"image/color"
	"slices"

	"memcity/city/state"
	"memcity/city/trees"
	viewpkg "memcity/city/view"
	"memcity/city/view/structures"
	"memcity/render/action"
	"memcity/render/ui/canvas"
	"memcity/render/ui/part"
	"memcity/render/ui/widget"
	"memcity/words"
)

// drawStructureDetail draws the details of the chosen data structure, and the commands for it.
func (view *View) drawStructureDetail(c *widget.Canvas, b canvas.Box, r *structures.Report, page structures.Page) {
	s, grown := view.chosenStructure(c, r)
	if s == nil {
		if page == structures.GrowingStructures && r.Growth == nil {
			return
		}
		c.Text(b.WithHeight(40), canvas.Body, canvas.Left, c.Dim, "Select a data structure to see its details.")
		return
	}
	view.drawStructureName(c, &b, s, r)
	view.drawStructureButtons(c, b.CutTop(30), s, r)
	b.CutTop(8)
	c.Scroll("structures/detail", canvas.Rect(b.X, b.Y, b.W-8, b.H), func(content canvas.Box) float32 {
		top := content.Y
		content.H = 1e5
		if grown != nil && page == structures.GrowingStructures {
			view.drawPattern(c, &content, grown)
		}
		view.drawHeldBy(c, &content, s, r)
		view.drawStructureSizes(c, &content, s, grown, r)
		view.drawStructureCounts(c, &content, s)
		return content.Y - top
	})
}

// drawStructureName draws the type of the head object.
func (view *View) drawStructureName(c *widget.Canvas, b *canvas.Box, s *structures.Structure, r *structures.Report) {
	head := b.CutTop(24)
	if node, ok := view.typeGroup(c, s.Type); ok {
		part.GroupChip(c, head.CutLeft(widget.TreeChip).Middle(widget.TreeChip), node, c.Model.Plan.Series.Key(node))
		head.CutLeft(8)
	}
	object := fmt.Sprintf("object %s", words.Count(int64(s.Object)))
	if r.Growth != nil && s.Contained {
		object = "contained in another, " + object
	}
	name := words.Unqualified(s.Type)
	used := c.Text(head, canvas.Title, canvas.Left, c.Theme.Text, name)
	head.CutLeft(used + 10)
	if c.Width(canvas.Small, object) <= head.W {
		c.Text(head, canvas.Small, canvas.Left, c.Dim, object)
	}
	under := s.Type
	if s.Site != "" {
		under = "allocated in " + s.Site
	}
	c.Name(b.CutTop(16), canvas.Small, canvas.Left, c.Dim, under)
	b.CutTop(4)
}

// drawStructureButtons draws the commands for the chosen data structure.
func (view *View) drawStructureButtons(c *widget.Canvas, b canvas.Box, s *structures.Structure, r *structures.Report) {
	const gap, side = 6, 30
	more := b.CutRight(side).Centered(side, side)
	b.CutRight(gap)
	if c.IconButton("structures/chosen", more, "more", "More about "+words.Unqualified(s.Type), "More actions", "") {
		view.openStructureMenu(c, "structures/chosen", more)
	}
	w := min((b.W-2*gap)/3, 124)
	for _, a := range view.structureActions(c, s, r)[:3] {
		wide := max(c.Width(canvas.Strong, a.text)+16, w)
		if wide > b.W+1 { // it is also in the menu
			break
		}
		if c.Button("structures/do/"+a.text, b.CutLeft(wide).Middle(28),
			widget.ButtonOptions{Text: a.text, Hint: a.hint, Look: widget.Ground, Why: a.why}) {
			a.act(c)
		}
		b.CutLeft(gap)
	}
}

// structureAction is a command for a data structure.
type structureAction struct {
	text, hint string
	why        string // reason if disabled
	act        func(c *widget.Canvas)
}

// structureActions returns the commands for a data structure.
func (view *View) structureActions(c *widget.Canvas, s *structures.Structure, r *structures.Report) []structureAction {
	m := &c.Model
	own := view.typeKey(c, s.Type)
	names := append(s.MainContents(r.Query.In()), s.Type)
	slices.Reverse(names) // views show the last selected group
	var keys []string
	for _, name := range names {
		if key := view.typeKey(c, name); key != "" && !slices.Contains(keys, key) {
			keys = append(keys, key)
		}
	}
	point := m.Plan.Series.PointOf(r.Query.To)
	visit := func(v state.View, object uint32, key string) func(c *widget.Canvas) {
		return func(c *widget.Canvas) { c.Do(state.VisitObject{View: v, Point: point, Object: object, Key: key}) }
	}
	inCity := func(c *widget.Canvas) {
		c.Do(state.GoTo{Point: point})
		c.Do(state.SelectRows{Keys: keys})
		c.Do(state.Show{View: state.CityView})
		c.Run(action.CameraFocus)
	}
	gone := widget.Why(point < 0, "Not measured at any GC point of the city")
	return []structureAction{
		{"Show in city", "Select its type and its fastest-growing contents in the city", cmp.Or(gone, widget.Why(len(keys) == 0, widget.NoGroupInCity)), inCity},
		{"Who holds it", "The paths from GC roots to this object, as a heap graph", gone, visit(viewpkg.That(viewpkg.RootPaths), s.Object, own)},
		{"Inspect", "Show this object's fields, references, and group", cmp.Or(gone, widget.Why(own == "", widget.NoGroupInCity)),
			visit(viewpkg.That(viewpkg.GroupContents), s.Object, own)},
	}
}

// patternColor returns the color of a growth pattern. Patterns that indicate leaks have stronger colors.
func (view *View) patternColor(c *widget.Canvas, p structures.GrowthPattern) color.NRGBA {
	pal := c.Model.State.Settings.Palette()
	switch p {
	case structures.SingleContainerGrowth:
		return canvas.Solid(pal.Growth(0.85))
	case structures.SharedContainerGrowth, structures.SingleDataGrowth:
		return canvas.Solid(pal.Growth(0.55))
	case structures.SharedDataGrowth:
		return canvas.Solid(pal.Growth(0.3))
	}
	return c.Edge
}

// drawPattern explains how a data structure grows and what to do next.
func (view *View) drawPattern(c *widget.Canvas, b *canvas.Box, g *structures.Grown) {
	p := g.PatternAt(structures.View.Of(c.Model.State.Views).StrongOr())
	name := words.UpperFirst(p.String())
	if p == structures.NoGrowthPattern {
		name = "No pattern"
	}
	row := b.CutTop(20)
	c.Fill(row.CutLeft(4), 2, view.patternColor(c, p))
	row.CutLeft(8)
	c.Text(row, canvas.Heading, canvas.Left, c.Theme.Text, name)
	b.CutTop(3)
	view.paragraph(c, b, c.Theme.Text, p.Meaning())
	b.CutTop(3)
	view.paragraph(c, b, c.Dim, "Next: "+patternNext(p))
	if g.Turnover != nil {
		b.CutTop(3)
		view.paragraph(c, b, c.Theme.Text, g.Turnover.Text())
	}
	b.CutTop(5)
}

// paragraph draws a paragraph at the top of b, cuts it off b, and lists it as a single text.
func (view *View) paragraph(c *widget.Canvas, b *canvas.Box, col color.NRGBA, text string) {
	lines := c.Types.Wrap(text, canvas.Body.Size*c.Scale, canvas.Body.Weight, b.W*c.Scale)
	whole := *b
	for _, line := range lines {
		c.Draw(b.CutTop(canvas.LineHeight(canvas.Body)), canvas.Body, canvas.Left, col, line)
	}
	whole.H = b.Y - whole.Y
	c.ListText(whole, text)
}

// patternNext returns the next step for a growth pattern.
func patternNext(p structures.GrowthPattern) string {
	switch p {
	case structures.SingleContainerGrowth:
		return "Follow the path to the field that holds it. Find where contents are added, and where they should be removed."
	case structures.SharedContainerGrowth:
		return "Show what keeps its contents alive. Every data structure that contains them must remove them."
	case structures.SingleDataGrowth:
		return "Inspect its contents to find the field that grows."
	case structures.SharedDataGrowth:
		return "Find the other owners of what grew: this data structure is probably not the cause."
	case structures.NonGrowth:
		return "Check other data structures."
	}
	return p.Next()
}

// drawHeldBy draws the owner of the data structure.
func (view *View) drawHeldBy(c *widget.Canvas, b *canvas.Box, s *structures.Structure, r *structures.Report) {
	words := "searching for owners…"
	a := &c.Model.Results
	switch known := structures.HeldKind.Result(a); {
	case known != nil && known.Query == structures.HeldQuery{Point: r.Query.To, Object: s.Object} && known.Words != "":
		words = known.Words + "."
	case known != nil && known.Query == structures.HeldQuery{Point: r.Query.To, Object: s.Object}:
		words = "No GC root is known to keep it alive."
	case !a.Busy && structures.HeldKind.Wanted(a.Request):
		words = "This input does not show what holds it."
	}
	row := b.CutTop(18)
	c.Icon(row.CutLeft(15).Middle(14), "root", c.Dim)
	row.CutLeft(5)
	c.Text(row, canvas.Strong, canvas.Left, c.Theme.Text, "Held by")
	view.paragraph(c, b, c.Theme.Text, words)
	b.CutTop(7)
}

// drawStructureSizes draws the four sizes, with both ends of the window if the growth is available.
func (view *View) drawStructureSizes(c *widget.Canvas, b *canvas.Box, s *structures.Structure, g *structures.Grown, r *structures.Report) {
	m := r.Query.In()
	const rowHigh, names = 19, 88
	cells := func(row canvas.Box, st canvas.Style, col color.NRGBA, texts ...string) {
		w := min(row.W/float32(len(texts)), 108)
		for _, text := range texts {
			c.Text(row.CutLeft(w), st, canvas.Right, col, text)
		}
	}
	head := b.CutTop(rowHigh)
	head.CutLeft(names)
	if g != nil {
		cells(head, canvas.Small, c.Dim, "before", "after", "growth", "portion")
	} else {
		cells(head, canvas.Small, c.Dim, "bytes", "objects")
	}
	for rank := range structures.StructureRanks {
		row := b.CutTop(rowHigh)
		label := row.CutLeft(names)
		c.Fill(label.CutLeft(9).Middle(9), 2, view.rankColor(c, rank))
		label.CutLeft(6)
		c.Text(label, canvas.Body, canvas.Left, c.Theme.Text, rankNames[rank].name)
		if g == nil {
			bytes, ok := s.Sizes.Of(rank, trees.Bytes)
			objects, _ := s.Sizes.Of(rank, trees.Objects)
			if !ok {
				cells(row, canvas.Body, c.Theme.Off, "–", "–")
				continue
			}
			cells(row, canvas.Body, c.Theme.Text, words.Size(bytes), words.Count(objects))
			continue
		}
		grown, ok := g.Grown(rank, m)
		if !ok {
			cells(row, canvas.Body, c.Theme.Off, "–", "–", "–", "–")
			continue
		}
		before, _ := g.Before.Of(rank, m)
		after, _ := g.Sizes.Of(rank, m)
		portion := "–"
		if g.Portions != nil {
			portion = words.PercentColumn(g.Portions.Of(rank))
		}
		cells(row, canvas.Body, c.Theme.Text, words.ShortAmount(m, before), words.ShortAmount(m, after), shortGrowth(m, grown), portion)
	}
	b.CutTop(6)
}

// shortGrowth formats a growth with few digits.
func shortGrowth(m trees.Unit, v int64) string {
	if v > 0 {
		return "+" + words.ShortAmount(m, v)
	}
	return words.ShortAmount(m, v)
}

// drawStructureCounts draws the numbers of internal parts, leaves and contained data structures.
func (view *View) drawStructureCounts(c *widget.Canvas, b *canvas.Box, s *structures.Structure) {
	text := fmt.Sprintf("%s, %s, %s contained", words.Plural(int64(s.Parts), "internal part", "internal parts"),
		words.Plural(int64(s.Leaves), "leaf", "leaves"),
		words.Plural(int64(s.Nested), "data structure", "data structures"))
	h := c.ParagraphHeight(b.W, canvas.Small, text)
	c.Paragraph(b.CutTop(h+2), canvas.Small, c.Dim, text)
}
