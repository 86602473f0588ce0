package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestWrongUseIsExplained holds the texts of messages about the command line: the thing comes first.
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
		{[]string{"city", "demo:persons", "--growth-color=maybe"}, `growth-color "maybe": expected true or false`},
		{[]string{"city", "demo:persons", "--opacity", "NaN"}, "opacity NaN: expected 0 to 1, or percent"},
		{[]string{"shot", "demo:persons", "--scale", "NaN"}, "scale NaN: expected 1 to 4"},
		{[]string{"city", "demo:persons", "--at=-5s"}, `GC point "-5s": expected first, last, a number from 1, or a time such as 12.5s`},
		{[]string{"paths", "demo:persons", "--object", "x"}, `object "x": expected a whole number from 0, or several joined by commas`},
		{[]string{"info", "demo:persons", "more"}, "demo:persons: a demo cannot be opened together with other paths"},
		{[]string{"info", ""}, `path "": expected a file, a folder or -`},
	} {
		r := memcity(test.args...)
		if r.status != exitUsage || r.stdout != "" || r.err.Error() != test.want {
			t.Errorf("%q: status %d, error %v; expected %q", test.args, r.status, r.err, test.want)
		}
	}
}

func TestHelpOnHelp(t *testing.T) {
	if r := memcity("help", "help"); r.err != nil || r.stdout != memcity("help").stdout {
		t.Errorf("error %v, output %q", r.err, r.stdout)
	}
}

// TestGroupedRecording asks for a grouping that ready-made trees cannot have.
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
		if r.err != nil || !strings.Contains(r.stderr, "trees: it comes grouped by Type, --by is not used") {
			t.Errorf("%s --by: error %v, messages %q", command, r.err, r.stderr)
		}
	}
}
