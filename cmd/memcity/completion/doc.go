// Package completion has the command completion: scripts by which shells complete command lines, and what these scripts call for each
// line. Commands and options are those that the program has, values those that the pages of the manual list.
package completion
