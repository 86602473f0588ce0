package prefs

import (
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"
)

func names(list []Recent) []string {
	var out []string
	for _, r := range list {
		out = append(out, r.Name)
	}
	return out
}

func TestRecent(t *testing.T) {
	dir := t.TempDir()
	s := open(t, dir)
	for i := range MaxRecent + 3 {
		s.Touch("", fmt.Sprintf("/traces/%d.trace", i))
	}
	s.Touch("again", "/traces/5.trace")
	s.Touch("", "demo:persons")
	s.Touch("", "-")
	s.Touch("", "ws://localhost:8887/?token=secret")
	s.Touch("series", "/traces/1", "/traces/2")
	s.Touch("", "/traces/bad\xff")
	want := []string{"series", "again", "14.trace", "13.trace", "12.trace", "11.trace", "10.trace", "9.trace", "8.trace", "7.trace", "6.trace", "4.trace"}
	if got := names(s.Recent()); !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	flush(t, s)
	again := open(t, dir).Recent()
	if got := names(again); !slices.Equal(got, want) {
		t.Errorf("read again: %v, want %v", got, want)
	}
	if want := []string{"/traces/1", "/traces/2"}; !slices.Equal(again[0].Paths, want) {
		t.Errorf("paths: %v", again[0].Paths)
	}
}

func TestCheckRecent(t *testing.T) {
	s := open(t, t.TempDir())
	there := filepath.Join(t.TempDir(), "there")
	if err := os.WriteFile(there, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	s.Touch("", there)
	s.Touch("", there+"-not")
	s.Touch("both", there, there+"-not")
	if !s.CheckRecent() || s.CheckRecent() {
		t.Error("the first look changes the list, the second does not")
	}
	var missing []bool
	for _, r := range s.Recent() {
		missing = append(missing, r.Missing)
	}
	if want := []bool{true, true, false}; !slices.Equal(missing, want) {
		t.Errorf("missing: %v, want %v", missing, want)
	}
}

func TestRecentIsNotTrusted(t *testing.T) {
	dir := t.TempDir()
	put(t, dir, windowFile, `{"version":1,"recent":[{"paths":["relative"]},{"paths":[]},5,null,{"paths":["/a","/b/../c"]},{"name":"x"},
		{"paths":["/ok"],"name":7},{"paths":["/ok"]},{"paths":["demo:x"]}]}`)
	s := oneWarning(t, dir, `"recent"`)
	if got := names(s.Recent()); !slices.Equal(got, []string{"ok"}) {
		t.Errorf("got %v", got)
	}
	flush(t, s)
	if got := names(open(t, dir).Recent()); !slices.Equal(got, []string{"ok"}) {
		t.Errorf("put right: %v", got)
	}
}

// A recording is found again after it has grown. Entries of older versions are found too.
func TestFindGrownRecordings(t *testing.T) {
	folder, dumps := t.TempDir(), t.TempDir()
	put(t, dumps, "1", "first")
	s := open(t, folder)
	older, err := identifyFiles([]string{dumps})
	if err != nil {
		t.Fatal(err)
	}
	s.SetRecording(older, View{Notes: map[string]string{"k": "kept by an older version"}})
	flush(t, s)
	s = open(t, folder)
	id, v, known, err := s.Find([]string{dumps})
	if err != nil || !known || v.Notes["k"] == "" || id == older {
		t.Fatalf("of an older version: %v, %v, %v, %v", id, v, known, err)
	}
	v.Notes["k"] = "newer"
	s.SetRecording(id, v)
	flush(t, s)
	put(t, dumps, "2", "second")
	if _, v, known, err := open(t, folder).Find([]string{dumps}); err != nil || !known || v.Notes["k"] != "newer" {
		t.Errorf("grown: %v, %v, %v", v, known, err)
	}
	if _, _, known, err := s.Find([]string{filepath.Join(dumps, "none")}); err == nil || known {
		t.Errorf("no file: %v, %v", known, err)
	}
}

func TestIdentify(t *testing.T) {
	dir := t.TempDir()
	put(t, dir, "a", "12")
	put(t, dir, "b", "34")
	put(t, dir, "sub/c", "56")
	a, b, sub := filepath.Join(dir, "a"), filepath.Join(dir, "b"), filepath.Join(dir, "sub")
	identify := func(paths ...string) ID {
		t.Helper()
		id, err := Identify(paths)
		if err != nil {
			t.Fatal(err)
		}
		return id
	}
	if identify(a, b) != identify(b, a) {
		t.Error("the order of files matters")
	}
	seen := []ID{identify(a), identify(b), identify(a, b), identify(sub), identify(dir), identify("demo:a")}
	if got := len(slices.Compact(slices.Sorted(slices.Values(seen)))); got != len(seen) {
		t.Errorf("%d different of %v", got, seen)
	}
	t.Chdir(dir)
	if identify("a") != identify(a) {
		t.Error("a relative path is another recording")
	}
	before := identify(a)
	put(t, dir, "a", strings.Repeat("12", headSize)) // longer than the head
	if identify(a) == before {
		t.Error("another start of a file is the same recording")
	}
	start := time.Date(2021, 2, 3, 4, 5, 6, 0, time.UTC)
	age := func(name string, hours int) {
		t.Helper()
		at := start.Add(time.Duration(hours) * time.Hour)
		if err := os.Chtimes(filepath.Join(dir, name), at, at); err != nil {
			t.Fatal(err)
		}
	}
	age("a", 0)
	age("b", 1)
	single, folder, several := identify(a), identify(dir), identify(a, b)
	put(t, dir, "a", strings.Repeat("12", headSize)+"more")
	age("a", 0)
	put(t, dir, "0", "newer, though its name comes first")
	put(t, dir, ".hidden", "")
	age(".hidden", -1)
	if identify(a) != single || identify(dir) != folder || identify(a, b, filepath.Join(dir, "0")) != several {
		t.Error("a recording that has grown is another one")
	}
	if err := os.Remove(a); err != nil {
		t.Fatal(err)
	}
	if identify(dir) == folder {
		t.Error("another recording in the same folder is the same one")
	}
	put(t, dir, "a", "12")
	for _, paths := range [][]string{nil, {"-"}, {a, "-"}, {filepath.Join(dir, "none")}, {"demo:\xff"}} {
		if id, err := Identify(paths); err == nil || id != "" {
			t.Errorf("%q: %q, %v", paths, id, err)
		}
	}
	if !reflect.DeepEqual(identify("demo:a"), ID("demo:a")) {
		t.Error("demos go by their names")
	}
}
