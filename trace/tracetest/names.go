package tracetest

import (
	"math/rand/v2"
	"strings"
)

// OddNames returns class names in VM form that no compiler writes: brackets, separators and empty names.
func OddNames() []string {
	names := []string{"", "[", "[[", "[L", "[L;", "[;", "[[L;", "[/", "[$", "[]", "[]]", "[Z", "[[I", "L;", ";", "/", "//", ".", "..", "a/", "/a",
		".a", "a.", "a//b", "$", "$$", "a$", "$a", "a/$", "$1", "a$1", "<", ">", "#", "(", ")", "a(", "()", " ", "\t", "\x00", "\xff", "é", "+0x",
		".0x", "/0x", "a/0x/1", "$Lambda", "$$Lambda", "$Lambda/0x1", "$Proxy", "java/", "java/lang/", "java/lang/Class", "[Ljava/lang/Class;",
		"java/lang/String", "[Ljava/lang/String;", "java/util/$", strings.Repeat("[", 300), strings.Repeat("/", 300), strings.Repeat("$", 300)}
	random := rand.New(rand.NewPCG(1, 1))
	parts := []string{"[", "[]", "L", ";", "/", ".", "$", "a", "B", "I", "0x1", "+", "1", "(", " ", "java/util/", "Map", "Lambda", "é"}
	for range 100 {
		name := ""
		for range 1 + random.IntN(5) {
			name += parts[random.IntN(len(parts))]
		}
		names = append(names, name)
	}
	return names
}
