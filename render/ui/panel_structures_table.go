package ui

import (
	"image/color"
	"maps"
	"math"

	"memcity/city"
)

// structureMenu is what can be done with a data structure, or with contents or types.
const structureMenu menuName = "structure"

// structuresTable is the table of a page.
func (c *canvas) structuresTable(r *city.StructuresReport, page city.StructuresPage) *treeTable {
	l := &c.local.structures
	t := &treeTable{
		id: "structures", what: "Data structures", local: &l.trees[page],
		name: treeColumn{id: "name", title: "Data structure", hint: "The type of the head. Contents of a data structure stand below it, by type and allocation site.", fixed: true},
		list: func() treeList { return c.structureRows(r, page) },
		open: func(row *treeRow, open bool) {
			next := maps.Clone(l.open)
			if next == nil {
				next = map[string]bool{}
			}
			next[row.key] = open
			l.open, l.edits = next, l.edits+1
			c.again = true
		},
		picked: c.pickedStructure(r, page),
		pick:   func(key string) { c.pickStructure(r, page, key) },
		menu:   structureMenu,
		chip:   func(b box, row *treeRow) { c.structureChip(b, r, page, row) },
		hint:   func(row *treeRow) string { return c.structureHint(r, page, row) },
		void:   func() string { return c.structuresVoid(r, page) },
		fore:   func(row *treeRow) color.NRGBA { return c.structureFore(r, page, row) },
		order:  c.rankStructures,
		upward: c.model.State.Structuring.Upward,
	}
	switch page {
	case city.StructureTypes:
		t.what, t.name.title, t.name.hint = "Types", "Type of data structure", "Types of heads."
		t.columns, t.sort = typeColumns, rankColumns[city.RankOwn].id
		if c.model.State.Structuring.Rank == city.RankRetained {
			t.sort = rankColumns[city.RankRetained].id
		}
		t.cell = func(column string, row *treeRow) treeCell { return c.typeCell(r, column, row) }
	case city.LargestStructures:
		t.columns, t.sort = largestColumns(), rankColumns[c.model.State.Structuring.Rank].id
		t.cell = func(column string, row *treeRow) treeCell { return c.largestCell(r, column, row) }
	default:
		t.columns, t.sort = c.growthColumns(r), rankColumns[c.model.State.Structuring.Rank].id
		t.cell = func(column string, row *treeRow) treeCell { return c.growthCell(r, column, row) }
	}
	return t
}

// rankColumns are the columns of the four sizes; their ids are theirs on all pages.
var rankColumns = [city.StructureRanks]treeColumn{
	city.RankRetained: {id: "retained", width: 88, rank: 8}, city.RankReachable: {id: "reachable", width: 92, rank: 4},
	city.RankOwn: {id: "own", width: 76, rank: 5}, city.RankDeep: {id: "deep", width: 76, rank: 6},
}

// rankStructures changes the order.
func (c *canvas) rankStructures(column string, upward bool) {
	for rank := range city.StructureRanks {
		if rankColumns[rank].id == column {
			c.setStructures(func(t *city.Structuring) { t.Rank, t.Upward = rank, upward })
		}
	}
}

// growthColumns are the columns of the page of growth: of the size that decides the order its values, and of all their portions.
func (c *canvas) growthColumns(r *city.StructuresReport) []treeColumn {
	size := rankNames[c.model.State.Structuring.Rank].name
	columns := []treeColumn{
		{id: "before", title: "Before", hint: size + " size at the start of the window; of contents, that of the objects themselves.", width: 84, rank: 2, fixed: true},
		{id: "after", title: "After", hint: size + " size at the end of the window; of contents, that of the objects themselves.", width: 84, rank: 3, fixed: true},
		{id: "growth", title: "Growth", hint: "After less before.", width: 92, rank: 9, fixed: true},
		{id: "leaves", title: "Objects", hint: "How many objects the contents are.", width: 84, rank: 1, fixed: true},
	}
	for rank, col := range rankColumns {
		col.title = rankNames[rank].name + " %"
		col.hint = rankNames[rank].hint + " Heap growth portion: how much of the growth of the heap that is."
		columns = append(columns, col)
	}
	return columns
}

// largestColumns are the columns of the page of the largest.
func largestColumns() []treeColumn {
	var columns []treeColumn
	for rank, col := range rankColumns {
		col.title, col.hint = rankNames[rank].name, rankNames[rank].hint
		columns = append(columns, col)
	}
	return append(columns,
		treeColumn{id: "parts", title: "Parts", hint: "Internal parts: the backbone, without the head.", width: 76, rank: 1, fixed: true},
		treeColumn{id: "leaves", title: "Leaves", hint: "Contents, without heads of other data structures; of contents, how many objects they are.", width: 80, rank: 3, fixed: true},
		treeColumn{id: "nested", title: "Contained", hint: "Data structures that it contains directly.", width: 80, rank: 2, fixed: true})
}

