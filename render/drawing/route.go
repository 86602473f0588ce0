package drawing

import (
	"math"
	"unsafe"

	"github.com/g3n/engine/core"

	"memcity/city/scene"
	"memcity/render/gfx"
)

// routeVertex is a point on an edge of a route, in the format of the vertex shader. Looking along the route, Side is -1 for the left edge
// and 1 for the right edge.
type routeVertex struct {
	At, Direction   [3]float32 // position and direction in the first city
	To, ToDirection [3]float32 // position and direction in the second city
	Side, Share     float32    // Share is the fraction of the route behind the vertex
	Radius          [2]float32 // at start and end
	Length          float32    // length of the whole route
	Color           [4]uint8
}

var routeLayout = []gfx.Attribute{
	{Location: 0, Components: 3, Offset: unsafe.Offsetof(routeVertex{}.At)},
	{Location: 1, Components: 3, Offset: unsafe.Offsetof(routeVertex{}.Direction)},
	{Location: 2, Components: 3, Offset: unsafe.Offsetof(routeVertex{}.To)},
	{Location: 3, Components: 3, Offset: unsafe.Offsetof(routeVertex{}.ToDirection)},
	{Location: 4, Components: 2, Offset: unsafe.Offsetof(routeVertex{}.Side)},
	{Location: 5, Components: 3, Offset: unsafe.Offsetof(routeVertex{}.Radius)},
	{Location: 6, Components: 4, Offset: unsafe.Offsetof(routeVertex{}.Color), Bytes: true},
}

// Mesh size of a route.
const (
	routeVertices = 2 * (scene.RouteSegments + 1)
	routeIndices  = 6 * scene.RouteSegments
)

// thinnestRoute is the minimum width of a route, in density-independent pixels. pointedWide is the width factor of the route under the
// pointer.
const (
	thinnestRoute = 1.3
	pointedWide   = 1.7
)

// routes draws ribbons that face the eye and look like tubes, all in one mesh. The mesh is rebuilt when the routes or the cities change, not
// when the camera moves.
type routes struct {
	core.Node
	buffer, indices *gfx.Buffer
	array           *gfx.Array
	vertices        []routeVertex
	of              *scene.Routes
	from, to        *scene.City
	colorBlind      bool
}

func (r *routes) init(d *gfx.Device) {
	indices := make([]uint16, 0, scene.MaxRoutes*routeIndices)
	for route := range scene.MaxRoutes {
		for i := range scene.RouteSegments {
			a := uint16(route*routeVertices + 2*i)
			indices = append(indices, a, a+1, a+2, a+2, a+1, a+3)
		}
	}
	r.buffer, r.indices = d.NewBuffer(), d.NewIndices(indices)
	r.array = d.NewArray(nil, 0, nil, r.indices)
	r.array.AddVertices(r.buffer, int(unsafe.Sizeof(routeVertex{})), routeLayout)
}

// Dispose frees the buffers.
func (r *routes) Dispose() {
	r.array.Delete()
	r.indices.Delete()
	r.buffer.Delete()
}

// Draw draws the routes of the view.
func (r *routes) Draw(p *pass) error {
	if !r.use(p, 1) {
		return nil
	}
	n := min(len(p.v.Routes.List), scene.MaxRoutes) * routeIndices
	if p.v.Routes.Selected {
		r.drawPart(p, xrayMaterial, 0.2, 0, n)
	}
	r.drawPart(p, glassRibbonMaterial, 1, 0, n)
	return nil
}

// pointedRoute draws the route under the pointer over the others.
type pointedRoute struct{ core.Node }

// Draw draws the route, if there is one.
func (*pointedRoute) Draw(p *pass) error {
	i, r := p.v.Pointed-1, &p.routes
	if i < 0 || p.v.Routes == nil || i >= min(len(p.v.Routes.List), scene.MaxRoutes) || !r.use(p, pointedWide) {
		return nil
	}
	r.drawPart(p, xrayMaterial, 0.3, i*routeIndices, routeIndices)
	r.drawPart(p, flatMaterial, 1, i*routeIndices, routeIndices)
	return nil
}

// use prepares drawing routes, and reports whether there are any.
func (r *routes) use(p *pass, wide float64) bool {
	s, v := p.Scene, p.v
	if v.Routes == nil || len(v.Routes.List) == 0 {
		return false
	}
	if r.of != v.Routes || r.from != s.from || r.to != s.to || r.colorBlind != v.ColorBlind {
		r.of, r.from, r.to, r.colorBlind = v.Routes, s.from, s.to, v.ColorBlind
		r.build()
		gfx.Upload(r.buffer, r.vertices)
	}
	program := s.programs.route
	program.Use()
	p.f.set(program)
	p.f.setLight(program)
	program.Float("thinnest", float32(v.dp(thinnestRoute))*float32(p.f.width)/float32(v.Width))
	program.Float("wide", float32(wide))
	r.array.Bind(0)
	return true
}

// drawPart draws a range of the mesh.
func (r *routes) drawPart(p *pass, m *gfx.Material, opacity float32, first, indices int) {
	p.d.SetMaterial(m)
	p.programs.route.Float("opacity", opacity)
	p.d.DrawPart(first, indices)
}

// build computes the mesh.
func (r *routes) build() {
	r.vertices = r.vertices[:0]
	palette := scene.Settings{ColorBlind: r.colorBlind}.Palette()
	var before [][]scene.Vec
	if r.from != r.to {
		before = r.from.Laid(r.of)
	}
	for i := range r.of.List[:min(len(r.of.List), scene.MaxRoutes)] {
		route := &r.of.List[i]
		from, to := palette.Route(route.Direction)
		points, start := route.Points, route.Points
		if before != nil {
			start = before[i]
		}
		length := 0.0
		shares := [scene.RouteSegments + 1]float64{}
		for k := 1; k < len(points); k++ {
			length += distance(points[k-1], points[k])
			shares[k] = length
		}
		for k := range points {
			share := shares[k] / max(length, 1e-9)
			v := routeVertex{At: vec3(start[k]), Direction: directionAt(start, k), To: vec3(points[k]), ToDirection: directionAt(points, k), Share: float32(share),
				Radius: [2]float32{float32(route.FromRadius), float32(route.ToRadius)}, Length: float32(length), Color: mixed(from, to, share)}
			for _, v.Side = range [2]float32{-1, 1} {
				r.vertices = append(r.vertices, v)
			}
		}
	}
}

// directionAt returns the direction of a polyline at point k, with length 1.
func directionAt(points []scene.Vec, k int) [3]float32 {
	a, b := points[max(k-1, 0)], points[min(k+1, len(points)-1)]
	long := max(distance(a, b), 1e-9)
	return [3]float32{float32((b.X - a.X) / long), float32((b.Y - a.Y) / long), float32((b.Z - a.Z) / long)}
}

func distance(a, b scene.Vec) float64 { return math.Sqrt(sq(a.X-b.X) + sq(a.Y-b.Y) + sq(a.Z-b.Z)) }

func mixed(a, b scene.RGB, t float64) [4]uint8 {
	part := func(x, y uint8) uint8 { return uint8(math.Round(float64(x) + (float64(y)-float64(x))*t)) }
	return [4]uint8{part(a.R, b.R), part(a.G, b.G), part(a.B, b.B), 255}
}
