package overview

import (
	"image/color"
	"math"
	"slices"
	"time"

	"gioui.org/io/key"

	"memcity/city/scene"
	"memcity/city/trees"
	"memcity/city/view/overview"
	"memcity/render/ui/canvas"
	"memcity/render/ui/widget"
	"memcity/words"
)

// overviewDrawn caches the lines and bars of the chart until their inputs change.
type overviewDrawn struct {
	of       *overview.Overview
	shared   trees.Unit
	unit     trees.Unit // bytes if objects are not counted
	theme    scene.Theme
	reserved bool

	lines  []widget.PlotLine
	pauses widget.PlotLane
	cycles widget.PlotLane
	rests  []time.Duration // times of GCs and GC points that the keyboard stops at
	points []time.Duration // positions of the GC points
	ends   []time.Duration // positions of the GCs if there are no times, otherwise nil
}

// Heights of lanes, in dp.
const (
	overviewLane = 17
	pauseLane    = 38
	cycleLane    = 12
)

// drawOverviewChart draws the chart and handles its input.
func (view *View) drawOverviewChart(c *widget.Canvas, b canvas.Box, o *overview.Overview) {
	view.prepareOverview(c, o)
	foot := b.CutBottom(18)
	p := view.overviewPlot(c, o, b.H)
	act := c.Plot(b, p)
	if l := view; !l.Shown && c.Controls[p.Id] != nil {
		if c.Focused == "" {
			c.Source.Execute(key.FocusCmd{Tag: c.Controls[p.Id]})
			c.Again = true
		}
		l.Shown = true
	}
	view.overviewLegend(c, foot.Inset(4, 0))
	view.takeOverviewAct(c, o, &act)
}

// overviewUnit returns the unit of the chart: bytes if objects are not counted.
func overviewUnit(o *overview.Overview, s *scene.Settings) trees.Unit {
	if s.Unit == trees.Objects && len(o.Points) > 0 {
		for i := range o.Points {
			if o.Points[i].Objects > 0 {
				return trees.Objects
			}
		}
	}
	return trees.Bytes
}

// prepareOverview builds the lines and bars unless they are cached.
func (view *View) prepareOverview(c *widget.Canvas, o *overview.Overview) {
	l, s := view, &c.Model.State.Settings
	d := &l.drawn
	if d.of == o && d.shared == s.Unit && d.theme == s.Theme && d.reserved == l.reserved {
		return
	}
	*d = overviewDrawn{of: o, shared: s.Unit, unit: overviewUnit(o, s), theme: s.Theme, reserved: l.reserved}
	switch first, last := overview.Ends(o.Evolution); {
	case last > first:
		d.points, l.time.Even = o.Times, false
		l.time.Cover(first, last)
	case o.Sources != nil:
		d.points = l.time.FitTimes(o.Times)
	default:
		d.ends = l.time.FitTimes(make([]time.Duration, len(o.GCs)))
	}
	d.heap(c, o)
	if d.unit == trees.Bytes && (!l.time.Even || d.ends != nil) {
		d.used(c, o)
		if l.reserved {
			d.capacity(c, o)
		}
	}
	if !l.time.Even || d.ends != nil {
		d.collections(c, o)
	}
	d.rest(o, l.time.Even)
}

// heap returns the line of the heap at the GC points, or after each GC.
func (d *overviewDrawn) heap(c *widget.Canvas, o *overview.Overview) {
	line := widget.PlotLine{Name: "Heap at GC points", Color: c.Series(0), Area: true, Dots: true, Width: 2}
	if o.Sources == nil {
		line.Name = "Heap after GCs"
	}
	for i := range o.Points {
		p := &o.Points[i]
		v := float64(p.Bytes)
		if d.unit == trees.Objects {
			v = float64(p.Objects)
		}
		at := p.Time
		switch {
		case o.Sources != nil:
			at = d.timeOf(o, o.Sources[i])
		case d.ends != nil:
			at = d.ends[min(int(p.GC-o.GCs[0].Number), len(d.ends)-1)]
		}
		line.Times, line.Values = append(line.Times, at), append(line.Values, v)
		if o.Sources != nil {
			line.Counted = append(line.Counted, c.Model.IsCounted(o.Sources[i]))
		}
	}
	if len(o.Points) > 0 {
		d.lines = append(d.lines, line)
	}
}

