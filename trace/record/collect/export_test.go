package collect

// JavaName is how signatures become names.
func JavaName(signature string) string { return javaName(signature) }
