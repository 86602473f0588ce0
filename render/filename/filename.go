// Package filename turns names of recordings into file names.
package filename

import "strings"

// limit is the maximum length of a name, in bytes. File systems allow 255, including prefixes and extensions.
const limit = 120

// Of returns name shortened to 120 bytes. It replaces runes that some file systems reject.
func Of(name string) string {
	if len(name) > limit {
		name = strings.ToValidUTF8(name[:limit], "")
	}
	return strings.Map(accepted, name)
}

// accepted returns r, or '-' if some file systems reject r.
func accepted(r rune) rune {
	if r < ' ' || strings.ContainsRune(`/\:*?"<>|`, r) {
		return '-'
	}
	return r
}
