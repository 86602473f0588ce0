package ui

import (
	"image/color"
	"math"
	"time"

	"memcity/city"
)

// Lengths of a chart, in dp.
const (
	plotRight = 12 // free at the right
	plotFoot  = 17 // times below
	laneGap   = 4
)

// plotRoom is where the parts of a chart are.
type plotRoom struct {
	gutter box   // labels of values
	chart  box   // lines
	above  []box // strips
	below  []box
	foot   box // times
	all    box // strips and lines: where times are
}

// plot draws a chart, with what can be done in it, and returns what was done.
func (c *canvas) plot(b box, p *plot) (act plotAct) {
	if b.w < 60 || b.h < 30 {
		return act
	}
	l := c.plots[p.id]
	if l == nil {
		l = &plotLocal{}
		c.plots[p.id] = l
	}
	values := p.axis(c, b)
	p.axisTop = values[len(values)-1]
	r := p.room(c, b, values)
	if !c.sheet {
		l.pass = c.pass
		if whole := p.time.whole(); c.takePlotWheel(p, l, r) {
			c.again = c.again || whole != p.time.whole() || c.otherPlots(l)
		}
		act = c.takePlot(p, l, r)
		values = p.axis(c, b)
	}
	p.axisTop = values[len(values)-1]
	g := &plotPainter{canvas: c, plot: p, room: r, top: p.axisTop}
	g.paint(values, l)
	c.plotBars(p, r, &act)
	if !c.sheet {
		c.plotHandles(p, l, r, &act)
		g.pointer(l)
	}
	return act
}

// axis returns the values that lines are drawn at, from 0 up to the end of the axis.
func (p *plot) axis(c *canvas, b box) []float64 {
	highest := p.least
	from, to := p.time.shown()
	for i := range p.lines {
		l := &p.lines[i]
		lo, hi := l.visible(from, to)
		for _, v := range l.values[lo:hi] {
			if v > highest {
				highest = v
			}
		}
	}
	if math.IsInf(highest, 0) || highest > math.MaxInt64/4 {
		highest = math.MaxInt64 / 4
	}
	lines := min(max(int(b.h/70), 2), 6)
	best := marks(int64(math.Ceil(highest)), lines)
	if finer := marks(int64(math.Ceil(highest)), lines+1); finer[len(finer)-1] < best[len(best)-1] {
		best = finer
	}
	values := make([]float64, len(best))
	for i, v := range best {
		values[i] = float64(v)
	}
	return values
}

// room divides the room of a chart.
func (p *plot) room(c *canvas, b box, values []float64) plotRoom {
	wide := p.gutter
	for _, v := range values {
		wide = max(wide, c.width(small, p.text(v))+8)
	}
	for _, lanes := range [][]plotLane{p.above, p.below} {
		for i := range lanes {
			wide = max(wide, min(c.width(small, lanes[i].name)+8, 90))
			if l := &lanes[i]; l.most > 0 && l.write != nil {
				wide = max(wide, min(c.width(small, "≤ "+l.write(l.most))+8, 90))
			}
		}
	}
	var r plotRoom
	r.gutter = b.cutLeft(min(wide, b.w/3))
	b.cutRight(plotRight)
	if !p.noTime {
		r.foot = b.cutBottom(plotFoot)
	}
	r.all = b
	for i := range p.above {
		r.above = append(r.above, b.cutTop(min(p.above[i].height, b.h/2)))
		b.cutTop(laneGap)
	}
	if len(p.above) == 0 {
		b.cutTop(7) // half a label
	}
	for i := len(p.below) - 1; i >= 0; i-- {
		r.below = append([]box{b.cutBottom(min(p.below[i].height, b.h/2))}, r.below...)
		b.cutBottom(laneGap)
	}
	r.chart = b
	return r
}

// plotPainter paints one chart.
type plotPainter struct {
	*canvas
	plot *plot
	room plotRoom
	top  float64
	pic  raster
}

func (g *plotPainter) x(at time.Duration) float32 { return g.plot.time.x(g.room.chart, at) }

// y returns where a value lies.
func (g *plotPainter) y(v float64) float32 {
	return g.room.chart.bottom() - g.room.chart.h*float32(v/g.top)
}

// paint paints everything but what follows the pointer.
func (g *plotPainter) paint(values []float64, l *plotLocal) {
	c, chart := g.canvas, g.room.chart
	g.ground()
	ticks := g.plot.ticks(c, chart.w)
	for _, v := range values[1:] {
		y := c.snap(g.y(v))
		c.inkBox(&g.pic, box{chart.x, y, chart.w, 1 / c.scale}, 0, c.line)
	}
	for _, t := range ticks {
		x := c.snap(chart.x + float32(t.at)*chart.w)
		c.inkBox(&g.pic, box{x, chart.y, 1 / c.scale, chart.h}, 0, mixed(c.card, c.line, 0.6))
	}
	for _, b := range g.plot.bands {
		g.band(&b)
	}
	for i := range g.plot.lines {
		g.series(&g.plot.lines[i])
	}
	c.inkBox(&g.pic, box{chart.x, c.snap(chart.bottom()), chart.w, 1 / c.scale}, 0, c.edge)
	for i, b := range g.room.above {
		g.lane(&g.plot.above[i], b)
	}
	for i, b := range g.room.below {
		g.lane(&g.plot.below[i], b)
	}
	c.ink(&g.pic, g.room.all.grown(1, 2), &l.rastered)
	g.labels(values, ticks)
}

// ground makes sure that the picture covers the whole chart.
func (g *plotPainter) ground() {
	g.canvas.inkBox(&g.pic, g.room.all, 0, g.canvas.card)
}

