package poll_test

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"memcity/trace/poll"
)

// looking is a context that counts checks and is canceled from a given one.
type looking struct {
	context.Context
	looks, from int
}

func (l *looking) Err() error {
	if l.looks++; l.looks >= l.from {
		return context.Canceled
	}
	return nil
}

func TestAt(t *testing.T) {
	for step, want := range map[int]int{0: 1, 1: 0, poll.Every - 1: 0, poll.Every: 1, poll.Every + 1: 0, 5 * poll.Every: 1} {
		ctx := &looking{Context: t.Context(), from: 1}
		if err := poll.At(ctx, step); (err == nil) == (want == 1) || ctx.looks != want {
			t.Errorf("step %d: %v after %d looks", step, err, ctx.looks)
		}
	}
}

func TestSteps(t *testing.T) {
	ctx := &looking{Context: t.Context(), from: 3}
	steps, n := poll.Count(ctx), 0
	for steps.Add(5) == nil {
		n += 5
	}
	if n < 3*poll.Every-5 || n >= 3*(poll.Every+5) || ctx.looks != 3 || !steps.Canceled() {
		t.Errorf("%d steps and %d looks", n, ctx.looks)
	}
	if steps.Add(0) == nil || steps.Add(10*poll.Every) == nil || ctx.looks != 3 {
		t.Errorf("after the end there are %d looks", ctx.looks)
	}
	one := &looking{Context: t.Context(), from: 1}
	if steps := poll.Count(one); steps.Add(poll.Every-1) != nil || steps.Canceled() || steps.Add(1) == nil {
		t.Error("the first look is at the last step of Every")
	}
}

func TestRanges(t *testing.T) {
	for n, want := range map[int]int{0: 0, 1: 1, poll.Every: 1, poll.Every + 1: 2, 3 * poll.Every: 3} {
		ctx, next := &looking{Context: t.Context(), from: 100}, 7
		err := poll.Ranges(ctx, 7, 7+n, func(from, to int) {
			if from != next || to <= from || to-from > poll.Every {
				t.Errorf("%d to %d after %d", from, to, next)
			}
			next = to
		})
		if err != nil || next != 7+n || ctx.looks != want {
			t.Errorf("%d: ends at %d after %d looks, %v", n, next, ctx.looks, err)
		}
	}
	ctx, parts := &looking{Context: t.Context(), from: 3}, 0
	if err := poll.Ranges(ctx, 0, 10*poll.Every, func(int, int) { parts++ }); err == nil || parts != 2 {
		t.Errorf("%d parts before the cancel, %v", parts, err)
	}
}

// TestOften checks that all methods of checking respect the number of steps.
func TestOften(t *testing.T) {
	defer poll.Often(4)()
	ctx := &looking{Context: t.Context(), from: 1000}
	for step := range uint32(16) {
		poll.At(ctx, step)
	}
	steps := poll.Count(ctx)
	for range 16 {
		steps.Add(1)
	}
	if poll.Ranges(ctx, 0, 16, func(int, int) {}); ctx.looks != 12 {
		t.Errorf("%d looks", ctx.looks)
	}
}

// TestSort checks that the order equals slices.SortFunc, and that canceling ends the sort after a few more comparisons.
func TestSort(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	many := make([]int, 4*poll.Every)
	for i := range many {
		many[i] = rng.IntN(len(many))
	}
	compared := 0
	compare := func(a, b int) int { compared++; return a - b }
	for _, from := range []int{1, 2, 5, 1000} {
		ctx, got := &looking{Context: t.Context(), from: from}, slices.Clone(many)
		compared = 0
		err := poll.Sort(ctx, got, compare)
		switch {
		case from == 1000 && (err != nil || !slices.IsSorted(got)):
			t.Errorf("sorted: %v, %v", slices.IsSorted(got), err)
		case from < 1000 && (err == nil || compared >= from*poll.Every || compared < from*poll.Every-1):
			t.Errorf("cancelled at look %d, it compares %d times, %v", from, compared, err)
		}
	}
}
