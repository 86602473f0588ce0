package drawing

import (
	"math"

	"github.com/g3n/engine/core"

	"memcity/city/scene"
	"memcity/city/trees"
	"memcity/layout"
	"memcity/words"
)

// grid draws squares on the ground around the city, and prints their unit in front of it. A building whose base is as large as a square has
// about that size.
type grid struct{ core.Node }

// Sizes of the grid, relative to the longer side of the ground, and in density-independent pixels.
const (
	gridReach  = 1.5   // from the middle to the ends of the lines
	gridWidth  = 1.0   // in dp
	unitDepth  = 0.017 // depth of the strip with the unit
	unitLength = 0.5   // and its length
	maxGrid    = 200   // lines in each direction
)

// Draw draws the lines.
func (*grid) Draw(p *pass) error {
	if p.to.Plan == nil {
		return nil
	}
	side, _, ok := p.to.Plan.GridUnit()
	if !ok {
		return nil
	}
	of := groundOf(p.to)
	x, z := of.Center()
	reach := gridReach * max(of.W, of.D)
	count := min(2*int(reach/side)+1, maxGrid)
	program := p.programs.grid
	p.use(flatMaterial, program)
	program.Vec4("square", [4]float32{float32(x), float32(z), float32(side), float32(reach)})
	program.Int("count", int32(count))
	program.Float("width", float32(math.Max(p.v.dp(gridWidth)*float64(p.f.width)/float64(p.v.Width), 1)))
	program.Vec4("ink", p.v.gridInk())
	p.empty.Bind(0)
	p.d.DrawTriangles(2 * 6 * count)
	return nil
}

// gridInk returns the color of the lines, slightly darker than the ground, or lighter in the dark.
func (v *View) gridInk() [4]float32 {
	if v.Dark {
		return [4]float32{0.55, 0.63, 0.75, 0.13}
	}
	return [4]float32{0.25, 0.33, 0.45, 0.13}
}

// unitStrip returns the strip on the ground for the unit of the grid, in front of the slab.
func unitStrip(c *scene.City) layout.Rect {
	of := groundOf(c)
	side := max(of.W, of.D)
	return layout.Rect{X: of.X, Z: of.Z + of.D + 0.7*unitDepth*side, W: unitLength * of.W, D: unitDepth * side}
}

// unitText returns the printed unit of the grid.
func unitText(unit trees.Unit, value int64) string {
	if unit == trees.Objects {
		return "1 square: about " + words.Plural(value, "object", "objects")
	}
	return "1 square: about " + words.ShortAmount(unit, value)
}
