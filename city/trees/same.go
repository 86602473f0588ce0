package trees

// Same reports whether two parts of an ask are both missing or equal.
func Same[T comparable](a, o *T) bool {
	if a == nil || o == nil {
		return a == o
	}
	return *a == *o
}
