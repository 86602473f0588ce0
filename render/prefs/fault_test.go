package prefs

import (
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"

	"memcity/city/scene"
)

// TestBroken: a file that is not a JSON object is renamed and reported, and the store uses its defaults.
func TestBroken(t *testing.T) {
	whole := `{"version":1,"zoom":2,"drawers":{"settings":true}}`
	for _, broken := range []string{"", "\x00\x01", "null", "[1]", `"text"`, whole[:30], whole + "}", `{"version":"new"}`,
		strings.Repeat(`{"a":`, 20_000)} {
		dir := t.TempDir()
		put(t, dir, windowFile, broken)
		s := oneWarning(t, dir, "renamed to window.json.broken-1")
		if got := s.Window(); !reflect.DeepEqual(got, newWindow().normal()) {
			t.Errorf("%.40q: %+v", broken, got)
		}
		s.SetWindow(sampleWindow())
		flush(t, s)
		if got := text(t, dir, "window.json.broken-1"); got != broken {
			t.Errorf("%.40q: kept %.40q", broken, got)
		}
		if got := open(t, dir).Window(); !reflect.DeepEqual(got, sampleWindow()) {
			t.Errorf("%.40q: written after it: %+v", broken, got)
		}
	}
}

// TestBrokenOften: renamed files are never overwritten. After nine of them the tenth keeps its name.
func TestBrokenOften(t *testing.T) {
	dir := t.TempDir()
	for i := 1; i <= maxBroken; i++ {
		put(t, dir, windowFile, fmt.Sprint("broken ", i))
		oneWarning(t, dir, fmt.Sprint("broken-", i))
	}
	put(t, dir, windowFile, "broken 10")
	s := oneWarning(t, dir, "stays")
	s.SetWindow(sampleWindow())
	if err := s.Flush(); err != nil {
		t.Errorf("reported twice: %v", err)
	}
	for i := 1; i <= maxBroken; i++ {
		if got := text(t, dir, fmt.Sprint("window.json.broken-", i)); got != fmt.Sprint("broken ", i) {
			t.Errorf("%d: %q", i, got)
		}
	}
	if got := text(t, dir, windowFile); got != "broken 10" {
		t.Errorf("the tenth: %q", got)
	}
}

func TestBrokenRecording(t *testing.T) {
	dir := t.TempDir()
	id := ID("demo:a")
	put(t, dir, id.file(), `{"version":1,`)
	s := open(t, dir)
	if _, ok := s.Recording(id); ok {
		t.Error("read")
	}
	s.SetRecording(id, sampleView())
	if err := s.Flush(); err == nil || !strings.Contains(err.Error(), "broken-1") {
		t.Errorf("reported: %v", err)
	}
	if _, ok := open(t, dir).Recording(id); !ok {
		t.Error("not written")
	}
}

// TestWrongTypes: invalid values are reported once, ignored, and corrected.
func TestWrongTypes(t *testing.T) {
	dir := t.TempDir()
	put(t, dir, windowFile, `{"version":1,"zoom":"big","place":{"x":1,"y":2,"width":-3,"height":1e300},"drawers":{"a":true,"b":1},
		"settings":{"metric":"cows","opacity":7,"by":[1],"children":-4,"solid":null,"loop":true,"haze":1},"folder":["x"],"recent":{}}`)
	s, warnings := Open(dir)
	if len(warnings) != 1 || !strings.Contains(warnings[0], `"place.width", "place.height", "drawers.b"`) ||
		!strings.Contains(warnings[0], "and 6 more") {
		t.Fatalf("warnings: %q", warnings)
	}
	want := newWindow().normal()
	want.Drawers, want.Settings.Loop = map[string]bool{"a": true}, true
	if got := s.Window(); !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
	flush(t, s)
	if got := open(t, dir).Window(); !reflect.DeepEqual(got, want) {
		t.Errorf("put right: got %+v, want %+v", got, want)
	}
	if got := text(t, dir, windowFile); !strings.Contains(got, `"haze": 1`) || strings.Contains(got, "place") {
		t.Errorf("written:\n%s", got)
	}
}

