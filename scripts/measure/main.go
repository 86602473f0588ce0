// Command measure runs memcity's commands on heap dumps, alternating with sha1sum of the same file, and writes the measured times as a
// Markdown page.
//
//	measure -program build/memcity-record -o docs/performance.md small.hprof large.hprof
//
// Each round runs sha1sum and every command once. The fastest of several rounds counts, because other load of the machine only adds time.
// For memory, the largest value counts. Programs that are not installed are omitted.
package main

import (
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

func main() {
	program := flag.String("program", "build/memcity-record", "the `file` of the program")
	indexing := flag.String("indexing", "", "the `file` of the program that keeps indexes; its openings of a dump are measured unless it is empty")
	rounds := flag.Int("rounds", 3, "how `often` each command runs")
	drawing := flag.Bool("drawing", false, "measure pictures as well; in the repository's folder, with an X server")
	fleet := flag.String("fleet", "", "measure questions about the tables in a `folder` as well")
	engine := flag.String("duckdb", "duckdb", "the `file` of DuckDB")
	page := flag.String("o", "", "the `file` to write; standard output where it is empty")
	flag.Parse()
	if err := run(*program, *indexing, flag.Args(), *rounds, *drawing, *fleet, *engine, *page); err != nil {
		fmt.Fprintln(os.Stderr, "measure:", err)
		os.Exit(1)
	}
}

func run(program, indexing string, dumps []string, rounds int, drawing bool, fleet, engine, page string) error {
	if len(dumps) == 0 && !drawing && fleet == "" || rounds < 1 {
		return fmt.Errorf("no heap dump is named, or no round")
	}
	dir, err := os.MkdirTemp("", "measure-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	tasks := installed(tasksOf(program, dir))
	var results []result
	for _, dump := range dumps {
		r, err := measure(os.Stderr, dump, program, tasks, rounds)
		if err != nil {
			return err
		}
		results = append(results, r)
	}
	host, err := readMachine(program)
	if err != nil {
		return err
	}
	var text strings.Builder
	write(&text, host, rounds, results)
	if indexing != "" {
		tasks := openingsOf(indexing)
		var took [][]opened
		busy := load()
		for _, dump := range dumps {
			o, err := measureOpenings(os.Stderr, dump, dir, tasks, rounds)
			if err != nil {
				return err
			}
			took = append(took, o)
		}
		writeOpenings(&text, tasks, results, took, busy)
	}
	if fleet != "" {
		tasks, took, err := fleetAnswers(os.Stderr, program, engine, fleet, dir, rounds)
		if err != nil {
			return err
		}
		writeFleet(&text, tasks, took)
	}
	if drawing {
		took, err := drawn(os.Stderr, dir, rounds)
		if err != nil {
			return err
		}
		writeDrawn(&text, took)
	}
	text.WriteString(once)
	if page == "" {
		_, err = io.WriteString(os.Stdout, text.String())
		return err
	}
	return os.WriteFile(page, []byte(text.String()), 0o666)
}

// A task is a command that is measured on each heap dump.
type task struct {
	name string
	args []string // DUMP stands for the heap dump
}

// yardstick reads the file once and computes its hash. All times are compared with it.
var yardstick = task{"sha1sum", []string{"sha1sum", "DUMP"}}

// tasksOf returns the tasks in the order in which they run.
func tasksOf(program, dir string) []task {
	of := func(name string, args ...string) task { return task{name, append([]string{program}, args...)} }
	trace := filepath.Join(dir, "dump.mct")
	return []task{
		yardstick,
		{"hprof-slurp, a histogram by another tool", []string{"hprof-slurp", "-i", "DUMP"}},
		of("`tree --by type`", "tree", "DUMP", "--by", "type"),
		of("`tree --by type --unreachable`, which loads all references", "tree", "DUMP", "--by", "type", "--unreachable"),
		of("`tree --by type --sizes retained`", "tree", "DUMP", "--by", "type", "--sizes", "retained"),
		of("`paths` to all `java.lang.String`", "paths", "DUMP", "--by", "type", "--group", "Heap#java.lang.String"),
		of("`owners` of all `java.lang.String`", "owners", "DUMP", "--by", "type", "--group", "Heap#java.lang.String"),
		of("`structures`", "structures", "DUMP"),
		of("`analyze`", "analyze", "DUMP"),
		of("`convert` to a trace", "convert", "DUMP", "--force", "-o", trace),
		of("`tree --by type` of that trace", "tree", trace, "--by", "type"),
	}
}

// installed returns the tasks whose program is installed.
func installed(all []task) (there []task) {
	for _, t := range all {
		if _, err := exec.LookPath(t.args[0]); err == nil {
			there = append(there, t)
		}
	}
	return there
}
