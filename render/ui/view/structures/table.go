package structures

import (
	"image/color"
	"maps"
	"math"

	"memcity/city/state"
	"memcity/city/trees"
	"memcity/city/view/structures"
	"memcity/render/ui/canvas"
	"memcity/render/ui/part"
	"memcity/render/ui/widget"
	"memcity/words"
)

// StructureMenu is the menu of a data structure, of contents, or of a type.
const StructureMenu widget.MenuName = "structure"

// structuresTable returns the table of a page.
func (view *View) structuresTable(c *widget.Canvas, r *structures.Report, page structures.Page) *widget.TreeTable {
	l := view
	t := &widget.TreeTable{
		Id: "structures", What: "Data structures", Local: &l.trees[page],
		Name: widget.TreeColumn{Id: "name", Title: "Data structure",
			Hint: "Type of the head. Contents are listed below it, by type and allocation site.", Fixed: true},
		List: func() widget.TreeList { return view.structureRows(c, r, page) },
		Open: func(row *widget.TreeRow, open bool) {
			next := maps.Clone(l.open)
			if next == nil {
				next = map[string]bool{}
			}
			next[row.Key] = open
			l.open, l.edits = next, l.edits+1
			c.Again = true
		},
		Picked: view.pickedStructure(c, r, page),
		Pick:   func(key string) { view.pickStructure(c, r, page, key) },
		Menu:   StructureMenu,
		Chip:   func(b canvas.Box, row *widget.TreeRow) { view.structureChip(c, b, r, page, row) },
		Hint:   func(row *widget.TreeRow) string { return view.structureHint(c, r, page, row) },
		Void:   func() string { return view.structuresVoid(c, r, page) },
		Fore:   func(row *widget.TreeRow) color.NRGBA { return view.structureFore(c, r, page, row) },
		Order:  func(column string, upward bool) { view.rankStructures(c, column, upward) },
		Upward: structures.View.Of(c.Model.State.Views).Upward,
	}
	switch page {
	case structures.StructureTypes:
		t.What, t.Name.Title, t.Name.Hint = "Types", "Type of data structure", "Types of the heads."
		t.Columns, t.Sort = typeColumns, rankColumns[structures.RankOwn].Id
		if structures.View.Of(c.Model.State.Views).Rank == structures.RankRetained {
			t.Sort = rankColumns[structures.RankRetained].Id
		}
		t.Cell = func(column string, row *widget.TreeRow) widget.TreeCell { return view.typeCell(c, r, column, row) }
	case structures.LargestStructures:
		t.Columns, t.Sort = largestColumns(), rankColumns[structures.View.Of(c.Model.State.Views).Rank].Id
		t.Cell = func(column string, row *widget.TreeRow) widget.TreeCell { return view.largestCell(c, r, column, row) }
	default:
		t.Columns, t.Sort = view.growthColumns(c, r), rankColumns[structures.View.Of(c.Model.State.Views).Rank].Id
		t.Cell = func(column string, row *widget.TreeRow) widget.TreeCell { return view.growthCell(c, r, column, row) }
	}
	return t
}

// rankColumns are the columns of the four sizes. Their ids are the same on all pages.
var rankColumns = [structures.StructureRanks]widget.TreeColumn{
	structures.RankRetained: {Id: "retained", Width: 88, Rank: 8}, structures.RankReachable: {Id: "reachable", Width: 92, Rank: 4},
	structures.RankOwn: {Id: "own", Width: 76, Rank: 5}, structures.RankDeep: {Id: "deep", Width: 76, Rank: 6},
}

// rankStructures changes the order.
func (view *View) rankStructures(c *widget.Canvas, column string, upward bool) {
	for rank := range structures.StructureRanks {
		if rankColumns[rank].Id == column {
			view.setStructures(c, func(t *structures.State) { t.Rank, t.Upward = rank, upward })
		}
	}
}

