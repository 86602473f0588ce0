// Package completion contains the command completion. It prints scripts that let shells complete command lines, and answers the
// queries of these scripts. Commands and options come from the program, values from the pages of the manual.
package completion
