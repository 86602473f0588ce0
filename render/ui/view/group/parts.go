package group

import (
	"slices"
	"strings"

	"memcity/city/seq"
	"memcity/city/state"
	"memcity/city/trees"
	"memcity/city/view/inspect"
	"memcity/render/ui/canvas"
	"memcity/render/ui/model"
	"memcity/render/ui/part"
	"memcity/render/ui/place"
	"memcity/render/ui/widget"
	wordspkg "memcity/words"
)

// partRow is a row of the tree of parts. If At is -1, the row only reports the number of hidden smaller groups.
type partRow struct {
	At     int
	level  int
	path   string
	inner  bool // has subgroups
	open   bool
	Hidden int
}

// OpenRows is the maximum number of rows of a tree of parts that starts fully expanded.
const OpenRows = 14

// PartRows returns the visible rows of the tree.
func PartRows(parts []inspect.PartOf, changed map[string]bool) []partRow {
	var rows []partRow
	var path []string
	type left struct{ level, smaller int }
	var after []left // counts to emit after the groups being listed, innermost last
	flush := func(level int) {
		for len(after) > 0 && after[len(after)-1].level >= level {
			last := after[len(after)-1]
			after = after[:len(after)-1]
			if last.smaller > 0 {
				rows = append(rows, partRow{At: -1, level: last.level, Hidden: last.smaller})
			}
		}
	}
	shut := -1 // level of the collapsed group whose parts are skipped
	for i := range parts {
		p := &parts[i]
		if shut >= 0 && p.Level > shut {
			continue
		}
		shut = -1
		flush(p.Level)
		path = append(path[:min(p.Level, len(path))], p.Name)
		r := partRow{At: i, level: p.Level, path: strings.Join(path, "\x00"), inner: i+1 < len(parts) && parts[i+1].Level > p.Level}
		r.open = (len(parts) <= OpenRows) != changed[r.path]
		rows = append(rows, r)
		if r.inner && !r.open {
			shut = p.Level
		}
		after = append(after, left{p.Level, p.Smaller})
	}
	flush(0)
	return rows
}

const fewParts = 12

// wideParts is the minimum width, in dp, for rows of parts with both objects and bytes.
const wideParts = 190

// drawGroupParts draws the objects that the group retains or reaches, grouped by the chain.
func (view *View) drawGroupParts(c *widget.Canvas, r *inspect.Report, head, b *canvas.Box) {
	l := view
	view.drawByButton(c, "group/by/parts", head)
	switch {
	case r.NoReferences:
		c.Remark(b, missingText(r))
		return
	case !r.HasClosures:
		view.waiting(c, b, "Computing what the group keeps alive…")
		return
	}
	b.CutTop(4)
	parts, whole, current := r.RetainedParts, r.Retained, 0
	if l.deep || r.NoRoots {
		parts, whole, current = r.DeepParts, r.Deep, 1
	}
	pressed := c.Segments("group/parts", b.CutTop(28), "Parts of", []widget.Choice{
		{Text: "Retained", Hint: "The group and everything that would be freed with it"},
		{Text: "Deep", Hint: "The group and everything reachable from it"}}, current, widget.Why(r.NoRoots, "This input has no GC roots"))
	if pressed >= 0 {
		l.deep, c.Again = pressed == 1, true
	}
	b.CutTop(6)
	if len(parts) == 0 {
		c.Remark(b, "This grouping has no groups here.")
		return
	}
	view.drawPartList(c, b, parts, whole)
}

func (view *View) drawPartList(c *widget.Canvas, b *canvas.Box, parts []inspect.PartOf, whole trees.Amount) {
	columns := b.CutTop(18)
	columns.CutRight(6)
	unit := view.unit(c)
	c.Text(columns.CutRight(76), canvas.Small, canvas.Right, c.Dim, unit.String())
	if columns.W > wideParts {
		c.Text(columns.CutRight(66), canvas.Small, canvas.Right, c.Dim, (trees.Objects + trees.Bytes - unit).String())
	}
	rows := PartRows(parts, view.folded)
	shown := rows[:view.shortened(c, "group/parts/list", len(rows), fewParts)]
	chosen := view.list(c, b, rowList{id: "group/parts/list", words: "What it keeps alive", rows: len(shown), height: part.RowHeight,
		still: !slices.ContainsFunc(rows, func(r partRow) bool { return r.inner }),
		item:  func(i int) model.Item { return partItem(&shown[i], parts, whole, unit) },
		draw: func(i int, cell canvas.Box, under bool) {
			r := &shown[i]
			if r.At < 0 {
				cell.CutLeft(20 + 14*float32(r.level))
				c.Text(cell, canvas.Small, canvas.Left, c.Dim, wordspkg.Plural(int64(r.Hidden), "smaller group", "smaller groups"))
				return
			}
			view.drawPartRow(c, cell, r, &parts[r.At], whole.Of(unit))
		}})
	if chosen >= 0 && shown[chosen].inner {
		changed := view.folded
		changed[shown[chosen].path] = !changed[shown[chosen].path]
		c.Again = true
	}
	view.more(c, b, "group/parts/list", len(rows), fewParts)
}

