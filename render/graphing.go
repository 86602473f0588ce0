package render

// showAgain repeats the query for the heap state once more, after it was cancelled or failed.
func (a *App) showAgain() { a.requests.Forget() }
