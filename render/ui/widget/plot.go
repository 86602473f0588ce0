package widget

import (
	"image/color"
	"math"
	"sort"
	"time"

	"memcity/render/ui/canvas"
	"memcity/words"
)

// Plot is a chart over time: lines and stacked areas over a value axis, lanes of bars above and below it, and shaded time ranges. A view
// creates and draws one in each layout:
//
//	p := &Plot{Id: "trends/0", Name: "Types over time", Time: &v.time, Write: bytesOf}
//	p.Lines = append(p.Lines, PlotLine{Name: "byte[]", Color: c.Series(0), Times: times, Values: values, Area: true})
//	Stack(p.Lines) // stacks areas
//	act := c.Plot(b, p)
//
// Dragging chooses a time range, and dragging with Shift pans. The wheel zooms, and a double click shows the whole time. Keys step through
// the times in [Plot.Rests], zoom and pan. The outcome is returned as a [PlotAct]; the plot does not change the state. Charts below each
// other share a PlotTime with the visible time range, the pointer and the cursor.
//
// Lines may have millions of values: the plot draws the lowest and highest value per column of pixels. The cost is linear in the number of
// visible values. A chart is repainted only if it has changed.
type Plot struct {
	Id, Name string    // ID of the control, unique among all, and its name for display
	Time     *PlotTime // never nil

	Lines []PlotLine // painted in order
	Bands []PlotBand
	Above []PlotLane
	Below []PlotLane

	Write func(v float64) string // formats a value for the axis and the tooltip; nil for plain numbers
	least float64                // minimum upper end of the axis

	Rests   []time.Duration // times that keys step through, in order; nil for those of the first line
	Chosen  PlotSpan        // shown with handles; the zero span for none
	Keyed   PlotSpan        // span that keys extend, if not Chosen
	Stops   []time.Duration // times that keys move the ends of Chosen to; Rests if nil
	Chooses string          // name of what dragging chooses, such as "Window"; "" for nothing
	Head    time.Duration   // time of the playhead
	Headed  bool            // there is a playhead

	Note   func(at time.Duration) PlotNote // content of the tooltip; nil for the values of all lines
	NoTime bool                            // no time labels, as another chart follows below
	Gutter float32                         // minimum width of the value axis, to align charts

	axisTop float64 // upper end of the axis; set while drawing
}

// PlotLine is a series. Times do not decrease. NaN values are gaps.
type PlotLine struct {
	Key, Name string
	Color     color.NRGBA
	Times     []time.Duration
	Values    []float64
	floor     []float64 // lower edge of an area; nil for zero
	Area      bool      // filled down to its floor
	Steps     bool      // each value holds until the next one
	Dashed    bool
	bare      bool    // area without a line
	Width     float32 // in dp; 0 for the default
	Dots      bool    // marks each value, if there is enough space
	Counted   []bool  // values that are only counts, which include garbage; marked with rings. nil for none
	Soft      bool    // paint values too dense to distinguish lightly
	Unheard   bool    // left out of the tooltip
}

// PlotSpan is a time range. The zero span is none.
type PlotSpan struct{ From, To time.Duration }

func (s PlotSpan) Any() bool { return s.To > s.From }

// PlotBand is a time range that is shaded over the height of the chart.
type PlotBand struct {
	PlotSpan
	Color  color.NRGBA
	Strong bool // shaded conspicuously
}

// PlotLane is a lane of bars above or below the chart.
type PlotLane struct {
	Name, Hint string
	Height     float32   // in dp
	Bars       []PlotBar // sorted by start; if they overlap, later ones cover earlier ones
	Most       float64   // value of a bar with full height; 0 if all have full height
	Write      func(v float64) string
}

// PlotBar is a bar in a lane.
type PlotBar struct {
	PlotSpan // may be empty
	Value    float64
	Color    color.NRGBA
	Key      string // if set, the bar can be pressed and shows its name
	Name     string
	More     string // follows the name
	Hint     string
	On       bool // chosen
}

// PlotNote is the content of the tooltip: a heading and values.
type PlotNote struct {
	Head  string
	Facts []PlotFact
}

type PlotFact struct {
	Color       color.NRGBA // color of the line; transparent for none
	Name, Value string
}

// PlotAct is the outcome of input to a chart.
type PlotAct struct {
	Chosen        PlotSpan // chosen time range, if any
	Drag          string   // names the keys that chose it; equal consecutive ones belong together, and At is their time
	Clicked       bool     // a place was pressed: At is its time, Line the key of the area there
	Entered       bool     // Return was pressed; At and Line are those of the cursor
	Moved         bool     // keys moved the cursor to At
	MenuRequested bool     // a menu was requested at Place
	At            time.Duration
	Line          string
	Bar           string // key of the pressed bar
	Place         canvas.Box
}

// PlotTime is the time range shown by one or several charts. The zero value shows everything.
type PlotTime struct {
	first, last time.Duration // range of all values
	from, to    time.Duration // visible range; everything if to is not after from
	Even        bool          // there are no times: points are evenly spaced, one per second

	hover    time.Duration // time under the pointer
	Hovering bool
	Cursor   time.Duration // position of the cursor
	Resting  bool          // there is a cursor
}

// plotLocal is the private state of a chart.
type plotLocal struct {
	wheel   byte // its address is the Gio tag for the wheel
	doing   plotDoing
	grip    time.Duration // time under the pointer at the start of the drag
	place   float32       // x of the pointer at that time
	draft   PlotSpan      // range being chosen
	moving  PlotSpan      // chosen range while one of its ends is dragged
	hovered bool          // the pointer is over this chart
	pass    uint64        // pass of its last layout
}

