package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
)

// fleetTasks returns the questions about a fleet.
func fleetTasks(program, engine, tables, dir string) (list []task) {
	of := func(name string, args ...string) {
		list = append(list, task{name, append([]string{program, "fleet", tables, "--duckdb", engine}, args...)})
	}
	for _, question := range []string{"leaks", "growth", "releases", "outliers", "worst"} {
		of("`--question "+question+"`", "--question", question)
	}
	of("all questions", "--format", "json")
	of("`--question worst --city`, what `--open` makes", "--question", "worst", "--city", filepath.Join(dir, "city"))
	return list
}

// fleetAnswers measures questions about the tables of a fleet, each in a process of its own.
func fleetAnswers(progress io.Writer, program, engine, tables, dir string, rounds int) (tasks []task, took []used, err error) {
	tasks = fleetTasks(program, engine, tables, dir)
	took = make([]used, len(tasks))
	for round := range rounds {
		for i, t := range tasks {
			if err := os.RemoveAll(filepath.Join(dir, "city")); err != nil {
				return nil, nil, err
			}
			u, err := execute(t, "", "")
			if err != nil {
				return nil, nil, err
			}
			if round > 0 {
				u = u.least(took[i])
			}
			took[i] = u
			fmt.Fprintf(progress, "%s: %s, round %d: %.2f s\n", tables, t.name, round+1, u.processor.Seconds())
		}
	}
	return tasks, took, nil
}

// fleetHead describes the fleet that scripts/performance generates.
const fleetHead = `
## Fleets

Questions to DuckDB about the tables of 1,000 recordings with 20,000 groups at 10 GC points each, 200 million rows of groups in 3 GB, from a seeded generator
(fleet/table/synthetic): 10 services with 4 versions on 25 pods. Processor time of memcity and DuckDB together, on all cores, with the start of both.

| ` + "`memcity fleet`" + ` with | processor, s | by the clock, s |
|---|---|---|
`

// writeFleet writes the section about fleets.
func writeFleet(w io.Writer, tasks []task, took []used) {
	io.WriteString(w, fleetHead)
	for i, t := range tasks {
		fmt.Fprintf(w, "| %s | %.1f | %.1f |\n", t.name, took[i].processor.Seconds(), took[i].clock.Seconds())
	}
}
