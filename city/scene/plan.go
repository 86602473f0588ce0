package scene

import (
	"cmp"
	"math"
	"slices"

	"memcity/city/trees"
	"memcity/layout"
)

// Proportions of a plan. Streets and label strips have absolute widths over the whole plan, so that they are not wide in small districts.
// They are limited to a share of the district's shorter side, so that room for buildings remains.
const (
	groundAspect = 1.2   // width over depth of the ground
	buildingSide = 0.88  // side of a building's plot over that of its cell; the rest is a gap
	streetWidth  = 0.003 // gap around a district, as a share of the side of the ground
	borderWidth  = 0.004 // free rim of a slab
	labelDepth   = 0.016 // strip in front for the name
	maxStreet    = 0.04  // of the shorter side
	maxBorder    = 0.05
	maxLabel     = 0.13
	slabShare    = 0.006 // height of a slab as a share of the side of the ground
)

// Plan reserves a plot for every shown group of a series: the squarified treemap of the max tree (Memory Cities, section V). Plots keep
// their place at every GC point and in every window. Read-only once built.
type Plan struct {
	Series *trees.Series
	Meta   *trees.Meta // over the window, for growth

	Ground     layout.Rect
	SlabHeight float64

	whole     *trees.Meta // over all GC points, for the layout
	settings  Settings
	districts []planDistrict // pre-order
	buildings []planBuilding // in the order of the districts' plots
	blocks    []planBlock    // groups without a plot, by district
	hidden    []int32        // nodes without a plot whose parents are shown
	target    []Target       // by node
	levels    int32          // of districts
	largest   int32          // building with the largest maximum; -1 if there is none
	// largestValue is that maximum, in the plan's unit.
	largestValue int64
	overlaps     bool           // true if some group is smaller than the sum of its children
	maxGrowth    int64          // of any building, in the plan's unit
	growers      []int32        // buildings by descending growth
	unseen       []int64        // growth of the leaf groups without a plot that grew, descending
	ranks        []int32        // by building: its 1-based place in growers
	repeated     map[int32]bool // nodes of buildings with ambiguous names
	strong       []bool         // by node; true if it or a group in it grew strongly
	matters      int64          // heap growth that growth is compared with; see [Plan.RedGrowth]
	index        *index
	roomy        bool            // true if plots have room to grow; see [NewRoomyPlan]
	masts        trees.PodMaxima // largest pod value by node; nil without a fleet
}

type planDistrict struct {
	node, parent, level int32
	first, end          int32 // buildings
	plot, label         layout.Rect
	children            []int32 // shown children, by node of the series, and rest for a block, in row order
	rows                []layout.Row
}

type planBuilding struct {
	node, district int32
	plot           layout.Rect
	bottom         float64
	weight         float64 // weight of the maximum, including room to grow
}

// weigh returns the layout weight of a value: the value or its square root.
func (a Area) weigh(value int64) float64 {
	if value <= 0 {
		return 0
	}
	if a == Linear {
		return float64(value)
	}
	return math.Sqrt(float64(value))
}

// NewPlan lays out the meta trees of a series, including its baseline, by the unit, area mode and child count of the settings. Lengths
// are in meters: the area of all building plots equals the sum of their weights. A group of 70,000 objects gets about 264.6 square meters
// in square root mode. The layout depends on all GC points, growth on the window of m. The cost is n log n in the nodes of the series.
func NewPlan(s *trees.Series, m *trees.Meta, settings Settings) *Plan {
	return (&planner{plan: &Plan{Series: s, Meta: m, whole: wholeMeta(s, m), settings: settings.Normal()}}).layOut()
}

// wholeMeta returns the meta trees over all points of a series: m if its window includes them.
func wholeMeta(s *trees.Series, m *trees.Meta) *trees.Meta {
	all := trees.Window{To: max(s.Len()-1, 0)}
	if m.Window == all {
		return m
	}
	return trees.NewMeta(s, all)
}

// Over returns the plan with the growth over the window of m, which belongs to the series of p. All plots and indexes stay the same. The
// cost is n log n in the buildings.
func (p *Plan) Over(m *trees.Meta) *Plan {
	next := *p
	next.Meta, next.maxGrowth, next.unseen = m, 0, nil
	next.rankGrowth()
	next.overlaps = overlaps(p.Series, m.Window.To)
	return &next
}

// planner lays out a plan on ground of area 1.
type planner struct {
	plan    *Plan
	anchor  *anchor // earlier plan to resemble; nil for none
	ground  layout.Rect
	weights []float64           // of shown groups, by node
	shown   [][]int32           // children with a plot, and rest, largest first, by node
	blocks  map[int32]planBlock // by node of their districts
}

func (b *planner) layOut() *Plan {
	p := b.plan
	nodes := p.Series.Nodes
	p.target, p.largest = make([]Target, len(nodes)), -1
	if len(nodes) == 0 {
		return p
	}
	b.weigh()
	if b.weights[0] <= 0 {
		p.hidden = []int32{0}
	}
	width := math.Sqrt(groundAspect)
	b.ground = layout.Rect{W: width, D: 1 / width}
	b.place(0, b.ground, -1)
	p.scale(b.ground)
	p.finish()
	return p
}

