package ui

import (
	"fmt"
	"strings"

	"memcity/city"
)

// openStructureMenu opens the menu of the chosen data structure at a place.
func (c *canvas) openStructureMenu(from string, at box) {
	l := &c.local.structures
	r := l.report
	page := c.model.State.Structuring.Shown(r)
	l.trees[page].menuKey = c.pickedStructure(r, page)
	c.openMenu(structureMenu, from, at)
}

// structureMenuRows are what can be done with the row that the menu is about.
func (k *core) structureMenuRows() []menuRow {
	l := &k.local.structures
	r := l.report
	if r == nil || k.model.Plan == nil {
		return nil
	}
	c := k.offscreen()
	page := k.model.State.Structuring.Shown(r)
	key := l.trees[page].menuKey
	if page == city.ProposedStructures {
		return c.proposalMenu(r, key)
	}
	row := c.structureAt(r, page, key)
	if row == nil {
		return nil
	}
	var rows []menuRow
	if row.now != nil {
		for _, a := range c.structureActions(row.now, r) {
			rows = append(rows, menuRow{text: a.text, off: a.off, act: a.act})
		}
		rows = append(rows, menuRow{text: "Copy as text", event: CopyText{c.structureText(row.now, row.growth, r)}})
		rows = append(rows, c.typeMenu(row.now.Type, "Its type")...)
	}
	switch {
	case row.leaves != nil:
		rows = append(rows, c.typeMenu(row.leaves.kind, "")...)
	case row.kind != nil:
		rows = append(rows, c.typeMenu(row.kind.Type, "")...)
	}
	return append(rows, menuRow{text: "Copy table as CSV", act: func(c *canvas) { c.emit(CopyText{c.structuresTable(r, page).csv()}) }})
}

// typeMenu is what can be done with the group of a type.
func (c *canvas) typeMenu(name, what string) []menuRow {
	group := c.typeKey(name)
	titles := []string{"Show in city", "Inspect as group", "Paths to GC roots"}
	if what != "" {
		titles = []string{what + " in the city", what + " as group", what + ": paths to GC roots"}
	}
	var rows []menuRow
	for i, v := range []city.View{city.CityView, city.GroupView, city.GraphView} {
		rows = append(rows, menuRow{text: titles[i], off: group == "", act: func(c *canvas) {
			c.do(city.Visit{View: v, Key: group})
			if v == city.CityView {
				c.emit(FocusSelection)
			}
		}})
	}
	return rows
}

func (c *canvas) proposalMenu(r *city.StructuresReport, key string) []menuRow {
	at := proposalRows(r.Proposed).Find(key)
	if at < 0 {
		return nil
	}
	p := r.Proposed[at]
	return append([]menuRow{{text: "Take over", event: TakeStructure{p.Type, p.Text}}, {text: "Copy text", event: CopyText{p.Text}}}, c.typeMenu(p.Type, "")...)
}

// structuresMenuRows are what can be done with the whole view.
func (k *core) structuresMenuRows() []menuRow {
	r := k.local.structures.report
	if r == nil || k.model.Plan == nil {
		return nil
	}
	c := k.offscreen()
	t := k.model.State.Structuring
	page := t.Shown(r)
	set := func(change func(*city.Structuring)) Event {
		to := t
		change(&to)
		return Do{city.SetStructures{To: to}}
	}
	rows := []menuRow{
		{text: "Count bytes", on: !t.Objects, event: set(func(t *city.Structuring) { t.Objects = false })},
		{text: "Count objects", on: t.Objects, event: set(func(t *city.Structuring) { t.Objects = true })},
		{text: "Contained ones too", on: t.Contained, event: set(func(t *city.Structuring) { t.Contained = !t.Contained })},
		{text: "Usual threshold", key: percent(city.DefaultStrong), off: t.Strong == 0 || t.Strong == city.DefaultStrong, event: set(func(t *city.Structuring) { t.Strong = 0 })},
	}
	s := sheet{name: "structures"}
	switch page {
	case city.ProposedStructures:
		rows = append(rows, menuRow{text: "Copy all proposals", off: len(r.Proposed) == 0, event: CopyText{proposalsText(r.Proposed)}})
		return rows
	case city.GrowingStructures:
		if c.hasBars(r) {
			s.w, s.h = 920, 420
			s.draw = func(c *canvas, b box) { drawBarsSheet(c, b, r) }
		}
	}
	s.rows = c.structuresCSV(r, page)
	rows = append(rows, k.exportRows(s)...)
	return append(rows, menuRow{text: "Copy as text", event: CopyText{c.structuresText(r, page)}},
		menuRow{text: "Copy table as CSV", act: func(c *canvas) { c.emit(CopyText{c.structuresTable(r, page).csv()}) }})
}

// drawBarsSheet draws the chart for a file, with what it is of.
func drawBarsSheet(c *canvas, b box, r *city.StructuresReport) {
	c.local.structures = structuresLocal{report: r, bar: -1}
	words, _ := c.growthStory(r)
	c.text(b.cutTop(24), title, left, c.theme.text, "Data structures that grew most: "+c.model.Name)
	c.text(b.cutTop(20), body, left, c.dim, words)
	b.cutTop(8)
	drawGrowthBars(c, b, r)
}

// structuresCSV makes the numbers of all data structures listed, when they are asked for.
func (c *canvas) structuresCSV(r *city.StructuresReport, page city.StructuresPage) func() [][]string {
	state := c.model.State.Structuring
	return func() [][]string {
		switch {
		case page == city.StructureTypes:
			return typesCSV(r.Now.Types)
		case page == city.GrowingStructures && r.Growth != nil:
			return growthCSV(r, state)
		}
		return largestCSV(r.Now.List)
	}
}

