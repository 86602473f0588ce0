package drawers

// ToggleSearch opens or closes the search.
func (d *Drawers) ToggleSearch() {
	d.Finder.Toggle(d.store.City)
	d.store.Stale = true
}

// Search finds groups while the user types.
func (d *Drawers) Search(query string) {
	if d.store.City != nil {
		d.Finder.Search(d.store.City, d.store.State.Settings.Unit, query)
		d.store.Stale = true
	}
}

// SearchAgain updates the search results for the current series and point.
func (d *Drawers) SearchAgain() {
	d.store.Stale = d.Finder.Update(d.store.City, d.store.State.Settings.Unit) || d.store.Stale
}
