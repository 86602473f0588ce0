package open

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/klauspost/compress/zstd"

	"memcity/trace"
	"memcity/trace/internal/input"
	nativepkg "memcity/trace/native"
	"memcity/trace/tracetest"
)

// member is a file in an archive.
type member struct {
	name string
	data []byte
}

func sampleMembers(t *testing.T, prefix string) []member {
	t.Helper()
	var members []member
	err := fs.WalkDir(os.DirFS(sample), ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(filepath.Join(sample, path))
		members = append(members, member{prefix + path, data})
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return members
}

func zipOf(t *testing.T, members ...member) []byte {
	t.Helper()
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for _, m := range members {
		f, err := w.Create(m.name)
		if err != nil {
			t.Fatal(err)
		}
		f.Write(m.data)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func tarOf(t *testing.T, members ...member) []byte {
	t.Helper()
	var b bytes.Buffer
	w := tar.NewWriter(&b)
	for _, m := range members {
		if err := w.WriteHeader(&tar.Header{Name: m.name, Size: int64(len(m.data)), Mode: 0o644}); err != nil {
			t.Fatal(err)
		}
		w.Write(m.data)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func gzipOf(t *testing.T, data []byte) []byte {
	t.Helper()
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	w.Write(data)
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func zstdOf(t *testing.T, data []byte, options ...zstd.EOption) []byte {
	t.Helper()
	e, err := zstd.NewWriter(nil, options...)
	if err != nil {
		t.Fatal(err)
	}
	return e.EncodeAll(data, nil)
}

func TestArchives(t *testing.T) {
	want := tracetest.TreeText(mustOpen(t, sample))
	for _, prefix := range []string{"", "persons/", "./a/b/"} {
		members := sampleMembers(t, prefix)
		for name, data := range map[string][]byte{
			"x.zip": zipOf(t, members...), "x.tar": tarOf(t, members...), "x.tgz": gzipOf(t, tarOf(t, members...)),
			"x.tar.zst": zstdOf(t, tarOf(t, members...)), "noextension": zipOf(t, members...),
		} {
			path := filepath.Join(t.TempDir(), name)
			if err := os.WriteFile(path, data, 0o644); err != nil {
				t.Fatal(err)
			}
			rec := mustOpen(t, path)
			if got := tracetest.TreeText(rec); got != want {
				t.Errorf("%s with %q: got\n%sexpected\n%s", name, prefix, got, want)
			}
			if wanted := input.Stem(name); rec.Name != wanted {
				t.Errorf("%s is named %q; expected %q", name, rec.Name, wanted)
			}
		}
	}
}

// TestMembers checks that Members unpacks like Files and leaves recordings unchanged.
func TestMembers(t *testing.T) {
	text := []byte(tree("7", ""))
	zipped := zipOf(t, member{"1.json", text}, member{"readme.txt", []byte("hello")})
	for name, test := range map[string]struct {
		data []byte
		want []string
	}{
		"x.zip": {zipped, []string{"x.zip/1.json", "x.zip/readme.txt"}}, "x.json": {text, []string{"x.json"}},
		"x.json.zst": {zstdOf(t, text), []string{"x.json"}}, "noise": {[]byte("noise"), []string{"noise"}}, "empty": {nil, []string{"empty"}},
	} {
		members, err := Members(t.Context(), trace.MemoryFile(name, test.data))
		var got []string
		for _, m := range members {
			got = append(got, m.Name)
		}
		if err != nil || !slices.Equal(got, test.want) {
			t.Errorf("%s: %q, %v, want %q", name, got, err, test.want)
		}
	}
	if _, err := Members(t.Context(), trace.MemoryFile("cut.zip", zipped[:len(zipped)-10])); err == nil {
		t.Error("a damaged archive is no error")
	}
	gone := trace.File{Name: "gone", Open: func() (trace.Content, error) { return nil, errors.New("gone") }}
	if _, err := Members(t.Context(), gone); err == nil {
		t.Error("a file that cannot be opened is no error")
	}
}

func TestCompressedFile(t *testing.T) {
	text := []byte(tree("7", ""))
	rec, warnings := openText(t, "a.json.gz", string(gzipOf(t, text)), "b.json.zst", string(zstdOf(t, text)))
	if !slices.Equal(rec.Files, []string{"a.json", "b.json"}) || warnings != "" {
		t.Errorf("files %q, warnings %s", rec.Files, warnings)
	}
}

func TestOneFolderOfAnArchive(t *testing.T) {
	members := sampleMembers(t, "run/default-format/")
	for _, m := range sampleMembers(t, "run/anttracks-format/") {
		if !strings.Contains(m.name, "-maps") {
			members = append(members, m)
		}
	}
	rec, warnings := openText(t, "x.zip", string(zipOf(t, members...)))
	if !rec.Knows.Has(trace.KnowsReferences) || len(rec.Points) != 3 {
		t.Errorf("%d points, knows %v", len(rec.Points), rec.Knows.Names())
	}
	if want := "anttracks-format: another folder of the same archive, 3 files; skipped\n"; warnings != want {
		t.Errorf("warnings %q; expected %q", warnings, want)
	}
}

func TestArchiveFaults(t *testing.T) {
	text := []byte(tree("7", ""))
	good := zipOf(t, member{"1.json", text})
	for _, test := range []struct {
		name string
		data []byte
		want string
	}{
		{"nested.zip", zipOf(t, member{"inner.tar", tarOf(t, member{"1.json", text})}),
			"nested.zip/inner.tar: packed inside an archive; nested archives are not opened"},
		{"twice.gz", gzipOf(t, gzipOf(t, text)), "twice.gz: packed inside an archive; nested archives are not opened"},
		{"none.zip", zipOf(t), "none.zip: the archive contains no files"},
		{"hidden.zip", zipOf(t, member{"__MACOSX/1.json", text}, member{".hidden", text}), "hidden.zip: the archive contains no files"},
		{"empty.tar", tarOf(t, member{"1.json", nil}), "empty.tar/1.json: the file is empty"},
		{"cut.zip", good[:len(good)-10], "cut.zip: damaged archive: the list of files at its end is missing; the copy or download may be incomplete"},
		{"cut.gz", gzipOf(t, bytes.Repeat(text, 1000))[:100], "cut.gz: damaged archive: it ends too early"},
		{"cut.tar", tarOf(t, member{"1.json", bytes.Repeat(text, 1000)})[:9000], "cut.tar: damaged archive: member 1.json: it ends too early"},
		{"bad.zst", append(zstdOf(t, bytes.Repeat(text, 10))[:20], 1, 2, 3), "bad.zst: damaged archive: "},
		{"window.zst", []byte{0x28, 0xb5, 0x2f, 0xfd, 0, 0x98, 1, 0, 0}, "window.zst: damaged archive: its window is larger than 134 MB"},
		{"readme.zip", zipOf(t, member{"readme.txt", []byte("hello")}), "readme.zip/readme.txt: not a recording; expected"},
	} {
		_, err := Files(t.Context(), "x", []trace.File{trace.MemoryFile(test.name, test.data)}, nil)
		var fault *trace.InputError
		if !errors.As(err, &fault) || !strings.HasPrefix(err.Error(), test.want) {
			t.Errorf("%s: %v; expected %q", test.name, err, test.want)
		}
	}
}

// TestCutArchive opens the members before the damage.
func TestCutArchive(t *testing.T) {
	var members []member
	for i := range 5 {
		members = append(members, member{fmt.Sprint(i, ".json"), []byte(tree(fmt.Sprint(i), ""))})
	}
	whole := tarOf(t, members...)
	rec, warnings := openText(t, "cut.tar", string(whole[:2*1024+300]))
	if len(rec.Points) != 2 || warnings != "cut.tar: damaged archive: it ends too early; the copy or download may be incomplete; only the files before it are shown\n" {
		t.Errorf("%d points, warnings %s", len(rec.Points), warnings)
	}
}

func TestBudget(t *testing.T) {
	many := &budget{members: maxMembers, free: freeUnpacked}
	if _, err := many.read(t.Context(), strings.NewReader("x")); err == nil || !strings.Contains(err.Error(), "more than 100000 files") {
		t.Errorf("too many members: %v", err)
	}
	small := &budget{free: 1000}
	if data, err := small.read(t.Context(), strings.NewReader(strings.Repeat("x", 600))); err != nil || data.Size() != 600 {
		t.Errorf("%v, error %v", data, err)
	}
	if _, err := small.read(t.Context(), strings.NewReader(strings.Repeat("x", 600))); err == nil ||
		!strings.Contains(err.Error(), "times its size") {
		t.Errorf("beyond the ratio: %v", err)
	}
	full := &budget{free: 2 * maxUnpacked, bytes: maxUnpacked - 10}
	if _, err := full.read(t.Context(), strings.NewReader(strings.Repeat("x", 600))); err == nil ||
		!strings.Contains(err.Error(), "more than 4 GB") {
		t.Errorf("beyond the total: %v", err)
	}
}

// TestBomb unpacks zeros, which compress to almost nothing.
func TestBomb(t *testing.T) {
	zeros := make([]byte, 32<<20)
	for name, data := range map[string][]byte{
		"bomb.zst": zstdOf(t, zeros), "bomb.tar.zst": zstdOf(t, tarOf(t, member{"0", zeros})),
	} {
		_, err := decompress(t.Context(), trace.MemoryFile(name, data), &budget{})
		if err == nil || !strings.Contains(err.Error(), "unpacks to more than 250 times its size") {
			t.Errorf("%s of %d bytes: %v", name, len(data), err)
		}
	}
}

// TestBombsTakeNoMemory checks that archives whose members start like recordings and continue with zeros are rejected before their content
// is stored.
func TestBombsTakeNoMemory(t *testing.T) {
	inside := append([]byte("JAVA PROFILE 1.0.2\x00\x00\x00\x00\x08"), make([]byte, 64<<20)...)
	for name, data := range map[string][]byte{
		"bomb.zip": zipOf(t, member{"0.hprof", inside}, member{"1.hprof", inside}), "bomb.zst": zstdOf(t, inside),
		"bomb.tar.zst": zstdOf(t, tarOf(t, member{"0.hprof", inside})),
	} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, err := packing(data)(t.Context(), trace.MemoryFile(name, data), &budget{free: 4 << 20})
		if runtime.ReadMemStats(&after); after.TotalAlloc-before.TotalAlloc > 48<<20 {
			t.Errorf("%s of %d bytes takes %d before it is refused", name, len(data), after.TotalAlloc-before.TotalAlloc)
		}
		if err == nil || !strings.Contains(err.Error(), name+": unpacks to more than 250 times its size") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestMixedFolder(t *testing.T) {
	folder := t.TempDir()
	for name, text := range map[string]string{
		"README.txt": "hello", "10.json": tree("10", ""), "9.json": tree("9", ""), "bad.json": `{"time":1,"root":{`,
		"empty.json": "", ".DS_Store": "junk", "package.json": `{"name":"x"}`, "dump.hprof": "JAVA PROFILE 1.0.2\x00",
		"sub/1.json": tree("1", ""),
	} {
		path := filepath.Join(folder, name)
		os.MkdirAll(filepath.Dir(path), 0o755)
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink("nowhere.json", filepath.Join(folder, "link.json")); err != nil {
		t.Fatal(err)
	}
	rec, err := Paths(t.Context(), []string{folder}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(rec.Files, []string{"9.json", "10.json"}) || rec.Name != filepath.Base(folder) {
		t.Errorf("files %q, name %q", rec.Files, rec.Name)
	}
	var warnings []string
	for _, w := range rec.Warnings {
		warnings = append(warnings, w.String())
	}
	want := []string{
		"bad.json: offset 18: the file ends in the middle of a document; skipped",
		"dump.hprof: skipped: it is a heap dump, and the other files are a memory tree",
		"package.json: skipped: it is JSON, and the other files are a memory tree",
		"README.txt: not a recording; skipped",
		"empty.json: the file is empty; skipped",
		"link.json: there is no such file or folder; skipped",
	}
	if !slices.Equal(warnings, want) {
		t.Errorf("warnings\n%s\nexpected\n%s", strings.Join(warnings, "\n"), strings.Join(want, "\n"))
	}
}

func TestNothingToOpen(t *testing.T) {
	folder := t.TempDir()
	os.Mkdir(filepath.Join(folder, "default-format"), 0o755)
	text := filepath.Join(folder, "default-format", "a.txt")
	os.WriteFile(text, []byte("hello"), 0o644)
	for _, test := range []struct {
		paths []string
		want  string
	}{
		{[]string{"/no/such/file"}, "/no/such/file: there is no such file or folder"},
		{[]string{folder}, folder + ": the folder contains no files; sub-folders are not searched: default-format"},
		{[]string{text}, text + ": not a recording; expected a heap dump (HPROF or PHD), a heap snapshot of V8 or .NET, a heap dump of Go or Ruby, a trace of Perfetto, a Memory City trace, objects as JSON lines, memory trees as JSON, class histograms, heap profiles, a GC log, a flight recording, or an archive of them"},
		{[]string{filepath.Dir(text)}, text + ": not a recording; expected"},
		{[]string{text, "/no/such/file"}, "/no/such/file: there is no such file or folder"},
		{nil, "input: expected a file or folder"},
	} {
		_, err := Paths(t.Context(), test.paths, nil)
		var fault *trace.InputError
		if !errors.As(err, &fault) || !strings.HasPrefix(err.Error(), test.want) {
			t.Errorf("%q: %v; expected %q", test.paths, err, test.want)
		}
	}
	if _, err := Files(t.Context(), "x", nil, nil); err == nil {
		t.Error("no files are opened without an error")
	}
	if _, err := Files(t.Context(), "x", tracetest.Files("a.json", `{"name":"x"}`, "b.json", "[]"), nil); err == nil ||
		!strings.HasPrefix(err.Error(), `a.json: offset 1: document has neither "root" nor "pointerMap"`) {
		t.Errorf("%v", err)
	}
	if _, err := Files(t.Context(), "x", tracetest.Files("points-to-maps/a.json", `{"pointerMap":{}}`), nil); err == nil ||
		!strings.Contains(err.Error(), "the pointer maps have no matching memory trees") {
		t.Errorf("%v", err)
	}
}

// TestVanishing opens a folder with a file that can be opened only once, as if it were deleted before reading.
func TestVanishing(t *testing.T) {
	files := tracetest.Files("1.json", tree("1", ""), "2.json", tree("2", ""), "3.json", tree("3", ""))
	open, times := files[1].Open, 0
	files[1].Open = func() (trace.Content, error) {
		if times++; times > 1 {
			return nil, &fs.PathError{Op: "open", Path: "2.json", Err: fs.ErrNotExist}
		}
		return open()
	}
	files[2].Open = func() (trace.Content, error) { return brokenContent{}, nil }
	rec, err := Files(t.Context(), "x", files, nil)
	if err != nil {
		t.Fatal(err)
	}
	var warnings []string
	for _, w := range rec.Warnings {
		warnings = append(warnings, w.String())
	}
	want := []string{"2.json: there is no such file or folder; skipped", "3.json: the disk is broken; skipped"}
	if !slices.Equal(warnings, want) || len(rec.Points) != 1 {
		t.Errorf("%d points, warnings %q; expected %q", len(rec.Points), warnings, want)
	}
}

type brokenContent struct{}

func (brokenContent) ReadAt([]byte, int64) (int, error) { return 0, errors.New("the disk is broken") }
func (brokenContent) Close() error                      { return nil }

// TestNextKind checks that the less frequent kind is opened if no file of the most frequent kind is readable.
func TestNextKind(t *testing.T) {
	rec, warnings := openText(t, "a.hprof", "JAVA PROFILE 9.9.9\x00", "b.hprof", "JAVA PROFILE 1.0.2\x00", "c.json", tree("5", ""))
	if len(rec.Points) != 1 || !strings.Contains(warnings, "a.hprof: ") {
		t.Errorf("%d points, warnings %s", len(rec.Points), warnings)
	}
}

func TestStdin(t *testing.T) {
	file, err := readStdin(t.Context(), iotest.HalfReader(strings.NewReader(tree("5", ""))))
	if err != nil {
		t.Fatal(err)
	}
	rec, err := Files(t.Context(), "x", []trace.File{file}, nil)
	if err != nil || rec.Points[0].Time != 5 {
		t.Errorf("%v, error %v", rec, err)
	}
	var fault *trace.InputError
	if _, err := readStdin(t.Context(), iotest.ErrReader(io.ErrNoProgress)); !errors.As(err, &fault) {
		t.Errorf("%v", err)
	}
}

func FuzzOpen(f *testing.F) {
	f.Add([]byte(tree("1", "")), []byte(`{"time":1,"pointerMap":{"H":{"H":1}}}`))
	f.Add([]byte("PK\x03\x04"), []byte("\x1f\x8b\x08"))
	f.Add([]byte("JAVA PROFILE 1.0.2\x00\x00\x00\x00\x08"), []byte("\x28\xb5\x2f\xfd"))
	var native bytes.Buffer
	if w, err := nativepkg.NewWriter(&native, trace.WriterInfo{}); err != nil ||
		w.Counts(nativepkg.PointInfo{}, []trace.TypeCount{{Name: "app.A", Objects: 1, Bytes: 16}}) != nil ||
		w.Close() != nil {
		f.Fatal("no trace could be written")
	}
	f.Add(native.Bytes(), native.Bytes()[:native.Len()-30])
	f.Add([]byte("[1.0s][info][gc] GC(0) Pause Young (X) 6M->2M(48M) 4ms\n"), []byte("FLR\x00\x00\x02\x00\x01"))
	f.Fuzz(func(t *testing.T, a, b []byte) {
		files := []trace.File{trace.MemoryFile("a", a), trace.MemoryFile("points-to-maps/b", b), trace.MemoryFile("c", b)}
		rec, err := Files(t.Context(), "x", files, nil)
		if err != nil {
			var fault *trace.InputError
			if !errors.As(err, &fault) {
				t.Fatalf("%T: %v", err, err)
			}
			return
		}
		for i := range rec.Points {
			if tree := rec.Points[i].Tree; tree != nil {
				tracetest.CheckTree(t, tree)
			}
		}
	})
}
