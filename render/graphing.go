package render

// askAgain asks once more about the heap state, after the answer was cancelled or failed.
func (a *App) askAgain() { a.requests.Forget() }
