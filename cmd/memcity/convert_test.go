package main

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"memcity/cmd/memcity/cli"
	"memcity/trace"
	"memcity/trace/native"
	"memcity/trace/tracetest"
)

// TestConvert: a recording converted to a trace behaves like the original in every command.
func TestConvert(t *testing.T) {
	folder := t.TempDir()
	persons := filepath.Join(folder, "persons.mct")
	if out := ok(t, "convert", "demo:persons", "-o", persons); !strings.Contains(out, "persons.mct: GC points: 23, bytes: ") {
		t.Errorf("%s", out)
	}
	for _, args := range [][]string{
		{"tree", "--by", "package,type", "--at", "12", "--sizes", "deep,retained"},
		{"tree", "--by", "type,pointed-from,type", "--at", "first"},
		{"tree", "--by", "roots-direct,type", "--filter", "only-domain"},
		{"paths", "--group", "Heap#com.example.people#Person"},
		{"owners"},
		{"city", "--by", "type"},
	} {
		with := func(path string) string { return ok(t, append([]string{args[0], path}, args[1:]...)...) }
		if got, want := with(persons), with("demo:persons"); got != want {
			t.Errorf("%v\n%s\nwant\n%s", args, got, want)
		}
	}
	if left, err := filepath.Glob(filepath.Join(folder, "*part*")); len(left) > 0 || err != nil {
		t.Errorf("left: %v, %v", left, err)
	}
}

// refused runs a command that must fail with a status and a text.
func refused(t *testing.T, status int, want string, args ...string) {
	t.Helper()
	if r := memcity(args...); r.status != status || r.err == nil || !strings.Contains(r.err.Error(), want) {
		t.Errorf("%s: status %d, %v, want %d and %q", strings.Join(args, " "), r.status, r.err, status, want)
	}
}

// TestConvertTrees: memory trees written from a recording can be opened, and have its numbers and references.
func TestConvertTrees(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "trees")
	ok(t, "convert", "demo:steady", "-o", folder, "--format", "trees", "--by", "type")
	for _, args := range [][]string{{"tree", "--at", "first"}, {"tree", "--at", "last"}} {
		got, want := ok(t, args[0], folder, args[1], args[2]), ok(t, args[0], "demo:steady", args[1], args[2], "--by", "type")
		if got != want {
			t.Errorf("%v\n%s\nwant\n%s", args, got, want)
		}
	}
	var cities [2]struct{ References []struct{ From, To string } }
	for i, args := range [][]string{{folder}, {"demo:steady", "--by", "type"}} {
		out := ok(t, append([]string{"city", "--format", "json", "--select", "Heap#java.lang.String"}, args...)...)
		if err := json.Unmarshal([]byte(out), &cities[i]); err != nil {
			t.Fatal(err)
		}
	}
	if a, b := cities[0].References, cities[1].References; len(a) == 0 || !slices.Equal(a, b) {
		t.Errorf("references %v, want %v", a, b)
	}
	refused(t, cli.ExitUsage, "--format trees writes them as JSON", "convert", folder, "-o", filepath.Join(folder, "..", "x.mct"))
	again := filepath.Join(folder, "..", "again")
	ok(t, "convert", folder, "-o", again, "--format", "trees")
	if got, want := ok(t, "tree", again), ok(t, "tree", folder); got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
}

// TestConvertOver: convert replaces only what it may replace.
func TestConvertOver(t *testing.T) {
	folder := t.TempDir()
	file := filepath.Join(folder, "there")
	if err := os.WriteFile(file, []byte("mine"), 0o600); err != nil {
		t.Fatal(err)
	}
	refused(t, cli.ExitUsage, "already exists; --force replaces it", "convert", "demo:steady", "-o", file)
	refused(t, cli.ExitUsage, "is a folder", "convert", "demo:steady", "-o", folder)
	refused(t, cli.ExitUsage, "contains there, which is not a memory tree", "convert", "demo:steady", "-o", folder, "--format", "trees",
		"--force")
	refused(t, cli.ExitUsage, "is a file", "convert", "demo:steady", "-o", file, "--format", "trees")
	refused(t, cli.ExitUsage, "expected -o OUT", "convert", "demo:steady")
	refused(t, cli.ExitUsage, "--by: only for --format trees", "convert", "demo:steady", "-o", file+"2", "--by", "type")
	refused(t, cli.ExitUsage, "--anonymous: only for traces", "convert", "demo:steady", "-o", file+"2", "--format", "trees", "--anonymous")
	refused(t, cli.ExitUsage, "cannot be written to standard output", "convert", "demo:steady", "-o", "-", "--format", "trees")
	refused(t, cli.ExitUsage, "trace", "convert", "demo:steady", "-o", file+"2", "--format", "xml")
	refused(t, cli.ExitInput, "not a recording", "convert", file, "-o", file+"2")
	refused(t, cli.ExitCheckFailed, "no such file or directory", "convert", "demo:steady", "-o", filepath.Join(folder, "no", "such", "place"))
	if content, err := os.ReadFile(file); err != nil || string(content) != "mine" {
		t.Errorf("%q, %v", content, err)
	}
	ok(t, "convert", "demo:steady", "-o", file, "--force")
	if content, err := os.ReadFile(file); err != nil || ok(t, "convert", "demo:steady", "-o", "-") != string(content) {
		t.Errorf("standard output has something else than the file; %v", err)
	}
	trees := filepath.Join(folder, "trees")
	ok(t, "convert", file, "-o", trees, "--format", "trees", "--by", "type")
	refused(t, cli.ExitUsage, "already exists", "convert", file, "-o", trees, "--format", "trees")
	ok(t, "convert", file, "-o", trees, "--format", "trees", "--by", "package", "--force")
	if out := ok(t, "tree", trees); !strings.Contains(out, " java.lang\n") || strings.Contains(out, "String") {
		t.Errorf("%s", out)
	}
	entries, err := os.ReadDir(folder)
	if err != nil || len(entries) != 2 {
		t.Errorf("left in the folder: %v, %v", entries, err)
	}
}

