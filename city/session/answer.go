package session

import (
	"context"
	"slices"

	"memcity/analysis/closure"
	"memcity/city/query"
	"memcity/city/trees"
)

// answerSizes tells the deep and retained sizes of all groups, some at a time.
func answerSizes(ctx context.Context, o *Opened, a *query.Ask, tell teller) error {
	series, err := o.Series(ctx, a.Grouping, tell.progress, nil)
	if err != nil {
		return err
	}
	at := series.PointOf(a.Point)
	if at < 0 {
		return errLeftOut
	}
	groups := make([]trees.GroupSizes, len(series.Nodes))
	show := func(whole bool) {
		sizes := &trees.Sizes{Series: series, Point: a.Point, Groups: slices.Clone(groups), Whole: whole}
		tell.publish(func(answers *query.Answers) { answers.Sizes = sizes })
	}
	known, next := 0, 1 // results so far, and how many are shown next
	done := func(batch []closure.Result) {
		for _, r := range batch {
			g := &groups[series.NodeOf(at, r.Group)]
			size := r.Amount
			if r.Kind == closure.Deep {
				g.Deep, g.HasDeep = size, true
			} else {
				g.Retained, g.HasRetained = size, true
			}
		}
		if known += len(batch); known >= next {
			next = known + known/4
			show(false)
		}
	}
	kinds := []closure.Kind{closure.Retained, closure.Deep}
	if _, _, err := o.Sizes(ctx, a.Grouping, a.Point, kinds, tell.progress, done); err != nil {
		return err
	}
	show(true)
	return nil
}
