package golden

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestCollect checks that texts may be collected in any order, and that texts beyond the limit still matter.
func TestCollect(t *testing.T) {
	if got := joinedTexts([]string{"b\n", "c\n", "a\n"}); got != "a\nb\nc\n" {
		t.Errorf("got %q", got)
	}
	full := strings.Repeat("x", enough-1) + "\n"
	if got := joinedTexts([]string{full}); got != full {
		t.Errorf("%d bytes of what just fits", len(got))
	}
	one, other := joinedTexts([]string{full, "y\n", "z\n"}), joinedTexts([]string{full, "y\n", "zz\n"})
	if one == other || !strings.HasPrefix(one, full+"and 2 more texts with the hash ") {
		t.Errorf("beyond the limit: %q and %q", one[enough:], other[enough:])
	}
}

// TestParts checks that each test has its own part of a file, and that -update rewrites only that part.
func TestParts(t *testing.T) {
	defer func(was bool) { *Update = was }(*Update)
	name := filepath.Join(t.TempDir(), "testdata", "parts.txt")
	*Update = true
	for _, test := range []string{"b", "a", "c", "b"} {
		t.Run(test, func(t *testing.T) { part(t, name, test+"\nis here\n") })
	}
	text, err := os.ReadFile(name)
	const want = "=== test TestParts/a\na\nis here\n=== test TestParts/b\nb\nis here\n=== test TestParts/b#01\nb\nis here\n" +
		"=== test TestParts/c\nc\nis here\n"
	if err != nil || string(text) != want {
		t.Errorf("got\n%s%v", text, err)
	}
	*Update = false
	for _, test := range []string{"b", "a"} {
		t.Run("again", func(t *testing.T) {
			part(named{t, "TestParts/" + test}, name, test+"\nis here\n")
			r := &refused{T: t, name: "TestParts/" + test}
			part(r, name, test+"\nis there\n")
			if where := map[string]string{"a": ":3: got", "b": ":6: got"}[test]; !strings.Contains(r.text, where) {
				t.Errorf("%s: %q", test, r.text)
			}
		})
	}
}

// named is a test with another name.
type named struct {
	*testing.T
	name string
}

func (n named) Name() string { return n.name }

// refused records the failure of a test.
type refused struct {
	*testing.T
	name, text string
}

func (r *refused) Name() string                      { return r.name }
func (r *refused) Fatalf(format string, args ...any) { r.text += fmt.Sprintf(format, args...) }