// growthColumns returns the columns of the growth page: the values of the size that determines the order, and the portions of all sizes.
func (view *View) growthColumns(c *widget.Canvas, r *structures.Report) []widget.TreeColumn {
	size := rankNames[structures.View.Of(c.Model.State.Views).Rank].name
	columns := []widget.TreeColumn{
		{Id: "before", Title: "Before", Hint: size + " size at the start of the window. For contents: the size of the objects themselves.",
			Width: 84, Rank: 2, Fixed: true},
		{Id: "after", Title: "After", Hint: size + " size at the end of the window. For contents: the size of the objects themselves.", Width: 84,
			Rank: 3, Fixed: true},
		{Id: "growth", Title: "Growth", Hint: "After minus before.", Width: 92, Rank: 9, Fixed: true},
		{Id: "leaves", Title: "Objects", Hint: "Number of content objects.", Width: 84, Rank: 1, Fixed: true},
	}
	for rank, col := range rankColumns {
		col.Title = rankNames[rank].name + " %"
		col.Hint = rankNames[rank].hint + " Heap growth portion: its share of the heap's growth."
		columns = append(columns, col)
	}
	return columns
}

// largestColumns returns the columns of the page with the largest data structures.
func largestColumns() []widget.TreeColumn {
	var columns []widget.TreeColumn
	for rank, col := range rankColumns {
		col.Title, col.Hint = rankNames[rank].name, rankNames[rank].hint
		columns = append(columns, col)
	}
	return append(columns,
		widget.TreeColumn{Id: "parts", Title: "Parts", Hint: "Internal parts: the backbone, without the head.", Width: 76, Rank: 1, Fixed: true},
		widget.TreeColumn{Id: "leaves", Title: "Leaves",
			Hint: "Contents, without heads of other data structures. For contents: the number of objects.", Width: 80, Rank: 3, Fixed: true},
		widget.TreeColumn{Id: "nested", Title: "Contained", Hint: "Data structures that it directly contains.", Width: 80, Rank: 2, Fixed: true})
}

var typeColumns = []widget.TreeColumn{
	{Id: "heads", Title: "Number", Hint: "Number of data structures of this type.", Width: 84, Rank: 3, Fixed: true},
	{Id: "contained", Title: "Contained", Hint: "Number of these contained in other data structures.", Width: 84, Rank: 1, Fixed: true},
	{Id: "own", Title: "Own", Hint: "Sum of their own sizes. Objects in several data structures count several times.", Width: 92, Rank: 4},
	{Id: "retained", Title: "Retained", Hint: "Memory that would be freed with all of them.", Width: 92, Rank: 5},
}

var notKnown = widget.TreeCell{Text: "–"}

// amountCell returns a cell with an amount.
func amountCell(m trees.Unit, v int64) widget.TreeCell {
	text := words.Count(v)
	if m == trees.Bytes {
		text = words.Size(v)
	}
	return widget.TreeCell{Text: text, Short: words.ShortAmount(m, v), Raw: widget.RawText(float64(v)), Faint: v == 0}
}

// ofHeap tints a cell in proportion to the share of v in the heap.
func ofHeap(cell widget.TreeCell, v, heap int64) widget.TreeCell {
	cell.Share, cell.Tint = float64(v)/float64(max(heap, 1)), v > 0
	return cell
}

// growthCell returns a cell of the growth page.
func (view *View) growthCell(c *widget.Canvas, r *structures.Report, column string, row *widget.TreeRow) widget.TreeCell {
	s, m := &view.structureRows(c, r, structures.GrowingStructures).rows[row.Node], r.Query.In()
	rank := structures.View.Of(c.Model.State.Views).Rank
	heap := amountOf(r.Growth.HeapAfter).Of(m) - amountOf(r.Growth.HeapBefore).Of(m)
	var before, after, grown int64
	known := true
	switch {
	case s.leaves != nil:
		before, after = s.leaves.before.Of(m), s.leaves.now.Of(m)
		grown = after - before
	case s.growth != nil:
		before, known = s.growth.Before.Of(rank, m)
		after, _ = s.growth.Sizes.Of(rank, m)
		grown = after - before
		if _, ok := s.growth.Sizes.Of(rank, m); !ok {
			known = false
		}
	default:
		return widget.TreeCell{}
	}
	switch column {
	case "leaves":
		if s.leaves == nil {
			return widget.TreeCell{}
		}
		return amountCell(trees.Objects, s.leaves.now.Objects)
	case "before", "after", "growth":
		if !known {
			return notKnown
		}
		if column == "growth" {
			cell := widget.TreeCell{Text: words.Growth(m, grown), Short: shortGrowth(m, grown), Raw: widget.RawText(float64(grown)),
				Faint: grown == 0}
			cell.Mark, cell.Color = c.GrowthMark(float64(grown))
			return cell
		}
		if column == "before" {
			return amountCell(m, before)
		}
		return amountCell(m, after)
	}
	return view.portionCell(c, s, column, grown, heap)
}

