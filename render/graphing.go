package render

// showAgain asks once more about the heap state, after the answer was cancelled or failed.
func (a *App) showAgain() { a.requests.Forget() }