var typeColumns = []treeColumn{
	{id: "heads", title: "Number", hint: "How many data structures have this type.", width: 84, rank: 3, fixed: true},
	{id: "contained", title: "Contained", hint: "How many of them are in other data structures.", width: 84, rank: 1, fixed: true},
	{id: "own", title: "Own", hint: "Their own sizes together; what is in several counts for each.", width: 92, rank: 4},
	{id: "retained", title: "Retained", hint: "What would be freed if all of them were.", width: 92, rank: 5},
}

var notKnown = treeCell{text: "–"}

// amountCell is a cell with an amount.
func amountCell(m city.Metric, v int64) treeCell {
	text := Count(v)
	if m == city.Bytes {
		text = Size(v)
	}
	return treeCell{text: text, short: ShortAmount(m, v), raw: rawText(float64(v)), faint: v == 0}
}

// ofHeap tints the part of a cell that an amount has in a heap.
func (cell treeCell) ofHeap(v, heap int64) treeCell {
	cell.share, cell.tint = float64(v)/float64(max(heap, 1)), v > 0
	return cell
}

// growthCell is a number of the page of growth.
func (c *canvas) growthCell(r *city.StructuresReport, column string, row *treeRow) treeCell {
	s, m := &c.structureRows(r, city.GrowingStructures).rows[row.node], r.Ask.In()
	rank := c.model.State.Structuring.Rank
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
		return treeCell{}
	}
	switch column {
	case "leaves":
		if s.leaves == nil {
			return treeCell{}
		}
		return amountCell(city.Objects, s.leaves.now.Objects)
	case "before", "after", "growth":
		if !known {
			return notKnown
		}
		if column == "growth" {
			cell := treeCell{text: Growth(m, grown), short: shortGrowth(m, grown), raw: rawText(float64(grown)), faint: grown == 0}
			cell.mark, cell.color = c.growthMark(float64(grown))
			return cell
		}
		if column == "before" {
			return amountCell(m, before)
		}
		return amountCell(m, after)
	}
	return c.portionCell(s, column, grown, heap)
}

// portionCell is a heap growth portion. That of contents stands in the column that decides the order.
func (c *canvas) portionCell(s *structureRow, column string, grown, heap int64) treeCell {
	var v float64
	switch rank := rankOf(column); {
	case s.leaves != nil && rank == c.model.State.Structuring.Rank && heap > 0:
		v = float64(grown) / float64(heap) * 100
	case s.leaves != nil:
		return treeCell{}
	case s.growth.Portions == nil:
		return notKnown
	default:
		if _, ok := s.growth.Grown(rank, city.Bytes); !ok {
			return notKnown
		}
		v = s.growth.Portions.Of(rank)
	}
	v10 := math.Round(v*10) / 10
	return treeCell{text: percent(v), raw: rawText(v10), faint: v10 == 0, share: v / 100, tint: v > 0}
}

func rankOf(column string) city.StructureRank {
	for rank := range city.StructureRanks {
		if rankColumns[rank].id == column {
			return rank
		}
	}
	return city.RankRetained
}

// largestCell is a number of the page of the largest.
func (c *canvas) largestCell(r *city.StructuresReport, column string, row *treeRow) treeCell {
	s, m := &c.structureRows(r, city.LargestStructures).rows[row.node], r.Ask.In()
	heap := amountOf(r.Now.Heap).Of(m)
	switch {
	case s.leaves != nil && column == "own":
		v := s.leaves.now.Of(m)
		return amountCell(m, v).ofHeap(v, heap)
	case s.leaves != nil && column == "leaves":
		return amountCell(city.Objects, s.leaves.now.Objects)
	case s.now == nil:
		return treeCell{}
	}
	switch column {
	case "parts":
		return amountCell(city.Objects, int64(s.now.Parts))
	case "leaves":
		return amountCell(city.Objects, int64(s.now.Leaves))
	case "nested":
		return amountCell(city.Objects, int64(s.now.Nested))
	}
	v, ok := s.now.Sizes.Of(rankOf(column), m)
	if !ok {
		return notKnown
	}
	return amountCell(m, v).ofHeap(v, heap)
}

// typeCell is a number of the page of types.
func (c *canvas) typeCell(r *city.StructuresReport, column string, row *treeRow) treeCell {
	k, m := c.structureRows(r, city.StructureTypes).rows[row.node].kind, r.Ask.In()
	heap := amountOf(r.Now.Heap).Of(m)
	switch column {
	case "heads":
		return amountCell(city.Objects, int64(k.Heads))
	case "contained":
		return amountCell(city.Objects, int64(k.Contained))
	case "own":
		v := amountOf(k.Own).Of(m)
		return amountCell(m, v).ofHeap(v, heap)
	}
	if k.Retained == nil {
		return notKnown
	}
	v := amountOf(*k.Retained).Of(m)
	return amountCell(m, v).ofHeap(v, heap)
}

