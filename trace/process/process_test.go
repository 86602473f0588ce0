//go:build unix

package process

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// script writes a program that prints its folder and environment.
func script(t *testing.T, folder, name string) string {
	t.Helper()
	path := filepath.Join(folder, name)
	if err := os.WriteFile(path, []byte("#!/bin/sh\n/bin/pwd\n/usr/bin/env\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	return path
}

// open returns a folder with the given mode that any user can write to.
func open(t *testing.T, mode os.FileMode) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.Chmod(dir, mode); err != nil {
		t.Fatal(err)
	}
	return dir
}

func TestShared(t *testing.T) {
	private, loose, sticky := t.TempDir(), open(t, 0o777), open(t, 0o777|os.ModeSticky)
	mkdir := func(parts ...string) string {
		path := filepath.Join(parts...)
		if err := os.MkdirAll(path, 0o755); err != nil {
			t.Fatal(err)
		}
		return path
	}
	link := func(target string, parts ...string) string {
		path := filepath.Join(parts...)
		if err := os.Symlink(target, path); err != nil {
			t.Fatal(err)
		}
		return path
	}
	loop := link("loop", private, "loop")
	for path, want := range map[string]bool{
		private:                            false,
		filepath.Join(private, "none"):     false,
		loose:                              true,
		mkdir(loose, "mine"):               true, // others can replace it
		sticky:                             true,
		mkdir(sticky, "mine"):              false,
		filepath.Join(sticky, "none"):      true, // others can create it
		link(loose, private, "toloose"):    true,
		link(private, sticky, "toprivate"): false,
		link(private, loose, "toprivate"):  true,
		link("../"+filepath.Base(private), private, "up"): false,
		loop: true,
		"/":  false,
	} {
		if got := Shared(path); got != want {
			t.Errorf("%s: shared is %t", path, got)
		}
	}
	if os.Geteuid() == root {
		other := mkdir(sticky, "others")
		if err := os.Chown(other, 12345, 12345); err != nil {
			t.Fatal(err)
		}
		if !Shared(other) || !Shared(filepath.Join(other, "x")) {
			t.Error("what another user made in a shared folder is not shared")
		}
	}
}

func TestFind(t *testing.T) {
	private, loose := t.TempDir(), open(t, 0o777)
	want := script(t, private, "both")
	script(t, loose, "both")
	only := script(t, loose, "only")
	t.Chdir(private)
	script(t, private, "here")
	t.Setenv("PATH", strings.Join([]string{loose, "", ".", private + "/none", private}, ":"))
	if got, err := Find("both"); got != want || err != nil {
		t.Errorf("%s, %v", got, err)
	}
	if _, err := Find("only"); !errors.Is(err, ErrShared) {
		t.Errorf("a program in a shared folder: %v", err)
	}
	if _, err := Find("none"); !errors.Is(err, ErrNotFound) {
		t.Errorf("no program: %v", err)
	}
	if got, err := Find(only); got != only || err != nil {
		t.Errorf("a path: %s, %v", got, err)
	}
	if got, err := Find("./here"); filepath.Base(got) != "here" || !filepath.IsAbs(got) || err != nil {
		t.Errorf("a relative path: %s, %v", got, err)
	}
	t.Setenv("PATH", ":.")
	if _, err := Find("here"); !errors.Is(err, ErrShared) {
		t.Errorf("the current folder: %v", err)
	}
	if err := Command(t.Context(), "here").Run(); !errors.Is(err, ErrShared) {
		t.Errorf("it is started from the current folder: %v", err)
	}
}

// ran returns the folder in which a program ran, and its environment.
func ran(t *testing.T, c *Cmd) (string, []string) {
	t.Helper()
	out, err := c.Output()
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(string(out)), "\n")
	return lines[0], lines[1:]
}

func TestStart(t *testing.T) {
	private, loose := t.TempDir(), open(t, 0o777|os.ModeSticky)
	program := script(t, private, "program")
	t.Setenv("PATH", strings.Join([]string{"/usr/bin", loose, "", "bin", "/bin"}, ":"))
	t.Setenv("PYTHONPATH", ":"+loose)
	t.Setenv("LD_PRELOAD", "")
	t.Setenv("CLASSPATH", loose+"/*:"+private+"/*")
	t.Setenv("JAVA_HOME", loose)
	t.Setenv("OTHER", loose)
	check := func(env []string, variable string, want bool) {
		t.Helper()
		if slices.Contains(env, variable) != want {
			t.Errorf("%s is there: %t, in %q", variable, !want, env)
		}
	}
	t.Chdir(loose)
	at, env := ran(t, Command(t.Context(), program))
	if at != "/" {
		t.Errorf("it starts in %s", at)
	}
	check(env, "PATH=/usr/bin:/bin", true)
	check(env, "CLASSPATH="+private+"/*", true)
	check(env, "OTHER="+loose, true)
	check(env, "PWD=/", true)
	if at := slices.IndexFunc(env, func(v string) bool { return strings.HasPrefix(v, "PYTHONPATH=") || strings.HasPrefix(v, "JAVA_HOME=") }); at >= 0 {
		t.Errorf("it inherits %s", env[at])
	}
	user := User([]string{program})
	at, env = ran(t, user)
	if at != loose {
		t.Errorf("the user's program starts in %s", at)
	}
	check(env, "PYTHONPATH=:"+loose, true)
	if IsClean() {
		t.Error("a shared folder is clean")
	}
	t.Chdir(private)
	if at, _ = ran(t, Command(t.Context(), program)); at != private {
		t.Errorf("it starts in %s", at)
	}
	c := Command(t.Context(), program)
	c.Dir = loose
	if err := c.Run(); err == nil || !strings.Contains(err.Error(), "other users") {
		t.Errorf("it starts in a shared folder: %v", err)
	}
	c = Command(t.Context(), program)
	c.Env = []string{"PATH=" + loose, "LD_LIBRARY_PATH=" + loose + ";/usr/lib:", "LD_PRELOAD=libx.so " + loose + "/y.so"}
	_, env = ran(t, c)
	check(env, "LD_LIBRARY_PATH=/usr/lib", true)
	check(env, "LD_PRELOAD=libx.so", true)
}

func TestFolder(t *testing.T) {
	t.Setenv("TMPDIR", open(t, 0o777|os.ModeSticky))
	path, err := Folder()
	if err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o700 {
		t.Errorf("%v, %v", info.Mode(), err)
	}
	t.Setenv("TMPDIR", open(t, 0o777))
	if path, err := Folder(); err == nil {
		t.Errorf("%s can be replaced by others", path)
	}
}
