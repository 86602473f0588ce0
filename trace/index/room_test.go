package index

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// room is a folder with parts of three inputs, last used in the order of their names.
type room struct {
	*testing.T
	folder *Folder
	inputs string
}

func newRoom(t *testing.T, limit int64) *room {
	r := &room{t, In(filepath.Join(t.TempDir(), "index"), 1, limit, time.Now), t.TempDir()}
	t.Cleanup(Use(r.folder))
	return r
}

func (r *room) index(name string) *Index {
	r.Helper()
	path := filepath.Join(r.inputs, name)
	if _, err := os.Stat(path); err != nil {
		if err := os.WriteFile(path, []byte(name), 0o600); err != nil {
			r.Fatal(err)
		}
	}
	f, err := os.Open(path)
	if err != nil {
		r.Fatal(err)
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		r.Fatal(err)
	}
	return Of(Input{Path: path, Size: info.Size(), Modified: info.ModTime(), Content: f})
}

func (r *room) keep(name string, bytes int) {
	r.Helper()
	r.index(name).Keep("part", 0, make([]byte, bytes))
	r.folder.Wait()
}

// age sets the last use of a part to the given number of hours ago.
func (r *room) age(name string, hours int) {
	r.Helper()
	then := time.Now().Add(-time.Duration(hours) * time.Hour)
	if err := os.Chtimes(r.index(name).file("part"), then, then); err != nil {
		r.Fatal(err)
	}
}

func (r *room) has(names string) {
	r.Helper()
	var got []string
	for _, name := range []string{"a", "b", "c", "d"} {
		if _, err := os.Stat(r.index(name).file("part")); err == nil {
			got = append(got, name)
		}
	}
	if strings.Join(got, "") != names {
		r.Errorf("kept are %v; expected %s", got, names)
	}
}

// TestLimit checks that the least recently used parts are removed when there is no room, and that a part that is too large is not stored.
func TestLimit(t *testing.T) {
	r := newRoom(t, 35_000)
	for i, name := range []string{"a", "b", "c"} {
		r.keep(name, 10_000)
		r.age(name, 5-i)
	}
	r.has("abc")
	r.index("a").Read("part", new(int)) // now recently used
	r.keep("d", 10_000)
	r.has("acd")
	r.keep("b", 40_000)
	r.has("acd")
	if err := r.folder.Err(); err == nil || !strings.Contains(err.Error(), "exceed the limit for all indexes") {
		t.Error(err)
	}
	r.keep("b", 14_000) // removing c, which is not in use, frees too little
	r.has("acd")
	if err := r.folder.Err(); err == nil || !strings.Contains(err.Error(), "in use") {
		t.Error(err)
	}
	kept, err := r.folder.List()
	if err != nil || len(kept) != 3 || filepath.Base(kept[2].Path) != "c" {
		t.Errorf("%+v, %v", kept, err)
	}
	if bytes, err := r.folder.Clear(); err != nil || bytes < 30_000 || bytes > 35_000 {
		t.Errorf("removed %d bytes, %v", bytes, err)
	}
	r.has("")
}

// TestSwept checks that the next write removes parts of missing or changed inputs, parts of other builds, and leftovers. Foreign files must
// stay.
func TestSwept(t *testing.T) {
	r := newRoom(t, 1<<20)
	for _, name := range []string{"a", "b", "c"} {
		r.keep(name, 100)
	}
	os.Remove(filepath.Join(r.inputs, "a"))
	later := time.Now().Add(time.Hour)
	b := r.index("b").file("part")
	os.Chtimes(filepath.Join(r.inputs, "b"), later, later)
	other := filepath.Join(r.folder.path, "other.txt")
	fresh, old := filepath.Join(r.folder.path, "1.part"), filepath.Join(r.folder.path, "2.part")
	for _, path := range []string{other, fresh, old} {
		if err := os.WriteFile(path, []byte("x"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	os.Chtimes(old, time.Now().Add(-2*abandoned), time.Now().Add(-2*abandoned))
	r.keep("d", 100)
	for path, want := range map[string]bool{other: true, fresh: true, old: false, b: false, r.index("c").file("part"): true} {
		if _, err := os.Stat(path); (err == nil) != want {
			t.Errorf("%s: there is one %v", filepath.Base(path), err == nil)
		}
	}
	files, _ := filepath.Glob(filepath.Join(r.folder.path, "*"+extension))
	if len(files) != 2 {
		t.Errorf("kept are %v", files)
	}
	r.folder.program = "another"
	if _, ok := r.index("c").Read("part", new(int)); ok {
		t.Error("what another program wrote is read")
	}
	if kept, err := r.folder.List(); err != nil || len(kept) != 2 || !kept[0].Stale {
		t.Errorf("%+v, %v", kept, err)
	}
}

// TestClosed checks that Close cancels pending writes without leftovers.
func TestClosed(t *testing.T) {
	r := newRoom(t, 1<<30)
	x := r.index("a")
	r.folder.mu.Lock() // blocks the writer
	x.folder.writing.Add(1)
	done := make(chan error)
	go func() {
		defer x.folder.writing.Done()
		done <- x.write("part", 0, [][]byte{make([]byte, 100)})
	}()
	r.folder.closed = true
	r.folder.mu.Unlock()
	if err := <-done; err != errClosed {
		t.Error(err)
	}
	r.folder.Close()
	x.Keep("part", 0, nil)
	r.folder.Wait()
	if files, _ := os.ReadDir(r.folder.path); len(files) > 0 {
		t.Errorf("left behind: %v", files)
	}
}

// TestNoFolder checks that a folder that cannot be created gives an error without other effects.
func TestNoFolder(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	r := &room{t, In(filepath.Join(file, "index"), 1, 1<<20, time.Now), t.TempDir()}
	t.Cleanup(Use(r.folder))
	r.keep("a", 10)
	if r.folder.Err() == nil {
		t.Error("no error")
	}
	if _, ok := r.index("a").Read("part", new(int)); ok {
		t.Error("something is kept")
	}
}
