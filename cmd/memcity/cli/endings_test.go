package cli

import (
	"os"
	"path/filepath"
	"testing"
)

// TestCheckEnding: extensions match in any case. Devices may have any name, but regular files and folders may not.
func TestCheckEnding(t *testing.T) {
	folder := t.TempDir()
	plain := filepath.Join(folder, "x.svg")
	if err := os.WriteFile(plain, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{"-": "", "a.png": "", "A.PNG": "", "b.glb": "", os.DevNull: "",
		"x.svg":   "x.svg: expected a name that ends in .png or .glb",
		"x.png.z": "x.png.z: expected a name that ends in .png or .glb",
		"png":     "png: expected a name that ends in .png or .glb",
		"":        ": expected a name that ends in .png or .glb",
		plain:     plain + ": expected a name that ends in .png or .glb",
		folder:    folder + ": expected a name that ends in .png or .glb"} {
		err := CheckEnding(path, ".png", ".glb")
		if (err == nil) != (want == "") || err != nil && err.Error() != want {
			t.Errorf("%q: %v, want %q", path, err, want)
		}
	}
	if err := CheckEnding("trace", "", ".mct"); err != nil {
		t.Errorf("without an ending: %v", err)
	}
	if err := CheckEnding("x.json", "", ".mct"); err == nil || err.Error() != "x.json: expected a name that ends in .mct" {
		t.Errorf("of a trace: %v", err)
	}
}