func partItem(r *partRow, parts []inspect.PartOf, whole trees.Amount, unit trees.Unit) model.Item {
	if r.At < 0 {
		return model.Item{Kind: "value", Text: wordspkg.Plural(int64(r.Hidden), "smaller group", "smaller groups")}
	}
	p := &parts[r.At]
	it := model.Item{Kind: "value", Text: p.Name, Value: bothAmounts(p.Amount),
		Hint: wordspkg.OneLine(p.Name) + ": " + bothAmounts(p.Amount) + ", " + wordspkg.ShareText(p.Of(unit), whole.Of(unit)) +
			" of all here"}
	if r.inner {
		it.Kind, it.Value = "link", it.Value+", folded"
		if r.open {
			it.Value = strings.TrimSuffix(it.Value, ", folded") + ", open"
		}
	}
	return it
}

// drawPartRow draws a row. The width of its tinted background is proportional to its share.
func (view *View) drawPartRow(c *widget.Canvas, cell canvas.Box, r *partRow, p *inspect.PartOf, whole int64) {
	row := cell.Inset(0, 1.5)
	row.CutLeft(14 * float32(min(r.level, 8)))
	unit := view.unit(c)
	bar := row
	bar.W = max(row.W*float32(min(max(float64(p.Of(unit))/float64(max(whole, 1)), 0), 1)), 3)
	c.Fill(bar, 4, canvas.Mixed(c.Card, canvas.Solid(c.Model.State.Settings.Palette().Outgoing), c.Tint))
	words := row.Inset(6, 0)
	if r.inner {
		icon := "chevron"
		if r.open {
			icon = "down"
		}
		c.Icon(words.CutLeft(14).Middle(14), icon, c.Dim)
		words.CutLeft(3)
	}
	main, other := wordspkg.Count(p.Objects), wordspkg.Size(p.Bytes)
	if unit == trees.Bytes {
		main, other = other, main
	}
	c.Text(words.CutRight(76), canvas.Strong, canvas.Right, c.Theme.Text, main)
	if cell.W > wideParts+82 {
		c.Text(words.CutRight(66), canvas.Small, canvas.Right, c.Dim, other)
	}
	words.CutRight(8)
	c.Name(words, canvas.Body, canvas.Left, c.Theme.Text, p.Name)
}

// GroupByMenu selects the chain that parts and owners are grouped by.
const GroupByMenu widget.MenuName = "group by"

// drawByButton draws the button for the chain at the right of a heading.
func (view *View) drawByButton(c *widget.Canvas, id string, head *canvas.Box) {
	words := "by " + byText(inspect.View.Of(c.Model.State.Views).By, c.Model.Catalog)
	w := min(c.Width(canvas.Strong, words)+36, head.W*0.6)
	b := head.CutRight(w).Middle(24)
	head.CutRight(8)
	value := ""
	if c.Menu.Name == GroupByMenu && c.Menu.From == id {
		value = "open"
	}
	ctl := c.Control(id, b, widget.Pressable,
		model.Item{Kind: "button", Text: words, Value: value, Hint: "How the objects are grouped here"})
	back, fore := c.ButtonColors(ctl, widget.ButtonOptions{Look: widget.Ground})
	c.Fill(b, place.CtlRadius, back)
	inner := b.Inset(8, 0)
	c.Icon(inner.CutRight(12).Middle(12), "down", c.Dim)
	inner.CutRight(3)
	c.DrawText(inner, canvas.Strong, canvas.Left, fore, words, inner.W)
	c.Ring(ctl, b, place.CtlRadius)
	if ctl.Clicked {
		c.OpenMenu(GroupByMenu, id, b)
	}
}

// GroupByRows returns the useful chains for the parts and owners of a group. They contain only classifiers whose data the recording has.
func GroupByRows(m *model.Model) []widget.MenuRow {
	now := inspect.View.Of(m.State.Views).By
	if now.Empty() {
		now = defaultBy
	}
	var rows []widget.MenuRow
	add := func(text string, by seq.Seq[string]) {
		if !slices.ContainsFunc(rows, func(r widget.MenuRow) bool { return r.Text == text }) {
			rows = append(rows, widget.MenuRow{Text: text, On: by == now, Event: model.Do{Action: state.InspectBy{By: by}}})
		}
	}
	add("Type", defaultBy)
	add("Package, type", seq.Of("package", "type"))
	if m.Catalog == nil {
		return rows
	}
	for _, r := range m.Catalog.Ready {
		if r.Missing == "" && r.Filters.Empty() && classifies(m.Catalog, r.By) {
			add(r.Title, r.By)
		}
	}
	return rows
}

// classifies reports whether each entry of a chain is a classifier of the given catalog.
func classifies(catalog *trees.Catalog, chain seq.Seq[string]) bool {
	for _, name := range chain.All() {
		if e, ok := catalog.Entry(name); !ok || e.Kind != trees.Classifies {
			return false
		}
	}
	return true
}
