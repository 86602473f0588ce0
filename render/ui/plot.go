package ui

import (
	"image/color"
	"math"
	"sort"
	"time"
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
// all of the time again by a double click. Keys go from one time to the next, see [plot.rests], zoom and move.
// What was done comes back as a [plotAct]; nothing of the state is changed here. Charts below one another share a plotTime,
// and with it the time shown, the pointer and the cursor.
//
// Lines may have millions of values: of those that fall into one column of pixels, the lowest and the highest are drawn.
// Making a chart takes time in proportion to the values that can be seen; it is painted again only if it changed.
type plot struct {
	id, name string    // of the control: unique among all, and for people
	time     *plotTime // never nil

	lines []plotLine // painted one over the other
	bands []plotBand
	above []plotLane
	below []plotLane

	write func(v float64) string // writes a value, for the axis and the pointer; nil for plain numbers
	least float64                // the axis goes up to this at least

	rests   []time.Duration // where keys go, in order of time; nil for the times of the first line
	chosen  plotSpan        // shown with handles; the zero span for none
	keyed   plotSpan        // what keys extend, if it is not what is chosen
	stops   []time.Duration // where its ends go to by keys; rests if nil
	chooses string          // what dragging chooses, for people, such as "Window"; empty if it chooses nothing
	head    time.Duration   // the playhead
	headed  bool            // there is one

	tell   func(at time.Duration) plotNote // what the pointer is told; nil for the values of all lines
	noTime bool                            // times are not written below, as another chart follows
	gutter float32                         // least width of the axis of values, so that charts stand below one another

	axisTop float64 // upper end of the axis, once it is drawn
}

// plotLine is one series. Times rise, or stay; values that are not numbers are gaps.
type plotLine struct {
	key, name string
	color     color.NRGBA
	times     []time.Duration
	values    []float64
	floor     []float64 // of an area; nil for the ground
	area      bool      // filled down to its floor
	steps     bool      // a value holds until the next one
	dashed    bool
	bare      bool    // an area without a line along it
	width     float32 // dp; 0 for the usual one
	dots      bool    // shows each value, where there is room
	soft      bool    // where its values lie too close to be told apart, what they cover is painted lightly
	unheard   bool    // it is left out of what the pointer is told
}

// plotSpan is a stretch of time. The zero span is none.
type plotSpan struct{ from, to time.Duration }

func (s plotSpan) any() bool { return s.to > s.from }

// plotBand is a stretch of time that is shaded over the whole height of the chart.
type plotBand struct {
	plotSpan
	color  color.NRGBA
	strong bool // shaded so that it leaps to the eye
}

// plotLane is a strip above or below the chart with bars along the time.
type plotLane struct {
	name, hint string
	height     float32   // dp
	bars       []plotBar // in order of their start; none overlap, or later ones lie over earlier ones
	most       float64   // value of a bar that fills the height; 0 if all do
	write      func(v float64) string
}

// plotBar is a bar of a strip.
type plotBar struct {
	plotSpan // its ends may be the same
	value    float64
	color    color.NRGBA
	key      string // with one, the bar can be pressed, and shows its name
	name     string
	more     string // stands behind the name
	hint     string
	on       bool // it is the chosen one
}

// plotNote is what the pointer is told: a heading and some values.
type plotNote struct {
	head  string
	facts []plotFact
}

type plotFact struct {
	color       color.NRGBA // of the line; transparent for none
	name, value string
}

// plotAct is what was done in a chart.
type plotAct struct {
	chosen  plotSpan // a stretch of time was chosen, if there is any
	drag    string   // names the keys that did so; changes by the same in a row belong together, and at is where they are
	clicked bool     // a place was pressed: at is its time, line the key of the area there
	entered bool     // Return was pressed; at and line are those of the cursor
	moved   bool     // keys moved the cursor; at is where to
	asked   bool     // for a menu; place is where
	at      time.Duration
	line    string
	bar     string // key of the bar that was pressed
	place   box
}

// plotTime is the time that one or several charts show. The zero value shows all there is.
type plotTime struct {
	first, last time.Duration // of all values
	from, to    time.Duration // shown; all, if to is not after from
	even        bool          // there are no times: points stand evenly, a second for each

	hover    time.Duration // under the pointer
	hovering bool
	cursor   time.Duration // where keys are
	resting  bool          // there is a cursor
}

// plotLocal is what one chart keeps to itself.
type plotLocal struct {
	wheel    byte // its address is Gio's tag for the wheel
	rastered rastered
	doing    plotDoing
	grip     time.Duration // under the pointer when the drag began
	place    float32       // x of the pointer then
	draft    plotSpan      // being chosen
	moving   plotSpan      // the stretch chosen, while one of its ends is dragged
	hovered  bool          // the pointer is over this chart
	pass     uint64        // of its last layout
}

// plotDoing is what a drag does.
type plotDoing uint8

const (
	plotIdle plotDoing = iota
	plotPressed
	plotChoosing
	plotPanning
)

// fitTimes tells all of the time that charts show. Points without times stand evenly, a second for each: the times to
// draw with are returned. A view that shows all of the time goes on doing so.
func (t *plotTime) fitTimes(times []time.Duration) []time.Duration {
	n := len(times)
	t.even = n > 1 && times[n-1] <= times[0]
	if t.even {
		times = make([]time.Duration, n)
		for i := range times {
			times[i] = time.Duration(i) * time.Second
		}
	}
	if n > 0 {
		t.cover(times[0], times[n-1])
	}
	return times
}

// cover tells the ends of all of the time.
func (t *plotTime) cover(first, last time.Duration) {
	atEnd := t.to == t.last // it shows the newest: it goes on doing so
	if t.to > t.from && atEnd && last > t.last && t.first == first {
		t.from, t.to = t.from+last-t.last, last
	}
	t.first, t.last = first, max(last, first)
	if t.to > t.from {
		t.show(t.from, t.to)
	}
}

// shown returns the ends of the time shown. It is never empty.
func (t *plotTime) shown() (from, to time.Duration) {
	from, to = t.first, t.last
	if t.to > t.from {
		from, to = t.from, t.to
	}
	if to <= from {
		from, to = from-time.Second, from+time.Second
	}
	return from, to
}

// whole reports whether all of the time is shown.
func (t *plotTime) whole() bool { return t.to <= t.from }

// leastShown is the shortest time that can be shown.
const leastShown = 10 * time.Microsecond

// show shows a stretch of time, cut to what there is.
func (t *plotTime) show(from, to time.Duration) {
	width := min(max(to-from, leastShown), t.last-t.first)
	from = min(max(from, t.first), t.last-width)
	if t.from, t.to = from, from+width; from <= t.first && t.to >= t.last {
		t.fit()
	}
}

// fit shows all of the time.
func (t *plotTime) fit() { t.from, t.to = 0, 0 }

// zoom makes the time shown shorter or longer by a factor; at keeps its place.
func (t *plotTime) zoom(at time.Duration, factor float64) {
	from, to := t.shown()
	width := float64(to-from) * factor
	start := float64(at) - float64(at-from)*factor
	if width >= float64(t.last-t.first) {
		t.fit()
		return
	}
	t.show(time.Duration(start), time.Duration(start+max(width, float64(leastShown))))
}

// pan shows an earlier or later time, by a part of what is shown.
func (t *plotTime) pan(part float64) {
	if t.whole() {
		return
	}
	by := time.Duration(part * float64(t.to-t.from))
	t.show(t.from+by, t.to+by)
}

// reveal moves the time shown so that at can be seen.
func (t *plotTime) reveal(at time.Duration) {
	const room = 0.08
	if t.whole() {
		return
	}
	edge := time.Duration(room * float64(t.to-t.from))
	switch {
	case at < t.from:
		t.show(at-edge, at-edge+t.to-t.from)
	case at > t.to:
		t.show(at+edge-(t.to-t.from), at+edge)
	}
}

// x returns where a time lies in the width of b, which may be outside.
func (t *plotTime) x(b box, at time.Duration) float32 {
	from, to := t.shown()
	return b.x + float32(float64(b.w)*(float64(at-from)/float64(to-from)))
}

// at is the inverse of x; the result is within the time shown.
func (t *plotTime) at(b box, x float32) time.Duration {
	from, to := t.shown()
	if b.w <= 0 {
		return from
	}
	share := min(max(float64(x-b.x)/float64(b.w), 0), 1)
	return from + time.Duration(math.Round(share*float64(to-from)))
}

// nearestTime returns the index of the time next to at, of times in order; -1 if there are none.
func nearestTime(times []time.Duration, at time.Duration) int {
	i := sort.Search(len(times), func(i int) bool { return times[i] >= at })
	if i == len(times) || i > 0 && at-times[i-1] < times[i]-at {
		i--
	}
	return i
}

// stack puts areas on one another, the first at the bottom: their values become upper edges. All must have the same times.
func stack(lines []plotLine) {
	var floor []float64
	for i := range lines {
		l := &lines[i]
		if i == 0 {
			floor = make([]float64, len(l.values))
		}
		top := make([]float64, len(l.values))
		for k, v := range l.values {
			if top[k] = v; math.IsNaN(v) {
				top[k] = 0
			}
			if k < len(floor) {
				top[k] += floor[k]
			}
		}
		l.area, l.floor, l.values = true, floor, top
		floor = top
	}
}

// own returns the value of a line itself, above its floor.
func (l *plotLine) own(i int) float64 {
	v := l.values[i]
	if i < len(l.floor) {
		v -= l.floor[i]
	}
	return v
}

// text writes a value.
func (p *plot) text(v float64) string {
	if p.write != nil {
		return p.write(v)
	}
	return ShortCount(int64(math.Round(v)))
}

// restTimes returns the times that keys go to.
func (p *plot) restTimes() []time.Duration {
	if p.rests == nil && len(p.lines) > 0 {
		return p.lines[0].times
	}
	return p.rests
}