func TestWrongTypesInRecording(t *testing.T) {
	dir := t.TempDir()
	id := ID("demo:a")
	put(t, dir, id.file(), `{"version":1,"id":"demo:a","camera":{"x":0,"y":0,"z":0,"yaw":9,"pitch":1,"distance":1},"point":-5,"window":[3],
		"selection":4,"more":["a",7],"isolated":1,"marks":{"a":"red","b":"#00ff00"},"notes":[],"rules":4,"later":1}`)
	s := open(t, dir)
	want := View{Marks: map[string]scene.RGB{"b": {G: 255}}}
	for range 2 {
		if got, ok := s.Recording(id); !ok || !reflect.DeepEqual(got, want) {
			t.Errorf("got %+v, want %+v", got, want)
		}
	}
	if err := s.Flush(); err == nil || !strings.Contains(err.Error(), `"camera", "point", "window", "selection", "more" and 4 more`) {
		t.Errorf("reported: %v", err)
	}
	got := parsed(t, dir, id.file())
	if want := map[string]any{"version": 1., "id": "demo:a", "marks": map[string]any{"b": "#00ff00"}, "later": 1.}; !reflect.DeepEqual(got,
		want) {
		t.Errorf("put right: got %v, want %v", got, want)
	}
}

// TestHuge: a file of 100 MB is not read.
func TestHuge(t *testing.T) {
	dir := t.TempDir()
	put(t, dir, windowFile, "{")
	put(t, dir, ID("demo:a").file(), "{")
	for _, name := range []string{windowFile, ID("demo:a").file()} {
		if err := os.Truncate(filepath.Join(dir, name), 100<<20); err != nil {
			t.Fatal(err)
		}
	}
	s := oneWarning(t, dir, "longer than 4 MB")
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	if _, ok := s.Recording("demo:a"); ok {
		t.Error("read")
	}
	runtime.ReadMemStats(&after)
	if got := after.TotalAlloc - before.TotalAlloc; got > 1<<20 {
		t.Errorf("%d bytes taken", got)
	}
}

// TestTooMuchToWrite: a view that would be too large to read is not written, and the last valid one is kept.
func TestTooMuchToWrite(t *testing.T) {
	dir := t.TempDir()
	s := open(t, dir)
	s.SetRecording("demo:a", View{Selection: "good"})
	flush(t, s)
	v := View{Notes: map[string]string{}}
	for i := range 100 {
		v.Notes[fmt.Sprint(i)] = strings.Repeat("n", maxNote)
	}
	s.SetRecording("demo:a", v)
	if err := s.Flush(); err == nil || !strings.Contains(err.Error(), "longer than") {
		t.Errorf("reported: %v", err)
	}
	if got, _ := open(t, dir).Recording("demo:a"); got.Selection != "good" {
		t.Errorf("got %+v", got)
	}
	if got, _ := s.Recording("demo:a"); len(got.Notes) != 100 {
		t.Error("memory lost the notes")
	}
}

// TestForeignRest: unknown values of other programs are dropped if the file would become too large.
func TestForeignRest(t *testing.T) {
	dir := t.TempDir()
	put(t, dir, windowFile, `{"version":1,"later":"`+strings.Repeat("x", maxFile-100)+`"}`)
	s := open(t, dir)
	w := sampleWindow()
	s.SetWindow(w)
	flush(t, s)
	if got := open(t, dir).Window(); !reflect.DeepEqual(got, w) {
		t.Errorf("got %+v", got)
	}
}

// TestNewer: files of a newer version are read as well as possible and never changed.
func TestNewer(t *testing.T) {
	dir := t.TempDir()
	id := ID("demo:a")
	window, recording := `{"version":9,"zoom":2}`, `{"version":9,"id":"demo:a","selection":"s"}`
	put(t, dir, windowFile, window)
	put(t, dir, id.file(), recording)
	s := oneWarning(t, dir, "newer version")
	if got := s.Window().Zoom; got != 2 {
		t.Errorf("zoom %g", got)
	}
	v, ok := s.Recording(id)
	if !ok || v.Selection != "s" {
		t.Errorf("recording: %+v, %v", v, ok)
	}
	w := s.Window()
	w.Zoom = 1.5
	s.SetWindow(w)
	s.SetRecording(id, View{Selection: "t"})
	s.SetRecording("demo:b", View{Selection: "u"})
	if err := s.Flush(); err == nil || strings.Contains(err.Error(), windowFile) || !strings.Contains(err.Error(), id.file()) {
		t.Errorf("reported: %v", err)
	}
	if s.Dirty() {
		t.Error("dirty for what will never be written")
	}
	if text(t, dir, windowFile) != window || text(t, dir, id.file()) != recording {
		t.Error("a newer file was changed")
	}
	if v, _ := s.Recording(id); v.Selection != "t" || s.Window().Zoom != 1.5 {
		t.Error("memory lost the change")
	}
	if _, ok := open2(dir).Recording("demo:b"); !ok {
		t.Error("the other recording was not written")
	}
}

