package render

import (
	"slices"

	"memcity/city/link"
	"memcity/city/trees"
	"memcity/render/ui/model"
	"memcity/words"
)

// Steered is the outcome of another program's request to show something in the window.
type Steered int

// Outcomes of a request.
const (
	Showing  Steered = iota // shown, or shown once it has been read
	Asked                   // the user is asked for permission
	Waiting                 // the user is being asked about another program
	Refused                 // the user denied permission
	Homeless                // the request names no recording, and none is open
)

// steering tracks which programs may show something in the window.
type steering struct {
	decided map[string]bool // the user's decision by program name, until the window closes
	asks    *model.Steer    // the pending prompt; nil for none
	link    link.Link       // link to show if the user allows it
}

// Steer handles another program's request to show a link. It opens the recording of the link unless that is open. The first request of each
// program prompts the user. Steer may be called from any goroutine; it calls answer on the window's goroutine.
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
	case len(l.Recording) == 0 && len(a.store.Opened.Paths) == 0:
		return Homeless
	case decided:
		a.notices.Toast(name + " shows " + words.Clip(command))
		a.showRequested(l)
		return Showing
	case s.asks != nil && s.asks.Name != name: // the name in the prompt must not change while the user answers
		return Waiting
	}
	s.asks, s.link = &model.Steer{Name: name, Command: command}, l
	a.panels.Blur()
	a.store.Stale = true
	return Asked
}

// showRequested shows a link in the open recording, or opens the recording of the link first.
func (a *App) showRequested(l link.Link) {
	if len(l.Recording) > 0 && !slices.Equal(l.Recording, a.store.Opened.Paths) {
		a.OpenAt(trees.Baseline{}, l)
		return
	}
	a.regroup(&l)
	a.awaitLink(l, a.store.Opened.Number-1)
}

// decide applies the user's answer to the pending prompt.
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
	a.store.Stale = true
}
