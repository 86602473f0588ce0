// Package inspector draws what is selected: its numbers, references, mark and note.
package inspector
