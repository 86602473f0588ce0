package structures

import (
	"fmt"
	"strings"

	"memcity/city/state"
	"memcity/city/trees"
	viewpkg "memcity/city/view"
	"memcity/city/view/structures"
	"memcity/render/action"
	"memcity/render/ui/canvas"
	"memcity/render/ui/model"
	"memcity/render/ui/widget"
	wordspkg "memcity/words"
)

// openStructureMenu opens the menu of the chosen data structure at the given box.
func (view *View) openStructureMenu(c *widget.Canvas, from string, at canvas.Box) {
	l := view
	r := l.report
	page := structures.View.Of(c.Model.State.Views).Shown(r)
	l.trees[page].MenuKey = view.pickedStructure(c, r, page)
	c.OpenMenu(StructureMenu, from, at)
}

// StructureMenuRows returns the commands for the row whose menu is open.
func (view *View) StructureMenuRows(k *widget.Core) []widget.MenuRow {
	l := view
	r := l.report
	if r == nil || k.Model.Plan == nil {
		return nil
	}
	c := k.Offscreen()
	page := structures.View.Of(k.Model.State.Views).Shown(r)
	key := l.trees[page].MenuKey
	if page == structures.ProposedStructures {
		return view.proposalMenu(c, r, key)
	}
	row := view.structureAt(c, r, page, key)
	if row == nil {
		return nil
	}
	var rows []widget.MenuRow
	if row.now != nil {
		for _, a := range view.structureActions(c, row.now, r) {
			rows = append(rows, widget.MenuRow{Text: a.text, Why: a.why, Act: a.act})
		}
		rows = append(rows, widget.MenuRow{Text: "Copy as text", Event: model.CopyText{Text: view.structureText(c, row.now, row.growth, r)}})
		rows = append(rows, view.typeMenu(c, row.now.Type, "Its type")...)
	}
	switch {
	case row.leaves != nil:
		rows = append(rows, view.typeMenu(c, row.leaves.kind, "")...)
	case row.kind != nil:
		rows = append(rows, view.typeMenu(c, row.kind.Type, "")...)
	}
	return append(rows, widget.MenuRow{Text: "Copy table as CSV",
		Act: func(c *widget.Canvas) { c.Emit(model.CopyText{Text: view.structuresTable(c, r, page).Csv()}) }})
}

// typeMenu returns the commands for the group of a type.
func (view *View) typeMenu(c *widget.Canvas, name, what string) []widget.MenuRow {
	group := view.typeKey(c, name)
	titles := []string{"Show in city", "Inspect as group", "Paths to GC roots"}
	if what != "" {
		titles = []string{what + " in the city", what + " as group", what + ": paths to GC roots"}
	}
	var rows []widget.MenuRow
	for i, v := range []state.View{state.CityView, viewpkg.That(viewpkg.GroupContents), viewpkg.That(viewpkg.RootPaths)} {
		rows = append(rows, widget.MenuRow{Text: titles[i], Why: widget.Why(group == "", widget.NoGroupInCity), Act: func(c *widget.Canvas) {
			c.Do(state.Visit{View: v, Key: group})
			if v == state.CityView {
				c.Run(action.CameraFocus)
			}
		}})
	}
	return rows
}

func (view *View) proposalMenu(c *widget.Canvas, r *structures.Report, key string) []widget.MenuRow {
	at := proposalRows(r.Proposed).Find(key)
	if at < 0 {
		return nil
	}
	p := r.Proposed[at]
	return append([]widget.MenuRow{{Text: "Accept", Event: model.TakeStructure{Type: p.Type, Text: p.Text}},
		{Text: "Copy text", Event: model.CopyText{Text: p.Text}}}, view.typeMenu(c, p.Type, "")...)
}

