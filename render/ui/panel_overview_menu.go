package ui

import (
	"strconv"
	"time"

	"memcity/city"
)

// overviewMenuRows are what can be done with all that is shown.
func (k *core) overviewMenuRows() []menuRow {
	l := &k.local.overview
	if l.known == nil {
		return nil
	}
	rows := k.exportRows(k.overviewSheet())
	if hasCapacity(l.known) {
		rows = append(rows, menuRow{text: "Show the reserved heap", on: l.reserved, stays: true, act: func(c *canvas) { c.local.overview.reserved = !c.local.overview.reserved }})
	}
	return rows
}

func hasCapacity(o *city.Overview) bool {
	for i := range o.GCs {
		if o.GCs[i].Capacity > 0 {
			return true
		}
	}
	return false
}

// overviewPlotRows are what can be done at a place of the chart.
func (k *core) overviewPlotRows() []menuRow {
	l := &k.local.overview
	o := l.known
	if o == nil {
		return nil
	}
	first, last := o.Ends()
	whole := city.ChooseWindow{Window: city.Window{To: max(k.model.State.Points-1, 0)}}
	choose := func(s func(c *canvas) plotSpan) func(c *canvas) {
		return func(c *canvas) {
			if span := s(c); span.any() {
				c.chooseStretch(o, span, "")
			}
		}
	}
	chosen := func(c *canvas) plotSpan {
		if s := c.chosenSpan(o); s.any() {
			return s
		}
		return plotSpan{first, last}
	}
	rows := []menuRow{
		{text: "Window begins here", act: choose(func(c *canvas) plotSpan { return plotSpan{l.asked, max(chosen(c).to, l.asked)} })},
		{text: "Window ends here", act: choose(func(c *canvas) plotSpan { return plotSpan{min(chosen(c).from, l.asked), l.asked} })},
		{text: "Whole recording", event: Do{whole}},
		{text: "Zoom to the window", act: func(c *canvas) {
			s := chosen(c)
			edge := (s.to - s.from) / 20
			l.time.show(s.from-edge, s.to+edge)
		}},
		{text: "Show all of the time", key: "0", off: l.time.whole(), act: func(c *canvas) { l.time.fit() }},
	}
	if len(o.Times) > 0 {
		rows = append(rows, menuRow{text: "Show this GC point in the city", act: func(c *canvas) {
			c.showPoint(o, l.asked)
			c.do(city.Show{View: city.CityView})
		}})
	}
	return rows
}

// overviewSheet is what the overview shows, for files.
func (k *core) overviewSheet() sheet {
	o, span := k.local.overview.known, k.local.overview.time
	reserved := k.local.overview.reserved
	h := float32(560)
	return sheet{name: "overview", w: 1100, h: h, draw: func(c *canvas, b box) {
		l := &c.local.overview
		*l = overviewLocal{of: c.model.Plan.Series.Names, known: o, gc: -1, reserved: reserved}
		c.prepareOverview(o)
		l.time = span
		l.time.hovering, l.time.resting = false, false
		row := b.cutTop(26)
		c.text(row, title, left, c.theme.text, oneLine(c.model.Name)+": heap over time")
		c.text(b.cutTop(20), body, left, c.dim, overviewFacts(o))
		b.cutTop(8)
		foot := b.cutBottom(18)
		c.plot(b, c.overviewPlot(o, b.h))
		c.overviewLegend(foot)
	}, rows: func() [][]string { return overviewTable(o) }}
}

// overviewTable are the GC points and the GCs in order of time.
func overviewTable(o *city.Overview) [][]string {
	ms := func(d time.Duration) string { return strconv.FormatFloat(float64(d.Microseconds())/1000, 'f', -1, 64) }
	known := func(n int64) string {
		if n <= 0 {
			return ""
		}
		return strconv.FormatInt(n, 10)
	}
	rows := [][]string{{"what", "number", "start_ms", "end_ms", "objects", "bytes", "before_bytes", "after_bytes", "capacity_bytes", "pause_ms", "stalled_ms", "concurrent", "kind", "cause"}}
	gc := 0
	collections := func(until time.Duration) {
		for ; gc < len(o.GCs) && o.GCs[gc].End <= until; gc++ {
			g := &o.GCs[gc]
			rows = append(rows, []string{"gc", strconv.FormatUint(uint64(g.Number), 10), ms(g.Start), ms(g.End), "", "", known(g.Before), known(g.After), known(g.Capacity),
				ms(city.PausedBy(*g)), ms(g.Stalled), strconv.FormatBool(g.Concurrent), g.Kind, g.Cause})
		}
	}
	for i, source := range o.Sources {
		p := &o.Points[i]
		collections(p.Time)
		rows = append(rows, []string{"point", strconv.Itoa(source + 1), ms(p.Time), ms(p.Time), known(p.Objects), known(p.Bytes), "", "", "", "", "", "", "", ""})
	}
	collections(1<<63 - 1)
	return rows
}
