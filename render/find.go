package render

// toggleSearch opens or closes the search.
func (a *App) toggleSearch() {
	a.finder.Toggle(a.store.City)
	a.store.Stale = true
}

// search finds groups while the user types.
func (a *App) search(query string) {
	if a.store.City != nil {
		a.finder.Search(a.store.City, a.store.State.Settings.Unit, query)
		a.store.Stale = true
	}
}

// searchAgain updates the search results for the current series and point.
func (a *App) searchAgain() {
	a.store.Stale = a.finder.Update(a.store.City, a.store.State.Settings.Unit) || a.store.Stale
}
