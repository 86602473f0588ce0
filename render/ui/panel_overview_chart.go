package ui

import (
	"image/color"
	"math"
	"slices"
	"time"

	"gioui.org/io/key"

	"memcity/city"
)

// overviewDrawn are the lines and bars of the chart, kept until what they are made of changes.
type overviewDrawn struct {
	of       *city.Overview
	shared   city.Metric
	metric   city.Metric // bytes, if objects are not counted
	theme    city.Theme
	reserved bool

	lines  []plotLine
	pauses plotLane
	cycles plotLane
	rests  []time.Duration // of the GCs and of the GC points
	points []time.Duration // where the GC points stand
	ends   []time.Duration // where the GCs stand, if there are no times; else nil
}

// Heights of strips in dp.
const (
	overviewLane = 17
	pauseLane    = 38
	cycleLane    = 12
)

// drawOverviewChart draws the chart with all that can be done in it.
func drawOverviewChart(c *canvas, b box, o *city.Overview) {
	c.prepareOverview(o)
	foot := b.cutBottom(18)
	p := c.overviewPlot(o, b.h)
	act := c.plot(b, p)
	if l := &c.local.overview; !l.shown && c.controls[p.id] != nil {
		if c.focused == "" {
			c.source.Execute(key.FocusCmd{Tag: c.controls[p.id]})
			c.again = true
		}
		l.shown = true
	}
	c.overviewLegend(foot.inset(4, 0))
	c.takeOverviewAct(o, &act)
}

// overviewMetric is what the chart shows: bytes where objects are not counted.
func overviewMetric(o *city.Overview, s *city.Settings) city.Metric {
	if s.Metric == city.Objects && len(o.Points) > 0 {
		for i := range o.Points {
			if o.Points[i].Objects > 0 {
				return city.Objects
			}
		}
	}
	return city.Bytes
}

// prepareOverview makes the lines and bars, if they are not made yet.
func (c *canvas) prepareOverview(o *city.Overview) {
	l, s := &c.local.overview, &c.model.State.Settings
	d := &l.drawn
	if d.of == o && d.shared == s.Metric && d.theme == s.Theme && d.reserved == l.reserved {
		return
	}
	*d = overviewDrawn{of: o, shared: s.Metric, metric: overviewMetric(o, s), theme: s.Theme, reserved: l.reserved}
	switch first, last := o.Ends(); {
	case last > first:
		d.points, l.time.even = o.Times, false
		l.time.cover(first, last)
	case o.Sources != nil:
		d.points = l.time.fitTimes(o.Times)
	default:
		d.ends = l.time.fitTimes(make([]time.Duration, len(o.GCs)))
	}
	d.heap(c, o)
	if d.metric == city.Bytes && (!l.time.even || d.ends != nil) {
		d.used(c, o)
		if l.reserved {
			d.capacity(c, o)
		}
	}
	if !l.time.even || d.ends != nil {
		d.collections(c, o)
	}
	d.rest(o, l.time.even)
}

// heap is the line of the heap at the GC points, or after each GC.
func (d *overviewDrawn) heap(c *canvas, o *city.Overview) {
	line := plotLine{name: "Heap at GC points", color: c.series(0), area: true, dots: true, width: 2}
	if o.Sources == nil {
		line.name = "Heap after GCs"
	}
	for i := range o.Points {
		p := &o.Points[i]
		v := float64(p.Bytes)
		if d.metric == city.Objects {
			v = float64(p.Objects)
		}
		at := p.Time
		switch {
		case o.Sources != nil:
			at = d.timeOf(o, o.Sources[i])
		case d.ends != nil:
			at = d.ends[min(int(p.GC-o.GCs[0].Number), len(d.ends)-1)]
		}
		line.times, line.values = append(line.times, at), append(line.values, v)
	}
	if len(o.Points) > 0 {
		d.lines = append(d.lines, line)
	}
}

// timeOf returns where a GC point of the recording stands.
func (d *overviewDrawn) timeOf(o *city.Overview, point int) time.Duration {
	if point < 0 || point >= len(d.points) {
		return 0
	}
	return d.points[point]
}

// used is the line of the heap before and after each GC.
func (d *overviewDrawn) used(c *canvas, o *city.Overview) {
	line := plotLine{name: "Before and after each GC", color: mixed(c.card, c.series(5), 0.8), width: 1, soft: true}
	spikes := false
	for i := range o.GCs {
		gc := &o.GCs[i]
		start, end := d.stretchOf(i, gc)
		if gc.Before > 0 {
			line.times, line.values = append(line.times, max(start, lastOf(line.times))), append(line.values, float64(gc.Before))
			spikes = true
		}
		if gc.After > 0 {
			line.times, line.values = append(line.times, max(end, lastOf(line.times))), append(line.values, float64(gc.After))
		}
	}
	if spikes || o.Sources != nil && len(line.times) > 0 {
		d.lines = append([]plotLine{line}, d.lines...)
	}
}

func lastOf(times []time.Duration) time.Duration {
	if len(times) == 0 {
		return math.MinInt64
	}
	return times[len(times)-1]
}

