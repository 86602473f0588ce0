package chain

import (
	"slices"
	"strings"

	"gioui.org/io/key"

	"memcity/city/scene"
	"memcity/city/seq"
	"memcity/city/state"
	"memcity/city/trees"
	"memcity/city/view/drafts"
	"memcity/render/action"
	"memcity/render/ui/canvas"
	"memcity/render/ui/widget"
	"memcity/words"
)

// ChainPrefix is the prefix of all control IDs of the grouping window.
const ChainPrefix = "chain/"

// Lists of rows in the grouping window.
const (
	ChainBy      = iota // classifiers, and filters between them
	chainFilters        // filters that exclude objects entirely
)

// Card is the state of the grouping window: a draft grouping.
type Card struct {
	Open  bool
	of    trees.Grouping // current grouping when the rows were created
	Rows  [2][]chainRow
	next  int // ID of the newest row
	cur   int // ID of the row to add classifiers after; 0 for the end
	focus int // ID of the row whose argument gets the focus; 0 for none
	shown int // ID of the row to scroll to; 0 for none
	Apply bool
	tab   int // visible column, if only one fits
	found int // index of the list entry that Return in the search adds

	carried  carried        // entry being dragged from the list
	preview  *drafts.Report // last preview; nil for none
	rows     canvas.Box     // box of the rows; empty if they are not visible
	placed   []chainPlace   // positions of the rows at the last layout
	boundary float32        // y of the boundary between the two lists
}

// chainRow is a classifier, filter or transformer. Its ID stays the same when it moves.
type chainRow struct {
	Id       int
	name     string
	argument string
	takes    bool   // takes an argument
	fault    string // error message; "" for none
}

// chainPlace is the position of a row.
type chainPlace struct {
	id, list int
	at       canvas.Box
}

// text returns the row in the syntax of chains.
func (r *chainRow) text() string {
	if !r.takes {
		return r.name
	}
	return r.name + "(" + strings.TrimSpace(r.argument) + ")"
}

// load sets the rows from a grouping.
func (e *Card) load(g trees.Grouping, catalog *trees.Catalog) {
	for list, names := range []seq.Seq[string]{ChainBy: g.By, chainFilters: g.Filters} {
		e.Rows[list] = nil
		for _, text := range names.All() {
			e.add(list, len(e.Rows[list]), text, catalog)
		}
	}
	e.cur, e.focus = 0, 0
}

// add inserts a part in the syntax of chains into a list, and returns its ID.
func (e *Card) add(list, at int, text string, catalog *trees.Catalog) int {
	e.next++
	r := chainRow{Id: e.next, name: text}
	entry, known := catalog.Entry(text)
	name, argument, with := strings.Cut(text, "(")
	if with || known && entry.Argument != "" {
		r.name, r.argument, r.takes = name, strings.TrimSuffix(argument, ")"), true
	}
	e.Rows[list] = slices.Insert(e.Rows[list], at, r)
	return r.Id
}

// at finds a row by ID; list is -1 if there is none.
func (e *Card) at(id int) (list, index int) {
	for list := range e.Rows {
		if i := slices.IndexFunc(e.Rows[list], func(r chainRow) bool { return r.Id == id }); i >= 0 {
			return list, i
		}
	}
	return -1, 0
}

// move moves a row to another position, which does not count the row itself.
func (e *Card) move(id, list, index int) {
	from, i := e.at(id)
	if from < 0 {
		return
	}
	r := e.Rows[from][i]
	e.Rows[from] = slices.Delete(e.Rows[from], i, i+1)
	e.Rows[list] = slices.Insert(e.Rows[list], min(max(index, 0), len(e.Rows[list])), r)
}

// Grouping returns the draft grouping. Its size kind is the current one.
func (e *Card) Grouping() trees.Grouping {
	return trees.Grouping{By: e.names(ChainBy), Filters: e.names(chainFilters), SizeKind: e.of.SizeKind}
}

// names returns the texts of a list's rows.
func (e *Card) names(list int) seq.Seq[string] {
	texts := make([]string, len(e.Rows[list]))
	for i := range texts {
		texts[i] = e.Rows[list][i].text()
	}
	return seq.Of(texts...)
}

