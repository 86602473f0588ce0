// Package collections is the pure half of the collections view: how long the elements of lists, sets and maps were not used, and by
// which lines of the program. The analysis is package staleness; the command memcity collections prints the same reports.
package collections