// timeOf returns the position of a GC point of the recording.
func (d *overviewDrawn) timeOf(o *overview.Overview, point int) time.Duration {
	if point < 0 || point >= len(d.points) {
		return 0
	}
	return d.points[point]
}

// used appends the line of the heap before and after each GC.
func (d *overviewDrawn) used(c *widget.Canvas, o *overview.Overview) {
	line := widget.PlotLine{Name: "Before and after each GC", Color: canvas.Mixed(c.Card, c.Series(5), 0.8), Width: 1, Soft: true}
	spikes := false
	for i := range o.GCs {
		gc := &o.GCs[i]
		start, end := d.stretchOf(i, gc)
		if gc.Before > 0 {
			line.Times, line.Values = append(line.Times, max(start, lastOf(line.Times))), append(line.Values, float64(gc.Before))
			spikes = true
		}
		if gc.After > 0 {
			line.Times, line.Values = append(line.Times, max(end, lastOf(line.Times))), append(line.Values, float64(gc.After))
		}
	}
	if spikes || o.Sources != nil && len(line.Times) > 0 {
		d.lines = append([]widget.PlotLine{line}, d.lines...)
	}
}

func lastOf(times []time.Duration) time.Duration {
	if len(times) == 0 {
		return math.MinInt64
	}
	return times[len(times)-1]
}

// stretchOf returns the time range of a GC.
func (d *overviewDrawn) stretchOf(i int, gc *overview.GC) (start, end time.Duration) {
	if d.ends != nil {
		return d.ends[i], d.ends[i]
	}
	return min(gc.Start, gc.End), gc.End
}

// capacity adds the line for the reserved heap size to the chart.
func (d *overviewDrawn) capacity(c *widget.Canvas, o *overview.Overview) {
	line := widget.PlotLine{Name: "Reserved", Color: c.Dim, Width: 1, Dashed: true, Steps: true}
	for i := range o.GCs {
		if gc := &o.GCs[i]; gc.Capacity > 0 {
			_, end := d.stretchOf(i, gc)
			line.Times, line.Values = append(line.Times, max(end, lastOf(line.Times))), append(line.Values, float64(gc.Capacity))
		}
	}
	if len(line.Times) > 0 {
		d.lines = append(d.lines, line)
	}
}

// collections builds the bars of pauses and of concurrent GC cycles.
func (d *overviewDrawn) collections(c *widget.Canvas, o *overview.Overview) {
	colors := gcColors(c)
	d.pauses = widget.PlotLane{Name: "Pauses", Height: pauseLane, Write: func(v float64) string { return words.Duration(time.Duration(v)) }}
	d.cycles = widget.PlotLane{Name: "Concurrent", Height: cycleLane, Hint: "GC cycles that run while the program runs"}
	for i := range o.GCs {
		gc := &o.GCs[i]
		start, end := d.stretchOf(i, gc)
		if gc.Concurrent {
			d.cycles.Bars = append(d.cycles.Bars, widget.PlotBar{PlotSpan: widget.PlotSpan{From: start, To: end}, Color: colors[concurrentGC]})
		}
		pause := gc.PausedFor()
		if pause <= 0 {
			continue
		}
		d.pauses.Bars = append(d.pauses.Bars,
			widget.PlotBar{PlotSpan: widget.PlotSpan{From: min(max(start, end-pause), end), To: end}, Value: float64(pause),
				Color: colors[kindOfGC(gc)]})
	}
}