// StructuresMenuRows returns the commands for the whole view.
func (view *View) StructuresMenuRows(k *widget.Core) []widget.MenuRow {
	r := view.report
	if r == nil || k.Model.Plan == nil {
		return nil
	}
	c := k.Offscreen()
	t := structures.View.Of(k.Model.State.Views)
	page := t.Shown(r)
	set := func(change func(*structures.State)) model.Event {
		to := t
		change(&to)
		return model.Do{Action: state.SetView(structures.View, to)}
	}
	rows := []widget.MenuRow{
		{Text: "Count bytes", On: !t.Objects, Event: set(func(t *structures.State) { t.Objects = false })},
		{Text: "Count objects", On: t.Objects, Event: set(func(t *structures.State) { t.Objects = true })},
		{Text: "Include contained data structures", On: t.Contained, Event: set(func(t *structures.State) { t.Contained = !t.Contained })},
		{Text: "Default threshold", Key: wordspkg.PercentColumn(structures.DefaultStrong),
			Why: widget.Why(t.Strong == 0 || t.Strong == structures.DefaultStrong, "Already the default"), Event: set(func(t *structures.State) { t.Strong = 0 })},
	}
	s := widget.Sheet{Name: "structures"}
	switch page {
	case structures.ProposedStructures:
		rows = append(rows, widget.MenuRow{Text: "Copy all proposals", Why: widget.Why(len(r.Proposed) == 0, "No proposals"),
			Event: model.CopyText{Text: proposalsText(r.Proposed)}})
		return rows
	case structures.GrowingStructures:
		if view.hasBars(c, r) {
			s.W, s.H = 920, 420
			s.Draw = func(c *widget.Canvas, b canvas.Box) { drawBarsSheet(c, b, r) }
		}
	}
	s.Rows = view.structuresCSV(c, r, page)
	rows = append(rows, k.ExportRows(s)...)
	return append(rows, widget.MenuRow{Text: "Copy as text", Event: model.CopyText{Text: view.structuresText(c, r, page)}},
		widget.MenuRow{Text: "Copy table as CSV",
			Act: func(c *widget.Canvas) { c.Emit(model.CopyText{Text: view.structuresTable(c, r, page).Csv()}) }})
}

// drawBarsSheet draws the chart for a file, with its title.
func drawBarsSheet(c *widget.Canvas, b canvas.Box, r *structures.Report) {
	view := &View{report: r, bar: -1} // a separate view because another goroutine draws it
	words := view.growthStory(c, r).words
	c.Text(b.CutTop(24), canvas.Title, canvas.Left, c.Theme.Text, "Data structures that grew most: "+c.Model.Name)
	c.Text(b.CutTop(20), canvas.Body, canvas.Left, c.Dim, words)
	b.CutTop(8)
	view.drawGrowthBars(c, b, r)
}

// structuresCSV returns a function that lists the numbers of all listed data structures.
func (view *View) structuresCSV(c *widget.Canvas, r *structures.Report, page structures.Page) func() [][]string {
	state := structures.View.Of(c.Model.State.Views)
	return func() [][]string {
		switch {
		case page == structures.StructureTypes:
			return typesCSV(r.Now.Types)
		case page == structures.GrowingStructures && r.Growth != nil:
			return growthCSV(r, state)
		}
		return largestCSV(r.Now.List)
	}
}

func typesCSV(types []structures.Type) [][]string {
	out := [][]string{{"type", "heads", "contained", "own_objects", "own_bytes", "retained_objects", "retained_bytes"}}
	for _, k := range types {
		out = append(out, append([]string{k.Type, fmt.Sprint(k.Heads), fmt.Sprint(k.Contained)},
			append(sizeFields(&k.Own), sizeFields(k.Retained)...)...))
	}
	return out
}

// sizeFields formats a size. The fields are empty if it is unavailable.
func sizeFields(s *structures.StructureSize) []string {
	if s == nil {
		return []string{"", ""}
	}
	return []string{fmt.Sprint(s.Objects), fmt.Sprint(s.Bytes)}
}

func sizesFields(s *structures.Sizes) (fields []string) {
	for _, size := range []*structures.StructureSize{s.Retained, s.Reachable, s.Own, s.Deep} {
		fields = append(fields, sizeFields(size)...)
	}
	return fields
}

// sizesHead returns the field names of the four sizes.
func sizesHead(after string) (head []string) {
	for _, size := range rankColumns {
		head = append(head, size.Id+"_objects"+after, size.Id+"_bytes"+after)
	}
	return head
}

func largestCSV(list []structures.Structure) [][]string {
	out := [][]string{append([]string{"type", "object", "site", "contained", "parts", "leaves", "nested"}, sizesHead("")...)}
	for i := range list {
		s := &list[i]
		out = append(out, append(structureFields(s), sizesFields(&s.Sizes)...))
	}
	return out
}

func structureFields(s *structures.Structure) []string {
	return []string{s.Type, fmt.Sprint(s.Object), s.Site, fmt.Sprint(s.Contained), fmt.Sprint(s.Parts), fmt.Sprint(s.Leaves),
		fmt.Sprint(s.Nested)}
}

