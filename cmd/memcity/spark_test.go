package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"memcity/cmd/memcity/cli"
	"memcity/fleet/table"
)

// sparkPython returns a Python with PySpark, sets the environment variables that it needs, or skips the test.
func sparkPython(t *testing.T) string {
	t.Helper()
	built, err := filepath.Abs(filepath.Join("..", "..", "build", "spark"))
	if err != nil {
		t.Fatal(err)
	}
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("there is no python3")
	}
	t.Setenv("PYTHONPATH", built)
	if exec.Command(python, "-c", "import pyspark").Run() != nil {
		t.Skip("pyspark is not installed: scripts/deps spark does")
	}
	return python
}

// killExecutor kills one Spark executor that descends from this process, once ready returns true. It returns whether there was one.
func killExecutor(ready func() bool) bool {
	for range 1200 {
		time.Sleep(100 * time.Millisecond)
		if !ready() {
			continue
		}
		parents, executors := map[int]int{}, []int{}
		folders, _ := filepath.Glob("/proc/[0-9]*")
		for _, folder := range folders {
			pid, _ := strconv.Atoi(filepath.Base(folder))
			line, _ := os.ReadFile(filepath.Join(folder, "cmdline"))
			stat, _ := os.ReadFile(filepath.Join(folder, "stat"))
			if i := bytes.LastIndexByte(stat, ')'); i > 0 {
				var state string
				var parent int
				fmt.Sscan(string(stat[i+1:]), &state, &parent)
				parents[pid] = parent
			}
			if bytes.Contains(line, []byte("CoarseGrainedExecutorBackend")) && bytes.Contains(line, []byte("java")) {
				executors = append(executors, pid)
			}
		}
		for _, pid := range executors {
			for up := pid; up > 1; up = parents[up] {
				if p, err := os.FindProcess(pid); up == os.Getpid() && err == nil && p.Kill() == nil {
					return true
				}
			}
		}
	}
	return false
}

// sameAnswers compares answers of two engines. Sums may be rounded differently.
func sameAnswers(a, b any) bool {
	switch x := a.(type) {
	case map[string]any:
		y, ok := b.(map[string]any)
		for k := range x {
			ok = ok && sameAnswers(x[k], y[k])
		}
		return ok && len(x) == len(y)
	case []any:
		y, ok := b.([]any)
		ok = ok && len(x) == len(y)
		for i := range x {
			ok = ok && sameAnswers(x[i], y[i])
		}
		return ok
	case float64:
		y, ok := b.(float64)
		return ok && math.Abs(x-y) <= 1e-9*max(math.Abs(x), math.Abs(y), 1)
	}
	return a == b
}

