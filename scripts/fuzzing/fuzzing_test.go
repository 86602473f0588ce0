package main

import (
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

func TestFindTargets(t *testing.T) {
	root := t.TempDir()
	for path, text := range map[string]string{
		"a/a_test.go":          "package a\n\nfunc FuzzOne(f *testing.F) {\n}\n\nfunc FuzzTwo(f *testing.F) {}\n// func FuzzNot(\n",
		"a/a.go":               "func FuzzNoTest(f *testing.F) {}\n",
		"a/testdata/x_test.go": "func FuzzData(f *testing.F) {}\n",
		"build/x_test.go":      "func FuzzBuilt(f *testing.F) {}\n",
		"b/c/c_test.go":        "func FuzzOne(f *testing.F) {}\n",
	} {
		path = filepath.Join(root, path)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for only, want := range map[string]string{"": "[a.FuzzOne a.FuzzTwo b/c.FuzzOne]", "One": "[a.FuzzOne b/c.FuzzOne]", "a.": "[a.FuzzOne a.FuzzTwo]"} {
		if got, err := findTargets(root, only); err != nil || fmt.Sprint(got) != want {
			t.Errorf("%q: %v, %v", only, got, err)
		}
	}
	if got, err := findTargets(root, "none"); err == nil {
		t.Errorf("found %v", got)
	}
}

func TestTable(t *testing.T) {
	path := filepath.Join(t.TempDir(), "counts.txt")
	counts, err := readTable(path)
	if err != nil || len(counts) != 0 {
		t.Fatalf("without a file: %v, %v", counts, err)
	}
	counts.add(target{dir: "a", name: "FuzzOne"}, done{3_000_000_000, 90 * time.Second})
	counts.add(target{dir: "b/c", name: "FuzzTwo"}, done{5, 2 * time.Second})
	counts.add(target{dir: "b/c", name: "FuzzTwo"}, done{7, time.Second})
	if err := counts.write(path); err != nil {
		t.Fatal(err)
	}
	again, err := readTable(path)
	if err != nil || again.String() != counts.String() || again["b/c.FuzzTwo"] != (done{12, 3 * time.Second}) {
		t.Errorf("read\n%v\nwritten\n%v, %v", again, counts, err)
	}
	if !strings.HasSuffix(again.String(), "  3000000012          93  in all\n") {
		t.Errorf("the sum is missing:\n%s", again)
	}
	if err := os.WriteFile(path, []byte("# text\nfive 5 a.FuzzOne\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if got, err := readTable(path); err == nil || !strings.Contains(err.Error(), "counts.txt:2:") {
		t.Errorf("%v, %v", got, err)
	}
}

// TestShares checks that each target gets time by its weight over many slices, whatever its speed.
func TestShares(t *testing.T) {
	weights := []float64{1, 2, 40, 0.5}
	speeds := map[string]float64{"a.Fuzz0": 20_000, "a.Fuzz1": 5_000, "a.Fuzz2": 100, "a.Fuzz3": 0}
	var targets []target
	for i, w := range weights {
		targets = append(targets, target{"a", fmt.Sprint("Fuzz", i), w})
	}
	counts := table{}
	const turns = 4000
	for range turns {
		next := counts.next(targets)
		counts.add(next, done{int64(speeds[next.String()] * 20), 20 * time.Second})
	}
	for _, one := range targets {
		got := counts[one.String()].processor.Seconds() / (20 * turns)
		if want := one.weight / 43.5; math.Abs(got-want) > 0.001 {
			t.Errorf("%s with weight %v has %.4f of the time, want %.4f", one, one.weight, got, want)
		}
	}
	if rest := without(targets, targets[1]); len(rest) != 3 || slices.Contains(rest, targets[1]) || len(targets) != 4 {
		t.Errorf("left are %v", rest)
	}
}

// TestWeigh checks that the guide, which computes on any heap, weighs more than a parser of short texts.
func TestWeigh(t *testing.T) {
	t.Chdir("../..")
	targets := []target{{dir: "analysis/guide", name: "FuzzGraph"}, {dir: "city/exchange", name: "FuzzJoinCommand"}, {dir: "trace/wire/jfr", name: "FuzzRead"}}
	if err := weigh(targets); err != nil {
		t.Fatal(err)
	}
	if g, c, j := targets[0].weight, targets[1].weight, targets[2].weight; !(g > j && g > 2*c && c > 0) {
		t.Errorf("weights %v, %v, %v", g, c, j)
	}
	for dir, want := range map[string]float64{"trace/hprof": 4, "cmd/memcity-record": 4, "city/link": 2, "city/exchange": 1, "assets/help": 1} {
		if got := riskOf(target{dir: dir}); got != want {
			t.Errorf("the risk of %s is %v, want %v", dir, got, want)
		}
	}
}

const passed = `fuzz: elapsed: 0s, gathering baseline coverage: 0/2 completed
fuzz: elapsed: 0s, gathering baseline coverage: 2/2 completed, now fuzzing with 1 workers
fuzz: elapsed: 3s, execs: 68345 (22776/sec), new interesting: 31 (total: 33)
fuzz: elapsed: 1m8s, execs: 207255 (30595/sec), new interesting: 109 (total: 111)
PASS
`

const failed = `fuzz: elapsed: 3s, execs: 10 (3/sec), new interesting: 1 (total: 3)
fuzz: minimizing 43-byte failing input file
fuzz: elapsed: 5s, minimizing
--- FAIL: FuzzRead (5.00s)
    --- FAIL: FuzzRead (0.00s)
        panic: runtime error: index out of range [3] with length 2
        goroutine 5 [running]:

    Failing input written to testdata/fuzz/FuzzRead/771e938e4458e983
    To re-run:
    go test -run=FuzzRead/771e938e4458e983
FAIL
`

func TestRead(t *testing.T) {
	never := &fakeProcesses{}
	if p := read(strings.NewReader(passed), never); p.executions != 207255 || p.seconds != 68 || p.inputs != 111 || p.failing != "" || p.other.String() != "PASS\n" {
		t.Errorf("%+v", p)
	}
	p := read(strings.NewReader(failed), never)
	if never.aborted > 0 {
		t.Error("aborted")
	}
	if p.executions != 10 || p.failing != "testdata/fuzz/FuzzRead/771e938e4458e983" {
		t.Errorf("%+v", p)
	}
	if got := rename(p.other.String(), filepath.Base(p.failing)); got != "panic-runtime-error-index-out-of-range-with-leng-771e938e" {
		t.Errorf("the input is named %s", got)
	}
	if got := rename("--- FAIL\n    a_test.go:17: 5 objects, want 4\n", "12"); got != "objects-want-12" {
		t.Errorf("the input is named %s", got)
	}
	if got := rename("", "12"); got != "fails-12" {
		t.Errorf("the input is named %s", got)
	}
}

// fakeProcesses wait for a share of the time between two lines of output.
type fakeProcesses struct {
	share   float64
	lines   int
	aborted int
}

func (f *fakeProcesses) waited() time.Duration {
	f.lines++
	return time.Duration(f.share * float64(f.lines*3) * float64(time.Second))
}

func (f *fakeProcesses) abort() { f.aborted++ }

// TestStuck checks that workers are ended once if there was no execution for long, but not while an input is minimized. Time that they
// wait for a processor does not count.
func TestStuck(t *testing.T) {
	const running = "execs: 7 (0/sec), new interesting: 1 (total: 3)"
	for _, test := range []struct {
		last  int
		what  string
		share float64
		times int
	}{{stuck - 3, running, 0, 0}, {stuck, running, 0, 1}, {stuck + 9, running, 0, 1}, {stuck + 9, "minimizing", 0, 0},
		{2*stuck - 3, running, 0.5, 0}, {2 * stuck, running, 0.5, 1}, {10 * stuck, running, 1, 0}} {
		var text strings.Builder
		text.WriteString("fuzz: elapsed: 0s, execs: 7 (3/sec), new interesting: 1 (total: 3)\n")
		for s := 3; s <= test.last; s += 3 {
			fmt.Fprintf(&text, "fuzz: elapsed: %ds, %s\n", s, test.what)
		}
		f := &fakeProcesses{share: test.share}
		read(strings.NewReader(text.String()), f)
		if f.aborted != test.times {
			t.Errorf("%+v: aborted %d times", test, f.aborted)
		}
	}
}

// TestWorkers checks that the workers of a process are its children, and that waited and abort apply to them.
func TestWorkers(t *testing.T) {
	if len(contents("/proc/self/task/*/children")) == 0 || len(contents("/proc/self/schedstat")) == 0 {
		t.Skip("the system does not list children or waiting times")
	}
	child := exec.Command("sleep", "600")
	if err := child.Start(); err != nil {
		t.Fatal(err)
	}
	w, found := workers{os.Getpid()}, false
	w.each(func(pid int) { found = found || pid == child.Process.Pid })
	if !found {
		t.Error("the child is missing")
	}
	if before := w.waited(); before < 0 || w.waited() < before {
		t.Error("the time decreases")
	}
	w.abort()
	if err := child.Wait(); err == nil || child.ProcessState.Success() {
		t.Errorf("the child ended with %v", err)
	}
}

// TestFault checks that an input on which a target fails gets a name and is part of the report.
func TestFault(t *testing.T) {
	t.Chdir(t.TempDir())
	input := "a/testdata/fuzz/FuzzRead/771e938e4458e983"
	if err := os.MkdirAll(filepath.Dir(input), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(input, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	r := runner{}
	err := r.faultOf(target{dir: "a", name: "FuzzRead"}, read(strings.NewReader(failed), &fakeProcesses{}))
	f, ok := err.(*fault)
	if !ok || !strings.HasPrefix(filepath.Base(f.input), "panic-") || !strings.Contains(f.text, "index out of range") {
		t.Fatalf("%v", err)
	}
	if _, err := os.Stat(f.input); err != nil {
		t.Error(err)
	}
	if f, ok := r.faultOf(target{dir: "a", name: "FuzzRead"}, read(strings.NewReader("FAIL\n"), &fakeProcesses{})).(*fault); !ok || f.text != "FAIL" {
		t.Errorf("a seed that fails: %v", f)
	}
}

// TestOutOfTime checks that a slice that ends while a worker starts is no fault. Every other failure is one.
func TestOutOfTime(t *testing.T) {
	for text, want := range map[string]bool{
		"--- FAIL: FuzzRead (112.09s)\n    context deadline exceeded\nFAIL\n":                                                           true,
		"--- FAIL: FuzzRead (112.09s)\n    context deadline exceeded\n    Failing input written to testdata/fuzz/FuzzRead/0123\nFAIL\n": false,
		"--- FAIL: FuzzRead (0.03s)\n    read_test.go:25: context deadline exceeded\nFAIL\n":                                            false,
		"panic: context deadline exceeded\n": false,
		"":                                   false,
	} {
		if got := read(strings.NewReader(text), &fakeProcesses{}).outOfTime(); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
}
