package pprof

import (
	"bytes"
	"compress/gzip"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/pprof/profile"

	"memcity/trace"
	"memcity/trace/internal/sites"
)

func filesIn(t testing.TB, pattern string) (files []trace.File) {
	t.Helper()
	paths, err := filepath.Glob(pattern)
	if err != nil || len(paths) == 0 {
		t.Fatalf("%s: %v, %d files", pattern, err, len(paths))
	}
	for _, path := range paths {
		f, err := trace.DiskFile(path)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, f)
	}
	return files
}

func totals(counts []trace.TypeCount) (objects, bytes int64) {
	for _, c := range counts {
		objects, bytes = objects+c.Objects, bytes+c.Bytes
	}
	return objects, bytes
}

// TestLeak opens profiles of a Go service that keeps orders in a map. go tool pprof -top prints the same totals.
func TestLeak(t *testing.T) {
	files := filesIn(t, "testdata/leak/*.pb.gz")
	slices.Reverse(files) // times order them
	rec, err := Open(t.Context(), files, nil)
	if err != nil {
		t.Fatal(err)
	}
	if rec.Runtime != trace.Golang || !rec.Knows.Has(trace.KnowsSites|trace.KnowsTimes) || rec.Recorded.Interval != 512<<10 || rec.Name != "1 and 4 more" {
		t.Errorf("runtime %v, knows %v, interval %d, name %q", rec.Runtime, rec.Knows.Names(), rec.Recorded.Interval, rec.Name)
	}
	var times []trace.Millis
	var bytes []int64
	for i := range rec.Points {
		_, b := totals(rec.Points[i].Counts)
		times, bytes = append(times, rec.Points[i].Time), append(bytes, b)
	}
	if !slices.Equal(times, []trace.Millis{0, 2018, 4120, 6224, 8268}) || !slices.Equal(bytes, []int64{13654265, 26251006, 38314190, 50386067, 58783895}) {
		t.Errorf("times %v, bytes %v", times, bytes)
	}
	c := rec.Points[4].Counts
	i := slices.IndexFunc(c, func(c trace.TypeCount) bool { return c.Name == "main:(*Shop).add" })
	if i < 0 || c[i].Objects != 66501 || c[i].Bytes != 58259367 || c[i].Site.Frames[0].String() != "main.(*Shop).add(main.go:27)" {
		t.Fatalf("counts: %+v", c)
	}
	if f := c[i].Site.Frames[3].String(); f != "github.com/go-chi/chi/v5.(*Mux).routeHTTP(v5@v5.5.0/mux.go:491)" {
		t.Errorf("frame of a library: %s", f)
	}
	if first := rec.Points[3].Counts; !slices.ContainsFunc(first, func(o trace.TypeCount) bool { return o.Site == c[i].Site }) {
		t.Error("points do not share sites")
	}
}

// TestText opens the text of the same service, with the numbers that the last profile of the protobuf has.
func TestText(t *testing.T) {
	rec, err := Open(t.Context(), filesIn(t, "testdata/heap.txt"), nil)
	if err != nil {
		t.Fatal(err)
	}
	objects, size := totals(rec.Points[0].Counts)
	if rec.Runtime != trace.Golang || objects != 67593 || size != 58783895 || rec.Recorded.Interval != 512<<10 {
		t.Errorf("runtime %v, %d objects, %d bytes, interval %d", rec.Runtime, objects, size, rec.Recorded.Interval)
	}
	if f := rec.Points[0].Counts[0].Site.Frames; len(f) < 2 || f[1].String() != "main.main.func1(main.go:50)" {
		t.Errorf("frames: %v", f)
	}
}

