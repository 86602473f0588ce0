package dialog

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestStart(t *testing.T) {
	dir := t.TempDir()
	sep := string(filepath.Separator)
	for _, test := range []struct{ folder, name, want string }{
		{dir, "", dir + sep},
		{dir + sep, "a.png", dir + sep + "a.png"},
		{dir, filepath.Join("..", "..", "a.png"), dir + sep + "a.png"},
		{filepath.Join(dir, "none"), "a.png", "a.png"},
		{"", "", ""},
	} {
		if got := start(test.folder, test.name); got != test.want {
			t.Errorf("%q, %q: got %q, want %q", test.folder, test.name, got, test.want)
		}
	}
	t.Chdir(dir)
	here, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	if got := start(".", ""); got != strings.TrimRight(here, sep)+sep {
		t.Errorf("the working folder: %q", got)
	}
}

func TestEndedBefore(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if paths, err := Open(ctx, "Open recording", ""); paths != nil || !errors.Is(err, context.Canceled) {
		t.Errorf("open: %q, %v", paths, err)
	}
	if path, err := Save(ctx, "", "a"); path != "" || !errors.Is(err, context.Canceled) {
		t.Errorf("save: %q, %v", path, err)
	}
}
