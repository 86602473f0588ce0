// Command mutation measures what the tests of the pure packages notice: it changes one small thing in the source of
// a package, a mutant, and runs that package's own tests. A mutant that no test fails for survives, and shows a
// line that could be wrong unnoticed.
//
// The mutants are a random sample of all that the packages have, and the same for the same seed and source. One that
// does not compile is replaced by the next. One that a file lists as equivalent, with the reason why no test can report
// it from the original, is not run and does not count.
//
// The sources stay as they are: the go command gets the changed file as an overlay.
package main

import (
	"bufio"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/signal"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"
)

// pure are the packages that a run takes unless it is reported which: those whose tests need neither a JVM nor a network.
// A minus leaves out what matches.
var pure = []string{
	"./analysis/...", "./layout/...", "./city/...", "./trace/...", "./words/...",
	"-city/serve", "-trace/wire/antsocket", // talk over a network
	"-trace/record",                                               // starts virtual machines
	"-trace/tracetest", "-city/citytest", "-city/scene/scenetest", // serve tests
}

type options struct {
	count       int
	seed        uint64
	packages    []string
	equivalents string
	only        string
	jobs        int
	// spare is the processor time that the tests of a mutant may take beyond a multiple of what they use without it.
	spare time.Duration
}

func main() {
	o := options{spare: 5 * time.Second}
	flag.IntVar(&o.count, "n", 300, "how many `mutants` to try")
	flag.Uint64Var(&o.seed, "seed", 1, "the `number` that decides which")
	packages := flag.String("packages", strings.Join(pure, ","), "the packages to change, as `patterns` of the go command; -FOLDER leaves out")
	flag.StringVar(&o.equivalents, "equivalents", "scripts/mutation/equivalent.txt", "the `file` of mutants that no test can notice")
	flag.StringVar(&o.only, "only", "", "instead of a sample, the mutants in this `file`, listed as survivors are")
	flag.IntVar(&o.jobs, "jobs", runtime.GOMAXPROCS(0), "how many mutants to try at the same `time`")
	flag.Parse()
	o.packages = strings.Split(*packages, ",")
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	err := mutate(ctx, os.Stdout, o)
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "mutation:", err)
		os.Exit(1)
	}
}

// mutate tries the mutants and writes what became of them.
func mutate(ctx context.Context, w io.Writer, o options) error {
	listed, err := readEntries(o.equivalents)
	if err != nil {
		return err
	}
	for _, e := range listed {
		if e.reason == "" {
			return fmt.Errorf("%s:%d: no reason is given why this is equivalent", o.equivalents, e.line)
		}
	}
	c, err := newCrew(max(1, o.jobs), o.spare)
	if err != nil {
		return err
	}
	defer c.close()
	packages, err := list(ctx, o.packages)
	if err != nil {
		return err
	}
	all, err := mutantsOf(packages)
	if err != nil {
		return err
	}
	equivalent, missing := match(all, listed)
	for _, e := range missing {
		if slices.ContainsFunc(packages, func(p goPackage) bool { return p.folder() == e.key.folder }) {
			fmt.Fprintf(w, "%s:%d: there is no such mutant any more: remove it, or copy its new form from the survivors\n", o.equivalents, e.line)
		}
	}
	order, err := choose(all, o)
	if err != nil {
		return err
	}
	fmt.Fprintf(w, "%d mutants in %d packages; seed %d\n\n", len(all), len(packages), o.seed)
	var tried results
	for len(order) > 0 && tried.counted() < o.count {
		next := order[:min(len(c), len(order), o.count-tried.counted())]
		order = order[len(next):]
		outcomes, err := c.try(ctx, next, equivalent)
		if ctx.Err() != nil {
			fmt.Fprintf(w, "\nInterrupted after %d mutants, which are as random a sample.\n", tried.counted())
			break
		} else if err != nil {
			return err
		}
		for i, m := range next {
			tried = append(tried, result{m, outcomes[i]})
			fmt.Fprintf(w, "%-12s %s %s\n", outcomes[i], m.place(), m.key.operator)
		}
	}
	tried.write(w)
	return nil
}

// A crew is runners that work at the same time.
type crew []*runner

func newCrew(jobs int, spare time.Duration) (crew, error) {
	shared := &limits{spare: spare, of: map[string]limit{}}
	var c crew
	for range jobs {
		r, err := newRunner(shared)
		if err != nil {
			c.close()
			return nil, err
		}
		c = append(c, r)
	}
	return c, nil
}

func (c crew) close() {
	for _, r := range c {
		r.close()
	}
}

// try returns what becomes of each of some mutants, at most as many as there are runners.
func (c crew) try(ctx context.Context, mutants []mutant, equivalent map[key]bool) ([]outcome, error) {
	outcomes, errs := make([]outcome, len(mutants)), make([]error, len(mutants))
	var all sync.WaitGroup
	for i, m := range mutants {
		if outcomes[i] = isEquivalent; !equivalent[m.key] {
			all.Go(func() { outcomes[i], errs[i] = c[i].try(ctx, m) })
		}
	}
	all.Wait()
	return outcomes, errors.Join(errs...)
}

// choose returns the mutants in the order in which they are tried.
func choose(all []mutant, o options) ([]mutant, error) {
	if o.only == "" {
		order := slices.Clone(all)
		random := rand.New(rand.NewPCG(o.seed, 0))
		random.Shuffle(len(order), func(i, k int) { order[i], order[k] = order[k], order[i] })
		return order, nil
	}
	entries, err := readEntries(o.only)
	if err != nil {
		return nil, err
	}
	chosen, missing := match(all, entries)
	for _, e := range missing {
		return nil, fmt.Errorf("%s:%d: there is no such mutant", o.only, e.line)
	}
	var order []mutant
	for _, m := range all {
		if chosen[m.key] {
			order = append(order, m)
		}
	}
	return order, nil
}

func readEntries(name string) ([]entry, error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	entries, err := parseEntries(bufio.NewScanner(file))
	if err != nil {
		return nil, fmt.Errorf("%s:%w", name, err)
	}
	return entries, nil
}
