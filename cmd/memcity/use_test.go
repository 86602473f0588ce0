package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"memcity/cmd/memcity/cli"
)

// TestWrongUseIsExplained checks messages about the command line: the thing comes first.
func TestWrongUseIsExplained(t *testing.T) {
	for _, test := range []struct {
		args []string
		want string
	}{
		{[]string{"city", "--colour", "demo:persons"}, "--colour: there is no such option; see memcity help city"},
		{[]string{"city", "-x", "demo:persons"}, "-x: there is no such option; see memcity help city"},
		{[]string{"--colour"}, "--colour: there is no such option; see memcity help"},
		{[]string{"info", "--format"}, "--format: expected a value; see memcity help info"},
		{[]string{"shot", "demo:persons", "-o"}, "--output: expected a value; see memcity help shot"},
		{[]string{"tree", "demo:persons", "--top", "x"}, `top "x": expected a whole number`},
		{[]string{"tree", "demo:persons", "--top", "-1"}, "top -1: expected 0 for all, or more"},
		{[]string{"city", "demo:persons", "--other-height=maybe"}, `other-height "maybe": expected true or false`},
		{[]string{"city", "demo:persons", "--opacity", "NaN"}, `opacity "NaN": expected 0 to 1, or percent such as 40%`},
		{[]string{"city", "demo:persons", "--opacity", "40"}, `opacity "40": expected 0 to 1, or percent such as 40%`},
		{[]string{"owners", "demo:persons", "--share", "1.5"}, `share "1.5": expected more than 0, up to 1, or percent such as 90%`},
		{[]string{"owners", "demo:persons", "--share", "101%"}, `share "101%": expected more than 0, up to 1, or percent such as 90%`},
		{[]string{"owners", "demo:persons", "--share", ""}, `share "": expected more than 0, up to 1, or percent such as 90%`},
		{[]string{"owners", "demo:persons", "--owners", "type,points-to"},
			`owners "type,points-to": points-to continues with other objects, so its groups own nothing; expected roots, or classifiers such as type`},
		{[]string{"owners", "demo:persons", "--owners", "only-domain"},
			`owners "only-domain": it makes no groups; expected roots, or classifiers such as type`},
		{[]string{"owners", "demo:persons", "--owners", " "},
			`owners " ": expected classifiers separated by commas, such as package,type; memcity tree --list lists them`},
		{[]string{"tree", "demo:persons", "--by", ""},
			`by "": expected classifiers separated by commas, such as package,type; memcity tree --list lists them`},
		{[]string{"city", "demo:persons", "--by", "type,"},
			`by "type,": expected classifiers separated by commas, such as package,type; memcity tree --list lists them`},
		{[]string{"owners", "demo:persons", "--group", "Heap#java.lang.String"},
			`group "Heap#java.lang.String": no such group at this GC point by package,type; by this chain (see --by), its key is "Heap#java.lang#String"`},
		{[]string{"paths", "demo:persons", "--by", "type", "--group", "Heap#Java.lang#string"},
			`group "Heap#Java.lang#string": no such group at this GC point by type; by this chain (see --by), its key is "Heap#java.lang.String"`},
		{[]string{"paths", "demo:persons", "--group", "Heap#elsewhere.StringBuilder"},
			`group "Heap#elsewhere.StringBuilder": no such group at this GC point by package,type; similar: "Heap#java.lang#StringBuilder"`},
		{[]string{"shot", "demo:persons", "--scale", "NaN"}, "scale NaN: expected 1 to 4"},
		{[]string{"city", "demo:persons", "--at=-5s"}, `GC point "-5s": expected first, last, peak, a number from 1, or a time such as 12.5s`},
		{[]string{"paths", "demo:persons", "--object", "x"}, `object "x": expected a whole number from 0, or several separated by commas`},
		{[]string{"info", "demo:persons", "more"}, "demo:persons: a demo cannot be opened together with other paths"},
		{[]string{"info", ""}, `path "": expected a file, a folder or -`},
	} {
		r := memcity(test.args...)
		if r.status != cli.ExitUsage || r.stdout != "" || r.err.Error() != test.want {
			t.Errorf("%q: status %d, error %v; expected %q", test.args, r.status, r.err, test.want)
		}
	}
}

// TestGroupedRecording requests a grouping that ready-made trees do not support.
func TestGroupedRecording(t *testing.T) {
	path := filepath.Join(t.TempDir(), "trees.json")
	text := `{"time":1,"root":{"name":"Heap","objects":2,"bytes":9,"children":[{"name":"a","role":"Type","objects":2,"bytes":9}]}}`
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, command := range []string{"tree", "city"} {
		if r := memcity(command, path); r.err != nil || r.stderr != "" {
			t.Errorf("%s: error %v, messages %q", command, r.err, r.stderr)
		}
		r := memcity(command, path, "--by", "type")
		if r.err != nil || !strings.Contains(r.stderr, "trees: it is already grouped by Type, so --by is ignored") {
			t.Errorf("%s --by: error %v, messages %q", command, r.err, r.stderr)
		}
	}
}
