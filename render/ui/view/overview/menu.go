package overview

import (
	"strconv"
	"time"

	"memcity/city/state"
	"memcity/city/trees"
	"memcity/city/view/overview"
	"memcity/render/ui/canvas"
	"memcity/render/ui/model"
	"memcity/render/ui/widget"
	"memcity/words"
)

// OverviewMenuRows returns the commands of the whole view.
func (view *View) OverviewMenuRows(k *widget.Core) []widget.MenuRow {
	l := view
	if l.known == nil {
		return nil
	}
	rows := k.ExportRows(view.overviewSheet(k))
	if hasCapacity(l.known) {
		rows = append(rows, widget.MenuRow{Text: "Show the reserved heap", On: l.reserved, Stays: true,
			Act: func(c *widget.Canvas) { view.reserved = !view.reserved }})
	}
	return rows
}

func hasCapacity(o *overview.Overview) bool {
	for i := range o.GCs {
		if o.GCs[i].Capacity > 0 {
			return true
		}
	}
	return false
}

// OverviewPlotRows returns the commands for a position in the chart.
func (view *View) OverviewPlotRows(k *widget.Core) []widget.MenuRow {
	l := view
	o := l.known
	if o == nil {
		return nil
	}
	first, last := overview.Ends(o.Evolution)
	whole := state.ChooseWindow{Window: trees.Window{To: max(k.Model.State.Points-1, 0)}}
	choose := func(s func(c *widget.Canvas) widget.PlotSpan) func(c *widget.Canvas) {
		return func(c *widget.Canvas) {
			if span := s(c); span.Any() {
				view.chooseStretch(c, o, span, "")
			}
		}
	}
	chosen := func(c *widget.Canvas) widget.PlotSpan {
		if s := view.chosenSpan(c, o); s.Any() {
			return s
		}
		return widget.PlotSpan{From: first, To: last}
	}
	rows := []widget.MenuRow{
		{Text: "Start window here", Act: choose(func(c *widget.Canvas) widget.PlotSpan {
			return widget.PlotSpan{From: l.menuAt, To: max(chosen(c).To, l.menuAt)}
		})},
		{Text: "End window here", Act: choose(func(c *widget.Canvas) widget.PlotSpan {
			return widget.PlotSpan{From: min(chosen(c).From, l.menuAt), To: l.menuAt}
		})},
		{Text: "Whole recording", Event: model.Do{Action: whole}},
		{Text: "Zoom to the window", Act: func(c *widget.Canvas) {
			s := chosen(c)
			edge := (s.To - s.From) / 20
			l.time.Show(s.From-edge, s.To+edge)
		}},
		{Text: "Show the whole recording", Key: "0", Why: widget.Why(l.time.Whole(), "The whole recording is already shown"), Act: func(c *widget.Canvas) { l.time.Fit() }},
	}
	if len(o.Times) > 0 {
		rows = append(rows, widget.MenuRow{Text: "Show this GC point in the city", Act: func(c *widget.Canvas) {
			view.showPoint(c, o, l.menuAt)
			c.Do(state.Show{View: state.CityView})
		}})
	}
	return rows
}

// overviewSheet returns the sheet that exports the overview.
func (view *View) overviewSheet(k *widget.Core) widget.Sheet {
	o, span := view.known, view.time
	reserved := view.reserved
	h := float32(560)
	return widget.Sheet{Name: "overview", W: 1100, H: h, Draw: func(c *widget.Canvas, b canvas.Box) {
		view := &View{of: c.Model.Plan.Series.Names, known: o, gc: -1, reserved: reserved} // a separate view because another goroutine draws it
		l := view
		view.prepareOverview(c, o)
		l.time = span
		l.time.Hovering, l.time.Resting = false, false
		view.drawSheet(c, b, o)
	}, Rows: func() [][]string { return overviewTable(o) }}
}

// drawSheet draws the chart with a title and a legend.
func (view *View) drawSheet(c *widget.Canvas, b canvas.Box, o *overview.Overview) {
	row := b.CutTop(26)
	c.Text(row, canvas.Title, canvas.Left, c.Theme.Text, words.OneLine(c.Model.Name)+": heap over time")
	c.Text(b.CutTop(20), canvas.Body, canvas.Left, c.Dim, overviewFacts(o))
	b.CutTop(8)
	foot := b.CutBottom(18)
	c.Plot(b, view.overviewPlot(c, o, b.H))
	view.overviewLegend(c, foot)
}

// overviewTable returns the GC points and the GCs in order of time.
func overviewTable(o *overview.Overview) [][]string {
	ms := func(d time.Duration) string { return strconv.FormatFloat(float64(d.Microseconds())/1000, 'f', -1, 64) }
	known := func(n int64) string {
		if n <= 0 {
			return ""
		}
		return strconv.FormatInt(n, 10)
	}
	rows := [][]string{{"what", "number", "start_ms", "end_ms", "objects", "bytes", "before_bytes", "after_bytes", "capacity_bytes",
		"pause_ms", "stalled_ms", "concurrent", "kind", "cause"}}
	gc := 0
	collections := func(until time.Duration) {
		for ; gc < len(o.GCs) && o.GCs[gc].End <= until; gc++ {
			g := &o.GCs[gc]
			rows = append(rows, []string{"gc", strconv.FormatUint(uint64(g.Number), 10), ms(g.Start), ms(g.End), "", "", known(g.Before),
				known(g.After), known(g.Capacity),
				ms(g.PausedFor()), ms(g.Stalled), strconv.FormatBool(g.Concurrent), g.Kind, g.Cause})
		}
	}
	for i, source := range o.Sources {
		p := &o.Points[i]
		collections(p.Time)
		rows = append(rows, []string{"point", strconv.Itoa(source + 1), ms(p.Time), ms(p.Time), known(p.Objects), known(p.Bytes), "", "", "",
			"", "", "", "", ""})
	}
	collections(1<<63 - 1)
	return rows
}
