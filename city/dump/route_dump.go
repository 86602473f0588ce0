package dump

import (
	"memcity/city/scene"
	"memcity/words"
)

// Routes contains the connections drawn over the roofs.
type Routes struct {
	Strength    float64 `json:"strength"` // of bundling, 0 … 1
	Selected    bool    `json:"selected"` // true for the selection, false for the whole city
	Connections int     `json:"connections"`
	Objects     int64   `json:"objects"`      // referenced over all connections; an object counts once per referring group
	LeftObjects int64   `json:"left_objects"` // referenced over connections that are not listed
	Unplaced    int     `json:"without_building"`
	List        []Route `json:"list"` // strongest first
}

// Route is one connection. Lengths are in meters, positions X, Y (up) and Z. The control points are those of a clamped uniform cubic
// B-spline.
type Route struct {
	From        string       `json:"from"`
	To          string       `json:"to"`
	Direction   string       `json:"direction"` // in or out, relative to the selection; any without one
	FromObjects int64        `json:"from_objects"`
	ToObjects   int64        `json:"to_objects"`
	FromRadius  float64      `json:"from_radius"`
	ToRadius    float64      `json:"to_radius"`
	FromColor   string       `json:"from_color"`
	ToColor     string       `json:"to_color"`
	Controls    [][3]float64 `json:"control_points"`
}

// dumpRoutes returns the routes for the settings; nil if references are not shown as routes.
func dumpRoutes(c *scene.City, settings scene.Settings, selected scene.Target) *Routes {
	if !settings.References || !settings.Routes.On {
		return nil
	}
	r, palette := c.Routes([]scene.Target{selected}, settings.Routes), settings.Palette()
	out := &Routes{Strength: r.Settings.Strength, Selected: r.Selected, Connections: r.Total, Objects: r.Objects, LeftObjects: r.Left,
		Unplaced: r.Unplaced, List: []Route{}}
	key := func(building int32) string { return c.Plan.Series.Key(c.Buildings[building].Node) }
	for i := range r.List {
		e := &r.List[i]
		from, to := palette.Route(e.Direction)
		d := Route{From: key(e.From), To: key(e.To), Direction: e.Direction.String(), FromObjects: e.FromObjects, ToObjects: e.ToObjects,
			FromRadius: rounded(e.FromRadius), ToRadius: rounded(e.ToRadius), FromColor: from.String(), ToColor: to.String()}
		for _, p := range e.Controls {
			d.Controls = append(d.Controls, [3]float64{rounded(p.X), rounded(p.Y), rounded(p.Z)})
		}
		out.List = append(out.List, d)
	}
	return out
}

// writeText prints the routes, one per line.
func (r *Routes) writeText(e *errWriter) {
	if r == nil {
		return
	}
	for _, x := range r.List {
		top := 0.0
		for _, p := range x.Controls {
			top = max(top, p[1])
		}
		e.printf("route %s → %s (%s) %d → %d objects, radius %.3f → %.3f, up to height %.2f\n",
			words.Printable(x.From), words.Printable(x.To), x.Direction, x.FromObjects, x.ToObjects, x.FromRadius, x.ToRadius, top)
	}
	e.printf("routes: %d of %s, %s; the others: %s; without a building at an end: %d\n", len(r.List),
		words.Ungrouped(int64(r.Connections), "connection"),
		words.Ungrouped(r.Objects, "referenced object"), words.Ungrouped(r.LeftObjects, "referenced object"), r.Unplaced)
}