// structureAt returns the row with a key; nil for none.
func (c *canvas) structureAt(r *city.StructuresReport, page city.StructuresPage, key string) *structureRow {
	t := c.structureRows(r, page)
	if i := t.Find(key); i >= 0 {
		return &t.rows[i]
	}
	return nil
}

// pickedStructure is the key of the row that is chosen.
func (c *canvas) pickedStructure(r *city.StructuresReport, page city.StructuresPage) string {
	l := &c.local.structures
	if l.row != "" && c.structureAt(r, page, l.row) != nil {
		return l.row
	}
	if page == city.StructureTypes {
		return ""
	}
	s, _ := c.chosenStructure(r)
	if s == nil {
		return ""
	}
	t := c.structureRows(r, page)
	for i := range t.rows {
		if row := &t.rows[i]; row.now != nil && row.now.Object == s.Object {
			return row.key
		}
	}
	return ""
}

// pickStructure chooses a row: a data structure, else a group of objects, which is selected in all views.
func (c *canvas) pickStructure(r *city.StructuresReport, page city.StructuresPage, key string) {
	row := c.structureAt(r, page, key)
	if row == nil {
		return
	}
	c.local.structures.row, c.again = key, true
	kind, of := "", row
	switch {
	case row.leaves != nil:
		kind, of = row.leaves.kind, row.leaves.of
	case row.kind != nil:
		kind = row.kind.Type
	}
	switch {
	case of.growth != nil:
		c.chooseStructure(r.Head(of.growth))
	case of.now != nil:
		c.chooseStructure(city.StructureHead{Any: true, Point: r.Ask.To, Object: of.now.Object})
	}
	if group := c.typeKey(kind); group != "" {
		c.do(city.SelectRows{Keys: []string{group}, Walk: true})
	}
}

// structureChip draws the colour that a type has in the city.
func (c *canvas) structureChip(b box, r *city.StructuresReport, page city.StructuresPage, row *treeRow) {
	s := &c.structureRows(r, page).rows[row.node]
	kind := ""
	switch {
	case s.leaves != nil && row.level == 1:
		kind = s.leaves.kind
	case s.now != nil:
		kind = s.now.Type
	case s.kind != nil:
		kind = s.kind.Type
	}
	if node, ok := c.typeGroup(kind); ok {
		c.groupChip(b, node, c.model.Plan.Series.Key(node))
	}
}

// structureFore lets those recede that have no part in the growth.
func (c *canvas) structureFore(r *city.StructuresReport, page city.StructuresPage, row *treeRow) color.NRGBA {
	s := &c.structureRows(r, page).rows[row.node]
	if s.growth != nil && s.growth.PatternAt(c.model.State.Structuring.StrongOr()) == city.NonGrowth {
		return c.dim
	}
	return c.theme.text
}

// structureHint tells all of a row.
func (c *canvas) structureHint(r *city.StructuresReport, page city.StructuresPage, row *treeRow) string {
	s := &c.structureRows(r, page).rows[row.node]
	switch {
	case s.growth != nil:
		return c.growthHint(s.growth, r)
	case s.leaves != nil && page == city.GrowingStructures:
		return oneLine(s.leaves.name) + "\n" + plural(s.leaves.now.Objects, "object", "objects") + ", " + plural(s.leaves.now.Bytes, "byte", "bytes") + "\nbefore: " +
			plural(s.leaves.before.Objects, "object", "objects") + ", " + plural(s.leaves.before.Bytes, "byte", "bytes")
	case s.leaves != nil:
		return oneLine(s.leaves.name) + "\n" + plural(s.leaves.now.Objects, "object", "objects") + ", " + plural(s.leaves.now.Bytes, "byte", "bytes")
	case s.now != nil && s.now.Site != "":
		return oneLine(s.now.Type) + ", object " + Count(int64(s.now.Object)) + "\nallocated in " + oneLine(s.now.Site)
	}
	return oneLine(row.name)
}

// structuresVoid tells why there is nothing to list.
func (c *canvas) structuresVoid(r *city.StructuresReport, page city.StructuresPage) string {
	switch {
	case page == city.GrowingStructures && r.Growth == nil:
		return "Being compared …"
	case page == city.GrowingStructures && len(r.Growth.List) == 0:
		return "No data structure is there at both ends of the window."
	case page != city.GrowingStructures && len(r.Now.List) == 0:
		return "No type of this heap is described as a data structure. See the proposals."
	}
	return ""
}
