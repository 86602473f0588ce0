// Package untested has a function that no test calls.
package untested

// Below reports whether n is a small number.
func Below(n int) bool { return n < 10 }
