package script

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// Check compares a field of a state with the value in an expect line. The state is any value that marshals to a JSON object.
//
// The field is a path separated by dots: names of fields, and 0-based indices of list elements. A path through a list without an index
// stands for all elements; one match is enough. A list of plain values also matches its elements separated by commas. Numbers are compared as
// numbers; a value that starts with >= is a lower bound. An empty value matches null, an empty text and an empty list.
func Check(e Expect, state any) error {
	text, err := json.Marshal(state)
	if err != nil {
		return err
	}
	var root any
	if err := json.Unmarshal(text, &root); err != nil {
		return err
	}
	found, err := follow(root, strings.Split(e.Field, "."), nil)
	if err != nil {
		return fmt.Errorf("expect %s: %w", e.Field, err)
	}
	fits := slices.ContainsFunc(found, func(v any) bool { return equal(v, e.Value) })
	switch {
	case fits == e.Not && e.Not:
		return fmt.Errorf("expect not %s %s: it is", e.Field, quote(e.Value))
	case fits == e.Not:
		return fmt.Errorf("expect %s %s: it is %s", e.Field, quote(e.Value), describe(found))
	}
	return nil
}

// follow returns the values at a path.
func follow(v any, path, done []string) ([]any, error) {
	if len(path) == 0 {
		return []any{v}, nil
	}
	switch v := v.(type) {
	case map[string]any:
		return followField(v, path, done)
	case []any:
		if i, err := strconv.Atoi(path[0]); err == nil {
			if i < 0 || i >= len(v) {
				return nil, nil
			}
			return follow(v[i], path[1:], append(done, path[0]))
		}
		var all []any
		for _, element := range v {
			found, err := follow(element, path, done)
			if err != nil {
				return nil, err
			}
			all = append(all, found...)
		}
		return all, nil
	case nil:
		return []any{nil}, nil
	}
	return nil, fmt.Errorf("%s has no fields", strings.Join(done, "."))
}

// followField follows a path through an object. Field names may contain dots; the shortest matching name wins.
func followField(object map[string]any, path, done []string) ([]any, error) {
	for n := 1; n <= len(path); n++ {
		name := strings.Join(path[:n], ".")
		if field, ok := object[name]; ok {
			return follow(field, path[n:], append(done, name))
		}
	}
	names := slices.Sorted(maps.Keys(object))
	where := "the state"
	if len(done) > 0 {
		where = strings.Join(done, ".")
	}
	if len(names) == 0 {
		return []any{nil}, nil
	}
	return nil, fmt.Errorf("%s has no field %s, but %s", where, shown(path[0]), strings.Join(names, ", "))
}

func equal(v any, want string) bool {
	switch v := v.(type) {
	case nil:
		return want == ""
	case float64:
		least, atLeast := strings.CutPrefix(want, ">=")
		f, err := strconv.ParseFloat(least, 64)
		return err == nil && (f == v || atLeast && v > f)
	case map[string]any:
		return want == "" && len(v) == 0
	}
	return plain(v) == want
}

// plain returns a value in the notation of scripts.
func plain(v any) string {
	switch v := v.(type) {
	case nil:
		return ""
	case string:
		return v
	case float64:
		return number(v)
	case []any:
		texts := make([]string, len(v))
		for i, element := range v {
			texts[i] = plain(element)
		}
		return strings.Join(texts, ",")
	}
	text, _ := json.Marshal(v) // cannot fail: v was decoded from JSON
	return string(text)
}

// describe lists the values found, for messages.
func describe(found []any) string {
	const most = 8
	if len(found) == 0 {
		return "not there"
	}
	var texts []string
	for _, v := range found[:min(len(found), most)] {
		if text := plain(v); text == "" {
			texts = append(texts, "empty")
		} else {
			texts = append(texts, shown(text))
		}
	}
	if len(found) > most {
		texts = append(texts, fmt.Sprintf("%d more", len(found)-most))
	}
	return strings.Join(texts, ", ")
}
