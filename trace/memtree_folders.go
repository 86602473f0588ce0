package trace

import (
	"bytes"
	"path/filepath"
	"strings"
)

// Folders of pointer maps beside the trees of the default format.
const (
	pointsToFolder    = "points-to-maps"
	pointedFromFolder = "pointed-from-maps"
)

func isMapFolder(name string) bool { return name == pointsToFolder || name == pointedFromFolder }

// seriesFolder returns the folder of a series that a file belongs to, and whether the file lies in its pointer maps.
func seriesFolder(name string) (folder string, isMap bool) {
	folder = filepath.ToSlash(filepath.Dir(name))
	if base := folder[strings.LastIndexByte(folder, '/')+1:]; isMapFolder(base) {
		return filepath.ToSlash(filepath.Dir(folder)), true
	}
	return folder, false
}

func sniffJSON(head []byte) bool {
	head = bytes.TrimLeft(bytes.TrimPrefix(head, []byte("\xef\xbb\xbf")), " \t\r\n")
	return len(head) > 0 && (head[0] == '{' || head[0] == '[')
}

// sniffMemtree looks for JSON with a member that trees and pointer maps begin with.
func sniffMemtree(head []byte) bool {
	if !sniffJSON(head) {
		return false
	}
	for _, member := range []string{`"root"`, `"pointerMap"`, `"classifiers"`, `"fullKeyAsString"`} {
		if bytes.Contains(head, []byte(member)) {
			return true
		}
	}
	return false
}
