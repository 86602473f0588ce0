package part

import (
	"strconv"
	"strings"
	"time"

	gio "gioui.org/widget"

	"memcity/city/state"
	"memcity/city/trees"
	"memcity/render/ui/canvas"
	"memcity/render/ui/model"
	"memcity/render/ui/widget"
	"memcity/words"
)

// EndMenu is the menu of GC points for an end of the window.
const EndMenu widget.MenuName = "end"

// Lengths of the ends, in dp.
const (
	endWord   = 34 // the words From and To
	endField  = 58
	endButton = 24
	endsWidth = 2*(endWord+endField+endButton) + 16
	endsLow   = 260 // a lower view has no row for the ends
)

// Ends is the choice of the first and the last GC point of the window, in the head of a view that compares them.
type Ends struct {
	last bool // the menu is that of the last point
}

// Draw draws the ends at the left of head if need dp are left there, else in a row that it cuts from b. Points are typed or chosen: a
// number, a time such as 1.5s, or first, last or peak.
func (e *Ends) Draw(c *widget.Canvas, head, b *canvas.Box, need float32) {
	if c.Model.State.Points < 2 {
		return
	}
	row := *head
	switch {
	case head.W >= endsWidth+need:
		head.CutLeft(endsWidth)
	case b.H >= endsLow:
		row = b.CutTop(34)
	default:
		return
	}
	w := c.Model.State.Window
	e.end(c, &row, false, w.From)
	row.CutLeft(8)
	e.end(c, &row, true, w.To)
}

// end draws one end.
func (e *Ends) end(c *widget.Canvas, row *canvas.Box, last bool, at int) {
	word, name, id := "From", "First GC point", "ends/from"
	if last {
		word, name, id = "To", "Last GC point", "ends/to"
	}
	c.Text(row.CutLeft(endWord), canvas.Body, canvas.Left, c.Dim, word)
	field := row.CutLeft(endField).Middle(26)
	f := c.Field(id, gio.Editor{SingleLine: true, Submit: true, MaxLen: 16})
	inner := field.Inset(7, 0)
	text, done, focus := c.Edit(f, inner, strconv.Itoa(at+1))
	c.DrawField(id, f, field, inner, model.Item{Text: name, Hint: "GC point of the window: a number, a time such as 1.5s, or first, last or peak"}, focus)
	if point, ok := PointNamed(&c.Model, text); done && ok {
		if to := withEnd(c.Model.State.Window, last, point); to != c.Model.State.Window {
			c.Do(state.SetWindow{Window: to})
		}
	}
	button := row.CutLeft(endButton).Centered(24, 26)
	if c.IconButton(id+"/choose", button, "down", "Choose the "+strings.ToLower(name[:1])+name[1:], "Choose a GC point", "") {
		e.last = last
		c.OpenMenu(EndMenu, id+"/choose", button)
	}
}

// Rows returns the rows of the menu.
func (e *Ends) Rows(k *widget.Core) []widget.MenuRow {
	m := &k.Model
	var rows []widget.MenuRow
	add := func(name string, point int) {
		if point < 0 || point >= len(m.Points) {
			return
		}
		p := m.Points[point]
		text := name + ": GC point " + words.Count(int64(point+1)) + ", " + m.Moment(p.Time) + ", " + words.Size(p.Bytes)
		to := withEnd(m.State.Window, e.last, point)
		rows = append(rows, widget.MenuRow{Text: text, Why: widget.Why(to == m.State.Window, "Already chosen"),
			Event: model.Do{Action: state.SetWindow{Window: to}}})
	}
	add("First", 0)
	add("Peak", m.Peak())
	add("Shown", m.State.Point)
	add("Last", len(m.Points)-1)
	return rows
}

// withEnd returns a window with another first or last point. If the ends change places, they are exchanged.
func withEnd(w trees.Window, last bool, point int) trees.Window {
	if last {
		w.To = point
	} else {
		w.From = point
	}
	if w.From > w.To {
		w.From, w.To = w.To, w.From
	}
	return w
}

// PointNamed returns the GC point that a user typed, 0-based: a number from 1, first, last, peak, or a time, which means the last point not
// after it. ok is false for anything else.
func PointNamed(m *model.Model, text string) (point int, ok bool) {
	text = strings.ToLower(strings.Join(strings.Fields(text), ""))
	switch last := len(m.Points) - 1; text {
	case "first":
		return 0, last >= 0
	case "last":
		return last, last >= 0
	case "peak":
		point = m.Peak()
		return point, point >= 0
	}
	if n, err := strconv.Atoi(text); err == nil {
		return n - 1, n >= 1 && n <= len(m.Points)
	}
	d, err := time.ParseDuration(text)
	if err != nil || d < 0 {
		return 0, false
	}
	for i, p := range m.Points {
		if int64(p.Time) <= d.Milliseconds() {
			point = i
		}
	}
	return point, len(m.Points) > 0
}
