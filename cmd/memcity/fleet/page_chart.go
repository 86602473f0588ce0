package fleet

import (
	"fmt"
	"html/template"
	"math"
	"memcity/analysis/fleet"
	"strings"

	"memcity/fleet/question"
	"memcity/words"
)

// podChart shows how fast the live heap of each pod of a service grows, with a row per version and a dot per pod.
type podChart struct {
	Name  string
	Chart template.HTML
}

// Positions in a chart, in units of its viewBox. The page scales the chart.
const (
	chartWidth = 1000.0
	chartLeft  = 150.0
	chartRight = 70.0
	rowHeight  = 34.0
	footHeight = 24.0
	dotRadius  = 5.0

	maxDots    = 2000 // maximum per chart
	maxLetters = 16   // maximum length of a version
)

// podCharts returns a chart for each service with at least one measured pod. All have the same scale.
func podCharts(pods []question.Row) (list []podChart) {
	least, most := 0.0, 1.0
	for _, p := range pods {
		if rate, known := p.Number("bytes_per_hour"); known {
			least, most = min(least, rate), max(most, rate)
		}
	}
	for at := 0; at < len(pods); {
		end, measured := at, false
		for end < len(pods) && pods[end].Text("service") == pods[at].Text("service") {
			_, known := pods[end].Number("bytes_per_hour")
			end, measured = end+1, measured || known
		}
		if measured {
			list = append(list, podChart{pods[at].Text("service"), podChartOf(pods[at:end], least, most)})
		}
		at = end
	}
	return list
}

// podChartOf draws the pods of one service, in the order of its versions. The x axis shows growth from least to most.
func podChartOf(pods []question.Row, least, most float64) template.HTML {
	var versions []string
	for _, p := range pods {
		if v := p.Text("version"); len(versions) == 0 || versions[len(versions)-1] != v {
			versions = append(versions, v)
		}
	}
	x := func(rate float64) float64 {
		return chartLeft + (chartWidth-chartLeft-chartRight)*(rate-least)/(most-least)
	}
	height := rowHeight*float64(len(versions)) + footHeight
	var b strings.Builder
	fmt.Fprintf(&b, `<svg viewBox="0 0 %g %g" role="img">`, chartWidth, height)
	for _, rate := range []float64{least, 0, most} {
		if rate == 0 || math.Abs(x(rate)-x(0)) > 90 { // space for the label
			fmt.Fprintf(&b, `<line class="grid" x1="%.1f" x2="%.1f" y1="0" y2="%.1f"/><text x="%.1f" y="%.1f" text-anchor="middle">%s</text>`,
				x(rate), x(rate), height-footHeight, x(rate), height-6, template.HTMLEscapeString(perHour(rate)))
		}
	}
	row, dots := -1, 0
	for i, p := range pods {
		if i == 0 || p.Text("version") != pods[i-1].Text("version") {
			row++
			fmt.Fprintf(&b, `<text x="%g" y="%.1f" text-anchor="end">%s</text>`, chartLeft-40, rowHeight*(float64(row)+0.5)+4,
				template.HTMLEscapeString(shortened(versions[row])))
		}
		rate, known := p.Number("bytes_per_hour")
		if !known || dots == maxDots {
			continue
		}
		dots++
		class := "below"
		if p.Truth("grows") {
			class = "above"
		}
		// Pods with the same growth would hide each other, so they are shifted up and down in turn.
		fmt.Fprintf(&b, `<circle class="%s" cx="%.1f" cy="%.1f" r="%g" fill-opacity="0.65"><title>%s</title></circle>`, class, x(rate),
			rowHeight*(float64(row)+0.5)+float64(i%5-2)*4, dotRadius, template.HTMLEscapeString(words.Printable(p.Text("pod")+": "+perHour(rate))))
	}
	b.WriteString("</svg>")
	return template.HTML(b.String())
}

// perHour writes a rate, which may be negative or zero.
func perHour(rate float64) string {
	if rate == 0 {
		return "0"
	}
	return fleet.Rate(rate)
}

// shortened truncates a name to fit to the left of a chart.
func shortened(name string) string {
	letters := []rune(words.Printable(name))
	if len(letters) <= maxLetters {
		return string(letters)
	}
	return string(letters[:maxLetters-1]) + "…"
}