// stretchOf returns where a GC stands.
func (d *overviewDrawn) stretchOf(i int, gc *city.GC) (start, end time.Duration) {
	if d.ends != nil {
		return d.ends[i], d.ends[i]
	}
	return min(gc.Start, gc.End), gc.End
}

// capacity is the line of the reserved heap.
func (d *overviewDrawn) capacity(c *canvas, o *city.Overview) {
	line := plotLine{name: "Reserved", color: c.dim, width: 1, dashed: true, steps: true}
	for i := range o.GCs {
		if gc := &o.GCs[i]; gc.Capacity > 0 {
			_, end := d.stretchOf(i, gc)
			line.times, line.values = append(line.times, max(end, lastOf(line.times))), append(line.values, float64(gc.Capacity))
		}
	}
	if len(line.times) > 0 {
		d.lines = append(d.lines, line)
	}
}

// collections are the bars of pauses, and those of the cycles in which GCs worked beside the program.
func (d *overviewDrawn) collections(c *canvas, o *city.Overview) {
	colors := gcColors(c)
	d.pauses = plotLane{name: "Pauses", height: pauseLane, write: func(v float64) string { return Duration(time.Duration(v)) }}
	d.cycles = plotLane{name: "Concurrent", height: cycleLane, hint: "Cycles of GCs that work while the program runs"}
	for i := range o.GCs {
		gc := &o.GCs[i]
		start, end := d.stretchOf(i, gc)
		if gc.Concurrent {
			d.cycles.bars = append(d.cycles.bars, plotBar{plotSpan: plotSpan{start, end}, color: colors[concurrentGC]})
		}
		pause := city.PausedBy(*gc)
		if pause <= 0 {
			continue
		}
		d.pauses.bars = append(d.pauses.bars, plotBar{plotSpan: plotSpan{min(max(start, end-pause), end), end}, value: float64(pause), color: colors[kindOfGC(gc)]})
	}
}

// rest are the moments that keys go to.
func (d *overviewDrawn) rest(o *city.Overview, even bool) {
	switch {
	case d.ends != nil:
		d.rests = d.ends
		return
	case even || len(o.GCs) == 0:
		d.rests = d.points
		return
	}
	for i := range o.GCs {
		d.rests = append(d.rests, o.GCs[i].End)
	}
}

// gcLook tells GCs apart in pictures.
type gcLook uint8

const (
	minorGC gcLook = iota
	majorGC
	stalledGC
	concurrentGC
)

func gcColors(c *canvas) [4]color.NRGBA {
	return [4]color.NRGBA{minorGC: mixed(c.card, c.theme.text, 0.5), majorGC: c.series(9), stalledGC: c.series(4), concurrentGC: mixed(c.card, c.series(2), 0.7)}
}

// overviewLegend names the lines and the kinds of pauses that there are.
func (c *canvas) overviewLegend(b box) {
	d := &c.local.overview.drawn
	b.cutLeft(c.plotLegend(b, d.lines))
	colors := gcColors(c)
	seen := [4]bool{concurrentGC: len(d.cycles.bars) > 0}
	for i := range d.pauses.bars {
		for k, col := range colors {
			seen[k] = seen[k] || d.pauses.bars[i].color == col
		}
	}
	for k, name := range [...]string{"Pause", "Full GC", "Stall", "Concurrent GC"} {
		w := c.width(small, name)
		if !seen[k] || w+26 > b.w {
			continue
		}
		cell := b.cutLeft(w + 28)
		c.fill(cell.cutLeft(14).centered(9, 9).moved(-2, 0), 2, colors[k])
		c.text(cell, small, left, c.dim, name)
	}
}

// kindOfGC tells how the pause of a GC is drawn.
func kindOfGC(gc *city.GC) gcLook {
	switch {
	case gc.Stalled > 0:
		return stalledGC
	case isFullGC(gc):
		return majorGC
	}
	return minorGC
}

// overviewPlot is the chart.
func (c *canvas) overviewPlot(o *city.Overview, height float32) *plot {
	l := &c.local.overview
	d := &l.drawn
	metric := d.metric
	p := &plot{id: "overview/plot", name: "Heap over time", time: &l.time, lines: d.lines, write: amountText(metric), rests: d.rests,
		chooses: "Window", chosen: c.chosenSpan(o)}
	if l.time.even && len(o.Times) < 2 {
		p.chooses = ""
	}
	if s := &c.model.State; p.chosen.any() && !s.Span.Any() {
		if p.stops = c.pointTimes(o); l.keyedAs == s.Window {
			p.keyed = l.keyed
		}
	}
	if s := &c.model.State; len(d.points) > 0 && c.model.Plan != nil {
		p.head, p.headed = d.timeOf(o, c.model.Plan.Series.Source(min(s.Point, max(c.model.Plan.Series.Len()-1, 0)))), true
	}
	if !l.time.even {
		p.above = c.foundLanes(o, height)
		for i := range o.Found {
			w := &o.Found[i]
			if on := c.isChosen(w); on || p.chosen == (plotSpan{}) && !coversMost(&l.time, w) {
				p.bands = append(p.bands, plotBand{plotSpan{w.Start, w.End}, c.kindColor(w.Kind), on})
			}
			if c.isChosen(w) && metric == city.Bytes && w.Kind < city.OverheadWindow {
				p.lines = append(append([]plotLine(nil), p.lines...), c.growthLine(o, w))
			}
		}
	}
	if len(d.pauses.bars) > 0 && height > 150 {
		p.below = append(p.below, d.pausesIn(l.time.shown()))
	}
	if len(d.cycles.bars) > 0 && height > 200 {
		p.below = append(p.below, d.cycles)
	}
	if l.time.resting = l.gc >= 0 && l.gc < len(o.GCs); l.time.resting {
		l.time.cursor = o.GCs[l.gc].End
	}
	p.tell = func(at time.Duration) plotNote { return c.overviewNote(o, at) }
	return p
}

