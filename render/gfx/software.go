package gfx

import "strings"

// software reports whether the name is that of a known software renderer.
func software(renderer string) bool {
	r := strings.ToLower(renderer)
	for _, name := range []string{"llvmpipe", "softpipe", "swiftshader", "software", "gdi generic", "swr"} {
		if strings.Contains(r, name) {
			return true
		}
	}
	return false
}
