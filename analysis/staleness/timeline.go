package staleness

import (
	"context"
	"sort"

	"memcity/trace/usage"
)

// DefaultPoints is how many points a timeline has unless it is said, as in the thesis (section 7.1.1).
const DefaultPoints = 100

// A Timeline is how many elements were in collections at points that are equally far apart.
type Timeline struct {
	Times    []usage.Millis
	Elements []int64 // copies count once
}

// Timeline returns n points, from the beginning to the end of the window, of a collection or of [AllCollections]; n below 2 is
// [DefaultPoints]. An element is there from its ADD on, and not any more when it is removed. It takes time in proportion to the
// elements, times the logarithm of n.
func (v *View) Timeline(ctx context.Context, c usage.CollectionID, n int) (*Timeline, error) {
	if n < 2 {
		n = DefaultPoints
	}
	t := &Timeline{Times: make([]usage.Millis, n), Elements: make([]int64, n)}
	for i := range t.Times {
		t.Times[i] = v.From + v.Span()*usage.Millis(i)/usage.Millis(n-1)
	}
	from, end := v.ids(c)
	changes := make([][]int64, v.parts(from, end)) // by the first point at which they are seen
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
