package scene

import (
	"math"

	"memcity/layout"
)

// fanout is the number of boxes under one node of the index.
const fanout = 8

// index contains packed trees of bounding boxes for a plan's buildings, slabs and blocks. Boxes are in treemap order. Neighbors in the list
// are neighbors on the ground, so they need no sorting.
type index struct{ buildings, slabs, blocks boxTree }

// boxTree has one box per fanout items in its first level, and so on upwards. It has no level if there is at most one item.
type boxTree [][]groundBox

type groundBox struct{ x0, z0, x1, z1, top float64 }

func newIndex(p *Plan) *index {
	buildings := make([]groundBox, len(p.buildings))
	for i := range p.buildings {
		b := &p.buildings[i]
		buildings[i] = newGroundBox(b.plot, b.bottom+buildingHeight(b.plot.Area()))
	}
	slabs := make([]groundBox, len(p.districts))
	for i := range p.districts {
		d := &p.districts[i]
		slabs[i] = newGroundBox(d.plot, float64(d.level+1)*p.SlabHeight)
	}
	blocks := make([]groundBox, len(p.blocks))
	for i := range p.blocks {
		blocks[i] = newGroundBox(p.blocks[i].plot, p.blocks[i].bottom+blockHeight*p.SlabHeight)
	}
	return &index{newBoxTree(buildings), newBoxTree(slabs), newBoxTree(blocks)}
}

func newGroundBox(r layout.Rect, top float64) groundBox {
	return groundBox{r.X, r.Z, r.X + r.W, r.Z + r.D, top}
}

func newBoxTree(boxes []groundBox) boxTree {
	var levels boxTree
	for len(boxes) > 1 {
		boxes = enclose(boxes)
		levels = append(levels, boxes)
	}
	return levels
}

// enclose returns one box per fanout consecutive boxes.
func enclose(boxes []groundBox) []groundBox {
	up := make([]groundBox, 0, (len(boxes)+fanout-1)/fanout)
	for i := 0; i < len(boxes); i += fanout {
		all := boxes[i]
		for _, b := range boxes[i+1 : min(i+fanout, len(boxes))] {
			all = groundBox{min(all.x0, b.x0), min(all.z0, b.z0), max(all.x1, b.x1), max(all.z1, b.z1), max(all.top, b.top)}
		}
		up = append(up, all)
	}
	return up
}

func (g groundBox) box() Box { return Box{Vec{g.x0, 0, g.z0}, Vec{g.x1, g.top, g.z1}} }

// Pick returns the first hit of a ray: a building, a block, a district's slab, or the ground, and the point of the hit. Masts, and heights
// of the expert mode, may exceed the boxes of the index; then Pick tries all buildings. The cost is logarithmic in the buildings for rays
// from above.
func (c *City) Pick(r Ray) (t Target, at Vec) {
	if c.Plan == nil || c.Plan.index == nil {
		return c.pickGround(r)
	}
	hit := nearest{distance: math.Inf(1), rise: 1}
	if c.Compared != nil {
		hit.rise = 2
	}
	if c.stepped || c.Plan.masts != nil {
		c.pickRange(r, OnBuilding, 0, len(c.Buildings), &hit)
	} else {
		c.pickTree(r, OnBuilding, c.Plan.index.buildings, &hit)
	}
	c.pickTree(r, OnBlock, c.Plan.index.blocks, &hit)
	c.pickTree(r, OnDistrict, c.Plan.index.slabs, &hit)
	if hit.target.Kind == Nothing {
		return c.pickGround(r)
	}
	return hit.target, r.At(hit.distance)
}

// nearest is the first hit of a ray so far. At equal distance, the target tried first wins.
type nearest struct {
	target   Target
	distance float64
	rise     float64 // largest ratio of a height to the height in the index
}

func (n *nearest) try(box Box, r Ray, t Target) {
	if d, ok := box.Hit(r); ok && d < n.distance {
		n.target, n.distance = t, d
	}
}

func (c *City) pickTree(r Ray, kind Kind, tree boxTree, hit *nearest) {
	if len(tree) == 0 {
		c.pickRange(r, kind, 0, fanout, hit)
		return
	}
	top := len(tree) - 1
	for i := range tree[top] {
		c.pickNode(r, kind, tree, top, i, hit)
	}
}

func (c *City) pickNode(r Ray, kind Kind, tree boxTree, level, i int, hit *nearest) {
	g := tree[level][i]
	g.top *= hit.rise
	if d, ok := g.box().Hit(r); !ok || d >= hit.distance {
		return
	}
	first := i * fanout
	if level == 0 {
		c.pickRange(r, kind, first, first+fanout, hit)
		return
	}
	for k := first; k < min(first+fanout, len(tree[level-1])); k++ {
		c.pickNode(r, kind, tree, level-1, k, hit)
	}
}

// pickRange tries the buildings, blocks or slabs with index in [from, to).
func (c *City) pickRange(r Ray, kind Kind, from, to int, hit *nearest) {
	switch kind {
	case OnDistrict:
		for i := from; i < min(to, len(c.Districts)); i++ {
			hit.try(c.Districts[i].slab(c.Plan.SlabHeight), r, Target{kind, int32(i)})
		}
		return
	case OnBlock:
		for i := from; i < min(to, len(c.Blocks)); i++ {
			if b := &c.Blocks[i]; b.Height > 0 {
				hit.try(b.Box(), r, Target{kind, int32(i)})
			}
		}
		return
	}
	for i := from; i < min(to, len(c.Buildings)); i++ {
		if c.Buildings[i].Top() <= 0 && c.Buildings[i].Mast == nil {
			continue
		}
		for _, body := range c.Buildings[i].solids() {
			if body.Max.Y > body.Min.Y {
				hit.try(body, r, Target{kind, int32(i)})
			}
		}
	}
}

// slab returns the body of the district's slab for slabs of height h.
func (d *District) slab(h float64) Box {
	return Box{Vec{d.Plot.X, float64(d.Level) * h, d.Plot.Z}, Vec{d.Plot.X + d.Plot.W, float64(d.Level+1) * h, d.Plot.Z + d.Plot.D}}
}

func (c *City) pickGround(r Ray) (Target, Vec) {
	if r.Dir.Y >= 0 {
		return Target{}, Vec{}
	}
	return Target{Kind: OnGround}, r.At(-r.Origin.Y / r.Dir.Y)
}

// Box returns the building's body, including the removed part, or around both halves.
func (b *Building) Box() Box {
	return Box{Vec{b.Base.X, b.Bottom, b.Base.Z}, Vec{b.Base.X + b.Base.W, b.Bottom + b.Top(), b.Base.Z + b.Base.D}}
}

// Box returns the body of a building or block, or of a district with everything on it. ok is false for other targets.
func (c *City) Box(t Target) (box Box, ok bool) {
	switch t.Kind {
	case OnBuilding:
		return c.Buildings[t.Index].Box(), true
	case OnBlock:
		return c.Blocks[t.Index].Box(), true
	case OnDistrict:
		d := &c.Districts[t.Index]
		box = d.slab(c.Plan.SlabHeight)
		for i := d.First; i < d.End; i++ {
			box.Max.Y = max(box.Max.Y, c.Buildings[i].Box().Max.Y)
		}
		return box, true
	}
	return Box{}, false
}
