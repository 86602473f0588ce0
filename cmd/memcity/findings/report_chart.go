package findings

import (
	"fmt"
	"html/template"
	"io"
	"math"
	"slices"
	"strings"
	"time"

	"memcity/analysis/guide/findings"
	"memcity/analysis/window"
	"memcity/city/trees"
	"memcity/words"
)

// Positions in the charts of a report, in units of the viewBox. The page scales the charts.
const (
	chartWidth  = 1000.0
	chartHeight = 260.0
	chartLeft   = 72.0
	chartRight  = 12.0
	chartTop    = 22.0
	chartBottom = 26.0
	maxMarks    = 6
)

// chart draws values over time as SVG.
type chart struct {
	b                strings.Builder
	start, end       float64 // of the time axis, in seconds
	top              float64 // highest value
	width, x0, y0, h float64
}

// newChart starts a chart for values up to most. The given write formats the labels of the value axis.
func newChart(start, end time.Duration, most int64, write func(int64) string) *chart {
	c := &chart{start: start.Seconds(), end: end.Seconds(), x0: chartLeft, width: chartWidth - chartLeft - chartRight,
		y0: chartHeight - chartBottom, h: chartHeight - chartTop - chartBottom}
	if c.end <= c.start {
		c.end = c.start + 1
	}
	step := niceStep(float64(max(most, 1)) / 4)
	c.top = math.Ceil(float64(max(most, 1))/step) * step
	fmt.Fprintf(&c.b, `<svg viewBox="0 0 %g %g" role="img">`, chartWidth, chartHeight)
	for v := 0.0; v <= c.top*1.001; v += step {
		y := c.y(int64(v))
		fmt.Fprintf(&c.b, `<line class="grid" x1="%g" x2="%g" y1="%.1f" y2="%.1f"/><text x="%g" y="%.1f" text-anchor="end">%s</text>`,
			c.x0, c.x0+c.width, y, y, c.x0-8, y+4, write(int64(v)))
	}
	step = niceStep((c.end - c.start) / maxMarks)
	for t := math.Ceil(c.start/step) * step; t <= c.end; t += step {
		fmt.Fprintf(&c.b, `<text x="%.1f" y="%g" text-anchor="middle">%s</text>`, c.x(seconds(t)), chartHeight-6, shortTime(t, step))
	}
	return c
}

func seconds(t float64) time.Duration { return time.Duration(t * float64(time.Second)) }

// niceStep returns the smallest number of the form 1, 2 or 5 times a power of ten that is at least least.
func niceStep(least float64) float64 {
	power := math.Pow(10, math.Floor(math.Log10(least)))
	for _, f := range []float64{1, 2, 5} {
		if f*power >= least*0.999999 {
			return f * power
		}
	}
	return 10 * power
}

// shortTime formats seconds with the precision that the given step needs.
func shortTime(t, step float64) string { return words.StepTime(seconds(t), seconds(step)) }

func (c *chart) x(t time.Duration) float64 {
	return c.x0 + c.width*(t.Seconds()-c.start)/(c.end-c.start)
}

func (c *chart) y(value int64) float64 { return c.y0 - c.h*float64(value)/c.top }

// band shades a time range and writes its number above. The name is the tooltip.
func (c *chart) band(start, end time.Duration, number int, name string) {
	x0, x1 := c.x(start), c.x(end)
	x1 = max(x1, x0+2)
	fmt.Fprintf(&c.b, `<rect class="band" x="%.1f" y="%g" width="%.1f" height="%g"><title>%s</title></rect><text x="%.1f" y="%g" text-anchor="middle">%d</text>`,
		x0, chartTop, x1-x0, c.h, template.HTMLEscapeString(name), (x0+x1)/2, chartTop-6, number)
}

// curve draws values and the area below them. A curve with few values also gets dots.
func (c *chart) curve(times []time.Duration, values []int64, second bool) {
	if len(times) == 0 {
		return
	}
	line, area := "curve", "area"
	if second {
		line, area = "curve second", "areasecond"
	}
	var points strings.Builder
	for i, t := range times {
		fmt.Fprintf(&points, "%.1f,%.1f ", c.x(t), c.y(values[i]))
	}
	fmt.Fprintf(&c.b, `<polygon class="%s" points="%.1f,%g %s%.1f,%g"/><polyline class="%s" points="%s"/>`, area, c.x(times[0]), c.y0,
		points.String(),
		c.x(times[len(times)-1]), c.y0, line, strings.TrimSpace(points.String()))
	if second || len(times) > 40 {
		return
	}
	for i, t := range times {
		fmt.Fprintf(&c.b, `<circle class="dot" cx="%.1f" cy="%.1f" r="3"><title>%s at %s</title></circle>`, c.x(t), c.y(values[i]),
			words.Size(values[i]), shortTime(t.Seconds(), 0.01))
	}
}