// check sets the errors of all rows.
func (e *Card) check(catalog *trees.Catalog) {
	if catalog.Check == nil {
		return
	}
	faults := catalog.Check(e.Grouping())
	for list, of := range [][]string{ChainBy: faults.By, chainFilters: faults.Filters} {
		for i := range e.Rows[list] {
			e.Rows[list][i].fault = ""
			if i < len(of) {
				e.Rows[list][i].fault = of[i]
			}
		}
	}
}

// problem explains why the grouping cannot be applied; "" if it can.
func (e *Card) problem() string {
	if len(e.Rows[ChainBy]) == 0 {
		return "Choose at least one classifier."
	}
	n := 0
	for list := range e.Rows {
		for i := range e.Rows[list] {
			if e.Rows[list][i].fault != "" {
				n++
			}
		}
	}
	if n > 0 {
		return words.Plural(int64(n), "part", "parts") + " cannot be used."
	}
	return ""
}

// openChain starts with the current grouping, and restarts when that changes.
func (card *Card) openChain(c *widget.Canvas) {
	e, g := card, c.Model.State.Settings.Grouping()
	if e.Open && e.of == g {
		return
	}
	if !e.Open {
		e.focusSearch(c)
	}
	e.Open, e.of = true, g
	e.load(g, c.Model.Catalog)
	card.chainChanged(c)
}

// chainChanged must be called after each change of the rows.
func (card *Card) chainChanged(c *widget.Canvas) {
	card.check(c.Model.Catalog)
	c.Again = true
}

// addToChain adds a classifier after the current row, or at the end. Filters are added to the excluding ones.
func (card *Card) addToChain(c *widget.Canvas, entry *trees.CatalogEntry) {
	e := card
	list, at := ChainBy, len(e.Rows[ChainBy])
	if entry.Kind == trees.Filters {
		list, at = chainFilters, len(e.Rows[chainFilters])
	}
	if in, i := e.at(e.cur); in == list {
		at = i + 1
	}
	text := entry.Name
	if entry.Argument != "" {
		text += "()"
	}
	id := e.add(list, at, text, c.Model.Catalog)
	e.tab = chainTab
	if e.cur != 0 {
		e.cur = id
	}
	e.focus, e.shown = id, id
	card.chainChanged(c)
}

// useReady replaces the rows with a ready-made chain.
func (card *Card) useReady(c *widget.Canvas, r *trees.ReadyChain) {
	card.load(trees.Grouping{By: r.By, Filters: r.Filters}, c.Model.Catalog)
	card.tab = chainTab
	card.chainChanged(c)
}

// removeFromChain removes a row. Its neighbor gets the focus.
func (card *Card) removeFromChain(c *widget.Canvas, id int) {
	e := card
	list, i := e.at(id)
	if list < 0 {
		return
	}
	e.Rows[list] = slices.Delete(e.Rows[list], i, i+1)
	if e.cur == id {
		e.cur = 0
	}
	if n := len(e.Rows[list]); n > 0 {
		card.focusChainRow(c, e.Rows[list][min(i, n-1)].Id)
	}
	card.chainChanged(c)
}

func (card *Card) focusChainRow(c *widget.Canvas, id int) {
	if ctl := c.Controls[ChainRowID(id)]; ctl != nil {
		c.Source.Execute(key.FocusCmd{Tag: ctl})
		c.Again = true
	}
}

// applyChain applies the grouping and closes the window, unless the grouping has errors.
func (card *Card) applyChain(c *widget.Canvas) {
	e := card
	if e.problem() != "" {
		return
	}
	if g := e.Grouping(); g != c.Model.State.Settings.Grouping() {
		c.Set("", func(s *scene.Settings) { *s = s.With(g) })
	}
	card.CloseChain(c.Core)
}

// CloseChain closes the window without applying the grouping.
func (card *Card) CloseChain(k *widget.Core) {
	k.Run(action.PanelGrouping)
	k.Model.ChainOpen, k.Again = false, true
}

// LeaveChain discards the draft.
func (card *Card) LeaveChain(k *widget.Core) {
	for id := range k.Fields {
		if strings.HasPrefix(id, ChainPrefix) {
			delete(k.Fields, id)
		}
	}
	*card = Card{next: card.next, tab: card.tab}
	if k.Model.State.Draft != (trees.Grouping{}) {
		k.Do(state.SetDraft{})
	}
}
