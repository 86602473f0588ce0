package findings

import (
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"html/template"

	"memcity/analysis/guide/findings"
	"memcity/assets"
	"memcity/city/scene"
	"memcity/city/trees"
	"memcity/city/view/pins"
	"memcity/city/web"
	"memcity/words"
)

// Sizes of the interactive city.
const (
	maxCity      = 800 << 10 // bytes of the city's data
	maxPinned    = 3         // findings with a pin
	drawnOfEach  = 10        // frustums of a building in each direction, as in the window
	maxLookedFor = 4_000_000 // budget of objects, over all GC points, for locating findings at points before the last one
)

// cityPage is the interactive city of a report.
type cityPage struct {
	Data   string // the encoded city
	Script template.JS
	Policy string // the permitted script, as a source of a Content-Security-Policy
	Says   string // description of the picture
	Notes  []string
	Scenes []web.Scene // scenes of the story
}

// interactive adds the interactive city.
func (r *reporter) interactive(guide *findings.Report) error {
	series, settings, err := r.series(nil)
	if err != nil || series.Len() == 0 || len(series.Nodes) == 0 {
		return err
	}
	reports := map[pinsAt]*pins.Report{}
	city, text, err := web.Fit(maxCity, func(points, children int) (web.Source, error) {
		if children > 0 {
			settings.Children = children
		}
		plan := scene.NewPlan(series, trees.NewMeta(series, trees.Window{From: 0, To: series.Len() - 1}), settings)
		s := web.Source{Name: r.page.Name, Plan: plan, Settings: settings, Points: web.With(web.Thin(series.Len(), points), web.PointsOf(r.story, series)),
			Begin: pins.Initial(guide, series, r.opened.Recording), Of: len(r.opened.Recording.Points), Verdict: guide.Text, Judged: guide.Judged, Drawn: drawnOfEach, Story: r.story}
		s.Findings, err = r.pinned(plan, s.Points, reports)
		return s, err
	})
	if err != nil || len(city.Buildings.Name) == 0 {
		return err
	}
	script := assets.ReportScript()
	sum := sha256.Sum256([]byte(script))
	r.page.Town = &cityPage{Data: text, Script: template.JS(script), Notes: city.Notes, Scenes: city.Story, Says: saysCity(city),
		Policy: "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"}
	return nil
}

// pinsAt identifies a finding at a GC point of the series.
type pinsAt struct{ point, finding int }

// pinned returns the findings that the city points at, each at the GC points where its objects can be located. It caches in reports.
func (r *reporter) pinned(plan *scene.Plan, points []int, reports map[pinsAt]*pins.Report) (out []web.Pinned, err error) {
	series := plan.Series
	last := points[len(points)-1]
	first, err := r.pinsOf(series, pinsAt{last, 0}, reports)
	if err != nil || first == nil {
		return nil, err
	}
	room := int64(maxLookedFor)
	for i := range first.Pins[:min(len(first.Pins), maxPinned)] {
		finding := first.Pins[i].Finding
		at := points
		if known, err := r.pinsOf(series, pinsAt{last, finding}, reports); err != nil {
			return nil, err
		} else if known == nil {
			continue
		} else if known.Objects != nil {
			at = affordable(series, points, &room)
		}
		p := web.Pinned{}
		for _, point := range at {
			report, err := r.pinsOf(series, pinsAt{point, finding}, reports)
			if err != nil {
				return nil, err
			}
			if report == nil {
				continue
			}
			k := scene.NewPins(series, point, report)
			if pin, ok := k.Current(); !ok || pin.Finding != finding { // no group of the series contains it
				continue
			}
			p.At, p.Exact = append(p.At, k), report.Objects != nil
		}
		if len(p.At) > 0 && p.At[len(p.At)-1].Point == last {
			out = append(out, p)
		}
	}
	return out, nil
}

// affordable returns evenly spaced GC points whose objects fit into room, always including the last one. It reduces room.
func affordable(series *trees.Series, points []int, room *int64) []int {
	all := int64(0)
	for _, at := range points {
		all += series.Objects(at, 0)
	}
	if all <= *room {
		*room -= all
		return points
	}
	count := 1
	if all > 0 {
		count = max(int(float64(len(points))*float64(*room)/float64(all)), 1)
	}
	var out []int
	for _, i := range web.Thin(len(points), count) {
		out = append(out, points[i])
		*room -= series.Objects(points[i], 0)
	}
	*room = max(*room, 0)
	return out
}

// pinsOf returns the groups of a finding at a GC point; nil if there is not enough memory for it.
func (r *reporter) pinsOf(series *trees.Series, at pinsAt, reports map[pinsAt]*pins.Report) (*pins.Report, error) {
	if report, ok := reports[at]; ok {
		return report, nil
	}
	by, err := r.opened.Grouping(scene.DefaultSettings().Grouping())
	if err != nil {
		return nil, err
	}
	report, err := r.pins(series, at.point, by, at.finding)
	if err == nil {
		reports[at] = report
	}
	return report, err
}

// saysCity describes the city in words, for people who cannot see it.
func saysCity(c *web.City) string {
	at := c.Points[c.Begin]
	text := "The city at " + words.Points(len(c.Points)) + ": " + words.Plural(int64(len(c.Buildings.Name)), "building", "buildings") + "; " +
		fmt.Sprintf("GC point %d has ", at.Number) + words.Counted(at.Objects, "object") + " with " + words.Size(at.Bytes) + "."
	for i := range c.Findings {
		text += " " + c.Findings[i].Text() + "."
	}
	return text
}
