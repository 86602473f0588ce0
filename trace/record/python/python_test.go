package python

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestNames(t *testing.T) {
	for name, want := range map[string]bool{"python": true, "/usr/bin/python3": true, "python3.12": true, "python3.13t": true, "python2": false,
		"python2.7": false, "pythonw": false, "python3-config": false, "ipython": false, "": false} {
		if IsName(name) != want {
			t.Errorf("%q: %v", name, !want)
		}
	}
}

func TestWords(t *testing.T) {
	for text, want := range map[string]struct{ prevents, name string }{
		"app.py -I":               {"", "app.py"},
		"-u /srv/app.py x":        {"", "app.py"},
		"-I app.py":               {"-I", "app.py"},
		"-uS -m mod x":            {"-uS", "mod"},
		"-W Error -X Edev app.py": {"", "app.py"},
		"-WError -XIS app.py":     {"", "app.py"},
		"-c print(1) -E":          {"", "python -c"},
		"-um mod":                 {"", "mod"},
		"-m":                      {"", "python"},
		"":                        {"", "python"},
		"-":                       {"", "python"},
	} {
		words := strings.Fields(text)
		name := Title(append([]string{"python3"}, words...))
		if got := Prevents(words); got != want.prevents || name != want.name {
			t.Errorf("%s: %q, %q", text, got, name)
		}
	}
}

func TestPrepare(t *testing.T) {
	folder := t.TempDir()
	if err := Prepare(folder, 7); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(filepath.Join(folder, "sitecustomize.py"))
	if err != nil || !bytes.Contains(data, []byte("\nDEPTH = 7 ")) {
		t.Errorf("no depth: %v", err)
	}
	for before, want := range map[string]string{"A=1": "/f", "PYTHONPATH=": "/f", "PYTHONPATH=/x:/y": "/f:/x:/y"} {
		if env := Environment([]string{before}, "/f"); env[len(env)-1] != "PYTHONPATH="+want {
			t.Errorf("%s: %v", before, env)
		}
	}
}
