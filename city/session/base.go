package session

import (
	"context"
	"errors"
	"fmt"

	"memcity/analysis/group"
	"memcity/city/recording"
	"memcity/city/seq"
	"memcity/city/trees"
	"memcity/trace"
)

// openBaseline is the baseline of the open recording. Only the worker accesses it, except for opened, which changes under the session's lock.
type openBaseline struct {
	paths  seq.Seq[string]
	opened *recording.Recording // nil until needed

	// tree is the memory tree of the baseline's GC point. The fields below it record its inputs.
	tree     trees.BaselineTree
	by       trees.Grouping
	baseline trees.Baseline
	than     *recording.Recording
	registry *group.Registry

	with, of *trees.Series // newest series with the baseline's tree, and without it
}

// has reports whether the tree was made for the given grouping.
func (b *openBaseline) has(than *recording.Recording, by trees.Grouping, baseline trees.Baseline) bool {
	return b.tree.Tree != nil && b.than == than && b.by == by && b.baseline == baseline && b.registry == b.opened.Registry()
}

// errNoOpener is returned by a session that cannot open a baseline.
var errNoOpener = errors.New("base: no baseline can be opened here")

// withBase returns the series with the tree of the requested baseline, or the series itself if no baseline is requested.
func (s *Session) withBase(ctx context.Context, opened *recording.Recording, by trees.Grouping, baseline trees.Baseline, series *trees.Series,
	progress trace.Progress) (*trees.Series, error) {
	if baseline.Paths.Empty() {
		return series, nil
	}
	b := &s.base
	if err := s.openBase(ctx, baseline.Paths, progress); err != nil {
		return nil, err
	}
	if !b.has(opened, by, baseline) {
		registry := b.opened.Registry()
		tree, err := b.opened.BaselineTree(ctx, opened, by, baseline, progress)
		if err != nil {
			return nil, err
		}
		opened.Warn(b.opened.Warnings())
		b.tree, b.by, b.baseline, b.than, b.registry, b.of = tree, by, baseline, opened, registry, nil
	}
	if b.of != series {
		b.with, b.of = series.WithBaseline(b.tree), series
	}
	return b.with, nil
}

// openBase opens the baseline unless it is already open.
func (s *Session) openBase(ctx context.Context, paths seq.Seq[string], progress trace.Progress) error {
	b := &s.base
	if b.opened != nil && b.paths == paths {
		return nil
	}
	if s.options.Open == nil {
		return errNoOpener
	}
	report := func(done, total int64, what string) { progress.Report(done, total, "base: "+what) }
	r, err := s.options.Open(paths.Slice())(ctx, report)
	if err != nil {
		return fmt.Errorf("base: %w", err)
	}
	o := recording.New(r, s.optionsNow())
	s.mu.Lock()
	*b = openBaseline{paths: paths, opened: o}
	s.mu.Unlock()
	return nil
}
