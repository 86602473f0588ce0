package render

// toast shows a short message, which goes away by itself.
func (a *App) toast(text string) {
	a.toasts.Add(text)
	a.stale = true
}
