package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"memcity/cmd/memcity/cli"
	"memcity/cmd/memcity/groups"
	"memcity/cmd/memcity/window"
	"memcity/render/prefs"
)

const mine = `definitions:
  - name: size-band
    description: Small and large objects.
    example: small
    expression: |
      object.size < 64 ? "small" : "large, (or so)"
  - name: broken
    expression: |
      object.siz + 1
  - name: only-arrays
    kind: filter
    description: Keeps arrays.
    expression: object.length >= 0
  - name: type
    expression: object.name
  - name: half
    expression: object.fields["owner"] + 1
domain:
  own: [java.util]
  foreign: [java, com.example]
`

// TestClassifierFiles: a named file and the files in the user's folder define classifiers, filters and the domain. Faults are reported with
// their position, and the rest is used.
func TestClassifierFiles(t *testing.T) {
	file := filepath.Join(t.TempDir(), "mine.yaml")
	if err := os.WriteFile(file, []byte(mine), 0o600); err != nil {
		t.Fatal(err)
	}
	args := []string{"tree", "demo:two-caches", "--classifiers", file}
	r := memcity(append(args, "--by", "size-band,type", "--filter", "only-arrays")...)
	if r.err != nil || !strings.Contains(r.stdout, "large, (or so)") || strings.Contains(r.stdout, "LinkedList") {
		t.Errorf("%v\n%s", r.err, r.stdout)
	}
	for _, want := range []string{
		"memcity: warning: " + file + ":9:14: object has no property siz: did you mean size?\n",
		"memcity: warning: " + file + `:14:5: classifier "type": the name is already taken` + "\n",
	} {
		if strings.Count(r.stderr, want) != 1 {
			t.Errorf("reported %q, want %q", r.stderr, want)
		}
	}
	if r := memcity(append(args, "--by", "type", "--filter", "only-domain", "--format", "csv")...); r.err != nil ||
		!strings.Contains(r.stdout, "Heap#java.util.HashMap,") || strings.Contains(r.stdout, "com.example") {
		t.Errorf("the program's own are %v\n%s", r.err, r.stdout)
	}
	if r := memcity(append(args, "--by", "half")...); r.err != nil || !strings.Contains(r.stdout, "(error)") ||
		!strings.Contains(r.stderr, file+":17:") {
		t.Errorf("%v\n%s\n%s", r.err, r.stdout, r.stderr)
	}
	if r := memcity("tree", "demo:persons", "--classifiers", filepath.Join(t.TempDir(), "none.yaml")); r.status != cli.ExitInput ||
		r.stdout != "" {
		t.Errorf("a missing file: status %d, %v", r.status, r.err)
	}
}

