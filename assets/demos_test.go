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
		data := d.Data()
		if !bytes.HasPrefix(data, []byte{0x28, 0xb5, 0x2f, 0xfd}) {
			t.Errorf("demo %s begins with % x; expected zstd", d.Name, data[:min(4, len(data))])
		}
		if len(data) > 1<<20 {
			t.Errorf("demo %s has %d bytes; expected at most 1 MB", d.Name, len(data))
		}
		if picture := d.Picture(); (picture != nil) != (d.Kind == Example) {
			t.Errorf("demo %s: a picture of %d bytes; expected one for each example", d.Name, len(picture))
		}
	}
}
