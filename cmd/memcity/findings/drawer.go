package findings

import (
	"fmt"

	"memcity/analysis/guide/findings"
	"memcity/city/recording"
	"memcity/city/scene"
	"memcity/city/seq"
	"memcity/city/trees"
	"memcity/cmd/memcity/cli"
)

// drawer draws the cities of a recording.
type drawer struct {
	*cli.Call
	opened  *recording.Recording
	painter cli.Painter // nil for no pictures
}

// series groups the heap states by the given classifiers; by the default ones if there are none.
func (d *drawer) series(by []string) (*trees.Series, scene.Settings, error) {
	settings := scene.DefaultSettings()
	wanted := settings.Grouping()
	if len(by) > 0 {
		wanted.By = seq.Of(by...)
	}
	grouping, err := d.opened.Grouping(wanted)
	if err != nil {
		return nil, settings, err
	}
	series, err := d.opened.Series(d.Ctx, grouping, d.Progress(), nil)
	return series, settings.With(grouping), err
}

// paintings returns a city with a highlight, in the light theme and in the dark one, and its description. It returns none if the city has
// none of the highlighted groups.
func (d *drawer) paintings(h findings.Highlight) (shots []cli.Painting, says string, err error) {
	if len(d.opened.Recording.Points) == 0 {
		return nil, "", nil
	}
	series, settings, err := d.series(h.By)
	if err != nil || series.Len() == 0 {
		return nil, "", err
	}
	span := trees.Window{From: 0, To: series.Len() - 1}
	if at := series.PointOf(h.From - 1); h.From > 0 && at >= 0 {
		span.From = at
	}
	plan := scene.NewPlan(series, trees.NewMeta(series, span), settings)
	at := series.Initial(d.opened.Recording)
	if i := series.PointOf(h.At - 1); h.At > 0 && i >= 0 {
		at = i
	}
	shot := cli.Painting{Name: d.opened.Recording.Name, Width: reportWidth, Height: reportHeight}
	says = "The city"
	if len(h.Keys) > 0 {
		node, ok := series.Find(h.Keys[0])
		if !ok {
			return nil, "", nil
		}
		if shot.Selected = plan.Target(node); shot.Selected.Kind == scene.Nothing {
			return nil, "", nil
		}
		says = series.Name(node) + " in the city"
	}
	says += fmt.Sprintf(" at GC point %d of %d. Area shows %s, red shows growth.", series.Source(at)+1, len(d.opened.Recording.Points),
		settings.Unit)
	for _, theme := range []scene.Theme{scene.Light, scene.Dark} {
		shot.Settings = settings
		shot.Settings.Theme, shot.Settings.References = theme, true
		shot.City = plan.At(at, shot.Settings)
		shots = append(shots, shot)
	}
	return shots, says, nil
}
