package rules

import (
	"encoding/json"
	"errors"
	"io"
	"path/filepath"
	"strings"
	"testing"
)

// server is the program for machines without a display, a C compiler and libraries.
const server = "cmd/memcity-record"

// graphical lists the modules that need a graphics library or a display, by cgo or at run time.
var graphical = []string{engine, glfw, gl, gio, zenity}

// TestServer: the program for servers contains no package that needs cgo or graphics.
func TestServer(t *testing.T) {
	out := goTool(t, "1", "list", "-e", "-deps", "-json=ImportPath,Standard,CgoFiles", "./"+server)
	found := 0
	for decoder := json.NewDecoder(strings.NewReader(string(out))); ; found++ {
		var p struct {
			ImportPath string
			Standard   bool
			CgoFiles   []string
		}
		if err := decoder.Decode(&p); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		if len(p.CgoFiles) > 0 && !p.Standard { // net and os/user have versions without cgo
			t.Errorf("%s: consists of %s, which needs cgo", server, p.ImportPath)
		}
		for _, module := range graphical {
			if within(p.ImportPath, module) {
				t.Errorf("%s: consists of %s, which needs graphics", server, p.ImportPath)
			}
		}
	}
	if found < 100 {
		t.Errorf("%s: consists of %d packages only", server, found)
	}
}

// TestServerBuilds builds the program for servers without cgo.
func TestServerBuilds(t *testing.T) {
	if testing.Short() {
		t.Skip("builds most of the project")
	}
	goTool(t, "0", "build", "-o", filepath.Join(t.TempDir(), "program"), "./"+server)
}
