package cli

import "path/filepath"

// Globbed expands patterns, since shells do not expand them in option values. A pattern that matches nothing stays as it is.
func Globbed(paths []string) (all []string) {
	for _, path := range paths {
		if found, err := filepath.Glob(path); err == nil && len(found) > 0 {
			all = append(all, found...)
			continue
		}
		all = append(all, path)
	}
	return all
}
