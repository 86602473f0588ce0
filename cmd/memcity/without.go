package main

import (
	"memcity/city"
	"memcity/city/session"
)

// cut returns what the city would be without what is taken out of it at a GC point.
func (f *cityFlags) cut(c *call, opened *session.Opened, series *city.Series, at int) (*city.Comparison, error) {
	switch {
	case f.settings.Measure != city.Shallow:
		return nil, usagef("--without: what would be freed is known of the objects themselves, so --measure must be %s", city.Shallow)
	case len(f.without) > city.MaxCutouts:
		return nil, usagef("--without: expected it %d times at most", city.MaxCutouts)
	}
	by := f.settings.Grouping()
	var cutouts []city.Cutout
	for _, text := range f.without {
		cutout, err := city.ParseCutout(text, by, series)
		if err != nil {
			return nil, usagef("without %w", err)
		}
		cutouts = append(cutouts, cutout)
	}
	without, err := opened.Without(c.ctx, by, series.Source(at), cutouts, c.progress())
	if err != nil {
		return nil, err
	}
	return city.NewCutComparison(series, at, without), nil
}
