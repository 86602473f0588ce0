package pictures

import (
	"memcity/city/recording"
	"memcity/city/resolve/guided"
	"memcity/city/scene"
	"memcity/city/seq"
	"memcity/city/trees"
	"memcity/city/view/whatif"
	"memcity/cmd/memcity/cli"
)

// whatIf returns the city at a GC point with the removals of --without.
func (f *cityFlags) whatIf(c *cli.Call, opened *recording.Recording, series *trees.Series, at int) (*scene.Comparison, error) {
	switch {
	case f.settings.SizeKind != trees.Shallow:
		return nil, cli.Usagef("--without: what would be freed is only computed for the objects themselves, so --measure must be %s", trees.Shallow)
	case len(f.without) > whatif.MaxRemovals:
		return nil, cli.Usagef("--without: expected at most %d times", whatif.MaxRemovals)
	}
	by := f.settings.Grouping()
	var removals []whatif.Removal
	for _, text := range f.without {
		removal, err := whatif.ParseRemoval(text, by, series)
		if err != nil {
			return nil, cli.Usagef("without %w", err)
		}
		removals = append(removals, removal)
	}
	without, err := guided.WhatIf(c.Ctx, opened,
		whatif.Query{Heap: trees.HeapState{By: by, Point: series.Source(at)}, Removals: seq.Of(removals...)}, c.Progress())
	if err != nil {
		return nil, err
	}
	return scene.NewCutComparison(series, at, without), nil
}
