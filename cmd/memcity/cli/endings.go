package cli

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// CheckEnding reports a file name without one of the given endings, which are in lower case with their dot. The empty ending permits
// names without one. Standard output (-) and existing devices and pipes may have any name.
func CheckEnding(path string, endings ...string) error {
	if path == "-" || slices.Contains(endings, strings.ToLower(filepath.Ext(path))) {
		return nil
	}
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() && !info.IsDir() {
		return nil
	}
	named := slices.DeleteFunc(slices.Clone(endings), func(e string) bool { return e == "" })
	return Usagef("%s: expected a name that ends in %s", path, OrList(named))
}
