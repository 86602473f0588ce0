package ui

import (
	"slices"
	"strings"

	"memcity/city"
)

// partRow is a row of the tree of parts. At -1 it tells how many smaller groups are left out.
type partRow struct {
	at     int
	level  int
	path   string
	inner  bool // it has groups inside
	open   bool
	hidden int
}

// openRows is how many rows a tree of parts may have for all of it to be open at first.
const openRows = 14

// partRows are the rows of the tree that are not folded.
func partRows(parts []city.PartOf, changed map[string]bool) []partRow {
	var rows []partRow
	var path []string
	type left struct{ level, smaller int }
	var after []left // counts that follow the groups being listed, inner ones last
	flush := func(level int) {
		for len(after) > 0 && after[len(after)-1].level >= level {
			last := after[len(after)-1]
			after = after[:len(after)-1]
			if last.smaller > 0 {
				rows = append(rows, partRow{at: -1, level: last.level, hidden: last.smaller})
			}
		}
	}
	shut := -1 // level of the folded group whose parts are skipped
	for i := range parts {
		p := &parts[i]
		if shut >= 0 && p.Level > shut {
			continue
		}
		shut = -1
		flush(p.Level)
		path = append(path[:min(p.Level, len(path))], p.Name)
		r := partRow{at: i, level: p.Level, path: strings.Join(path, "\x00"), inner: i+1 < len(parts) && parts[i+1].Level > p.Level}
		r.open = (len(parts) <= openRows) != changed[r.path]
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

// wideParts is the width in dp from which rows of parts have both objects and bytes.
const wideParts = 190

// drawGroupParts draws what the group retains or reaches, grouped by the chain.
func drawGroupParts(c *canvas, r *city.GroupReport, head, b *box) {
	l := &c.local.group
	drawByButton(c, "group/by/parts", head)
	switch {
	case r.NoReferences:
		c.remark(b, missingText(r))
		return
	case !r.HasClosures:
		c.waiting(b, "Finding what the group keeps alive…")
		return
	}
	b.cutTop(4)
	parts, whole, current := r.RetainedParts, r.Retained, 0
	if l.deep || r.NoRoots {
		parts, whole, current = r.DeepParts, r.Deep, 1
	}
	pressed := c.segments("group/parts", b.cutTop(28), "Parts of", []choice{
		{"Retained", "What would die with the group, and the group itself"},
		{"Deep", "What references lead to from the group, and the group itself"}}, current, r.NoRoots)
	if pressed >= 0 {
		l.deep, c.again = pressed == 1, true
	}
	b.cutTop(6)
	if len(parts) == 0 {
		c.remark(b, "Nothing that this chain groups.")
		return
	}
	drawPartList(c, b, parts, whole)
}

func drawPartList(c *canvas, b *box, parts []city.PartOf, whole city.Amount) {
	columns := b.cutTop(18)
	columns.cutRight(6)
	metric := c.metric()
	c.text(columns.cutRight(76), small, right, c.dim, metric.String())
	if columns.w > wideParts {
		c.text(columns.cutRight(66), small, right, c.dim, (city.Objects + city.Bytes - metric).String())
	}
	rows := partRows(parts, c.local.group.folded)
	shown := rows[:c.shortened("group/parts/list", len(rows), fewParts)]
	chosen := c.list(b, rowList{id: "group/parts/list", words: "What it keeps alive", rows: len(shown), height: rowHeight,
		still: !slices.ContainsFunc(rows, func(r partRow) bool { return r.inner }),
		item:  func(i int) Item { return partItem(&shown[i], parts, whole, metric) },
		draw: func(i int, cell box, under bool) {
			r := &shown[i]
			if r.at < 0 {
				cell.cutLeft(20 + 14*float32(r.level))
				c.text(cell, small, left, c.dim, plural(int64(r.hidden), "smaller group", "smaller groups"))
				return
			}
			drawPartRow(c, cell, r, &parts[r.at], whole.Of(metric))
		}})
	if chosen >= 0 && shown[chosen].inner {
		changed := c.local.group.folded
		changed[shown[chosen].path] = !changed[shown[chosen].path]
		c.again = true
	}
	c.more(b, "group/parts/list", len(rows), fewParts)
}

func partItem(r *partRow, parts []city.PartOf, whole city.Amount, metric city.Metric) Item {
	if r.at < 0 {
		return Item{Kind: "value", Text: plural(int64(r.hidden), "smaller group", "smaller groups")}
	}
	p := &parts[r.at]
	it := Item{Kind: "value", Text: p.Name, Value: bothAmounts(p.Amount),
		Hint: oneLine(p.Name) + ": " + bothAmounts(p.Amount) + ", " + shareText(p.Of(metric), whole.Of(metric)) + " of all here"}
	if r.inner {
		it.Kind, it.Value = "link", it.Value+", folded"
		if r.open {
			it.Value = strings.TrimSuffix(it.Value, ", folded") + ", open"
		}
	}
	return it
}

// drawPartRow draws a row; its tinted ground is as long as its share.
func drawPartRow(c *canvas, cell box, r *partRow, p *city.PartOf, whole int64) {
	row := cell.inset(0, 1.5)
	row.cutLeft(14 * float32(min(r.level, 8)))
	metric := c.metric()
	bar := row
	bar.w = max(row.w*float32(min(max(float64(p.Of(metric))/float64(max(whole, 1)), 0), 1)), 3)
	c.fill(bar, 4, mixed(c.card, solid(c.model.State.Settings.Palette().Outgoing), c.tint))
	words := row.inset(6, 0)
	if r.inner {
		icon := "chevron"
		if r.open {
			icon = "down"
		}
		c.icon(words.cutLeft(14).middle(14), icon, c.dim)
		words.cutLeft(3)
	}
	main, other := Count(p.Objects), Size(p.Bytes)
	if metric == city.Bytes {
		main, other = other, main
	}
	c.text(words.cutRight(76), strong, right, c.theme.text, main)
	if cell.w > wideParts+82 {
		c.text(words.cutRight(66), small, right, c.dim, other)
	}
	words.cutRight(8)
	c.name(words, body, left, c.theme.text, p.Name)
}

// groupByMenu chooses what parts and owners are grouped by.
const groupByMenu menuName = "group by"

// drawByButton draws the button for the chain at the right of a heading.
func drawByButton(c *canvas, id string, head *box) {
	words := "by " + byText(c.model.State.Inspection.By, c.model.Catalog)
	w := min(c.width(strong, words)+36, head.w*0.6)
	b := head.cutRight(w).middle(24)
	head.cutRight(8)
	value := ""
	if c.local.menu.name == groupByMenu && c.local.menu.from == id {
		value = "open"
	}
	ctl := c.control(id, b, pressable, Item{Kind: "button", Text: words, Value: value, Hint: "What the objects are grouped by here"})
	back, fore := c.buttonColors(ctl, buttonOptions{look: ground})
	c.fill(b, ctlRadius, back)
	inner := b.inset(8, 0)
	c.icon(inner.cutRight(12).middle(12), "down", c.dim)
	inner.cutRight(3)
	c.draw(inner, strong, left, fore, c.types.fit(words, strong.size*c.scale, strong.weight, inner.w*c.scale, false))
	c.ring(ctl, b, ctlRadius)
	if ctl.clicked {
		c.openMenu(groupByMenu, id, b)
	}
}

// groupByRows are the chains that make sense for the parts and owners of a group: those that only classify, with data
// that the recording has.
func groupByRows(m *Model) []menuRow {
	now := m.State.Inspection.By
	if len(now) == 0 {
		now = defaultBy
	}
	var rows []menuRow
	add := func(text string, by []string) {
		if !slices.ContainsFunc(rows, func(r menuRow) bool { return r.text == text }) {
			rows = append(rows, menuRow{text: text, on: slices.Equal(by, now), event: Do{city.InspectBy{By: by}}})
		}
	}
	add("Type", defaultBy)
	add("Package, type", []string{"package", "type"})
	if m.Catalog == nil {
		return rows
	}
	for _, r := range m.Catalog.Ready {
		if r.Missing == "" && len(r.Filters) == 0 && !slices.ContainsFunc(r.By, func(name string) bool {
			e, ok := m.Catalog.Entry(name)
			return !ok || e.Kind != city.Classifies
		}) {
			add(r.Title, r.By)
		}
	}
	return rows
}
