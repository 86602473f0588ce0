package widget

import (
	"image/color"
	"math"
	"sort"
	"time"

	"memcity/render/ui/canvas"
	"memcity/words"
)

// A plot is a chart over time: lines and stacked areas over an axis of values, strips of bars above and below it, and
// shaded stretches of time. Views that show charts over time make one anew for each layout and draw it:
//
//	p := &plot{id: "trends/0", name: "Types over time", time: &c.local.trends.time, write: bytesOf}
//	p.lines = append(p.lines, plotLine{name: "byte[]", color: c.series(0), times: times, values: values, area: true})
//	stack(p.lines) // puts areas on one another
//	act := c.plot(b, p)
//
// The pointer chooses a stretch of time by dragging, moves in time by dragging with Shift, zooms with the wheel, and sees
// all of the time again by a double click. Keys go from one time to the next, see [Plot.Rests], zoom and move.
// What was done comes back as a [PlotAct]; nothing of the state is changed here. Charts below one another share a plotTime,
// and with it the time shown, the pointer and the cursor.
//
// Lines may have millions of values: of those that fall into one column of pixels, the lowest and the highest are drawn.
// Making a chart takes time in proportion to the values that can be seen; it is painted again only if it changed.
type Plot struct {
	Id, Name string    // of the control: unique among all, and for people
	Time     *PlotTime // never nil

	Lines []PlotLine // painted one over the other
	Bands []PlotBand
	Above []PlotLane
	Below []PlotLane

	Write func(v float64) string // writes a value, for the axis and the pointer; nil for plain numbers
	least float64                // the axis goes up to this at least

	Rests   []time.Duration // where keys go, in order of time; nil for the times of the first line
	Chosen  PlotSpan        // shown with handles; the zero span for none
	Keyed   PlotSpan        // what keys extend, if it is not what is chosen
	Stops   []time.Duration // where its ends go to by keys; rests if nil
	Chooses string          // what dragging chooses, for people, such as "Window"; empty if it chooses nothing
	Head    time.Duration   // the playhead
	Headed  bool            // there is one

	Note   func(at time.Duration) PlotNote // what the tooltip says; nil for the values of all lines
	NoTime bool                            // times are not written below, as another chart follows
	Gutter float32                         // least width of the axis of values, so that charts stand below one another

	axisTop float64 // upper end of the axis, once it is drawn
}

// PlotLine is one series. Times rise, or stay; values that are not numbers are gaps.
type PlotLine struct {
	Key, Name string
	Color     color.NRGBA
	Times     []time.Duration
	Values    []float64
	floor     []float64 // of an area; nil for the ground
	Area      bool      // filled down to its floor
	Steps     bool      // a value holds until the next one
	Dashed    bool
	bare      bool    // an area without a line along it
	Width     float32 // dp; 0 for the usual one
	Dots      bool    // shows each value, where there is room
	Soft      bool    // where its values lie too close to be distinguished, what they cover is painted lightly
	Unheard   bool    // it is left out of the tooltip
}

// PlotSpan is a stretch of time. The zero span is none.
type PlotSpan struct{ From, To time.Duration }

func (s PlotSpan) Any() bool { return s.To > s.From }

// PlotBand is a stretch of time that is shaded over the whole height of the chart.
type PlotBand struct {
	PlotSpan
	Color  color.NRGBA
	Strong bool // shaded so that it leaps to the eye
}

// PlotLane is a strip above or below the chart with bars along the time.
type PlotLane struct {
	Name, Hint string
	Height     float32   // dp
	Bars       []PlotBar // in order of their start; none overlap, or later ones lie over earlier ones
	Most       float64   // value of a bar that fills the height; 0 if all do
	Write      func(v float64) string
}

// PlotBar is a bar of a strip.
type PlotBar struct {
	PlotSpan // its ends may be the same
	Value    float64
	Color    color.NRGBA
	Key      string // with one, the bar can be pressed, and shows its name
	Name     string
	More     string // stands behind the name
	Hint     string
	On       bool // it is the chosen one
}

// PlotNote is what the tooltip says: a heading and some values.
type PlotNote struct {
	Head  string
	Facts []PlotFact
}

type PlotFact struct {
	Color       color.NRGBA // of the line; transparent for none
	Name, Value string
}

// PlotAct is what was done in a chart.
type PlotAct struct {
	Chosen        PlotSpan // a stretch of time was chosen, if there is any
	Drag          string   // names the keys that did so; changes by the same in a row belong together, and at is where they are
	Clicked       bool     // a place was pressed: at is its time, line the key of the area there
	Entered       bool     // Return was pressed; at and line are those of the cursor
	Moved         bool     // keys moved the cursor; at is where to
	MenuRequested bool     // for a menu; place is where
	At            time.Duration
	Line          string
	Bar           string // key of the bar that was pressed
	Place         canvas.Box
}

