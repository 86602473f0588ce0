package widget

import (
	"image/color"
	"math"
	"time"

	"memcity/city/trees"
	"memcity/render/ui/canvas"
	"memcity/words"
)

// Lengths of a chart, in dp.
const (
	plotRight = 12 // margin on the right
	plotFoot  = 17 // height of the time labels
	LaneGap   = 4
)

// plotRoom contains the boxes of a chart's parts.
type plotRoom struct {
	gutter canvas.Box   // value labels
	Chart  canvas.Box   // lines
	above  []canvas.Box // lanes
	below  []canvas.Box
	foot   canvas.Box // time labels
	all    canvas.Box // lanes and lines, which share the time axis
}

// Plot draws a chart, handles its input, and returns the outcome.
func (c *Canvas) Plot(b canvas.Box, p *Plot) (act PlotAct) {
	if b.W < 60 || b.H < 30 {
		return act
	}
	l := c.plots[p.Id]
	if l == nil {
		l = &plotLocal{}
		c.plots[p.Id] = l
	}
	values := p.Axis(c, b)
	p.axisTop = values[len(values)-1]
	r := p.Room(c, b, values)
	if !c.Sheet {
		l.pass = c.Pass
		if whole := p.Time.Whole(); c.takePlotWheel(p, l, r) {
			c.Again = c.Again || whole != p.Time.Whole() || c.otherPlots(l)
		}
		act = c.takePlot(p, l, r)
		values = p.Axis(c, b)
	}
	p.axisTop = values[len(values)-1]
	g := &plotPainter{Canvas: c, plot: p, room: r, top: p.axisTop}
	g.paint(values)
	c.plotBars(p, r, &act)
	if !c.Sheet {
		c.plotHandles(p, l, r, &act)
		g.pointer(l)
	}
	return act
}

// Axis returns the values with grid lines, from 0 to the end of the axis.
func (p *Plot) Axis(c *Canvas, b canvas.Box) []float64 {
	highest := p.least
	from, to := p.Time.Shown()
	for i := range p.Lines {
		l := &p.Lines[i]
		lo, hi := l.visible(from, to)
		for _, v := range l.Values[lo:hi] {
			if v > highest {
				highest = v
			}
		}
	}
	if math.IsInf(highest, 0) || highest > math.MaxInt64/4 {
		highest = math.MaxInt64 / 4
	}
	lines := min(max(int(b.H/70), 2), 6)
	best := Marks(int64(math.Ceil(highest)), lines)
	if finer := Marks(int64(math.Ceil(highest)), lines+1); finer[len(finer)-1] < best[len(best)-1] {
		best = finer
	}
	values := make([]float64, len(best))
	for i, v := range best {
		values[i] = float64(v)
	}
	return values
}

// Room divides the box of a chart.
func (p *Plot) Room(c *Canvas, b canvas.Box, values []float64) plotRoom {
	wide := p.Gutter
	for _, v := range values {
		wide = max(wide, c.Width(canvas.Small, p.text(v))+8)
	}
	for _, lanes := range [][]PlotLane{p.Above, p.Below} {
		for i := range lanes {
			wide = max(wide, min(c.Width(canvas.Small, lanes[i].Name)+8, 90))
			if l := &lanes[i]; l.Most > 0 && l.Write != nil {
				wide = max(wide, min(c.Width(canvas.Small, "≤ "+l.Write(l.Most))+8, 90))
			}
		}
	}
	var r plotRoom
	r.gutter = b.CutLeft(min(wide, b.W/3))
	b.CutRight(plotRight)
	if !p.NoTime {
		r.foot = b.CutBottom(plotFoot)
	}
	r.all = b
	for i := range p.Above {
		r.above = append(r.above, b.CutTop(min(p.Above[i].Height, b.H/2)))
		b.CutTop(LaneGap)
	}
	if len(p.Above) == 0 {
		b.CutTop(7) // half of a label
	}
	for i := len(p.Below) - 1; i >= 0; i-- {
		r.below = append([]canvas.Box{b.CutBottom(min(p.Below[i].Height, b.H/2))}, r.below...)
		b.CutBottom(LaneGap)
	}
	r.Chart = b
	return r
}

