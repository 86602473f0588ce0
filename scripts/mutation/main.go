// Command mutation measures how well the tests of the pure packages detect faults. It makes one small change in the source of a package,
// called a mutant, and runs the tests of that package. A mutant survives if no test fails. A survivor points to a line that could be wrong
// unnoticed.
//
// Mutants are a random sample, which depends only on the seed and the source. Mutants that do not compile are replaced by the next ones. A
// file lists equivalent mutants, each with the reason why no test can distinguish it from the original. They are not run and do not count.
//
// The mutants of a package are compiled together. An environment variable selects one of them when the tests start; see schema. The source
// files are not changed: the go command gets the changed files as an overlay.
package main

import (
	"bufio"
	"cmp"
	"context"
	"flag"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"os"
	"os/signal"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"
)

// pure contains the default packages. Their tests need neither a JVM nor a network. A minus excludes packages.
var pure = []string{
	"./analysis/...", "./layout/...", "./city/...", "./trace/...", "./words/...",
	"-city/serve", "-trace/wire/antsocket", // use a network
	"-trace/record",                                               // starts virtual machines
	"-trace/tracetest", "-city/citytest", "-city/scene/scenetest", // test helpers
}

type options struct {
	count       int
	seed        uint64
	packages    []string
	equivalents string
	only        string
	jobs        int
	// spare is the processor time that the tests of a mutant may take beyond a multiple of the time without it.
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

// mutate tries the mutants and writes their outcomes.
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
	check, err := newChecker(ctx, packages)
	if err != nil {
		return err
	}
	c := crew{check: check, jobs: max(1, o.jobs), spare: o.spare, w: w}
	// Some mutants type-check but do not compile, which is noticed late. There may therefore be several rounds.
	for len(order) > 0 && c.tried.counted() < o.count {
		var next []mutant
		for len(order) > 0 && c.tried.counted()+len(next) < o.count {
			m := order[0]
			order = order[1:]
			if equivalent[m.key] {
				c.report(m, isEquivalent)
			} else if ok, err := check.compiles(m); err != nil {
				return err
			} else if ok {
				next = append(next, m)
			} else {
				c.report(m, notCompiled)
			}
		}
		err := c.try(ctx, next)
		if ctx.Err() != nil {
			fmt.Fprintf(w, "\nInterrupted after %d mutants, of some packages only, which is no random sample of all.\n", c.tried.counted())
			break
		} else if err != nil {
			return err
		}
	}
	c.tried.write(w)
	return nil
}

// A crew tries the mutants of several packages concurrently.
type crew struct {
	check *checker
	jobs  int
	spare time.Duration

	mu    sync.Mutex
	w     io.Writer
	tried results
}

func (c *crew) report(m mutant, o outcome) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.tried = append(c.tried, result{m, o})
	fmt.Fprintf(c.w, "%-12s %s %s\n", o, m.place(), m.key.operator)
}

// try tries the given mutants package by package, those with the most mutants first, and reports the outcomes.
func (c *crew) try(ctx context.Context, mutants []mutant) error {
	of := map[string][]mutant{}
	for _, m := range mutants {
		of[m.importPath] = append(of[m.importPath], m)
	}
	order := slices.SortedFunc(maps.Keys(of), func(a, b string) int {
		return cmp.Or(cmp.Compare(len(of[b]), len(of[a])), cmp.Compare(a, b))
	})
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	next := make(chan string, len(order))
	for _, importPath := range order {
		next <- importPath
	}
	close(next)
	var all sync.WaitGroup
	for range c.jobs {
		all.Go(func() {
			for importPath := range next {
				if err := c.tryPackage(ctx, importPath, of[importPath]); err != nil {
					stop(err)
					return
				}
			}
		})
	}
	all.Wait()
	return context.Cause(ctx)
}

func (c *crew) tryPackage(ctx context.Context, importPath string, mutants []mutant) error {
	p, err := c.check.of(importPath)
	if err != nil {
		return err
	}
	r, err := newRunner(p, c.spare)
	if err != nil {
		return err
	}
	defer r.close()
	return r.try(ctx, mutants, c.report)
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
