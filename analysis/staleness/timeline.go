package staleness

import (
	"context"
	"sort"

	"memcity/trace/usage"
)

// DefaultPoints is the default number of points of a timeline, as in the thesis (section 7.1.1).
const DefaultPoints = 100

// A Timeline contains the number of elements in collections at equidistant points.
type Timeline struct {
	Times    []usage.Millis
	Elements []int64 // copies count once
}

// Timeline returns n points, from the start to the end of the window, of a collection or of [AllCollections]. If n is below 2, it uses
// [DefaultPoints]. An element counts from its ADD until it is removed. The cost is linear in the elements, times the logarithm of n.
func (v *View) Timeline(ctx context.Context, c usage.CollectionID, n int) (*Timeline, error) {
	if n < 2 {
		n = DefaultPoints
	}
	t := &Timeline{Times: make([]usage.Millis, n), Elements: make([]int64, n)}
	for i := range t.Times {
		t.Times[i] = v.From + v.Span()*usage.Millis(i)/usage.Millis(n-1)
	}
	from, end := v.ids(c)
	changes := make([][]int64, v.parts(from, end)) // by first point at which they are visible
	err := v.each(ctx, from, end, func(part int, c usage.CollectionID, from, to int) {
		if changes[part] == nil {
			changes[part] = make([]int64, n+1)
		}
		v.changes(changes[part], t.Times, v.Log.Collections[c].Died, from, to)
	})
	if err != nil {
		return nil, err
	}
	now := int64(0)
	for i := range t.Elements {
		for _, part := range changes {
			if part != nil {
				now += part[i]
			}
		}
		t.Elements[i] = now
	}
	return t, nil
}

func (v *View) changes(to []int64, times []usage.Millis, died usage.Millis, from, end int) {
	point := func(t usage.Millis) int { return sort.Search(len(times), func(i int) bool { return times[i] >= t }) }
	elements := &v.Log.Elements
	for e := from; e < end; e++ {
		to[point(elements.Added[e])]++
		left := elements.Removed[e]
		if left == usage.Never {
			left = died
		}
		if left != usage.Never {
			to[point(left)]--
		}
	}
}
