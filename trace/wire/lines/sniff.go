package lines

import (
	"bytes"
	"regexp"
)

var header = regexp.MustCompile(`"format"\s*:\s*"objects"`)

// Sniff reports whether head, the first bytes of a file, is the start of objects as JSON lines.
func Sniff(head []byte) bool {
	head = bytes.TrimLeft(bytes.TrimPrefix(head, mark), " \t\r\n")
	line, _, _ := bytes.Cut(head, []byte("\n"))
	return len(line) > 0 && line[0] == '{' && header.Match(line)
}
