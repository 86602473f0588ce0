package atomic

import (
	"bytes"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"testing"
	"time"
)

// Environment variables of the child process: what it writes, and before which step it kills itself.
const (
	childTarget = "MEMCITY_ATOMIC_TARGET"
	childFolder = "MEMCITY_ATOMIC_FOLDER"
	childStep   = "MEMCITY_ATOMIC_STEP"
)

var before, after = bytes.Repeat([]byte("old "), 50_000), bytes.Repeat([]byte("new content "), 50_000)

func TestMain(m *testing.M) {
	if target := os.Getenv(childTarget); target != "" {
		left, err := strconv.Atoi(os.Getenv(childStep))
		step = func() {
			if left--; left == 0 {
				p, _ := os.FindProcess(os.Getpid())
				p.Kill()
				select {} // until the signal arrives
			}
		}
		if err == nil {
			err = write(target, os.Getenv(childFolder) != "", after)
		}
		if err != nil {
			os.Exit(3)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// write writes content to a file, or to two files of a folder.
func write(target string, folder bool, content []byte) error {
	put := func(w io.Writer) error {
		for piece := range slices.Chunk(content, 100_000) {
			if _, err := w.Write(piece); err != nil {
				return err
			}
		}
		return nil
	}
	if !folder {
		return Write(target, Private, put)
	}
	p, err := BeginFolder(target)
	if err != nil {
		return err
	}
	defer p.Abandon()
	for _, name := range []string{"1", "2"} {
		if err := Write(filepath.Join(p.Path, name), Private, put); err != nil {
			return err
		}
	}
	return p.Commit()
}

// contentOf returns the content of a file, or of all files of a folder. It returns nil if there is none or the files differ.
func contentOf(t *testing.T, target string, folder bool) []byte {
	t.Helper()
	names := []string{target}
	if folder {
		names = []string{filepath.Join(target, "1"), filepath.Join(target, "2")}
	}
	var content []byte
	for i, name := range names {
		data, err := os.ReadFile(name)
		if errors.Is(err, os.ErrNotExist) {
			return nil
		}
		if err != nil || i > 0 && !bytes.Equal(data, content) {
			t.Fatalf("%s: %d bytes, %v", name, len(data), err)
		}
		content = data
	}
	return content
}

// grow makes all files in a folder look old.
func grow(t *testing.T, dir string) {
	t.Helper()
	long := time.Now().Add(-time.Hour)
	err := filepath.WalkDir(dir, func(path string, _ os.DirEntry, err error) error {
		return errors.Join(err, os.Chtimes(path, long, long))
	})
	if err != nil {
		t.Fatal(err)
	}
}

func namesIn(t *testing.T, dir string) (names []string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}

// TestKilledAtEveryStep: a process killed before any file operation leaves the old content or the new one. The next write removes its
// temporary files.
func TestKilledAtEveryStep(t *testing.T) {
	for _, folder := range []bool{false, true} {
		for _, there := range []bool{true, false} {
			killed := 0
			for n := 1; ; n++ {
				dir := t.TempDir()
				target := filepath.Join(dir, "out")
				if there {
					if err := write(target, folder, before); err != nil {
						t.Fatal(err)
					}
				}
				kept := contentOf(t, target, folder)
				cmd := exec.Command(os.Args[0])
				cmd.Env = append(os.Environ(), childTarget+"="+target, childStep+"="+strconv.Itoa(n))
				if folder {
					cmd.Env = append(cmd.Env, childFolder+"=1")
				}
				err := cmd.Run()
				if cmd.ProcessState.ExitCode() == 3 {
					t.Fatalf("step %d: it could not write", n)
				}
				got := contentOf(t, target, folder)
				moved := folder && there && got == nil // between the two renames
				if !bytes.Equal(got, kept) && !bytes.Equal(got, after) && !moved {
					t.Fatalf("folder %v, step %d: %d bytes", folder, n, len(got))
				}
				grow(t, dir)
				if folder {
					p, err := BeginFolder(target)
					if err != nil {
						t.Fatal(err)
					}
					if got := contentOf(t, target, folder); !bytes.Equal(got, kept) && !bytes.Equal(got, after) {
						t.Fatalf("step %d: afterwards %d bytes", n, len(got))
					}
					p.Abandon()
				}
				if err := write(target, folder, before); err != nil {
					t.Fatal(err)
				}
				if got, names := contentOf(t, target, folder), namesIn(t, dir); !bytes.Equal(got, before) || !slices.Equal(names, []string{"out"}) {
					t.Fatalf("folder %v, step %d: then %d bytes, and %v", folder, n, len(got), names)
				}
				if err == nil {
					break
				}
				killed++
			}
			if killed < 10 {
				t.Errorf("folder %v, there %v: killed %d times only", folder, there, killed)
			}
		}
	}
}

// TestTwoAtOnce: processes that write the same file leave each other's temporary files alone, even if these look old.
func TestTwoAtOnce(t *testing.T) {
	for _, folder := range []bool{false, true} {
		dir := t.TempDir()
		target := filepath.Join(dir, "out")
		begin := func() *Part {
			t.Helper()
			start := BeginFolder
			if !folder {
				start = func(path string) (*Part, error) { return BeginFile(path, Private) }
			}
			p, err := start(target)
			if err != nil {
				t.Fatal(err)
			}
			return p
		}
		fill := func(p *Part, content []byte) {
			t.Helper()
			names := []string{p.Path}
			if folder {
				names = []string{filepath.Join(p.Path, "1"), filepath.Join(p.Path, "2")}
			}
			for _, name := range names {
				if err := os.WriteFile(name, content, 0o600); err != nil {
					t.Fatal(err)
				}
			}
		}
		first := begin()
		fill(first, before)
		grow(t, dir)
		second := begin()
		fill(second, after)
		grow(t, dir)
		third := begin()
		third.Abandon()
		if err := first.Commit(); err != nil {
			t.Fatal(err)
		}
		if got := contentOf(t, target, folder); !bytes.Equal(got, before) {
			t.Errorf("the first: %d bytes", len(got))
		}
		if err := second.Commit(); err != nil {
			t.Fatal(err)
		}
		second.Abandon()
		if got, names := contentOf(t, target, folder), namesIn(t, dir); !bytes.Equal(got, after) || !slices.Equal(names, []string{"out"}) {
			t.Errorf("the second: %d bytes, and %v", len(got), names)
		}
	}
}

// TestOnlyParts: young files and files with other or similar names are kept.
func TestOnlyParts(t *testing.T) {
	dir := t.TempDir()
	target := filepath.Join(dir, "out")
	stay := []string{"out.part-1", "out.memcity-part-0", "out.memcity-part-101", "out.memcity-part-7-old", "out.memcity-part-x", "other.memcity-part-1"}
	for _, name := range append(stay, "out.memcity-part-1", "out.memcity-part-2", "out.memcity-part-100") {
		if err := os.WriteFile(filepath.Join(dir, name), []byte("x"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir(filepath.Join(dir, "out.memcity-part-3"), 0o700); err != nil {
		t.Fatal(err)
	}
	stay = append(stay, "out.memcity-part-3")
	if err := os.Symlink("other.memcity-part-1", filepath.Join(dir, "out.memcity-part-4")); err == nil {
		stay = append(stay, "out.memcity-part-4")
	}
	grow(t, dir)
	now := time.Now()
	if err := os.Chtimes(filepath.Join(dir, "out.memcity-part-2"), now, now); err != nil {
		t.Fatal(err)
	}
	if err := write(target, false, after); err != nil {
		t.Fatal(err)
	}
	want := slices.Sorted(slices.Values(append(stay, "out", "out.memcity-part-2")))
	if names := namesIn(t, dir); !slices.Equal(names, want) {
		t.Errorf("there are %v, want %v", names, want)
	}
}

// TestAbandoned: a write that fails or panics keeps the old content and leaves no other file.
func TestAbandoned(t *testing.T) {
	dir := t.TempDir()
	target := filepath.Join(dir, "out")
	if err := write(target, false, before); err != nil {
		t.Fatal(err)
	}
	full := errors.New("the disk is full")
	if err := Write(target, Private, func(w io.Writer) error {
		w.Write(after)
		return full
	}); !errors.Is(err, full) {
		t.Error(err)
	}
	func() {
		defer func() { recover() }()
		Write(target, Private, func(w io.Writer) error { w.Write(after); panic("a fault") })
	}()
	if got, names := contentOf(t, target, false), namesIn(t, dir); !bytes.Equal(got, before) || len(names) != 1 {
		t.Errorf("%d bytes, and %v", len(got), names)
	}
}
