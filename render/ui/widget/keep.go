package widget

import "reflect"

// Keep returns the value of type T that belongs to the core, the zero one at first. A card that draws with functions keeps
// there, in a type of its own, what only it needs to know between layouts.
func Keep[T any](k *Core) *T {
	key := reflect.TypeFor[T]()
	kept, ok := k.kept[key].(*T)
	if !ok {
		kept = new(T)
		k.kept[key] = kept
	}
	return kept
}