// snap rounds a length to whole pixels.
func (c *canvas) snap(v float32) float32 { return float32(c.px(v)) / c.scale }

// labels writes the values at the left and the times below.
func (g *plotPainter) labels(values []float64, ticks []label) {
	c, r := g.canvas, &g.room
	step := lineHeight(small)
	free := r.chart.bottom() + step
	for _, v := range values {
		y := g.y(v)
		if y > free-step+0.5 { // too near to the one below
			continue
		}
		free = y
		c.text(box{r.gutter.x, y - step/2, r.gutter.w - 6, step}, small, right, c.dim, g.plot.text(v))
	}
	for i, b := range r.above {
		g.laneName(&g.plot.above[i], b)
	}
	for i, b := range r.below {
		g.laneName(&g.plot.below[i], b)
	}
	if g.plot.noTime {
		return
	}
	for _, t := range ticks {
		w := c.width(small, t.text)
		x := r.foot.x + float32(t.at)*r.foot.w
		c.vline(x, r.foot.y, 4, 0, c.edge)
		x = min(max(x-w/2, r.gutter.x), r.foot.right()+plotRight-w)
		c.text(box{x, r.foot.y + 4, w + 1, r.foot.h - 4}, small, left, c.dim, t.text)
	}
}

func (g *plotPainter) laneName(l *plotLane, b box) {
	c := g.canvas
	if l.name == "" || b.h < 9 {
		return
	}
	step := lineHeight(small)
	whole := box{g.room.gutter.x, b.y, g.room.gutter.w - 6, b.h}
	cell := whole.middle(step)
	if l.most > 0 && l.write != nil && b.h >= 2*step { // how much its height stands for
		cell = whole.withHeight(step)
		c.text(box{whole.x, whole.y + step, whole.w, step}, small, right, c.dim, "≤ "+l.write(l.most))
	}
	c.text(cell, small, right, c.dim, l.name)
	if l.hint != "" && !c.sheet {
		c.explain(g.plot.id+"/lane/"+l.name, cell, l.name, "", l.hint)
	}
}

// ticks chooses round times, or numbers of points, for a width in dp.
func (p *plot) ticks(c *canvas, width float32) []label {
	measure := func(s string) float32 { return c.width(small, s) }
	from, to := p.time.shown()
	if p.time.even {
		n := int(p.time.last/1e9) + 1
		a := axis{at: make([]float64, n), hi: n - 1}
		for i := range a.at {
			a.at[i] = (float64(i)*1e9 - float64(from)) / float64(to-from)
		}
		return a.labels(width, measure)
	}
	return timeLabels(from, to, width, measure)
}

// band shades a stretch of time.
func (g *plotPainter) band(b *plotBand) {
	alpha := float32(0.07)
	if b.strong {
		alpha = 0.16
	}
	area := g.stretch(b.plotSpan, 1)
	g.canvas.inkBox(&g.pic, area, 0, faded(b.color, alpha))
	if !b.strong {
		return
	}
	for _, at := range []time.Duration{b.from, b.to} {
		if x := g.x(at); x >= g.room.chart.x-0.5 && x <= g.room.chart.right()+0.5 {
			g.canvas.inkBox(&g.pic, box{g.canvas.snap(x), area.y, 1 / g.canvas.scale, area.h}, 0, faded(b.color, 0.7))
		}
	}
}

// stretch is the box of a stretch of time over the chart, at least some dp wide, cut to what is shown.
func (g *plotPainter) stretch(s plotSpan, least float32) box {
	chart := g.room.chart
	from, to := max(g.x(s.from), chart.x), min(max(g.x(s.to), g.x(s.from)+least), chart.right())
	return box{from, chart.y, max(to-from, 0), chart.h}
}

// amountText writes values of a metric, for axes and pointers.
func amountText(m city.Metric) func(v float64) string {
	return func(v float64) string { return ShortAmount(m, int64(math.Round(v))) }
}

// lane paints the bars of a strip: of those that fall into one column of pixels, the highest of each colour.
func (g *plotPainter) lane(l *plotLane, b box) {
	c := g.canvas
	if l.most > 0 {
		c.inkBox(&g.pic, box{b.x, c.snap(b.bottom()) - 1/c.scale, b.w, 1 / c.scale}, 0, c.line)
	}
	var order []color.NRGBA // in which they come first
	columns := map[color.NRGBA][]reach{}
	r := c.rect(b)
	for i := range l.bars {
		bar := &l.bars[i]
		from, to := g.x(bar.from)*c.scale, g.x(bar.to)*c.scale
		if bar.key != "" || to < float32(r.Min.X)-1 || from > float32(r.Max.X)+1 { // those with a key are painted as controls
			continue
		}
		h := b.h
		if l.most > 0 {
			h = max(b.h*float32(min(bar.value/l.most, 1)), 2)
		}
		if columns[bar.color] == nil {
			order, columns[bar.color] = append(order, bar.color), make([]reach, r.Dx())
		}
		raise(columns[bar.color], int(from)-r.Min.X, int(max(to, from+1.5*c.scale))-r.Min.X, float32(r.Max.Y)-h*c.scale, float32(r.Max.Y))
	}
	for _, col := range order {
		g.pic.add(shape{bounds: r, columns: columns[col], col: col})
	}
}

// raise makes columns from one to another, without the last, reach up to top at least.
func raise(columns []reach, from, to int, top, bottom float32) {
	for x := max(from, 0); x < min(max(to, from+1), len(columns)); x++ {
		if r := &columns[x]; r.bottom <= r.top || top < r.top {
			*r = reach{top, bottom}
		}
	}
}

func (b box) grown(x, y float32) box { return box{b.x - x, b.y - y, b.w + 2*x, b.h + 2*y} }
