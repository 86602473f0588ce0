package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"time"
)

// A result contains the measurements of the tasks for one heap dump.
type result struct {
	objects, bytes int64 // objects in the heap, and bytes of the file
	tasks          []task
	one, all       []used // by task: on one core, and on all
}

// A used contains the measurements of one run.
type used struct {
	processor, clock time.Duration
	memory           int64 // peak resident bytes; 0 if the system does not report it
}

func (u used) least(other used) used {
	return used{min(u.processor, other.processor), min(u.clock, other.clock), max(u.memory, other.memory)}
}

// measure runs all tasks on a dump, in rounds.
func measure(progress io.Writer, dump, program string, tasks []task, rounds int) (result, error) {
	r := result{tasks: tasks, one: make([]used, len(tasks)), all: make([]used, len(tasks))}
	info, err := os.Stat(dump)
	if err != nil {
		return r, err
	}
	r.bytes = info.Size()
	if r.objects, err = objectsIn(program, dump); err != nil {
		return r, err
	}
	for round := range rounds {
		for i, t := range tasks {
			one, err := execute(t, dump, "1")
			if err != nil {
				return r, err
			}
			all, err := execute(t, dump, "")
			if err != nil {
				return r, err
			}
			if round > 0 {
				one, all = one.least(r.one[i]), all.least(r.all[i])
			}
			r.one[i], r.all[i] = one, all
			fmt.Fprintf(progress, "%s: %s, round %d: %.2f s\n", dump, t.name, round+1, r.one[i].processor.Seconds())
		}
	}
	return r, nil
}

// execute runs a task on a dump with the given GOMAXPROCS and additional environment variables.
func execute(t task, dump, cores string, variables ...string) (used, error) {
	args := make([]string, len(t.args))
	for i, arg := range t.args {
		args[i] = strings.ReplaceAll(arg, "DUMP", dump)
	}
	cmd := exec.Command(args[0], args[1:]...)
	cmd.Env = append(append(os.Environ(), "GOMAXPROCS="+cores), variables...)
	var out bytes.Buffer
	cmd.Stderr = &out
	began := time.Now()
	err := cmd.Run()
	if err != nil {
		return used{}, fmt.Errorf("%s: %w\n%s", strings.Join(args, " "), err, out.Bytes())
	}
	s := cmd.ProcessState
	return used{s.UserTime() + s.SystemTime(), time.Since(began), peak(s)}, nil
}

// objectsIn returns the number of objects in a dump, which it gets from the program.
func objectsIn(program, dump string) (int64, error) {
	out, err := exec.Command(program, "tree", dump, "--by", "type", "--format", "json").Output()
	if err != nil {
		return 0, fmt.Errorf("%s: %w", dump, err)
	}
	var tree struct {
		Root struct {
			Objects int64 `json:"objects"`
		} `json:"root"`
	}
	if err := json.Unmarshal(out, &tree); err != nil || tree.Root.Objects == 0 {
		return 0, fmt.Errorf("%s: its tree has no number of objects: %w", dump, err)
	}
	return tree.Root.Objects, nil
}
