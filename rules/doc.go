// Package rules holds what the repository promises about itself, as tests: which package may import
// which, where the clock is read, what builds without cgo, how long a file may get, and that the
// documents name the libraries and fonts in use. It has no code of its own; each rule comes with its
// reason, which is printed when it is broken.
package rules
