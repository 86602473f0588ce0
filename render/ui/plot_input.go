package ui

import (
	"math"
	"sort"
	"time"

	"gioui.org/io/event"
	"gioui.org/io/key"
	"gioui.org/io/pointer"
	"gioui.org/op/clip"
)

// plotSlop is how far the pointer may move, in dp, for a press to be no drag.
const plotSlop = 4

// plotZoom is by how much one notch of the wheel, or a key, changes the time shown.
const plotZoom = 1.25

// takePlotWheel zooms at the pointer; with Shift it moves in time. It reports whether anything changed.
func (c *canvas) takePlotWheel(p *plot, l *plotLocal, r plotRoom) (changed bool) {
	const far = 1 << 20
	for {
		e, ok := c.source.Event(pointer.Filter{Target: &l.wheel, Kinds: pointer.Scroll, ScrollY: pointer.ScrollRange{Min: -far, Max: far}})
		if !ok {
			return changed
		}
		s, ok := e.(pointer.Event)
		if !ok {
			continue
		}
		changed = true
		notches := float64(s.Scroll.Y / (wheelStep * c.scale))
		if s.Modifiers.Contain(key.ModShift) {
			p.time.pan(0.1 * notches)
			continue
		}
		p.time.zoom(p.time.at(r.chart, s.Position.X/c.scale), math.Pow(plotZoom, notches))
	}
}

// takePlot does what pointer and keys do in a chart.
func (c *canvas) takePlot(p *plot, l *plotLocal, r plotRoom) (act plotAct) {
	area := r.all
	stack := clip.Rect(c.rect(area.grown(8, 4))).Push(c.ops)
	event.Op(c.ops, &l.wheel)
	ctl := c.control(p.id, area.grown(0, 2), plottable, Item{Kind: "plot", Text: p.name, Value: p.value(r)})
	c.pointPlot(p, l, r, ctl, &act)
	for _, k := range ctl.keys {
		c.plotKey(p, r, k, ctl.mods, &act)
	}
	stack.Pop()
	c.ring(ctl, area, 3)
	return act
}

// value tells what time is shown, and where the cursor is.
func (p *plot) value(r plotRoom) string {
	from, to := p.time.shown()
	text := p.time.exactTime(from, r.chart.w) + " to " + p.time.exactTime(to, r.chart.w)
	if p.time.resting {
		text += ", at " + p.time.exactTime(p.time.cursor, r.chart.w)
	}
	return text
}

func (c *canvas) pointPlot(p *plot, l *plotLocal, r plotRoom, ctl *control, act *plotAct) {
	t, at := p.time, p.time.at(r.chart, ctl.at.x)
	inside := ctl.hover || ctl.pressed
	if inside && (!t.hovering || t.hover != at) {
		t.hover, t.hovering = at, true
		c.again = c.again || c.otherPlots(l)
	}
	if !inside && t.hovering && l.hovered {
		t.hovering = false
		c.again = c.again || c.otherPlots(l)
	}
	l.hovered = inside
	switch {
	case ctl.asked:
		act.asked, act.at, act.place = true, at, box{ctl.at.x, ctl.at.y, 0, 0}
		c.source.Execute(key.FocusCmd{Tag: ctl})
	case ctl.double:
		l.doing = plotIdle
		t.fit()
		c.again = true
	case ctl.fresh:
		c.source.Execute(key.FocusCmd{Tag: ctl})
		l.doing, l.grip, l.place = plotPressed, at, ctl.at.x
		if ctl.mods.Contain(key.ModShift) {
			l.doing = plotPanning
		}
		c.again = true
	}
	if ctl.pressed && ctl.dragged {
		c.dragPlot(p, l, r, ctl.at.x)
	}
	if ctl.released {
		switch {
		case l.doing == plotChoosing && l.draft.any():
			act.chosen = l.draft
		case l.doing == plotPressed:
			act.clicked, act.at, act.line = true, at, p.lineAt(r, at, ctl.at.y)
		}
		l.doing, l.draft, c.again = plotIdle, plotSpan{}, true
	}
	if !ctl.pressed && l.doing != plotIdle {
		l.doing, l.draft = plotIdle, plotSpan{}
	}
}

// otherPlots reports whether other charts were laid out before this one, so that they do not know yet what it says of the
// time.
func (c *canvas) otherPlots(l *plotLocal) bool {
	for _, o := range c.plots {
		if o != l && o.pass == c.pass {
			return true
		}
	}
	return false
}

// dragPlot chooses a stretch of time, or moves in time.
func (c *canvas) dragPlot(p *plot, l *plotLocal, r plotRoom, x float32) {
	t := p.time
	if moved := x - l.place; l.doing == plotPressed && p.chooses != "" && max(moved, -moved) >= plotSlop {
		l.doing = plotChoosing
	}
	switch l.doing {
	case plotChoosing:
		at := t.at(r.chart, x)
		l.draft = plotSpan{min(l.grip, at), max(l.grip, at)}
		switch edge := float32(6); { // at the edges the time moves on
		case x < r.chart.x+edge:
			t.pan(-0.02)
		case x > r.chart.right()-edge:
			t.pan(0.02)
		}
		c.again = true
	case plotPanning:
		if x != l.place {
			t.pan(float64((l.place - x) / max(r.chart.w, 1)))
			l.place, c.again = x, true
		}
	}
}

