package render

// toggleSearch opens or closes the search.
func (a *App) toggleSearch() {
	a.finder.Toggle(a.city)
	a.stale = true
}

// search finds groups while the user types.
func (a *App) search(query string) {
	if a.city != nil {
		a.finder.Search(a.city, a.state.Settings.Unit, query)
		a.stale = true
	}
}

// searchAgain updates the search results for the current series and point.
func (a *App) searchAgain() {
	a.stale = a.finder.Update(a.city, a.state.Settings.Unit) || a.stale
}
