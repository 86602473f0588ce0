package scene

import (
	"container/heap"
	"math"
	"slices"

	"memcity/layout"
)

// Thread is the path on the ground from the GC root that holds a finding to the finding's building. The root is outside the city, at one of
// the two sides that face the overview camera.
type Thread struct {
	Root   layout.Rect // footprint of the root on the ground
	Height float64     // of the root
	Points []Vec       // from the root to the building, connected by straight lines
}

// Dimensions and costs of the grid for routing threads.
const (
	threadCells = 96   // along the longer side of the ground
	threadCross = 14.0 // cost of a cell under a building, in cells of street
	kioskShare  = 0.016
	kioskHigh   = 1.6
)

// thread returns the cheapest path from one of the two sides that face look to a building or district; nil for other targets. It follows
// the streets, and passes under buildings where there are none. The cost depends on the grid, and is linear in the buildings.
func (c *City) thread(to Target, look Look) *Thread {
	box, ok := c.Box(to)
	if !ok {
		return nil
	}
	g := newThreadGrid(c, to, look)
	goal := g.cell(box.Center().X, box.Center().Z)
	cells := g.way(goal)
	side := kioskShare * math.Sqrt(c.Plan.Ground.Area())
	end := g.before(cells[0], 1.5*side)
	points := []Vec{end}
	for _, cell := range cells {
		points = append(points, g.center(cell))
	}
	points[len(points)-1] = Vec{X: box.Center().X, Z: box.Center().Z}
	t := &Thread{Root: layout.Rect{X: end.X - side/2, Z: end.Z - side/2, W: side, D: side}, Height: kioskHigh * side}
	for _, p := range rounded(straightened(points)) {
		p.Y = c.groundAt(p.X, p.Z)
		t.Points = append(t.Points, p)
	}
	return t
}

// groundAt returns the height of the topmost slab at a place; 0 outside the city.
func (c *City) groundAt(x, z float64) float64 {
	top := 0.0
	for i := range c.Districts {
		if d := &c.Districts[i]; x >= d.Plot.X && x <= d.Plot.X+d.Plot.W && z >= d.Plot.Z && z <= d.Plot.Z+d.Plot.D {
			top = max(top, float64(d.Level+1)*c.Plan.SlabHeight)
		}
	}
	return top
}

// threadGrid divides the ground into cells with a cost each.
type threadGrid struct {
	ground     layout.Rect
	wide, deep int
	cost       []float64
	endX, endZ int // column and row of the cells at the two facing sides
}

func newThreadGrid(c *City, to Target, look Look) *threadGrid {
	g := &threadGrid{ground: c.Plan.Ground}
	side := max(g.ground.W, g.ground.D) / threadCells
	g.wide, g.deep = max(int(g.ground.W/side), 1), max(int(g.ground.D/side), 1)
	back := Camera{Yaw: homeYaw + look.Turn}.Back()
	if back.X > 0 {
		g.endX = g.wide - 1
	}
	if back.Z > 0 {
		g.endZ = g.deep - 1
	}
	g.cost = make([]float64, g.wide*g.deep)
	for i := range g.cost {
		g.cost[i] = 1
	}
	for i := range c.Buildings {
		if b := &c.Buildings[i]; b.Top() > 0 && to != (Target{OnBuilding, int32(i)}) {
			g.build(b.Base)
		}
	}
	for i := range c.Blocks {
		if b := &c.Blocks[i]; b.Height > 0 && to != (Target{OnBlock, int32(i)}) {
			g.build(b.Base)
		}
	}
	return g
}

// build makes the cells under a building costly.
func (g *threadGrid) build(base layout.Rect) {
	x0, z0 := g.place(base.X, base.Z)
	x1, z1 := g.place(base.X+base.W, base.Z+base.D)
	for z := int(math.Round(z0)); z < int(math.Round(z1)); z++ {
		for x := int(math.Round(x0)); x < int(math.Round(x1)); x++ {
			if x >= 0 && x < g.wide && z >= 0 && z < g.deep {
				g.cost[z*g.wide+x] = threadCross
			}
		}
	}
}

// place converts a place on the ground to cells.
func (g *threadGrid) place(x, z float64) (float64, float64) {
	return (x - g.ground.X) / g.ground.W * float64(g.wide), (z - g.ground.Z) / g.ground.D * float64(g.deep)
}

