package tree

import (
	"fmt"
	"image/color"
	"strconv"
	"time"

	"gioui.org/io/key"

	"memcity/city/state"
	"memcity/city/view/treemap"
	"memcity/render/ui/canvas"
	"memcity/render/ui/widget"
	"memcity/words"
)

// Lengths of the trees side by side, in dp.
const (
	compareChart = 118 // height of the chart below the trees
	compareHead  = 36  // height of the head of each tree
	compareGap   = 12
	compareLeast = 110 // minimum width of a tree
)

// compareLevels is the number of levels below the root of trees drawn side by side.
const compareLevels = 3

// drawComparedTrees draws the trees of the chosen GC points, and the chart where the user chooses them.
func (view *View) drawComparedTrees(c *widget.Canvas, b canvas.Box, root treemap.ID) {
	if b.H >= compareChart+140 {
		view.drawTreeTimeline(c, b.CutBottom(compareChart))
		b.CutBottom(8)
	}
	points := view.comparedPoints(c)
	columns := min(len(points), max(int((b.W+compareGap)/(compareLeast+compareGap)), 1))
	if square := (b.W-compareGap*2)/3 + compareHead; len(points) > 3 && 2*square+compareGap < b.H { // two lines are larger
		columns = min(columns, (len(points)+1)/2)
	}
	lines := (len(points) + columns - 1) / columns
	w := (b.W - compareGap*float32(columns-1)) / float32(columns)
	h := (b.H - compareGap*float32(lines-1)) / float32(lines)
	for i, point := range points {
		cell := canvas.Rect(b.X+float32(i%columns)*(w+compareGap), b.Y+float32(i/columns)*(h+compareGap), w, h)
		view.drawComparedTree(c, cell, root, point)
	}
}

// comparedPoints returns the GC points whose trees are drawn: the chosen ones and always the current one.
func (view *View) comparedPoints(c *widget.Canvas) []int {
	s := &c.Model.State
	points := append([]int(nil), s.ComparedPoints()...)
	last := c.Model.Plan.Series.Len() - 1
	out := points[:0]
	for _, p := range points {
		if p <= last {
			out = append(out, p)
		}
	}
	if len(out) == 0 {
		out = append(out, view.treePoint(c))
	}
	return out
}

// drawComparedTree draws the tree of one GC point below its time and size.
func (view *View) drawComparedTree(c *widget.Canvas, b canvas.Box, root treemap.ID, point int) {
	unit := c.Model.State.Settings.Unit
	p := view.treePicture(c, root, compareLevels, point, globalLeast)
	head := b.CutTop(compareHead)
	id := "tree/beside/" + strconv.Itoa(point)
	if close := head.CutRight(22).WithHeight(20); c.IconButton(id+"/close", close, "close", fmt.Sprintf("Remove GC point %d", point+1),
		"Remove this tree", widget.Why(len(view.comparedPoints(c)) < 2, "At least one tree stays")) {
		c.Do(state.ToggleTreePoint{Point: point})
	}
	now := point == view.treePoint(c)
	fore := c.Theme.Text
	if now {
		fore = c.Link
	}
	c.Text(head.CutTop(18), canvas.SmallB, canvas.Left, fore, view.pointName(c, point))
	c.Text(head, canvas.Small, canvas.Left, c.Dim, words.ShortAmount(unit, p.Nodes[0].Value))
	view.drawTree(c, id, b, p, treeLook{name: "Tree of " + view.pointName(c, point), labels: true})
}

// pointName returns the name of a GC point with its time.
func (view *View) pointName(c *widget.Canvas, point int) string {
	s := c.Model.Plan.Series
	text := "GC point " + words.Count(int64(s.Source(point)+1))
	if last := s.Len() - 1; s.Times[last] > s.Times[0] {
		text += ", " + c.Model.Moment(s.Times[point])
	}
	return text
}

// drawTreeTimeline draws the heap size over time. The user chooses GC points for the trees above.
func (view *View) drawTreeTimeline(c *widget.Canvas, b canvas.Box) {
	l, s := view, &c.Model.State
	foot := b.CutBottom(16)
	series := c.Model.Plan.Series
	times := make([]time.Duration, series.Len())
	values := make([]float64, series.Len())
	for i := range times {
		times[i] = time.Duration(series.Times[i]) * time.Millisecond
		values[i] = float64(l.order.Value(i, 0))
	}
	times = l.time.FitTimes(times)
	line := widget.PlotLine{Key: "heap", Name: series.Name(0), Color: c.Series(0), Times: times, Values: values, Area: true, Dots: true,
		Width: 2}
	p := &widget.Plot{Id: "tree/timeline", Name: "Heap over time", Time: &l.time, Write: widget.AmountText(s.Settings.Unit),
		Lines: []widget.PlotLine{line}, Rests: times}
	if at := view.treePoint(c); at < len(times) {
		p.Head, p.Headed = times[at], true
	}
	lane := widget.PlotLane{Name: "Trees", Height: 17}
	for _, point := range view.comparedPoints(c) {
		lane.Bars = append(lane.Bars, widget.PlotBar{PlotSpan: widget.PlotSpan{From: times[point], To: times[point]}, Color: c.Accent,
			Key:  strconv.Itoa(point),
			Name: words.Count(int64(series.Source(point) + 1)), Hint: "Remove the tree of " + view.pointName(c, point),
			On: point == view.treePoint(c)})
	}
	p.Above = []widget.PlotLane{lane}
	p.Note = func(at time.Duration) widget.PlotNote { return view.timelineNote(c, times, values, at) }
	act := c.Plot(b, p)
	view.takeTimeline(c, times, &act)
	c.Text(foot, canvas.Small, canvas.Left, c.Dim,
		"Click a GC point to go there. Ctrl+click or Return adds its tree for comparison, up to six.")
}

// timelineNote returns the tooltip for a time.
func (view *View) timelineNote(c *widget.Canvas, times []time.Duration, values []float64, at time.Duration) widget.PlotNote {
	i := widget.NearestTime(times, at)
	if i < 0 {
		return widget.PlotNote{}
	}
	return widget.PlotNote{Head: view.pointName(c, i),
		Facts: []widget.PlotFact{{Color: color.NRGBA{}, Name: "Heap", Value: words.Amount(c.Model.State.Settings.Unit, int64(values[i]))}}}
}

// takeTimeline handles the input of the chart.
func (view *View) takeTimeline(c *widget.Canvas, times []time.Duration, act *widget.PlotAct) {
	if point, err := strconv.Atoi(act.Bar); err == nil {
		c.Do(state.ToggleTreePoint{Point: point})
		return
	}
	i := widget.NearestTime(times, act.At)
	ctl := c.Controls["tree/timeline"]
	switch {
	case i < 0:
	case act.Entered, act.Clicked && ctl != nil && ctl.Mods.Contain(key.ModCtrl):
		c.Do(state.ToggleTreePoint{Point: i})
	case act.Clicked, act.Moved:
		c.Do(state.GoTo{Point: i})
	}
}