// TestUserClassifiers: every command and the window use the files in the user's folder, but scripts do not.
func TestUserClassifiers(t *testing.T) {
	t.Setenv("XDG_CONFIG_HOME", t.TempDir())
	t.Setenv("HOME", t.TempDir())
	settings, err := prefs.DefaultFolder()
	if err != nil {
		t.Fatal(err)
	}
	folder := filepath.Join(settings, "classifiers")
	file := filepath.Join(folder, "mine.yaml")
	if err := os.MkdirAll(filepath.Join(folder, "folder.yaml"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(mine), 0o600); err != nil {
		t.Fatal(err)
	}
	r := memcity("city", "demo:two-caches", "--by", "size-band", "--filter", "only-arrays,where(object.size > 10)", "--classifiers", file)
	if r.err != nil || !strings.Contains(r.stdout, "building Heap#small") || strings.Count(r.stderr, ":9:14: ") != 1 {
		t.Errorf("%v\n%s\n%s", r.err, r.stdout, r.stderr)
	}
	w, err := cli.ReadDefinitions(cli.DefinitionsFolder(), nil)
	if err != nil {
		t.Fatal(err)
	}
	options := window.Options(w)
	if len(options.Warnings) != 2 || !strings.HasPrefix(options.Warnings[0], file+":9:14: ") {
		t.Errorf("the window shows %q", options.Warnings)
	}
	if _, err := w.Registry(nil).Parse("size-band"); err != nil {
		t.Error(err)
	}
}

// TestBundledClassifiers: the bundled files have no faults.
func TestBundledClassifiers(t *testing.T) {
	w, err := cli.ReadDefinitions("", nil)
	if err != nil || len(w.Faults) > 0 || len(w.Files) < 4 || w.Options().Domain != nil {
		t.Errorf("%v, %q, %d files", err, w.Faults, len(w.Files))
	}
}

// TestWhere: any expression works as a filter. The JSON contains expressions in a form that can be passed again.
func TestWhere(t *testing.T) {
	const expression = `object.type in ["com.example.shop.Product", "a(b"] and not (object.size == 3)`
	p := into[groups.Tree](t, "tree", "demo:two-caches", "--by", "key(max(object.size, 2)),type", "--where", expression, "--where",
		"object.inDegree > 1")
	if p.Root.Objects != 7810 || len(p.Root.Children) != 1 || p.Root.Children[0].Name != "48" {
		t.Fatalf("%+v", p.Root)
	}
	again := into[groups.Tree](t, "tree", "demo:two-caches", "--by", strings.Join(p.Settings.By, ","), "--filter",
		strings.Join(p.Settings.Filter, ","))
	if again.Root.Objects != 7810 || !slices.Equal(again.Settings.Filter, p.Settings.Filter) {
		t.Errorf("%+v", again.Settings)
	}
	for text, want := range map[string]string{
		"object.siz > 3":     "column 8: object has no property siz: did you mean size?",
		"object.size":        "must be true or false",
		"":                   "the expression is empty",
		"object.size > (3":   "parentheses do not match",
		`object.name == "(`:  "parentheses do not match",
		"object.site == 'x'": "needs allocation sites",
	} {
		if r := memcity("tree", "demo:persons", "--where", text); r.status != cli.ExitUsage || !strings.Contains(r.err.Error(), want) {
			t.Errorf("%q: status %d, %v", text, r.status, r.err)
		}
	}
}

// TestList: the list contains every element of chains, with the data that it needs and its defining file.
func TestList(t *testing.T) {
	file := filepath.Join(t.TempDir(), "mine.yaml")
	if err := os.WriteFile(file, []byte(mine[:strings.Index(mine, "  - name: broken")]), 0o600); err != nil {
		t.Fatal(err)
	}
	plain := into[groups.List](t, "tree", "--list", "--classifiers", file)
	with := into[groups.List](t, "tree", "--list", "demo:persons", "--classifiers", file)
	if plain.Recording != "" || with.Recording != "persons" || len(plain.Classifiers) != len(with.Classifiers) || len(with.Ready) < 8 {
		t.Fatalf("%q with %d, %q with %d", plain.Recording, len(plain.Classifiers), with.Recording, len(with.Classifiers))
	}
	for name, want := range map[string]struct {
		kind, file, needs string
		usable            bool
	}{
		"type":         {"classifier", "", "objects", true},
		"site":         {"classifier", "", "sites", false},
		"only-domain":  {"filter", "", "objects", true},
		"pointed-from": {"transformer", "", "references", true},
		"where":        {"filter", "", "objects", true},
		"size-band":    {"classifier", file, "objects", true},
		"string-text":  {"classifier", "bundled strings.yaml", "texts", true},
	} {
		i := slices.IndexFunc(with.Classifiers, func(c groups.ListedClassifier) bool { return c.Name == name })
		if i < 0 {
			t.Errorf("%s is not listed", name)
			continue
		}
		c := with.Classifiers[i]
		if c.Kind != want.kind || c.File != want.file || !slices.Contains(c.Needs, want.needs) || c.Usable == nil ||
			*c.Usable != want.usable || (c.Missing == "") != want.usable {
			t.Errorf("%s: %+v", name, c)
		}
		if plain.Classifiers[i].Usable != nil {
			t.Errorf("%s: without a recording nothing says what can be used", name)
		}
	}
	table := ok(t, "tree", "--list", "demo:persons", "--classifiers", file)
	if !strings.Contains(table, "["+file+"]") || !strings.Contains(table, "\nno   site ") || !strings.Contains(table, "where(EXPR)") {
		t.Error(table)
	}
}

// TestListOfCounts: objects that are only counted by type can be grouped by properties of types, and the list says so.
func TestListOfCounts(t *testing.T) {
	file := filepath.Join(t.TempDir(), "counts.txt")
	histogram := " num     #instances         #bytes  class name (module)\n" + strings.Repeat("-", 55) +
		"\n   1:             3            120  [B (java.base@17)\n   2:             2             48  app.Order\nTotal             5            168\n"
	if err := os.WriteFile(file, []byte(histogram), 0o600); err != nil {
		t.Fatal(err)
	}
	usable := func(use groups.ListedUse) bool { return use.Usable != nil && *use.Usable && use.Missing == "" }
	list := into[groups.List](t, "tree", "--list", file)
	for _, c := range list.Classifiers {
		want := slices.Contains([]string{"type", "package", "packages", "overall", "only-domain", "no-java", "no-primitive-arrays"}, c.Name)
		if usable(c.ListedUse) != want {
			t.Errorf("%s: %+v", c.Name, c.ListedUse)
		}
	}
	for _, r := range list.Ready {
		if want := r.By == "type" || r.By == "package,type"; usable(r.ListedUse) != want {
			t.Errorf("%s: %+v", r.By, r.ListedUse)
		}
	}
	refused(t, cli.ExitCheckFailed, "has only counts by type", "paths", file, "--by", "type", "--group", "Heap#app.Order")
}
