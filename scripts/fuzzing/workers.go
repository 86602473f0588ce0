package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// workers are the children of the fuzzing process with the given ID.
type workers struct{ pid int }

// each calls do with the ID of each worker. Without /proc, there are none.
func (w workers) each(do func(pid int)) {
	for _, text := range contents(fmt.Sprintf("/proc/%d/task/*/children", w.pid)) { // each thread has its own
		for _, child := range strings.Fields(text) {
			if pid, err := strconv.Atoi(child); err == nil {
				do(pid)
			}
		}
	}
}

// abort kills the workers. The fuzzing process then reports the current input as a fault. Without /proc, the slice ends without a fault.
func (w workers) abort() { w.each(abort) }

// waited returns the time that threads of the workers were ready to run but had no processor; 0 if the system does not report it.
func (w workers) waited() (sum time.Duration) {
	w.each(func(pid int) {
		for _, text := range contents(fmt.Sprintf("/proc/%d/task/*/schedstat", pid)) {
			if fields := strings.Fields(text); len(fields) == 3 { // time on a processor, time waiting for one, in nanoseconds, and a count
				n, _ := strconv.ParseInt(fields[1], 10, 64)
				sum += time.Duration(n)
			}
		}
	})
	return sum
}

// contents returns the contents of the files that match a pattern. It skips files of threads that have ended.
func contents(pattern string) (texts []string) {
	names, _ := filepath.Glob(pattern)
	for _, name := range names {
		if text, err := os.ReadFile(name); err == nil {
			texts = append(texts, string(text))
		}
	}
	return texts
}
