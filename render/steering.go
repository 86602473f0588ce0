package render

import (
	"slices"

	"memcity/city/link"
	"memcity/city/trees"
	"memcity/render/ui/model"
	"memcity/words"
)

// Steered says what became of a request of another program to show something in the window.
type Steered int

// What can become of it.
const (
	Showing  Steered = iota // it is shown, or will be once it has been read
	Asked                   // the user is asked whether the program may do so
	Waiting                 // the user is asked about another program
	Refused                 // the user does not allow it
	Homeless                // it names no recording, and none is open
)

// steering is which programs may show something in the window.
type steering struct {
	decided map[string]bool // by name, whether the user allows it; for as long as the window is open
	asks    *model.Steer    // what the user is asked; nil for nothing
	link    link.Link       // that is shown if the user allows it
}

// Steer requests for another program that the window shows a link; a recording that is named by it is opened unless it is open. The first
// request of each name asks the user. It may be called on any goroutine; answer is called on the window's.
func (a *App) Steer(r link.Request, answer func(Steered)) {
	name := words.Clip(words.Printable(r.Name))
	a.jobs.Later(func() { answer(a.steer(name, r.Link)) })
	a.options.Wake()
}

func (a *App) steer(name string, l link.Link) Steered {
	s, command := &a.steering, words.Printable(l.String())
	allowed, decided := s.decided[name]
	switch {
	case decided && !allowed:
		return Refused
	case len(l.Recording) == 0 && len(a.opened.paths) == 0:
		return Homeless
	case decided:
		a.toast(name + " shows " + words.Clip(command))
		a.showRequested(l)
		return Showing
	case s.asks != nil && s.asks.Name != name: // who is allowed must not change while the user presses the button
		return Waiting
	}
	s.asks, s.link = &model.Steer{Name: name, Command: command}, l
	a.panels.Blur()
	a.stale = true
	return Asked
}

// showRequested shows a link in what is open, or opens its recording first.
func (a *App) showRequested(l link.Link) {
	if len(l.Recording) > 0 && !slices.Equal(l.Recording, a.opened.paths) {
		a.OpenAt(trees.Baseline{}, l)
		return
	}
	a.regroup(&l)
	a.awaitLink(l, a.opened.number-1)
}

// decide takes the user's answer to what was asked last.
func (a *App) decide(allowed bool) {
	s := &a.steering
	if s.asks == nil {
		return
	}
	if s.decided == nil {
		s.decided = map[string]bool{}
	}
	s.decided[s.asks.Name] = allowed
	if s.asks = nil; allowed {
		a.showRequested(s.link)
	}
	a.stale = true
}
