package v8profile

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"memcity/trace"
	"memcity/trace/internal/sites"
)

func testFile(t testing.TB) []byte {
	t.Helper()
	data, err := os.ReadFile("testdata/shop.heapprofile")
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

// TestShop opens a profile of Node.js with an interval of 64 KiB. It checks the sizes of calls.
func TestShop(t *testing.T) {
	rec := open(t, trace.MemoryFile("Heap.20261201.152824.14366.0.001.heapprofile", testFile(t)))
	if rec.Runtime != trace.V8 || rec.Knows != trace.KnowsSites || rec.SiteInterval() != 65544 || len(rec.Warnings) != 1 {
		t.Errorf("runtime %v, knows %v, interval %d, warnings %v", rec.Runtime, rec.Knows.Names(), rec.SiteInterval(), rec.Warnings)
	}
	var got []string
	total := int64(0)
	for _, c := range rec.Points[0].Counts {
		total += c.Bytes
		got = append(got, fmt.Sprint(c.Name, " ", c.Bytes, " ", c.Site.Frames[0], " < ", c.Site.Frames[1]))
	}
	if total != 19547904 {
		t.Errorf("%d bytes", total)
	}
	for _, want := range []string{
		"js:split 2950368 js.split(Native Method) < remember(cart.js:6)",
		"js:split 15540088 js.split(Native Method) < serve(Unknown Source)",
		"node:internal/options:getCLIOptionsFromBinding 74112 node:internal/options.getCLIOptionsFromBinding(options:19) < node:internal/options.getOptionValue(options:44)",
	} {
		if !slices.Contains(got, want) {
			t.Errorf("%q is missing in %q", want, got)
		}
	}
}

// TestSeries opens two profiles. The folder that all scripts have in common is that of both.
func TestSeries(t *testing.T) {
	second := `{"head":{"callFrame":{"functionName":"(root)","scriptId":"0","url":"","lineNumber":-1},"selfSize":0,"children":[
		{"callFrame":{"functionName":"main","scriptId":"7","url":"/home/user/shop/app.js","lineNumber":2},"selfSize":512,"children":[]},
		{"callFrame":{"functionName":"remember","scriptId":"8","url":"/home/user/shop/src/cart.js","lineNumber":5},"selfSize":1024,"children":[]}]}}`
	rec := open(t, trace.MemoryFile("Heap.20261201.152834.1.0.002.heapprofile", []byte(second)),
		trace.MemoryFile("Heap.20261201.152824.1.0.001.heapprofile", testFile(t)))
	if len(rec.Points) != 2 || rec.Points[1].Time != 10_000 || !rec.Knows.Has(trace.KnowsTimes) || rec.StartUnix != 0 {
		t.Fatalf("%d points, times %v", len(rec.Points), rec.Points[1].Time)
	}
	last := rec.Points[1].Counts
	if last[0].Name != "app.js:main" || last[1].Name != "src/cart.js:remember" || last[1].Site.Frames[0].String() != "remember(src/cart.js:6)" {
		t.Errorf("%+v", last)
	}
	if !slices.ContainsFunc(rec.Points[0].Counts, func(c trace.TypeCount) bool {
		return slices.ContainsFunc(c.Site.Frames, func(f trace.Frame) bool { return f == last[1].Site.Frames[0] })
	}) {
		t.Error("the files name a script differently")
	}
}

// TestNode opens a profile that the installed Node.js writes.
func TestNode(t *testing.T) {
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("Node.js is missing")
	}
	dir := t.TempDir()
	script := filepath.Join(dir, "app.js")
	if err := os.WriteFile(script, []byte("const kept = globalThis.kept = [];\nfunction keep() { for (let i = 0; i < 1e5; i++) kept.push({ i, a: [i] }); }\nkeep();\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	out, err := exec.CommandContext(t.Context(), node, "--heap-prof", "--heap-prof-interval=4096", "--heap-prof-dir="+dir, script).CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	paths, err := filepath.Glob(filepath.Join(dir, "*.heapprofile"))
	if err != nil || len(paths) != 1 {
		t.Fatal(err, paths)
	}
	f, err := trace.DiskFile(paths[0])
	if err != nil {
		t.Fatal(err)
	}
	rec := open(t, f)
	if !slices.ContainsFunc(rec.Points[0].Counts, func(c trace.TypeCount) bool { return strings.HasSuffix(c.Name, "keep") && c.Bytes > 1<<20 }) {
		t.Errorf("%+v", rec.Points[0].Counts)
	}
	if i := rec.SiteInterval(); i < 4096 || i > 8192 {
		t.Errorf("interval %d", i)
	}
}

// TestDamaged cuts a profile at each byte and checks hostile values.
func TestDamaged(t *testing.T) {
	data := testFile(t)
	for n := range len(data) {
		if _, err := Open(t.Context(), []trace.File{trace.MemoryFile("a", data[:n])}, nil); err == nil {
			t.Fatalf("a file cut at byte %d of %d was opened", n, len(data))
		}
	}
	for text, want := range map[string]string{
		`{}`:                              "expected a member head",
		`{"head":7}`:                      "byte 9: head: expected another value than a JSON number",
		`{"head":{"selfSize":1e999}}`:     "expected another value",
		`{"head":{"callFrame":{}},"x":!}`: "byte 30: expected JSON",
		`{"head":` + strings.Repeat(`{"children":[`, 20_000) + strings.Repeat("]}", 20_000) + "}": "exceeded max depth",
		string(data[:500]): "the profile ends after 500 bytes",
	} {
		if _, err := parse([]byte(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.40s: %v, want %q", text, err, want)
		}
	}
	p, err := parse([]byte(`{"head":{"callFrame":{"functionName":"(root)"},"children":[{"callFrame":{"functionName":"f","url":"x","lineNumber":1e300},"selfSize":1e300},
		{"selfSize":-5},{"selfSize":0.5}]},"samples":[{"size":-1}]}`))
	if err != nil {
		t.Fatal(err)
	}
	point, err := p.point(sites.NewTable(), "")
	if err != nil || len(point.Counts()) != 1 || point.Counts()[0].Bytes != 1<<62 {
		t.Errorf("%v, %+v", err, point)
	}
}

func TestSniff(t *testing.T) {
	if !Sniff(testFile(t)[:4096]) || !Sniff([]byte("\ufeff{\n  \"head\": {\n    \"callFrame\": {")) {
		t.Error("not recognized")
	}
	for _, text := range []string{"", "{", `{"head":{}}`, `{"root":{"callFrame":{`} {
		if Sniff([]byte(text)) {
			t.Errorf("%q is recognized", text)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add(testFile(f))
	f.Add([]byte(`{"head":{"selfSize":3,"children":[{"callFrame":{"functionName":":","url":"http://a:1/b"},"selfSize":9}]},"samples":[{"size":3}]}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		Sniff(data)
		p, err := parse(data)
		if err != nil {
			return
		}
		point, err := p.point(sites.NewTable(), "")
		if err != nil {
			return
		}
		for _, c := range point.Counts() {
			if c.Bytes <= 0 || c.Name == "" || len(c.Site.Frames) == 0 || point.Interval < 0 {
				t.Errorf("count %+v", c)
			}
		}
	})
}
