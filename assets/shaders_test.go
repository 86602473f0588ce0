package assets

import (
	"io/fs"
	"strings"
	"testing"
)

func TestShadersResolve(t *testing.T) {
	entries, err := fs.ReadDir(shaders, "shaders")
	if err != nil || len(entries) < 10 {
		t.Fatalf("%d shaders: %v", len(entries), err)
	}
	for _, e := range entries {
		text, err := Shader(e.Name(), "A", "B")
		if err != nil {
			t.Error(err)
			continue
		}
		if !strings.HasPrefix(text, "#version 330 core\n#define A\n#define B\n") || strings.Contains(text, "#include") {
			t.Errorf("%s: starts with %.60q", e.Name(), text)
		}
		if strings.Count(text, "uniform mat4 viewProj") > 1 {
			t.Errorf("%s: a file is included twice", e.Name())
		}
	}
}

func TestUnknownShader(t *testing.T) {
	if _, err := Shader("none.frag"); err == nil || !strings.Contains(err.Error(), "none.frag") {
		t.Errorf("error is %v", err)
	}
}
