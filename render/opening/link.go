package opening

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
func (o *Opening) OpenAt(base trees.Baseline, l link.Link) {
	paths := l.Recording
	if !l.Is() {
		o.Open(base, paths...)
		return
	}
	o.regroup(&l)
	o.Open(base, paths...)
	o.await(l, o.Store.Opened.Number)
}

// await shows a link once its recording has been read. That is the first one opened after the given number.
func (o *Opening) await(l link.Link, after int) {
	o.awaited = &awaited{link: l, after: after, version: o.Store.Result.Version}
	o.Store.Stale = true
}

// regroup applies the grouping of a link.
func (o *Opening) regroup(l *link.Link) {
	if to := o.Store.State.Settings.With(l.Grouping(o.Store.State.Settings.Grouping())); to != o.Store.State.Settings {
		o.Store.Do(state.Set{To: to})
	}
}

// Followable reports whether the awaited link can be shown now.
func (o *Opening) Followable() bool {
	w, r := o.awaited, &o.Store.Result
	if w == nil || o.Store.Opened.Number <= w.after || o.Store.Opened.Number != r.Opening || r.Busy || o.Restorable() || o.Memory.Looking() {
		return false
	}
	if o.Store.Events != nil { // only the view must be shown
		return true
	}
	return o.Store.City != nil && o.Store.City.Plan == r.Plan && r.Whole && (r.Grouped || r.Request.Settings.Grouping() == o.Store.State.Settings.Grouping())
}

// follow shows the awaited link if possible.
func (o *Opening) follow() {
	if r := &o.Store.Result; o.awaited != nil && r.Version != o.awaited.version && r.Err != nil && !r.Busy {
		o.awaited = nil
	}
	if !o.Followable() {
		return
	}
	l := o.awaited.link
	o.awaited, o.begun, o.pointed = nil, true, true
	if fault := o.showLink(&l); fault != "" {
		o.Notices.Toast(fault)
	}
}

// showLink shows a link in the open recording. It returns a message about missing parts.
func (o *Opening) showLink(l *link.Link) (fault string) {
	if o.Store.City != nil {
		series := o.Store.City.Plan.Series
		whole := trees.Window{To: o.Store.State.Points - 1}
		o.Store.Do(state.Begin{At: view.InLeakByType, Window: whole}) // the link determines all of that
		if l.From > 0 {
			whole = series.WindowOf(l.From-1, l.To-1)
		}
		o.Store.Do(state.SetWindow{Window: whole})
		switch at := series.PointOf(l.At - 1); {
		case at >= 0:
			o.Store.Do(state.GoTo{Point: at})
		case l.At == 0:
			o.Store.Do(state.GoTo{Point: o.Store.UnlessLast(o.Store.State.Last())})
		default:
			fault = "The recording has no GC point " + words.Count(int64(l.At)) + "."
		}
	}
	shown := state.Visit{View: o.Store.State.View}
	if v, ok := view.Named(l.View); ok {
		shown.View = v
	} else if l.View != "" {
		fault = "There is no view " + words.Printable(l.View) + "."
	}
	found := slices.Clone(l.Groups)
	if o.Store.City != nil {
		found = slices.DeleteFunc(found, func(key string) bool {
			_, ok := o.Store.City.Plan.Series.Find(key)
			if !ok {
				fault = "This grouping has no group " + words.Printable(key) + "."
			}
			return !ok
		})
	}
	if len(found) > 0 {
		shown.Key = found[0]
	}
	o.Store.Do(shown)
	for _, key := range found[min(1, len(found)):] {
		o.Store.Do(state.Select{Key: key, Add: true})
	}
	return fault
}

// Link returns a link to the current view; ok is false if no recording is open.
func (o *Opening) Link() (l link.Link, ok bool) {
	if len(o.Store.Opened.Paths) == 0 || o.Store.City == nil && o.Store.Events == nil {
		return link.Link{}, false
	}
	s := &o.Store.State
	l = link.Link{Recording: o.Store.Opened.Paths, Base: s.Split().Paths.Slice(), View: s.View.String(), Groups: s.Selected()}
	if o.Store.City == nil {
		return l, true
	}
	if g := s.Settings.Grouping(); !o.Store.Result.Grouped {
		l.By, l.Filters = g.By, g.Filters
	}
	if series := o.Store.City.Plan.Series; !s.Whole() {
		l.From, l.To = series.Source(s.Window.From)+1, series.Source(s.Window.To)+1
	}
	if s.Point != o.Store.UnlessLast(s.Last()) {
		l.At = o.Store.City.Plan.Series.Source(s.Point) + 1
	}
	return l, true
}

// CopyLink copies the command that opens the current view to the clipboard.
func (o *Opening) CopyLink() {
	l, ok := o.Link()
	switch {
	case !ok: // the recording came from no file
		o.Notices.Toast("This recording has no file to link to.")
	case o.Copy == nil:
		o.Notices.Toast(l.String())
	default:
		o.Copy(l.String())
		o.Notices.Toast("Copied the command that opens this view.")
	}
}
