package input

import (
	"testing"
)

func TestStem(t *testing.T) {
	for _, test := range []struct{ name, want string }{
		{"persons.tar.zst", "persons"}, {"a.b.hprof.gz", "a.b"}, {"heapdump.1.phd.gz", "heapdump.1"}, {"x", "x"}, {".json", ".json"}, {"5120.json", "5120"}, {"v1.2", "v1.2"},
	} {
		if got := Stem(test.name); got != test.want {
			t.Errorf("%s is named %q; expected %q", test.name, got, test.want)
		}
	}
}
