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
	"time"
	"unicode/utf8"
)

// ID identifies a recording by its absolute path and the oldest file in it, or as "demo:NAME". Added files and growing files do not change
// the ID. A new recording at the same path has another ID.
type ID string

// demoPrefix is the prefix of bundled recordings.
const demoPrefix = "demo:"

// maxEntries is the maximum number of files in a folder that can determine its ID.
const maxEntries = 10_000

// headSize is the number of bytes at the start of a file that identify it. Growing files do not change there.
const headSize = 1 << 10

// Identify returns the ID of the recording with the given paths, in any order. It returns an error for standard input ("-"). It accesses the
// file system and reads up to 1 KiB, so it may block.
func Identify(paths []string) (ID, error) {
	return identify(paths, func() ([]string, error) {
		var kind string
		var first fileInfo
		for _, path := range paths {
			found, folder, err := oldest(path)
			if err != nil {
				return nil, err
			}
			kind = folder
			if first.path == "" || found.before(first) {
				first = found
			}
		}
		if len(paths) > 1 {
			kind = "several"
		}
		head, err := first.head()
		return []string{"first", kind, first.path, head}, err
	})
}

// identifyFiles returns the ID that older versions gave a recording: from the paths, sizes and times of all files.
func identifyFiles(paths []string) (ID, error) {
	return identify(paths, func() ([]string, error) {
		var lines []string
		for _, path := range paths {
			of, err := describe(path)
			if err != nil {
				return nil, err
			}
			lines = append(lines, of...)
		}
		slices.Sort(lines)
		return slices.Compact(lines), nil
	})
}

// identify returns an ID made of the lines that list returns. Bundled recordings have fixed IDs.
func identify(paths []string, list func() ([]string, error)) (ID, error) {
	if len(paths) == 0 {
		return "", fmt.Errorf("recording: no path is given")
	}
	if len(paths) == 1 && strings.HasPrefix(paths[0], demoPrefix) {
		if len(paths[0]) > maxName || !utf8.ValidString(paths[0]) {
			return "", fmt.Errorf("demo: no recording has this name")
		}
		return ID(paths[0]), nil
	}
	if slices.Contains(paths, "-") {
		return "", fmt.Errorf("standard input: cannot be recognized later")
	}
	lines, err := list()
	if err != nil {
		return "", err
	}
	hash := sha256.New()
	for _, line := range lines {
		fmt.Fprintf(hash, "%d:", len(line))
		io.WriteString(hash, line)
	}
	return ID("files:" + hex.EncodeToString(hash.Sum(nil))), nil
}

// fileInfo is a file with its modification time.
type fileInfo struct {
	path string
	time time.Time
}

func (f fileInfo) before(o fileInfo) bool {
	if c := f.time.Compare(o.time); c != 0 {
		return c < 0
	}
	return f.path < o.path
}

// head returns the start of a file; "" for anything but a regular file.
func (f fileInfo) head() (string, error) {
	info, err := os.Stat(f.path) // before opening, which would block on a named pipe
	if err != nil || !info.Mode().IsRegular() {
		return "", err
	}
	in, err := os.Open(f.path)
	if err != nil {
		return "", err
	}
	defer in.Close()
	data, err := io.ReadAll(io.LimitReader(in, headSize))
	return string(data), err
}

// oldest returns the file at a path or, for a folder, the file directly in it with the oldest modification time. folder is the path of the
// folder; "" for a file.
func oldest(path string) (first fileInfo, folder string, err error) {
	path, err = filepath.Abs(path)
	if err != nil {
		return fileInfo{}, "", err
	}
	info, err := os.Stat(path)
	if err != nil {
		return fileInfo{}, "", err
	}
	first = fileInfo{path, info.ModTime()}
	if !info.IsDir() {
		return first, "", nil
	}
	entries, err := entriesOf(path)
	if err != nil {
		return fileInfo{}, "", err
	}
	found := false
	for _, e := range entries {
		info, err := e.Info()
		if err != nil || !info.Mode().IsRegular() || strings.HasPrefix(e.Name(), ".") {
			continue
		}
		f := fileInfo{filepath.Join(path, e.Name()), info.ModTime()}
		if !found || f.before(first) {
			first, found = f, true
		}
	}
	return first, path, nil
}

func entriesOf(path string) ([]fs.DirEntry, error) {
	folder, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer folder.Close()
	entries, err := folder.ReadDir(maxEntries)
	if err == io.EOF {
		err = nil
	}
	return entries, err
}

// describe returns lines that identify a file, or the files directly in a folder, including their current state.
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
	entries, err := entriesOf(path)
	if err != nil {
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

// file returns the name of the recording's file, relative to the folder.
func (id ID) file() string {
	sum := sha256.Sum256([]byte(id))
	return filepath.Join(recordingsFolder, hex.EncodeToString(sum[:16])+".json")
}
