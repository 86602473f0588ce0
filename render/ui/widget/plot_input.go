package widget

import (
	"math"
	"sort"
	"time"

	"gioui.org/io/event"
	"gioui.org/io/key"
	"gioui.org/io/pointer"
	"gioui.org/op/clip"

	"memcity/render/ui/canvas"
	"memcity/render/ui/model"
)

// plotSlop is the maximum movement of the pointer during a click, in dp.
const plotSlop = 4

// plotZoom is the zoom factor of one notch of the wheel, or of a key.
const plotZoom = 1.25

// takePlotWheel zooms at the pointer, or pans with Shift. It reports whether anything has changed.
func (c *Canvas) takePlotWheel(p *Plot, l *plotLocal, r plotRoom) (changed bool) {
	const far = 1 << 20
	for {
		e, ok := c.Source.Event(pointer.Filter{Target: &l.wheel, Kinds: pointer.Scroll, ScrollY: pointer.ScrollRange{Min: -far, Max: far}})
		if !ok {
			return changed
		}
		s, ok := e.(pointer.Event)
		if !ok {
			continue
		}
		changed = true
		notches := float64(s.Scroll.Y / (WheelStep * c.Scale))
		if s.Modifiers.Contain(key.ModShift) {
			p.Time.pan(0.1 * notches)
			continue
		}
		p.Time.zoom(p.Time.At(r.Chart, s.Position.X/c.Scale), math.Pow(plotZoom, notches))
	}
}

// takePlot handles pointer and keys in a chart.
func (c *Canvas) takePlot(p *Plot, l *plotLocal, r plotRoom) (act PlotAct) {
	area := r.all
	stack := clip.Rect(c.Rect(Grown(area, 8, 4))).Push(c.Ops)
	event.Op(c.Ops, &l.wheel)
	ctl := c.Control(p.Id, Grown(area, 0, 2), plottable, model.Item{Kind: "plot", Text: p.Name, Value: p.value(r)})
	c.pointPlot(p, l, r, ctl, &act)
	for _, k := range ctl.Keys {
		c.plotKey(p, r, k, ctl.Mods, &act)
	}
	stack.Pop()
	c.Ring(ctl, area, 3)
	return act
}

// value describes the visible range and the cursor.
func (p *Plot) value(r plotRoom) string {
	from, to := p.Time.Shown()
	text := p.Time.ExactTime(from, r.Chart.W) + " to " + p.Time.ExactTime(to, r.Chart.W)
	if p.Time.Resting {
		text += ", at " + p.Time.ExactTime(p.Time.Cursor, r.Chart.W)
	}
	return text
}

func (c *Canvas) pointPlot(p *Plot, l *plotLocal, r plotRoom, ctl *Control, act *PlotAct) {
	t, at := p.Time, p.Time.At(r.Chart, ctl.At.X)
	inside := ctl.Hover || ctl.Pressed
	if inside && (!t.Hovering || t.hover != at) {
		t.hover, t.Hovering = at, true
		c.Again = c.Again || c.otherPlots(l)
	}
	if !inside && t.Hovering && l.hovered {
		t.Hovering = false
		c.Again = c.Again || c.otherPlots(l)
	}
	l.hovered = inside
	switch {
	case ctl.MenuRequested:
		act.MenuRequested, act.At, act.Place = true, at, canvas.Rect(ctl.At.X, ctl.At.Y, 0, 0)
		c.Source.Execute(key.FocusCmd{Tag: ctl})
	case ctl.Double:
		l.doing = plotIdle
		t.Fit()
		c.Again = true
	case ctl.Fresh:
		c.Source.Execute(key.FocusCmd{Tag: ctl})
		l.doing, l.grip, l.place = plotPressed, at, ctl.At.X
		if ctl.Mods.Contain(key.ModShift) {
			l.doing = plotPanning
		}
		c.Again = true
	}
	if ctl.Pressed && ctl.Dragged {
		c.dragPlot(p, l, r, ctl.At.X)
	}
	if ctl.Released {
		switch {
		case l.doing == plotChoosing && l.draft.Any():
			act.Chosen = l.draft
		case l.doing == plotPressed:
			act.Clicked, act.At, act.Line = true, at, p.LineAt(r, at, ctl.At.Y)
		}
		l.doing, l.draft, c.Again = plotIdle, PlotSpan{}, true
	}
	if !ctl.Pressed && l.doing != plotIdle {
		l.doing, l.draft = plotIdle, PlotSpan{}
	}
}

// otherPlots reports whether other charts were laid out before this one, so that they lack its changes to the time.
func (c *Canvas) otherPlots(l *plotLocal) bool {
	for _, o := range c.plots {
		if o != l && o.pass == c.Pass {
			return true
		}
	}
	return false
}

