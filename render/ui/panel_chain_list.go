package ui

import (
	"cmp"
	"slices"
	"strings"

	"gioui.org/io/key"
	"gioui.org/widget"

	"memcity/city"
)

const chainSearch = chainPrefix + "search"

// drawReadyChains lists the chains for usual questions. A click takes one over to be changed; Return and a double click
// apply it.
func drawReadyChains(c *canvas, b box) {
	c.text(b.cutTop(22), heading, left, c.theme.text, "Ready-made")
	b.cutTop(2)
	g := c.local.chain.grouping()
	c.scroll(chainPrefix+"ready", b, func(content box) float32 {
		content.h = 1e5
		top := content.y
		ready := c.model.Catalog.Ready
		for _, missing := range []bool{false, true} { // what cannot be used comes last
			for i := range ready {
				if (ready[i].Missing != "") == missing {
					drawReadyChain(c, &content, &ready[i], g)
				}
			}
		}
		return content.y - top
	})
}

func drawReadyChain(c *canvas, b *box, r *city.ReadyChain, g city.Grouping) {
	text, off := r.Text, r.Missing != ""
	if off {
		text = upperFirst(withoutName(r.Missing)) + "."
	}
	width := b.w - 16
	names := c.paragraphHeight(width, strong, r.Title)
	h := names + c.paragraphHeight(width, small, text)
	row := b.cutTop(h + 10)
	b.cutTop(2)
	value := ""
	if !off && (city.Grouping{By: r.By, Filters: r.Filters, Measure: g.Measure}).Same(g) {
		value = "chosen"
	}
	ctl := c.control(chainPrefix+"ready/"+r.Title, row, pressable, Item{Kind: "choice", Text: r.Title, Value: value, Off: off})
	switch {
	case value != "":
		c.fill(row, ctlRadius, c.wash)
	case ctl.hover:
		c.fill(row, ctlRadius, c.raised)
	}
	fore, dim := c.theme.text, c.dim
	if off {
		fore = c.dim
	}
	inner := row.inset(8, 5)
	if !c.hidden(row) {
		c.paragraph(inner.cutTop(names), strong, fore, r.Title)
		c.paragraph(inner, small, dim, text)
	}
	c.ring(ctl, row, ctlRadius)
	byReturn := len(ctl.keys) > 0 && ctl.keys[0] != key.NameSpace
	if ctl.clicked || ctl.double {
		c.useReady(r)
	}
	if ctl.double || byReturn {
		c.local.chain.apply = true
	}
}

// withoutName leaves out which classifier of a chain lacks something.
func withoutName(missing string) string {
	if _, why, ok := strings.Cut(missing, `": `); ok {
		return why
	}
	return missing
}

func upperFirst(s string) string {
	if s == "" {
		return s
	}
	return strings.ToUpper(s[:1]) + s[1:]
}

// chainKinds are the parts of the list of what can be added.
var chainKinds = []struct {
	kind       city.EntryKind
	name, text string
}{
	{city.Classifies, "Classifiers", "put objects into groups"},
	{city.Filters, "Filters", "leave objects out"},
	{city.Transforms, "Transformers", "go on with other objects"},
}

// focusSearch gives the focus to the search of the list at the next layout.
func (e *chainEdit) focusSearch(c *canvas) {
	c.source.Execute(key.FocusCmd{Tag: &c.chainSearchField().editor})
	e.found = 0
}

func (c *canvas) chainSearchField() *field {
	return c.field(chainSearch, widget.Editor{SingleLine: true, Submit: true, MaxLen: 100})
}

// drawChainList lists what can be added and fits what is searched for.
func drawChainList(c *canvas, b box) {
	row := b.cutTop(30)
	f := c.chainSearchField()
	list := foundEntries(c.model.Catalog, f.editor.Text())
	drawChainSearch(c, row, f, list)
	if now := foundEntries(c.model.Catalog, f.editor.Text()); len(now) != len(list) {
		list = now
	}
	b.cutTop(6)
	e := &c.local.chain
	e.found = min(max(e.found, 0), max(len(list)-1, 0))
	c.scroll(chainPrefix+"list", b, func(content box) float32 {
		content.h = 1e5
		top := content.y
		i := 0
		for _, kind := range chainKinds {
			for first := true; i < len(list) && list[i].Kind == kind.kind; i++ {
				if first {
					head := content.cutTop(26)
					w := c.text(head, heading, left, c.theme.text, kind.name)
					head.cutLeft(w + 8)
					c.text(head.moved(0, 1), small, left, c.dim, kind.text)
					first = false
				}
				drawChainEntry(c, &content, top, list[i], i)
			}
		}
		if len(list) == 0 {
			c.text(content.cutTop(24), small, left, c.dim, "Nothing fits")
		}
		return content.y - top
	})
}