// PlotTime is the time that one or several charts show. The zero value shows all there is.
type PlotTime struct {
	first, last time.Duration // of all values
	from, to    time.Duration // shown; all, if to is not after from
	Even        bool          // there are no times: points stand evenly, a second for each

	hover    time.Duration // under the pointer
	Hovering bool
	Cursor   time.Duration // where keys are
	Resting  bool          // there is a cursor
}

// plotLocal is what one chart keeps to itself.
type plotLocal struct {
	wheel   byte // its address is Gio's tag for the wheel
	doing   plotDoing
	grip    time.Duration // under the pointer when the drag began
	place   float32       // x of the pointer then
	draft   PlotSpan      // being chosen
	moving  PlotSpan      // the stretch chosen, while one of its ends is dragged
	hovered bool          // the pointer is over this chart
	pass    uint64        // of its last layout
}

// plotDoing is what a drag does.
type plotDoing uint8

const (
	plotIdle plotDoing = iota
	plotPressed
	plotChoosing
	plotPanning
)

// FitTimes sets all of the time that charts show. Points without times stand evenly, a second for each: the times to
// draw with are returned. A view that shows all of the time goes on doing so.
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

// Cover sets the ends of all of the time.
func (t *PlotTime) Cover(first, last time.Duration) {
	atEnd := t.to == t.last // it shows the newest: it goes on doing so
	if t.to > t.from && atEnd && last > t.last && t.first == first {
		t.from, t.to = t.from+last-t.last, last
	}
	t.first, t.last = first, max(last, first)
	if t.to > t.from {
		t.Show(t.from, t.to)
	}
}

// Shown returns the ends of the time shown. It is never empty.
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

// Whole reports whether all of the time is shown.
func (t *PlotTime) Whole() bool { return t.to <= t.from }

// leastShown is the shortest time that can be shown.
const leastShown = 10 * time.Microsecond

// Show shows a stretch of time, cut to what there is.
func (t *PlotTime) Show(from, to time.Duration) {
	width := min(max(to-from, leastShown), t.last-t.first)
	from = min(max(from, t.first), t.last-width)
	if t.from, t.to = from, from+width; from <= t.first && t.to >= t.last {
		t.Fit()
	}
}

// Fit shows all of the time.
func (t *PlotTime) Fit() { t.from, t.to = 0, 0 }

// zoom makes the time shown shorter or longer by a factor; at keeps its place.
func (t *PlotTime) zoom(at time.Duration, factor float64) {
	from, to := t.Shown()
	width := float64(to-from) * factor
	start := float64(at) - float64(at-from)*factor
	if width >= float64(t.last-t.first) {
		t.Fit()
		return
	}
	t.Show(time.Duration(start), time.Duration(start+max(width, float64(leastShown))))
}

// pan shows an earlier or later time, by a part of what is shown.
func (t *PlotTime) pan(part float64) {
	if t.Whole() {
		return
	}
	by := time.Duration(part * float64(t.to-t.from))
	t.Show(t.from+by, t.to+by)
}

// reveal moves the time shown so that at can be seen.
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

// X returns where a time lies in the width of b, which may be outside.
func (t *PlotTime) X(b canvas.Box, at time.Duration) float32 {
	from, to := t.Shown()
	return b.X + float32(float64(b.W)*(float64(at-from)/float64(to-from)))
}

// At is the inverse of x; the result is within the time shown.
func (t *PlotTime) At(b canvas.Box, x float32) time.Duration {
	from, to := t.Shown()
	if b.W <= 0 {
		return from
	}
	share := min(max(float64(x-b.X)/float64(b.W), 0), 1)
	return from + time.Duration(math.Round(share*float64(to-from)))
}

// NearestTime returns the index of the time next to at, of times in order; -1 if there are none.
func NearestTime(times []time.Duration, at time.Duration) int {
	i := sort.Search(len(times), func(i int) bool { return times[i] >= at })
	if i == len(times) || i > 0 && at-times[i-1] < times[i]-at {
		i--
	}
	return i
}

// Stack puts areas on one another, the first at the bottom: their values become upper edges. All must have the same times.
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

// own returns the value of a line itself, above its floor.
func (l *PlotLine) own(i int) float64 {
	v := l.Values[i]
	if i < len(l.floor) {
		v -= l.floor[i]
	}
	return v
}

// text writes a value.
func (p *Plot) text(v float64) string {
	if p.Write != nil {
		return p.Write(v)
	}
	return words.ShortCount(int64(math.Round(v)))
}

// restTimes returns the times that keys go to.
func (p *Plot) restTimes() []time.Duration {
	if p.Rests == nil && len(p.Lines) > 0 {
		return p.Lines[0].Times
	}
	return p.Rests
}
