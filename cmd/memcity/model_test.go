package main

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
)

// TestShotModel: a file with the extension of 3D models contains one with the finding. Cities with divided buildings are refused without output.
func TestShotModel(t *testing.T) {
	path := filepath.Join(t.TempDir(), "town.glb")
	ok(t, "shot", "demo:persons", "-o", path)
	data, err := os.ReadFile(path)
	if err != nil || !bytes.HasPrefix(data, []byte("glTF\x02")) || !bytes.Contains(data, []byte(`"name":"Person"`)) {
		t.Errorf("%v, %.80q", err, data)
	}
	for _, args := range [][]string{{"--diff", "4..8"}, {"--base", "demo:persons-fixed"}, {"--ages"}, {"--view", "sunburst"}} {
		other := filepath.Join(t.TempDir(), "other.glb")
		r := memcity(append([]string{"shot", "demo:persons", "-o", other}, args...)...)
		if _, err := os.Stat(other); r.status != 2 || !os.IsNotExist(err) {
			t.Errorf("%q: status %d, %v, %s", args, r.status, err, r.err)
		}
	}
}