func (g *threadGrid) cell(x, z float64) int {
	px, pz := g.place(x, z)
	return min(max(int(pz), 0), g.deep-1)*g.wide + min(max(int(px), 0), g.wide-1)
}

func (g *threadGrid) center(cell int) Vec {
	x, z := float64(cell%g.wide)+0.5, float64(cell/g.wide)+0.5
	return Vec{X: g.ground.X + x/float64(g.wide)*g.ground.W, Z: g.ground.Z + z/float64(g.deep)*g.ground.D}
}

// before returns the place outside the ground next to a cell at a facing side.
func (g *threadGrid) before(cell int, away float64) Vec {
	at, ground := g.center(cell), g.ground
	switch {
	case cell%g.wide == g.endX && g.endX > 0:
		at.X = ground.X + ground.W + away
	case cell%g.wide == g.endX:
		at.X = ground.X - away
	case g.endZ > 0:
		at.Z = ground.Z + ground.D + away
	default:
		at.Z = ground.Z - away
	}
	return at
}

// reachedCell is a cell with the cost of the path from the goal.
type reachedCell struct {
	cost float64
	cell int
}

type reachedHeap []reachedCell

func (h reachedHeap) Len() int { return len(h) }
func (h reachedHeap) Less(i, j int) bool {
	return h[i].cost < h[j].cost || h[i].cost == h[j].cost && h[i].cell < h[j].cell
}
func (h reachedHeap) Swap(i, j int) { h[i], h[j] = h[j], h[i] }
func (h *reachedHeap) Push(x any)   { *h = append(*h, x.(reachedCell)) }
func (h *reachedHeap) Pop() any {
	last := (*h)[len(*h)-1]
	*h = (*h)[:len(*h)-1]
	return last
}

// way returns the cells of the cheapest path from a facing side of the ground to a goal. It runs Dijkstra's algorithm from the goal.
func (g *threadGrid) way(goal int) []int {
	const unseen = -2
	from := slices.Repeat([]int{unseen}, len(g.cost))
	done := make([]bool, len(g.cost))
	best := make([]float64, len(g.cost))
	open := &reachedHeap{{0, goal}}
	from[goal] = -1
	for open.Len() > 0 {
		r := heap.Pop(open).(reachedCell)
		if done[r.cell] {
			continue
		}
		done[r.cell] = true
		x, z := r.cell%g.wide, r.cell/g.wide
		if x == g.endX || z == g.endZ {
			var way []int
			for at := r.cell; at >= 0; at = from[at] {
				way = append(way, at)
			}
			return way
		}
		for dz := -1; dz <= 1; dz++ {
			for dx := -1; dx <= 1; dx++ {
				if x+dx < 0 || x+dx >= g.wide || z+dz < 0 || z+dz >= g.deep {
					continue
				}
				next := (z+dz)*g.wide + x + dx
				cost := r.cost + g.cost[next]*math.Hypot(float64(dx), float64(dz))
				if from[next] == unseen || !done[next] && cost < best[next] {
					from[next], best[next] = r.cell, cost
					heap.Push(open, reachedCell{cost, next})
				}
			}
		}
	}
	return []int{goal}
}

// straightened removes points on a straight line between two others.
func straightened(points []Vec) []Vec {
	out := points[:1:1]
	for i := 1; i+1 < len(points); i++ {
		a, b := points[i].Sub(points[i-1]), points[i+1].Sub(points[i])
		if math.Abs(a.X*b.Z-a.Z*b.X) > 1e-6*(a.Length()*b.Length()) {
			out = append(out, points[i])
		}
	}
	return append(out, points[len(points)-1])
}

// rounded cuts corners twice, by a quarter each time (Chaikin's algorithm).
func rounded(points []Vec) []Vec {
	for range 2 {
		out := points[:1:1]
		for i := 0; i+1 < len(points); i++ {
			a, b := points[i], points[i+1]
			if i > 0 {
				out = append(out, a.Toward(b, 0.25))
			}
			if i+2 < len(points) {
				out = append(out, a.Toward(b, 0.75))
			}
		}
		points = append(out, points[len(points)-1])
	}
	return points
}
