package rules

import (
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"testing"
)

// snapshots contains the folders whose tests still store whole values with golden.Collect. The list only gets shorter: a person cannot check
// these values, see CONTRIBUTING.md.
var snapshots = []string{"analysis/guide", "analysis/guide/leak", "city/session"}

func TestSnapshots(t *testing.T) {
	var found []string
	err := filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(root, name)
		switch {
		case err != nil:
			return err
		case d.IsDir() && (rel == "build" || rel == ".git"):
			return fs.SkipDir
		case d.Name() == "collected.txt":
			found = append(found, path.Dir(path.Dir(filepath.ToSlash(rel))))
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(found)
	if !slices.Equal(found, snapshots) {
		t.Errorf("snapshots are in %q, want %q", found, snapshots)
	}
}
