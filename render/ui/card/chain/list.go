package chain

import (
	"cmp"
	"slices"
	"strings"

	"gioui.org/io/key"
	"gioui.org/widget"

	"memcity/city/trees"
	"memcity/render/ui/canvas"
	"memcity/render/ui/model"
	"memcity/render/ui/place"
	widgetpkg "memcity/render/ui/widget"
	"memcity/words"
)

const chainSearch = ChainPrefix + "search"

// drawReadyChains lists the ready-made chains. A click copies one into the draft. Return and a double click apply it.
func (card *Card) drawReadyChains(c *widgetpkg.Canvas, b canvas.Box) {
	c.Text(b.CutTop(22), canvas.Heading, canvas.Left, c.Theme.Text, "Prebuilt")
	b.CutTop(2)
	g := card.Grouping()
	c.Scroll(ChainPrefix+"ready", b, func(content canvas.Box) float32 {
		content.H = 1e5
		top := content.Y
		ready := c.Model.Catalog.Ready
		for _, missing := range []bool{false, true} { // unavailable ones last
			for i := range ready {
				if (ready[i].Missing != "") == missing {
					card.drawReadyChain(c, &content, &ready[i], g)
				}
			}
		}
		return content.Y - top
	})
}

func (card *Card) drawReadyChain(c *widgetpkg.Canvas, b *canvas.Box, r *trees.ReadyChain, g trees.Grouping) {
	text, off := r.Text, r.Missing != ""
	if off {
		text = words.UpperFirst(withoutName(r.Missing)) + "."
	}
	width := b.W - 16
	names := c.ParagraphHeight(width, canvas.Strong, r.Title)
	h := names + c.ParagraphHeight(width, canvas.Small, text)
	row := b.CutTop(h + 10)
	b.CutTop(2)
	value := ""
	if !off && r.By == g.By && r.Filters == g.Filters {
		value = "chosen"
	}
	ctl := c.Control(ChainPrefix+"ready/"+r.Title, row, widgetpkg.Pressable, model.Item{Kind: "choice", Text: r.Title, Value: value, Why: words.UpperFirst(r.Missing)})
	switch {
	case value != "":
		c.Fill(row, place.CtlRadius, c.Wash)
	case ctl.Hover:
		c.Fill(row, place.CtlRadius, c.Raised)
	}
	fore, dim := c.Theme.Text, c.Dim
	if off {
		fore = c.Dim
	}
	inner := row.Inset(8, 5)
	if !c.Hidden(row) {
		c.Paragraph(inner.CutTop(names), canvas.Strong, fore, r.Title)
		c.Paragraph(inner, canvas.Small, dim, text)
	}
	c.Ring(ctl, row, place.CtlRadius)
	byReturn := len(ctl.Keys) > 0 && ctl.Keys[0] != key.NameSpace
	if ctl.Clicked || ctl.Double {
		card.useReady(c, r)
	}
	if ctl.Double || byReturn {
		card.Apply = true
	}
}

// withoutName removes the name of the unavailable classifier from a message.
func withoutName(missing string) string {
	if _, why, ok := strings.Cut(missing, `": `); ok {
		return why
	}
	return missing
}

// chainKinds are the sections of the list of parts.
var chainKinds = []struct {
	kind       trees.EntryKind
	name, text string
	one        string // singular name
}{
	{trees.Classifies, "Classifiers", "group objects", "classifier"},
	{trees.Filters, "Filters", "exclude objects", "filter"},
	{trees.Transforms, "Transformers", "continue with other objects", "transformer"},
}

// drawKind draws the heading of a section.
func drawKind(c *widgetpkg.Canvas, head canvas.Box, of trees.EntryKind) {
	for _, kind := range chainKinds {
		if kind.kind == of {
			w := c.Text(head, canvas.Heading, canvas.Left, c.Theme.Text, kind.name)
			head.CutLeft(w + 8)
			c.Text(head.Moved(0, 1), canvas.Small, canvas.Left, c.Dim, kind.text)
		}
	}
}

// focusSearch gives the focus to the search field at the next layout.
func (e *Card) focusSearch(c *widgetpkg.Canvas) {
	c.Source.Execute(key.FocusCmd{Tag: &e.chainSearchField(c).Editor})
	e.found = 0
}

func (card *Card) chainSearchField(c *widgetpkg.Canvas) *widgetpkg.Field {
	return c.Field(chainSearch, widget.Editor{SingleLine: true, Submit: true, MaxLen: 100})
}

