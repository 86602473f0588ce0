package identity

import (
	"context"

	"memcity/trace"
	"memcity/trace/poll"
)

// matchNumbers pairs objects with equal numbers. It ignores numbers that occur twice in a state, as they are ambiguous.
func matchNumbers(ctx context.Context, a, b []uint64) (*Matching, error) {
	m := newMatching(Native, len(a), len(b))
	orderA, err := byNumber(ctx, a)
	if err != nil {
		return nil, err
	}
	orderB, err := byNumber(ctx, b)
	if err != nil {
		return nil, err
	}
	single := func(numbers []uint64, order []trace.ObjectID, i int) bool {
		n := numbers[order[i]]
		return (i == 0 || numbers[order[i-1]] != n) && (i+1 == len(order) || numbers[order[i+1]] != n)
	}
	steps := poll.Count(ctx)
	for i, j := 0, 0; i < len(orderA) && j < len(orderB); {
		if err := steps.Add(1); err != nil {
			return nil, err
		}
		switch x, y := a[orderA[i]], b[orderB[j]]; {
		case x < y:
			i++
		case x > y:
			j++
		default:
			if single(a, orderA, i) && single(b, orderB, j) {
				m.set(orderA[i], orderB[j], certain)
			}
			i, j = i+1, j+1
		}
	}
	return m, ctx.Err()
}

// byNumber returns the objects sorted by number.
func byNumber(ctx context.Context, numbers []uint64) ([]trace.ObjectID, error) {
	order := make([]trace.ObjectID, len(numbers))
	for i := range order {
		order[i] = trace.ObjectID(i)
	}
	less := func(x, y trace.ObjectID) int {
		switch {
		case numbers[x] < numbers[y]:
			return -1
		case numbers[x] > numbers[y]:
			return 1
		}
		return int(x) - int(y)
	}
	return order, poll.Sort(ctx, order, less)
}
