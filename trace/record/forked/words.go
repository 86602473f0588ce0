package forked

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"memcity/trace"
)

// IsScript reports whether a file is a script of an interpreter with a matching name. It reads the first bytes of the file.
func IsScript(path string, isName func(word string) bool) bool {
	f, err := os.Open(path)
	if err != nil {
		return false
	}
	defer f.Close()
	if info, err := f.Stat(); err != nil || !info.Mode().IsRegular() {
		return false
	}
	const most = 1 << 10
	head := make([]byte, most)
	n, _ := io.ReadFull(f, head) // the file may be shorter
	return isShebang(head[:n], isName)
}

// isShebang reports whether the first lines of a script start an interpreter with a matching name. pip writes the path into the second line if it is long.
func isShebang(head []byte, isName func(word string) bool) bool {
	first, rest, _ := bytes.Cut(head, []byte("\n"))
	line, ok := strings.CutPrefix(string(first), "#!")
	if !ok {
		return false
	}
	second, _, _ := strings.Cut(string(rest), "\n")
	if long, ok := strings.CutPrefix(second, "'''exec' "); ok {
		line = strings.NewReplacer(`"`, " ").Replace(long)
	}
	words := strings.Fields(line)
	for i, w := range words {
		if i == 0 && filepath.Base(w) == "env" || i > 0 && (strings.HasPrefix(w, "-") || strings.Contains(w, "=")) {
			continue
		}
		return isName(w)
	}
	return false
}

// Title returns the name of a script or module for people.
func Title(name string) string {
	const longest = 120
	return clip(trace.PlainLine(name), longest)
}

// clip truncates a text to a number of characters.
func clip(text string, most int) string {
	r := []rune(text)
	return string(r[:min(len(r), most)])
}

// Runs reports whether a process runs a matching executable; false on systems without /proc.
func Runs(pid int, isName func(path string) bool) bool {
	path, err := os.Readlink(filepath.Join("/proc", strconv.Itoa(pid), "exe"))
	return err == nil && isName(strings.TrimSuffix(path, " (deleted)"))
}

// ErrEnded reports that the program has ended.
var ErrEnded = errors.New("the program has ended")
