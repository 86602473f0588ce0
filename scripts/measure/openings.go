package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
)

// Number of measured openings of a dump: one without an index, one that writes it, and two that use it.
const openings = 4

// An opened contains the measurements of a command for each opening of a dump, and the index that it wrote.
type opened struct {
	took  [openings]used
	index map[string]int64 // bytes by file
}

// openingsOf returns the commands whose openings are measured.
func openingsOf(program string) []task {
	of := func(name string, args ...string) task { return task{name, append([]string{program}, args...)} }
	group := []string{"--by", "type", "--group", "Heap#java.lang.String"}
	return []task{
		of("`city`, what the window opens with", "city", "DUMP"),
		of("`tree --by type`", "tree", "DUMP", "--by", "type"),
		of("`tree --by type --sizes retained`", "tree", "DUMP", "--by", "type", "--sizes", "retained"),
		of("`analyze`", "analyze", "DUMP"),
		of("`structures`", "structures", "DUMP"),
		of("`paths` to all `java.lang.String`", append([]string{"paths", "DUMP"}, group...)...),
		of("`owners` of all `java.lang.String`", append([]string{"owners", "DUMP"}, group...)...),
	}
}

// measureOpenings runs each task on a dump several times, on all cores. Each round starts with an empty cache.
func measureOpenings(progress io.Writer, dump, dir string, tasks []task, rounds int) ([]opened, error) {
	all := make([]opened, len(tasks))
	for round := range rounds {
		for i, t := range tasks {
			cache := filepath.Join(dir, "cache")
			if err := errors.Join(os.RemoveAll(cache), os.Mkdir(cache, 0o700)); err != nil {
				return nil, err
			}
			for n := range openings {
				run := t
				if n == 0 {
					run.args = append(append([]string{}, t.args...), "--no-index")
				}
				took, err := execute(run, dump, "", "XDG_CACHE_HOME="+cache)
				if err != nil {
					return nil, err
				}
				if round > 0 {
					took = took.least(all[i].took[n])
				}
				all[i].took[n] = took
			}
			var err error
			if all[i].index, err = filesIn(cache); err != nil {
				return nil, err
			}
			fmt.Fprintf(progress, "%s: %s, opened for the third time, round %d: %.2f s\n", dump, t.name, round+1, all[i].took[3].processor.Seconds())
		}
	}
	return all, os.RemoveAll(filepath.Join(dir, "cache"))
}

// filesIn returns the size of all files below a folder by name. The name of an index part depends on its input and kind.
func filesIn(folder string) (map[string]int64, error) {
	found := map[string]int64{}
	return found, filepath.WalkDir(folder, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		info, err := d.Info()
		if err == nil {
			found[d.Name()] = info.Size()
		}
		return err
	})
}

func bytesOf(files map[string]int64) (sum int64) {
	for _, n := range files {
		sum += n
	}
	return sum
}

// load returns the load average of the machine; empty if the system does not report it.
func load() string {
	text, err := os.ReadFile("/proc/loadavg")
	if words := strings.Fields(string(text)); err == nil && len(words) > 0 {
		return words[0]
	}
	return ""
}

// writeOpenings writes the measurements of each opening. results contains the sizes of the dumps, and load is the load of the machine
// beforehand.
func writeOpenings(w io.Writer, tasks []task, results []result, took [][]opened, load string) {
	io.WriteString(w, `
## A second opening

memcity keeps what it found out about a large dump in an index in the user's cache (docs/decisions/index-of-dumps.md). Processor time with that of the
system, and by the clock, on all cores: without an index, while it is written, and when the dump is opened again. Each command begins with an empty cache. `+
		"`memcity-record` keeps no index.\n")
	if load != "" {
		fmt.Fprintf(w, "The load of the machine was %s before: above 0, the clock counts other programs as well.\n", load)
	}
	for i, r := range results {
		fmt.Fprintf(w, "\n%s million objects:\n\n", million(r.objects))
		io.WriteString(w, "| | without, s | first, s | second, s | third, s | by the clock, s: without | first | second | third | index, MB | bytes for each object |\n|---|---|---|---|---|---|---|---|---|---|---|\n")
		whole := map[string]int64{}
		for j, t := range tasks {
			o := &took[i][j]
			fmt.Fprintf(w, "| %s |", t.name)
			for _, u := range o.took {
				fmt.Fprintf(w, " %.2f |", u.processor.Seconds())
			}
			for _, u := range o.took {
				fmt.Fprintf(w, " %.2f |", u.clock.Seconds())
			}
			for name, n := range o.index {
				whole[name] = n
			}
			n := bytesOf(o.index)
			fmt.Fprintf(w, " %d | %d |\n", (n+5e5)/1e6, (n+r.objects/2)/r.objects)
		}
		n := bytesOf(whole)
		fmt.Fprintf(w, "\nThe index of all these commands takes %d MB, %s bytes for each object, as they share its parts.\n", (n+5e5)/1e6, perObject(n, r.objects))
	}
}
