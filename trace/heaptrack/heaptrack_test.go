package heaptrack

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"testing"

	"memcity/trace"
	"memcity/trace/internal/sites"
)

func packed(t testing.TB) []byte {
	t.Helper()
	data, err := os.ReadFile("testdata/slow.gz")
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func plain(t testing.TB) []byte {
	t.Helper()
	r, err := gzip.NewReader(bytes.NewReader(packed(t)))
	if err != nil {
		t.Fatal(err)
	}
	data, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func totals(counts []trace.TypeCount) (objects, bytes int64) {
	for _, c := range counts {
		objects, bytes = objects+c.Objects, bytes+c.Bytes
	}
	return objects, bytes
}

// TestSlow opens the recording of a program that keeps 400 orders of 144 bytes, with texts of 51 bytes, and 4 buffers of 5,000 bytes.
// heaptrack_print reports 98.00K as leaked.
func TestSlow(t *testing.T) {
	rec, err := Open(t.Context(), []trace.File{trace.MemoryFile("heaptrack.slow.1.gz", packed(t)), trace.MemoryFile("b", plain(t))}, nil)
	if err != nil {
		t.Fatal(err)
	}
	n := len(rec.Points)
	if rec.Runtime != trace.Native || rec.Knows != trace.KnowsSites|trace.KnowsTimes || rec.SiteInterval() != 0 || n < 10 || n > maxPoints+1 || !rec.Points[n-1].Final {
		t.Fatalf("runtime %v, knows %v, %d points", rec.Runtime, rec.Knows.Names(), n)
	}
	for i := 1; i < n; i++ {
		if rec.Points[i].Time <= rec.Points[i-1].Time {
			t.Errorf("point %d: time %v after %v", i, rec.Points[i].Time, rec.Points[i-1].Time)
		}
	}
	last := rec.Points[n-1].Counts
	if objects, size := totals(last); objects != 804 || size != 98000 {
		t.Errorf("%d objects, %d bytes", objects, size)
	}
	i := slices.IndexFunc(last, func(c trace.TypeCount) bool { return c.Name == "shop::Store:add" })
	if i < 0 || last[i].Objects != 400 || last[i].Bytes != 57600 || last[i].Site.Frames[0].String() != "shop::Store.add(slow.cc:6)" ||
		last[i].Site.Frames[1].String() != "slow.main(slow.cc:8)" {
		t.Errorf("%+v", last)
	}
	if len(rec.Warnings) != 1 || !strings.Contains(rec.Warnings[0].Text, "another process") {
		t.Errorf("warnings %v", rec.Warnings)
	}
}

// TestManyTimes checks that the points of a long run are regular and few.
func TestManyTimes(t *testing.T) {
	var b strings.Builder
	b.WriteString("v 10400 3\nX a\ns 1 f\ni 1 1 1\nt 1 0\na 10 1\n")
	for i := range 10_000 {
		fmt.Fprintf(&b, "+ 0\nc %x\n", i*10)
	}
	c, err := replay(strings.NewReader(b.String()), sites.NewTable())
	if err != nil || len(c.Points) < maxPoints/2 || len(c.Points) > maxPoints+1 {
		t.Fatalf("%v, %d points", err, len(c.Points))
	}
	for i, p := range c.Points {
		if objects, size := totals(p.Counts()); objects != p.Time/10+1 || size != 16*objects {
			t.Errorf("point %d at %d ms: %d objects, %d bytes", i, p.Time, objects, size)
		}
	}
}

// TestDamaged cuts a recording at many bytes. A cut within a line is reported.
func TestDamaged(t *testing.T) {
	data := plain(t)
	for n := 0; n < len(data); n += 11 {
		c, err := replay(bytes.NewReader(data[:n]), sites.NewTable())
		if n > 0 && data[n-1] != '\n' && err == nil && !strings.Contains(c.Warning, "ends within a line") {
			t.Fatalf("cut at byte %d: %q", n, c.Warning)
		}
	}
	rec, err := Open(t.Context(), []trace.File{trace.MemoryFile("a.gz", packed(t)[:1000])}, nil)
	if err == nil && len(rec.Warnings) == 0 {
		t.Error("a cut file is opened without a warning")
	}
}

func TestHostile(t *testing.T) {
	const head = "v 10400 3\nX a\ns 1 f\n"
	for text, want := range map[string]string{
		"":                                       "expected a line with the version",
		"v 10400 0\n":                            "line 1: expected version 1 to 3",
		"v 10400 9\n":                            "line 1: expected version 1 to 3",
		"v 10400 3\nx a\n":                       "line 2: the recording is raw",
		head + "s 9 abc\n":                       "line 4: expected a text of 9 bytes",
		head + "i 1 2\n":                         "line 4: expected hexadecimal numbers",
		head + "i 1 1 1 zz\n":                    "line 4: expected hexadecimal numbers",
		head + "t 1 0\n":                         "line 4: expected hexadecimal numbers",
		head + "t 0 1\n":                         "line 4: expected hexadecimal numbers", // its own caller
		head + "a ffffffffffff1 0":               "ends within a line",
		head + "a ffffffffffff1 0\n":             "line 4: expected hexadecimal numbers",
		head + "+ 0\n":                           "line 4: expected the number of a line with a size",
		head + "c 5\nc 4\n":                      "line 5: expected a time after 5",
		head + strings.Repeat("x", maxLine) + "": "expected at most",
	} {
		if _, err := replay(strings.NewReader(text), sites.NewTable()); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.60q: %v, want %q", text, err, want)
		}
	}
	c, err := replay(strings.NewReader(head+"a 8 0\n- 0\n+ 0\n- 0\n- 0\n"), sites.NewTable())
	if err != nil || len(c.Points) != 1 || len(c.Points[0].Counts()) != 0 {
		t.Errorf("%v, %+v", err, c)
	}
}

func TestSniff(t *testing.T) {
	if !Sniff(plain(t)[:100]) || !Sniff([]byte("v 10400 3\nx /bin/a\n")) {
		t.Error("not recognized")
	}
	for _, text := range []string{"", "v ", "v 1 2", "v 1.2 3\nX a\n", "version\n", "v 1 2 3\nX a\n"} {
		if Sniff([]byte(text)) {
			t.Errorf("%q is recognized", text)
		}
	}
}

func FuzzReplay(f *testing.F) {
	f.Add(plain(f)[:2000])
	f.Add([]byte("v 10400 3\nX a\ns 1 f\ni 1 1 1\nt 1 0\na 10 1\n+ 0\nc 5\n- 0\nc 9\n"))
	f.Add([]byte("v 10200 2\nX a\ns f\ni 1 0 1 1 5 1 1 6\nt 1 0\nt 1 1\na 10 2\n+ 0\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		Sniff(data)
		c, err := replay(bytes.NewReader(data), sites.NewTable())
		if err != nil {
			return
		}
		for _, p := range c.Points {
			for _, count := range p.Counts() {
				if count.Objects < 0 || count.Bytes < 0 || count.Name == "" || count.Site != nil && len(count.Site.Frames) == 0 {
					t.Errorf("count %+v", count)
				}
			}
		}
	})
}
