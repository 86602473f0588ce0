package ui

import (
	"slices"
	"strings"

	"gioui.org/io/key"

	"memcity/city"
)

// chainPrefix starts the ids of all controls of the window for chains.
const chainPrefix = "chain/"

// Rows of the window for chains are in one of these lists.
const (
	chainBy      = iota // classifiers and what stands between them
	chainFilters        // what leaves objects out altogether
)

// chainEdit is a grouping that is being put together, before it is applied.
type chainEdit struct {
	open  bool
	of    city.Grouping // the one in force when the rows were made of it
	rows  [2][]chainRow
	next  int // id of the newest row
	cur   int // id of the row behind which classifiers are added; 0 for the end
	focus int // id of the row whose argument, if it takes one, is to get the focus; 0 for none
	shown int // id of the row that is to be scrolled to; 0 for none
	apply bool
	tab   int // column shown where there is room for one
	found int // entry of the list that Return in the search adds

	placed   []chainPlace // of the rows at the last layout
	boundary float32      // between the two lists
}

// chainRow is a classifier, filter or transformer with an id that stays while it moves.
type chainRow struct {
	id       int
	name     string
	argument string
	takes    bool   // an argument
	fault    string // what is wrong with it, in words
}

// chainPlace is where a row was drawn.
type chainPlace struct {
	id, list int
	at       box
}

// text is the row as it is written in a chain.
func (r *chainRow) text() string {
	if !r.takes {
		return r.name
	}
	return r.name + "(" + strings.TrimSpace(r.argument) + ")"
}

// load makes rows of a grouping.
func (e *chainEdit) load(g city.Grouping, catalog *city.Catalog) {
	for list, names := range [][]string{chainBy: g.By, chainFilters: g.Filters} {
		e.rows[list] = nil
		for _, text := range names {
			e.add(list, len(e.rows[list]), text, catalog)
		}
	}
	e.cur, e.focus = 0, 0
}

// add inserts what is written as text into a list, and returns its id.
func (e *chainEdit) add(list, at int, text string, catalog *city.Catalog) int {
	e.next++
	r := chainRow{id: e.next, name: text}
	entry, known := catalog.Entry(text)
	name, argument, with := strings.Cut(text, "(")
	if with || known && entry.Argument != "" {
		r.name, r.argument, r.takes = name, strings.TrimSuffix(argument, ")"), true
	}
	e.rows[list] = slices.Insert(e.rows[list], at, r)
	return r.id
}

// at finds a row by its id; list is -1 if there is none.
func (e *chainEdit) at(id int) (list, index int) {
	for list := range e.rows {
		if i := slices.IndexFunc(e.rows[list], func(r chainRow) bool { return r.id == id }); i >= 0 {
			return list, i
		}
	}
	return -1, 0
}

// move takes a row to another place, counted without the row itself.
func (e *chainEdit) move(id, list, index int) {
	from, i := e.at(id)
	if from < 0 {
		return
	}
	r := e.rows[from][i]
	e.rows[from] = slices.Delete(e.rows[from], i, i+1)
	e.rows[list] = slices.Insert(e.rows[list], min(max(index, 0), len(e.rows[list])), r)
}

// grouping is what the rows say. The measure is that in force.
func (e *chainEdit) grouping() city.Grouping {
	g := city.Grouping{Measure: e.of.Measure}
	for i := range e.rows[chainBy] {
		g.By = append(g.By, e.rows[chainBy][i].text())
	}
	for i := range e.rows[chainFilters] {
		g.Filters = append(g.Filters, e.rows[chainFilters][i].text())
	}
	return g
}

// check notes what is wrong with each row.
func (e *chainEdit) check(catalog *city.Catalog) {
	if catalog.Check == nil {
		return
	}
	faults := catalog.Check(e.grouping())
	for list, of := range [][]string{chainBy: faults.By, chainFilters: faults.Filters} {
		for i := range e.rows[list] {
			e.rows[list][i].fault = ""
			if i < len(of) {
				e.rows[list][i].fault = of[i]
			}
		}
	}
}

// problem says why the grouping cannot be applied; empty if it can.
func (e *chainEdit) problem() string {
	if len(e.rows[chainBy]) == 0 {
		return "Choose at least one classifier."
	}
	n := 0
	for list := range e.rows {
		for i := range e.rows[list] {
			if e.rows[list][i].fault != "" {
				n++
			}
		}
	}
	if n > 0 {
		return plural(int64(n), "part", "parts") + " cannot be used."
	}
	return ""
}

// openChain begins with the grouping in force, and begins anew when that becomes another one.
func (c *canvas) openChain() {
	e, g := &c.local.chain, c.model.State.Settings.Grouping()
	if e.open && e.of.Same(g) {
		return
	}
	if !e.open {
		e.focusSearch(c)
	}
	e.open, e.of = true, g
	e.load(g, c.model.Catalog)
	c.chainChanged()
}

// chainChanged follows every change of the rows.
func (c *canvas) chainChanged() {
	c.local.chain.check(c.model.Catalog)
	c.again = true
}

// addToChain adds a classifier behind the current row, or at the end; filters go to those that leave objects out.
func (c *canvas) addToChain(entry *city.CatalogEntry) {
	e := &c.local.chain
	list, at := chainBy, len(e.rows[chainBy])
	if entry.Kind == city.Filters {
		list, at = chainFilters, len(e.rows[chainFilters])
	}
	if in, i := e.at(e.cur); in == list {
		at = i + 1
	}
	text := entry.Name
	if entry.Argument != "" {
		text += "()"
	}
	id := e.add(list, at, text, c.model.Catalog)
	e.tab = chainTab
	if e.cur != 0 {
		e.cur = id
	}
	e.focus, e.shown = id, id
	c.chainChanged()
}

// useReady makes the rows those of a ready-made chain.
func (c *canvas) useReady(r *city.ReadyChain) {
	c.local.chain.load(city.Grouping{By: r.By, Filters: r.Filters}, c.model.Catalog)
	c.local.chain.tab = chainTab
	c.chainChanged()
}

// removeFromChain takes a row out. The focus goes to its neighbour.
func (c *canvas) removeFromChain(id int) {
	e := &c.local.chain
	list, i := e.at(id)
	if list < 0 {
		return
	}
	e.rows[list] = slices.Delete(e.rows[list], i, i+1)
	if e.cur == id {
		e.cur = 0
	}
	if n := len(e.rows[list]); n > 0 {
		c.focusChainRow(e.rows[list][min(i, n-1)].id)
	}
	c.chainChanged()
}

func (c *canvas) focusChainRow(id int) {
	if ctl := c.controls[chainRowID(id)]; ctl != nil {
		c.source.Execute(key.FocusCmd{Tag: ctl})
		c.again = true
	}
}

// applyChain puts the grouping into force and closes the window, unless something is wrong with it.
func (c *canvas) applyChain() {
	e := &c.local.chain
	if e.problem() != "" {
		return
	}
	if g := e.grouping(); !g.Same(c.model.State.Settings.Grouping()) {
		c.set("", func(s *city.Settings) { *s = s.With(g) })
	}
	c.closeChain()
}

// closeChain closes the window without applying anything.
func (k *core) closeChain() {
	k.emit(ToggleChain)
	k.model.ChainOpen, k.again = false, true
}

// leaveChain forgets what was being put together.
func (k *core) leaveChain() {
	for id := range k.fields {
		if strings.HasPrefix(id, chainPrefix) {
			delete(k.fields, id)
		}
	}
	k.local.chain = chainEdit{next: k.local.chain.next, tab: k.local.chain.tab}
}
