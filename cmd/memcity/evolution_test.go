package main

import (
	"cmp"
	"encoding/csv"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"memcity/cmd/memcity/changes"
	"memcity/cmd/memcity/cli"
	"memcity/trace"
	"memcity/trace/native"
	"memcity/trace/tracetest"
)

// shopGCs is the number of GCs of the program Shop. Between two GCs it allocates 100 Temp, which die at the next GC, and keeps 10 Item. In
// its second half it allocates ten times as many Temp. One of ten Item dies at its second GC.
const shopGCs = 20

// shopTrace writes a trace of Shop. Mode exact has allocations and deaths of survivors, mode sampled only the deaths of every tenth object,
// and mode allocations no deaths.
func shopTrace(t *testing.T, mode string) string {
	t.Helper()
	b := tracetest.NewHeap()
	item, temp := b.Type("app.Item", 32), b.Type("app.Temp", 16)
	types := b.Heap().Types
	at := func(class, method string, line int32) trace.Frame {
		return trace.Frame{Class: class, Method: method, File: class[strings.LastIndex(class, ".")+1:] + ".java", Line: line}
	}
	main := at("app.Main", "main", 5)
	sites := []trace.Site{{Frames: []trace.Frame{at("app.Shop", "keep", 7), main}, Thread: trace.NoThread},
		{Frames: []trace.Frame{at("java.util.Maker", "make", 1), at("app.Shop", "work", 9), main}, Thread: trace.NoThread}}
	info := trace.WriterInfo{Program: "Shop", Mode: mode}
	if mode == "sampled" {
		info.Interval = 152 // one of ten objects of 16 bytes
	}
	path := filepath.Join(t.TempDir(), mode+".mct")
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	w, err := native.NewWriter(f, info)
	if err != nil {
		t.Fatal(err)
	}
	for gc := uint32(1); gc <= shopGCs; gc++ {
		temps := int64(100)
		if gc > shopGCs/2 {
			temps = 1000
		}
		end := time.Duration(gc) * time.Second
		freed := temps * 16
		if gc > 1 {
			freed += 32
		}
		err = cmp.Or(w.GCs([]trace.GC{{Number: gc, Start: end - 2*time.Millisecond, End: end, Pause: 2 * time.Millisecond,
			Before: 5000 + freed, After: 5000}}),
			w.State(native.PointInfo{Time: end, GC: gc}, shopHeap(gc, sites)))
		allocations := []trace.Allocation{{After: gc - 1, Until: gc, Type: item, Site: 0, Thread: trace.NoThread, Objects: 10, Bytes: 320},
			{After: gc - 1, Until: gc, Type: temp, Site: 1, Thread: trace.NoThread, Objects: temps, Bytes: temps * 16}}
		deaths := []trace.Death{{Identity: uint64(gc) << 32, Type: item, Bytes: 32, Site: 0, Thread: trace.NoThread, Birth: gc - 2, GC: gc}}
		if gc == 1 {
			deaths = nil
		}
		if mode == "sampled" {
			for i := range temps / 10 {
				deaths = append(deaths, trace.Death{Identity: uint64(gc)<<32 + uint64(i) + 1, Type: temp, Bytes: 16, Site: 1,
					Thread: trace.NoThread, Birth: gc - 1, GC: gc})
			}
			for i := range allocations {
				allocations[i].Estimated = true
			}
		}
		if mode != "deaths" {
			err = cmp.Or(err, w.Allocations(types, sites, nil, allocations))
		}
		if mode != "allocations" {
			err = cmp.Or(err, w.Deaths(types, sites, nil, deaths))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return path
}

// shopHeap returns the heap after a GC. It contains all Item, except the first of each ten after its second GC. It also contains a Batch
// per GC, since otherwise the heap would grow too little to be reported.
func shopHeap(gc uint32, sites []trace.Site) *trace.Heap {
	b := tracetest.NewHeap()
	item := b.Type("app.Item", 32)
	b.Type("app.Temp", 16)
	batch := b.Type("app.Batch", 2048)
	var births []uint32
	for birth := range gc {
		b.Root(b.Object(batch), trace.RootThread, "")
		births = append(births, birth)
		for i := range 10 {
			if i > 0 || birth == gc-1 {
				b.Root(b.Object(item), trace.RootThread, "")
				births = append(births, birth)
			}
		}
	}
	h := b.Heap()
	h.BirthOf, h.GCs, h.Sites, h.SiteOf = births, gc, sites, make([]trace.SiteID, h.Len())
	return h
}

// TestShopChurn: each kind of recording reports everything about the program that it can.
func TestShopChurn(t *testing.T) {
	temps := int64(10*100 + 10*1000)
	exact := into[changes.Churn](t, "churn", shopTrace(t, "exact"))
	if g := exact.Garbage; exact.Basis != "died" || g.Objects != temps+19 || g.Bytes != 16*temps+32*19 || g.Estimated ||
		exact.Young.Objects != temps || len(exact.Notes) > 0 {
		t.Errorf("exact: %+v, young %+v, notes %q", exact.Garbage, exact.Young, exact.Notes)
	}
	const work, site = "app.Shop.work(Shop.java:9)", "java.util.Maker.make(Maker.java:1)"
	if s := exact.Suspects; len(s) != 1 || s[0].Type != "app.Temp" || s[0].Share != 1 || s[0].Site != site || s[0].Domain != work ||
		s[0].AtDomain.Objects != temps {
		t.Errorf("suspects %+v", exact.Suspects)
	}
	if n := exact.Root.Children[0]; n.Name != "0 GCs survived" ||
		n.Children[0].Children[0].Children[0].Key != "Garbage#0 GCs survived#app.Temp#"+site+"#"+work {
		t.Errorf("tree %+v", n)
	}
	sampled := into[changes.Churn](t, "churn", shopTrace(t, "sampled"))
	if g := sampled.Garbage; !g.Estimated || g.Objects < temps*95/100 || g.Objects > temps*105/100+100 || sampled.Samples != temps/10+19 {
		t.Errorf("sampled: %+v of %d, %d samples", g, temps, sampled.Samples)
	}
	allocated := into[changes.Churn](t, "churn", shopTrace(t, "allocations"))
	if g := allocated.Garbage; allocated.Basis != "allocated" || g.Objects != temps+200 || allocated.Young != nil ||
		allocated.Root.Children[0].Name != "app.Temp" {
		t.Errorf("allocations: %+v", g)
	}
}

// TestChurnWindows: a window may be given by GCs, by times, or by the name of a detected window.
func TestChurnWindows(t *testing.T) {
	path := shopTrace(t, "exact")
	for _, test := range []struct {
		window   string
		from, to uint32
		garbage  int64
	}{
		{"3..4", 3, 4, 202}, {"first..1", 1, 1, 100}, {"20..last", 20, 20, 1001}, {"2s..4.5s", 3, 4, 202}, {"0s..1s", 1, 1, 100},
		{"churn", 11, 15, 5005}, {"growth", 2, 20, 10919},
	} {
		p := into[changes.Churn](t, "churn", path, "--window", test.window)
		if p.Window.From != test.from || p.Window.To != test.to || p.Garbage.Objects != test.garbage || len(p.GCs) != int(test.to-test.from)+1 {
			t.Errorf("%s: GCs %d to %d, %d objects", test.window, p.Window.From, p.Window.To, p.Garbage.Objects)
		}
	}
	if p := into[changes.Churn](t, "churn", path, "--window", "3..4", "--metric", "bytes"); p.Window.Freed != 3264 ||
		p.Window.Rate != 1632 || p.Garbage.Bytes != 3264 {
		t.Errorf("%+v, garbage %+v", p.Window, p.Garbage)
	}
	for _, window := range []string{"21..22", "5s..5s", "4..3", "3", "a..b", "0..2", "gc"} {
		if r := memcity("churn", path, "--window", window); r.status != cli.ExitUsage || r.stdout != "" {
			t.Errorf("%s: status %d, %v", window, r.status, r.err)
		}
	}
}

// TestEvolutionText compares the printed output of the commands about time with a file.
func TestEvolutionText(t *testing.T) {
	paths := map[string]string{}
	for _, mode := range []string{"exact", "sampled", "allocations"} {
		paths[mode] = shopTrace(t, mode)
	}
	var out strings.Builder
	for _, line := range []string{
		"memcity windows exact", "memcity churn exact --window churn", "memcity churn sampled --metric bytes --top 1",
		"memcity churn allocations",
		"memcity trend exact --by type,site", "memcity trend exact --by type,site --group Heap#app.Item --window growth --every 5 --format csv",
		"memcity windows demo:two-caches", "memcity trend demo:two-caches --by type --top 3 --sort relative",
		"memcity trend demo:two-caches --by type --measure retained --metric objects --top 2 --apart 500ms",
	} {
		args := splitCommand(line)[1:]
		if path := paths[args[1]]; path != "" {
			args[1] = path
		}
		out.WriteString("$ " + line + "\n" + ok(t, args...) + "\n")
	}
	if *update {
		writeGolden(t, "evolution.golden", out.String())
	}
	checkGolden(t, "evolution.golden", out.String())
}

// TestTrendAddsUp: series and Other add up to the group at every point, in JSON and CSV.
func TestTrendAddsUp(t *testing.T) {
	t.Parallel()
	args := []string{"trend", "demo:persons", "--by", "package,type", "--top", "2", "--metric", "objects"}
	for _, group := range []string{"Heap", "Heap#java.util"} {
		p := into[changes.Trend](t, append(args, "--group", group)...)
		if !p.Additive || len(p.Series) != 2 || p.Other == nil || p.Group.Key != group || len(p.Points) != p.Recording.Points {
			t.Fatalf("%s: %+v", group, p)
		}
		for i, total := range p.Group.Values {
			if sum := p.Series[0].Values[i] + p.Series[1].Values[i] + p.Other.Values[i]; sum != total {
				t.Errorf("%s at %d: %d of %d", group, i, sum, total)
			}
		}
		rows, err := csv.NewReader(strings.NewReader(ok(t, append(args, "--group", group, "--format", "csv")...))).ReadAll()
		if err != nil || len(rows) != 1+3*len(p.Points) {
			t.Fatal(len(rows), err)
		}
		last := rows[len(p.Points)]
		if want := []string{p.Series[0].Key, p.Series[0].Name, fmt.Sprint(len(p.Points)), "",
			fmt.Sprint(p.Series[0].End)}; last[0] != want[0] || last[1] != want[1] || last[2] != want[2] || last[4] != want[4] {
			t.Errorf("%q, want %q", last, want)
		}
	}
	if p := into[changes.Trend](t, append(args, "--other=false", "--window", "3..5")...); p.Other != nil || len(p.Points) != 3 ||
		p.Points[0].At != 3 {
		t.Errorf("%+v", p)
	}
	if p := into[changes.Trend](t, append(args, "--every", "10")...); len(p.Points) != 4 || p.Points[3].At != 23 {
		t.Errorf("points %+v", p.Points)
	}
}

// TestFirstWindow: trend and diff start where the heap grows, if it grows over at least three GC points but not over all.
func TestFirstWindow(t *testing.T) {
	for _, c := range []struct {
		name     string
		sizes    []int // in units of 32 KiB
		from, to int   // GC points, 1-based
		note     string
	}{
		{"growth over three", []int{90, 10, 20, 30}, 2, 4, "window: GC points 2..4, where the heap grows; "},
		{"growth over two", []int{90, 80, 10, 20}, 1, 4, ""},
		{"growth over all", []int{10, 20, 30}, 1, 3, ""},
		{"no growth", []int{40, 30, 20, 10}, 1, 4, ""},
	} {
		dir := t.TempDir()
		for i, size := range c.sizes {
			text := fmt.Sprintf(`{"classifiers":[{"name":"Type","id":0}],"time":%d,"root":{"key":"Heap","classifierId":0,"bytes":%d,"objects":3}}`, i*1000, size<<15)
			if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("%d.json", i)), []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		for args, want := range map[string]struct {
			from int
			note string
		}{
			"trend": {c.from, c.note}, "trend --window all": {1, ""}, "diff": {c.from, c.note}, "diff --from first": {1, ""},
			"diff --to last": {1, ""},
		} {
			words := strings.Fields(args)
			r := memcity(append([]string{words[0], dir}, words[1:]...)...)
			if r.err != nil || want.note == "" && r.stderr != "" || !strings.Contains(r.stderr, want.note) {
				t.Errorf("%s, %s: %v, %q on standard error", c.name, args, r.err, r.stderr)
			}
			points := fmt.Sprintf("GC point %d to %d,", want.from, c.to)
			if words[0] == "trend" {
				points = fmt.Sprintf("GC points %d to %d,", want.from, c.to)
			}
			if !strings.Contains(r.stdout, points) {
				t.Errorf("%s, %s: no %q in\n%s", c.name, args, points, r.stdout)
			}
		}
	}
}

// TestEvolutionOfTrees: ready-made trees keep the sizes that they contain.
func TestEvolutionOfTrees(t *testing.T) {
	dir := t.TempDir()
	for i, retained := range []string{"7", "9"} {
		text := fmt.Sprintf(`{"classifiers":[{"name":"Type","id":0}],"time":%d,"root":{"key":"Heap","classifierId":0,"bytes":9,"objects":3,`+
			`"retainedSize":20,"children":[{"key":"a","classifierId":0,"bytes":5,"objects":%d,"retainedSize":%s}]}}`, i, i+1, retained)
		if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("%d.json", i)), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	p := into[changes.Trend](t, "trend", dir, "--measure", "retained")
	if p.Additive || p.Series[0].Growth != 2 || p.Group.Start != 20 {
		t.Errorf("%+v", p)
	}
	for _, args := range [][]string{{"--measure", "deep"}, {"--measure", "retained", "--metric", "objects"}, {"--group", "Heap#b"}} {
		if r := memcity(append([]string{"trend", dir}, args...)...); r.status != cli.ExitUsage || r.stdout != "" {
			t.Errorf("%q: status %d, %v", args, r.status, r.err)
		}
	}
	if w := into[changes.Windows](t, "windows", dir); w.Recording.Heap != "points" || len(w.Windows) != 0 {
		t.Errorf("%+v", w)
	}
}

// TestEvolutionWrongUse: missing data is reported in one sentence.
func TestEvolutionWrongUse(t *testing.T) {
	deaths := shopTrace(t, "deaths")
	for _, args := range [][]string{
		{"windows"}, {"trend"}, {"churn"}, {"churn", "demo:persons"}, {"churn", "demo:persons", "--window", "growth"},
		{"windows", "demo:persons", "--drop", "200%"}, {"windows", "demo:persons", "--gcs", "9..5"},
		{"windows", "demo:persons", "--steepest-share", "10%"},
		{"windows", "demo:persons", "--churn", "-1"}, {"windows", "demo:persons", "--format", "xml"},
		{"trend", "demo:persons", "--sort", "name"}, {"trend", "demo:persons", "--every", "0"}, {"trend", "demo:persons", "--apart", "soon"},
		{"trend", "demo:persons", "--top", "-1"}, {"trend", "demo:persons", "--measure", "huge"}, {"trend", "demo:persons", "--metric", "kilos"},
		{"trend", "demo:persons", "--group", "Heap#nobody"}, {"trend", "demo:persons", "--window", "churn"},
		{"trend", "demo:persons", "--window", "gc"},
		{"churn", deaths, "--share", "0"}, {"churn", deaths, "--top", "-1"}, {"churn", deaths, "--metric", "kilos"},
		{"churn", deaths, "--format", "svg"},
	} {
		r := memcity(args...)
		if r.status != cli.ExitUsage || r.stdout != "" || strings.Contains(r.err.Error(), "\n") {
			t.Errorf("%s: status %d, error %v, output %q", strings.Join(args, " "), r.status, r.err, r.stdout)
		}
	}
}