// portionCell returns the cell of a heap growth portion. The portion of contents is in the column that determines the order.
func (view *View) portionCell(c *widget.Canvas, s *structureRow, column string, grown, heap int64) widget.TreeCell {
	var v float64
	switch rank := rankOf(column); {
	case s.leaves != nil && rank == structures.View.Of(c.Model.State.Views).Rank && heap > 0:
		v = float64(grown) / float64(heap) * 100
	case s.leaves != nil:
		return widget.TreeCell{}
	case s.growth.Portions == nil:
		return notKnown
	default:
		if _, ok := s.growth.Grown(rank, trees.Bytes); !ok {
			return notKnown
		}
		v = s.growth.Portions.Of(rank)
	}
	v10 := math.Round(v*10) / 10
	return widget.TreeCell{Text: words.PercentColumn(v), Raw: widget.RawText(v10), Faint: v10 == 0, Share: v / 100, Tint: v > 0}
}

func rankOf(column string) structures.Rank {
	for rank := range structures.StructureRanks {
		if rankColumns[rank].Id == column {
			return rank
		}
	}
	return structures.RankRetained
}

// largestCell returns a cell of the page with the largest data structures.
func (view *View) largestCell(c *widget.Canvas, r *structures.Report, column string, row *widget.TreeRow) widget.TreeCell {
	s, m := &view.structureRows(c, r, structures.LargestStructures).rows[row.Node], r.Query.In()
	heap := amountOf(r.Now.Heap).Of(m)
	switch {
	case s.leaves != nil && column == "own":
		v := s.leaves.now.Of(m)
		return ofHeap(amountCell(m, v), v, heap)
	case s.leaves != nil && column == "leaves":
		return amountCell(trees.Objects, s.leaves.now.Objects)
	case s.now == nil:
		return widget.TreeCell{}
	}
	switch column {
	case "parts":
		return amountCell(trees.Objects, int64(s.now.Parts))
	case "leaves":
		return amountCell(trees.Objects, int64(s.now.Leaves))
	case "nested":
		return amountCell(trees.Objects, int64(s.now.Nested))
	}
	v, ok := s.now.Sizes.Of(rankOf(column), m)
	if !ok {
		return notKnown
	}
	return ofHeap(amountCell(m, v), v, heap)
}

// typeCell returns a cell of the types page.
func (view *View) typeCell(c *widget.Canvas, r *structures.Report, column string, row *widget.TreeRow) widget.TreeCell {
	k, m := view.structureRows(c, r, structures.StructureTypes).rows[row.Node].kind, r.Query.In()
	heap := amountOf(r.Now.Heap).Of(m)
	switch column {
	case "heads":
		return amountCell(trees.Objects, int64(k.Heads))
	case "contained":
		return amountCell(trees.Objects, int64(k.Contained))
	case "own":
		v := amountOf(k.Own).Of(m)
		return ofHeap(amountCell(m, v), v, heap)
	}
	if k.Retained == nil {
		return notKnown
	}
	v := amountOf(*k.Retained).Of(m)
	return ofHeap(amountCell(m, v), v, heap)
}

// structureAt returns the row with the given key, or nil for none.
func (view *View) structureAt(c *widget.Canvas, r *structures.Report, page structures.Page, key string) *structureRow {
	t := view.structureRows(c, r, page)
	if i := t.Find(key); i >= 0 {
		return &t.rows[i]
	}
	return nil
}

