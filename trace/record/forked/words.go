package forked

import (
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"memcity/trace"
)

// Title returns the name of a script or module for display, truncated.
func Title(name string) string {
	const longest = 120
	r := []rune(trace.PlainLine(name))
	return string(r[:min(len(r), longest)])
}

// Runs reports whether a process runs a matching executable; false on systems without /proc.
func Runs(pid int, isName func(path string) bool) bool {
	path, err := os.Readlink(filepath.Join("/proc", strconv.Itoa(pid), "exe"))
	return err == nil && isName(strings.TrimSuffix(path, " (deleted)"))
}

// ErrEnded reports that the program has ended.
var ErrEnded = errors.New("the program has ended")