// drawChainList lists the parts that match the search.
func (card *Card) drawChainList(c *widgetpkg.Canvas, b canvas.Box) {
	row := b.CutTop(30)
	f := card.chainSearchField(c)
	list := FoundEntries(c.Model.Catalog, f.Editor.Text())
	card.drawChainSearch(c, row, f, list)
	if now := FoundEntries(c.Model.Catalog, f.Editor.Text()); len(now) != len(list) {
		list = now
	}
	b.CutTop(6)
	e := card
	e.found = min(max(e.found, 0), max(len(list)-1, 0))
	c.Scroll(ChainPrefix+"list", b, func(content canvas.Box) float32 {
		content.H = 1e5
		top := content.Y
		ranked := strings.TrimSpace(f.Editor.Text()) != ""
		for i, entry := range list {
			if !ranked && (i == 0 || list[i-1].Kind != entry.Kind) {
				drawKind(c, content.CutTop(26), entry.Kind)
			}
			card.drawChainEntry(c, &content, top, entry, i, ranked)
		}
		if len(list) == 0 {
			c.Text(content.CutTop(24), canvas.Small, canvas.Left, c.Dim, "No matches")
		}
		return content.Y - top
	})
}

// FoundEntries lists the entries that contain all words of text in their name, role, description or example. Without a text, they are sorted
// by kind, with unavailable ones last within a kind. With a text, the best matches by name come first, with all unavailable ones last.
func FoundEntries(catalog *trees.Catalog, text string) []*trees.CatalogEntry {
	words := strings.Fields(strings.ToLower(text))
	var list []*trees.CatalogEntry
	for _, kind := range chainKinds {
		from := len(list)
		for i := range catalog.Classifiers {
			if entry := &catalog.Classifiers[i]; entry.Kind == kind.kind && hasWords(entry, words) {
				list = append(list, entry)
			}
		}
		if len(words) > 0 {
			from = 0
		}
		slices.SortStableFunc(list[from:], func(x, y *trees.CatalogEntry) int {
			return cmp.Or(cmp.Compare(min(len(x.Missing), 1), min(len(y.Missing), 1)), cmp.Compare(nameRank(x, words), nameRank(y, words)))
		})
	}
	return list
}

func hasWords(entry *trees.CatalogEntry, words []string) bool {
	all := strings.ToLower(strings.Join([]string{entry.Name, entry.Role, entry.Description, entry.Example}, "\n"))
	return !slices.ContainsFunc(words, func(w string) bool { return !strings.Contains(all, w) })
}

// nameRank ranks how well a name or role matches the words; lower is better. An equal name is best, then one with the text as a prefix, then
// more words found at its start or inside it.
func nameRank(entry *trees.CatalogEntry, words []string) int {
	text, name, role := strings.Join(words, " "), strings.ToLower(entry.Name), strings.ToLower(entry.Role)
	switch {
	case name == text || role == text:
		return -2
	case strings.HasPrefix(name, text) || strings.HasPrefix(role, text):
		return -1
	}
	rank := 0
	for _, w := range words {
		switch i := strings.Index(name+" "+role, w); {
		case i < 0:
			rank += 2
		case i > 0:
			rank++
		}
	}
	return rank
}

// drawChainSearch draws the search field. Up and down move in the list while the field keeps the focus. Return adds the entry.
func (card *Card) drawChainSearch(c *widgetpkg.Canvas, b canvas.Box, f *widgetpkg.Field, list []*trees.CatalogEntry) {
	e := card
	for {
		ev, ok := c.Source.Event(key.Filter{Focus: &f.Editor, Name: key.NameDownArrow}, key.Filter{Focus: &f.Editor, Name: key.NameUpArrow})
		if !ok {
			break
		}
		if ev, ok := ev.(key.Event); ok && ev.State == key.Press {
			by := 1
			if ev.Name == key.NameUpArrow {
				by = -1
			}
			e.found = min(max(e.found+by, 0), max(len(list)-1, 0))
			c.Lists[chainSearch], c.Again = 1, true // to scroll to it
		}
	}
	inner := b.Inset(9, 0)
	inner.CutLeft(24)
	gtx := c.Context(c.Rect(inner).Size())
	for {
		ev, ok := f.Editor.Update(gtx)
		if !ok {
			break
		}
		switch ev.(type) {
		case widget.ChangeEvent:
			e.found, c.Again = 0, true
		case widget.SubmitEvent:
			if e.found < len(list) && list[e.found].Missing == "" {
				card.addToChain(c, list[e.found])
			}
		}
	}
	c.DrawField(chainSearch, f, b, inner, model.Item{Text: "Search classifiers", Hint: "Search names and descriptions; Return adds the best match"},
		gtx.Focused(&f.Editor))
	c.Icon(canvas.Rect(b.X+9, b.Y, 17, b.H), "search", c.Dim)
	if f.Editor.Len() == 0 {
		c.Text(inner.Moved(2, 0), canvas.Body, canvas.Left, c.Dim, "Find a classifier or filter")
	}
}

