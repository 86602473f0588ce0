package ui

import (
	"fmt"
	"image/color"
	"strconv"
	"time"

	"gioui.org/io/key"

	"memcity/city"
)

// Lengths of the trees side by side, in dp.
const (
	besideChart = 118 // height of the chart below them
	besideHead  = 36  // above each tree
	besideGap   = 12
	besideLeast = 110 // width of a tree
)

// besideLevels are the levels below the root of trees that stand side by side.
const besideLevels = 3

// drawTreesBeside draws the trees of the GC points chosen, and the chart that they are chosen in.
func drawTreesBeside(c *canvas, b box, root city.TreeID) {
	if b.h >= besideChart+140 {
		drawTreeTimeline(c, b.cutBottom(besideChart))
		b.cutBottom(8)
	}
	points := c.shownBeside()
	columns := min(len(points), max(int((b.w+besideGap)/(besideLeast+besideGap)), 1))
	if square := (b.w-besideGap*2)/3 + besideHead; len(points) > 3 && 2*square+besideGap < b.h { // larger in two lines
		columns = min(columns, (len(points)+1)/2)
	}
	lines := (len(points) + columns - 1) / columns
	w := (b.w - besideGap*float32(columns-1)) / float32(columns)
	h := (b.h - besideGap*float32(lines-1)) / float32(lines)
	for i, point := range points {
		cell := box{b.x + float32(i%columns)*(w+besideGap), b.y + float32(i/columns)*(h+besideGap), w, h}
		drawTreeBeside(c, cell, root, point)
	}
}

// shownBeside are the GC points whose trees are shown: those chosen, and always the one shown in all views.
func (c *canvas) shownBeside() []int {
	s := &c.model.State
	points := append([]int(nil), s.BesidePoints()...)
	last := c.model.Plan.Series.Len() - 1
	out := points[:0]
	for _, p := range points {
		if p <= last {
			out = append(out, p)
		}
	}
	if len(out) == 0 {
		out = append(out, c.treePoint())
	}
	return out
}

// drawTreeBeside draws the tree of one GC point under its time and size.
func drawTreeBeside(c *canvas, b box, root city.TreeID, point int) {
	metric := c.model.State.Settings.Metric
	p := c.treePicture(root, besideLevels, point, globalLeast)
	head := b.cutTop(besideHead)
	id := "tree/beside/" + strconv.Itoa(point)
	if close := head.cutRight(22).withHeight(20); c.iconButton(id+"/close", close, "close", fmt.Sprintf("Take GC point %d away", point+1), "Take this tree away", len(c.shownBeside()) < 2) {
		c.do(city.ToggleTreePoint{Point: point})
	}
	now := point == c.treePoint()
	fore := c.theme.text
	if now {
		fore = c.link
	}
	c.text(head.cutTop(18), smallB, left, fore, c.besideName(point))
	c.text(head, small, left, c.dim, ShortAmount(metric, p.Nodes[0].Value))
	c.drawTree(id, b, p, treeLook{name: "Tree of " + c.besideName(point), labels: true})
}

// besideName names a GC point with its time.
func (c *canvas) besideName(point int) string {
	s := c.model.Plan.Series
	text := "GC point " + Count(int64(s.Source(point)+1))
	if last := s.Len() - 1; s.Times[last] > s.Times[0] {
		text += ", " + Time(s.Times[point])
	}
	return text
}

// drawTreeTimeline draws the size of the heap over time. Its GC points can be chosen for the trees above.
func drawTreeTimeline(c *canvas, b box) {
	l, s := &c.local.trees, &c.model.State
	foot := b.cutBottom(16)
	series := c.model.Plan.Series
	times := make([]time.Duration, series.Len())
	values := make([]float64, series.Len())
	for i := range times {
		times[i] = time.Duration(series.Times[i]) * time.Millisecond
		values[i] = float64(l.order.Value(i, 0))
	}
	times = l.time.fitTimes(times)
	line := plotLine{key: "heap", name: series.Name(0), color: c.series(0), times: times, values: values, area: true, dots: true, width: 2}
	p := &plot{id: "tree/timeline", name: "Heap over time", time: &l.time, write: amountText(s.Settings.Metric), lines: []plotLine{line}, rests: times}
	if at := c.treePoint(); at < len(times) {
		p.head, p.headed = times[at], true
	}
	lane := plotLane{name: "Trees", height: 17}
	for _, point := range c.shownBeside() {
		lane.bars = append(lane.bars, plotBar{plotSpan: plotSpan{times[point], times[point]}, color: c.accent, key: strconv.Itoa(point),
			name: Count(int64(series.Source(point) + 1)), hint: "Take the tree of " + c.besideName(point) + " away", on: point == c.treePoint()})
	}
	p.above = []plotLane{lane}
	p.tell = func(at time.Duration) plotNote { return c.besideNote(times, values, at) }
	act := c.plot(b, p)
	c.takeTimeline(times, &act)
	c.text(foot, small, left, c.dim, "Press a GC point to go there; Ctrl and a press, or Return, puts its tree beside the others, up to six.")
}

// besideNote is what the pointer is told of a time.
func (c *canvas) besideNote(times []time.Duration, values []float64, at time.Duration) plotNote {
	i := nearestTime(times, at)
	if i < 0 {
		return plotNote{}
	}
	return plotNote{head: c.besideName(i), facts: []plotFact{{color.NRGBA{}, "Heap", Amount(c.model.State.Settings.Metric, int64(values[i]))}}}
}

// takeTimeline does what was done in the chart.
func (c *canvas) takeTimeline(times []time.Duration, act *plotAct) {
	if point, err := strconv.Atoi(act.bar); err == nil {
		c.do(city.ToggleTreePoint{Point: point})
		return
	}
	i := nearestTime(times, act.at)
	ctl := c.controls["tree/timeline"]
	switch {
	case i < 0:
	case act.entered, act.clicked && ctl != nil && ctl.mods.Contain(key.ModCtrl):
		c.do(city.ToggleTreePoint{Point: i})
	case act.clicked, act.moved:
		c.do(city.GoTo{Point: i})
	}
}
