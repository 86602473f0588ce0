package store

import (
	"maps"
	"slices"

	"memcity/city/state"
)

// SecretKeys are the keys of groups that the user chose while groups were named by heap contents. They are never written to files, not even
// after regrouping.
type SecretKeys map[string]bool

// note adds the key of an action if groups may be named by heap contents.
func (k *SecretKeys) note(action state.Action, contents bool) {
	if !contents {
		return
	}
	key := ""
	switch a := action.(type) {
	case state.Mark:
		key = a.Key
	case state.Note:
		key = a.Key
	case state.Select:
		key = a.Key
	}
	if key == "" {
		return
	}
	if *k == nil {
		*k = SecretKeys{}
	}
	(*k)[key] = true
}

// HasAny reports whether one of the keys is secret.
func (k SecretKeys) HasAny(keys []string) bool {
	return slices.ContainsFunc(keys, func(key string) bool { return k[key] })
}

// Shareable returns the entries whose keys are not secret.
func Shareable[V any](k SecretKeys, of map[string]V) map[string]V {
	if len(k) == 0 {
		return of
	}
	of = maps.Clone(of)
	maps.DeleteFunc(of, func(key string, _ V) bool { return k[key] })
	return of
}