// coversMost reports whether shading a window would shade nearly all of the time, which tells nothing.
func coversMost(t *plotTime, w *city.SuspiciousWindow) bool {
	from, to := t.shown()
	return float64(min(w.End, to)-max(w.Start, from)) > 0.8*float64(to-from)
}

// pausesIn are the bars of the pauses, the longest of those that can be seen as high as the strip.
func (d *overviewDrawn) pausesIn(from, to time.Duration) plotLane {
	lane := d.pauses
	lane.most = 0
	for i := range lane.bars {
		if b := &lane.bars[i]; b.to >= from && b.from <= to {
			lane.most = max(lane.most, b.value)
		}
	}
	lane.hint = "How long the program stood still; the longest seen here took " + Duration(time.Duration(lane.most))
	return lane
}

// growthLine is the line of the growth that a window was found for.
func (c *canvas) growthLine(o *city.Overview, w *city.SuspiciousWindow) plotLine {
	from, to := float64(w.FirstBytes), float64(w.LastBytes)
	if w.Kind == city.RegressionWindow { // through the middle of its points
		mean, at := 0.0, 0.0
		n := float64(w.To - w.From + 1)
		for _, p := range o.Points[w.From : w.To+1] {
			mean, at = mean+float64(p.Bytes)/n, at+p.Time.Seconds()/n
		}
		from, to = mean+w.Score*(w.Start.Seconds()-at), mean+w.Score*(w.End.Seconds()-at)
	}
	return plotLine{color: c.kindColor(w.Kind), times: []time.Duration{w.Start, w.End}, values: []float64{from, to}, dashed: true, width: 2, unheard: true}
}

// foundLanes are the suspicious windows as strips with their names, those that overlap below one another. Where there is no
// room for all, the last ones are in the list alone, but not the chosen one.
func (c *canvas) foundLanes(o *city.Overview, height float32) []plotLane {
	most := max(int(height*0.3/(overviewLane+laneGap)), 1)
	var order []int
	chosen := -1
	for i := range o.Found {
		if order = append(order, i); c.isChosen(&o.Found[i]) {
			chosen = i
		}
	}
	lanes, out := c.packLanes(o, order, most)
	if slices.Contains(out, chosen) {
		order = slices.DeleteFunc(order, func(i int) bool { return i == chosen })
		lanes, _ = c.packLanes(o, append([]int{chosen}, order...), most)
	}
	if len(lanes) > 0 {
		lanes[0].name, lanes[0].hint = "Suspicious", "Windows of time that look like a leak, or in which GCs have much to do; press one to choose it for all views"
	}
	return lanes
}

// packLanes puts suspicious windows into as few strips as they need, one after the other, and returns those that found no
// room.
func (c *canvas) packLanes(o *city.Overview, order []int, most int) (lanes []plotLane, out []int) {
	var taken [][]plotSpan
next:
	for _, i := range order {
		w := &o.Found[i]
		bar := plotBar{plotSpan: plotSpan{w.Start, w.End}, color: c.kindColor(w.Kind), key: w.Kind.String(), name: kindName(w.Kind), more: kindNumber(w),
			hint: kindWords(w), on: c.isChosen(w)}
		for k := range lanes {
			if free(taken[k], bar.plotSpan) {
				lanes[k].bars, taken[k] = append(lanes[k].bars, bar), append(taken[k], bar.plotSpan)
				continue next
			}
		}
		if len(lanes) == most {
			out = append(out, i)
			continue
		}
		lanes, taken = append(lanes, plotLane{height: overviewLane, bars: []plotBar{bar}}), append(taken, []plotSpan{bar.plotSpan})
	}
	return lanes, out
}

// free reports whether a stretch of time overlaps none of some others.
func free(taken []plotSpan, s plotSpan) bool {
	for _, t := range taken {
		if s.from <= t.to && s.to >= t.from {
			return false
		}
	}
	return true
}

// kindColor is the colour of a kind of suspicious windows.
func (c *canvas) kindColor(k kindOfWindow) color.NRGBA {
	return c.series(map[kindOfWindow]int{city.LeakWindow: 9, city.SteepestWindow: 1, city.RegressionWindow: 6, city.OverheadWindow: 4, city.ChurnWindow: 2}[k])
}
