package ui

import "reflect"

// sameShown reports whether two shown models look the same.
func sameShown(a, b *shown) bool {
	return a.size == b.size && a.scale == b.scale && reflect.DeepEqual(a.model, b.model)
}
