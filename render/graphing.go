package render

// showAgain repeats the queries about the heap state after they were canceled or failed.
func (a *App) showAgain() { a.requests.Forget() }
