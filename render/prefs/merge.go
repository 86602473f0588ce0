package prefs

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
)

// object is a JSON object with undecoded values.
type object map[string]json.RawMessage

// version is the version of the written files. It is incremented when a name changes its meaning.
const version = 1

// A migration converts an object to the next version.
type migration func(object)

// migrations are indexed by the version that they start from. A file without a version was written by hand, with the names of version 1.
var migrations = [version]migration{func(object) {}}

// migrate applies the steps that an older object needs. newer is true if its version is newer than the steps support.
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

// set sets a value. It ignores values that JSON cannot represent.
func (o object) set(name string, value any) {
	if raw, err := json.Marshal(value); err == nil {
		o[name] = raw
	}
}

// in returns the object stored under a name; nil if there is none.
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

// changed returns disk with the differences between base and mine applied to it. Nested objects are merged by name. It modifies no argument.
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
