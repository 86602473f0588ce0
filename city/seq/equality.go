package seq

import "slices"

// Same reports whether two slices have equal items in the same order. Unlike slices.Equal, it distinguishes nil from an empty slice.
func Same[T comparable](a, b []T) bool { return (a == nil) == (b == nil) && slices.Equal(a, b) }

// SameFunc is [Same] with a comparison function for items.
func SameFunc[T any](a, b []T, equal func(a, b T) bool) bool {
	return (a == nil) == (b == nil) && slices.EqualFunc(a, b, equal)
}

// SameAt reports whether two pointers are both nil or point to equal values.
func SameAt[T comparable](a, b *T) bool { return a == b || a != nil && b != nil && *a == *b }

// Identical reports whether two slices share their items in memory, or are both empty. It compares read-only slices in constant time.
// Slices that are not identical may still have equal items.
func Identical[T any](a, b []T) bool {
	return len(a) == len(b) && (a == nil) == (b == nil) && (len(a) == 0 || &a[0] == &b[0])
}
