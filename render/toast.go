package render

import (
	"errors"
	"os"

	"memcity/trace/guard"
)

// survives reports whether an error is a panic, after which the window stays open. It shows the error and writes it to standard error.
func (a *App) survives(err error) bool {
	var p *guard.Panic
	if !errors.As(err, &p) {
		return false
	}
	guard.Report(os.Stderr, "", err)
	a.toast("This is a bug in memcity. Please report it with the output on standard error: " + err.Error())
	return true
}

// toast shows a short message, which expires.
func (a *App) toast(text string) {
	a.toasts.Add(text)
	a.store.Stale = true
}
