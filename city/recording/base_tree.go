package recording

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"memcity/analysis/group"
	"memcity/city/trees"
	"memcity/trace"
)

// BaselineTree groups a GC point of o, the baseline, with the same grouping as the recording than. The point is 1-based; 0 selects the one that
// [trace.Recording.InitialOf] chooses, and [trees.LastPoint] the last one. If either recording has only ready-made trees, the groupings are
// as similar as possible, and groups with different paths do not match. Errors name the baseline: it has no such GC point, or it could not
// be read or grouped.
func (o *Recording) BaselineTree(ctx context.Context, than *Recording, by trees.Grouping, baseline trees.Baseline,
	progress trace.Progress) (trees.BaselineTree, error) {
	r := o.Now()
	fail := func(err error) (trees.BaselineTree, error) {
		return trees.BaselineTree{}, fmt.Errorf("base %s: %w", r.Name, err)
	}
	if err := r.NoStates(); err != nil {
		return fail(err)
	}
	if len(r.Points) == 0 {
		return fail(errors.New("it has no GC point"))
	}
	point := r.Initial()
	if baseline.At > len(r.Points) {
		return fail(fmt.Errorf("GC point %d: expected 1 to %d", baseline.At, len(r.Points)))
	}
	switch {
	case baseline.At == trees.LastPoint:
		point = len(r.Points) - 1
	case baseline.At > 0:
		point = baseline.At - 1
	}
	by, err := o.groupingLike(than, by)
	if err != nil {
		return fail(err)
	}
	t, err := o.Tree(ctx, by, point, progress)
	if err != nil {
		return fail(err)
	}
	return trees.BaselineTree{Name: r.Name, Point: point, Points: len(r.Points), Time: t.Time, Tree: t.Tree, Shares: baseline.Shares}, nil
}

// groupingLike returns the grouping of a baseline that corresponds to the grouping by of the recording than. A baseline that comes grouped
// keeps its groups. If than comes grouped, the baseline is grouped by the classifiers of its roles.
func (o *Recording) groupingLike(than *Recording, by trees.Grouping) (trees.Grouping, error) {
	switch {
	case o.Grouped() && by.SizeKind != trees.Shallow:
		return by, fmt.Errorf("%s sizes: it consists of ready-made memory trees, which have shallow sizes only", by.SizeKind)
	case o.Grouped():
		return o.Grouping(by)
	case than.Grouped():
		roles := by.By
		by = trees.Grouping{}
		for _, role := range roles.All() {
			i := slices.IndexFunc(o.Registry().All(), func(c *group.Classifier) bool { return c.Role == role && c.Kind == group.Groups })
			if i < 0 {
				return by, fmt.Errorf("no classifier groups its objects by %s, as in %s", role, than.Now().Name)
			}
			by.By = by.By.With(o.Registry().All()[i].Name)
		}
	}
	by, err := o.Grouping(by)
	if err != nil {
		return by, err
	}
	if why := o.WhyNoSizes(by.SizeKind); why != "" {
		return by, fmt.Errorf("%s sizes: %s", by.SizeKind, why)
	}
	return by, nil
}
