// Package collections draws the collections view: how long the elements of lists, sets and maps were not used, and by which lines of
// the program.
package collections
