package words

import "strings"

// maxFileName is the maximum length of a name, in bytes. File systems allow 255, including prefixes and extensions.
const maxFileName = 120

// FileName returns name shortened to 120 bytes. It replaces runes that some file systems reject.
func FileName(name string) string {
	if len(name) > maxFileName {
		name = strings.ToValidUTF8(name[:maxFileName], "")
	}
	return strings.Map(inFileName, name)
}

// inFileName returns r, or '-' if some file systems reject r.
func inFileName(r rune) rune {
	if r < ' ' || strings.ContainsRune(`/\:*?"<>|`, r) {
		return '-'
	}
	return r
}
