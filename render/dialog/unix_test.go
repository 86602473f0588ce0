//go:build unix && !darwin

package dialog

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// shell is looked up before tests replace PATH.
var shell, _ = exec.LookPath("sh")

// fake replaces programs with shell scripts, in a PATH with nothing else. Scripts write their arguments to the file list, one per line.
func fake(t *testing.T, scripts map[string]string) (list string) {
	t.Helper()
	if shell == "" {
		t.Skip("no shell here")
	}
	dir := t.TempDir()
	for name, script := range scripts {
		script = "#!" + shell + "\nprintf '%s\\n' \"$0\" \"$@\" >\"$TOLD\"\n" + script
		if err := os.WriteFile(filepath.Join(dir, name), []byte(script), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	list = filepath.Join(dir, "told")
	t.Setenv("TOLD", list)
	t.Setenv("PATH", dir)
	t.Setenv("XDG_CURRENT_DESKTOP", "")
	return list
}

func arguments(t *testing.T, list string) []string {
	t.Helper()
	data, err := os.ReadFile(list)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSuffix(string(data), "\n"), "\n")
	lines[0] = filepath.Base(lines[0])
	return lines
}

func TestNoProgram(t *testing.T) {
	fake(t, nil)
	if _, err := Open(t.Context(), "Open recording", ""); !errors.Is(err, ErrNoProgram) {
		t.Errorf("open: %v", err)
	}
	if _, err := Save(t.Context(), "", "a"); !errors.Is(err, ErrNoProgram) {
		t.Errorf("save: %v", err)
	}
}

func TestKDialog(t *testing.T) {
	home := t.TempDir()
	t.Setenv("HOME", home)
	dir := t.TempDir()
	list := fake(t, map[string]string{"kdialog": `printf '/a b\n/c\n'`})
	paths, err := Open(t.Context(), "Open recording", dir)
	if err != nil || !slices.Equal(paths, []string{"/a b", "/c"}) {
		t.Errorf("open: %q, %v", paths, err)
	}
	if got, want := arguments(t, list),
		[]string{"kdialog", "--title", "Open recording", "--multiple", "--separate-output", "--getopenfilename", dir + "/"}; !slices.Equal(got, want) {
		t.Errorf("open: reported %q, want %q", got, want)
	}
	list = fake(t, map[string]string{"kdialog": `printf '/a/line\nbreak\n'`})
	path, err := Save(t.Context(), "", "-name.png")
	if err != nil || path != "/a/line\nbreak" {
		t.Errorf("save: %q, %v", path, err)
	}
	if got := arguments(t, list); got[len(got)-1] != home+"/-name.png" {
		t.Errorf("save: reported %q", got)
	}
}

func TestKDialogOutcomes(t *testing.T) {
	fake(t, map[string]string{"kdialog": "exit 1"})
	if paths, err := Open(t.Context(), "Open recording", ""); paths != nil || err != nil {
		t.Errorf("canceled by the user: %q, %v", paths, err)
	}
	fake(t, map[string]string{"kdialog": "echo no display >&2; echo more >&2; exit 134"})
	if _, err := Open(t.Context(), "Open recording", ""); err == nil || err.Error() != "file dialog: kdialog: no display" {
		t.Errorf("fault: %v", err)
	}
	fake(t, map[string]string{"kdialog": "exit 3"})
	if _, err := Save(t.Context(), "", "a"); err == nil || err.Error() != "file dialog: kdialog: exit status 3" {
		t.Errorf("fault without a word: %v", err)
	}
	fake(t, map[string]string{"kdialog": "true"})
	if path, err := Save(t.Context(), "", "a"); path != "" || err != nil {
		t.Errorf("nothing chosen: %q, %v", path, err)
	}
}

func TestPreference(t *testing.T) {
	for _, test := range []struct {
		programs []string
		desktop  string
		want     program
	}{
		{[]string{"zenity", "kdialog"}, "GNOME", zenity("zenity")},
		{[]string{"qarma"}, "", zenity("qarma")},
		{[]string{"matedialog"}, "KDE", zenity("matedialog")},
		{nil, "KDE", nil},
	} {
		scripts := map[string]string{}
		for _, name := range test.programs {
			scripts[name] = ""
		}
		fake(t, scripts)
		t.Setenv("XDG_CURRENT_DESKTOP", test.desktop)
		got := available()
		if z, ok := got.(zenity); ok {
			got = zenity(filepath.Base(string(z)))
		}
		if got != test.want {
			t.Errorf("%+v: got %#v", test, got)
		}
	}
	fake(t, map[string]string{"zenity": "", "kdialog": ""})
	t.Setenv("XDG_CURRENT_DESKTOP", "plasma:KDE")
	if _, ok := available().(kdialog); !ok {
		t.Errorf("on KDE: %#v", available())
	}
}

// TestZenity runs a fake zenity to check its arguments and the parsing of its output.
func TestZenity(t *testing.T) {
	dir := t.TempDir()
	list := fake(t, map[string]string{"zenity": `printf '/a b\036/c\n'`, "qarma": `printf '/a b\036/c\n'`})
	paths, err := Open(t.Context(), "Open recording", dir)
	if err != nil || !slices.Equal(paths, []string{"/a b", "/c"}) {
		t.Errorf("open: %q, %v", paths, err)
	}
	if got := strings.Join(arguments(t, list), " "); !strings.Contains(got, "--file-selection --title Open recording --multiple --separator \x1e") ||
		!strings.Contains(got, "--filename "+dir+"/") {
		t.Errorf("open: reported %q", got)
	}
	list = fake(t, map[string]string{"zenity": "echo /x.png", "qarma": "echo /x.png"})
	if path, err := Save(t.Context(), dir, "x.png"); err != nil || path != "/x.png" {
		t.Errorf("save: %q, %v", path, err)
	}
	if got := strings.Join(arguments(t, list), " "); !strings.Contains(got, "--save") || !strings.Contains(got, "--confirm-overwrite") ||
		!strings.Contains(got, dir+"/x.png") {
		t.Errorf("save: reported %q", got)
	}
	fake(t, map[string]string{"zenity": "exit 1", "qarma": "exit 1"})
	if paths, err := Open(t.Context(), "Open recording", ""); paths != nil || err != nil {
		t.Errorf("canceled by the user: %q, %v", paths, err)
	}
	fake(t, map[string]string{"zenity": "echo no >&2; exit 9", "qarma": "echo no >&2; exit 9"})
	if _, err := Open(t.Context(), "Open recording", ""); err == nil || !strings.HasPrefix(err.Error(), "file dialog: ") {
		t.Errorf("fault: %v", err)
	}
}

// TestEnd: a dialog closes when its context is canceled.
func TestEnd(t *testing.T) {
	for _, name := range []string{"zenity", "kdialog"} {
		scripts := map[string]string{name: "PATH=/bin:/usr/bin; exec sleep 60"}
		if name == "zenity" {
			scripts["qarma"] = scripts[name]
		}
		list := fake(t, scripts)
		ctx, cancel := context.WithCancel(t.Context())
		go func() {
			for { // until it is open
				if _, err := os.Stat(list); err == nil {
					cancel()
					return
				}
				time.Sleep(time.Millisecond)
			}
		}()
		if paths, err := Open(ctx, "Open recording", ""); paths != nil || !errors.Is(err, context.Canceled) {
			t.Errorf("%s: %q, %v", name, paths, err)
		}
	}
}
