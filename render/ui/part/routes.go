package part

import (
	"fmt"

	"memcity/city/scene"
	"memcity/render/ui/canvas"
	"memcity/render/ui/model"
	"memcity/render/ui/widget"
	"memcity/words"
)

// routeSample is the width of a route sample, in dp.
const routeSample = 44

// LegendRoutes explains the routes and their number.
func LegendRoutes(c *widget.Canvas, b *canvas.Box, p *scene.Palette) {
	r := c.Model.Legend.Routes
	type line struct {
		way  scene.RouteDirection
		text string
	}
	lines := []line{{scene.AnyDirection, "from → to"}}
	if r.Selected {
		lines = []line{{scene.Incoming, "keeps it alive"}, {scene.Outgoing, "it keeps alive"}}
	}
	for i, l := range lines {
		if r.Selected && r.Direction != scene.AnyDirection && r.Direction != l.way {
			continue
		}
		row := b.CutTop(20)
		word := "Routes"
		if r.Selected {
			word = [...]string{"Incoming", "Outgoing"}[i]
		}
		c.Explain("legend/"+word, row, word, l.text, LegendHints["Routes"])
		c.Text(row.CutLeft(LegendKey), canvas.SmallB, canvas.Left, c.Theme.Text, word)
		routeMark(c, row.CutLeft(routeSample).Middle(10), p, l.way)
		row.CutLeft(7)
		c.Text(row, canvas.Small, canvas.Left, c.Dim, l.text)
	}
	LegendLine(c, b, "Shown", shownRoutes(&c.Model))
}

// routeMark draws a route from left to right, with the width of routes at each end.
func routeMark(c *widget.Canvas, b canvas.Box, p *scene.Palette, way scene.RouteDirection) {
	from, to := p.Route(way)
	y := b.MidY()
	const pieces = 11
	for i := range pieces {
		at := func(k int) (x, half float32) {
			t := float32(k) / pieces
			return b.X + b.W*t, b.H / 2 * (1 - 0.6*t)
		}
		x0, h0 := at(i)
		x1, h1 := at(i + 1)
		c.Polygon([]canvas.Point{canvas.Pt(x0, y-h0), canvas.Pt(x1, y-h1), canvas.Pt(x1, y+h1), canvas.Pt(x0, y+h0)},
			canvas.Mixed(canvas.Solid(from), canvas.Solid(to), (float32(i)+0.5)/pieces))
	}
	for i := range 3 {
		x := b.X + 9 + 12*float32(i)
		h := b.H / 2 * (1 - 0.6*(x-b.X)/b.W) * 0.7
		c.Polyline([]canvas.Point{canvas.Pt(x-h, y-h), canvas.Pt(x, y), canvas.Pt(x-h, y+h)}, 1.3, canvas.Rgb(0xffffff))
	}
}

// shownRoutes describes the number of connections: "200 of 3,412 connections; the others are 4 % of the referenced objects".
func shownRoutes(m *model.Model) string {
	r := m.Legend.Routes
	if m.State.Point < len(m.Points) && m.Plan != nil && !m.Plan.Series.HasPointers(m.State.Point) {
		if _, counted := m.Plan.Series.Counted(m.State.Point); counted {
			return "none: this GC point has only counts"
		}
		return "this recording has no references between groups"
	}
	text := ""
	switch {
	case r.Total == 0 && r.Least > 1:
		text = "no connection of " + words.Plural(int64(r.Least), "object", "objects") + " or more"
	case r.Total == 0:
		text = "no connection"
	case r.Shown == r.Total:
		text = "all " + words.Plural(int64(r.Total), "connection", "connections")
		if r.Total == 1 {
			text = "one connection"
		}
	default:
		text = fmt.Sprintf("%s of %s; the others are %s of the referenced objects", words.Count(int64(r.Shown)),
			words.Plural(int64(r.Total), "connection", "connections"), words.PercentOf(r.Left))
	}
	if n := r.Unplaced; n > 0 {
		text += "; " + words.Count(int64(n)) + " more to groups without a building"
	}
	return text
}

// DrawRouteTooltip describes the connection under the pointer.
func DrawRouteTooltip(c *widget.Canvas, b canvas.Box, r *model.Route) {
	const slack, widest = 2, 380
	inner := b.Inset(12, 9)
	from, to := r.From[len(r.From)-1], r.To[len(r.To)-1]
	rows := []struct {
		part   model.Part
		path   string
		number string
	}{{from, PathText(&model.Group{Path: r.From}), words.Plural(r.FromObjects, "object refers", "objects refer")},
		{to, PathText(&model.Group{Path: r.To}), words.Plural(r.ToObjects, "is referred to", "are referred to")}}
	w := float32(190)
	for i, row := range rows {
		if i > 0 {
			inner.CutTop(6)
		}
		c.Name(inner.CutTop(16), canvas.Small, canvas.Left, c.Dim, row.path)
		line := inner.CutTop(22)
		number := c.Text(line, canvas.SmallB, canvas.Right, c.Theme.Text, row.number)
		line.CutRight(number + 12)
		arrow := float32(0)
		if i > 0 {
			arrow = c.Text(line, canvas.Body, canvas.Left, c.Dim, "→ ")
		}
		line.CutLeft(arrow)
		c.Name(line, canvas.Heading, canvas.Left, c.Theme.Text, row.part.Name)
		w = max(w, arrow+c.Width(canvas.Heading, row.part.Name)+c.Width(canvas.SmallB, row.number)+12, c.Width(canvas.Small, row.path))
	}
	c.Want(min(w+24+slack, widest), 2*(16+22)+6+18)
}
