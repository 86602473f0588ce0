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
	"memcity/render/ui/canvas"
	"memcity/render/ui/model"
	"memcity/render/ui/widget"
	"memcity/words"
)

// ChainPrefix starts the ids of all controls of the window for chains.
const ChainPrefix = "chain/"

// Rows of the window for chains are in one of these lists.
const (
	ChainBy      = iota // classifiers and what stands between them
	chainFilters        // what leaves objects out altogether
)

// Card is a grouping that is being put together, before it is applied.
type Card struct {
	Open  bool
	of    trees.Grouping // the one in force when the rows were made of it
	Rows  [2][]chainRow
	next  int // id of the newest row
	cur   int // id of the row behind which classifiers are added; 0 for the end
	focus int // id of the row whose argument, if it takes one, is to get the focus; 0 for none
	shown int // id of the row that is to be scrolled to; 0 for none
	Apply bool
	tab   int // column shown where there is room for one
	found int // entry of the list that Return in the search adds

	carried  carried        // from the list
	preview  *drafts.Report // shown last; nil for none
	rows     canvas.Box     // where the rows are; empty where they are not shown
	placed   []chainPlace   // of the rows at the last layout
	boundary float32        // between the two lists
}

// chainRow is a classifier, filter or transformer with an id that stays while it moves.
type chainRow struct {
	Id       int
	name     string
	argument string
	takes    bool   // an argument
	fault    string // what is wrong with it, in words
}

// chainPlace is where a row was drawn.
type chainPlace struct {
	id, list int
	at       canvas.Box
}

// text is the row as it is written in a chain.
func (r *chainRow) text() string {
	if !r.takes {
		return r.name
	}
	return r.name + "(" + strings.TrimSpace(r.argument) + ")"
}

// load makes rows of a grouping.
func (e *Card) load(g trees.Grouping, catalog *trees.Catalog) {
	for list, names := range []seq.Seq[string]{ChainBy: g.By, chainFilters: g.Filters} {
		e.Rows[list] = nil
		for _, text := range names.All() {
			e.add(list, len(e.Rows[list]), text, catalog)
		}
	}
	e.cur, e.focus = 0, 0
}

// add inserts what is written as text into a list, and returns its id.
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

// at finds a row by its id; list is -1 if there is none.
func (e *Card) at(id int) (list, index int) {
	for list := range e.Rows {
		if i := slices.IndexFunc(e.Rows[list], func(r chainRow) bool { return r.Id == id }); i >= 0 {
			return list, i
		}
	}
	return -1, 0
}

// move takes a row to another place, counted without the row itself.
func (e *Card) move(id, list, index int) {
	from, i := e.at(id)
	if from < 0 {
		return
	}
	r := e.Rows[from][i]
	e.Rows[from] = slices.Delete(e.Rows[from], i, i+1)
	e.Rows[list] = slices.Insert(e.Rows[list], min(max(index, 0), len(e.Rows[list])), r)
}

// Grouping is what the rows say. The measure is that in force.
func (e *Card) Grouping() trees.Grouping {
	return trees.Grouping{By: e.names(ChainBy), Filters: e.names(chainFilters), Measure: e.of.Measure}
}

// names is what the rows of a list say.
func (e *Card) names(list int) seq.Seq[string] {
	texts := make([]string, len(e.Rows[list]))
	for i := range texts {
		texts[i] = e.Rows[list][i].text()
	}
	return seq.Of(texts...)
}

// check notes what is wrong with each row.
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

// problem says why the grouping cannot be applied; empty if it can.
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

// openChain begins with the grouping in force, and begins anew when that becomes another one.
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

// chainChanged follows every change of the rows.
func (card *Card) chainChanged(c *widget.Canvas) {
	card.check(c.Model.Catalog)
	c.Again = true
}

// addToChain adds a classifier behind the current row, or at the end; filters go to those that leave objects out.
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

// useReady makes the rows those of a ready-made chain.
func (card *Card) useReady(c *widget.Canvas, r *trees.ReadyChain) {
	card.load(trees.Grouping{By: r.By, Filters: r.Filters}, c.Model.Catalog)
	card.tab = chainTab
	card.chainChanged(c)
}

// removeFromChain takes a row out. The focus goes to its neighbour.
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

// applyChain puts the grouping into force and closes the window, unless something is wrong with it.
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

// CloseChain closes the window without applying anything.
func (card *Card) CloseChain(k *widget.Core) {
	k.Emit(model.ToggleChain)
	k.Model.ChainOpen, k.Again = false, true
}

// LeaveChain forgets what was being put together.
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
