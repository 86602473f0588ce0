package ui

import (
	"fmt"

	"memcity/city"
)

// routeSection are the settings of references as routes.
func routeSection(c *canvas, b *box, s city.Settings) {
	r := s.Routes
	kinds := []choice{{"Frustums", "Of the selection: thick ends where many of a building's objects take part (V)"},
		{"Routes", "Over the roofs and bundled, also of the whole city (V)"}}
	on := 0
	if r.On {
		on = 1
	}
	if i := c.segments("settings/routes", named(c, b, "Shown as"), "References shown as", kinds, on, !s.References); i >= 0 {
		c.set("", func(s *city.Settings) { s.Routes.On = i == 1 })
	}
	if !r.On {
		return
	}
	row := named(c, b, "Bundling")
	value := PercentOf(r.Strength)
	c.text(row.cutRight(44), body, right, c.dim, value)
	if v, ok := c.slider("settings/bundling", row, "Bundling", "0 %: straight, seen from above; 100 %: along the districts", value, r.Strength, 20, !s.References); ok {
		c.set("bundling", func(s *city.Settings) { s.Routes.Strength = v })
	}
	if n, ok := c.number("settings/connections", named(c, b, "At most"), "Connections", "The strongest; buildings that are selected have all theirs", r.Most, 1, city.MaxRoutes, !s.References); ok {
		c.set("connections", func(s *city.Settings) { s.Routes.Most = n })
	}
	if n, ok := c.number("settings/least", named(c, b, "Objects from"), "Objects, at least", "Only connections over which so many objects are referenced", r.Least, 1, 1_000_000, !s.References); ok {
		c.set("least", func(s *city.Settings) { s.Routes.Least = n })
	}
	ways := []choice{{"All", "Both ways"}, {"Incoming", "Only to the selection: what keeps it alive"}, {"Outgoing", "Only from the selection: what it keeps alive"}}
	if i := c.segments("settings/way", b.cutTop(27), "Direction", ways, int(r.Way), !s.References || c.model.Selection == nil); i >= 0 {
		c.set("", func(s *city.Settings) { s.Routes.Way = city.RouteWay(i) })
	}
	b.cutTop(4)
}

// routeSample is the width of the sample of a route, in dp.
const routeSample = 44

// legendRoutes tells what routes mean and how many there are.
func legendRoutes(c *canvas, b *box, p *city.Palette) {
	r := c.model.Legend.Routes
	type line struct {
		way  city.RouteWay
		text string
	}
	lines := []line{{city.AnyWay, "from → to"}}
	if r.Selected {
		lines = []line{{city.InWay, "keeps it alive"}, {city.OutWay, "it keeps alive"}}
	}
	for i, l := range lines {
		if r.Selected && r.Way != city.AnyWay && r.Way != l.way {
			continue
		}
		row := b.cutTop(20)
		word := "Routes"
		if r.Selected {
			word = [...]string{"Incoming", "Outgoing"}[i]
		}
		c.explain("legend/"+word, row, word, l.text, legendHints["Routes"])
		c.text(row.cutLeft(legendKey), smallB, left, c.theme.text, word)
		routeMark(c, row.cutLeft(routeSample).middle(10), p, l.way)
		row.cutLeft(7)
		c.text(row, small, left, c.dim, l.text)
	}
	legendLine(c, b, "Shown", shownRoutes(&c.model))
}

// routeMark draws a route from the left to the right, as thick at each end as routes are.
func routeMark(c *canvas, b box, p *city.Palette, way city.RouteWay) {
	from, to := p.Route(way)
	y := b.midY()
	const pieces = 11
	for i := range pieces {
		at := func(k int) (x, half float32) {
			t := float32(k) / pieces
			return b.x + b.w*t, b.h / 2 * (1 - 0.6*t)
		}
		x0, h0 := at(i)
		x1, h1 := at(i + 1)
		c.polygon([]point{{x0, y - h0}, {x1, y - h1}, {x1, y + h1}, {x0, y + h0}}, mixed(solid(from), solid(to), (float32(i)+0.5)/pieces))
	}
	for i := range 3 {
		x := b.x + 9 + 12*float32(i)
		h := b.h / 2 * (1 - 0.6*(x-b.x)/b.w) * 0.7
		c.polyline([]point{{x - h, y - h}, {x, y}, {x - h, y + h}}, 1.3, rgb(0xffffff))
	}
}

// shownRoutes counts the connections: "200 of 3,412 connections; the others are 4 % of the referenced objects".
func shownRoutes(m *Model) string {
	r := m.Legend.Routes
	if m.State.Point < len(m.Points) && m.Plan != nil && !m.Plan.Series.HasPointers(m.State.Point) {
		return "this recording does not tell which groups refer to which"
	}
	text := ""
	switch {
	case r.Total == 0 && r.Least > 1:
		text = "no connection over " + plural(int64(r.Least), "object", "objects")
	case r.Total == 0:
		text = "no connection"
	case r.Shown == r.Total:
		text = "all " + plural(int64(r.Total), "connection", "connections")
		if r.Total == 1 {
			text = "the one connection"
		}
	default:
		text = fmt.Sprintf("%s of %s; the others are %s of the referenced objects", Count(int64(r.Shown)), plural(int64(r.Total), "connection", "connections"), PercentOf(r.Left))
	}
	if n := r.WithoutEnd; n > 0 {
		text += "; " + Count(int64(n)) + " more to groups without a building"
	}
	return text
}

// drawRouteTooltip tells of the connection at the pointer.
func drawRouteTooltip(c *canvas, b box, r *Route) {
	const slack, widest = 2, 380
	inner := b.inset(12, 9)
	from, to := r.From[len(r.From)-1], r.To[len(r.To)-1]
	rows := []struct {
		part   Part
		path   string
		number string
	}{{from, pathText(&Group{Path: r.From}), plural(r.FromObjects, "object refers", "objects refer")},
		{to, pathText(&Group{Path: r.To}), plural(r.ToObjects, "is referred to", "are referred to")}}
	w := float32(190)
	for i, row := range rows {
		if i > 0 {
			inner.cutTop(6)
		}
		c.name(inner.cutTop(16), small, left, c.dim, row.path)
		line := inner.cutTop(22)
		number := c.text(line, smallB, right, c.theme.text, row.number)
		line.cutRight(number + 12)
		arrow := float32(0)
		if i > 0 {
			arrow = c.text(line, body, left, c.dim, "→ ")
		}
		line.cutLeft(arrow)
		c.name(line, heading, left, c.theme.text, row.part.Name)
		w = max(w, arrow+c.width(heading, row.part.Name)+c.width(smallB, row.number)+12, c.width(small, row.path))
	}
	c.want(min(w+24+slack, widest), 2*(16+22)+6+18)
}
