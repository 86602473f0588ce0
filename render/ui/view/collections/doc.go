// Package collections draws the collections view: how long elements of lists, sets and maps were not used, and which program lines used
// them.
package collections
