package assets

import (
	"bytes"
	"strings"
	"testing"
)

func TestDemos(t *testing.T) {
	names := map[string]bool{}
	for _, d := range Demos() {
		if d.Name == "" || names[d.Name] || d.Title == "" || !strings.HasSuffix(d.Text, ".") {
			t.Errorf("demo %+q: expected a name of its own, a title and a sentence", []string{d.Name, d.Title, d.Text})
		}
		names[d.Name] = true
		if !bytes.HasPrefix(d.Data, []byte{0x28, 0xb5, 0x2f, 0xfd}) {
			t.Errorf("demo %s begins with % x; expected zstd", d.Name, d.Data[:4])
		}
		if len(d.Data) > 1<<20 {
			t.Errorf("demo %s has %d bytes; expected at most 1 MB", d.Name, len(d.Data))
		}
	}
}
