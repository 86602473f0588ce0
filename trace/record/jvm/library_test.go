//go:build !windows

package jvm

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestFirstFolder checks that unsuitable folders are skipped, and that the error explains each if none is suitable.
func TestFirstFolder(t *testing.T) {
	base, err := os.MkdirTemp("/tmp", "memcity-test-") // a short path, since long ones are refused
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(base) })
	file := filepath.Join(base, "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	// One folder has the largest allowed length, the other is one byte longer.
	length := maxFolder - len(base) - len("//memcity-x")
	fits, long := filepath.Join(base, strings.Repeat("a", length)), filepath.Join(base, strings.Repeat("b", length+1))
	for _, folder := range []string{fits, long} {
		if err := os.Mkdir(folder, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	library := Library{Holder: "test", Name: "agent.so", Content: []byte("content")}
	create := func(at string) (string, *os.File, error) {
		path := filepath.Join(at, "memcity-x")
		return path, nil, os.Mkdir(path, 0o700)
	}
	missing := filepath.Join(base, "missing")
	f, err := firstFolder("", []string{"", "relative", missing, long, fits, base}, library, create)
	if err != nil || f.Path != filepath.Join(fits, "memcity-x") || f.Inside != f.Path {
		t.Fatalf("%+v (%v)", f, err)
	}
	if content, err := os.ReadFile(filepath.Join(f.Path, "agent.so")); string(content) != "content" {
		t.Errorf("the library is %q (%v)", content, err)
	}
	if err := f.Remove(); err != nil {
		t.Error(err)
	}
	_, err = firstFolder("", []string{missing, file, long, long}, library, create)
	want := "no folder is suitable for loading the agent: " + missing + ": no such file or directory; " + file +
		": not a directory; " + long + ": its path is too long"
	if err == nil || err.Error() != want {
		t.Errorf("the error is\n%v, expected\n%s", err, want)
	}
	if left, _ := filepath.Glob(filepath.Join(base, "*", "*")); len(left) > 0 {
		t.Errorf("left behind: %q", left)
	}
	f, err = firstFolder(base, []string{"/" + filepath.Base(fits)}, Library{Name: "agent.so"}, create)
	if err != nil || f.Path != filepath.Join(fits, "memcity-x") || f.Inside != "/"+filepath.Base(fits)+"/memcity-x" {
		t.Errorf("in another root: %+v (%v)", f, err)
	}
}

// TestHold checks that a folder of a name is held only once, that leftovers of killed programs are removed, and that foreign files are not
// touched.
func TestHold(t *testing.T) {
	at := t.TempDir()
	us := target{uid: os.Geteuid(), gid: os.Getegid()}
	left := filepath.Join(at, "name", "left")
	if err := errors.Join(os.Mkdir(filepath.Dir(left), 0o700), os.WriteFile(left, nil, 0o600)); err != nil {
		t.Fatal(err)
	}
	path, lock, err := us.hold(at, "name")
	if err != nil || path != filepath.Join(at, "name") {
		t.Fatal(path, err)
	}
	if _, err := os.Stat(left); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("what was left is there: %v", err)
	}
	if _, _, err := us.hold(at, "name"); !errors.Is(err, ErrTaken) {
		t.Errorf("held twice: %v", err)
	}
	if _, err := firstFolder("", []string{at, t.TempDir()}, Library{}, func(at string) (string, *os.File, error) {
		return us.hold(at, "name")
	}); !errors.Is(err, ErrTaken) {
		t.Errorf("another place is taken for one that is held: %v", err)
	}
	if err := release(path, lock); err != nil {
		t.Fatal(err)
	}
	if path, lock, err = us.hold(at, "name"); err != nil {
		t.Fatal(err)
	}
	if err := release(path, lock); err != nil {
		t.Fatal(err)
	}
	for name, create := range map[string]func(path string) error{
		"open":   func(path string) error { return errors.Join(os.Mkdir(path, 0o700), os.Chmod(path, 0o770)) },
		"a file": func(path string) error { return os.WriteFile(path, nil, 0o600) },
		"a link": func(path string) error { return os.Symlink(t.TempDir(), path) },
	} {
		if err := create(filepath.Join(at, name)); err != nil {
			t.Fatal(err)
		}
		path, lock, err := us.hold(at, name)
		if err != nil || path == filepath.Join(at, name) || filepath.Dir(path) != at {
			t.Errorf("%s: %q (%v)", name, path, err)
		}
		if err := release(path, lock); err != nil {
			t.Error(err)
		}
		if _, err := os.Lstat(filepath.Join(at, name)); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}
