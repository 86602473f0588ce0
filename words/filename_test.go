package words

import (
	"strings"
	"testing"
)

func TestOf(t *testing.T) {
	for name, want := range map[string]string{
		"": "", "persons.mct": "persons.mct", "a/b:c\nd": "a-b-c-d", `\*?"<>|`: "-------", "größe": "größe",
		strings.Repeat("x", 120): strings.Repeat("x", 120), strings.Repeat("x", 121): strings.Repeat("x", 120),
		strings.Repeat("ü", 10_000):       strings.Repeat("ü", 60),
		"x" + strings.Repeat("ü", 10_000): "x" + strings.Repeat("ü", 59), // the last rune is not split
	} {
		if got := FileName(name); got != want {
			t.Errorf("%q becomes %q", name, got)
		}
	}
}
