package scene

import (
	"math"
)

// Distances that a camera keeps, in lengths of the shorter side of a building's plot.
const (
	wallClearance = 0.5 // from the eye to a wall
	roofClearance = 1.0 // from the eye to a roof
	sight         = 1.6 // minimum distance from a target on a building, to show more than a piece of wall
	reach         = 3.2 // minimum distance over the way to the next building, to show one
)

// ClearanceAt returns the minimum distance for viewing a target. At this distance the nearest buildings, or the one under the target, are
// entirely in the picture. It is continuous in the target; 0 without buildings. Plots count with their maximum height, so that the result
// is the same at every GC point. The cost is logarithmic in the buildings.
func (p *Plan) ClearanceAt(target Vec) float64 {
	if p == nil || len(p.buildings) == 0 {
		return 0
	}
	least := math.Inf(1)
	p.index.buildings.visit(len(p.buildings), func(g *groundBox) bool {
		return reach*g.distance(target) < least
	}, func(i int) {
		plot := p.buildings[i].plot
		g := newGroundBox(plot, 0)
		least = min(least, reach*g.distance(target)+sight*min(plot.W, plot.D))
	})
	return least
}

// ExitDistance returns the distance that an eye must move in the given upward direction to leave all buildings; 0 if it is outside. The cost is
// logarithmic in the buildings, for each building on the way.
func (p *Plan) ExitDistance(eye, direction Vec) float64 {
	if p == nil || len(p.buildings) == 0 {
		return 0
	}
	way := 0.0
	for range maxExits {
		further := p.leave(Ray{eye, direction}.At(way), direction)
		if further <= 0 {
			break
		}
		way += further * (1 + 1e-9)
	}
	return way
}

// maxExits is the maximum number of buildings that an eye is moved out of.
const maxExits = 1000

// leave returns the distance to leave the space around the first building that contains at; 0 if there is none.
func (p *Plan) leave(at, direction Vec) float64 {
	way := 0.0
	p.index.buildings.visit(len(p.buildings), func(g *groundBox) bool {
		return way == 0 && g.around().holds(at)
	}, func(i int) {
		b := &p.buildings[i]
		g := newGroundBox(b.plot, b.bottom+buildingHeight(b.plot.Area()))
		if space := g.around(); way == 0 && space.holds(at) {
			way = space.exit(Ray{at, direction})
		}
	})
	return way
}

// around returns a box with the space that a camera keeps around it.
func (g *groundBox) around() Box {
	side := min(g.x1-g.x0, g.z1-g.z0)
	return Box{Vec{g.x0 - wallClearance*side, 0, g.z0 - wallClearance*side}, Vec{g.x1 + wallClearance*side, g.top + roofClearance*side, g.z1 + wallClearance*side}}
}

// distance returns the horizontal distance from a point to a box.
func (g *groundBox) distance(p Vec) float64 {
	return math.Hypot(max(g.x0-p.X, p.X-g.x1, 0), max(g.z0-p.Z, p.Z-g.z1, 0))
}

// holds reports whether p is inside b, not on its border.
func (b Box) holds(p Vec) bool {
	return p.X > b.Min.X && p.X < b.Max.X && p.Y > b.Min.Y && p.Y < b.Max.Y && p.Z > b.Min.Z && p.Z < b.Max.Z
}

// exit returns the distance after which a ray from inside b leaves it.
func (b Box) exit(r Ray) float64 {
	way := math.Inf(1)
	for axis := range 3 {
		d, to := r.Dir.axis(axis), b.Max.axis(axis)
		if d < 0 {
			to = b.Min.axis(axis)
		}
		if d != 0 {
			way = min(way, (to-r.Origin.axis(axis))/d)
		}
	}
	return way
}

// visit calls each, in order, for the items below boxes that enter accepts. n is the number of all items.
func (t boxTree) visit(n int, enter func(*groundBox) bool, each func(int)) {
	var down func(level, i int)
	down = func(level, i int) {
		if level >= 0 && !enter(&t[level][i]) {
			return
		}
		count := n
		if level > 0 {
			count = len(t[level-1])
		}
		first := i * fanout
		for k := first; k < min(first+fanout, count); k++ {
			if level > 0 {
				down(level-1, k)
			} else {
				each(k)
			}
		}
	}
	if len(t) == 0 {
		down(-1, 0)
		return
	}
	for i := range t[len(t)-1] {
		down(len(t)-1, i)
	}
}
