package index_test

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"memcity/trace/index"
	"memcity/trace/tracetest/columns"
)

type head struct {
	Text  string
	Names map[int][]string
}

var (
	someHead = head{"a head", map[int][]string{3: {"a", "b"}, 5: nil}}
	numbers  = []uint32{1, 2, 3, 1 << 31}
	long     = []uint64{1 << 60, 7}
)

func keep(t *testing.T, f *index.Folder, x *index.Index) {
	t.Helper()
	x.Keep("part", &someHead, index.Bytes(numbers), nil, index.Bytes(long))
	f.Wait()
}

// kept reports whether the part is stored unchanged.
func kept(t *testing.T, x *index.Index) bool {
	t.Helper()
	var h head
	columns, ok := x.Read("part", &h)
	if !ok {
		return false
	}
	r := index.NewReader(columns)
	a, none, b := index.Next[uint32](r), index.Next[uint16](r), index.Next[uint64](r)
	if r.End() != nil || !slices.Equal(a, numbers) || none != nil || !slices.Equal(b, long) || h.Text != someHead.Text ||
		!slices.Equal(h.Names[3], someHead.Names[3]) || len(h.Names) != 2 {
		t.Fatalf("%v, %v, %v, %+v, %v", a, none, b, h, r.Err)
	}
	return true
}

func TestPart(t *testing.T) {
	f := columns.Indexed(t)
	x := columns.IndexOf(t)
	if kept(t, x) {
		t.Error("something is kept before it was")
	}
	keep(t, f, x)
	if !kept(t, x) {
		t.Error("nothing is kept")
	}
	if _, ok := x.Read("another", &head{}); ok {
		t.Error("another part is kept")
	}
	columns, _ := x.Read("part", &head{})
	columns[0][0] = 99 // must not be visible to other readers
	if !kept(t, x) {
		t.Error("what was written to a column is in the file")
	}
}

// TestDamaged checks that a part with any damaged byte is rejected or unchanged, since some bytes between columns are unused. A truncated
// part must be rejected.
func TestDamaged(t *testing.T) {
	f := columns.Indexed(t)
	x := columns.IndexOf(t)
	keep(t, f, x)
	path := onlyFile(t, f)
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	read := 0
	for i := range whole {
		damaged := slices.Clone(whole)
		damaged[i] ^= 1 << (i % 8)
		write(t, path, damaged)
		if kept(t, x) {
			read++
		}
	}
	if read > 4*64 {
		t.Errorf("%d of %d bytes may be anything", read, len(whole))
	}
	for n := range whole {
		write(t, path, whole[:n])
		if kept(t, x) {
			t.Errorf("read after %d of %d bytes", n, len(whole))
		}
	}
}

// TestChanged checks that a changed input has another index, and that a moved one has the same.
func TestChanged(t *testing.T) {
	f := columns.Indexed(t)
	path := filepath.Join(t.TempDir(), "input")
	content := bytes.Repeat([]byte("0123456789abcdef"), 1<<14)
	write(t, path, content)
	then := time.Date(2026, 1, 2, 3, 4, 5, 6, time.UTC)
	touch(t, path, then)
	keep(t, f, columns.IndexAt(t, path))
	moved := path + "-moved"
	if err := os.Rename(path, moved); err != nil {
		t.Fatal(err)
	}
	if !kept(t, columns.IndexAt(t, moved)) {
		t.Error("moved: nothing is kept")
	}
	for what, change := range map[string]func(){
		"time":          func() { touch(t, moved, then.Add(time.Nanosecond)) },
		"size":          func() { write(t, moved, content[1:]); touch(t, moved, then) },
		"first byte":    func() { write(t, moved, changed(content, 0)); touch(t, moved, then) },
		"last byte":     func() { write(t, moved, changed(content, len(content)-1)); touch(t, moved, then) },
		"byte in there": func() { write(t, moved, changed(content, len(content)/3/4096*4096)); touch(t, moved, then) },
	} {
		change()
		if kept(t, columns.IndexAt(t, moved)) {
			t.Errorf("%s changed: the same is kept", what)
		}
		write(t, moved, content)
		touch(t, moved, then)
	}
	if !kept(t, columns.IndexAt(t, moved)) {
		t.Error("as it was: nothing is kept")
	}
}

