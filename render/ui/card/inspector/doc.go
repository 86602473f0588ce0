// Package inspector draws the selection: its numbers, references, mark and note.
package inspector