// plotPainter paints a chart.
type plotPainter struct {
	*Canvas
	plot *Plot
	room plotRoom
	top  float64
	pic  canvas.Raster
}

func (g *plotPainter) x(at time.Duration) float32 { return g.plot.Time.X(g.room.Chart, at) }

// y returns the position of a value.
func (g *plotPainter) y(v float64) float32 {
	return g.room.Chart.Bottom() - g.room.Chart.H*float32(v/g.top)
}

// paint paints everything that does not depend on the pointer.
func (g *plotPainter) paint(values []float64) {
	c, chart := g.Canvas, g.room.Chart
	g.ground()
	ticks := g.plot.ticks(c, chart.W)
	for _, v := range values[1:] {
		y := c.snap(g.y(v))
		c.InkBox(&g.pic, canvas.Rect(chart.X, y, chart.W, 1/c.Scale), 0, c.Line)
	}
	for _, t := range ticks {
		x := c.snap(chart.X + float32(t.At)*chart.W)
		c.InkBox(&g.pic, canvas.Rect(x, chart.Y, 1/c.Scale, chart.H), 0, canvas.Mixed(c.Card, c.Line, 0.6))
	}
	for _, b := range g.plot.Bands {
		g.band(&b)
	}
	for i := range g.plot.Lines {
		g.series(&g.plot.Lines[i])
	}
	c.InkBox(&g.pic, canvas.Rect(chart.X, c.snap(chart.Bottom()), chart.W, 1/c.Scale), 0, c.Edge)
	for i, b := range g.room.above {
		g.lane(&g.plot.Above[i], b)
	}
	for i, b := range g.room.below {
		g.lane(&g.plot.Below[i], b)
	}
	c.Ink(&g.pic, Grown(g.room.all, 1, 2))
	g.labels(values, ticks)
}

// ground fills the whole chart with the background.
func (g *plotPainter) ground() {
	g.Canvas.InkBox(&g.pic, g.room.all, 0, g.Canvas.Card)
}

// snap rounds a length to whole pixels.
func (c *Canvas) snap(v float32) float32 { return float32(c.Px(v)) / c.Scale }

// labels draws the value labels on the left and the time labels below.
func (g *plotPainter) labels(values []float64, ticks []label) {
	c, r := g.Canvas, &g.room
	step := canvas.LineHeight(canvas.Small)
	free := r.Chart.Bottom() + step
	for _, v := range values {
		y := g.y(v)
		if y > free-step+0.5 { // too close to the label below
			continue
		}
		free = y
		c.Text(canvas.Rect(r.gutter.X, y-step/2, r.gutter.W-6, step), canvas.Small, canvas.Right, c.Dim, g.plot.text(v))
	}
	for i, b := range r.above {
		g.laneName(&g.plot.Above[i], b)
	}
	for i, b := range r.below {
		g.laneName(&g.plot.Below[i], b)
	}
	if g.plot.NoTime {
		return
	}
	for _, t := range ticks {
		w := c.Width(canvas.Small, t.Text)
		x := r.foot.X + float32(t.At)*r.foot.W
		c.Vline(x, r.foot.Y, 4, 0, c.Edge)
		x = min(max(x-w/2, r.gutter.X), r.foot.Right()+plotRight-w)
		c.Text(canvas.Rect(x, r.foot.Y+4, w+1, r.foot.H-4), canvas.Small, canvas.Left, c.Dim, t.Text)
	}
}

func (g *plotPainter) laneName(l *PlotLane, b canvas.Box) {
	c := g.Canvas
	if l.Name == "" || b.H < 9 {
		return
	}
	step := canvas.LineHeight(canvas.Small)
	whole := canvas.Rect(g.room.gutter.X, b.Y, g.room.gutter.W-6, b.H)
	cell := whole.Middle(step)
	if l.Most > 0 && l.Write != nil && b.H >= 2*step { // value of the full height
		cell = whole.WithHeight(step)
		c.Text(canvas.Rect(whole.X, whole.Y+step, whole.W, step), canvas.Small, canvas.Right, c.Dim, "≤ "+l.Write(l.Most))
	}
	c.Text(cell, canvas.Small, canvas.Right, c.Dim, l.Name)
	if l.Hint != "" && !c.Sheet {
		c.Explain(g.plot.Id+"/lane/"+l.Name, cell, l.Name, "", l.Hint)
	}
}