func open2(dir string) *Store {
	s, _ := Open(dir)
	return s
}

// memoryOnly checks a store whose folder is neither readable nor writable. It reports this once and works.
func memoryOnly(t *testing.T, dir string) {
	t.Helper()
	s, warnings := Open(dir)
	already := len(warnings)
	for i := range 3 {
		w := s.Window()
		w.Zoom += 0.25
		s.SetWindow(w)
		s.Touch("", "/a")
		s.SetRecording("demo:a", View{Selection: fmt.Sprint(i)})
		if err := s.Flush(); err != nil {
			already++
		}
		if s.Dirty() {
			t.Error("dirty after a flush")
		}
	}
	if already > 1 || dir != "" && already == 0 {
		t.Errorf("reported %d times", already)
	}
	v, ok := s.Recording("demo:a")
	if s.Window().Zoom != 1.75 || !ok || v.Selection != "2" || len(s.Recent()) != 1 {
		t.Errorf("memory: %+v, %+v, %v", s.Window(), v, s.Recent())
	}
}

func TestNoFolder(t *testing.T) {
	memoryOnly(t, "")
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	memoryOnly(t, file)
	memoryOnly(t, filepath.Join(file, "below"))
	if runtime.GOOS == "linux" {
		memoryOnly(t, "/proc/self/memcity")
		memoryOnly(t, "/proc/self")
	}
}

func TestReadOnlyFolder(t *testing.T) {
	if os.Geteuid() <= 0 {
		t.Skip("rights do not bind this user; TestNoFolder has folders that nobody can write in")
	}
	dir := t.TempDir()
	s := open(t, dir)
	s.SetWindow(sampleWindow())
	flush(t, s)
	for _, name := range []string{dir, filepath.Join(dir, recordingsFolder)} {
		if err := os.Chmod(name, 0o500); err != nil {
			t.Fatal(err)
		}
		defer os.Chmod(name, 0o700)
	}
	s = open(t, dir)
	if got := s.Window(); !reflect.DeepEqual(got, sampleWindow()) {
		t.Errorf("read: %+v", got)
	}
	s.SetWindow(Window{})
	if err := s.Flush(); err == nil {
		t.Error("not reported")
	}
	s.SetWindow(sampleWindow())
	if err := s.Flush(); err != nil {
		t.Errorf("reported twice: %v", err)
	}
}

// TestNoPlainFile: a folder or a pipe in place of a file is not changed and does not block.
func TestNoPlainFile(t *testing.T) {
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, windowFile), 0o700); err != nil {
		t.Fatal(err)
	}
	s := oneWarning(t, dir, "not a regular file")
	s.SetWindow(sampleWindow())
	if err := s.Flush(); err != nil {
		t.Errorf("reported twice: %v", err)
	}
	if info, err := os.Stat(filepath.Join(dir, windowFile)); err != nil || !info.IsDir() {
		t.Error("the folder is gone")
	}
}

// TestLink: a symbolic link is kept, and its target is written.
func TestLink(t *testing.T) {
	dir, other := t.TempDir(), t.TempDir()
	put(t, other, "mine.json", `{"version":1,"zoom":2}`)
	if err := os.Symlink(filepath.Join(other, "mine.json"), filepath.Join(dir, windowFile)); err != nil {
		t.Skip("no links here:", err)
	}
	s := open(t, dir)
	w := s.Window()
	w.Zoom = 1.5
	s.SetWindow(w)
	flush(t, s)
	if info, err := os.Lstat(filepath.Join(dir, windowFile)); err != nil || info.Mode()&os.ModeSymlink == 0 {
		t.Errorf("no link any more: %v, %v", info, err)
	}
	if got := parsed(t, other, "mine.json")["zoom"]; got != 1.5 {
		t.Errorf("zoom %v", got)
	}
	if got := files(t, other); !slices.Equal(got, []string{"mine.json"}) {
		t.Errorf("next to it: %v", got)
	}
}

