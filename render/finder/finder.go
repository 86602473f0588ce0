// Package finder searches the groups of the current city.
package finder

import (
	"slices"
	"strings"

	"memcity/city/scene"
	"memcity/city/trees"
	"memcity/render/ui/model"
)

// Finder contains a query and its results. The zero Finder is closed.
type Finder struct {
	open    bool
	query   string
	problem string // why the query is invalid
	matches trees.Matches

	of    *trees.Series // series that was searched
	point int
}

// shownMatches is the maximum number of results in the panel.
const shownMatches = 200

// Open reports whether the search is open.
func (f *Finder) Open() bool { return f.open }

// Toggle opens the search if it is closed and there is a city. Otherwise it closes the search. It clears the query.
func (f *Finder) Toggle(c *scene.City) { *f = Finder{open: !f.open && c != nil} }

// Search finds the groups of a city that match the query, as the user types. Without a city it does nothing.
func (f *Finder) Search(c *scene.City, unit trees.Unit, query string) {
	if c == nil {
		return
	}
	f.open, f.query, f.problem = true, query, ""
	f.of, f.point = c.Plan.Series, c.Point
	var err error
	f.matches, err = trees.Search(f.of, trees.SearchOptions{Point: f.point, Unit: unit, Limit: shownMatches}, query)
	if err != nil {
		f.problem = err.Error()
	}
}

// Update repeats the search if the series or GC point of the city has changed, and reports whether it did.
func (f *Finder) Update(c *scene.City, unit trees.Unit) (changed bool) {
	if !f.open || f.query == "" || c == nil || f.of == c.Plan.Series && f.point == c.Point {
		return false
	}
	f.Search(c, unit, f.query)
	return true
}

// Model returns the model of the search panel; nil while it is closed.
func (f *Finder) Model(c *scene.City) *model.Search {
	if !f.open {
		return nil
	}
	out := &model.Search{Total: f.matches.Total, Problem: f.problem}
	for _, m := range f.matches.List {
		path := f.of.Path(m.Node)
		t := c.Plan.Target(m.Node)
		found := model.Found{
			Key: f.of.Key(m.Node), Name: f.of.Name(m.Node), Path: strings.Join(path[:len(path)-1], " → "),
			Objects: m.Objects, Bytes: m.Bytes, Hidden: !t.OfGroup(),
		}
		if t.Kind == scene.OnBlock {
			found.Block = c.Blocks[t.Index].Name()
		}
		out.Found = append(out.Found, found)
	}
	return out
}

// Highlight returns the buildings that match, and the blocks that contain matching groups. The other ones can then be dimmed. It returns nil
// without a search.
func (f *Finder) Highlight(c *scene.City) (found []scene.Target) {
	if !f.open || f.query == "" || c == nil || f.of != c.Plan.Series {
		return nil
	}
	for _, m := range f.matches.List {
		if t := c.Plan.Target(m.Node); t.Kind == scene.OnBuilding || t.Kind == scene.OnBlock && !slices.Contains(found, t) {
			found = append(found, t)
		}
	}
	return found
}
