package seq

import "slices"

// Same reports whether two slices have equal items in the same order. Unlike for slices.Equal, nil is not the empty slice.
func Same[T comparable](a, b []T) bool { return (a == nil) == (b == nil) && slices.Equal(a, b) }

// SameFunc is [Same] for items that equal compares.
func SameFunc[T any](a, b []T, equal func(a, b T) bool) bool {
	return (a == nil) == (b == nil) && slices.EqualFunc(a, b, equal)
}

// SameAt reports whether two pointers are nil or point to equal values.
func SameAt[T comparable](a, b *T) bool { return a == b || a != nil && b != nil && *a == *b }

// Identical reports whether two slices share their items in memory, or have none. It is a comparison for slices that are never
// written to and costs the same for any length: slices that are not identical may have equal items all the same.
func Identical[T any](a, b []T) bool {
	return len(a) == len(b) && (a == nil) == (b == nil) && (len(a) == 0 || &a[0] == &b[0])
}