// cardinalities describes how many groups of a classifier contain an object.
var cardinalities = map[string]string{"one": "each object in one group", "many": "objects may be in several groups",
	"hierarchy": "nested groups", "many paths": "nested groups, objects may be in several"}

// entryNote describes the example and the cardinality of an entry.
func entryNote(entry *trees.CatalogEntry) string {
	if entry.Missing != "" {
		return words.UpperFirst(entry.Missing) + "."
	}
	note := ""
	if entry.Example != "" && entry.Example != entry.Name {
		note = "Example: " + entry.Example
	}
	if words := cardinalities[entry.Cardinality]; words != "" && entry.Kind == trees.Classifies {
		if note != "" {
			note += "  ·  "
		}
		note += words
	}
	return note
}

// drawChainEntry draws an entry of the list; top is the start of the list. In a ranked list it includes the kind.
func (card *Card) drawChainEntry(c *widgetpkg.Canvas, b *canvas.Box, top float32, entry *trees.CatalogEntry, i int, ranked bool) {
	e := card
	width, note := b.W-16, entryNote(entry)
	about, after := c.ParagraphHeight(width, canvas.Small, entry.Description), float32(0)
	if note != "" {
		after = c.ParagraphHeight(width, canvas.Small, note)
	}
	row := b.CutTop(19 + about + after + 10)
	b.CutTop(2)
	ctl := c.Control(ChainPrefix+"entry/"+entry.Name, row, widgetpkg.Pressable, model.Item{Kind: "button", Text: entry.Name, Why: words.UpperFirst(entry.Missing)})
	searching := c.Focused == chainSearch
	switch {
	case searching && i == e.found:
		c.Fill(row, place.CtlRadius, c.Wash)
		if c.Lists[chainSearch] != 0 {
			c.Lists[chainSearch] = 0
			c.RevealRow(ChainPrefix+"list", row.Y-top, row.H)
		}
	case ctl.Hover:
		c.Fill(row, place.CtlRadius, c.Raised)
	}
	if !c.Hidden(row) {
		card.drawChainEntryText(c, row.Inset(8, 5), entry, note, about, ranked)
	}
	c.Ring(ctl, row, place.CtlRadius)
	if ctl.Dragged || ctl.Released {
		card.carry(c, ctl, entry, row)
	}
	if ctl.Clicked {
		card.addToChain(c, entry)
	}
}

// kindName returns the singular name of a kind.
func kindName(of trees.EntryKind) string {
	for _, kind := range chainKinds {
		if kind.kind == of {
			return kind.one
		}
	}
	return ""
}

func (card *Card) drawChainEntryText(c *widgetpkg.Canvas, b canvas.Box, entry *trees.CatalogEntry, note string, about float32, ranked bool) {
	fore := c.Theme.Text
	if entry.Missing != "" {
		fore = c.Dim
	}
	head := b.CutTop(19)
	if ranked {
		head.CutRight(c.Text(head, canvas.Small, canvas.Right, c.Dim, kindName(entry.Kind)) + 8)
	}
	name := entry.Role
	if name == "" {
		name = entry.Name
	}
	w := c.Text(head, canvas.Strong, canvas.Left, fore, name)
	written := entry.Name
	if entry.Argument != "" {
		written += "(" + entry.Argument + ")"
	}
	if written != name {
		head.CutLeft(w + 8)
		c.Name(head, canvas.Small, canvas.Left, c.Dim, written)
	}
	c.Paragraph(b.CutTop(about), canvas.Small, fore, entry.Description)
	if note != "" {
		c.Paragraph(b, canvas.Small, c.Dim, note)
	}
}
