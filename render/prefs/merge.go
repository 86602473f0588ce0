package prefs

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
)

// object is a JSON object whose values are not looked into.
type object map[string]json.RawMessage

// version is that of the files written. It grows when a name changes its meaning.
const version = 1

// A migration turns an object of one version into one of the next.
type migration func(object)

// migrations are in order of the version that they start from. A file without a version was written by hand, in the
// names of version 1.
var migrations = [version]migration{func(object) {}}

// migrate brings an object of an older version to the newest that steps lead to. newer is true if it is beyond that.
func migrate(o object, steps []migration) (newer bool, err error) {
	from := 0
	if raw, ok := o["version"]; ok {
		if err := json.Unmarshal(raw, &from); err != nil || from < 0 {
			return false, errors.New("version: expected a whole number from 0")
		}
	}
	if from > len(steps) {
		return true, nil
	}
	for _, step := range steps[from:] {
		step(o)
	}
	o.set("version", len(steps))
	return false, nil
}

func parseObject(data []byte) (object, error) {
	var o object
	if err := json.Unmarshal(data, &o); err != nil {
		var syntax *json.SyntaxError
		if errors.As(err, &syntax) {
			return nil, fmt.Errorf("byte %d: %w", syntax.Offset, err)
		}
		return nil, errors.New("expected a JSON object")
	}
	if o == nil {
		return nil, errors.New("expected a JSON object")
	}
	return o, nil
}

// set puts a value in. What JSON cannot hold is left out.
func (o object) set(name string, value any) {
	if raw, err := json.Marshal(value); err == nil {
		o[name] = raw
	}
}

// in returns the object that is the value of a name; nil if it is none.
func (o object) in(name string) object { return asObject(o[name]) }

func asObject(raw json.RawMessage) object {
	if trimmed := bytes.TrimLeft(raw, " \t\r\n"); len(trimmed) == 0 || trimmed[0] != '{' {
		return nil
	}
	o, err := parseObject(raw)
	if err != nil {
		return nil
	}
	return o
}

// changed returns disk with what differs between base and mine done to it; objects are compared name by name. None of
// the three is written to.
func changed(disk, base, mine object) object {
	out := maps.Clone(disk)
	if out == nil {
		out = object{}
	}
	for name := range base {
		if _, kept := mine[name]; !kept {
			delete(out, name)
		}
	}
	for name, raw := range mine {
		if slices.Equal(raw, base[name]) {
			continue
		}
		inner, d, b := asObject(raw), disk.in(name), base.in(name)
		if inner != nil && (d != nil || b != nil) {
			out.set(name, changed(d, b, inner))
			continue
		}
		out[name] = raw
	}
	return out
}
