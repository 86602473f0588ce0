package view

import (
	"bytes"
	"encoding/json"
)

// Value declares a value of a view's state that the window remembers for later recordings and later starts.
type Value[S any] struct {
	// Path is the place in the file of settings: names of nested objects, separated by dots. It never changes.
	Path string
	// Save returns the value, which must be representable in JSON. A value equal to that of the zero state is not stored.
	Save func(s S) any
	// Load returns the state with a stored value; ok is false if the value is invalid.
	Load func(s S, data []byte) (loaded S, ok bool)
}

// Remember declares a value that is a field of the state. The field must have a JSON type. A nil check allows all values.
func Remember[S, T any](path string, field func(*S) *T, check func(T) bool) Value[S] {
	return RememberAs(path, func(s S) T { return *field(&s) }, func(s *S, value T) bool {
		if check != nil && !check(value) {
			return false
		}
		*field(s) = value
		return true
	})
}

// RememberAs declares a value that is stored as a T. set changes the state and reports whether the value is valid.
func RememberAs[S, T any](path string, get func(S) T, set func(s *S, value T) bool) Value[S] {
	return Value[S]{Path: path, Save: func(s S) any { return get(s) }, Load: func(s S, data []byte) (S, bool) {
		var value *T
		before := s
		if json.Unmarshal(data, &value) != nil || value == nil || !set(&s, *value) {
			return before, false
		}
		return s, true
	}}
}

// Remembered is a value that the window remembers, without the type of the view's state.
type Remembered struct {
	Path string // as in [Value]
	view *view
	save func(state any) any
	load func(state any, data []byte) (any, bool)
}

// AllRemembered returns the remembered values of all views, in unspecified order.
func AllRemembered() []Remembered {
	var all []Remembered
	for _, v := range declared {
		all = append(all, v.remembers...)
	}
	return all
}

// Of returns the value as JSON, or nil if it is that of the initial state.
func (r Remembered) Of(s States) []byte {
	data, err := json.Marshal(r.save(s.of(r.view)))
	initial, _ := json.Marshal(r.save(r.view.empty))
	if err != nil || bytes.Equal(data, initial) {
		return nil
	}
	return data
}

// With returns s with a stored value; ok is false if the value is invalid.
func (r Remembered) With(s States, data []byte) (loaded States, ok bool) {
	to, ok := r.load(s.of(r.view), data)
	if !ok {
		return s, false
	}
	return s.with(r.view, to), true
}

// Remembered returns the initial states with the remembered values of s.
func (s States) Remembered() States {
	var to States
	for _, r := range AllRemembered() {
		if data := r.Of(s); data != nil {
			to, _ = r.With(to, data)
		}
	}
	return to
}

func remembering[S any](v *view, values []Value[S]) (all []Remembered) {
	for _, value := range values {
		all = append(all, Remembered{Path: value.Path, view: v,
			save: func(state any) any { return value.Save(state.(S)) },
			load: func(state any, data []byte) (any, bool) { return value.Load(state.(S), data) }})
	}
	return all
}