// weigh chooses the shown groups and computes their weights.
func (b *planner) weigh() {
	p := b.plan
	b.weights, b.shown = make([]float64, len(p.Series.Nodes)), make([][]int32, len(p.Series.Nodes))
	b.blocks = map[int32]planBlock{}
	p.strong = strong(p.Series, p.whole)
	p.findMasts()
	b.prune(0)
}

// finish computes the fields that depend on the plots.
func (p *Plan) finish() {
	p.findLargest()
	p.rankGrowth()
	p.findRepeated()
	p.overlaps = overlaps(p.Series, p.Meta.Window.To)
	p.index = newIndex(p)
}

// prune chooses the shown children, which are the largest and the strongly growing ones, and adds up weights.
func (b *planner) prune(node int32) {
	p := b.plan
	nodes := p.Series.Nodes
	if p.Series.IsLeaf(node) {
		b.weights[node] = p.weight(p.claim(node))
		return
	}
	children := slices.Collect(nodes.Children(node))
	rank := func(c int32) float64 { return b.anchor.rank(c, p.claim(c)) }
	slices.SortStableFunc(children, func(x, y int32) int { return cmp.Compare(rank(y), rank(x)) })
	kept, out := children, []int32(nil)
	if n := p.settings.Children; n != AllChildren && len(children) > n {
		kept, out = append(make([]int32, 0, len(children)), children[:n]...), make([]int32, 0, len(children)-n)
		for _, c := range children[n:] {
			if p.strong[c] {
				kept = append(kept, c)
			} else {
				out = append(out, c)
			}
		}
	}
	p.hidden = append(p.hidden, out...)
	shown := kept[:0:0]
	for _, c := range kept {
		before := len(p.hidden)
		b.prune(c)
		if b.weights[c] > 0 {
			shown = append(shown, c)
			b.weights[node] += b.weights[c]
		} else { // a group without a plot includes everything below it
			p.hidden, out = append(p.hidden[:before], c), append(out, c)
		}
	}
	if weight := b.leave(node, out); weight > 0 {
		shown = append(shown, rest)
		b.weights[node] += weight
	}
	slices.SortStableFunc(shown, func(x, y int32) int { return cmp.Compare(b.weight(node, y), b.weight(node, x)) })
	b.shown[node] = shown
}

// place reserves a cell for a node and its subtree.
func (b *planner) place(node int32, cell layout.Rect, district int32) {
	p := b.plan
	if b.weights[node] <= 0 {
		return
	}
	if p.Series.IsLeaf(node) {
		p.target[node] = Target{OnBuilding, int32(len(p.buildings))}
		p.buildings = append(p.buildings, planBuilding{node: node, district: district,
			plot: cell.Scaled(buildingSide), weight: b.weights[node], bottom: float64(p.Series.Nodes[node].Level)})
		return
	}
	d := planDistrict{node: node, parent: district, level: p.Series.Nodes[node].Level, first: int32(len(p.buildings))}
	d.plot = cell
	if district >= 0 {
		street := min(streetWidth, maxStreet*min(cell.W, cell.D))
		d.plot = cell.Inset(street, street, street, street)
	}
	short := min(d.plot.W, d.plot.D)
	border := min(borderWidth, maxBorder*short)
	front := max(border, min(labelDepth, maxLabel*d.plot.D))
	inner := d.plot.Inset(border, border, border, front)
	d.label = layout.Rect{X: inner.X, Z: inner.Z + inner.D, W: inner.W, D: front}
	at := int32(len(p.districts))
	p.districts = append(p.districts, d)
	p.target[node] = Target{OnDistrict, at}

	children, cells, rows := b.divide(node, inner)
	p.districts[at].children, p.districts[at].rows = children, rows
	for i, c := range children {
		if c == rest {
			b.placeBlock(node, cells[i], at)
		} else {
			b.place(c, cells[i], at)
		}
	}
	p.districts[at].end = int32(len(p.buildings))
	p.levels = max(p.levels, d.level+1)
}

// scale converts the unit ground to meters.
func (p *Plan) scale(ground layout.Rect) {
	area, weight := 0.0, 0.0
	for i := range p.buildings {
		area += p.buildings[i].plot.Area()
		weight += p.buildings[i].weight
	}
	f := 1.0
	if area > 0 {
		f = math.Sqrt(weight / area)
	}
	grow := func(r layout.Rect) layout.Rect { return layout.Rect{X: r.X * f, Z: r.Z * f, W: r.W * f, D: r.D * f} }
	p.Ground = grow(ground)
	p.SlabHeight = slabShare * f
	for i := range p.districts {
		d := &p.districts[i]
		d.plot, d.label = grow(d.plot), grow(d.label)
	}
	for i := range p.buildings {
		b := &p.buildings[i]
		b.plot = grow(b.plot)
		b.bottom *= p.SlabHeight
	}
	for i := range p.blocks {
		b := &p.blocks[i]
		b.plot = grow(b.plot)
		b.bottom *= p.SlabHeight
	}
}

