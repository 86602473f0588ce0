package view

import "slices"

// States contains the states of all views. In the zero States, every view has its zero state. States are immutable values. Unchanged States
// are equal with ==, and a change to an equal state returns the same States.
type States struct{ list *[]entry }

// entry is the state of a view that is, or was, not its zero state.
type entry struct {
	view  *view
	state any
}

func (s States) of(v *view) any {
	if s.list != nil {
		for i := range *s.list {
			if e := &(*s.list)[i]; e.view == v {
				return e.state
			}
		}
	}
	return v.empty
}

func (s States) with(v *view, to any) States {
	if v.same(s.of(v), to) {
		return s
	}
	var next []entry
	if s.list != nil {
		next = slices.Clone(*s.list)
	}
	if i := slices.IndexFunc(next, func(e entry) bool { return e.view == v }); i >= 0 {
		next[i].state = to
	} else {
		next = append(next, entry{v, to})
	}
	return States{&next}
}

// Of returns the view's state. It does not allocate.
func (v View[S]) Of(s States) S { return s.of(v.view).(S) }

// With returns s with another state of the view, or s itself if the state is equal.
func (v View[S]) With(s States, to S) States { return s.with(v.view, to) }

// Change changes the view's state in s.
func (v View[S]) Change(s *States, change func(*S)) {
	to := v.Of(*s)
	change(&to)
	*s = v.With(*s, to)
}

// merged returns s with each state replaced by the merge of its current and earlier value.
func (s States) merged(then States, merge func(*view) func(now, then any) any) States {
	if s == then {
		return s
	}
	for _, v := range declared {
		if f := merge(v); f != nil {
			s = s.with(v, f(s.of(v), then.of(v)))
		}
	}
	return s
}

// Undone returns s with the undoable parts of each state as in then.
func (s States) Undone(then States) States {
	return s.merged(then, func(v *view) func(now, then any) any { return v.undone })
}

// Returned returns s with the parts that Back and Forward restore as in then.
func (s States) Returned(then States) States {
	return s.merged(then, func(v *view) func(now, then any) any { return v.returned })
}

func (s States) changed(change func(*view) func(any) any) States {
	if s.list == nil {
		return s
	}
	for _, e := range *s.list {
		if f := change(e.view); f != nil {
			s = s.with(e.view, f(e.state))
		}
	}
	return s
}

// Moved returns s after the GC point has changed.
func (s States) Moved() States {
	return s.changed(func(v *view) func(any) any { return v.moved })
}

// Reselected returns s after the selection has changed.
func (s States) Reselected() States {
	return s.changed(func(v *view) func(any) any { return v.reselected })
}

// Reopened returns s after another recording was opened.
func (s States) Reopened() States {
	return s.changed(func(v *view) func(any) any {
		if v.reopened == nil {
			return func(any) any { return v.empty }
		}
		return v.reopened
	})
}

// Opened returns s with groups of a view's table expanded or collapsed, or s itself for views without a table.
func (s States) Opened(in ID, keys []string, open bool) States {
	if in.view == nil || in.view.opened == nil {
		return s
	}
	return s.with(in.view, in.view.opened(s.of(in.view), keys, open))
}
