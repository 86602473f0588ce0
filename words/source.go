package words

import "regexp"

// sourceNames matches frames with a line, and the fields of GC roots.
var sourceNames = regexp.MustCompile(`[^\s"',()\[\]]+\([^\s"'():]+:[0-9]+\)|(?:static field|thread-local) ([\pL_$][\pL\d_$]*(?:\.[\pL_$][\pL\d_$]*)+)`)

// SourceNames returns the names in a text that have a place in source code: frames with their line, such as
// com.shop.Cart.add(Cart.java:31), and the fields of GC roots, such as com.shop.Registry.sessions in "static field
// com.shop.Registry.sessions". They are in the order of the text. The cost is linear in the length of the text.
func SourceNames(text string) []string {
	var names []string
	for _, m := range sourceNames.FindAllStringSubmatch(text, -1) {
		if m[1] != "" {
			names = append(names, m[1])
		} else {
			names = append(names, m[0])
		}
	}
	return names
}

// SourceName returns the first of [SourceNames]; "" if there are none.
func SourceName(text string) string {
	m := sourceNames.FindStringSubmatch(text)
	switch {
	case m == nil:
		return ""
	case m[1] != "":
		return m[1]
	}
	return m[0]
}
