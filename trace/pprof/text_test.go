package pprof

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"memcity/trace"
	"memcity/trace/internal/sites"
)

// program writes the program that wrote the profiles into a folder and returns its path.
func program(t testing.TB) string {
	t.Helper()
	f, err := os.Open("testdata/program/shop.gz")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	r, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "shop")
	data, err := io.ReadAll(r)
	if err == nil {
		err = os.WriteFile(path, data, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	return path
}

// texts returns the profiles of a folder with the path of their program.
func texts(t testing.TB, pattern, program string) (files []trace.File) {
	t.Helper()
	for _, f := range filesIn(t, pattern) {
		data, err := os.ReadFile(f.Name)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, trace.MemoryFile(f.Base(), bytes.ReplaceAll(data, []byte("/srv/shop"), []byte(program))))
	}
	return files
}

func framesIn(s *trace.Site) (names []string) {
	for _, f := range s.Frames {
		names = append(names, f.String())
	}
	return names
}

// countsOf returns the counts of a point as lines, largest first.
func countsOf(p *trace.Point) (lines []string) {
	counts := slices.Clone(p.Counts)
	slices.SortFunc(counts, func(a, b trace.TypeCount) int { return int(b.Bytes - a.Bytes) })
	for _, c := range counts {
		lines = append(lines, fmt.Sprintf("%s %d %d", c.Name, c.Objects, c.Bytes))
	}
	return lines
}

