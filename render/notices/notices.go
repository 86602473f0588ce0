// Package notices collects short messages, errors and warnings for the user until they expire or are dismissed.
package notices

import (
	"time"

	"memcity/render/store"
	"memcity/render/toast"
	"memcity/render/ui/model"
)

// Notices contains the messages and problems of a window.
type Notices struct {
	store    *store.Store
	toasts   toast.List
	warnings int  // number of dismissed warnings, counted from the first
	errors   bool // the errors of the last request have been dismissed
}

// New returns a Notices without messages.
func New(s *store.Store) *Notices { return &Notices{store: s} }

// Toast shows a short message, which expires.
func (n *Notices) Toast(text string) {
	n.toasts.Add(text)
	n.store.Stale = true
}

// Expire removes the messages that are due at the time now, and reports whether there were any.
func (n *Notices) Expire(now time.Duration) bool { return n.toasts.Expire(now) }

// Wake returns when the next message expires; ok is false if there is none.
func (n *Notices) Wake() (at time.Duration, ok bool) { return n.toasts.Wake() }

// Texts returns the visible messages.
func (n *Notices) Texts() []string { return n.toasts.Texts() }

// Problems returns the errors and warnings that the user has not dismissed. refused is why the last plan was not made, or nil.
func (n *Notices) Problems(refused error) []model.Problem {
	var list []model.Problem
	r := &n.store.Result
	failed := r.Err
	if failed == nil {
		failed = refused
	}
	failures := r.Results.Err
	if n.store.State.View.ShowsErrors() {
		failures = nil
	}
	for _, err := range []error{failed, failures} {
		if err != nil && !n.errors {
			list = append(list, model.Problem{Text: err.Error(), Error: true})
		}
	}
	for _, w := range r.Warnings[min(n.warnings, len(r.Warnings)):] {
		list = append(list, model.Problem{Text: w})
	}
	return list
}

// WarningsLine reports whether space for a line with warnings is reserved above the time bar. Errors do not matter: they come and go.
func (n *Notices) WarningsLine() bool { return n.warnings < len(n.store.Result.Warnings) }

// Dismiss dismisses all current problems.
func (n *Notices) Dismiss() { n.errors, n.warnings = true, len(n.store.Result.Warnings) }

// Renew shows the errors of another request, although earlier ones were dismissed.
func (n *Notices) Renew() { n.errors = false }

// Opened shows the warnings about a newly opened recording, although earlier ones were dismissed.
func (n *Notices) Opened() { n.warnings = 0 }