// TestFleetSpark: Spark gives the answers of DuckDB, for a folder with a name that needs escaping, while an executor is killed.
func TestFleetSpark(t *testing.T) {
	if testing.Short() {
		t.Skip("Spark takes a minute")
	}
	needDuckDB(t)
	sparkPython(t)
	tables, file := filepath.Join(t.TempDir(), "it's; [a] {b} \"fleet\"*"), filepath.Join(t.TempDir(), "rules.yaml")
	ok(t, append([]string{"export", "--parquet", tables, "--path-labels", "{service}/{version}/{pod}"}, writeFleet(t, 4)[40:]...)...)
	if err := os.WriteFile(file, []byte("rules:\n  - no leak\n  - objects of type *.Order at most 2105\n  - growth of heap below 40 %\n  - size of heap at most 1 GB\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	line := []string{"fleet", tables, "--rules", file, "--format", "json"}
	killed := make(chan bool, 1)
	go func() { killed <- killExecutor(func() bool { return true }) }()
	cities := []string{filepath.Join(t.TempDir(), "duckdb"), filepath.Join(t.TempDir(), "spark")}
	want := memcity(append(line, "--city", cities[0])...)
	got := memcity(append(line, "--city", cities[1], "--engine", "spark", "--master", "local-cluster[2,1,1024]")...)
	if got.status != 1 || got.status != want.status {
		t.Fatalf("status %d, %v; of DuckDB %d, %v", got.status, got.err, want.status, want.err)
	}
	var a, b any
	if json.Unmarshal([]byte(want.stdout), &a) != nil || json.Unmarshal([]byte(got.stdout), &b) != nil || !sameAnswers(a, b) {
		t.Errorf("%s\nof DuckDB:\n%s", got.stdout, want.stdout)
	}
	if a, b := cityText(t, cities[0]), cityText(t, cities[1]); a != b || a == "" {
		t.Errorf("the city is\n%s\nof DuckDB:\n%s", b, a)
	}
	if !<-killed {
		t.Error("there was no executor to kill")
	}
}

// cityText returns the trees of a city.
func cityText(t *testing.T, city string) (text string) {
	t.Helper()
	for _, name := range entries(t, city) {
		content, err := os.ReadFile(filepath.Join(city, name))
		if err != nil {
			t.Fatal(err)
		}
		text += string(content)
	}
	return text
}

// TestSparkExport: the Spark job in the source writes the same tables as memcity, while an executor is killed, and reports failures.
func TestSparkExport(t *testing.T) {
	if testing.Short() {
		t.Skip("Spark takes a minute")
	}
	python := sparkPython(t)
	folders, tables, want := writeFleet(t, 2)[40:], t.TempDir(), t.TempDir()
	program := filepath.Join(t.TempDir(), "memcity-record")
	build := exec.Command("go", "build", "-buildvcs=false", "-o", program, "memcity/cmd/memcity-record") // tables contain the version, and tests have no commit
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	root := filepath.Dir(filepath.Dir(filepath.Dir(folders[0])))
	bad := filepath.Join(root, "shop", "1.9", "bad.hprof")
	if err := os.WriteFile(bad, []byte("no dump"), 0o600); err != nil {
		t.Fatal(err)
	}
	dumps, err := filepath.Glob(filepath.Join(root, "shop", "*", "*", "*.hprof"))
	if err != nil || len(dumps) != 40 {
		t.Fatalf("%d dumps, %v", len(dumps), err)
	}
	const labels = "{service}/{version}/{pod}/*"
	ok(t, append([]string{"export", "--parquet", want, "--path-labels", labels}, dumps...)...)
	job := exec.CommandContext(t.Context(), python, filepath.Join("..", "..", "fleet", "spark", "export.py"), "--memcity", program, "--parquet", tables, "--path-labels", labels,
		filepath.Join(root, "shop"))
	job.Env = append(os.Environ(), "PYSPARK_SUBMIT_ARGS=--master local-cluster[2,1,1024] pyspark-shell")
	var stdout, stderr bytes.Buffer
	job.Stdout, job.Stderr = &stdout, &stderr
	killed := make(chan bool, 1)
	go func() {
		killed <- killExecutor(func() bool {
			written, _ := filepath.Glob(filepath.Join(tables, "recordings", "*.parquet"))
			return len(written) > 3
		})
	}()
	if err := job.Run(); err == nil || job.ProcessState.ExitCode() != 1 {
		t.Errorf("%v, want status 1 of what could not be read: %s", err, stderr.String())
	}
	if !<-killed {
		t.Error("there was no executor to kill")
	}
	status := map[string]int{}
	for line := range strings.Lines(stdout.String()) {
		var o struct{ Path, Status, Message string }
		if err := json.Unmarshal([]byte(line), &o); err != nil {
			t.Fatal(err)
		}
		if status[o.Status]++; (o.Status == "bad") != (o.Path == bad) || o.Status == "bad" && !strings.Contains(o.Message, "not a recording") {
			t.Errorf("%+v", o)
		}
	}
	if status["bad"] != 1 || status["written"]+status["already there"] != 40 {
		t.Errorf("%v", status)
	}
	for _, name := range table.Names {
		files, err := filepath.Glob(filepath.Join(want, name, "*.parquet"))
		if err != nil || len(files) != 40 {
			t.Fatalf("%d files, %v", len(files), err)
		}
		for _, file := range files {
			a, _ := os.ReadFile(file)
			if b, err := os.ReadFile(filepath.Join(tables, name, filepath.Base(file))); err != nil || parquetText(t, file) != parquetText(t, filepath.Join(tables, name, filepath.Base(file))) && !bytes.Equal(a, b) {
				t.Errorf("%s of the job differs: %v", file, err)
			}
		}
	}
}

// TestSparkRounds: which recordings the job retries and how, with a program that follows a script, and without Spark.
func TestSparkRounds(t *testing.T) {
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("there is no python3")
	}
	dir := t.TempDir()
	// It ends with the exit status that its input contains. A large input needs the memory of an executor, a shaky one succeeds the second time.
	program := filepath.Join(dir, "program")
	script := `#!/bin/sh
for last; do :; done
kind=$(cat "$2")
case $1$kind in
info*) echo '{"memory": {"needs": [{"bytes": 1000000000}]}}' ;;
exportlarge) [ "$8" = 4000000000 ] || exit 4; echo '{"recordings": [{"status": "written"}]}' ;;
exporthuge) exit 4 ;;
exportkilled) kill -9 $$ ;;
exportbad) echo "not a recording" >&2; exit 3 ;;
exportshaky) [ -e "$2.seen" ] || { : > "$2.seen"; exit 70; }; echo '{"recordings": [{"status": "written"}]}' ;;
exportbroken) exit 70 ;;
*) echo '{"recordings": [{"status": "written"}]}' ;;
esac
`
	if err := os.WriteFile(program, []byte(script), 0o700); err != nil {
		t.Fatal(err)
	}
	for _, kind := range []string{"good", "large", "huge", "killed", "bad", "shaky", "broken"} {
		if err := os.WriteFile(filepath.Join(dir, kind+".hprof"), []byte(kind), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Truncate(filepath.Join(dir, "good.hprof"), 0); err != nil {
		t.Fatal(err)
	}
	driver := `
import importlib.util, json, sys
spec = importlib.util.spec_from_file_location("export", sys.argv[1])
job = importlib.util.module_from_spec(spec)
spec.loader.exec_module(job)
options = job.parse(["--memcity", sys.argv[2], "--parquet", "t", *sys.argv[4:], sys.argv[3]])
task, rounds = job.Task(options, "program"), []
def hand_out(paths, memory, alone):
    rounds.append([len(paths), alone])
    return [task.run(sys.argv[2], path, memory) for path in job.sizes_first(paths)]
for out in job.rounds(options.found, options.attempts, 500000000, options.memory, hand_out):
    print(json.dumps([out["path"].rsplit("/", 1)[-1], out["status"], out["attempts"], out["message"]]))
print(json.dumps(rounds))
`
	source := filepath.Join("..", "..", "fleet", "spark", "export.py")
	run := func(args ...string) (string, error) {
		out, err := exec.Command(python, append([]string{"-c", driver, source, program, dir}, args...)...).CombinedOutput()
		return string(out), err
	}
	out, err := run()
	if err != nil {
		t.Fatal(out)
	}
	for _, want := range []string{`["bad.hprof", "bad", 1, "not a recording"]`, `["broken.hprof", "failed", 3, ""]`, `["good.hprof", "written", 1, ""]`,
		`["huge.hprof", "too large", 2, ""]`, `["killed.hprof", "too large", 2, ""]`, `["large.hprof", "written", 2, ""]`, `["shaky.hprof", "written", 2, ""]`,
		`[[7, false], [2, false], [1, false], [3, true]]`} {
		if !strings.Contains(out, want) {
			t.Errorf("there is no %s:\n%s", want, out)
		}
	}
	// Copies from elsewhere: any path is a single argument, and a failed command is reported.
	out, err = run("--fetch", "cp {path} {file}", "--store", "false {folder}")
	if err != nil || strings.Count(out, `"failed", 3, "false: "`) < 2 {
		t.Errorf("%v: %s", err, out)
	}
	if out, err := run("--attempts", "0"); err == nil {
		t.Error(out)
	}
	// If the estimate exceeds the memory of a task, the job does not try.
	if err := os.Truncate(filepath.Join(dir, "good.hprof"), 600_000_000/20+1); err != nil {
		t.Fatal(err)
	}
	if out, err := run(); err != nil || !strings.Contains(out, `["good.hprof", "written", 2, ""]`) {
		t.Errorf("%v: %s", err, out)
	}
}

// TestSparkMissing: missing programs are reported in one line, and options of one engine are refused with the other.
func TestSparkMissing(t *testing.T) {
	tables := t.TempDir()
	ok(t, "export", "demo:steady", "--parquet", tables)
	python := filepath.Join(t.TempDir(), "python")
	if err := os.WriteFile(python, []byte("#!/bin/sh\nexit 3\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	refused(t, cli.ExitCheckFailed, "pyspark: it is not installed", "fleet", tables, "--engine", "spark", "--python", python)
	refused(t, cli.ExitUsage, "master: only with --engine spark", "fleet", tables, "--master", "local[2]")
	refused(t, cli.ExitUsage, "duckdb: only with --engine duckdb", "fleet", tables, "--engine", "spark", "--duckdb", python)
	refused(t, cli.ExitUsage, "engine", "fleet", tables, "--engine", "trino")
	refused(t, cli.ExitUsage, "use --engine spark", "fleet", "s3a://bucket/fleet")
}