// html closes the SVG element and returns it. The result is safe because it contains only numbers and escaped text.
func (c *chart) html() template.HTML {
	c.b.WriteString("</svg>")
	return template.HTML(c.b.String())
}

// windowWords contains descriptions of the kinds of windows that a chart shows.
var windowWords = map[window.Kind]string{
	window.Leak: "steady growth", window.Steepest: "the steepest part of it", window.Overhead: "GCs take much of the time",
	window.Churn: "much garbage in a short time",
}

// chartOf draws the heap over time, with the windows in [windowWords]; nil for fewer than two points.
func chartOf(e *window.Evolution, found []window.Window) *heapChart {
	if len(e.Points) < 2 {
		return nil
	}
	times, values := make([]time.Duration, len(e.Points)), make([]int64, len(e.Points))
	for i, p := range e.Points {
		times[i], values[i] = p.Time, p.Bytes
	}
	c := newChart(times[0], times[len(times)-1], slices.Max(values), words.Size)
	out := &heapChart{Curve: "bytes at each GC point"}
	if e.Sources == nil {
		out.Curve = "bytes after each GC"
	}
	for _, w := range found {
		words, named := windowWords[w.Kind]
		if !named {
			continue
		}
		words = fmt.Sprintf("%d  %s: %s to %s", len(out.Bands)+1, words, shortTime(w.Start.Seconds(), 0.01), shortTime(w.End.Seconds(), 0.01))
		out.Bands = append(out.Bands, words)
		c.band(w.Start, w.End, len(out.Bands), words)
	}
	times, values = thinned(times, values)
	c.curve(times, values, false)
	out.Chart = c.html()
	return out
}

// chartStyle is the style sheet of a standalone chart. In a report, the style of the page applies.
const chartStyle = `<style>svg{background:#fff;font:13px sans-serif}text{fill:#444}.grid{stroke:#ddd}.curve{fill:none;stroke:#2563b0;stroke-width:2}` +
	`.area{fill:#2563b0;opacity:.15}.dot{fill:#2563b0}.band{fill:#d03030;opacity:.12}</style>`

// heapSVG writes the heap over time, with the windows in [windowWords], as a standalone SVG.
func heapSVG(w io.Writer, e *window.Evolution) error {
	chart := chartOf(e, window.Find(e.Series, window.DefaultLimits()))
	if chart == nil {
		return nil
	}
	const line = 18.0 // height of a name below the chart
	height := chartHeight + line*float64(len(chart.Bands))
	var names strings.Builder
	for i, name := range chart.Bands {
		fmt.Fprintf(&names, `<text x="%g" y="%g">%s</text>`, chartLeft, chartHeight+line*float64(i)+12, template.HTMLEscapeString(name))
	}
	text := strings.Replace(string(chart.Chart), fmt.Sprintf(`viewBox="0 0 %g %g"`, chartWidth, chartHeight),
		fmt.Sprintf(`xmlns="http://www.w3.org/2000/svg" width="%[1]g" height="%[2]g" viewBox="0 0 %[1]g %[2]g"`, chartWidth, height), 1)
	text = strings.Replace(text, ">", ">"+chartStyle, 1)
	text = strings.TrimSuffix(text, "</svg>") + names.String() + "</svg>\n"
	_, err := io.WriteString(words.NewCleaner(w), text)
	return err
}

// maxPoints is the maximum number of points of a curve in a report.
const maxPoints = 1500

// thinned reduces a long series to the minimum and maximum of each part.
func thinned(times []time.Duration, values []int64) ([]time.Duration, []int64) {
	if len(times) <= maxPoints {
		return times, values
	}
	var keptTimes []time.Duration
	var kept []int64
	step := (2*len(times) + maxPoints - 1) / maxPoints
	for from := 0; from < len(times); from += step {
		part := values[from:min(from+step, len(times))]
		low, high := slices.Index(part, slices.Min(part)), slices.Index(part, slices.Max(part))
		for _, i := range slices.Compact([]int{min(low, high), max(low, high)}) {
			keptTimes, kept = append(keptTimes, times[from+i]), append(kept, part[i])
		}
	}
	return keptTimes, kept
}

// growthChart draws a pile and the whole heap over time; empty if the data for it is missing.
func growthChart(g *findings.Pile, points []trees.Millis) template.HTML {
	if g == nil || len(g.Points) < 2 || len(g.Bytes) != len(g.Points) || len(g.Heap) != len(g.Points) {
		return ""
	}
	var times []time.Duration
	for _, p := range g.Points {
		if p < 1 || p > len(points) {
			return ""
		}
		times = append(times, time.Duration(points[p-1])*time.Millisecond)
	}
	c := newChart(times[0], times[len(times)-1], max(slices.Max(g.Heap), slices.Max(g.Bytes)), words.Size)
	c.curve(times, g.Heap, false)
	c.curve(times, g.Bytes, true)
	return c.html()
}
