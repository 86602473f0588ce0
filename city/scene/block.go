package scene

import (
	"math"
	"slices"

	"memcity/city/trees"
	"memcity/layout"
	"memcity/words"
)

// Block is a flat body for all groups of a district that have no plot of their own, at one GC point. Its area is that of one building with
// their total objects or bytes. The sum of their own areas would be too large in square root mode, where a thousand groups of one object
// take a thousand times the area of one.
type Block struct {
	District int32       // index into City.Districts
	Plot     layout.Rect // reserved ground
	Base     layout.Rect // current footprint
	Bottom   float64     // height of the slab under it
	Height   float64     // the same for all blocks; 0 if it is currently empty
	Color    RGB

	Groups         int // groups of the district with objects at this GC point
	Objects, Bytes int64
	Needs          int // smallest child count at which all of them have plots
}

// planBlock is a block at every GC point.
type planBlock struct {
	district int32
	nodes    []int32 // children of the district
	plot     layout.Rect
	bottom   float64
	most     int64   // maximum of the sum; only if it was computed for this plan
	weight   float64 // weight of that maximum, including room to grow
	needs    int     // see [Block.Needs]
}

// blockHeight is the height of a block in slabs. A small block is no higher than a building of its area.
const blockHeight = 0.8

// Name returns the block's label, such as "177 smaller".
func (b *Block) Name() string { return words.Count(int64(b.Groups)) + " smaller" }

// Box returns the block's body.
func (b *Block) Box() Box {
	return Box{Vec{b.Base.X, b.Bottom, b.Base.Z}, Vec{b.Base.X + b.Base.W, b.Bottom + b.Height, b.Base.Z + b.Base.D}}
}

// amountOf returns the total of some groups at a GC point, and the number of groups with objects.
func amountOf(s *trees.Series, point int, nodes []int32) (sum trees.Amount, groups int) {
	for _, n := range nodes {
		a := s.Amount(point, n)
		if a.Objects > 0 {
			groups++
		}
		sum.Add(a)
	}
	return sum, groups
}

// mostOf returns the largest total of some groups at any GC point of the recording or in the baseline.
func (p *Plan) mostOf(unit trees.Unit, nodes []int32) int64 {
	most := p.Series.Max(p.whole.Window, unit, nodes)
	if b := p.Series.Baseline(); b != nil {
		var sum trees.Amount
		for _, n := range nodes {
			sum.Add(b.Scaled(n, p.whole.Objects[0].Max, p.whole.Bytes[0].Max))
		}
		most = max(most, sum.Of(unit))
	}
	return most
}

// leave makes a block of the children of a node without a plot, and returns its weight; 0 if all are empty.
func (b *planner) leave(node int32, out []int32) float64 {
	p := b.plan
	nodes := make([]int32, 0, len(out))
	for _, c := range out {
		if p.most(p.settings.Unit, c) > 0 {
			nodes = append(nodes, c)
		}
	}
	if len(nodes) == 0 {
		return 0
	}
	most := p.mostOf(p.settings.Unit, nodes)
	b.blocks[node] = planBlock{nodes: nodes, most: most, weight: p.weight(most)}
	return b.blocks[node].weight
}

// mostOf returns [Plan.mostOf] of the given children of a node, in ascending order. It uses the cached value if they form its block.
func (b *planner) mostOf(node int32, nodes []int32) int64 {
	if block, ok := b.blocks[node]; ok && slices.Equal(slices.Sorted(slices.Values(block.nodes)), nodes) {
		return block.most
	}
	return b.plan.mostOf(b.plan.settings.Unit, nodes)
}

// rest represents the block of a district among its children.
const rest int32 = -1

// weight returns the weight of a child of a node, or of its block for rest.
func (b *planner) weight(node, child int32) float64 {
	if child == rest {
		return b.blocks[node].weight
	}
	return b.weights[child]
}

// placeBlock reserves a cell for the block of a district.
func (b *planner) placeBlock(node int32, cell layout.Rect, district int32) {
	p := b.plan
	block := b.blocks[node]
	block.district, block.plot, block.bottom = district, cell.Scaled(buildingSide), float64(p.Series.Nodes[node].Level+1)
	p.addBlock(block)
}

// addBlock adds a block. It becomes the target of every group in it.
func (p *Plan) addBlock(block planBlock) {
	index := int32(len(p.blocks))
	for _, n := range block.nodes {
		for in := n; in < p.Series.Nodes[n].End; in++ {
			p.target[in] = Target{OnBlock, index}
		}
	}
	block.needs = 0
	for n := range p.Series.Nodes.Children(p.districts[block.district].node) {
		if p.most(p.settings.Unit, n) > 0 {
			block.needs++
		}
	}
	p.blocks = append(p.blocks, block)
}

// blockAt returns a block at a GC point. Its color is between that of its slab and that of buildings.
func (p *Plan) blockAt(point int, index int32, palette *Palette) Block {
	pb := &p.blocks[index]
	d := &p.districts[pb.district]
	sum, groups := amountOf(p.Series, point, pb.nodes)
	b := Block{District: pb.district, Plot: pb.plot, Bottom: pb.bottom, Groups: groups, Objects: sum.Objects, Bytes: sum.Bytes,
		Needs: pb.needs, Color: palette.level(d.level, p.levels).mix(palette.Growth(0), 0.5)}
	b.Base = pb.plot.Scaled(math.Sqrt(min(p.settings.Area.weigh(sum.Of(p.settings.Unit))/pb.weight, 1)))
	b.Height = min(blockHeight*p.SlabHeight, buildingHeight(b.Base.Area()))
	return b
}

// keepBlocks copies the blocks of the previous plan. New groups of a district with a block join the block.
func (b *planner) keepBlocks() {
	for _, block := range b.anchor.plan.blocks {
		block.nodes = b.left(&block)
		b.plan.addBlock(block)
	}
}

// left returns the content of a block of the previous plan if plots are kept, in ascending order.
func (b *planner) left(block *planBlock) (nodes []int32) {
	a, p := b.anchor, b.plan
	nodes = make([]int32, 0, len(block.nodes))
	for c := range p.Series.Nodes.Children(a.nodes[a.plan.districts[block.district].node]) {
		if !a.targets[c].OfGroup() && p.most(p.settings.Unit, c) > 0 {
			nodes = append(nodes, c)
		}
	}
	return nodes
}

// blocksFit reports whether every block of the previous plan still fits its plot.
func (b *planner) blocksFit() bool {
	p := b.plan
	for i := range b.anchor.plan.blocks {
		old := &b.anchor.plan.blocks[i]
		if p.settings.Area.weigh(b.mostOf(b.anchor.nodes[b.anchor.plan.districts[old.district].node], b.left(old))) > old.weight {
			return false
		}
	}
	return true
}

// deservesBlock reports whether a district of the previous plan needs a block and has none.
func (b *planner) deservesBlock(district int32) bool {
	old := &b.anchor.plan.districts[district]
	block, ok := b.blocks[b.anchor.nodes[old.node]]
	return ok && block.weight > deservingShare*b.weights[0] && !slices.Contains(old.children, rest)
}
