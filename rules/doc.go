// Package rules tests the rules of the repository: which package may import which, where the clock is read, what builds without cgo,
// how long a file may be, and that the documents name the libraries and fonts in use. It contains only tests. A broken rule prints
// its reason.
package rules
