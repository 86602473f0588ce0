package recording

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	treespkg "memcity/city/trees"
	"memcity/trace"
)

// SeriesAt returns the series of the given GC points. It reads only points that are in no cached series.
func (o *Recording) SeriesAt(ctx context.Context, by treespkg.Grouping, points []int, progress trace.Progress) (*treespkg.Series, error) {
	if o.Grouped() {
		return o.readyMade(points, by.SizeKind)
	}
	by, err := o.Grouping(by)
	if err != nil {
		return nil, err
	}
	if len(points) == len(o.Now().Points) {
		return o.Series(ctx, by, progress, nil)
	}
	if k, _, _ := o.kept(by, math.MaxInt); k.series != nil && points[len(points)-1] < k.points {
		return k.series.Only(func(source int) bool {
			_, wanted := slices.BinarySearch(points, source)
			return wanted
		}), nil
	}
	o.mu.Lock()
	points = slices.DeleteFunc(points, func(i int) bool { return o.gone[i] })
	o.mu.Unlock()
	return o.trees(ctx, by, treespkg.NewSeries(nil).Of(o.domain()), points, progress, nil)
}

// readyMade returns the series of the trees that the recording came with, for a size kind that they have.
func (o *Recording) readyMade(points []int, m treespkg.SizeKind) (*treespkg.Series, error) {
	var trees []treespkg.PointTree
	known := m == treespkg.Shallow
	for _, i := range points {
		p, err := o.Point(i)
		if err != nil || p.Tree == nil {
			continue // dropped, or has only counts
		}
		t, has := treespkg.Measured(p.Tree, m)
		known = known || has
		trees = append(trees, treespkg.PointTree{Time: p.Time, Source: i, Tree: t})
	}
	if !known {
		return nil, fmt.Errorf("%s sizes: %w", m, ErrNoSizes)
	}
	return treespkg.NewSeries(trees).Of(o.domain()), nil
}

// ErrNoSizes is returned for a size kind that ready-made memory trees do not have.
var ErrNoSizes = errors.New("these memory trees have none, and no objects to compute them from")
