// Package filename makes names of files of names of recordings.
package filename

import "strings"

// limit bounds a name, in bytes; file systems take 255 with what stands before and after it.
const limit = 120

// Of returns a name shortened to 120 bytes, without runes that some file system refuses.
func Of(name string) string {
	if len(name) > limit {
		name = strings.ToValidUTF8(name[:limit], "")
	}
	return strings.Map(accepted, name)
}

// accepted replaces a rune that some file system refuses.
func accepted(r rune) rune {
	if r < ' ' || strings.ContainsRune(`/\:*?"<>|`, r) {
		return '-'
	}
	return r
}