// TestConvertCanceled: a canceled conversion leaves no files.
func TestConvertCanceled(t *testing.T) {
	folder := t.TempDir()
	for _, format := range []string{"trace", "trees"} {
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		err := commandLine().Run(ctx, []string{"convert", "demo:steady", "-o", filepath.Join(folder, format), "--format", format}, strings.NewReader(""),
			&strings.Builder{}, &strings.Builder{})
		if err != context.Canceled {
			t.Errorf("%s: %v", format, err)
		}
	}
	if entries, err := os.ReadDir(folder); err != nil || len(entries) > 0 {
		t.Errorf("left: %v, %v", entries, err)
	}
}

// TestConvertAnonymous: the file contains no name of the program, but the shape of its heap.
func TestConvertAnonymous(t *testing.T) {
	file := filepath.Join(t.TempDir(), "shop.mct")
	ok(t, "convert", "demo:two-caches", "-o", file, "--anonymous")
	for _, args := range [][]string{{"inspect", file, "--text"}, {"info", file, "--format", "json"}} {
		out := strings.ToLower(ok(t, args...))
		for _, name := range []string{"com.example", "product", "cache.", "idcache", "namecache"} {
			if at := strings.Index(out, name); at >= 0 {
				t.Errorf("%s: %s is in it: …%s…", args[0], name, out[max(0, at-60):min(len(out), at+60)])
			}
		}
	}
	count := func(path string) (numbers []string) {
		for line := range strings.Lines(ok(t, "tree", path, "--by", "type", "--sizes", "retained")) {
			if fields := strings.Fields(line); len(fields) > 3 {
				numbers = append(numbers, strings.Join(fields[:len(fields)-1], " "))
			}
		}
		slices.Sort(numbers)
		return numbers
	}
	if got, want := count(file), count("demo:two-caches"); !slices.Equal(got, want) {
		t.Errorf("%d groups, want %d: %v, want %v", len(got), len(want), got, want)
	}
	if out := ok(t, "tree", file, "--by", "type"); !strings.Contains(out, "java.util.HashMap$Node[]\n") {
		t.Errorf("the JDK's types are not named:\n%s", out)
	}
}

// TestInfoLife: info prints what a trace contains about its recorder, GCs, births and deaths.
func TestInfoLife(t *testing.T) {
	b := tracetest.NewHeap()
	thing := b.Type("app.Thing", 16)
	o := b.Object(thing)
	b.Born(o, 1)
	b.AllocatedBy(o, b.Thread("main", o)) // its birth was recorded
	b.GCs(2)
	h := b.Heap()
	path := filepath.Join(t.TempDir(), "live.mct")
	file, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	w, err := native.NewWriter(file, trace.WriterInfo{Program: "shop", VM: "OpenJDK 25", Tool: "memcity 1", Mode: "sampled", Interval: 4096})
	if err != nil {
		t.Fatal(err)
	}
	w.GCs([]trace.GC{{Number: 1, Pause: 2 * time.Millisecond}, {Number: 2, Pause: 500 * time.Microsecond}})
	w.Allocations(h.Types, nil, nil,
		[]trace.Allocation{{Until: 1, Type: thing, Site: trace.NoSite, Thread: trace.NoThread, Objects: 7, Bytes: 112, Estimated: true}})
	w.Deaths(h.Types, nil, nil, []trace.Death{{Identity: 1, Type: thing, Bytes: 16, Site: trace.NoSite, Thread: trace.NoThread, GC: 1}})
	w.State(native.PointInfo{Time: time.Second}, h)
	if err := w.Flush(); err != nil {
		t.Fatal(err)
	}
	info := memcity("info", path)
	if info.err != nil || !strings.Contains(info.stderr, "the recording was cut short") {
		t.Errorf("%v, %s", info.err, info.stderr)
	}
	out := info.stdout
	for _, want := range []string{"program    shop\n", "VM         OpenJDK 25\n", "made by    memcity 1, sampled\n",
		"sites      of one allocation in 4096 bytes\n",
		"GCs        2, pauses 2.5 ms, longest 2 ms\n", "allocated  7 objects, 112 bytes, estimated from samples\n",
		"died       1 objects, 16 bytes\n",
		"growing    more GC points may follow\n", "ages, deaths, allocations\n"} {
		if !strings.Contains(out, want) {
			t.Errorf("no %q in\n%s", want, out)
		}
	}
	var got struct {
		Recorded struct{ VM string }
		GCs      struct {
			Count int
			Pause float64 `json:"pause_ms"`
		}
		Died, Allocated struct{ Objects int }
		Points          []struct{ GC int }
	}
	if err := json.Unmarshal([]byte(memcity("info", path, "--format", "json").stdout), &got); err != nil {
		t.Fatal(err)
	}
	if got.Recorded.VM != "OpenJDK 25" || got.GCs.Count != 2 || got.GCs.Pause != 2.5 || got.Died.Objects != 1 ||
		got.Allocated.Objects != 7 || got.Points[0].GC != 2 {
		t.Errorf("%+v", got)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if out := ok(t, "tree", path, "--by", "age,type"); !strings.Contains(out, "  1 GC survived\n") {
		t.Errorf("%s", out)
	}
	if out := ok(t, "info", path); strings.Contains(out, "growing") || strings.Contains(out, "warning") {
		t.Errorf("%s", out)
	}
}
