// Package collections defines the collections view without its drawing: for how long elements of lists, sets and maps were not used, and
// the lines of the program that use them. Package staleness contains the analysis. The command memcity collections prints the same reports.
package collections