// ticks returns labels at round times or point numbers for a width in dp.
func (p *Plot) ticks(c *Canvas, width float32) []label {
	measure := func(s string) float32 { return c.Width(canvas.Small, s) }
	from, to := p.Time.Shown()
	if p.Time.Even {
		n := int(p.Time.last/1e9) + 1
		a := Axis{At: make([]float64, n), Hi: n - 1}
		for i := range a.At {
			a.At[i] = (float64(i)*1e9 - float64(from)) / float64(to-from)
		}
		return a.Labels(width, measure)
	}
	return timeLabels(from, to, width, measure)
}

// band shades a time range.
func (g *plotPainter) band(b *PlotBand) {
	alpha := float32(0.07)
	if b.Strong {
		alpha = 0.16
	}
	area := g.stretch(b.PlotSpan, 1)
	g.Canvas.InkBox(&g.pic, area, 0, canvas.Faded(b.Color, alpha))
	if !b.Strong {
		return
	}
	for _, at := range []time.Duration{b.From, b.To} {
		if x := g.x(at); x >= g.room.Chart.X-0.5 && x <= g.room.Chart.Right()+0.5 {
			g.Canvas.InkBox(&g.pic, canvas.Rect(g.Canvas.snap(x), area.Y, 1/g.Canvas.Scale, area.H), 0, canvas.Faded(b.Color, 0.7))
		}
	}
}

// stretch returns the box of a time range over the chart, at least least dp wide, clipped to the chart.
func (g *plotPainter) stretch(s PlotSpan, least float32) canvas.Box {
	chart := g.room.Chart
	from, to := max(g.x(s.From), chart.X), min(max(g.x(s.To), g.x(s.From)+least), chart.Right())
	return canvas.Rect(from, chart.Y, max(to-from, 0), chart.H)
}

// AmountText returns a formatter for values in a unit.
func AmountText(m trees.Unit) func(v float64) string {
	return func(v float64) string { return words.ShortAmount(m, int64(math.Round(v))) }
}

// lane paints the bars of a lane: for each column of pixels, the highest bar of each color.
func (g *plotPainter) lane(l *PlotLane, b canvas.Box) {
	c := g.Canvas
	if l.Most > 0 {
		c.InkBox(&g.pic, canvas.Rect(b.X, c.snap(b.Bottom())-1/c.Scale, b.W, 1/c.Scale), 0, c.Line)
	}
	var order []color.NRGBA // by first occurrence
	columns := map[color.NRGBA][]canvas.Reach{}
	r := c.Rect(b)
	for i := range l.Bars {
		bar := &l.Bars[i]
		from, to := g.x(bar.From)*c.Scale, g.x(bar.To)*c.Scale
		if bar.Key != "" || to < float32(r.Min.X)-1 || from > float32(r.Max.X)+1 { // bars with a key are drawn as controls
			continue
		}
		h := b.H
		if l.Most > 0 {
			h = max(b.H*float32(min(bar.Value/l.Most, 1)), 2)
		}
		if columns[bar.Color] == nil {
			order, columns[bar.Color] = append(order, bar.Color), make([]canvas.Reach, r.Dx())
		}
		raise(columns[bar.Color], int(from)-r.Min.X, int(max(to, from+1.5*c.Scale))-r.Min.X, float32(r.Max.Y)-h*c.Scale, float32(r.Max.Y))
	}
	for _, col := range order {
		g.pic.Add(canvas.Shape{Bounds: r, Columns: columns[col], Col: col})
	}
}

// raise raises the columns from from to to, exclusive, to at least top.
func raise(columns []canvas.Reach, from, to int, top, bottom float32) {
	for x := max(from, 0); x < min(max(to, from+1), len(columns)); x++ {
		if r := &columns[x]; r.Bottom <= r.Top || top < r.Top {
			*r = canvas.Reach{Top: top, Bottom: bottom}
		}
	}
}

func Grown(b canvas.Box, x, y float32) canvas.Box {
	return canvas.Rect(b.X-x, b.Y-y, b.W+2*x, b.H+2*y)
}
