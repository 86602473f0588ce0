package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"memcity/cmd/memcity/cli"
	"memcity/cmd/memcity/groups"
	"memcity/words"
)

func TestShare(t *testing.T) {
	for text, want := range map[string]float64{"0": 0, "0.9": 0.9, "1": 1, "90%": 0.9, " 90 % ": 0.9, "100%": 1, "0.5%": 0.005} {
		if got, ok := cli.ParseShare(text); !ok || got != want {
			t.Errorf("%q is %v, %v; expected %v", text, got, ok, want)
		}
	}
	for _, text := range []string{"", "%", "1.5", "90", "-0.1", "101%", "NaN", "NaN%", "Inf", "90%%", "90 percent"} {
		if got, ok := cli.ParseShare(text); ok {
			t.Errorf("%q is read as %v", text, got)
		}
	}
	type result struct{ Settings groups.OwnerSettings }
	for _, text := range []string{"0.8", "80%", "80 %"} {
		if a := into[result](t, "owners", "demo:persons", "--owners", "package", "--share", text); a.Settings.Share != 0.8 {
			t.Errorf("--share %q is %v", text, a.Settings.Share)
		}
	}
}

// TestUnreachablePaths: the output does not claim that unreachable references keep objects alive.
func TestUnreachablePaths(t *testing.T) {
	args := []string{"paths", "demo:persons", "--group", "Heap#Unreachable"}
	text := ok(t, args...)
	if !strings.HasPrefix(text, "362 objects are not kept alive: no GC root leads to them.\n\n  leads to  objects  bytes") ||
		!strings.Contains(text, "java.lang.String is referred to by") || strings.Contains(text, "is kept alive by") ||
		strings.Contains(text, "keeps alive") {
		t.Error(text)
	}
	if svg := ok(t, append(args, "--format", "svg")...); !strings.Contains(svg, "objects are not kept alive: no GC root leads to them") {
		t.Error("the picture does not say it")
	}
}

// TestCounted: a count of one is in the singular.
func TestCounted(t *testing.T) {
	for n, want := range map[int64]string{0: "0 groups", 1: "1 group", 2: "2 groups", 1234: "1,234 groups"} {
		if got := words.Counted(n, "group"); got != want {
			t.Errorf("%d: %q, want %q", n, got, want)
		}
	}
	if text := ok(t, "owners", "demo:two-caches", "--group", "Heap#(primitive arrays)#double[]", "--owners",
		"roots"); !strings.HasPrefix(text, "GC roots as owners of the selected objects: 1 object, ") {
		t.Error(text)
	}
}

// TestClassifiersTwice: a file that is named twice is read once.
func TestClassifiersTwice(t *testing.T) {
	folder := t.TempDir()
	file := filepath.Join(folder, "mine.yaml")
	if err := os.WriteFile(file, []byte(mine), 0o600); err != nil {
		t.Fatal(err)
	}
	once := memcity("tree", "demo:persons", "--by", "size-band", "--classifiers", file)
	twice := memcity("tree", "demo:persons", "--by", "size-band", "--classifiers", file, "--classifiers",
		filepath.Join(folder, ".", "mine.yaml"), "--classifiers", file)
	if once.err != nil || twice.err != nil || once.stderr == "" || once.stderr != twice.stderr {
		t.Errorf("once it shows %q, %v; several times %q, %v", once.stderr, once.err, twice.stderr, twice.err)
	}
}

// TestTreeBack: the JSON of tree is a memory tree that can be opened, with its time and its sizes in bytes.
func TestTreeBack(t *testing.T) {
	args := []string{"--by", "package,type", "--sizes", "deep,retained"}
	text := ok(t, append([]string{"tree", "demo:persons", "--at", "3", "--format", "json"}, args...)...)
	file := filepath.Join(t.TempDir(), "back.json")
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	want := into[groups.Tree](t, append([]string{"tree", "demo:persons", "--at", "3"}, args...)...)
	got := into[groups.Tree](t, "tree", file, "--sizes", "deep,retained")
	if got.Time != want.Time || got.Time == 0 {
		t.Errorf("the time is %d, then %d", want.Time, got.Time)
	}
	var compare func(a, b *groups.TreeNode)
	compare = func(a, b *groups.TreeNode) {
		if a.Key != b.Key || a.Role != b.Role || a.Objects != b.Objects || a.Bytes != b.Bytes || *a.DeepBytes != *b.DeepBytes ||
			*a.RetainedBytes != *b.RetainedBytes || len(a.Children) != len(b.Children) {
			t.Fatalf("%s is %+v, then %+v", a.Key, a, b)
		}
		for i := range a.Children {
			compare(a.Children[i], b.Children[i])
		}
	}
	compare(want.Root, got.Root)
}