// pickedStructure returns the key of the chosen row.
func (view *View) pickedStructure(c *widget.Canvas, r *structures.Report, page structures.Page) string {
	l := view
	if l.row != "" && view.structureAt(c, r, page, l.row) != nil {
		return l.row
	}
	if page == structures.StructureTypes {
		return ""
	}
	s, _ := view.chosenStructure(c, r)
	if s == nil {
		return ""
	}
	t := view.structureRows(c, r, page)
	for i := range t.rows {
		if row := &t.rows[i]; row.now != nil && row.now.Object == s.Object {
			return row.Key
		}
	}
	return ""
}

// pickStructure chooses a row. A data structure becomes the chosen one; a group of objects is selected in all views.
func (view *View) pickStructure(c *widget.Canvas, r *structures.Report, page structures.Page, key string) {
	row := view.structureAt(c, r, page, key)
	if row == nil {
		return
	}
	view.row, c.Again = key, true
	kind, of := "", row
	switch {
	case row.leaves != nil:
		kind, of = row.leaves.kind, row.leaves.of
	case row.kind != nil:
		kind = row.kind.Type
	}
	switch {
	case of.growth != nil:
		view.chooseStructure(c, r.Head(of.growth))
	case of.now != nil:
		view.chooseStructure(c, structures.Head{Any: true, Point: r.Query.To, Object: of.now.Object})
	}
	if group := view.typeKey(c, kind); group != "" {
		c.Do(state.SelectRows{Keys: []string{group}, Walk: true})
	}
}

// structureChip draws the color of a row's type in the city.
func (view *View) structureChip(c *widget.Canvas, b canvas.Box, r *structures.Report, page structures.Page, row *widget.TreeRow) {
	s := &view.structureRows(c, r, page).rows[row.Node]
	kind := ""
	switch {
	case s.leaves != nil && row.Level == 1:
		kind = s.leaves.kind
	case s.now != nil:
		kind = s.now.Type
	case s.kind != nil:
		kind = s.kind.Type
	}
	if node, ok := view.typeGroup(c, kind); ok {
		part.GroupChip(c, b, node, c.Model.Plan.Series.Key(node))
	}
}

// structureFore returns the text color of a row. Rows that do not contribute to the growth are dimmed.
func (view *View) structureFore(c *widget.Canvas, r *structures.Report, page structures.Page, row *widget.TreeRow) color.NRGBA {
	s := &view.structureRows(c, r, page).rows[row.Node]
	if s.growth != nil && s.growth.PatternAt(structures.View.Of(c.Model.State.Views).StrongOr()) == structures.NonGrowth {
		return c.Dim
	}
	return c.Theme.Text
}

// structureHint describes all facts of a row.
func (view *View) structureHint(c *widget.Canvas, r *structures.Report, page structures.Page, row *widget.TreeRow) string {
	s := &view.structureRows(c, r, page).rows[row.Node]
	switch {
	case s.growth != nil:
		return view.growthHint(c, s.growth, r)
	case s.leaves != nil && page == structures.GrowingStructures:
		return words.OneLine(s.leaves.name) + "\n" + words.Plural(s.leaves.now.Objects, "object", "objects") + ", " +
			words.Plural(s.leaves.now.Bytes, "byte", "bytes") + "\nbefore: " +
			words.Plural(s.leaves.before.Objects, "object", "objects") + ", " + words.Plural(s.leaves.before.Bytes, "byte", "bytes")
	case s.leaves != nil:
		return words.OneLine(s.leaves.name) + "\n" + words.Plural(s.leaves.now.Objects, "object", "objects") + ", " +
			words.Plural(s.leaves.now.Bytes, "byte", "bytes")
	case s.now != nil && s.now.Site != "":
		return words.OneLine(s.now.Type) + ", object " + words.Count(int64(s.now.Object)) + "\nallocated in " + words.OneLine(s.now.Site)
	}
	return words.OneLine(row.Name)
}

// structuresVoid returns why the list is empty.
func (view *View) structuresVoid(c *widget.Canvas, r *structures.Report, page structures.Page) string {
	switch {
	case page == structures.GrowingStructures && r.Growth == nil:
		return "Comparing…"
	case page == structures.GrowingStructures && len(r.Growth.List) == 0:
		return "No data structure exists at both ends of the window."
	case page != structures.GrowingStructures && len(r.Now.List) == 0:
		return "No type in this heap has a description as a data structure. See the proposals."
	}
	return ""
}