func typesCSV(types []city.StructureType) [][]string {
	out := [][]string{{"type", "heads", "contained", "own_objects", "own_bytes", "retained_objects", "retained_bytes"}}
	for _, k := range types {
		out = append(out, append([]string{k.Type, fmt.Sprint(k.Heads), fmt.Sprint(k.Contained)}, append(sizeFields(&k.Own), sizeFields(k.Retained)...)...))
	}
	return out
}

// sizeFields writes a size; empty if it is not known.
func sizeFields(s *city.StructureSize) []string {
	if s == nil {
		return []string{"", ""}
	}
	return []string{fmt.Sprint(s.Objects), fmt.Sprint(s.Bytes)}
}

func sizesFields(s *city.StructureSizes) (fields []string) {
	for _, size := range []*city.StructureSize{s.Retained, s.Reachable, s.Own, s.Deep} {
		fields = append(fields, sizeFields(size)...)
	}
	return fields
}

// sizesHead names the fields of four sizes.
func sizesHead(after string) (head []string) {
	for _, size := range rankColumns {
		head = append(head, size.id+"_objects"+after, size.id+"_bytes"+after)
	}
	return head
}

func largestCSV(list []city.Structure) [][]string {
	out := [][]string{append([]string{"type", "object", "site", "contained", "parts", "leaves", "nested"}, sizesHead("")...)}
	for i := range list {
		s := &list[i]
		out = append(out, append(structureFields(s), sizesFields(&s.Sizes)...))
	}
	return out
}

func structureFields(s *city.Structure) []string {
	return []string{s.Type, fmt.Sprint(s.Object), s.Site, fmt.Sprint(s.Contained), fmt.Sprint(s.Parts), fmt.Sprint(s.Leaves), fmt.Sprint(s.Nested)}
}

func growthCSV(r *city.StructuresReport, t city.Structuring) [][]string {
	head := append([]string{"type", "object", "site", "contained", "parts", "leaves", "nested"}, sizesHead("_before")...)
	head = append(head, sizesHead("_after")...)
	out := [][]string{append(head, "retained_portion", "reachable_portion", "own_portion", "deep_portion", "pattern")}
	for _, i := range t.Growing(r.Growth.List) {
		g := &r.Growth.List[i]
		line := append(structureFields(&g.Structure), sizesFields(&g.Before)...)
		line = append(line, sizesFields(&g.Sizes)...)
		for rank := range city.StructureRanks {
			text := ""
			if _, ok := g.Grown(rank, city.Bytes); ok && g.Portions != nil {
				text = rawText(g.Portions.Of(rank))
			}
			line = append(line, text)
		}
		out = append(out, append(line, g.PatternAt(t.StrongOr()).String()))
	}
	return out
}

func proposalsText(list []city.ProposedStructure) string {
	var b strings.Builder
	for _, p := range list {
		fmt.Fprintf(&b, "// %s\n%s\n", p.Why, p.Text)
	}
	return b.String()
}

// structureText tells of one data structure.
func (c *canvas) structureText(s *city.Structure, g *city.StructureGrowth, r *city.StructuresReport) string {
	var b strings.Builder
	if g != nil {
		fmt.Fprintln(&b, c.growthHint(g, r))
		p := g.PatternAt(c.model.State.Structuring.StrongOr())
		fmt.Fprintln(&b, p.Meaning())
	} else {
		fmt.Fprintf(&b, "%s, object %s\n", oneLine(s.Type), Count(int64(s.Object)))
		for rank := range city.StructureRanks {
			if bytes, ok := s.Sizes.Of(rank, city.Bytes); ok {
				objects, _ := s.Sizes.Of(rank, city.Objects)
				fmt.Fprintf(&b, "%s: %s, %s\n", rankNames[rank].name, Size(bytes), Amount(city.Objects, objects))
			}
		}
	}
	if known := c.model.Answers.Held; known != nil && known.Ask == (city.AskHeld{Point: r.Ask.To, Object: s.Object}) && known.Words != "" {
		fmt.Fprintln(&b, known.Words+".")
	}
	for _, l := range s.Contents {
		text := fmt.Sprintf("contents: %s of %s", Amount(city.Objects, l.Now.Objects), oneLine(l.Type))
		if l.Before != nil {
			text += fmt.Sprintf(", %s before", Count(l.Before.Objects))
		}
		if l.Site != "" {
			text += ", allocated in " + oneLine(l.Site)
		}
		fmt.Fprintln(&b, text)
	}
	return b.String()
}

// structuresText tells what a page shows.
func (c *canvas) structuresText(r *city.StructuresReport, page city.StructuresPage) string {
	words, _ := c.structuresStory(r, page)
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n", words)
	switch {
	case page == city.StructureTypes:
		for _, k := range r.Now.Types {
			fmt.Fprintf(&b, "%s: %s, own %s\n", oneLine(k.Type), plural(int64(k.Heads), "data structure", "data structures"), Size(k.Own.Bytes))
		}
	case page == city.GrowingStructures && r.Growth != nil:
		for n, i := range c.model.State.Structuring.Growing(r.Growth.List) {
			if n == topBars {
				break
			}
			g := &r.Growth.List[i]
			fmt.Fprintf(&b, "\n%s", c.structureText(&g.Structure, g, r))
		}
	default:
		for i := range r.Now.List[:min(len(r.Now.List), topBars)] {
			fmt.Fprintf(&b, "\n%s", c.structureText(&r.Now.List[i], nil, r))
		}
	}
	return b.String()
}