// plotDoing selects the effect of a drag.
type plotDoing uint8

const (
	plotIdle plotDoing = iota
	plotPressed
	plotChoosing
	plotPanning
)

// FitTimes sets the range of all times. Points without times are spaced evenly, one per second. It returns the times to draw with. A view of
// the whole time stays so.
func (t *PlotTime) FitTimes(times []time.Duration) []time.Duration {
	n := len(times)
	t.Even = n > 1 && times[n-1] <= times[0]
	if t.Even {
		times = make([]time.Duration, n)
		for i := range times {
			times[i] = time.Duration(i) * time.Second
		}
	}
	if n > 0 {
		t.Cover(times[0], times[n-1])
	}
	return times
}

// Cover sets the range of all times.
func (t *PlotTime) Cover(first, last time.Duration) {
	atEnd := t.to == t.last // the end is visible and stays so
	if t.to > t.from && atEnd && last > t.last && t.first == first {
		t.from, t.to = t.from+last-t.last, last
	}
	t.first, t.last = first, max(last, first)
	if t.to > t.from {
		t.Show(t.from, t.to)
	}
}

// Shown returns the visible range. It is never empty.
func (t *PlotTime) Shown() (from, to time.Duration) {
	from, to = t.first, t.last
	if t.to > t.from {
		from, to = t.from, t.to
	}
	if to <= from {
		from, to = from-time.Second, from+time.Second
	}
	return from, to
}

// Whole reports whether the whole time is visible.
func (t *PlotTime) Whole() bool { return t.to <= t.from }

// minShown is the minimum visible range.
const minShown = 10 * time.Microsecond

// Show shows a time range, clamped to all times.
func (t *PlotTime) Show(from, to time.Duration) {
	width := min(max(to-from, minShown), t.last-t.first)
	from = min(max(from, t.first), t.last-width)
	if t.from, t.to = from, from+width; from <= t.first && t.to >= t.last {
		t.Fit()
	}
}

// Fit shows the whole time.
func (t *PlotTime) Fit() { t.from, t.to = 0, 0 }

// zoom scales the visible range by a factor. The time at stays in place.
func (t *PlotTime) zoom(at time.Duration, factor float64) {
	from, to := t.Shown()
	width := float64(to-from) * factor
	start := float64(at) - float64(at-from)*factor
	if width >= float64(t.last-t.first) {
		t.Fit()
		return
	}
	t.Show(time.Duration(start), time.Duration(start+max(width, float64(minShown))))
}

// pan moves the visible range by a fraction of its width.
func (t *PlotTime) pan(part float64) {
	if t.Whole() {
		return
	}
	by := time.Duration(part * float64(t.to-t.from))
	t.Show(t.from+by, t.to+by)
}

// reveal moves the visible range so that at is visible.
func (t *PlotTime) reveal(at time.Duration) {
	const room = 0.08
	if t.Whole() {
		return
	}
	edge := time.Duration(room * float64(t.to-t.from))
	switch {
	case at < t.from:
		t.Show(at-edge, at-edge+t.to-t.from)
	case at > t.to:
		t.Show(at+edge-(t.to-t.from), at+edge)
	}
}

// X returns the position of a time in the width of b, which may be outside b.
func (t *PlotTime) X(b canvas.Box, at time.Duration) float32 {
	from, to := t.Shown()
	return b.X + float32(float64(b.W)*(float64(at-from)/float64(to-from)))
}

// At is the inverse of X. It is clamped to the visible range.
func (t *PlotTime) At(b canvas.Box, x float32) time.Duration {
	from, to := t.Shown()
	if b.W <= 0 {
		return from
	}
	share := min(max(float64(x-b.X)/float64(b.W), 0), 1)
	return from + time.Duration(math.Round(share*float64(to-from)))
}

// NearestTime returns the index of the time nearest to at; -1 if there are none. The times must be sorted.
func NearestTime(times []time.Duration, at time.Duration) int {
	i := sort.Search(len(times), func(i int) bool { return times[i] >= at })
	if i == len(times) || i > 0 && at-times[i-1] < times[i]-at {
		i--
	}
	return i
}

// Stack stacks areas, the first at the bottom: values become upper edges. All must have the same times.
func Stack(lines []PlotLine) {
	var floor []float64
	for i := range lines {
		l := &lines[i]
		if i == 0 {
			floor = make([]float64, len(l.Values))
		}
		top := make([]float64, len(l.Values))
		for k, v := range l.Values {
			if top[k] = v; math.IsNaN(v) {
				top[k] = 0
			}
			if k < len(floor) {
				top[k] += floor[k]
			}
		}
		l.Area, l.floor, l.Values = true, floor, top
		floor = top
	}
}

// own returns the value of a line without its floor.
func (l *PlotLine) own(i int) float64 {
	v := l.Values[i]
	if i < len(l.floor) {
		v -= l.floor[i]
	}
	return v
}

// text formats a value.
func (p *Plot) text(v float64) string {
	if p.Write != nil {
		return p.Write(v)
	}
	return words.ShortCount(int64(math.Round(v)))
}

// restTimes returns the times that keys step through.
func (p *Plot) restTimes() []time.Duration {
	if p.Rests == nil && len(p.Lines) > 0 {
		return p.Lines[0].Times
	}
	return p.Rests
}
