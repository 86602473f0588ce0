package browse

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"memcity/render/atomic"
	"memcity/render/ui/model"
)

// shown is a browser whose tests wait for changes.
type shown struct {
	*Browser
	woken chan struct{}
	kept  []Habits
}

func newShown(t *testing.T) *shown {
	s := &shown{woken: make(chan struct{}, 1)}
	s.Browser = New(Host{Habits: Habits{}, Keep: func(h Habits) { s.kept = append(s.kept, h) },
		Places: func() []model.FilePlace { return nil },
		Wake: func() {
			select {
			case s.woken <- struct{}{}:
			default:
			}
		}})
	t.Cleanup(s.Close)
	return s
}

// until waits until fits accepts the browser's state.
func (s *shown) until(fits func(f *model.Files) bool) *model.Files {
	for {
		if f := s.Model(); f != nil && !f.Reads && fits(f) {
			return f
		}
		<-s.woken
	}
}

func (s *shown) in(folder string) *model.Files {
	return s.until(func(f *model.Files) bool { return f.Folder == folder })
}

func write(t *testing.T, dir string, names ...string) {
	t.Helper()
	for _, name := range names {
		if err := os.WriteFile(filepath.Join(dir, name), []byte("12345"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

func names(f *model.Files) (list []string) {
	for _, e := range f.Entries {
		list = append(list, e.Name)
	}
	return list
}

// begin prompts on another goroutine.
func (s *shown) begin(t *testing.T, prompt func(ctx context.Context) ([]string, error)) (result chan []string) {
	result = make(chan []string, 1)
	go func() {
		paths, err := prompt(t.Context())
		if err != nil {
			paths = []string{err.Error()}
		}
		result <- paths
	}()
	return result
}

func (s *shown) open(t *testing.T, folder string) chan []string {
	return s.begin(t, func(ctx context.Context) ([]string, error) { return s.Open(ctx, "Open", folder) })
}

func TestOpen(t *testing.T) {
	dir := t.TempDir()
	inside := filepath.Join(dir, "inside")
	if err := os.Mkdir(inside, 0o700); err != nil {
		t.Fatal(err)
	}
	write(t, dir, "b.hprof", "A.mct", "c.xyz", ".hidden.mct")
	write(t, inside, "d.json")
	s := newShown(t)
	result := s.open(t, dir)
	f := s.in(dir)
	if got, want := names(f), []string{"inside", "A.mct", "b.hprof"}; !slices.Equal(got, want) || f.Others != 1 {
		t.Errorf("lists %v and %d others, want %v", got, f.Others, want)
	}
	if e := f.Entries[2]; e.Bytes != 5 || e.Changed.IsZero() || !f.Entries[0].Folder {
		t.Errorf("entries are %+v", f.Entries)
	}
	s.Take(model.BrowseAll{All: true})
	s.until(func(f *model.Files) bool { return f.All && slices.Contains(names(f), "c.xyz") })
	s.Take(model.BrowseTo{Path: "inside"})
	s.in(inside)
	s.Take(model.BrowseTo{Path: "none"})
	if f = s.until(func(f *model.Files) bool { return f.Problem != "" }); !strings.Contains(f.Problem, "no such file") && runtime.GOOS != "windows" {
		t.Errorf("the problem is %q", f.Problem)
	}
	s.Take(model.BrowseTo{Path: filepath.Join(dir, "b.hprof")})
	if got := <-result; !slices.Equal(got, []string{filepath.Join(dir, "b.hprof")}) {
		t.Errorf("chosen: %v", got)
	}
	if s.Model() != nil || s.Waiting() != 0 {
		t.Error("the browser stays open")
	}
}

// The list has the chosen order with folders first, and keeps the order for the next prompt.
func TestOrder(t *testing.T) {
	dir := t.TempDir()
	day := func(n int) time.Time { return time.Date(2026, 11, n, 12, 0, 0, 0, time.UTC) }
	for i, name := range []string{"run10.mct", "Run9.mct", "old.mct"} {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, make([]byte, 10*(i+1)), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(path, day(9-i), day(9-i)); err != nil {
			t.Fatal(err)
		}
	}
	for i, name := range []string{"a", "b"} {
		if err := errors.Join(os.Mkdir(filepath.Join(dir, name), 0o700), os.Chtimes(filepath.Join(dir, name), day(i+1), day(i+1))); err != nil {
			t.Fatal(err)
		}
	}
	s := newShown(t)
	s.open(t, dir)
	version := s.in(dir).Version
	for _, c := range []struct {
		order model.FileOrder
		want  []string
	}{
		{model.FileOrder{By: model.FileName, Reverse: true}, []string{"b", "a", "run10.mct", "Run9.mct", "old.mct"}},
		{model.FileOrder{By: model.FileSize}, []string{"a", "b", "old.mct", "Run9.mct", "run10.mct"}},
		{model.FileOrder{By: model.FileSize, Reverse: true}, []string{"a", "b", "run10.mct", "Run9.mct", "old.mct"}},
		{model.FileOrder{By: model.FileDate, Reverse: true}, []string{"a", "b", "old.mct", "Run9.mct", "run10.mct"}},
		{model.FileOrder{By: model.FileName}, []string{"a", "b", "old.mct", "Run9.mct", "run10.mct"}},
		{model.FileOrder{By: model.FileDate}, []string{"b", "a", "run10.mct", "Run9.mct", "old.mct"}},
	} {
		before := s.Model().Entries
		first := before[0].Name
		s.Take(model.OrderFiles{Order: c.order})
		f := s.Model()
		if got := names(f); !slices.Equal(got, c.want) || f.Order != c.order || f.Version != version {
			t.Errorf("by %v, reversed %t: %v in version %d, want %v", c.order.By, c.order.Reverse, got, f.Version, c.want)
		}
		if before[0].Name != first {
			t.Error("the list that is drawn was sorted in place")
		}
	}
	s.Take(model.BrowseAll{All: true})
	s.until(func(f *model.Files) bool { return f.All })
	s.Take(model.ChooseFiles{})
	s.open(t, dir)
	f := s.in(dir)
	if want := []string{"b", "a", "run10.mct", "Run9.mct", "old.mct"}; !slices.Equal(names(f), want) || f.Order.By != model.FileDate || !f.All {
		t.Errorf("opened again: %v by %v, all: %t", names(f), f.Order.By, f.All)
	}
	if want := (Habits{Order: model.FileOrder{By: model.FileDate}, All: true}); len(s.kept) != 7 || s.kept[6] != want {
		t.Errorf("kept: %+v, want %+v at the end", s.kept, want)
	}
}

// The browser reports a folder that is unreadable or was removed, and keeps working.
func TestFolderGone(t *testing.T) {
	dir := t.TempDir()
	inside := filepath.Join(dir, "inside")
	if err := os.Mkdir(inside, 0o700); err != nil {
		t.Fatal(err)
	}
	s := newShown(t)
	s.open(t, inside)
	s.in(inside)
	if err := os.Remove(inside); err != nil {
		t.Fatal(err)
	}
	s.Take(model.BrowseAll{All: true})
	f := s.until(func(f *model.Files) bool { return f.Problem != "" })
	if !strings.HasPrefix(f.Problem, "The folder cannot be read: ") || len(f.Entries) != 0 || f.Folder != inside {
		t.Errorf("shows %+v", f)
	}
	s.Take(model.BrowseTo{Path: dir})
	if f := s.in(dir); f.Problem != "" {
		t.Errorf("the problem stays: %q", f.Problem)
	}
}

func TestCancel(t *testing.T) {
	s := newShown(t)
	result := s.open(t, filepath.Join(t.TempDir(), "gone", "deeper"))
	s.until(func(f *model.Files) bool { return f.Folder != "" })
	if s.Waiting() != 1 {
		t.Error("nothing waits for the user")
	}
	s.Take(model.ChooseFiles{})
	if got := <-result; got != nil {
		t.Errorf("canceled by the user: %v", got)
	}
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { _, err := s.Open(ctx, "Open", ""); ended <- err }()
	s.until(func(f *model.Files) bool { return f.Folder != "" })
	cancel()
	if err := <-ended; !errors.Is(err, context.Canceled) || s.Model() != nil {
		t.Errorf("ended: %v", err)
	}
}

// Saving to an existing file needs a second confirmation.
func TestSave(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "old.png")
	old := filepath.Join(dir, "old.png")
	s := newShown(t)
	result := s.begin(t, func(ctx context.Context) ([]string, error) {
		path, err := s.Save(ctx, dir, "old.png")
		return []string{path}, err
	})
	if f := s.in(dir); !f.Saves || f.Name != "old.png" || !slices.Equal(names(f), []string{"old.png"}) {
		t.Errorf("shows %+v", f)
	}
	s.Take(model.ChooseFiles{Paths: []string{old}})
	if f := s.until(func(f *model.Files) bool { return f.Replace != "" }); f.Problem != "old.png exists. Save again to replace it." {
		t.Errorf("the problem is %q", f.Problem)
	}
	s.Take(model.ChooseFiles{Paths: []string{old}})
	if got := <-result; got[0] != old {
		t.Errorf("saved to %v", got)
	}
	result = s.begin(t, func(ctx context.Context) ([]string, error) {
		path, err := s.Save(ctx, dir, "new.png")
		return []string{path}, err
	})
	s.in(dir)
	s.Take(model.BrowseTo{Path: "typed.png"})
	if got := <-result; got[0] != filepath.Join(dir, "typed.png") {
		t.Errorf("saved to %v", got)
	}
}

func TestUnreadable(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	write(t, filepath.Dir(file), "file")
	if _, err := read(filepath.Join(file, "x"), true); err == nil {
		t.Error("a folder that is none is read")
	}
	if got := atomic.Cause(&os.PathError{Op: "open", Path: file, Err: os.ErrPermission}).Error(); got != "permission denied" {
		t.Errorf("the reason is %q", got)
	}
}

func TestPlaces(t *testing.T) {
	home, dir := t.TempDir(), t.TempDir()
	t.Setenv("HOME", home)
	t.Chdir(dir)
	list := Places([]string{filepath.Join(home, "a.mct"), filepath.Join(dir, "x", "b.mct"), filepath.Join(dir, "x", "c.mct"), "demo:persons"})
	var got []string
	for _, p := range list {
		got = append(got, p.Path)
	}
	if len(got) != 4 || got[0] != home || got[3] != filepath.Join(dir, "x") || list[3].Name != "x" {
		t.Errorf("places are %+v", list)
	}
}