func growthCSV(r *structures.Report, t structures.State) [][]string {
	head := append([]string{"type", "object", "site", "contained", "parts", "leaves", "nested"}, sizesHead("_before")...)
	head = append(head, sizesHead("_after")...)
	out := [][]string{append(head, "retained_portion", "reachable_portion", "own_portion", "deep_portion", "pattern")}
	for _, i := range t.Growing(r.Growth.List) {
		g := &r.Growth.List[i]
		line := append(structureFields(&g.Structure), sizesFields(&g.Before)...)
		line = append(line, sizesFields(&g.Sizes)...)
		for rank := range structures.StructureRanks {
			text := ""
			if _, ok := g.Grown(rank, trees.Bytes); ok && g.Portions != nil {
				text = widget.RawText(g.Portions.Of(rank))
			}
			line = append(line, text)
		}
		out = append(out, append(line, g.PatternAt(t.StrongOr()).String()))
	}
	return out
}

func proposalsText(list []structures.Proposed) string {
	var b strings.Builder
	for _, p := range list {
		fmt.Fprintf(&b, "// %s\n%s\n", p.Why, p.Text)
	}
	return b.String()
}

// structureText describes one data structure.
func (view *View) structureText(c *widget.Canvas, s *structures.Structure, g *structures.Grown, r *structures.Report) string {
	var b strings.Builder
	if g != nil {
		fmt.Fprintln(&b, view.growthHint(c, g, r))
		p := g.PatternAt(structures.View.Of(c.Model.State.Views).StrongOr())
		fmt.Fprintln(&b, p.Meaning())
		if g.Turnover != nil {
			fmt.Fprintln(&b, g.Turnover.Text())
		}
	} else {
		fmt.Fprintf(&b, "%s, object %s\n", wordspkg.OneLine(s.Type), wordspkg.Count(int64(s.Object)))
		for rank := range structures.StructureRanks {
			if bytes, ok := s.Sizes.Of(rank, trees.Bytes); ok {
				objects, _ := s.Sizes.Of(rank, trees.Objects)
				fmt.Fprintf(&b, "%s: %s, %s\n", rankNames[rank].name, wordspkg.Size(bytes), wordspkg.Amount(trees.Objects, objects))
			}
		}
	}
	if known := structures.HeldKind.Result(&c.Model.Results); known != nil &&
		known.Query == (structures.HeldQuery{Point: r.Query.To, Object: s.Object}) && known.Words != "" {
		fmt.Fprintln(&b, known.Words+".")
	}
	for _, l := range s.Contents {
		text := fmt.Sprintf("contents: %s of %s", wordspkg.Amount(trees.Objects, l.Now.Objects), wordspkg.OneLine(l.Type))
		if l.Before != nil {
			text += fmt.Sprintf(", %s before", wordspkg.Count(l.Before.Objects))
		}
		switch {
		case l.Sited > 0:
			text += ", " + wordspkg.Count(l.Sited) + " of them allocated in " + wordspkg.OneLine(l.Site)
		case l.Site != "":
			text += ", allocated in " + wordspkg.OneLine(l.Site)
			if l.Estimate != nil {
				text += ", " + wordspkg.About(l.Now.Objects, l.Estimate.Objects)
			}
		}
		fmt.Fprintln(&b, text)
	}
	return b.String()
}

// structuresText describes the contents of a page.
func (view *View) structuresText(c *widget.Canvas, r *structures.Report, page structures.Page) string {
	words := view.structuresStory(c, r, page).words
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n", words)
	switch {
	case page == structures.StructureTypes:
		for _, k := range r.Now.Types {
			fmt.Fprintf(&b, "%s: %s, own %s\n", wordspkg.OneLine(k.Type), wordspkg.Plural(int64(k.Heads), "data structure", "data structures"),
				wordspkg.Size(k.Own.Bytes))
		}
	case page == structures.GrowingStructures && r.Growth != nil:
		for n, i := range structures.View.Of(c.Model.State.Views).Growing(r.Growth.List) {
			if n == topBars {
				break
			}
			g := &r.Growth.List[i]
			fmt.Fprintf(&b, "\n%s", view.structureText(c, &g.Structure, g, r))
		}
	default:
		for i := range r.Now.List[:min(len(r.Now.List), topBars)] {
			fmt.Fprintf(&b, "\n%s", view.structureText(c, &r.Now.List[i], nil, r))
		}
	}
	return b.String()
}