// plotKey does what a key does.
func (c *canvas) plotKey(p *plot, r plotRoom, k key.Name, mods key.Modifiers, act *plotAct) {
	t, rests := p.time, p.restTimes()
	c.again = true
	from, to := t.shown()
	if !t.resting && len(rests) > 0 {
		t.cursor = rests[nearestTime(rests, from+(to-from)/2)]
		if p.headed {
			t.cursor = p.head
		}
	}
	before, step := t.cursor, 0
	switch k {
	case key.NameLeftArrow:
		step = -1
	case key.NameRightArrow:
		step = 1
	case key.NameHome:
		step = -len(rests)
	case key.NameEnd:
		step = len(rests)
	case key.NamePageUp:
		t.pan(-0.8)
	case key.NamePageDown:
		t.pan(0.8)
	case key.NameUpArrow, "+", "=":
		t.zoom(p.middle(), 1/plotZoom)
	case key.NameDownArrow, "-":
		t.zoom(p.middle(), plotZoom)
	case "0":
		t.fit()
	case key.NameReturn, key.NameEnter:
		act.entered, act.at = true, t.cursor
		act.line = p.lineAt(r, t.cursor, r.chart.bottom()-1)
	default:
		x := min(max(t.x(r.chart, t.cursor), r.chart.x), r.chart.right())
		act.asked, act.at, act.place = true, t.cursor, box{x - 1, r.chart.y, 2, 20}
	}
	if step == 0 || len(rests) == 0 {
		return
	}
	next := stepTo(rests, t.cursor, step)
	t.cursor, t.resting = next, true
	t.reveal(next)
	if mods.Contain(key.ModShift) && p.chooses != "" {
		from := p.chosen
		if p.keyed.any() {
			from = p.keyed
		}
		act.drag, act.chosen, act.at = p.id+"/keys", extended(from, before, next), next
		return
	}
	act.moved, act.at = true, next
}

// middle is what keys zoom at: the cursor if it can be seen.
func (p *plot) middle() time.Duration {
	t := p.time
	from, to := t.shown()
	switch {
	case t.resting && t.cursor >= from && t.cursor <= to:
		return t.cursor
	case p.headed && p.head >= from && p.head <= to:
		return p.head
	}
	return from + (to-from)/2
}

// stepTo returns the time some places further in order.
func stepTo(times []time.Duration, from time.Duration, step int) time.Duration {
	i := sort.Search(len(times), func(i int) bool { return times[i] >= from })
	exact := i < len(times) && times[i] == from
	switch {
	case step > 0 && !exact:
		i += step - 1
	default:
		i += step
	}
	to := times[min(max(i, 0), len(times)-1)]
	for ; to == from && i > 0 && i < len(times)-1; i += sign(step) { // several at the same time
		to = times[i]
	}
	return to
}

func sign(n int) int {
	if n < 0 {
		return -1
	}
	return 1
}

// extended moves the end of a stretch that is at one time to another; with none there it begins anew.
func extended(s plotSpan, from, to time.Duration) plotSpan {
	switch {
	case s.any() && s.to == from:
		return plotSpan{min(s.from, to), max(s.from, to)}
	case s.any() && s.from == from:
		return plotSpan{min(s.to, to), max(s.to, to)}
	}
	return plotSpan{min(from, to), max(from, to)}
}

// lineAt returns the key of the area at a place, or else that of the line next to it.
func (p *plot) lineAt(r plotRoom, at time.Duration, y float32) string {
	if y < r.chart.y || y > r.chart.bottom() {
		return ""
	}
	share := float64((r.chart.bottom()-y)/max(r.chart.h, 1)) * p.axisTop
	best, key := math.Inf(1), ""
	for i := range p.lines {
		l := &p.lines[i]
		v := l.valueAt(l.values, at)
		if l.key == "" || math.IsNaN(v) {
			continue
		}
		if l.area && l.floor != nil && share >= l.valueAt(l.floor, at) && share <= v {
			return l.key
		}
		if d := math.Abs(share - v); !l.area && d < best && d < 0.04*p.axisTop {
			best, key = d, l.key
		}
	}
	return key
}

// valueAt returns how high a line of values is at a time, as it is drawn; no number where there is none.
func (l *plotLine) valueAt(values []float64, at time.Duration) float64 {
	n := min(len(l.times), len(values))
	i := sort.Search(n, func(i int) bool { return l.times[i] > at }) - 1
	switch {
	case i < 0:
		return math.NaN()
	case l.times[i] == at || l.steps:
		return values[i]
	case i+1 >= n:
		return math.NaN()
	}
	share := float64(at-l.times[i]) / float64(l.times[i+1]-l.times[i])
	return values[i] + (values[i+1]-values[i])*share
}

// stepKey is where a key moves an end of the stretch chosen.
func (p *plot) stepKey(at time.Duration, k key.Name) time.Duration {
	rests := p.stops
	if rests == nil {
		rests = p.restTimes()
	}
	if len(rests) == 0 {
		return at
	}
	page := max(len(rests)/10, 2)
	steps := map[key.Name]int{key.NameLeftArrow: -1, key.NameDownArrow: -1, key.NameRightArrow: 1, key.NameUpArrow: 1,
		key.NamePageDown: -page, key.NamePageUp: page, key.NameHome: -len(rests), key.NameEnd: len(rests)}
	return stepTo(rests, at, steps[k])
}
