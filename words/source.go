package words

import (
	"cmp"
	"regexp"
)

// sourceNames matches frames with a line, and the fields of GC roots.
var sourceNames = regexp.MustCompile(`[^\s"',()\[\]]+\([^\s"'():]+:[0-9]+\)|(?:static field|thread-local) ([\pL_$][\pL\d_$]*(?:\.[\pL_$][\pL\d_$]*)+)`)

// SourceNames returns the names in a text that have a place in source code: frames with their line, such as
// com.shop.Cart.add(Cart.java:31), and the fields of GC roots, such as com.shop.Registry.sessions in "static field
// com.shop.Registry.sessions". They are in the order of the text. The cost is linear in the length of the text.
func SourceNames(text string) []string {
	return firstNames(text, -1)
}

// SourceName returns the first of [SourceNames]; "" if there are none.
func SourceName(text string) string {
	if names := firstNames(text, 1); len(names) > 0 {
		return names[0]
	}
	return ""
}

// firstNames returns the first of [SourceNames], at most the given number; all for -1.
func firstNames(text string, most int) (names []string) {
	for _, m := range sourceNames.FindAllStringSubmatch(text, most) {
		names = append(names, cmp.Or(m[1], m[0]))
	}
	return names
}