// rankedBuilding is a building with its sort keys.
type rankedBuilding struct {
	growth, most int64
	building     int32
}

// rankGrowth ranks buildings by growth. Ties are ordered by maximum, then by place.
func (p *Plan) rankGrowth() {
	changes := p.Meta.Of(p.settings.Unit)
	p.matters = heapGrowth(p.Series, p.settings.Unit)
	growers := make([]rankedBuilding, len(p.buildings))
	for i := range growers {
		node := p.buildings[i].node
		growers[i] = rankedBuilding{changes[node].Growth(), changes[node].Max, int32(i)}
		p.maxGrowth = max(p.maxGrowth, growers[i].growth)
	}
	slices.SortFunc(growers, func(a, b rankedBuilding) int {
		if c := cmp.Compare(b.growth, a.growth); c != 0 {
			return c
		}
		return cmp.Or(cmp.Compare(b.most, a.most), cmp.Compare(a.building, b.building))
	})
	p.growers, p.ranks = make([]int32, len(growers)), make([]int32, len(growers))
	for rank, g := range growers {
		p.growers[rank] = g.building
		p.ranks[g.building] = int32(rank + 1)
	}
	for _, n := range p.hidden {
		for leaf := n; leaf < p.Series.Nodes[n].End; leaf++ {
			if growth := changes[leaf].Growth(); growth > 0 && p.Series.IsLeaf(leaf) {
				p.unseen = append(p.unseen, growth)
			}
		}
	}
	slices.SortFunc(p.unseen, func(x, y int64) int { return cmp.Compare(y, x) })
}

// Bounds returns the box that encloses the city at every GC point.
func (p *Plan) Bounds() Box {
	top := p.SlabHeight
	for i := range p.buildings {
		b := &p.buildings[i]
		top = max(top, b.bottom+buildingHeight(b.plot.Area()))
		if p.masts != nil {
			top = max(top, b.bottom+p.mastHeight(b, p.masts[b.node].Of(p.settings.Unit)))
		}
	}
	g := p.Ground
	return Box{Vec{g.X, 0, g.Z}, Vec{g.X + g.W, top, g.Z + g.D}}
}

// Target returns the building, district or block of a node of the series; Nothing if the node is empty. Indexes are the same in every city
// of this plan.
func (p *Plan) Target(node int32) Target { return p.target[node] }

// Node returns the series node of a building or district of this plan; ok is false for other targets.
func (p *Plan) Node(t Target) (node int32, ok bool) {
	switch {
	case t.Kind == OnBuilding && int(t.Index) < len(p.buildings):
		return p.buildings[t.Index].node, true
	case t.Kind == OnDistrict && int(t.Index) < len(p.districts):
		return p.districts[t.Index].node, true
	}
	return 0, false
}

// Find returns the building or district with the given key, or the block that contains the group.
func (p *Plan) Find(key string) Target {
	if key == "" {
		return Target{}
	}
	if node, ok := p.Series.Find(key); ok {
		return p.target[node]
	}
	return Target{}
}

// Name returns the last part of a node's path.
func (p *Plan) Name(node int32) string { return p.Series.Name(node) }

// Settings returns the settings that the plan was made with.
func (p *Plan) Settings() Settings { return p.settings }

// hiddenGrowers counts the leaf groups without a plot that grew by more than growth.
func (p *Plan) hiddenGrowers(growth int64) int {
	n, _ := slices.BinarySearchFunc(p.unseen, growth, func(have, than int64) int {
		if have > than {
			return -1
		}
		return 1
	})
	return n
}

// Rank returns the 1-based rank of a building by growth over the window.
func (p *Plan) Rank(building int32) int { return int(p.ranks[building]) }

// findLargest finds the largest building at any GC point of the recording or in the baseline.
func (p *Plan) findLargest() {
	read := p.read()
	for i := range p.buildings {
		if value := p.mostRead(p.buildings[i].node, read); p.largest < 0 || value > p.largestValue {
			p.largest, p.largestValue = int32(i), value
		}
	}
}

// Largest returns the node and value of the largest building at any GC point of the recording or in the baseline, in the plan's unit. Points
// that have only counts, which include garbage, do not matter if others have objects. ok is false if there is no building.
func (p *Plan) Largest() (node int32, value int64, ok bool) {
	if p.largest < 0 {
		return 0, 0, false
	}
	return p.buildings[p.largest].node, p.largestValue, true
}

// Levels returns the number of district levels.
func (p *Plan) Levels() int { return int(p.levels) }

// MaxGrowth returns the largest growth of any building over the window, in the plan's unit; 0 if none grew.
func (p *Plan) MaxGrowth() int64 { return p.maxGrowth }
