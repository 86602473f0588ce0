package findings

import (
	"errors"
	"fmt"
	"html/template"
	"time"

	"memcity/analysis/guide/findings"
	"memcity/city/resolve/history"
	"memcity/city/view/collections"
	"memcity/words"
)

// usedCollections is the part of a report about the use of collections.
type usedCollections struct {
	Headline, Facts string
	Notes           []string
	Chart           template.HTML
	Above           string // meaning of the second part of the bars
	Confidence      bool   // true if any collection has a leak confidence
	Rows            []usedRow
	More            string
	Patterns        []collections.Pattern
	Command         string
}

type usedRow struct {
	Name, Label           string
	Bar                   template.HTML
	Size                  int64
	Staleness, Confidence string
}

// collections adds how the program used its collections, if that was recorded.
func (r *reporter) collections() error {
	found, err := history.Collections(r.Ctx, r.opened, collections.State{}.Query(collections.Whole), r.Progress(), func(*collections.Report) {})
	if errors.Is(err, collections.ErrNone) {
		return nil
	}
	if err != nil {
		return err
	}
	out := &usedCollections{Headline: found.Headline(), Facts: found.Window.Facts(), Notes: found.Notes, Chart: elementsChart(found.Timeline),
		Above:      "elements that were not read for more than " + words.WholePercent(found.Query.Threshold) + " of the time",
		Confidence: collections.KnowsConfidence(found.Collections), Patterns: found.Patterns[:min(len(found.Patterns), collections.DefaultTop)],
		Command: r.line([]string{"collections", findings.Path, "--collection", "1"})}
	if top := found.Top; top != nil {
		out.Command = r.line([]string{"collections", findings.Path, "--collection", fmt.Sprint(top.Number)})
	}
	most := int64(1)
	for i := range found.Collections {
		most = max(most, found.Collections[i].Size)
	}
	for i := range found.Collections {
		c := &found.Collections[i]
		row := usedRow{Name: words.ShortCollection(c.Label), Label: c.Label, Size: c.Size,
			Bar:       splitBar(c.Below.Elements, c.Above.Elements, most),
			Staleness: words.Ratio(c.Staleness)}
		if c.Confidence != nil {
			row.Confidence = words.Ratio(*c.Confidence)
		}
		out.Rows = append(out.Rows, row)
	}
	if more := found.Window.Matching - len(found.Collections); more > 0 {
		out.More = "and " + words.Counted(int64(more), "further collection")
	}
	r.page.Used = out
	return nil
}

// elementsChart draws the number of elements over time.
func elementsChart(points []collections.Point) template.HTML {
	var times []time.Duration
	var values []int64
	most := int64(0)
	for _, p := range points {
		times, values = append(times, time.Duration(p.Time)*time.Millisecond), append(values, p.Elements)
		most = max(most, p.Elements)
	}
	if len(times) == 0 {
		return ""
	}
	c := newChart(times[0], times[len(times)-1], most, words.Count)
	c.curve(times, values, false)
	return c.html()
}

// splitBar draws a bar with two parts. A bar with most elements has the full width.
func splitBar(below, above, most int64) template.HTML {
	const wide = 400.0
	a, b := wide*float64(below)/float64(most), wide*float64(above)/float64(most)
	return template.HTML(fmt.Sprintf(`<svg viewBox="0 0 %g 14" preserveAspectRatio="none"><rect class="below" width="%.1f" height="14"/>`+
		`<rect class="above" x="%.1f" width="%.1f" height="14"/></svg>`, wide, a, a, b))
}
