package open

import (
	"strings"
	"testing"

	"memcity/trace"
)

// TestOneFolder checks which folder of an archive is opened: the one with most files, on a tie the one with most pointer maps, then the
// first in natural order. Each other folder is reported once.
func TestOneFolder(t *testing.T) {
	for _, test := range []struct {
		names, want string
		faults      int
	}{
		{"", "", 0},
		{"1.json", "1.json", 0},
		{"a/1.json a/2.json", "a/1.json a/2.json", 0},
		{"1.json a/1.json a/2.json", "a/1.json a/2.json", 1},
		{"b/1.json a/1.json", "a/1.json", 1},
		{"a10/1.json a9/1.json", "a9/1.json", 1},
		{"a/1.json b/1.json b/points-to-maps/1.json", "b/1.json b/points-to-maps/1.json", 1},
		{"a/1.json a/2.json b/1.json b/points-to-maps/1.json b/points-to-maps/2.json", "a/1.json a/2.json", 1},
		{"a/points-to-maps/1.json a/1.json", "a/points-to-maps/1.json a/1.json", 0},
		{"a/1.json b/1.json b/2.json c/1.json c/2.json c/3.json", "c/1.json c/2.json c/3.json", 2},
		{"a/1.json a/2.json a/deep/1.json", "a/1.json a/2.json", 1},
	} {
		var members []found
		for _, name := range strings.Fields(test.names) {
			members = append(members, found{File: trace.MemoryFile(name, nil)})
		}
		kept, faults := oneFolder(members)
		var names []string
		for _, m := range kept {
			names = append(names, m.Name)
		}
		if got := strings.Join(names, " "); got != test.want || len(faults) != test.faults {
			t.Errorf("%s: kept %s with %d faults, want %s with %d", test.names, got, len(faults), test.want, test.faults)
		}
	}
}
