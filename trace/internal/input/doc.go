// Package input has what formats share in reading files: the first bytes, files in memory ([Pieces]), reading that can be
// cancelled, and errors and warnings in plain words.
package input
