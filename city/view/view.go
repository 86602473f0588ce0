package view

import (
	"reflect"

	"memcity/city/query"
	"memcity/city/view/rows"
)

// ID says which view fills the window. IDs compare with ==. The zero ID is the city, which is no view of its own.
type ID struct{ view *view }

// City is the name of the zero [ID].
const City = "city"

// String returns the stable lower-case name: in reports, scripts and the address of the page of the manual.
func (v ID) String() string {
	if v.view == nil {
		return City
	}
	return v.view.name
}

// Named returns the view of a name; ok is false if no package in the program declares one. The city is among them.
func Named(name string) (v ID, ok bool) {
	for _, v := range All() {
		if v.String() == name {
			return v, true
		}
	}
	return ID{}, false
}

// All returns the city and the views that packages in the program declare. Only the first has a place of its own.
func All() []ID {
	all := make([]ID, 1, len(declared)+1)
	for _, v := range declared {
		all = append(all, ID{v})
	}
	return all
}

// A View is an [ID] with the type of its state.
type View[S any] struct{ ID }

// Traits say what becomes of a view's state. They get values and return changed copies; what lists in a state refer to is
// never written to. Nil ones do nothing.
type Traits[S any] struct {
	Needs  Needs     // of the input; without it Queries is not called
	Begins Beginning // how the view begins where the user has chosen nothing
	// Queries returns what the view needs to know while it fills the window. It is called for every frame; zero queries are none.
	Queries func(seen *Seen, s S) []query.Query
	// Kept returns those queries that have results which are to stay while another view fills the window.
	Kept func(seen *Seen, s S) []query.Query

	// Same compares two states. States that == can compare need none.
	Same func(a, b *S) bool
	// Undone returns now with all that Undo takes back as it was then.
	Undone func(now, then S) S
	// Returned returns now with all that Back and Forward bring back as it was then.
	Returned func(now, then S) S
	// Moved returns what is left of a state when another GC point is shown.
	Moved func(S) S
	// Reselected returns what is left of a state when something else is selected.
	Reselected func(S) S
	// Reopened returns what is left of a state when another recording is shown. Without it nothing is.
	Reopened func(S) S
	// Rows returns where the state keeps which rows of its table are open.
	Rows func(*S) *rows.Opened
}

// view is a declared view without the type of its state.
type view struct {
	name  string
	empty any // the zero state
	needs Needs

	begins Beginning

	same                        func(a, b any) bool
	undone, returned            func(now, then any) any
	moved, reselected, reopened func(any) any
	queries, kept               func(seen *Seen, state any) []query.Query
	opened                      func(state any, keys []string, open bool) any
}

// declared are all views. It is written while packages are initialised, and never later.
var declared []*view

// New declares a view whose state is a zero S at first. It is for variables of packages; two views of one name, and a state
// that nothing can compare, panic.
func New[S any](name string, t Traits[S]) View[S] {
	if _, taken := Named(name); taken {
		panic("view: two views are named " + name)
	}
	if t.Same == nil && !reflect.TypeFor[S]().Comparable() {
		panic("view: " + name + " has a state that == cannot compare, and no Same")
	}
	var zero S
	v := &view{name: name, empty: zero, needs: t.Needs, begins: t.Begins, same: func(a, b any) bool { return a == b }}
	if t.Same != nil {
		v.same = func(a, b any) bool {
			x, y := a.(S), b.(S)
			return t.Same(&x, &y)
		}
	}
	v.undone, v.returned = merging(t.Undone), merging(t.Returned)
	v.moved, v.reselected, v.reopened = changing(t.Moved), changing(t.Reselected), changing(t.Reopened)
	v.queries, v.kept = querying(t.Queries), querying(t.Kept)
	if t.Rows != nil {
		v.opened = func(state any, keys []string, open bool) any {
			s := state.(S)
			r := t.Rows(&s)
			*r = r.With(keys, open)
			return s
		}
	}
	declared = append(declared, v)
	return View[S]{ID{v}}
}

func merging[S any](f func(now, then S) S) func(now, then any) any {
	if f == nil {
		return nil
	}
	return func(now, then any) any { return f(now.(S), then.(S)) }
}

func changing[S any](f func(S) S) func(any) any {
	if f == nil {
		return nil
	}
	return func(state any) any { return f(state.(S)) }
}

func querying[S any](f func(*Seen, S) []query.Query) func(*Seen, any) []query.Query {
	if f == nil {
		return nil
	}
	return func(seen *Seen, state any) []query.Query { return f(seen, state.(S)) }
}
