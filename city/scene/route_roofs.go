package scene

import (
	"math"
)

// roofs finds the roofs under a path with a grid of about as many cells as buildings.
type roofs struct {
	city         *City
	x, z         float64 // corner
	cell         float64 // side of a cell
	across, down int     // cells
	start        []int32 // start index of each cell's buildings
	buildings    []int32
	top          []float64 // highest roof of each cell
	seen         []int32   // by building: the last query that returned it
	query        int32
}

// newRoofs indexes the current buildings. The cost is linear in the buildings and the cells that they cover.
func newRoofs(c *City) *roofs {
	b := c.ground()
	g := &roofs{city: c, x: b.X, z: b.Z, seen: make([]int32, len(c.Buildings))}
	g.cell = max(math.Sqrt(b.Area()/float64(len(c.Buildings)+1)), max(b.W, b.D)/maxRoofCells, 1e-9)
	g.across, g.down = g.column(b.W/g.cell)+1, g.column(b.D/g.cell)+1
	g.start = make([]int32, g.across*g.down+1)
	g.top = make([]float64, g.across*g.down)
	g.each(func(_ int32, cell int, top float64) {
		g.start[cell+1]++
		g.top[cell] = max(g.top[cell], top)
	})
	for i := range g.top {
		g.start[i+1] += g.start[i]
	}
	g.buildings = make([]int32, g.start[len(g.top)])
	next := append([]int32(nil), g.start...)
	g.each(func(building int32, cell int, _ float64) {
		g.buildings[next[cell]] = building
		next[cell]++
	})
	return g
}

// maxRoofCells is the maximum number of cells along a side of the grid.
const maxRoofCells = 512

// column converts a number to a cell index along a side. It clamps the result.
func (g *roofs) column(v float64) int { return int(min(max(v, 0), maxRoofCells)) }

// span returns the cells from a to b along a side of n cells.
func (g *roofs) span(a, b, corner float64, n int) (from, to int) {
	return min(g.column((a-corner)/g.cell), n-1), min(g.column((b-corner)/g.cell), n-1)
}

// each calls f for each pair of a building and a cell that it covers.
func (g *roofs) each(f func(building int32, cell int, top float64)) {
	for i := range g.city.Buildings {
		b := &g.city.Buildings[i]
		if !b.visible() {
			continue
		}
		x0, x1 := g.span(b.Base.X, b.Base.X+b.Base.W, g.x, g.across)
		z0, z1 := g.span(b.Base.Z, b.Base.Z+b.Base.D, g.z, g.down)
		for z := z0; z <= z1; z++ {
			for x := x0; x <= x1; x++ {
				f(int32(i), z*g.across+x, b.Bottom+b.Top())
			}
		}
	}
}

// under calls f for the roofs under a straight segment that extends reach to both sides. It calls f twice per roof, with the shares of the
// segment at which it enters and leaves the roof. Roofs far below the segment may be omitted.
func (g *roofs) under(a, b Vec, reach float64, f func(building int32, u, top float64)) {
	g.query++
	x0, x1 := g.span(min(a.X, b.X)-reach, max(a.X, b.X)+reach, g.x, g.across)
	z0, z1 := g.span(min(a.Z, b.Z)-reach, max(a.Z, b.Z)+reach, g.z, g.down)
	low := min(a.Y, b.Y) - 2*reach
	for z := z0; z <= z1; z++ {
		for cell := z*g.across + x0; cell <= z*g.across+x1; cell++ {
			if g.top[cell] < low {
				continue
			}
			for _, i := range g.buildings[g.start[cell]:g.start[cell+1]] {
				if g.seen[i] == g.query {
					continue
				}
				g.seen[i] = g.query
				building := &g.city.Buildings[i]
				body := building.Box()
				body.Min.X, body.Min.Z, body.Max.X, body.Max.Z = body.Min.X-reach, body.Min.Z-reach, body.Max.X+reach, body.Max.Z+reach
				if u, v, ok := body.over(a, b); ok {
					f(i, u, body.Max.Y)
					f(i, v, body.Max.Y)
				}
			}
		}
	}
}

// over returns the range of positions, from 0 at p to 1 at q, in which the line is above or below b. ok is false if there is none.
func (b Box) over(p, q Vec) (from, to float64, ok bool) {
	to = 1
	for _, axis := range [2]int{0, 2} {
		o, d, lo, hi := p.axis(axis), q.axis(axis)-p.axis(axis), b.Min.axis(axis), b.Max.axis(axis)
		if d == 0 {
			if o < lo || o > hi {
				return 0, 0, false
			}
			continue
		}
		u, v := (lo-o)/d, (hi-o)/d
		from, to = max(from, min(u, v)), min(to, max(u, v))
	}
	return from, to, from <= to
}
