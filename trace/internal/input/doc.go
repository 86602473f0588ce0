// Package input contains functions for reading files that formats share: the first bytes, files in memory ([Pieces]), cancellable reads,
// and errors and warnings in plain words.
package input