// TestGperftools opens profiles of gperftools 2.10. google-pprof --show_bytes prints the same totals. Its lines come from addr2line.
func TestGperftools(t *testing.T) {
	rec, err := Open(t.Context(), texts(t, "testdata/gperftools/*.heap", program(t)), nil)
	if err != nil {
		t.Fatal(err)
	}
	if rec.Runtime != trace.Native || rec.Recorded.Interval != 0 || len(rec.Points) != 3 {
		t.Fatalf("runtime %v, interval %d, %d points", rec.Runtime, rec.Recorded.Interval, len(rec.Points))
	}
	for i, want := range [][2]int64{{1294, 200184}, {2588, 400232}, {3882, 600416}} {
		if objects, size := totals(rec.Points[i].Counts); objects != want[0] || size != want[1] {
			t.Errorf("point %d: %d objects, %d bytes, want %d", i, objects, size, want)
		}
	}
	if got, want := countsOf(&rec.Points[2]), []string{"shop::Cart:make 2588 517600", "shop:note 1294 82816"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	want := []string{"shop::Cart.make(shop.cc:20)", "shop::Cart.add(shop.cc:16)", "shop.serve(shop.cc:35)", "shop.main(shop.cc:40)", "libc.so.6.0x27249(Unknown Source)"}
	if got := framesIn(rec.Points[2].Counts[0].Site); !slices.Equal(got[:5], want) {
		t.Errorf("frames %q, want %q", got, want)
	}
	if len(rec.Warnings) != 3 || rec.Warnings[0].Text != "functions of libc.so.6 have no names: the file is not on this computer" {
		t.Errorf("warnings %v", rec.Warnings)
	}
}

// TestJemalloc opens profiles of jemalloc 5.3. jeprof --show_bytes prints the same totals, up to rounding: 1,064 objects with 263,608 bytes, 2,632
// with 526,331, and 4,135 with 784,828.
func TestJemalloc(t *testing.T) {
	rec, err := Open(t.Context(), texts(t, "testdata/jemalloc/*.heap", program(t)), nil)
	if err != nil {
		t.Fatal(err)
	}
	if rec.Runtime != trace.Native || rec.Recorded.Interval != 1024 || len(rec.Points) != 3 {
		t.Fatalf("runtime %v, interval %d, %d points", rec.Runtime, rec.Recorded.Interval, len(rec.Points))
	}
	for i, want := range [][2]int64{{1063, 263607}, {2632, 526330}, {4135, 784828}} {
		if objects, size := totals(rec.Points[i].Counts); objects != want[0] || size != want[1] {
			t.Errorf("point %d: %d objects, %d bytes, want %d", i, objects, size, want)
		}
	}
	want := []string{"shop::Cart:make 2764 615234", "shop:note 1370 87674", "libstdc++.so.6.0.30:0xa57b9 1 81920"}
	if got := countsOf(&rec.Points[2]); !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

func decodeText(text string) (*sites.Point, string, error) {
	p, _, warning, err := decode([]byte(text), sites.NewTable(), nil)
	return p, warning, err
}

func read(t testing.TB, path string) string {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// TestSampledText reads a sampled profile of tcmalloc. google-pprof estimates 137,771 objects with 16,203,093 bytes.
func TestSampledText(t *testing.T) {
	text := strings.Replace(read(t, "testdata/gperftools/shop.0003.heap"), "@ heapprofile", "@ heap_v2/4096", 1)
	p, warning, err := decodeText(text)
	if err != nil || warning != "" || p.Interval != 4096 {
		t.Fatalf("%v, %q, %+v", err, warning, p)
	}
	if objects, size := totals(p.Counts()); objects != 137770 || size != 16203093 {
		t.Errorf("%d objects, %d bytes", objects, size)
	}
}

// TestOtherTexts checks what profiles of growth and of fragmentation are called.
func TestOtherTexts(t *testing.T) {
	for _, kind := range []string{"growth", "growthz", "fragmentation"} {
		text := strings.Replace(read(t, "testdata/gperftools/shop.0003.heap"), "@ heapprofile", "@ "+kind, 1)
		p, warning, err := decodeText(text)
		if err != nil || p.Interval != 0 || !strings.HasPrefix(warning, "it is a "+strings.TrimSuffix(kind, "z")+" profile: memory that the allocator ") {
			t.Fatalf("%s: %v, %q", kind, err, warning)
		}
		if _, size := totals(p.Counts()); size != 600416 {
			t.Errorf("%s: %d bytes", kind, size)
		}
	}
}

// TestSymbolSection reads a profile that pprof --raw fetched from a server.
func TestSymbolSection(t *testing.T) {
	text := "--- symbol\nbinary=/srv/shop\n0x000055d8bdab61df shop::Cart::add(int)<00000000000011c4>--shop::Cart::make(int)\n" +
		"0x000055d8bdab617b serve(int)\n0x000055d8bdab6156 shop::note(int)\n0x000055d8bdab618d 0x000055d8bdab618d\n---\n--- heap\n" +
		read(t, "testdata/gperftools/shop.0003.heap")
	p, warning, err := decodeText(text)
	if err != nil || warning != "" {
		t.Fatalf("%v, %q", err, warning)
	}
	want := []string{"shop::Cart.make(Unknown Source)", "shop::Cart.add(Unknown Source)", "shop.serve(Unknown Source)", "shop.0x119c(Unknown Source)"}
	if got := framesIn(p.Counts()[0].Site); !slices.Equal(got[:4], want) {
		t.Errorf("frames %q, want %q", got, want)
	}
	if !Sniff([]byte(text)) {
		t.Error("it is not recognized")
	}
	for _, cut := range []string{"\n---\n", "--- heap\n", "heap profile"} {
		if _, _, err := decodeText(text[:strings.Index(text, cut)]); err == nil {
			t.Errorf("a file that ends before %q is read", cut)
		}
	}
}

// TestNewerProgram checks that a program that was changed after a profile names no functions.
func TestNewerProgram(t *testing.T) {
	path := program(t)
	old := texts(t, "testdata/gperftools/*3.heap", path)
	old[0].Modified = time.UnixMilli(1e12)
	rec, err := Open(t.Context(), old, nil)
	if err != nil || len(rec.Warnings) != 1 || rec.Warnings[0].Text != "functions of shop and 1 more file have no names: the file is newer than the profile" {
		t.Fatalf("%v, %v", err, rec.Warnings)
	}
	if got := rec.Points[0].Counts[0].Name; got != "shop:0x11de" {
		t.Error(got)
	}
}

// TestCutTexts cuts texts at each byte of their samples. No cut may be read like the whole profile without a warning.
func TestCutTexts(t *testing.T) {
	for _, path := range []string{"testdata/gperftools/shop.0003.heap", "testdata/jemalloc/shop.41.2.i2.heap"} {
		text := read(t, path)
		for n := range strings.Index(text, "MAPPED_LIBRARIES:") {
			if p, warning, err := decodeText(text[:n]); err == nil && warning == "" {
				t.Errorf("%s cut at byte %d: %+v", path, n, p)
			}
		}
	}
}

// TestBadTexts checks the errors about bad numbers.
func TestBadTexts(t *testing.T) {
	for text, want := range map[string]string{
		"heap_v2/\n":                                           "line 1: expected heap_v2/BYTES",
		"heap_v2/0\n  t*: 1: 2 [0: 0]\n":                       "line 1: expected heap_v2/BYTES",
		"heap_v2/9223372036854775808\n":                        "line 1: expected heap_v2/BYTES",
		"heap_v2/1024\n":                                       "line 1: expected the counts of all threads",
		"heap_v2/1024\n@ 0x1\n  t*: 1 2 [0: 0]\n":              "line 3: expected the counts of a call stack",
		"heap_v2/1024\n  t*: 1: 2 [0: 0]\n@ 0x1\n":             "line 3: expected the counts of all threads",
		"heap_v2/1024\n  t*: 1: 2 [0: 0]\n  t*: 1: 2 [0: 0]\n": "line 3: expected the counts of a call stack",
		"heap_v2/1024\n  t*: 1: 2 [0: 0]\n@ 0x1\n@ 0x2\n":      "line 4: expected a call stack or its counts",
		"heap_v2/1024\n  t*: 1: 2 [0: 0]\n@ 0x1\n  t*: 99999999999999999999: 1 [0: 0]\n": "expected a profile",
		"heap_v2/1024\n  t*: 1: 2 [0: 0]\n@ 0x12345678901234567\n  t*: 1: 2 [0: 0]\n":    "expected a profile",
		"heap profile: 1: 2 [1: 2] @ heapprofile\n1: x [1: 2] @ 0x1\n":                   "expected a profile",
	} {
		if _, _, err := decodeText(text); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
}

// FuzzText reads texts of gperftools and jemalloc.
func FuzzText(f *testing.F) {
	f.Add(read(f, "testdata/gperftools/shop.0003.heap"))
	f.Add(read(f, "testdata/jemalloc/shop.41.2.i2.heap"))
	f.Add("--- symbol\nbinary=/srv/shop\n0x1 a--b\n---\n--- heap\nheap profile: 1: 2 [1: 2] @ heap_v2/4\n1: 2 [1: 2] @ 0x2\nMAPPED_LIBRARIES:\n")
	f.Add("heap profile: 2: 9 [1: 2] @ growthz\n2: 9 [1: 2] @ 0x2\nMAPPED_LIBRARIES:\n1-3 r-xp 00000000 00:00 1 /a/b\n")
	f.Fuzz(func(t *testing.T, text string) {
		p, _, err := decodeText(text)
		if err != nil {
			return
		}
		for _, c := range p.Counts() {
			if c.Objects < 0 || c.Bytes < 0 || c.Name == "" || c.Site != nil && len(c.Site.Frames) == 0 {
				t.Errorf("count %+v", c)
			}
		}
	})
}
