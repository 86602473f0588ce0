package widget

import "reflect"

// Keep returns the core's value of type T, which is zero at first. A card drawn by functions keeps its private state between layouts in a
// type of its own.
func Keep[T any](k *Core) *T {
	key := reflect.TypeFor[T]()
	kept, ok := k.kept[key].(*T)
	if !ok {
		kept = new(T)
		k.kept[key] = kept
	}
	return kept
}