// rest sets the times that the keyboard stops at.
func (d *overviewDrawn) rest(o *overview.Overview, even bool) {
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

// gcLook selects how a GC is drawn.
type gcLook uint8

const (
	minorGC gcLook = iota
	majorGC
	stalledGC
	concurrentGC
)

func gcColors(c *widget.Canvas) [4]color.NRGBA {
	return [4]color.NRGBA{minorGC: canvas.Mixed(c.Card, c.Theme.Text, 0.5), majorGC: c.Series(9), stalledGC: c.Series(4),
		concurrentGC: canvas.Mixed(c.Card, c.Series(2), 0.7)}
}

// overviewLegend draws the legend of the lines and of the kinds of pauses in the chart.
func (view *View) overviewLegend(c *widget.Canvas, b canvas.Box) {
	d := &view.drawn
	b.CutLeft(c.PlotLegend(b, d.lines))
	colors := gcColors(c)
	seen := [4]bool{concurrentGC: len(d.cycles.Bars) > 0}
	for i := range d.pauses.Bars {
		for k, col := range colors {
			seen[k] = seen[k] || d.pauses.Bars[i].Color == col
		}
	}
	for k, name := range [...]string{"Pause", "Full GC", "Stall", "Concurrent GC"} {
		w := c.Width(canvas.Small, name)
		if !seen[k] || w+26 > b.W {
			continue
		}
		cell := b.CutLeft(w + 28)
		c.Fill(cell.CutLeft(14).Centered(9, 9).Moved(-2, 0), 2, colors[k])
		c.Text(cell, canvas.Small, canvas.Left, c.Dim, name)
	}
}

// kindOfGC returns how the pause of a GC is drawn.
func kindOfGC(gc *overview.GC) gcLook {
	switch {
	case gc.Stalled > 0:
		return stalledGC
	case isFullGC(gc):
		return majorGC
	}
	return minorGC
}

// overviewPlot returns the chart.
func (view *View) overviewPlot(c *widget.Canvas, o *overview.Overview, height float32) *widget.Plot {
	l := view
	d := &l.drawn
	unit := d.unit
	p := &widget.Plot{Id: "overview/plot", Name: "Heap over time", Time: &l.time, Lines: d.lines, Write: widget.AmountText(unit),
		Rests:   d.rests,
		Chooses: "Window", Chosen: view.chosenSpan(c, o)}
	if l.time.Even && len(o.Times) < 2 {
		p.Chooses = ""
	}
	if s := &c.Model.State; p.Chosen.Any() && !s.Span.Any() {
		if p.Stops = view.pointTimes(c, o); l.keyedAs == s.Window {
			p.Keyed = l.keyed
		}
	}
	if s := &c.Model.State; len(d.points) > 0 && c.Model.Plan != nil {
		p.Head, p.Headed = d.timeOf(o, c.Model.Plan.Series.Source(min(s.Point, max(c.Model.Plan.Series.Len()-1, 0)))), true
	}
	if !l.time.Even {
		p.Above = view.foundLanes(c, o, height)
		for i := range o.Found {
			w := &o.Found[i]
			if on := view.isChosen(c, w); on || p.Chosen == (widget.PlotSpan{}) && !coversMost(&l.time, w) {
				p.Bands = append(p.Bands, widget.PlotBand{PlotSpan: widget.PlotSpan{From: w.Start, To: w.End}, Color: view.kindColor(c, w.Kind),
					Strong: on})
			}
			if view.isChosen(c, w) && unit == trees.Bytes && w.Kind < overview.OverheadWindow {
				p.Lines = append(append([]widget.PlotLine(nil), p.Lines...), view.growthLine(c, o, w))
			}
		}
	}
	if len(d.pauses.Bars) > 0 && height > 150 {
		p.Below = append(p.Below, d.pausesIn(l.time.Shown()))
	}
	if len(d.cycles.Bars) > 0 && height > 200 {
		p.Below = append(p.Below, d.cycles)
	}
	if l.time.Resting = l.gc >= 0 && l.gc < len(o.GCs); l.time.Resting {
		l.time.Cursor = o.GCs[l.gc].End
	}
	p.Note = func(at time.Duration) widget.PlotNote { return view.overviewNote(c, o, at) }
	return p
}

// coversMost reports whether a window covers nearly all of the visible time, so that shading it would be useless.
func coversMost(t *widget.PlotTime, w *overview.SuspiciousWindow) bool {
	from, to := t.Shown()
	return float64(min(w.End, to)-max(w.Start, from)) > 0.8*float64(to-from)
}

// pausesIn returns the lane of the pauses, scaled to the longest visible pause.
func (d *overviewDrawn) pausesIn(from, to time.Duration) widget.PlotLane {
	lane := d.pauses
	lane.Most = 0
	for i := range lane.Bars {
		if b := &lane.Bars[i]; b.To >= from && b.From <= to {
			lane.Most = max(lane.Most, b.Value)
		}
	}
	lane.Hint = "Pause time of the program; the longest pause in view was " + words.Duration(time.Duration(lane.Most))
	return lane
}

// growthLine returns the line of the growth that a suspicious window was found for.
func (view *View) growthLine(c *widget.Canvas, o *overview.Overview, w *overview.SuspiciousWindow) widget.PlotLine {
	from, to := float64(w.FirstBytes), float64(w.LastBytes)
	if w.Kind == overview.RegressionWindow { // through the mean of its points
		mean, at := 0.0, 0.0
		n := float64(w.To - w.From + 1)
		for _, p := range o.Points[w.From : w.To+1] {
			mean, at = mean+float64(p.Bytes)/n, at+p.Time.Seconds()/n
		}
		from, to = mean+w.Score*(w.Start.Seconds()-at), mean+w.Score*(w.End.Seconds()-at)
	}
	return widget.PlotLine{Color: view.kindColor(c, w.Kind), Times: []time.Duration{w.Start, w.End}, Values: []float64{from, to},
		Dashed: true, Width: 2, Unheard: true}
}

// foundLanes returns the suspicious windows as labeled lanes. Overlapping windows go to different lanes. If there is no space for all, the
// last ones appear only in the list; the chosen one is always in a lane.
func (view *View) foundLanes(c *widget.Canvas, o *overview.Overview, height float32) []widget.PlotLane {
	most := max(int(height*0.3/(overviewLane+widget.LaneGap)), 1)
	var order []int
	chosen := -1
	for i := range o.Found {
		if order = append(order, i); view.isChosen(c, &o.Found[i]) {
			chosen = i
		}
	}
	lanes, out := view.packLanes(c, o, order, most)
	if slices.Contains(out, chosen) {
		order = slices.DeleteFunc(order, func(i int) bool { return i == chosen })
		lanes, _ = view.packLanes(c, o, append([]int{chosen}, order...), most)
	}
	if len(lanes) > 0 {
		lanes[0].Name, lanes[0].Hint = "Suspicious",
			"Time windows that look like a leak or heavy GC activity. Click one to select it for all views."
	}
	return lanes
}

// packLanes packs suspicious windows into as few lanes as possible and returns those that do not fit.
func (view *View) packLanes(c *widget.Canvas, o *overview.Overview, order []int, most int) (lanes []widget.PlotLane, out []int) {
	var taken [][]widget.PlotSpan
next:
	for _, i := range order {
		w := &o.Found[i]
		bar := widget.PlotBar{PlotSpan: widget.PlotSpan{From: w.Start, To: w.End}, Color: view.kindColor(c, w.Kind), Key: w.Kind.String(),
			Name: kindName(w.Kind), More: kindNumber(w),
			Hint: kindWords(w), On: view.isChosen(c, w)}
		for k := range lanes {
			if free(taken[k], bar.PlotSpan) {
				lanes[k].Bars, taken[k] = append(lanes[k].Bars, bar), append(taken[k], bar.PlotSpan)
				continue next
			}
		}
		if len(lanes) == most {
			out = append(out, i)
			continue
		}
		lanes, taken = append(lanes, widget.PlotLane{Height: overviewLane, Bars: []widget.PlotBar{bar}}),
			append(taken, []widget.PlotSpan{bar.PlotSpan})
	}
	return lanes, out
}

// free reports whether a time range overlaps none of the taken ones.
func free(taken []widget.PlotSpan, s widget.PlotSpan) bool {
	for _, t := range taken {
		if s.From <= t.To && s.To >= t.From {
			return false
		}
	}
	return true
}

// kindColor returns the color of a kind of suspicious windows.
func (view *View) kindColor(c *widget.Canvas, k kindOfWindow) color.NRGBA {
	return c.Series(map[kindOfWindow]int{overview.LeakWindow: 9, overview.SteepestWindow: 1, overview.RegressionWindow: 6,
		overview.OverheadWindow: 4, overview.ChurnWindow: 2}[k])
}
