package pictures

import (
	"memcity/city"
	"memcity/city/session"
	"memcity/cmd/memcity/cli"
)

// cut returns what the city would be without what is taken out of it at a GC point.
func (f *cityFlags) cut(c *cli.Call, opened *session.Opened, series *city.Series, at int) (*city.Comparison, error) {
	switch {
	case f.settings.Measure != city.Shallow:
		return nil, cli.Usagef("--without: what would be freed is known of the objects themselves, so --measure must be %s", city.Shallow)
	case len(f.without) > city.MaxCutouts:
		return nil, cli.Usagef("--without: expected it %d times at most", city.MaxCutouts)
	}
	by := f.settings.Grouping()
	var cutouts []city.Cutout
	for _, text := range f.without {
		cutout, err := city.ParseCutout(text, by, series)
		if err != nil {
			return nil, cli.Usagef("without %w", err)
		}
		cutouts = append(cutouts, cutout)
	}
	without, err := opened.Without(c.Ctx, by, series.Source(at), cutouts, c.Progress())
	if err != nil {
		return nil, err
	}
	return city.NewCutComparison(series, at, without), nil
}
