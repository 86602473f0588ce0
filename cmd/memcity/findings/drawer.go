package findings

import (
	"fmt"

	"memcity/analysis/guide/findings"
	"memcity/city/memory"
	"memcity/city/recording"
	"memcity/city/resolve/guided"
	"memcity/city/scene"
	"memcity/city/seq"
	"memcity/city/trees"
	"memcity/city/view/pins"
	"memcity/cmd/memcity/cli"
)

// drawer draws the cities of a recording.
type drawer struct {
	*cli.Call
	opened  *recording.Recording
	painter cli.Painter     // nil for no pictures
	window  findings.Window // in which the findings are judged
	refused bool            // true if findings in the city do not fit in memory
}

// pins returns the findings in the city at a GC point of a series; nil if they do not fit in memory, which it reports once.
func (d *drawer) pins(series *trees.Series, at int, by trees.Grouping, finding int) (*pins.Report, error) {
	if d.refused {
		return nil, nil
	}
	report, err := guided.Pins(d.Ctx, d.opened, pins.Query{Points: series.Len(), Window: d.window, Finding: finding,
		Heap: trees.HeapState{By: by, Point: series.Source(at)}}, d.Progress())
	if memory.RefusedBy(err) != nil {
		d.Notify("warning: the picture shows no findings: " + err.Error())
		d.refused = true
		return nil, nil
	}
	return report, err
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

// paintings returns a city with a highlight and the findings, in the light theme and in the dark one, and its description. The objects of
// the given finding are colored. If it has no group in the city, the first finding with a group is used. It returns none if the city has none
// of the highlighted groups.
func (d *drawer) paintings(h findings.Highlight, finding int) (shots []cli.Painting, says string, err error) {
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
	says += fmt.Sprintf(" at GC point %d of %d. Area shows %s", series.Source(at)+1, len(d.opened.Recording.Points), settings.Unit)
	report, err := d.pins(series, at, settings.Grouping(), finding)
	if err != nil {
		return nil, "", err
	}
	var pinned *scene.Pins
	if report != nil {
		pinned = scene.NewPins(series, at, report)
	}
	var look scene.Look
	switch pin, ok := pinned.Current(); {
	case pinned == nil:
		settings.Color = scene.PlainColors
		says += "."
	case ok:
		look = plan.Opening(pinned, settings, func(l scene.Look) scene.Camera { return l.Home(plan.Bounds(), 16.0/9, scene.Frame{}) })
		says += ", colors show findings. " + pin.Text() + "."
	default:
		says += ". " + pinned.Found.Text
	}
	for _, theme := range []scene.Theme{scene.Light, scene.Dark} {
		shot.Settings = settings
		shot.Settings.Theme, shot.Settings.References = theme, true
		if pinned == nil {
			shot.City = plan.At(at, shot.Settings)
		} else {
			shot.City = plan.WithPins(pinned, shot.Settings, look)
		}
		shots = append(shots, shot)
	}
	return shots, says, nil
}
