//go:build !race

package guide

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"memcity/analysis/guide/findings"
	"memcity/trace/tracetest/testrun"
)

// TestEachStepIsCancelled checks that each part that reads a heap state reports cancellation itself, even if no later part checks the
// context.
func TestEachStepIsCancelled(t *testing.T) {
	things := manyThings()
	for _, name := range []string{"growing", "threads", "locals", "loaded", "wasteful", "uploads", "destroyed", "pictures", "wrapped", "unknown",
		"loaders in thread-locals", "sharing", "random"} {
		r := things[name]
		begun := &guided{Source: r, recording: r.Recording, out: &findings.Report{}}
		var points []int
		for i := range r.Points {
			points = append(points, i)
		}
		_, times, err := begun.place(t.Context(), points)
		if err != nil {
			t.Fatal(err)
		}
		references, err := begun.last.Subject().ReferenceGraph(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		piles := begun.dominance.Accumulations(t.Context(), 1000)
		details, err := begun.detail(t.Context(), slices.Clone(piles[:min(len(piles), 3)]), 0)
		if err != nil {
			t.Fatal(err)
		}
		roots, err := begun.last.Roots(t.Context())
		if err != nil || len(roots.Names) == 0 {
			t.Fatal(err)
		}
		steps := map[string]func(context.Context, *guided) error{
			"threads":  func(ctx context.Context, g *guided) error { return g.threads(ctx, references) },
			"large":    func(ctx context.Context, g *guided) error { return g.large(ctx) },
			"standing": func(ctx context.Context, g *guided) error { return g.standing(ctx) },
			"waste":    func(ctx context.Context, g *guided) error { return g.waste(ctx) },
			"off-heap": func(ctx context.Context, g *guided) error { return g.offHeap(ctx) },
			"growing threads": func(ctx context.Context, g *guided) error {
				_, _, err := g.growingThreads(ctx, times, nil)
				return err
			},
			"detail": func(ctx context.Context, g *guided) error {
				_, err := g.detail(ctx, piles[:min(len(piles), 2)], 0)
				return err
			},
			"loaders":     func(ctx context.Context, g *guided) error { g.loaded = nil; return g.findLoaders(ctx) },
			"destroyed":   func(ctx context.Context, g *guided) error { return g.destroyed(ctx, references) },
			"bitmaps":     func(ctx context.Context, g *guided) error { return g.bitmaps(ctx) },
			"all loaders": func(ctx context.Context, g *guided) error { return g.loaders(ctx, references) },
			"values":      func(ctx context.Context, g *guided) error { return g.readValues(ctx) },
		}
		for i, d := range details {
			again := func() *detail { x := *d; return &x }
			steps[fmt.Sprint("holders of ", i)] = func(ctx context.Context, g *guided) error { return g.chooseHolders(ctx, references, again()) }
			steps[fmt.Sprint("path of ", i)] = func(ctx context.Context, g *guided) error { return g.freeAlongPath(ctx, references, again()) }
			steps[fmt.Sprint("owners of ", i)] = func(ctx context.Context, g *guided) error { return g.otherOwners(ctx, again()) }
			steps[fmt.Sprint("name of ", i)] = func(ctx context.Context, g *guided) error { return g.nameOwner(ctx, references, again()) }
			steps[fmt.Sprint("words of ", i)] = func(ctx context.Context, g *guided) error { _, err := g.words(ctx, again()); return err }
			steps[fmt.Sprint("remaining of ", i)] = func(ctx context.Context, g *guided) error {
				c, err := g.choose(ctx, references, again(), g.holdersOf(d.suspect, nil))
				if err == nil {
					c.all.Target.Objects = 0
					_, err = g.addRemaining(ctx, references, again(), c)
				}
				return err
			}
		}
		for step, work := range steps {
			looks := &countingContext{Context: t.Context()}
			fresh := func() *guided {
				if _, err := begun.last.Subject().ReferenceGraph(t.Context()); err != nil { // a step may have released it
					t.Fatal(err)
				}
				g := *begun
				g.out = &findings.Report{}
				return &g
			}
			if err := work(looks, fresh()); err != nil {
				t.Errorf("%s of %s: %v", step, name, err)
			}
			if looks.n > 0 { // there may be nothing to do
				testrun.CancelEverywhere(t, step+" of "+name, func(ctx context.Context) error { return work(ctx, fresh()) })
			}
		}
	}
}

// countingContext counts how often it is checked.
type countingContext struct {
	context.Context
	n int
}

func (c *countingContext) Err() error {
	c.n++
	return c.Context.Err()
}

func (c *countingContext) Done() <-chan struct{} {
	c.n++
	return c.Context.Done()
}