// dragPlot chooses a time range, or pans.
func (c *Canvas) dragPlot(p *Plot, l *plotLocal, r plotRoom, x float32) {
	t := p.Time
	if moved := x - l.place; l.doing == plotPressed && p.Chooses != "" && max(moved, -moved) >= plotSlop {
		l.doing = plotChoosing
	}
	switch l.doing {
	case plotChoosing:
		at := t.At(r.Chart, x)
		l.draft = PlotSpan{min(l.grip, at), max(l.grip, at)}
		switch edge := float32(6); { // pan at the edges
		case x < r.Chart.X+edge:
			t.pan(-0.02)
		case x > r.Chart.Right()-edge:
			t.pan(0.02)
		}
		c.Again = true
	case plotPanning:
		if x != l.place {
			t.pan(float64((l.place - x) / max(r.Chart.W, 1)))
			l.place, c.Again = x, true
		}
	}
}

// plotKey handles a key.
func (c *Canvas) plotKey(p *Plot, r plotRoom, k key.Name, mods key.Modifiers, act *PlotAct) {
	t, rests := p.Time, p.restTimes()
	c.Again = true
	from, to := t.Shown()
	if !t.Resting && len(rests) > 0 {
		t.Cursor = rests[NearestTime(rests, from+(to-from)/2)]
		if p.Headed {
			t.Cursor = p.Head
		}
	}
	before, step := t.Cursor, 0
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
		t.Fit()
	case key.NameReturn, key.NameEnter:
		act.Entered, act.At = true, t.Cursor
		act.Line = p.LineAt(r, t.Cursor, r.Chart.Bottom()-1)
	default:
		x := min(max(t.X(r.Chart, t.Cursor), r.Chart.X), r.Chart.Right())
		act.MenuRequested, act.At, act.Place = true, t.Cursor, canvas.Rect(x-1, r.Chart.Y, 2, 20)
	}
	if step == 0 || len(rests) == 0 {
		return
	}
	next := stepTo(rests, t.Cursor, step)
	t.Cursor, t.Resting = next, true
	t.reveal(next)
	if mods.Contain(key.ModShift) && p.Chooses != "" {
		from := p.Chosen
		if p.Keyed.Any() {
			from = p.Keyed
		}
		act.Drag, act.Chosen, act.At = p.Id+"/keys", extended(from, before, next), next
		return
	}
	act.Moved, act.At = true, next
}

// middle returns the center for zooming with keys: the cursor if it is visible.
func (p *Plot) middle() time.Duration {
	t := p.Time
	from, to := t.Shown()
	switch {
	case t.Resting && t.Cursor >= from && t.Cursor <= to:
		return t.Cursor
	case p.Headed && p.Head >= from && p.Head <= to:
		return p.Head
	}
	return from + (to-from)/2
}

// stepTo returns the time the given number of steps after from.
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
	for ; to == from && i > 0 && i < len(times)-1; i += sign(step) { // skip equal times
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

// extended moves the end of a range at from to the time to. If there is no end at from, it returns a new range.
func extended(s PlotSpan, from, to time.Duration) PlotSpan {
	switch {
	case s.Any() && s.To == from:
		return PlotSpan{min(s.From, to), max(s.From, to)}
	case s.Any() && s.From == from:
		return PlotSpan{min(s.To, to), max(s.To, to)}
	}
	return PlotSpan{min(from, to), max(from, to)}
}

// LineAt returns the key of the area at a position, otherwise of the nearest line.
func (p *Plot) LineAt(r plotRoom, at time.Duration, y float32) string {
	if y < r.Chart.Y || y > r.Chart.Bottom() {
		return ""
	}
	share := float64((r.Chart.Bottom()-y)/max(r.Chart.H, 1)) * p.axisTop
	best, key := math.Inf(1), ""
	for i := range p.Lines {
		l := &p.Lines[i]
		v := l.valueAt(l.Values, at)
		if l.Key == "" || math.IsNaN(v) {
			continue
		}
		if l.Area && l.floor != nil && share >= l.valueAt(l.floor, at) && share <= v {
			return l.Key
		}
		if d := math.Abs(share - v); !l.Area && d < best && d < 0.04*p.axisTop {
			best, key = d, l.Key
		}
	}
	return key
}

// valueAt returns the drawn value of a line at a time; NaN if there is none.
func (l *PlotLine) valueAt(values []float64, at time.Duration) float64 {
	n := min(len(l.Times), len(values))
	i := sort.Search(n, func(i int) bool { return l.Times[i] > at }) - 1
	switch {
	case i < 0:
		return math.NaN()
	case l.Times[i] == at || l.Steps:
		return values[i]
	case i+1 >= n:
		return math.NaN()
	}
	share := float64(at-l.Times[i]) / float64(l.Times[i+1]-l.Times[i])
	return values[i] + (values[i+1]-values[i])*share
}

// stepKey returns the position of a range end after a key.
func (p *Plot) stepKey(at time.Duration, k key.Name) time.Duration {
	rests := p.Stops
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
