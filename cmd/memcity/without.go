package main

import (
	"github.com/spf13/pflag"

	"memcity/city"
	"memcity/city/session"
)

// registerWithout adds the option of commands that can show the city without something.
func (f *cityFlags) registerWithout(set *pflag.FlagSet) {
	set.StringArrayVar(&f.without, "without", nil, "")
}

// cut returns what the city would be without what is taken out of it at a GC point; nil if nothing is.
func (f *cityFlags) cut(c *call, opened *session.Opened, series *city.Series, at int) (*city.Comparison, error) {
	switch {
	case len(f.without) == 0:
		return nil, nil
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