// foundEntries lists what has all words of a text in its name, role, description or example, by kind. Of a kind, what
// fits by its name comes first, and what cannot be used last.
func foundEntries(catalog *city.Catalog, text string) []*city.CatalogEntry {
	words := strings.Fields(strings.ToLower(text))
	var list []*city.CatalogEntry
	for _, kind := range chainKinds {
		from := len(list)
	next:
		for i := range catalog.Classifiers {
			entry := &catalog.Classifiers[i]
			if entry.Kind != kind.kind {
				continue
			}
			all := strings.ToLower(strings.Join([]string{entry.Name, entry.Role, entry.Description, entry.Example}, "\n"))
			for _, w := range words {
				if !strings.Contains(all, w) {
					continue next
				}
			}
			list = append(list, entry)
		}
		slices.SortStableFunc(list[from:], func(x, y *city.CatalogEntry) int {
			return cmp.Or(cmp.Compare(min(len(x.Missing), 1), min(len(y.Missing), 1)), cmp.Compare(nameRank(x, words), nameRank(y, words)))
		})
	}
	return list
}

// nameRank is lower the better a name fits what is searched for.
func nameRank(entry *city.CatalogEntry, words []string) int {
	rank := 0
	for _, w := range words {
		switch i := strings.Index(strings.ToLower(entry.Name+" "+entry.Role), w); {
		case i < 0:
			rank += 2
		case i > 0:
			rank++
		}
	}
	return rank
}

// drawChainSearch draws the field. Up and down move in the list while it keeps the focus, Return adds.
func drawChainSearch(c *canvas, b box, f *field, list []*city.CatalogEntry) {
	e := &c.local.chain
	for {
		ev, ok := c.source.Event(key.Filter{Focus: &f.editor, Name: key.NameDownArrow}, key.Filter{Focus: &f.editor, Name: key.NameUpArrow})
		if !ok {
			break
		}
		if ev, ok := ev.(key.Event); ok && ev.State == key.Press {
			by := 1
			if ev.Name == key.NameUpArrow {
				by = -1
			}
			e.found = min(max(e.found+by, 0), max(len(list)-1, 0))
			c.local.rows[chainSearch], c.again = 1, true // to be revealed
		}
	}
	inner := b.inset(9, 0)
	inner.cutLeft(24)
	gtx := c.context(c.rect(inner).Size())
	for {
		ev, ok := f.editor.Update(gtx)
		if !ok {
			break
		}
		switch ev.(type) {
		case widget.ChangeEvent:
			e.found, c.again = 0, true
		case widget.SubmitEvent:
			if e.found < len(list) && list[e.found].Missing == "" {
				c.addToChain(list[e.found])
			}
		}
	}
	c.drawField(chainSearch, f, b, inner, Item{Text: "Search classifiers", Hint: "Any words of a name or description; Return adds"}, gtx.Focused(&f.editor))
	c.icon(box{b.x + 9, b.y, 17, b.h}, "search", c.dim)
	if f.editor.Len() == 0 {
		c.text(inner.moved(2, 0), body, left, c.dim, "Find a classifier or filter")
	}
}

// cardinalities say in how many groups of a classifier an object is.
var cardinalities = map[string]string{"one": "an object is in one group", "many": "an object is in several groups",
	"hierarchy": "groups in groups", "many paths": "groups in groups, an object in several"}

// entryNote tells of the example and the cardinality.
func entryNote(entry *city.CatalogEntry) string {
	if entry.Missing != "" {
		return upperFirst(entry.Missing) + "."
	}
	note := ""
	if entry.Example != "" && entry.Example != entry.Name {
		note = "Such as " + entry.Example
	}
	if words := cardinalities[entry.Cardinality]; words != "" && entry.Kind == city.Classifies {
		if note != "" {
			note += "  ·  "
		}
		note += words
	}
	return note
}

// drawChainEntry draws what can be added; top is where the list begins.
func drawChainEntry(c *canvas, b *box, top float32, entry *city.CatalogEntry, i int) {
	e := &c.local.chain
	width, note, off := b.w-16, entryNote(entry), entry.Missing != ""
	about, after := c.paragraphHeight(width, small, entry.Description), float32(0)
	if note != "" {
		after = c.paragraphHeight(width, small, note)
	}
	row := b.cutTop(19 + about + after + 10)
	b.cutTop(2)
	ctl := c.control(chainPrefix+"entry/"+entry.Name, row, pressable, Item{Kind: "button", Text: entry.Name, Off: off})
	searching := c.focused == chainSearch
	switch {
	case searching && i == e.found:
		c.fill(row, ctlRadius, c.wash)
		if c.local.rows[chainSearch] != 0 {
			c.local.rows[chainSearch] = 0
			c.revealRow(chainPrefix+"list", row.y-top, row.h)
		}
	case ctl.hover:
		c.fill(row, ctlRadius, c.raised)
	}
	if !c.hidden(row) {
		drawChainEntryText(c, row.inset(8, 5), entry, note, about)
	}
	c.ring(ctl, row, ctlRadius)
	if ctl.clicked {
		c.addToChain(entry)
	}
}

func drawChainEntryText(c *canvas, b box, entry *city.CatalogEntry, note string, about float32) {
	fore := c.theme.text
	if entry.Missing != "" {
		fore = c.dim
	}
	head := b.cutTop(19)
	name := entry.Role
	if name == "" {
		name = entry.Name
	}
	w := c.text(head, strong, left, fore, name)
	written := entry.Name
	if entry.Argument != "" {
		written += "(" + entry.Argument + ")"
	}
	if written != name {
		head.cutLeft(w + 8)
		c.name(head, small, left, c.dim, written)
	}
	c.paragraph(b.cutTop(about), small, fore, entry.Description)
	if note != "" {
		c.paragraph(b, small, c.dim, note)
	}
}
