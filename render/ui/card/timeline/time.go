package timeline

import (
	"fmt"
	"strings"

	statepkg "memcity/city/state"
	"memcity/city/trees"
	"memcity/city/view/overview"
	"memcity/render/action"
	"memcity/render/ui/canvas"
	"memcity/render/ui/part"
	"memcity/render/ui/place"
	"memcity/render/ui/widget"
	"memcity/words"
)

func DrawTimeBar(c *widget.Canvas, b canvas.Box) {
	inner := b.Inset(place.Padding, 0)
	if len(c.Model.Points) == 1 {
		drawOnePoint(c, inner)
		return
	}
	if c.BareTime() {
		drawTransport(c, inner)
		return
	}
	inner.CutTop(7)
	drawTransport(c, inner.CutTop(32))
	inner.CutTop(3)
	inner.CutBottom(5)
	drawTimeChart(c, inner)
}

// drawTransport draws the playback buttons and the position.
func drawTransport(c *widget.Canvas, row canvas.Box) {
	const w = 32
	for _, id := range []action.ID{action.TimeFirst, action.TimePrevious, action.TimePlay, action.TimeNext, action.TimeLast} {
		if row.W < 260 && (id == action.TimeFirst || id == action.TimeLast) {
			continue
		}
		i := c.Action(id)
		o := widget.ButtonOptions{Icon: i.Now(c.ActionContext()).Icon}
		if id == action.TimePlay && i.Disabled(c.ActionContext()) == "" {
			o.Look = widget.Chosen
		}
		c.ActionButton("time/"+string(id), row.CutLeft(w).Centered(28, 28), id, o)
	}
	drawPace(c, &row)
	row.CutLeft(10)
	choice := part.CutUnitSwitch(c, &row)
	drawMoment(c, row)
	part.DrawUnitSwitch(c, choice)
}

// drawPace draws the playback speed and the loop switch.
func drawPace(c *widget.Canvas, row *canvas.Box) {
	s := &c.Model.State
	if row.W < 330 {
		return
	}
	loop := s.Settings
	loop.Loop = !loop.Loop
	look, value, hint := widget.Plain, "", "Start over at the end"
	if s.Settings.Loop {
		look, value, hint = widget.Ground, "on", "Stop at the end"
	}
	cell := row.CutLeft(32).Centered(28, 28)
	if c.Button("time/loop", cell, widget.ButtonOptions{Icon: "loop", Name: "Loop", Hint: hint, Look: look, Value: value}) {
		c.Do(statepkg.Set{To: loop})
	}
	text := words.SecondsText(s.Settings.PlaySpeed)
	for _, v := range widget.Speeds {
		if widget.UsualSpeed/v.Times == s.Settings.PlaySpeed {
			text = v.Text
		}
	}
	cell = row.CutLeft(52).Centered(48, 26)
	if c.Button("time/speed", cell,
		widget.ButtonOptions{Text: text, Hint: "Playback shows each GC point for " + words.SecondsText(s.Settings.PlaySpeed),
			Look: widget.Ground}) {
		c.OpenMenu(widget.SpeedMenu, "time/speed", cell)
	}
}

func drawMoment(c *widget.Canvas, row canvas.Box) {
	s := &c.Model.State
	if s.Point >= len(c.Model.Points) {
		return
	}
	point := c.Model.Points[s.Point]
	place := fmt.Sprintf("GC point %s of %s", words.Count(int64(s.Point+1)), words.Count(int64(s.Points)))
	objects, bytes := part.Totals(&c.Model, point)
	facts := []string{c.Model.Moment(point.Time), objects, bytes}
	x := row
	w := c.Text(x, canvas.Heading, canvas.Left, c.Theme.Text, place)
	c.Explain("time/moment", canvas.Rect(row.X, row.Y, w, row.H).Middle(24), "Moment", place,
		"A GC point is a moment at which the heap was recorded: the end of a garbage collection, or a dump or snapshot of the heap.")
	x.CutLeft(w + 2)
	when := "Time of this GC point since the program started or, if unknown, since the first GC point."
	if c.Model.Clock != 0 {
		when = "Each pod is shown as last measured before this time."
	}
	hints := [][2]string{{"Time", when},
		{"All objects", "Objects of the whole heap at this GC point, or objects that pass the filters."},
		{"All bytes", "The bytes of these objects."}}
	for i, fact := range facts {
		need := c.Width(canvas.Body, "  ·  "+fact)
		if need > x.W {
			break
		}
		c.Text(x, canvas.Body, canvas.Left, c.Dim, "  ·  "+fact)
		c.Explain("time/fact/"+hints[i][0], x.CutLeft(need).Middle(24), hints[i][0], fact, hints[i][1])
	}
	drawWindowText(c, x)
}

// drawWindowText describes the point under the pointer, or the window.
func drawWindowText(c *widget.Canvas, row canvas.Box) {
	m := &c.Model
	w := m.State.Window
	row.CutLeft(24)
	chosen := w.From > 0 || w.To < m.State.Points-1
	if chosen && row.W > 28 {
		if c.IconButton("time/whole", row.CutRight(28).Centered(26, 26), "reset", "Whole recording", "Make all GC points the window", "") {
			c.Do(statepkg.SetWindow{Window: trees.Window{From: 0, To: m.State.Points - 1}})
		}
		row.CutRight(4)
	}
	unit := m.State.Settings.Unit
	text, col := "Heap over time in "+m.SizeKind.Of(unit), c.Dim
	if i := widget.Keep[state](c.Core).hover - 1; i >= 0 && i < len(m.Points) {
		p := m.Points[i]
		text, col = fmt.Sprintf("point %s  ·  %s  ·  %s", words.Count(int64(i+1)), m.Moment(p.Time),
			words.Amount(unit, p.Value(unit))), c.Link
		if p.Counted {
			text += "  ·  counts only, with garbage"
		}
	} else if chosen {
		text, col = fmt.Sprintf("Window %s to %s", words.Count(int64(w.From+1)), words.Count(int64(w.To+1))), c.Link
		if m.State.Span.FromKind == overview.LeakWindow.String() {
			text = "Steady growth: w" + strings.TrimPrefix(text, "W")
		}
	}
	if c.Width(canvas.Body, text) <= row.W {
		c.Text(row, canvas.Body, canvas.Right, col, text)
	}
}

// state is the state of the bar between layouts.
type state struct{ hover int } // GC point under the pointer, 1-based; 0 for none
