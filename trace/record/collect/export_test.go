package collect

// JavaName is javaName, for external tests.
func JavaName(signature string) string { return javaName(signature) }
