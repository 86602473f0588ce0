package flame

import (
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"memcity/trace"
	"memcity/trace/internal/sites"
)

// warning is the warning about each flame graph.
const warning = sites.WithoutObjects + ". The profile does not say whether its numbers are sampled: they are shown as exact"

// node is a call with its callees.
type node struct {
	name  string
	self  int64
	below []*node
}

func (n *node) total() int64 {
	sum := n.self
	for _, b := range n.below {
		sum += b.total()
	}
	return sum
}

// encode returns a tree in the format of Pyroscope.
func encode(root *node) string {
	var g graph
	g.Version, g.Flamebearer.Total = 1, root.total()
	g.Metadata.Format, g.Metadata.Units, g.Metadata.Name = "single", "bytes", "inuse_space"
	g.Timeline.Start, g.Timeline.Duration, g.Timeline.Samples = 1796122000, 10, []int64{1, 2, 3}
	index := map[string]int64{}
	type placed struct {
		*node
		at int64
	}
	for level := []placed{{root, 0}}; len(level) > 0; {
		var numbers []int64
		var next []placed
		end := int64(0)
		for _, p := range level {
			i, ok := index[p.name]
			if !ok {
				i = int64(len(index))
				index[p.name] = i
				g.Flamebearer.Names = append(g.Flamebearer.Names, p.name)
			}
			numbers = append(numbers, p.at-end, p.total(), p.self, i)
			end = p.at + p.total()
			at := p.at
			for _, b := range p.below {
				next = append(next, placed{b, at})
				at += b.total()
			}
		}
		g.Flamebearer.Levels, level = append(g.Flamebearer.Levels, numbers), next
	}
	data, err := json.Marshal(g)
	if err != nil {
		panic(err)
	}
	return string(data)
}

// service is a Go service that keeps orders.
func service() *node {
	return &node{"total", 0, []*node{
		{"runtime.main", 0, []*node{{"main.main", 24, []*node{{"main.(*Shop).add", 4096, nil}, {"bytes.growSlice", 512, nil}}}}},
		{"net/http.(*conn).serve", 0, []*node{{"main.handle", 0, []*node{{"main.(*Shop).add", 8192, nil}}}}},
	}}
}

// described returns the counts of a point with their stacks, sorted.
func described(p *sites.Point) (lines []string) {
	for _, c := range p.Counts() {
		line := fmt.Sprintf("%s %d:", c.Name, c.Bytes)
		if c.Site != nil {
			for _, f := range c.Site.Frames {
				line += " " + f.Class + "|" + f.Method
			}
		}
		lines = append(lines, line)
	}
	slices.Sort(lines)
	return lines
}

