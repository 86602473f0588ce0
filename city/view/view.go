package view

import (
	"reflect"

	"memcity/city/query"
	"memcity/city/view/rows"
)

// ID identifies the view that fills the window. IDs compare with ==. The zero ID is the city.
type ID struct{ view *view }

// City is the name of the zero [ID].
const City = "city"

// String returns the stable lower-case name. Reports, scripts and the address of the manual page use it.
func (v ID) String() string {
	if v.view == nil {
		return City
	}
	return v.view.name
}

// Named returns the view with the given name, including the city; ok is false if no package in the program declares one.
func Named(name string) (v ID, ok bool) {
	for _, v := range All() {
		if v.String() == name {
			return v, true
		}
	}
	return ID{}, false
}

// All returns the city, and the views that packages in the program declare. The city is first; the order of the others is unspecified.
func All() []ID {
	all := make([]ID, 1, len(declared)+1)
	for _, v := range declared {
		all = append(all, ID{v})
	}
	return all
}

// A View is an [ID] with the type of its state.
type View[S any] struct{ ID }

// Traits defines how a view's state changes. Functions receive values and return changed copies; they never write to the content of lists.
// Nil functions do nothing.
type Traits[S any] struct {
	Needs    Needs     // of the input; without it Queries is not called
	Defaults Beginning // defaults of the view unless the user has chosen
	// Queries returns the view's queries while it fills the window. It is called for every frame. Zero queries are ignored.
	Queries func(seen *Seen, s S) []query.Query
	// Kept returns the queries whose results should stay available while another view fills the window.
	Kept func(seen *Seen, s S) []query.Query

	// Same compares two states. It is not needed for states that compare with ==.
	Same func(a, b *S) bool
	// Undone returns now with the undoable parts as in then.
	Undone func(now, then S) S
	// Returned returns now with the parts that Back and Forward restore as in then.
	Returned func(now, then S) S
	// Moved returns a state after the GC point has changed.
	Moved func(S) S
	// Reselected returns a state after the selection has changed.
	Reselected func(S) S
	// Reopened returns a state after another recording was opened. Without it, the state is reset.
	Reopened func(S) S
	// Rows returns the field of the state that contains the expanded rows of its table.
	Rows  func(*S) *rows.Expansion
	Shows Shows[S]
	// Remembers lists the values that the window remembers. They are also kept when another recording is opened, if Reopened keeps them.
	Remembers []Value[S]
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
	remembers                   []Remembered
	shows                       Shows[any]
}

// declared contains all views. It is written only during package initialization.
var declared []*view

// New declares a view whose initial state is a zero S. Use it to initialize package variables. It panics if the name is taken, or if states
// cannot be compared.
func New[S any](name string, t Traits[S]) View[S] {
	if _, taken := Named(name); taken {
		panic("view: two views are named " + name)
	}
	if t.Same == nil && !reflect.TypeFor[S]().Comparable() {
		panic("view: " + name + " has a state that == cannot compare, and no Same")
	}
	var zero S
	v := &view{name: name, empty: zero, needs: t.Needs, begins: t.Defaults, same: func(a, b any) bool { return a == b }}
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
	v.remembers, v.shows = remembering(v, t.Remembers), showing(t.Shows)
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
