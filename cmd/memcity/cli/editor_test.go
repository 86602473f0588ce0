package cli

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/pflag"
)

// TestEditor: the window opens source lines with the command of --open or of the user's file. What is missing is named with its file.
func TestEditor(t *testing.T) {
	config, root := t.TempDir(), t.TempDir()
	t.Setenv("XDG_CONFIG_HOME", config)
	t.Setenv("HOME", config)
	file := EditorFile()
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(root, "B.java"), []byte("class B {\n  int x;\n}\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	opened := filepath.Join(t.TempDir(), "opened")
	copying := "cp {file} " + opened
	for _, test := range []struct {
		name, written string
		args          []string
		missing       []string // parts of the text; nil if places can be opened
		notice, fault string
	}{
		{"nothing", "", nil, []string{"code -g {file}:{line}, to " + file + ", and list", SourceRootsFile() + ". Then restart"}, "", ""},
		{"no editor", "# none\n\n", []string{"--source-root", root}, []string{file + ". Then restart"}, "", ""},
		{"no source", copying, nil, []string{"To open the source here, list"}, "", ""},
		{"file", "# mine\n" + copying + "\n", []string{"--source-root", root}, nil, "", ""},
		{"option", "code", []string{"--source-root", root, "--open", copying}, nil, "", ""},
		{"two commands", copying + "\n" + copying, []string{"--source-root", root}, []string{file}, "expected one command", ""},
		{"no place for the file", "code", []string{"--source-root", root}, []string{file}, "expected {file}, as in code -g", ""},
		{"wrong option", "", []string{"--open", "code"}, nil, "", "expected {file}, as in code -g"},
		{"wrong folder", "", []string{"--source-root", filepath.Join(root, "none")}, nil, "", "none: "},
	} {
		if err := os.WriteFile(file, []byte(test.written), 0o600); err != nil {
			t.Fatal(err)
		}
		var e Editor
		set := pflag.NewFlagSet("", pflag.ContinueOnError)
		e.Register(set)
		if err := set.Parse(test.args); err != nil {
			t.Fatal(err)
		}
		var notices bytes.Buffer
		err := e.Find(&Call{Stderr: &notices})
		if test.fault != "" {
			if err == nil || !strings.Contains(err.Error(), test.fault) {
				t.Errorf("%s: %v", test.name, err)
			}
			continue
		}
		if err != nil || (test.notice == "") != (notices.Len() == 0) || !strings.Contains(notices.String(), test.notice) {
			t.Errorf("%s: %v, %q", test.name, err, notices.String())
		}
		missing := e.Missing()
		if (missing == "") != (test.missing == nil) {
			t.Errorf("%s: missing is %q", test.name, missing)
		}
		for _, want := range test.missing {
			if !strings.Contains(missing, want) {
				t.Errorf("%s: %q lacks %q", test.name, missing, want)
			}
		}
		if missing != "" {
			continue
		}
		at, open, err := e.Look("B.run(B.java:7)")
		if err != nil || at != filepath.Join(root, "B.java")+":7" {
			t.Fatalf("%s: %s, %v", test.name, at, err)
		}
		if err := open(); err != nil {
			t.Errorf("%s: %v", test.name, err)
		}
		if err := os.Remove(opened); err != nil {
			t.Errorf("%s: the editor did not run: %v", test.name, err)
		}
		if at, _, err := e.Look("B.x"); err != nil || !strings.HasSuffix(at, "B.java:2") {
			t.Errorf("%s: the field is at %s, %v", test.name, at, err)
		}
		if _, _, err := e.Look("C.run(C.java:7)"); err == nil || !strings.Contains(err.Error(), "no source file below "+root) {
			t.Errorf("%s: a missing file: %v", test.name, err)
		}
	}
	var gone Editor
	gone.open = "missing-editor {file}"
	gone.roots = []string{root}
	if err := gone.Find(&Call{}); err != nil {
		t.Fatal(err)
	}
	_, open, err := gone.Look("B.x")
	if err != nil {
		t.Fatal(err)
	}
	if err := open(); err == nil || !strings.HasPrefix(err.Error(), "missing-editor: ") {
		t.Errorf("a missing program: %v", err)
	}
}
