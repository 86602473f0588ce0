package table_test

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"memcity/fleet/table"
)

// TestUnusable checks that folders in place of files and missing files are found, with all files of the recording. Other names are files of
// their own.
func TestUnusable(t *testing.T) {
	dir := t.TempDir()
	a, b := strings.Repeat("a", 32)+".parquet", strings.Repeat("b", 32)+".parquet"
	make := func(path string, folder bool) {
		t.Helper()
		path = filepath.Join(dir, path)
		err := os.MkdirAll(filepath.Dir(path), 0o700)
		if err == nil && folder {
			err = os.Mkdir(path, 0o700)
		} else if err == nil {
			err = os.WriteFile(path, nil, 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	tables := []string{"gc_points", "groups", "recordings"}
	check := func(want ...table.LeftOut) {
		t.Helper()
		if got, err := table.Unusable(dir, tables); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%+v, %v, want %+v", got, err, want)
		}
	}
	check()
	for _, name := range tables {
		make(name+"/"+a, false)
	}
	make("recordings/other.txt", false)
	check()
	make("recordings/"+b, false)
	make("gc_points/"+b, true)
	name := strings.TrimSuffix(b, ".parquet")
	files := []string{"gc_points/" + b, "recordings/" + b}
	check(table.LeftOut{Name: name, File: "gc_points/" + b, Reason: "is a folder; expected a file", Files: files})
	make("groups/part.parquet", false) // it may have the rows of the missing file
	os.Remove(filepath.Join(dir, "gc_points", b))
	make("gc_points/"+b, false)
	check()
	make("groups/more.parquet", true)
	check(table.LeftOut{Name: "groups/more.parquet", File: "groups/more.parquet", Reason: "is a folder; expected a file", Files: []string{"groups/more.parquet"}})
	damaged, err := table.Damaged(dir, tables, []string{"groups/part.parquet", "gc_points/" + b, "recordings/" + b})
	if err != nil || len(damaged) != 2 || damaged[0].Name != name || !reflect.DeepEqual(damaged[0].Files, files) || damaged[1].Name != "groups/part.parquet" {
		t.Errorf("%+v, %v", damaged, err)
	}
}
