package render

import (
	"strings"

	"memcity/city/scene"
	"memcity/city/trees"
	"memcity/render/ui/model"
)

// finder is the search over the groups of the series shown.
type finder struct {
	open    bool
	query   string
	problem string // why the query cannot be read
	matches trees.Matches

	of    *trees.Series // that matches are of
	point int
}

// shownMatches is the longest list that the panel gets.
const shownMatches = 200

// toggleSearch opens or closes the search.
func (a *App) toggleSearch() {
	a.finder = finder{open: !a.finder.open && a.city != nil}
	a.stale = true
}

// search looks for groups as the user types.
func (a *App) search(query string) {
	if a.city == nil {
		return
	}
	f := &a.finder
	f.open, f.query, f.problem = true, query, ""
	f.of, f.point = a.city.Plan.Series, a.city.Point
	var err error
	f.matches, err = trees.Search(f.of, trees.SearchOptions{Point: f.point, Metric: a.state.Settings.Metric, Limit: shownMatches}, query)
	if err != nil {
		f.problem = err.Error()
	}
	a.stale = true
}

// searchAgain brings what was found up to date with the series and the point shown.
func (a *App) searchAgain() {
	f := &a.finder
	if f.open && f.query != "" && a.city != nil && (f.of != a.city.Plan.Series || f.point != a.city.Point) {
		a.search(f.query)
	}
}

// found lists what the search panel shows; nil while it is closed.
func (f *finder) found(c *scene.City) *model.Search {
	if !f.open {
		return nil
	}
	out := &model.Search{Total: f.matches.Total, Problem: f.problem}
	for _, m := range f.matches.List {
		path := f.of.Path(m.Node)
		out.Found = append(out.Found, model.Found{
			Key: f.of.Key(m.Node), Name: f.of.Name(m.Node), Path: strings.Join(path[:len(path)-1], " → "),
			Objects: m.Objects, Bytes: m.Bytes, Hidden: c.Plan.Target(m.Node).Kind == scene.Nothing,
		})
	}
	return out
}

// lit returns the matches that stand in the city, so that the others can be dimmed; nothing while nothing is searched.
func (f *finder) lit(c *scene.City) []scene.Target {
	if !f.open || f.query == "" || c == nil || f.of != c.Plan.Series {
		return nil
	}
	var lit []scene.Target
	for _, m := range f.matches.List {
		if t := c.Plan.Target(m.Node); t.Kind == scene.OnBuilding {
			lit = append(lit, t)
		}
	}
	return lit
}