func encoded(t testing.TB, p *profile.Profile) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := p.WriteUncompressed(&b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// native returns a profile of a program in C++, with the given names of functions, innermost first.
func native(values []int64, types []*profile.ValueType, names ...string) *profile.Profile {
	m := &profile.Mapping{ID: 1, Start: 0x1000, Limit: 0x9000, File: "/usr/bin/shop"}
	p := &profile.Profile{SampleType: types, Mapping: []*profile.Mapping{m}, PeriodType: &profile.ValueType{Type: "space", Unit: "bytes"}, Period: 1}
	s := &profile.Sample{Value: values}
	for i, name := range names {
		l := &profile.Location{ID: uint64(i + 1), Mapping: m, Address: 0x1234}
		if name != "" {
			f := &profile.Function{ID: uint64(i + 1), Name: name, Filename: "/src/shop.cc"}
			p.Function = append(p.Function, f)
			l.Line = []profile.Line{{Function: f, Line: 7}}
		}
		p.Location, s.Location = append(p.Location, l), append(s.Location, l)
	}
	p.Sample = []*profile.Sample{s}
	return p
}

func TestNative(t *testing.T) {
	types := []*profile.ValueType{{Type: "objects", Unit: "count"}, {Type: "space", Unit: "bytes"}}
	data := encoded(t, native([]int64{3, 96}, types, "void shop::Cart<std::pair<int, int> >::add<int>(int)", "main", ""))
	p, runtime, warning, err := decode(data, sites.NewTable(), nil)
	if err != nil || runtime != trace.Native || warning != "" || p.Interval != 0 {
		t.Fatalf("%v, runtime %v, warning %q, interval %d", err, runtime, warning, p.Interval)
	}
	p.File = trace.MemoryFile("a.pb", nil)
	rec := sites.Recording(Format, runtime, []*sites.Point{p})
	c := rec.Points[0].Counts[0]
	var frames []string
	for _, f := range c.Site.Frames {
		frames = append(frames, f.String())
	}
	if want := []string{"shop::Cart<std::pair<int, int> >.add<int>(shop.cc:7)", "shop.main(shop.cc:7)", "shop.0x234(Unknown Source)"}; !slices.Equal(frames, want) {
		t.Errorf("frames %q, want %q", frames, want)
	}
	if c.Name != "shop::Cart:add" || c.Objects != 3 || c.Bytes != 96 {
		t.Errorf("counts %+v", c)
	}
}

// TestOtherProfiles checks the errors about profiles of other kinds than the heap.
func TestOtherProfiles(t *testing.T) {
	for want, types := range map[string][]*profile.ValueType{
		"it is a CPU profile":             {{Type: "samples", Unit: "count"}, {Type: "cpu", Unit: "nanoseconds"}},
		"it is a lock contention profile": {{Type: "contentions", Unit: "count"}, {Type: "delay", Unit: "nanoseconds"}},
		"it is an allocation profile":     {{Type: "alloc_objects", Unit: "count"}, {Type: "alloc_space", Unit: "bytes"}},
		"the profile has wall, x":         {{Type: "wall", Unit: "ns"}, {Type: "x", Unit: "y"}},
	} {
		_, _, _, err := decode(encoded(t, native([]int64{1, 2}, types, "f")), sites.NewTable(), nil)
		if err == nil || !strings.HasPrefix(err.Error(), want) || !strings.Contains(err.Error(), "/debug/pprof/heap") {
			t.Errorf("%v, want %q", err, want)
		}
	}
	if _, err := Open(t.Context(), filesIn(t, "testdata/goroutine.pb.gz"), nil); err == nil || !strings.Contains(err.Error(), "goroutine.pb.gz: it is a goroutine profile") {
		t.Error(err)
	}
}

// TestDifference checks that negative numbers are reported.
func TestDifference(t *testing.T) {
	types := []*profile.ValueType{{Type: "inuse_objects", Unit: "count"}, {Type: "inuse_space", Unit: "bytes"}}
	p, _, warning, err := decode(encoded(t, native([]int64{-1, -8}, types, "f")), sites.NewTable(), nil)
	if err != nil || !strings.HasPrefix(warning, "it is the difference") {
		t.Errorf("%v, %q", err, warning)
	}
	p.File = trace.MemoryFile("a", nil)
	if rec := sites.Recording(Format, trace.Native, []*sites.Point{p}); len(rec.Points[0].Counts) != 0 || rec.Points[0].Counts == nil {
		t.Errorf("counts %v", rec.Points[0].Counts)
	}
}

// TestDamaged cuts a profile at each byte. No cut may be read as the whole profile.
func TestDamaged(t *testing.T) {
	data, err := os.ReadFile("testdata/leak/1.pb.gz")
	if err != nil {
		t.Fatal(err)
	}
	for n := range len(data) {
		if _, err := Open(t.Context(), []trace.File{trace.MemoryFile("a.pb.gz", data[:n])}, nil); err == nil {
			t.Fatalf("a file cut at byte %d of %d was opened", n, len(data))
		}
	}
	good := trace.MemoryFile("b.pb.gz", data)
	good.Modified = time.UnixMilli(5)
	rec, err := Open(t.Context(), []trace.File{trace.MemoryFile("a.pb.gz", data[:100]), good}, nil)
	if err != nil || len(rec.Points) != 1 || len(rec.Warnings) != 1 || !strings.Contains(rec.Warnings[0].Text, "incomplete") {
		t.Errorf("%v, %+v", err, rec)
	}
}

// TestBomb opens a small file that inflates to more than the limit.
func TestBomb(t *testing.T) {
	if testing.Short() {
		t.Skip("inflates 256 MB")
	}
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	part := make([]byte, 1<<20)
	for range sites.MaxFile>>20 + 1 {
		if _, err := w.Write(part); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(t.Context(), []trace.File{trace.MemoryFile("a.pb.gz", b.Bytes())}, nil); err == nil || !strings.Contains(err.Error(), "more than 256 MB") {
		t.Error(err)
	}
}

func TestSniff(t *testing.T) {
	types := []*profile.ValueType{{Type: "inuse_space", Unit: "bytes"}}
	data := encoded(t, native([]int64{1}, types, "f"))
	for n := len(data); n > 20; n-- {
		if !Sniff(data[:n]) {
			t.Errorf("cut at %d of %d: not recognized", n, len(data))
		}
	}
	for _, text := range []string{"", "\n", "\n\n", "\n\x02\x08", "{\"a\": 1}", "heap profile", "\x08\x01", "\x1f\x8b", "\n\x04ab\x10\x02"} {
		if Sniff([]byte(text)) {
			t.Errorf("%q is recognized", text)
		}
	}
}

func FuzzRead(f *testing.F) {
	for _, file := range filesIn(f, "testdata/leak/1.pb.gz") {
		data, err := sites.ReadFile(f.Context(), file)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
	text, err := os.ReadFile("testdata/heap.txt")
	if err != nil {
		f.Fatal(err)
	}
	f.Add(text[:700])
	types := []*profile.ValueType{{Type: "objects", Unit: "count"}, {Type: "space", Unit: "bytes"}}
	f.Add(encoded(f, native([]int64{3, 96}, types, "void a::b<int>(int)", "")))
	f.Fuzz(func(t *testing.T, data []byte) {
		Sniff(data)
		p, _, _, err := decode(data, sites.NewTable(), nil)
		if err != nil {
			return
		}
		p.File = trace.MemoryFile("a", nil)
		for _, c := range sites.Recording(Format, trace.Other, []*sites.Point{p}).Points[0].Counts {
			if c.Objects < 0 || c.Bytes < 0 || c.Name == "" || c.Site != nil && len(c.Site.Frames) == 0 {
				t.Errorf("count %+v", c)
			}
		}
	})
}

// TestManyFrames reads a small profile whose samples share a location with many inlined calls.
func TestManyFrames(t *testing.T) {
	types := []*profile.ValueType{{Type: "inuse_objects", Unit: "count"}, {Type: "inuse_space", Unit: "bytes"}}
	p := native([]int64{1, 8}, types, "f")
	deep := &profile.Location{ID: 2, Mapping: p.Mapping[0]}
	for range 10_000 {
		deep.Line = append(deep.Line, profile.Line{Function: p.Function[0], Line: 9})
	}
	p.Location = append(p.Location, deep)
	for i := range 20_000 {
		l := &profile.Location{ID: uint64(3 + i), Mapping: p.Mapping[0], Line: []profile.Line{{Function: p.Function[0], Line: int64(i)}}}
		p.Location = append(p.Location, l)
		p.Sample = append(p.Sample, &profile.Sample{Value: []int64{1, 8}, Location: []*profile.Location{l, deep}})
	}
	got, _, warning, err := decode(encoded(t, p), sites.NewTable(), nil)
	if err != nil || !strings.Contains(warning, "it has too many call stacks; some keep only their innermost frame") {
		t.Fatalf("%v, %q", err, warning)
	}
	if objects, size := totals(got.Counts()); objects != 20_001 || size != 8*20_001 {
		t.Errorf("%d objects, %d bytes", objects, size)
	}
}

// TestParca reads a profile as Parca and Pyroscope export it: bytes only, without mappings and addresses, with inlined calls at a location.
func TestParca(t *testing.T) {
	types := []*profile.ValueType{{Type: "inuse_space", Unit: "bytes"}}
	p := native([]int64{4096}, types, "main.(*Shop).add", "main.serve", "main.main")
	p.Mapping, p.Period = nil, 512<<10
	for _, l := range p.Location {
		l.Mapping, l.Address, l.Line[0].Function.Filename = nil, 0, "/src/main.go"
	}
	p.Location[0].Line = append(p.Location[0].Line, p.Location[1].Line...)
	p.Location, p.Sample[0].Location = []*profile.Location{p.Location[0], p.Location[2]}, []*profile.Location{p.Location[0], p.Location[2]}
	got, runtime, warning, err := decode(encoded(t, p), sites.NewTable(), nil)
	if err != nil || runtime != trace.Golang || warning != sites.WithoutObjects || got.Interval != 512<<10 {
		t.Fatalf("%v, runtime %v, warning %q, %+v", err, runtime, warning, got)
	}
	c := got.Counts()[0]
	if want := []string{"main.(*Shop).add(main.go:7)", "main.serve(main.go:7)", "main.main(main.go:7)"}; c.Bytes != 4096 || !slices.Equal(framesIn(c.Site), want) {
		t.Errorf("%+v, frames %q, want %q", c, framesIn(c.Site), want)
	}
	p.PeriodType = nil
	if _, _, warning, err := decode(encoded(t, p), sites.NewTable(), nil); err != nil || !strings.HasPrefix(warning, sites.Unsampled) {
		t.Errorf("%v, %q", err, warning)
	}
}
