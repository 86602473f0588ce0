package structures

import (
	"cmp"
	"fmt"
	"slices"

	"memcity/city/trees"
	"memcity/city/view/structures"
	"memcity/render/ui/widget"
	"memcity/words"
)

// structureRow is a row of the table: a data structure, some of its contents, or a type.
type structureRow struct {
	widget.TreeRow
	growth *structures.Grown
	now    *structures.Structure
	kind   *structures.Type
	leaves *leafSum
}

// leafSum sums the contents of a data structure that have the same type, or the same type and allocation site.
type leafSum struct {
	name   string
	kind   string // type
	before trees.Amount
	now    trees.Amount
	sites  []*leafSum
	of     *structureRow // data structure
}

// structureRows contains the rows of a page with all inputs they were built from. They are rebuilt only if an input changes.
type structureRows struct {
	report *structures.Report
	shown  structures.State
	page   structures.Page
	edits  int

	rows  []structureRow
	place map[string]int
}

func (t *structureRows) Len() int { return len(t.rows) }

func (t *structureRows) Row(i int) widget.TreeRow { return t.rows[i].TreeRow }

func (t *structureRows) Find(key string) int {
	if i, ok := t.place[key]; ok {
		return i
	}
	return -1
}

func (t *structureRows) Deepest() int { return 2 }

// structureRows returns the current rows.
func (view *View) structureRows(c *widget.Canvas, r *structures.Report, page structures.Page) *structureRows {
	l, shown := view, structures.View.Of(c.Model.State.Views)
	t := &l.rows
	if shown.Chosen = (structures.Head{}); t.report == r && t.shown == shown && t.page == page && t.edits == l.edits {
		return t
	}
	*t = structureRows{report: r, shown: shown, page: page, edits: l.edits, place: map[string]int{}}
	switch page {
	case structures.GrowingStructures:
		if r.Growth != nil {
			for n, i := range shown.Growing(r.Growth.List) {
				g := &r.Growth.List[i]
				key := fmt.Sprintf("was %d", g.Was)
				if g.Born {
					key = fmt.Sprintf("born %d", g.Object)
				}
				view.addStructure(c, t, key, &g.Structure, g, n == 0)
			}
		}
	case structures.LargestStructures:
		for _, i := range shown.Largest(r.Now.List) {
			s := &r.Now.List[i]
			view.addStructure(c, t, fmt.Sprintf("is %d", s.Object), s, nil, false)
		}
	case structures.StructureTypes:
		for _, i := range typesByRank(r.Now.Types, shown) {
			k := &r.Now.Types[i]
			t.add(structureRow{TreeRow: widget.TreeRow{Key: k.Type, Name: k.Type}, kind: k})
		}
	}
	return t
}

// typesByRank returns the indices of types in the chosen order.
func typesByRank(types []structures.Type, shown structures.State) []int {
	order := make([]int, len(types))
	for i := range order {
		order[i] = i
	}
	value := func(i int) int64 {
		if shown.Rank == structures.RankRetained && types[i].Retained != nil {
			return amountOf(*types[i].Retained).Of(shown.Unit())
		}
		return amountOf(types[i].Own).Of(shown.Unit())
	}
	slices.SortStableFunc(order, func(a, b int) int {
		if shown.Upward {
			a, b = b, a
		}
		return cmp.Compare(value(b), value(a))
	})
	return order
}

func (t *structureRows) add(row structureRow) {
	row.Node = int32(len(t.rows))
	t.place[row.Key] = len(t.rows)
	t.rows = append(t.rows, row)
}

// isOpen reports whether a row is expanded. It returns usually if the user has not changed the row.
func (view *View) isOpen(c *widget.Canvas, key string, usually bool) bool {
	if open, ok := view.open[key]; ok {
		return open
	}
	return usually
}

// addStructure adds a data structure and, if it is expanded, its contents by type and allocation site. usually expands it by default.
func (view *View) addStructure(c *widget.Canvas, t *structureRows, key string, s *structures.Structure, g *structures.Grown, usually bool) {
	row := structureRow{TreeRow: widget.TreeRow{Key: key, Name: s.Type, Role: structureRole(s), Children: len(s.Contents) > 0}, now: s,
		growth: g}
	row.Open = row.Children && view.isOpen(c, key, usually)
	t.add(row)
	if !row.Open {
		return
	}
	for _, sum := range leavesByType(s.Contents) {
		sum.of = &row
		leaf := structureRow{TreeRow: widget.TreeRow{Key: key + "/" + sum.kind, Name: sum.name, Role: "contents", Level: 1,
			Children: len(sum.sites) > 0}, leaves: sum}
		leaf.Open = leaf.Children && view.isOpen(c, leaf.Key, len(sum.sites) == 1)
		t.add(leaf)
		if !leaf.Open {
			continue
		}
		for _, site := range sum.sites {
			site.of = &row
			t.add(structureRow{TreeRow: widget.TreeRow{Key: leaf.Key + "/" + site.name, Name: site.name, Role: "allocation site", Level: 2},
				leaves: site})
		}
	}
	if s.Smaller > 0 {
		name := words.Plural(int64(s.Smaller), "smaller group of contents", "smaller groups of contents")
		t.add(structureRow{TreeRow: widget.TreeRow{Key: key + "/…", Name: name, Level: 1}})
	}
}

// structureRole returns a text that distinguishes data structures of the same type.
func structureRole(s *structures.Structure) string {
	text := "object " + words.Count(int64(s.Object))
	if s.Contained {
		text = "contained, " + text
	}
	return text
}

// leavesByType puts contents of one type together, in the order in which the types come. Sites of only some contents have no row.
func leavesByType(list []structures.LeafGroup) (sums []*leafSum) {
	byType := map[string]*leafSum{}
	for i := range list {
		l := &list[i]
		sum := byType[l.Type]
		if sum == nil {
			sum = &leafSum{name: l.Type, kind: l.Type}
			byType[l.Type], sums = sum, append(sums, sum)
		}
		sum.add(l)
		if l.Site != "" && l.Sited == 0 {
			site := &leafSum{name: l.Site, kind: l.Type}
			site.add(l)
			sum.sites = append(sum.sites, site)
		}
	}
	return sums
}

func (s *leafSum) add(l *structures.LeafGroup) {
	s.now.Objects += l.Now.Objects
	s.now.Bytes += l.Now.Bytes
	if l.Before != nil {
		s.before.Objects += l.Before.Objects
		s.before.Bytes += l.Before.Bytes
	}
}
