// Command fuzzing runs the fuzz targets of the repository in turn, in time slices, and counts executions.
//
// The target that is furthest behind its share gets the next slice. Shares depend on the risk and on the amount of code behind a target,
// see [weigh]. Executions are no good measure, since a parser of short texts executes quickly and proves little. Times and executions of
// earlier runs count as well, so each run continues where the last one ended; see [table].
//
// Each target runs as a program of its own with one worker and limited memory. Go's fuzzing engine minimizes failing inputs and writes them
// to testdata/fuzz next to the test. They are named after the failure, see [rename]. A hanging execution is a fault too, see [read].
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"time"
)

type options struct {
	dir      string        // folder for programs and generated inputs
	counts   string        // file of the table
	only     string        // part of the names of the targets
	budget   time.Duration // total time of all slices; 0 for one slice per target
	slice    time.Duration
	parallel int
	memory   string // GOMEMLIMIT of each process
}

func main() {
	var o options
	hours := flag.Float64("hours", 0, "how many `hours` to run; 0 for one slice for each target")
	flag.StringVar(&o.dir, "dir", "build/fuzz", "the `folder` for programs and generated inputs")
	flag.StringVar(&o.counts, "counts", "", "the `file` of executions by target, which is read and written; empty for none")
	flag.StringVar(&o.only, "only", "", "run targets whose `name`, as trace/wire/gclog.FuzzRead, has this in it")
	flag.DurationVar(&o.slice, "slice", time.Minute, "how `long` a target runs before it is the turn of the next")
	flag.IntVar(&o.parallel, "parallel", 1, "`workers` for each target")
	flag.StringVar(&o.memory, "memory", "256MiB", "how much `memory` a worker uses before it collects garbage")
	flag.Parse()
	o.budget = time.Duration(*hours * float64(time.Hour))
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	err := fuzz(ctx, os.Stdout, o)
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "fuzzing:", err)
		os.Exit(1)
	}
}

// fuzz runs targets until the budget is spent or ctx is done. It returns an error if a target found a fault.
func fuzz(ctx context.Context, w io.Writer, o options) error {
	targets, err := findTargets(".", o.only)
	if err != nil {
		return err
	}
	if err := weigh(targets); err != nil {
		return err
	}
	counts, err := readTable(o.counts)
	if err != nil {
		return err
	}
	r := runner{options: o, w: w, built: map[string]bool{}}
	if r.dir, err = filepath.Abs(o.dir); err != nil {
		return err
	}
	run, failed, each := table{}, 0, o.budget == 0
	for spent := time.Duration(0); len(targets) > 0 && ctx.Err() == nil && (each || spent < o.budget); spent += o.slice {
		t := counts.next(targets)
		if each {
			t = targets[0]
		}
		done, err := r.slice(ctx, t)
		counts.add(t, done)
		run.add(t, done)
		if err := counts.write(o.counts); err != nil {
			return err
		}
		var found *fault
		switch {
		case ctx.Err() != nil:
		case errors.As(err, &found):
			failed++
			fmt.Fprintf(w, "\n%s: FAULT %s\n%s\n", t, found.input, found.text)
		case err != nil:
			return err
		}
		if each || found != nil {
			targets = without(targets, t)
		}
	}
	fmt.Fprintf(w, "\nThis run:\n%s", run)
	if o.counts != "" {
		fmt.Fprintf(w, "\nAll runs, see %s:\n%s", o.counts, counts)
	}
	if failed > 0 {
		return fmt.Errorf("%d targets failed: their inputs are in testdata/fuzz, and go test runs them", failed)
	}
	return nil
}
