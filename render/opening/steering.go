package opening

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

// Steering tracks which programs may show something in the window.
type Steering struct {
	opening *Opening
	decided map[string]bool // the user's decision by program name, until the window closes
	asks    *model.Steer    // the pending prompt; nil for none
	link    link.Link       // link to show if the user allows it
}

// Prompt returns the pending prompt; nil for none.
func (t *Steering) Prompt() *model.Steer { return t.asks }

// Steer handles another program's request to show a link. It opens the recording of the link unless that is open. The first request of each
// program prompts the user. Steer may be called from any goroutine; it calls answer on the window's goroutine.
func (t *Steering) Steer(r link.Request, answer func(Steered)) {
	name := words.Clip(words.Printable(r.Name))
	t.opening.Jobs.Later(func() { answer(t.steer(name, r.Link)) })
	t.opening.Wake()
}

func (t *Steering) steer(name string, l link.Link) Steered {
	command := words.Printable(l.String())
	allowed, decided := t.decided[name]
	switch {
	case decided && !allowed:
		return Refused
	case len(l.Recording) == 0 && len(t.opening.Store.Opened.Paths) == 0:
		return Homeless
	case decided:
		t.opening.Notices.Toast(name + " shows " + words.Clip(command))
		t.show(l)
		return Showing
	case t.asks != nil && t.asks.Name != name: // the name in the prompt must not change while the user answers
		return Waiting
	}
	t.asks, t.link = &model.Steer{Name: name, Command: command}, l
	t.opening.Panels.Blur()
	t.opening.Store.Stale = true
	return Asked
}

// show shows a link in the open recording, or opens the recording of the link first.
func (t *Steering) show(l link.Link) {
	if len(l.Recording) > 0 && !slices.Equal(l.Recording, t.opening.Store.Opened.Paths) {
		t.opening.OpenAt(trees.Baseline{}, l)
		return
	}
	t.opening.regroup(&l)
	t.opening.await(l, t.opening.Store.Opened.Number-1)
}

// Decide applies the user's answer to the pending prompt.
func (t *Steering) Decide(allowed bool) {
	if t.asks == nil {
		return
	}
	if t.decided == nil {
		t.decided = map[string]bool{}
	}
	t.decided[t.asks.Name] = allowed
	if t.asks = nil; allowed {
		t.show(t.link)
	}
	t.opening.Store.Stale = true
}
