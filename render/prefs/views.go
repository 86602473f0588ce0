package prefs

import (
	"encoding/json"
	"strings"

	"memcity/city/view"
)

// encodeViews adds the values that the views remember to o.
func encodeViews(o object, states view.States) {
	for _, value := range view.AllRemembered() {
		if data := value.Of(states); data != nil {
			o.setPath(strings.Split(value.Path, "."), data)
		}
	}
}

// setPath sets a value in nested objects, and adds these as needed.
func (o object) setPath(path []string, value json.RawMessage) {
	if len(path) == 1 {
		o[path[0]] = value
		return
	}
	in := o.in(path[0])
	if in == nil {
		in = object{}
	}
	in.setPath(path[1:], value)
	o.set(path[0], in)
}

// decodeViews returns the states of the views with the values that they remember.
func decodeViews(r reader) (states view.States) {
	rejected := map[string]bool{} // nested objects that are none; each is rejected once
	for _, value := range view.AllRemembered() {
		path := strings.Split(value.Path, ".")
		last := len(path) - 1
		in, ok := r, true
		for i, name := range path[:last] {
			prefix := strings.Join(path[:i+1], ".")
			if rejected[prefix] {
				ok = false
				break
			}
			before := len(*r.bad)
			if in, ok = in.inner(name); !ok {
				rejected[prefix] = len(*r.bad) > before
				break
			}
		}
		if !ok {
			continue
		}
		raw, has := in.from[path[last]]
		if !has {
			continue
		}
		if states, ok = value.With(states, raw); !ok {
			in.reject(path[last])
		}
	}
	return states
}
