package memtree

import (
	"bytes"
	"path/filepath"
	"strings"
)

// Folders of pointer maps, next to the trees in the default format.
const (
	PointsToFolder    = "points-to-maps"
	PointedFromFolder = "pointed-from-maps"
)

// IsMapFolder reports whether name is the name of a folder of pointer maps.
func IsMapFolder(name string) bool { return name == PointsToFolder || name == PointedFromFolder }

// SeriesFolder returns the folder of the series that a file belongs to, and whether the file is in a folder of pointer maps.
func SeriesFolder(name string) (folder string, isMap bool) {
	folder = filepath.ToSlash(filepath.Dir(name))
	if base := folder[strings.LastIndexByte(folder, '/')+1:]; IsMapFolder(base) {
		return filepath.ToSlash(filepath.Dir(folder)), true
	}
	return folder, false
}

// SniffJSON reports whether head, the first bytes of a file, is the start of JSON of any kind.
func SniffJSON(head []byte) bool {
	head = bytes.TrimLeft(bytes.TrimPrefix(head, []byte("\xef\xbb\xbf")), " \t\r\n")
	return len(head) > 0 && (head[0] == '{' || head[0] == '[')
}

// Sniff reports whether head, the first bytes of a file, is JSON with a member that trees and pointer maps start with.
func Sniff(head []byte) bool {
	if !SniffJSON(head) {
		return false
	}
	for _, member := range []string{`"root"`, `"pointerMap"`, `"classifiers"`, `"fullKeyAsString"`} {
		if bytes.Contains(head, []byte(member)) {
			return true
		}
	}
	return false
}