func TestPyroscope(t *testing.T) {
	c, err := bearer([]byte(encode(service())), sites.NewTable())
	if err != nil || c.Runtime != trace.Golang || c.Points[0].Time != 1796122030_000 || c.Warning != warning {
		t.Fatalf("%v, runtime %v, warning %q", err, c.Runtime, c.Warning)
	}
	want := []string{
		"bytes:growSlice 512: bytes|growSlice main|main runtime|main",
		"main:(*Shop).add 4096: main|(*Shop).add main|main runtime|main",
		"main:(*Shop).add 8192: main|(*Shop).add main|handle net/http|(*conn).serve",
		"main:main 24: main|main runtime|main",
	}
	if got := described(c.Points[0]); !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// TestPublished reads the example in Pyroscope's repository, as bytes: callees of two neighboring calls, with a gap between them.
func TestPublished(t *testing.T) {
	const text = `{"flamebearer":{"names":["total","runtime.main","main.slowFunction","main.work","main.main","main.fastFunction"],
		"levels":[[0,988,0,0],[0,988,0,1],[0,214,0,5,0,3,2,4,0,771,0,2],[0,214,214,3,2,1,1,5,0,771,771,3]],"numTicks":988,"maxSelf":771},
		"metadata":{"format":"single","sampleRate":100,"spyName":"gospy","units":"bytes"},"version":1}`
	c, err := bearer([]byte(text), sites.NewTable())
	want := []string{
		"main:fastFunction 1: main|fastFunction main|main runtime|main",
		"main:main 2: main|main runtime|main",
		"main:work 214: main|work main|fastFunction runtime|main",
		"main:work 771: main|work main|slowFunction runtime|main",
	}
	if err != nil || !slices.Equal(described(c.Points[0]), want) || c.Points[0].Time != 0 {
		t.Errorf("%v, %q", err, described(c.Points[0]))
	}
	if !SniffPyroscope([]byte(text)) || !SniffPyroscope([]byte(encode(service()))) || SniffPyroscope([]byte(`{"a":"flamebearer"}`)) {
		t.Error("not recognized")
	}
}

func TestBadGraphs(t *testing.T) {
	text := encode(service())
	for n := range len(text) {
		if _, err := bearer([]byte(text[:n]), sites.NewTable()); err == nil {
			t.Fatalf("cut at byte %d of %d", n, len(text))
		}
	}
	for _, x := range []struct{ old, new, want string }{
		{`"version":1`, `"version":2`, "version 2: expected version 1"},
		{`"bytes"`, `"samples"`, `its numbers are "samples", not bytes`},
		{`"single"`, `"double"`, "it is the comparison of two flame graphs"},
		{`inuse_space`, `alloc_space`, "it is an allocation profile"},
		{`[[0,`, `[[9,`, "level 0: call 0: "},
		{`[[0,`, `[[-1,`, "level 0: call 0: "},
		{`"numTicks":12824`, `"numTicks":12825`, "the calls have 12824 bytes, but the total is 12825"},
		{`"numTicks":12824`, `"numTicks":9223372036854775807`, "the calls have 12824 bytes, but the total is"},
		{`,8192,8192,`, `,8192,8191,`, "the calls have 12823 bytes"},
		{`[[0,12824,0,0]`, `[[0,12824,0,99]`, "level 0: call 0: name 99 of 7"},
		{`[[0,12824,0,0]`, `[[0,12824,0]`, "level 0: it has 3 numbers"},
		{`[[0,12824,0,0]`, `[[0,12800,0,0]`, "level 1: call 1: it has no caller in the level above"},
		{`[[0,12824,0,0]`, `[["0",12824,0,0]`, "byte "},
	} {
		if _, err := bearer([]byte(strings.Replace(text, x.old, x.new, 1)), sites.NewTable()); err == nil || !strings.HasPrefix(err.Error(), x.want) {
			t.Errorf("%s: %v, want %q", x.new, err, x.want)
		}
	}
}

// TestFolded opens the output of google-pprof --collapsed --show_bytes for a profile with 600,416 bytes.
func TestFolded(t *testing.T) {
	f, err := trace.DiskFile("testdata/shop.bytes.folded")
	if err != nil {
		t.Fatal(err)
	}
	rec, err := OpenFolded(t.Context(), []trace.File{f}, nil)
	if err != nil || rec.Runtime != trace.Native || len(rec.Warnings) != 1 || rec.Warnings[0].Text != warning {
		t.Fatalf("%v, %+v", err, rec)
	}
	counts := rec.Points[0].Counts
	if f := counts[0].Site.Frames; len(f) != 7 || f[0].Method != "make" || f[2].Method != "serve" {
		t.Errorf("%+v", f)
	}
	if len(counts) != 2 || counts[0].Name != "shop::Cart:make" || counts[0].Bytes != 517600 || counts[1].Name != "shop:note" || counts[1].Bytes != 82816 {
		t.Errorf("%+v", counts)
	}
	f.Name = "shop.folded"
	if _, err := OpenFolded(t.Context(), []trace.File{f}, nil); err == nil || !strings.HasSuffix(err.Error(), "rename the file to shop.bytes.folded") {
		t.Error(err)
	}
}

func TestFoldedNames(t *testing.T) {
	const text = "main (cart.py:3);add (/srv/cart.py:12) 4096\nlib/cart.rb:7 - fill 20.5\njava.util.HashMap.put;java.util.HashMap.resize 8\n\n"
	c, err := folded([]byte(text), sites.NewTable())
	if err != nil || c.Runtime != trace.Other {
		t.Fatal(err)
	}
	want := []string{"add 4096: |add |main", "fill 21: |fill", "java.util.HashMap:resize 8: java.util.HashMap|resize java.util.HashMap|put"}
	if got := described(c.Points[0]); !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	if f := c.Points[0].Counts()[0].Site.Frames[0]; f.File != "cart.py" || f.Line != 12 {
		t.Errorf("%+v", f)
	}
	for text, want := range map[string]string{"a;b": "line 1: expected a call stack and a number", "a 1\nb x\n": `line 2: expected a number of bytes after the call stack, not "x"`,
		"a -1\n": "line 1", "a 0x10\n": "line 1", "a NaN\n": "line 1", "a 1e99\n": "line 1", "a 99999999999999999999999\n": "line 1"} {
		if _, err := folded([]byte(text), sites.NewTable()); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
	if c, err := folded([]byte("a;b 12"), sites.NewTable()); err != nil || !strings.HasSuffix(c.Warning, "Its last line does not end; the file may be truncated") {
		t.Errorf("%v, %q", err, c.Warning)
	}
}

func TestSniffFolded(t *testing.T) {
	text, err := os.ReadFile("testdata/shop.bytes.folded")
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]bool{string(text): true, "a;b 1": true, "a 1\n": false, "": false, "x": false, "a;b 1\nno number\n": false,
		"{\"a;b\": 1\n": false, "a;b 1\nc;d 2\ne;f 3\ng;h 4\nno": true} {
		if SniffFolded([]byte(text)) != want {
			t.Errorf("%q: %v", text, !want)
		}
	}
}

func check(t *testing.T, c sites.Contents, err error) {
	if err != nil {
		return
	}
	for _, c := range c.Points[0].Counts() {
		if c.Objects != 0 || c.Bytes <= 0 || c.Name == "" || c.Site != nil && len(c.Site.Frames) == 0 {
			t.Errorf("count %+v", c)
		}
	}
}

func FuzzPyroscope(f *testing.F) {
	f.Add([]byte(encode(service())))
	f.Add([]byte(encode(&node{"total", 7, nil})))
	f.Fuzz(func(t *testing.T, data []byte) {
		SniffPyroscope(data)
		c, err := bearer(data, sites.NewTable())
		check(t, c, err)
	})
}

func FuzzFolded(f *testing.F) {
	f.Add([]byte("main;shop::Cart::add(int);[libc.so.6] 4096\nmain (cart.py:3);cart.py:12 - add 0.5\n"))
	f.Add([]byte("runtime.main;main.main;a/b.(*C).d 12\n; 1\n 2\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		SniffFolded(data)
		c, err := folded(data, sites.NewTable())
		check(t, c, err)
	})
}
