package trends

import (
	"encoding/csv"
	"strconv"
	"strings"

	"memcity/render/ui/canvas"
	"memcity/render/ui/widget"
	"memcity/words"
)

// Size of a chart in a file, in dp.
const (
	trendSheetWide = 1000
	trendSheetHigh = 420
)

// sheet returns the sheet that exports the chart with its legend, for the given time range.
func (t *trendChart) sheet(shown widget.PlotTime) widget.Sheet {
	shown.Hovering, shown.Resting = false, false
	name := "trends"
	if t.level > 0 {
		name += "-" + t.trend.Total.Name
	}
	still := *t
	still.of = &View{} // a separate view because another goroutine draws it
	return widget.Sheet{Name: name, W: trendSheetWide, H: trendSheetHigh, Rows: still.values, Draw: func(c *widget.Canvas, b canvas.Box) {
		time := shown
		head := b.CutTop(24)
		head.CutLeft(c.Text(head, canvas.Title, canvas.Left, c.Theme.Text, still.title()) + 12)
		still.drawFacts(c, head)
		b.CutTop(4)
		p := still.plot(c, &time)
		c.PlotLegend(b.CutBottom(22), topFirst(p.Lines))
		c.Plot(b, p)
	}}
}

// topFirst returns lines in drawing order, topmost first.
func topFirst(lines []widget.PlotLine) []widget.PlotLine {
	out := make([]widget.PlotLine, 0, len(lines))
	for i := len(lines) - 1; i >= 0; i-- {
		out = append(out, lines[i])
	}
	return out
}

// values returns the series as a table with a row per GC point.
func (t *trendChart) values() [][]string {
	head := []string{"gc_point", "time_ms"}
	columns := make([][]int64, 0, len(t.keys)+2)
	for row := range t.rows() {
		s := t.series(row)
		name := s.Name
		switch s {
		case &t.trend.Total:
			name = "all"
		case &t.trend.Others:
			name = "other"
		}
		head, columns = append(head, name), append(columns, s.Values)
	}
	out := [][]string{head}
	for i, source := range t.report.Sources {
		row := []string{strconv.Itoa(source + 1), strconv.FormatInt(t.report.Times[i].Milliseconds(), 10)}
		for _, values := range columns {
			row = append(row, strconv.FormatInt(values[i], 10))
		}
		out = append(out, row)
	}
	return out
}

// rows returns the number of series, including all others and the group itself.
func (t *trendChart) rows() int { return len(t.keys) + 2 }

// csvText formats rows as CSV.
func csvText(rows [][]string) string {
	var b strings.Builder
	w := csv.NewWriter(&b)
	_ = w.WriteAll(words.Cells(rows)) // never fails for a builder
	return b.String()
}
