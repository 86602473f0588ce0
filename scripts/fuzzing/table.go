package main

import (
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"slices"
	"strings"
	"time"
)

// done is the work done by slices of a target.
type done struct {
	executions int64
	// processor is the processor time, which hardly depends on other load of the machine.
	processor time.Duration
}

// speed returns the number of executions per second of processor time.
func (d done) speed() float64 { return float64(d.executions) / max(d.processor.Seconds(), 1) }

// A table contains the work done, by name of the target. Its text has a line for each target, and the sum.
type table map[string]done

const head = `# Executions of the fuzz targets, added up over all runs of make fuzz-all, which reads and writes this file.
#
# executions   processor  target
#                seconds
`

const sum = "in all"

func (t table) String() string {
	var names []string
	var all done
	for name, d := range t {
		names = append(names, name)
		all.executions += d.executions
		all.processor += d.processor
	}
	slices.Sort(names)
	var b strings.Builder
	for _, name := range names {
		line(&b, t[name], name)
	}
	line(&b, all, sum)
	return b.String()
}

func line(b *strings.Builder, d done, name string) {
	fmt.Fprintf(b, "%12d  %10.0f  %s\n", d.executions, d.processor.Seconds(), name)
}

// readTable parses the output of [table.write]. A missing file is an empty table.
func readTable(path string) (table, error) {
	t := table{}
	text, err := os.ReadFile(path)
	if path == "" || errors.Is(err, fs.ErrNotExist) {
		return t, nil
	}
	for i, line := range strings.Split(string(text), "\n") {
		var d done
		var seconds float64
		var name string
		if strings.HasPrefix(line, "#") || strings.TrimSpace(line) == "" || strings.HasSuffix(line, "  "+sum) {
			continue
		}
		if _, err := fmt.Sscan(line, &d.executions, &seconds, &name); err != nil {
			return nil, fmt.Errorf("%s:%d: expected executions, seconds and a target: %w", path, i+1, err)
		}
		d.processor = time.Duration(seconds * float64(time.Second))
		t[name] = d
	}
	return t, err
}

func (t table) write(path string) error {
	if path == "" {
		return nil
	}
	return os.WriteFile(path, []byte(head+t.String()), 0o666)
}

func (t table) add(to target, d done) {
	sum := t[to.String()]
	sum.executions += d.executions
	sum.processor += d.processor
	t[to.String()] = sum
}

// next returns the target with the smallest part of its share of the time, the first one if there are ties. The share of a target is its
// weight.
func (t table) next(targets []target) target {
	best, least := targets[0], math.Inf(1)
	for _, one := range targets {
		if part := t[one.String()].processor.Seconds() / one.weight; part < least {
			best, least = one, part
		}
	}
	return best
}
