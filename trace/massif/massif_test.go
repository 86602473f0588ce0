package massif

import (
	"bytes"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"memcity/trace"
	"memcity/trace/internal/sites"
)

func testFile(t testing.TB, name string) []byte {
	t.Helper()
	data, err := os.ReadFile("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func open(t *testing.T, files ...trace.File) *trace.Recording {
	t.Helper()
	rec, err := Open(t.Context(), files, nil)
	if err != nil {
		t.Fatal(err)
	}
	return rec
}

func total(counts []trace.TypeCount) (bytes int64) {
	for _, c := range counts {
		bytes += c.Bytes
	}
	return bytes
}

// bytesOf returns the bytes of a site at a point, given its frames.
func bytesOf(counts []trace.TypeCount, frames ...string) int64 {
	for _, c := range counts {
		var names []string
		if c.Site != nil {
			for _, f := range c.Site.Frames {
				names = append(names, f.String())
			}
		}
		if slices.Equal(names, frames) {
			return c.Bytes
		}
	}
	return -1
}

// detailed matches the bytes of detailed snapshots.
var detailed = regexp.MustCompile(`mem_heap_B=(\d+)\n.*\n.*\nheap_tree=(?:detailed|peak)`)

// TestShop opens a profile of a program in C++. ms_print prints the same totals.
func TestShop(t *testing.T) {
	data := testFile(t, "shop.massif.out")
	rec := open(t, trace.MemoryFile("massif.out.7", data))
	if rec.Runtime != trace.Native || rec.Knows != trace.KnowsSites || rec.SiteInterval() != 0 {
		t.Errorf("runtime %v, knows %v, interval %d", rec.Runtime, rec.Knows.Names(), rec.SiteInterval())
	}
	var got, want []int64
	for i := range rec.Points {
		got = append(got, total(rec.Points[i].Counts))
	}
	for _, m := range detailed.FindAllSubmatch(data, -1) {
		n, err := strconv.ParseInt(string(m[1]), 10, 64)
		if err != nil {
			t.Fatal(err)
		}
		want = append(want, n)
	}
	if len(want) < 10 || !slices.Equal(got, want) {
		t.Errorf("totals %v, want %v", got, want)
	}
	last := rec.Points[len(rec.Points)-1].Counts
	if n := bytesOf(last, "shop::Store.add(m.cc:6)", "m.cc.main(m.cc:8)"); n != 428112 {
		t.Errorf("%d bytes of orders", n)
	}
	if n := bytesOf(last, "m.cc.buffer(m.cc:7)"); n != 1000 { // below the threshold
		t.Errorf("%d bytes of buffers without callers", n)
	}
	if len(rec.Warnings) != 1 || !strings.Contains(rec.Warnings[0].Text, "snapshots have only totals") || !strings.Contains(rec.Warnings[0].Text, "--time-unit=ms") {
		t.Errorf("warnings %v", rec.Warnings)
	}
}

func TestTimes(t *testing.T) {
	rec := open(t, trace.MemoryFile("massif.out.7", testFile(t, "times.massif.out")), trace.MemoryFile("massif.out.8", testFile(t, "shop.massif.out")))
	var times []trace.Millis
	for i := range rec.Points {
		times = append(times, rec.Points[i].Time)
	}
	if !slices.Equal(times, []trace.Millis{0, 622, 631, 639, 655, 655, 655, 656, 669}) || !rec.Knows.Has(trace.KnowsTimes) || rec.StartUnix != 0 {
		t.Errorf("times %v", times)
	}
	if len(rec.Warnings) != 2 || !strings.Contains(rec.Warnings[1].Text, "another process") {
		t.Errorf("warnings %v", rec.Warnings)
	}
}

func TestFrame(t *testing.T) {
	for text, want := range map[string]string{
		"0x109270: buffer(unsigned long) (m.cc:7)":                            "m.cc.buffer(m.cc:7)",
		"0x48F87B9: ??? (in /usr/lib/libstdc++.so.6.0.30)":                    "libstdc++.so.6.0.30.0x48F87B9(Unknown Source)",
		"0x499295B: std::string::_M_construct(unsigned long, char) (in /a/b)": "std::string._M_construct(Unknown Source)",
		"0x1: main":              "main(Unknown Source)",
		"0x1: f(int) (x.c:none)": "f(Unknown Source)",
	} {
		if f, ok := frame(text); !ok || f.String() != want {
			t.Errorf("%s: %s, want %s", text, f, want)
		}
	}
	if _, ok := frame("in 3 places, all below massif's threshold (1.00%)"); ok {
		t.Error("places are a frame")
	}
}

// TestDamaged cuts a profile at each byte. A cut file has the snapshots before the cut, or an error.
func TestDamaged(t *testing.T) {
	data := testFile(t, "times.massif.out")
	whole, err := decode(data, sites.NewTable())
	if err != nil {
		t.Fatal(err)
	}
	for n := range len(data) {
		c, err := decode(data[:n], sites.NewTable())
		complete := bytes.Count(data[:n], []byte("#-----------\nsnapshot="))
		if err == nil && (len(c.Points) > complete || len(c.Points) == len(whole.Points)) {
			t.Fatalf("cut at byte %d: %d points of %d", n, len(c.Points), complete)
		}
		if err == nil && data[n-1] != '\n' && !strings.Contains(c.Warning, "ends within a line") {
			t.Fatalf("cut at byte %d: %q", n, c.Warning)
		}
	}
}

func TestHostile(t *testing.T) {
	const head = "desc: x\ntime_unit: ms\nsnapshot=0\ntime=1\nmem_heap_B=9\n"
	deep := "heap_tree=peak\n"
	for i := range maxDepth + 3 {
		deep += strings.Repeat(" ", i) + "n1: 9 0x1: f (f.c:1)\n"
	}
	for text, want := range map[string]string{
		"heap_tree=peak\nn0: 8 x\n":                                "line 7: the tree has 8 bytes, expected mem_heap_B, 9",
		"heap_tree=peak\nn2: 9 x\n n0: 5 0x1: f\n n0: 5 0x2: g\n":  "line 9: the callers have more bytes",
		"heap_tree=peak\nn2: 9 x\n n0: 5 0x1: f\n":                 "the file ends within a tree",
		"heap_tree=peak\nn999999999999: 9 x\n":                     "expected the number of callers",
		"heap_tree=peak\nn-1: 9 x\n":                               "expected the number of callers",
		"heap_tree=peak\nn1: 9 x\nn0: 9 0x1: f\n":                  "line 8: expected a line of the tree at level 1",
		"heap_tree=peak\nn1: 9 x\n n0: 99999999999999999999 0x1\n": "expected a number",
		"heap_tree=peak\nn1: 9 x\n n1: 9 f\n":                      "line 8: expected a function with its address",
		"mem_heap_B=-1\n":                                          "line 6: mem_heap_B=-1: expected a number",
		"heap_tree=empty\n":                                        "none of its 1 snapshots has call stacks",
		deep:                                                       "the tree has more than 2000 levels",
	} {
		if _, err := decode([]byte(head+text), sites.NewTable()); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.60q: %v, want %q", text, err, want)
		}
	}
}

func TestSniff(t *testing.T) {
	if !Sniff(testFile(t, "shop.massif.out")[:300]) || Sniff([]byte("desc: a package\n")) || Sniff(nil) {
		t.Error("wrong")
	}
}

func FuzzDecode(f *testing.F) {
	f.Add(testFile(f, "times.massif.out")[:3000])
	f.Add([]byte("desc: x\ncmd: y\ntime_unit: ms\nsnapshot=0\ntime=1\nmem_heap_B=9\nheap_tree=peak\nn1: 9 x\n n0: 9 0x1: a::f(int) (f.c:1)\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		c, err := decode(data, sites.NewTable())
		if err != nil {
			return
		}
		for _, p := range c.Points {
			for _, count := range p.Counts() {
				if count.Bytes <= 0 || count.Name == "" || count.Site != nil && len(count.Site.Frames) == 0 {
					t.Errorf("count %+v", count)
				}
			}
		}
	})
}
