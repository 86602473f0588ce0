package render

import (
	"slices"

	"memcity/city/link"
	"memcity/city/state"
	"memcity/city/trees"
	"memcity/city/view"
	"memcity/words"
)

// awaited is a link to show once its recording has been read and grouped.
type awaited struct {
	link    link.Link
	after   int    // number of the opening before that of its recording
	version uint64 // version of the result when the link was requested
}

// OpenAt opens the recording of a link, with a baseline. It shows the link once the recording has been read.
func (a *App) OpenAt(base trees.Baseline, l link.Link) {
	paths := l.Recording
	if !l.Is() {
		a.OpenWith(base, paths...)
		return
	}
	a.regroup(&l)
	a.OpenWith(base, paths...)
	a.awaitLink(l, a.store.Opened.Number)
}

// awaitLink shows a link once its recording has been read. That is the first one opened after the given number.
func (a *App) awaitLink(l link.Link, after int) {
	a.awaited = &awaited{link: l, after: after, version: a.store.Result.Version}
	a.store.Stale = true
}

// regroup applies the grouping of a link.
func (a *App) regroup(l *link.Link) {
	if to := a.store.State.Settings.With(l.Grouping(a.store.State.Settings.Grouping())); to != a.store.State.Settings {
		a.store.Do(state.Set{To: to})
	}
}

// followable reports whether the awaited link can be shown now.
func (a *App) followable() bool {
	w, r := a.awaited, &a.store.Result
	if w == nil || a.store.Opened.Number <= w.after || a.store.Opened.Number != r.Opening || r.Busy || a.restorable() || a.memory.Looking() {
		return false
	}
	if a.store.Events != nil { // only the view must be shown
		return true
	}
	return a.store.City != nil && a.store.City.Plan == r.Plan && r.Whole && (r.Grouped || r.Request.Settings.Grouping() == a.store.State.Settings.Grouping())
}

// followLink shows the awaited link if possible.
func (a *App) followLink() {
	if r := &a.store.Result; a.awaited != nil && r.Version != a.awaited.version && r.Err != nil && !r.Busy {
		a.awaited = nil
	}
	if !a.followable() {
		return
	}
	l := a.awaited.link
	a.awaited, a.store.Opened.Begun, a.store.Opened.Pointed = nil, true, true
	if fault := a.showLink(&l); fault != "" {
		a.notices.Toast(fault)
	}
}

// showLink shows a link in the open recording. It returns a message about missing parts.
func (a *App) showLink(l *link.Link) (fault string) {
	if a.store.City != nil {
		series := a.store.City.Plan.Series
		whole := trees.Window{To: a.store.State.Points - 1}
		a.store.Do(state.Begin{At: view.InLeakByType, Window: whole}) // the link determines all of that
		if l.From > 0 {
			whole = series.WindowOf(l.From-1, l.To-1)
		}
		a.store.Do(state.SetWindow{Window: whole})
		switch at := series.PointOf(l.At - 1); {
		case at >= 0:
			a.store.Do(state.GoTo{Point: at})
		case l.At == 0:
			a.store.Do(state.GoTo{Point: a.store.UnlessLast(a.store.State.Last())})
		default:
			fault = "The recording has no GC point " + words.Count(int64(l.At)) + "."
		}
	}
	shown := state.Visit{View: a.store.State.View}
	if v, ok := view.Named(l.View); ok {
		shown.View = v
	} else if l.View != "" {
		fault = "There is no view " + words.Printable(l.View) + "."
	}
	found := slices.Clone(l.Groups)
	if a.store.City != nil {
		found = slices.DeleteFunc(found, func(key string) bool {
			_, ok := a.store.City.Plan.Series.Find(key)
			if !ok {
				fault = "This grouping has no group " + words.Printable(key) + "."
			}
			return !ok
		})
	}
	if len(found) > 0 {
		shown.Key = found[0]
	}
	a.store.Do(shown)
	for _, key := range found[min(1, len(found)):] {
		a.store.Do(state.Select{Key: key, Add: true})
	}
	return fault
}

// Link returns a link to the current view; ok is false if no recording is open.
func (a *App) Link() (l link.Link, ok bool) {
	if len(a.store.Opened.Paths) == 0 || a.store.City == nil && a.store.Events == nil {
		return link.Link{}, false
	}
	s := &a.store.State
	l = link.Link{Recording: a.store.Opened.Paths, Base: s.Split().Paths.Slice(), View: s.View.String(), Groups: s.Selected()}
	if a.store.City == nil {
		return l, true
	}
	if g := s.Settings.Grouping(); !a.store.Result.Grouped {
		l.By, l.Filters = g.By, g.Filters
	}
	if series := a.store.City.Plan.Series; !s.Whole() {
		l.From, l.To = series.Source(s.Window.From)+1, series.Source(s.Window.To)+1
	}
	if s.Point != a.store.UnlessLast(s.Last()) {
		l.At = a.store.City.Plan.Series.Source(s.Point) + 1
	}
	return l, true
}

// copyLink copies the command that opens the current view to the clipboard.
func (a *App) copyLink() {
	l, ok := a.Link()
	switch {
	case !ok: // the recording came from no file
		a.notices.Toast("This recording has no file to link to.")
	case a.options.Copy == nil:
		a.notices.Toast(l.String())
	default:
		a.options.Copy(l.String())
		a.notices.Toast("Copied the command that opens this view.")
	}
}
