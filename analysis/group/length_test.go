package group

import (
	"encoding/binary"
	"strings"
	"testing"
)

// TestAppendLength checks that a length can be read back, whatever follows it.
func TestAppendLength(t *testing.T) {
	for _, n := range []int{0, 1, 127, 128, 129, 255, 256, 1000, 16383, 16384, 1 << 20, 1<<31 - 1} {
		written := appendLength(nil, n)
		if got, read := binary.Uvarint(append(written, 0xff)); got != uint64(n) || read != len(written) {
			t.Errorf("%d is read as %d from %d of %d bytes", n, got, read, len(written))
		}
	}
}

// TestPathsTextParts checks that keys split differently give a different text.
func TestPathsTextParts(t *testing.T) {
	long := strings.Repeat("a", 128)
	seen := map[string][][]string{}
	for _, paths := range [][][]string{
		nil, {{}}, {{}, {}}, {{""}}, {{"", ""}}, {{""}, {""}}, {{"ab"}}, {{"a", "b"}}, {{"a"}, {"b"}}, {{"b"}, {"a"}}, {{long}},
		{{long[1:], "a"}}, {{long[1:]}, {"a"}}, {{long + "a"}},
	} {
		text := pathsText(paths)
		if before, ok := seen[text]; ok {
			t.Errorf("%q has the text of %q", paths, before)
		}
		seen[text] = paths
	}
}

// TestChainsWithBlanks checks that spaces around names and arguments have no meaning.
func TestChainsWithBlanks(t *testing.T) {
	r := Builtin()
	for _, c := range r.All() {
		if c.Lacks != "" || c.Argument != "" {
			continue
		}
		for _, item := range []string{" " + c.Name, c.Name + "\t", "  " + c.Name + " "} {
			got, err := r.find(item)
			if err != nil || got.Name != c.Name {
				t.Errorf("%q: %v", item, err)
			}
		}
		if _, err := r.find(c.Name + "(x)"); err == nil || !strings.Contains(err.Error(), "takes no arguments") {
			t.Errorf("%s with an argument: %v", c.Name, err)
		}
	}
}

// TestDistance compares with the definition, which tries everything.
func TestDistance(t *testing.T) {
	var slowly func(a, b string) int
	slowly = func(a, b string) int {
		if a == "" || b == "" {
			return max(len(a), len(b))
		}
		change := 1
		if a[0] == b[0] {
			change = 0
		}
		least := min(slowly(a[1:], b[1:])+change, slowly(a[1:], b)+1, slowly(a, b[1:])+1)
		if len(a) > 1 && len(b) > 1 && a[0] == b[1] && a[1] == b[0] { // two swapped letters are one change
			least = min(least, slowly(a[2:], b[2:])+1)
		}
		return least
	}
	words := []string{"", "a", "b", "ab", "abc", "acb", "type", "types", "tpye", "site"}
	for _, a := range words {
		for _, b := range words {
			if got, want := Distance(a, b), slowly(a, b); got != want {
				t.Errorf("from %q to %q: %d, want %d", a, b, got, want)
			}
		}
	}
	long := strings.Repeat("a", 64)
	for _, c := range []struct {
		a, b string
		want int
	}{{long, long, 0}, {long, long[1:], 1}, {long + "a", long + "a", 64}, {long, long + "a", 64}, {long + "a", long, 64}} {
		if got := Distance(c.a, c.b); got != c.want {
			t.Errorf("%d to %d letters: %d, want %d", len(c.a), len(c.b), got, c.want)
		}
	}
}
