package rules

import (
	"slices"
	"strings"
	"testing"
)

// enginePackages lists the packages of the engine that the program consists of; true if its source imports the package. The engine's camera
// and renderer link its gui and window: 20 ms of processor time at every start, 2.7 MB and two modules.
var enginePackages = map[string]bool{
	"core": true, "gls": true, "material": true, "math32": true,
	"texture": false, "util/logger": false,
}

// TestEngine: the program consists of exactly these packages of the engine.
func TestEngine(t *testing.T) {
	linked := strings.Fields(string(goTool(t, "1", "list", "-e", "-deps", "./cmd/memcity")))
	for _, path := range linked {
		if name, ok := strings.CutPrefix(path, engine+"/"); ok {
			if _, ok := enginePackages[name]; !ok {
				t.Errorf("cmd/memcity: consists of %s, which docs/decisions/no-engine-gui.md excludes", path)
			}
		}
	}
	for name := range enginePackages {
		if !slices.Contains(linked, engine+"/"+name) {
			t.Errorf("cmd/memcity: does not consist of %s/%s, which docs/decisions/no-engine-gui.md claims", engine, name)
		}
	}
	imported := map[string]bool{}
	for _, s := range sources(t) {
		for _, p := range s.imports(t) {
			if name, ok := strings.CutPrefix(p, engine+"/"); ok && !s.test {
				imported[name] = true
			}
		}
	}
	for name, want := range enginePackages {
		if imported[name] != want {
			t.Errorf("%s/%s: imported is %v, want %v", engine, name, imported[name], want)
		}
	}
}
