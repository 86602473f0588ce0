package process

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"strings"
)

// Interpreter returns the program that the first line of a script names, as a name or a path; empty if the file is not a script. It reads the
// start of the file.
func Interpreter(path string) string {
	f, err := os.Open(path)
	if err != nil {
		return ""
	}
	defer f.Close()
	if info, err := f.Stat(); err != nil || !info.Mode().IsRegular() {
		return ""
	}
	const most = 1 << 10
	head := make([]byte, most)
	n, _ := io.ReadFull(f, head) // the file may be shorter
	return interpreter(head[:n])
}

// interpreter returns the program that starts a script, by its first lines. pip writes a long path into the second line.
func interpreter(head []byte) string {
	first, rest, _ := bytes.Cut(head, []byte("\n"))
	line, ok := strings.CutPrefix(string(first), "#!")
	if !ok {
		return ""
	}
	second, _, _ := strings.Cut(string(rest), "\n")
	if long, ok := strings.CutPrefix(second, "'''exec' "); ok {
		line = strings.ReplaceAll(long, `"`, " ")
	}
	for i, w := range strings.Fields(line) {
		if i == 0 && filepath.Base(w) == "env" || i > 0 && (strings.HasPrefix(w, "-") || strings.Contains(w, "=")) {
			continue
		}
		return w
	}
	return ""
}
