package remedy

import (
	"strings"
	"testing"
)

// entry returns a file with one entry, with some lines replaced.
func entry(replace ...string) string {
	return strings.NewReplacer(replace...).Replace(`remedies:
  - id: quotes
    match:
      field: com.acme.Quotes.*
    cause: Quotes are kept.
    remedy: Call forget.
    link: https://wiki.acme.com/quotes
`)
}

func TestFaults(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{entry(), ""},
		{"", "f:1:1: the file is empty: expected remedies:"},
		{"remedies: []\n", "f:1:1: expected remedies: with a list of entries"},
		{"other: 1\n", "f:1:1: the file has no key \"other\": expected remedies\nf:1:1: expected remedies: with a list of entries"},
		{entry("remedy: Call", "remody: Call"),
			"f:6:5: an entry has no key \"remody\": expected id, match, general, cause, remedy, link, example"},
		{entry("    remedy: Call forget.\n", ""), "f:2:5: the entry has no remedy"},
		{entry("quotes\n    match", "Big One\n    match"), "f:2:9: id \"Big One\": expected lower-case letters, digits and -"},
		{entry("https://wiki", "http://wiki"), "f:7:11: link \"http://wiki.acme.com/quotes\": expected an address that begins with https://"},
		{entry("https://wiki.acme.com", "https://"), "f:7:11: link \"https:///quotes\": expected an address that begins with https://"},
		{entry("field: com", "feld: com"), "f:4:7: match has no key \"feld\": expected rule, runtime, field, thread, container, entry, key, loader"},
		{entry("com.acme.Quotes.*", "[]"), "f:4:14: field: expected 1 to 100 names"},
		{entry("com.acme.Quotes.*", "[a, {b: c}]"), "f:4:18: field: expected a text"},
		{entry("\n      field: com.acme.Quotes.*", " {}"), "f:3:12: match: expected one of rule, runtime, field, thread, container, entry, key, loader"},
		{entry("\n      field: com.acme.Quotes.*", " []"), "f:3:12: match: expected 1 to 100 conditions"},
		{entry("Quotes are kept.", ""), "f:5:11: cause: expected a text"},
		{entry("Quotes are kept.", strings.Repeat("x", maxLength+1)), "f:5:12: cause: it is longer than 1000 characters"},
		{entry("Quotes are kept.", strings.Repeat("x", maxLength)), ""},
		{entry() + "    general: yes\n", "f:8:14: general: expected true or false"},
		{entry() + "    example: {field: com.acme.Quotes.byName}\n", ""},
		{entry() + "    example: {field: com.acme.Quote.byName}\n", "f:8:14: the entry does not match its own example"},
		{entry() + strings.TrimPrefix(entry(), "remedies:\n"), "f:8:9: the entry \"quotes\" appears twice"},
		{"remedies:\n  - quotes\n", "f:2:5: an entry: expected keys and values: id, match, general, cause, remedy, link, example"},
		{"remedies:\n\t- a\n", "f:2:1: "},
		{"\xff", "f: it is not valid UTF-8"},
		{strings.Repeat("#", 1<<20+1), "f: it is larger than 1048576 bytes, the limit for a remedies file"},
	} {
		f, err := Load("f", strings.NewReader(c.text))
		got := ""
		if err != nil {
			got = err.Error()
		}
		if got != c.want && (!strings.HasSuffix(c.want, ": ") || !strings.HasPrefix(got, c.want)) {
			t.Errorf("%.80q\ngot  %s\nwant %s", c.text, got, c.want)
		}
		if err == nil && len(f.Entries) != 1 {
			t.Errorf("%.80q: %d entries", c.text, len(f.Entries))
		}
	}
}

func load(t *testing.T, text string) *File {
	t.Helper()
	f, err := Load("f", strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// TestFind checks which of several matching entries is found.
func TestFind(t *testing.T) {
	near := `
  - {id: pool, match: {field: lib.Pool.all}, cause: C., remedy: R.}
  - {id: store, match: [{field: lib.Store.map}, {entry: lib.Item}], cause: C., remedy: R.}
  - {id: store-of-keys, match: {field: lib.Store.map, key: java.lang.*}, cause: C., remedy: R.}
  - {id: any-map, general: true, match: {container: "*Map"}, cause: C., remedy: R.}
`
	bundled := load(t, "remedies:"+near)
	own := load(t, "remedies:\n  - {id: mine, match: {field: app.Main.cache}, cause: C., remedy: R.}\n  - {id: all, general: true, match: {rule: \"*\"}, cause: C., remedy: R.}\n")
	path := [][]string{{"app.Main.cache"}, {"lib.Sub.all", "lib.Pool.all"}, {"lib.Store.map"}}
	for _, c := range []struct {
		name  string
		own   []*File
		facts Facts
		want  string
	}{
		{"the field closest to the entries", nil, Facts{Fields: path}, "store"},
		{"a superclass declares the field", nil, Facts{Fields: path[:2]}, "pool"},
		{"the first of the same place", nil, Facts{Fields: path, Key: []string{"java.lang.String"}}, "store"},
		{"fields before what names none", nil, Facts{Fields: path[:2], Entry: []string{"lib.Item"}}, "pool"},
		{"one of several ways to match", nil, Facts{Entry: []string{"lib.Item"}}, "store"},
		{"a general one last", nil, Facts{Container: []string{"java.util.HashMap"}}, "any-map"},
		{"nothing", nil, Facts{Container: []string{"java.util.ArrayList"}}, ""},
		{"the user's own first, wherever its field is", []*File{own}, Facts{Fields: path}, "mine"},
		{"the user's general ones after all that are not", []*File{own}, Facts{Fields: path[1:]}, "store"},
		{"the user's general ones before the bundled", []*File{own}, Facts{Rule: "leak", Container: []string{"java.util.HashMap"}}, "all"},
	} {
		got := ""
		if e := Merge([]*File{bundled}, c.own).Find(&c.facts); e != nil {
			got = e.ID
		}
		if got != c.want {
			t.Errorf("%s: got %q, want %q", c.name, got, c.want)
		}
	}
	library := Merge([]*File{bundled}, []*File{own})
	for name, want := range map[string]bool{"lib.Pool.all": true, "lib.Pool": false, "app.Main.cache": false} {
		if library.Knows(name) != want {
			t.Errorf("%s: known is %v", name, !want)
		}
	}
	var none *Library
	if none.Knows("lib.Pool.all") {
		t.Error("no library knows a package")
	}
	if none.Find(&Facts{}) != nil {
		t.Error("no library has an entry")
	}
}

func FuzzLoad(f *testing.F) {
	f.Add(entry())
	f.Add(entry() + "    general: true\n    example: {field: [com.acme.Quotes.byName], key: java.lang.String}\n")
	f.Add("remedies:\n  - &x {id: a, match: [{rule: leak}, {loader: '*'}], cause: b, remedy: c}\n  - *x\n")
	f.Fuzz(func(t *testing.T, text string) {
		file, err := Load("f", strings.NewReader(text))
		if file == nil {
			t.Fatal("no file")
		}
		if err == nil && len(file.Entries) == 0 {
			t.Fatal("neither entries nor faults")
		}
		for _, e := range file.Entries {
			if e.ID == "" || e.Cause == "" || e.Remedy == "" || e.Line < 1 || len(e.match) == 0 {
				t.Fatalf("an entry that lacks something: %+v", e)
			}
			if found := Merge(nil, []*File{file}).Find(&e.example); e.has && found == nil {
				t.Fatalf("%s is not found by its own example", e.ID)
			}
		}
	})
}