// TestLinkToNowhere: a dangling link is replaced.
func TestLinkToNowhere(t *testing.T) {
	dir := t.TempDir()
	if err := os.Symlink(filepath.Join(dir, "gone"), filepath.Join(dir, windowFile)); err != nil {
		t.Skip("no links here:", err)
	}
	s := open(t, dir)
	s.SetWindow(sampleWindow())
	flush(t, s)
	if got := open(t, dir).Window(); !reflect.DeepEqual(got, sampleWindow()) {
		t.Errorf("got %+v", got)
	}
}

// TestTwoWindows: each window keeps the other's changes and writes only its own.
func TestTwoWindows(t *testing.T) {
	dir := t.TempDir()
	first := open(t, dir)
	first.SetWindow(sampleWindow())
	first.SetRecording("demo:both", View{Selection: "old", Notes: map[string]string{"n": "old"}})
	flush(t, first)
	second := open(t, dir)
	both, _ := second.Recording("demo:both")

	w := first.Window()
	w.Zoom = 2
	w.Settings.Solid = 1
	first.SetWindow(w)
	first.Touch("", "/first")
	first.SetRecording("demo:first", View{Selection: "f"})
	first.SetRecording("demo:both", View{Selection: "of the first", Notes: map[string]string{"n": "old"}})

	w = second.Window()
	w.Folder = filepath.Join(string(filepath.Separator), "second")
	w.Settings.Labels = false
	second.SetWindow(w)
	second.Touch("", "/second")
	second.SetRecording("demo:second", View{Selection: "s"})
	both.Notes = map[string]string{"n": "new"}
	second.SetRecording("demo:both", both)
	flush(t, first)
	flush(t, second)

	third := open(t, dir)
	got := third.Window()
	if got.Zoom != 2 || got.Settings.Solid != 1 || got.Settings.Labels || filepath.Base(got.Folder) != "second" ||
		got.Settings.Theme != scene.Dark {
		t.Errorf("window: %+v", got)
	}
	if got := names(third.Recent()); !slices.Equal(got, []string{"second", "first"}) {
		t.Errorf("recent: %v", got)
	}
	for id, want := range map[ID]string{"demo:first": "f", "demo:second": "s", "demo:both": "of the first"} {
		if v, _ := third.Recording(id); v.Selection != want {
			t.Errorf("%s: %+v", id, v)
		}
	}
	if v, _ := third.Recording("demo:both"); v.Notes["n"] != "new" {
		t.Errorf("both: %+v", v)
	}
	if v, _ := first.Recording("demo:second"); v.Selection != "s" {
		t.Errorf("the first window does not see what the second wrote: %+v", v)
	}
}

// TestConcurrentWriters: nothing is lost in concurrent writes from several stores and from several goroutines of one store.
func TestConcurrentWriters(t *testing.T) {
	dir := t.TempDir()
	const writers, rounds = 4, 3
	var group sync.WaitGroup
	shared := open(t, dir)
	for i := range writers {
		s := shared
		if i%2 == 0 {
			s = open2(dir)
		}
		group.Go(func() {
			for j := range rounds {
				s.Touch("", fmt.Sprintf("/%d/%d", i, j))
				s.SetRecording(ID(fmt.Sprint("demo:", i)), View{Selection: fmt.Sprint(j)})
				if err := s.Flush(); err != nil {
					t.Error(err)
				}
				s.Recording(ID(fmt.Sprint("demo:", (i+1)%writers)))
			}
		})
	}
	group.Wait()
	s := open(t, dir)
	if got := len(s.Recent()); got != writers*rounds {
		t.Errorf("%d recent: %v", got, names(s.Recent()))
	}
	for i := range writers {
		if v, ok := s.Recording(ID(fmt.Sprint("demo:", i))); !ok || v.Selection != fmt.Sprint(rounds-1) {
			t.Errorf("recording %d: %+v", i, v)
		}
	}
	if got := len(files(t, dir)); got != writers+1 {
		t.Errorf("files: %v", files(t, dir))
	}
}

// TestLeftLock: a lock of a dead process does not block others forever.
func TestLeftLock(t *testing.T) {
	dir := t.TempDir()
	put(t, dir, lockFile, "")
	s := open(t, dir)
	s.SetWindow(sampleWindow())
	flush(t, s)
	if got := files(t, dir); !slices.Equal(got, []string{windowFile}) {
		t.Errorf("files: %v", got)
	}
}
