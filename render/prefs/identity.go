package prefs

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"
)

// ID names a recording without a look into it: by the absolute paths, sizes and times of change of its files, or as
// "demo:NAME". A recording that has grown is another one.
type ID string

// demoPrefix is that of the paths of bundled recordings.
const demoPrefix = "demo:"

// maxEntries is how many files of a folder go into its ID.
const maxEntries = 10_000

// Identify returns the ID of the recording that the paths make, in whatever order they come. Standard input ("-") has
// none; that is an error as well. It asks the file system and so may wait.
func Identify(paths []string) (ID, error) {
	if len(paths) == 0 {
		return "", fmt.Errorf("recording: no path is given")
	}
	if len(paths) == 1 && strings.HasPrefix(paths[0], demoPrefix) {
		if len(paths[0]) > maxName || !utf8.ValidString(paths[0]) {
			return "", fmt.Errorf("demo: no recording has such a name")
		}
		return ID(paths[0]), nil
	}
	var lines []string
	for _, path := range paths {
		if path == "-" {
			return "", fmt.Errorf("standard input: cannot be known again")
		}
		of, err := describe(path)
		if err != nil {
			return "", err
		}
		lines = append(lines, of...)
	}
	slices.Sort(lines)
	hash := sha256.New()
	for _, line := range slices.Compact(lines) {
		fmt.Fprintf(hash, "%d:", len(line))
		io.WriteString(hash, line)
	}
	return ID("files:" + hex.EncodeToString(hash.Sum(nil))), nil
}

// describe tells files, or the files right in a folder, apart from others and from their own later states.
func describe(path string) ([]string, error) {
	path, err := filepath.Abs(path)
	if err != nil {
		return nil, err
	}
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	lines := []string{line(path, info)}
	if !info.IsDir() {
		return lines, nil
	}
	folder, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer folder.Close()
	entries, err := folder.ReadDir(maxEntries)
	if err != nil && err != io.EOF {
		return nil, err
	}
	for _, e := range entries {
		if info, err := e.Info(); err == nil {
			lines = append(lines, line(filepath.Join(path, e.Name()), info))
		}
	}
	return lines, nil
}

func line(path string, info fs.FileInfo) string {
	return fmt.Sprintf("%s\x00%d\x00%d", path, info.Size(), info.ModTime().UnixNano())
}

// file returns the name of the file for a recording, inside the folder.
func (id ID) file() string {
	sum := sha256.Sum256([]byte(id))
	return filepath.Join(recordingsFolder, hex.EncodeToString(sum[:16])+".json")
}