// TestNothingKept checks that there is no index for small inputs, for inputs without a time, and without a folder. A nil index must store
// nothing.
func TestNothingKept(t *testing.T) {
	x := columns.IndexOf(t)
	if x != nil {
		t.Error("an index without a folder")
	}
	x.Keep("part", &someHead)
	if _, ok := x.Read("part", &head{}); ok {
		t.Error("something was kept without a folder")
	}
	f := index.In(t.TempDir(), 100, index.Limit, time.Now)
	defer index.Use(f)()
	content := bytes.NewReader(make([]byte, 200))
	for _, c := range []struct {
		in   index.Input
		want bool
	}{
		{index.Input{Path: "a", Size: 100, Modified: time.Now(), Content: content}, true},
		{index.Input{Path: "a", Size: 99, Modified: time.Now(), Content: content}, false},
		{index.Input{Path: "a", Size: 100, Content: content}, false},
		{index.Input{Size: 100, Modified: time.Now(), Content: content}, false},
	} {
		if got := index.Of(c.in) != nil; got != c.want {
			t.Errorf("%+v: an index %v", c.in, got)
		}
	}
}

// TestValue checks that a value is computed once per key, unless it must not be stored.
func TestValue(t *testing.T) {
	f := columns.Indexed(t)
	x := columns.IndexOf(t)
	made := 0
	value := func(x *index.Index, key any, keep bool, err error) (int, error) {
		v, err := index.Value(x, "value", key, func() (int, bool, error) { made++; return made, keep, err })
		f.Wait()
		return v, err
	}
	for i, c := range []struct {
		x    *index.Index
		key  any
		keep bool
		err  error
		want int
	}{
		{x, "a", true, nil, 1}, {x, "a", true, nil, 1}, {x, "b", true, nil, 2}, {x, "c", false, nil, 3}, {x, "c", true, errors.New("wrong"), 4},
		{x, "c", true, nil, 5}, {x, "c", true, nil, 5}, {nil, "a", true, nil, 6}, {x, func() {}, true, nil, 7}, {x, "b", true, nil, 2},
	} {
		if got, err := value(c.x, c.key, c.keep, c.err); got != c.want || err != c.err {
			t.Errorf("%d: %d, %v; expected %d", i, got, err, c.want)
		}
	}
}

func TestDigest(t *testing.T) {
	seen := map[string]string{}
	for name, digest := range map[string]string{
		"none":          index.Digest(0, nil),
		"text":          index.Digest(0, nil, []byte("ab"), []byte("c")),
		"another cut":   index.Digest(0, nil, []byte("a"), []byte("bc")),
		"one":           index.Digest(1, count),
		"many":          index.Digest(1<<20, count),
		"one more":      index.Digest(1<<20+1, count),
		"text and many": index.Digest(1<<20, count, []byte("ab")),
		"one differs": index.Digest(1<<20, func(from int, into []uint32) {
			count(from, into)
			if from == 1<<19 {
				into[7]++
			}
		}),
	} {
		if other, ok := seen[digest]; ok {
			t.Errorf("%s is recognised as %s", name, other)
		}
		seen[digest] = name
	}
	if digest := index.Digest(1<<20, count); seen[digest] != "many" {
		t.Error("two digests of the same")
	}
}

func count(from int, into []uint32) {
	for i := range into {
		into[i] = uint32(from + i)
	}
}

func FuzzPart(f *testing.F) {
	folder := index.In(filepath.Join(f.TempDir(), "index"), 1, index.Limit, time.Now)
	f.Cleanup(index.Use(folder))
	x := columns.IndexOf(f)
	x.Keep("part", &someHead, index.Bytes(numbers))
	folder.Wait()
	files, err := filepath.Glob(filepath.Join(folder.Path(), "*"))
	if err != nil || len(files) != 1 {
		f.Fatal(files, err)
	}
	whole, err := os.ReadFile(files[0])
	if err != nil {
		f.Fatal(err)
	}
	f.Add(whole)
	f.Add(whole[:40])
	f.Add([]byte("memcity index 1\n\xff\xff\x00\x00"))
	f.Fuzz(func(t *testing.T, data []byte) {
		write(t, files[0], data)
		x.Read("part", &head{})
		if _, err := folder.List(); err != nil {
			t.Fatal(err)
		}
	})
}

func onlyFile(t *testing.T, f *index.Folder) string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(f.Path(), "*"))
	if err != nil || len(files) != 1 || strings.HasSuffix(files[0], ".part") {
		t.Fatal(files, err)
	}
	return files[0]
}

func changed(content []byte, at int) []byte {
	content = slices.Clone(content)
	content[at]++
	return content
}

func write(t *testing.T, path string, content []byte) {
	t.Helper()
	if err := os.WriteFile(path, content, 0o600); err != nil {
		t.Fatal(err)
	}
}

func touch(t *testing.T, path string, at time.Time) {
	t.Helper()
	if err := os.Chtimes(path, at, at); err != nil {
		t.Fatal(err)
	}
}
