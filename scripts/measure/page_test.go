package main

import (
	"os"
	"strings"
	"testing"
	"time"
)

func TestPage(t *testing.T) {
	tasks := []task{yardstick, {"`tree`", nil}}
	took := func(yard, tree time.Duration) []used {
		return []used{{yard, yard, 2 << 20}, {tree, tree, 0}}
	}
	results := []result{
		{objects: 1e6, bytes: 5e7, tasks: tasks, one: took(time.Second, 2*time.Second), all: took(time.Second, time.Second)},
		{objects: 1e7, bytes: 5e8, tasks: tasks, one: took(10*time.Second, 200*time.Second), all: took(10*time.Second, 100*time.Second)},
	}
	var text strings.Builder
	write(&text, machine{"a processor", "8 GB of memory", "linux on amd64", "memcity 1", 2}, 3, results)
	for _, want := range []string{
		"a processor, 2 cores, 8 GB of memory, linux on amd64; memcity 1. Fastest of 3 runs.\n",
		"## 1.0 million objects, 50 MB\n",
		"| sha1sum | 1.00 | 1.00 | 1.00 | 1.00 | 2 | 2 |\n",
		"| `tree` | 2.00 | 2.00 | 1.00 | 2.00 | 0 | not known |\n",
		"| `tree` | 200.00 | 20.00 | 100.00 | 2.00 | 0 | not known | 2.00 |\n",
	} {
		if !strings.Contains(text.String(), want) {
			t.Errorf("the page lacks %q:\n%s", want, text.String())
		}
	}
}

// TestOpenings checks that each command is opened without an index, then with one, whose files count once.
func TestOpenings(t *testing.T) {
	script := `if test "$1" = --no-index; then exit 0; fi; mkdir -p "$XDG_CACHE_HOME/a"; printf 12345 > "$XDG_CACHE_HOME/a/heap"; echo x >> "$XDG_CACHE_HOME/a/log"`
	if _, err := measureOpenings(&strings.Builder{}, "DUMP", t.TempDir(), []task{{"keeps nothing", []string{"true"}}}, 1); err != nil {
		t.Error(err)
	}
	tasks := []task{{"`one`", []string{"sh", "-c", script, "sh"}}, {"`two`", []string{"sh", "-c", script + "; printf 12 > $XDG_CACHE_HOME/more", "sh"}}}
	took, err := measureOpenings(&strings.Builder{}, "DUMP", t.TempDir(), tasks, 2)
	if err != nil {
		t.Fatal(err)
	}
	if n := took[0].index["log"]; n != 3*2 {
		t.Errorf("the log has %d bytes: three openings of a round write to an index", n)
	}
	took[1].took[3].processor = 1250 * time.Millisecond
	took[1].index = map[string]int64{"heap": 5e6, "more": 7e6}
	took[0].index = map[string]int64{"heap": 5e6}
	var text strings.Builder
	writeOpenings(&text, tasks, []result{{objects: 1e6}}, [][]opened{took}, "1.25")
	for _, want := range []string{"\n## A second opening\n", "1.0 million objects:", "was 1.25 before", "| 1.25 |", "| 5 | 5 |\n", "| 12 | 12 |\n", "takes 12 MB, 12 bytes"} {
		if !strings.Contains(text.String(), want) {
			t.Errorf("%q is missing in\n%s", want, text.String())
		}
	}
}

func TestLeast(t *testing.T) {
	a, b := used{3, 5, 7}, used{4, 2, 9}
	if got, want := a.least(b), (used{3, 2, 9}); got != want {
		t.Errorf("of two runs %v counts, not %v", got, want)
	}
}

func TestFailingCommand(t *testing.T) {
	if _, err := execute(task{"", []string{"sh", "-c", "echo no heap here >&2; exit 3"}}, "", ""); err == nil || !strings.Contains(err.Error(), "no heap here") {
		t.Errorf("a command that fails is reported as %v", err)
	}
	u, err := execute(task{"", []string{"sh", "-c", `test "$GOMAXPROCS" = 1 && test DUMP = /a/dump`}}, "/a/dump", "1")
	if err != nil || u.clock <= 0 {
		t.Errorf("the command does not get the dump and the cores: %v, %v", u, err)
	}
}

func TestPageOfPictures(t *testing.T) {
	took := make([]time.Duration, len(pictures))
	took[1] = 12340 * time.Microsecond
	var text strings.Builder
	writeDrawn(&text, took)
	for _, want := range []string{"\n## Pictures\n", "| the same of 20,000 | 12.3 |\n"} {
		if !strings.Contains(text.String(), want) {
			t.Errorf("the section lacks %q:\n%s", want, text.String())
		}
	}
}

// TestPageEndsWithOnce checks that the page in docs ends with the one-time measurements, in the text that the generator adds.
func TestPageEndsWithOnce(t *testing.T) {
	page, err := os.ReadFile("../../docs/performance.md")
	if err != nil {
		t.Fatal(err)
	}
	if !strings.HasSuffix(string(page), once) {
		t.Error("docs/performance.md does not end with once.md")
	}
}

// TestFleetSection checks that each question has a row.
func TestFleetSection(t *testing.T) {
	var text strings.Builder
	tasks := fleetTasks("m", "d", "t", "x")
	took := make([]used, len(tasks))
	took[0] = used{1_540_000_000, 900_000_000, 0}
	writeFleet(&text, tasks, took)
	for _, want := range []string{"\n## Fleets\n", "| `--question leaks` | 1.5 | 0.9 |\n", "`--question worst --city`"} {
		if !strings.Contains(text.String(), want) {
			t.Errorf("%q is missing in\n%s", want, text.String())
		}
	}
}
