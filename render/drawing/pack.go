package drawing

import (
	"slices"
	"unsafe"

	"github.com/g3n/engine/math32"

	"memcity/city/scene"
	"memcity/city/trees"
	"memcity/layout"
)

// instance is a box in the format of the vertex shader, with both tween ends.
type instance struct {
	Base0, Base1         [4]float32 // x0, z0, x1, z1
	Bottom, H0, H1, Kind float32
	Color0, Color1       [4]uint8 // sRGB and opacity
}

const instanceSize = int(unsafe.Sizeof(instance{}))

// Kinds of instances.
const (
	kindDusty    = -8 // building with a dusty roof; the dusty share is subtracted
	kindShrunk   = -2 // building that shrank; the strength of its roof color is subtracted
	kindNew      = -1 // building that did not exist at the start of the window
	kindBuilding = 0
	kindSlab     = 1
	// kindPart and above: part of a building.
)

// chunkSize is the number of instances that are culled together. Chunks of 256 to 16,384 cost the same to draw. Small ones follow districts
// more closely.
const chunkSize = 256

// chunk is a run of instances and their bounds over the whole tween.
type chunk struct {
	first, count int
	marked       bool // contains dust, storeys or dashes, which plain programs do not draw
	bounds       math32.Box3
}

// packed is a pair of cities as instances: slabs, blocks, opaque buildings and translucent buildings, each in the order of the plan.
type packed struct {
	instances []instance
	mast      []int32      // instance of the mast of each building, -1 for none; nil if no building has one
	solid     int          // number of instances before the translucent ones
	place     []int32      // instance of each building; for parts, the top opaque one
	tops      [][2]float32 // heights of buildings in parts at both ends, including parts that are gone; nil without parts
	wholes    []instance   // bodies of the buildings; nil unless they are in halves
	slabs     int
	blocks    int // instance of the first block; the others follow
	chunks    []chunk
	bounds    scene.Box
}

// pack fills p with two cities of the same plan; from may be to. It reuses memory. Marks override colors.
func (p *packed) pack(from, to *scene.City, marks map[int32]scene.RGB) {
	n := len(to.Districts) + len(to.Blocks) + len(to.Buildings)
	if masts(from) || masts(to) {
		n += len(to.Buildings)
	}
	if inParts(from, to) {
		n += 2*len(to.Buildings) + 1
	}
	if cap(p.instances) < n {
		p.instances = make([]instance, 0, n)
	}
	p.instances = p.instances[:0]
	slab, of := slabHeight(to), areaUnit(to)
	for i := range to.Districts {
		a, b := &from.Districts[i], &to.Districts[i]
		bottom := float32(float64(b.Level) * slab)
		p.instances = append(p.instances, instance{
			Base0: corners(a.Plot), Base1: corners(b.Plot), Bottom: bottom, H0: float32(slab), H1: float32(slab),
			Kind: kindSlab, Color0: opaque(a.Color), Color1: opaque(b.Color),
		})
	}
	p.slabs = len(p.instances)
	p.packBlocks(from, to)
	if in, ok := kiosk(to); ok {
		p.instances = append(p.instances, in)
	}
	p.packMasts(from, to)
	if len(p.place) != len(to.Buildings) {
		p.place = make([]int32, len(to.Buildings))
	}
	p.wholes = nil
	switch {
	case halved(from) || halved(to):
		p.packHalves(from, to, marks)
	case inStoreys(from, to):
		p.packStoreys(from, to, marks)
	case inParts(from, to):
		p.packParts(from, to, marks)
	default:
		p.packWhole(from, to, of, marks)
	}
	p.chunk()
}

// packBlocks packs the groups that districts leave out. Blocks are opaque and lit like slabs, without darkened feet.
func (p *packed) packBlocks(from, to *scene.City) {
	p.blocks = len(p.instances)
	for i := range to.Blocks {
		a, b := &from.Blocks[i], &to.Blocks[i]
		p.instances = append(p.instances, instance{
			Base0: corners(a.Base), Base1: corners(b.Base), Bottom: float32(b.Bottom), H0: float32(a.Height), H1: float32(b.Height),
			Kind: kindSlab, Color0: opaque(a.Color), Color1: opaque(b.Color),
		})
	}
}

// packWhole packs undivided buildings: first those that are opaque at both ends, then the others.
func (p *packed) packWhole(from, to *scene.City, of trees.Unit, marks map[int32]scene.RGB) {
	p.tops = nil
	for pass := range 2 {
		for i := range to.Buildings {
			a, b := &from.Buildings[i], &to.Buildings[i]
			if solid := a.Opacity >= 1 && b.Opacity >= 1; solid == (pass == 0) {
				p.place[i] = int32(len(p.instances))
				p.instances = append(p.instances, buildingInstance(a, b, of, marks, int32(i)))
			}
		}
		if pass == 0 {
			p.solid = len(p.instances)
		}
	}
}

func buildingInstance(a, b *scene.Building, of trees.Unit, marks map[int32]scene.RGB, i int32) instance {
	in := instance{
		Base0: corners(a.Base), Base1: corners(b.Base), Bottom: float32(b.Bottom),
		H0: float32(a.Height), H1: float32(b.Height), Kind: kindBuilding,
		Color0: withOpacity(a.Color, a.Opacity), Color1: withOpacity(b.Color, b.Opacity),
	}
	if changeOf(a, of) == appeared || changeOf(b, of) == appeared {
		in.Kind = kindNew
	} else if b.Shrunk > 0 {
		in.Kind = kindShrunk - float32(b.Shrunk)
	}
	if b.Dust > 0 {
		in.Kind = kindDusty - float32(b.Dust)
	}
	if c, ok := marks[i]; ok {
		in.Kind = max(in.Kind, kindNew) // show the mark on the roof too
		in.Color0, in.Color1 = withOpacity(c, a.Opacity), withOpacity(c, b.Opacity)
	}
	return in
}

// eased returns the visible progress of a tween at time t, as in the shaders.
func eased(t float32) float32 { return t * t * (3 - 2*t) }

// height returns the height of an instance at time t of a tween.
func (in *instance) height(t float32) float32 { return in.H0 + (in.H1-in.H0)*eased(t) }

// fold makes the values of a tween at time t its start.
func (p *packed) fold(t float32) {
	t = eased(t)
	for i := range p.instances {
		in := &p.instances[i]
		for k := range in.Base0 {
			in.Base0[k] += (in.Base1[k] - in.Base0[k]) * t
			in.Color0[k] = uint8(float32(in.Color0[k]) + (float32(in.Color1[k])-float32(in.Color0[k]))*t + 0.5)
		}
		in.H0 += (in.H1 - in.H0) * t
	}
}

// retarget replaces the end of the tween and keeps its start.
func (p *packed) retarget(to *packed) {
	for i := range p.instances {
		in := &to.instances[i]
		old := &p.instances[i]
		in.Base0, in.H0, in.Color0 = old.Base0, old.H0, old.Color0
	}
	p.instances, to.instances = to.instances, p.instances
	p.chunk()
}

// chunk divides the instances into chunks, separately for opaque and translucent ones. It computes the bounds.
func (p *packed) chunk() {
	p.chunks = p.chunks[:0]
	for _, part := range [][2]int{{0, p.solid}, {p.solid, len(p.instances)}} {
		for first := part[0]; first < part[1]; first += chunkSize {
			c := chunk{first: first, count: min(chunkSize, part[1]-first)}
			c.enclose(p.instances[first : first+c.count])
			c.marked = slices.ContainsFunc(p.instances[first:first+c.count], func(in instance) bool { return in.marked() })
			p.chunks = append(p.chunks, c)
		}
	}
	p.bounds = scene.Box{}
	for i, c := range p.chunks {
		box := scene.Box{Min: wide(c.bounds.Min), Max: wide(c.bounds.Max)}
		if i > 0 {
			box = box.Union(p.bounds)
		}
		p.bounds = box
	}
}

func (c *chunk) enclose(instances []instance) {
	for i := range instances {
		in := &instances[i]
		box := math32.Box3{
			Min: math32.Vector3{X: min(in.Base0[0], in.Base1[0]), Y: in.Bottom, Z: min(in.Base0[1], in.Base1[1])},
			Max: math32.Vector3{X: max(in.Base0[2], in.Base1[2]), Y: in.Bottom + max(in.H0, in.H1), Z: max(in.Base0[3], in.Base1[3])},
		}
		if i == 0 {
			c.bounds = box
		} else {
			c.bounds.Union(&box)
		}
	}
}

// span is a run of instances to draw.
type span struct {
	first, count int
	marked       bool
}

// marked reports whether a box has more than plain edges. The kinds match city.vert.
func (in *instance) marked() bool {
	return in.Kind <= kindDusty || in.Kind == kindNew || in.Kind >= kindPart+kindStorey
}

// maxSpans is the maximum number of draw calls of one kind when parts of the city are culled.
const maxSpans = 16

// maxSwitches is the maximum number of additional draw calls for marked boxes.
const maxSwitches = 2

// visible returns the runs of instances in [from, to) whose chunks are in the picture. It bridges small gaps and reuses dst.
func (p *packed) visible(dst []span, from, to int, picture *math32.Frustum) []span {
	dst = dst[:0]
	switches := 0
	for i := range p.chunks {
		c := &p.chunks[i]
		if c.first < from || c.first >= to || !picture.IntersectsBox(&c.bounds) {
			continue
		}
		if n := len(dst); n > 0 {
			last := &dst[n-1]
			gap := c.first - (last.first + last.count)
			other := c.marked != last.marked && switches < maxSwitches
			if gap <= chunkSize && !other || n == maxSpans {
				last.count = c.first + c.count - last.first
				last.marked = last.marked || c.marked
				continue
			}
			if other {
				switches++
			}
		}
		dst = append(dst, span{c.first, c.count, c.marked})
	}
	return dst
}

func wide(v math32.Vector3) scene.Vec {
	return scene.Vec{X: float64(v.X), Y: float64(v.Y), Z: float64(v.Z)}
}

// slabHeight returns the height of a slab.
func slabHeight(c *scene.City) float64 {
	if c.Plan != nil {
		return c.Plan.SlabHeight
	}
	for i := range c.Buildings {
		if d := c.Buildings[i].District; d >= 0 {
			return c.Buildings[i].Bottom / float64(c.Districts[d].Level+1)
		}
	}
	return 0
}

func corners(r layout.Rect) [4]float32 {
	return [4]float32{float32(r.X), float32(r.Z), float32(r.X + r.W), float32(r.Z + r.D)}
}

func opaque(c scene.RGB) [4]uint8 { return [4]uint8{c.R, c.G, c.B, 255} }

func withOpacity(c scene.RGB, opacity float64) [4]uint8 {
	return [4]uint8{c.R, c.G, c.B, uint8(min(max(opacity, 0), 1)*255 + 0.5)}
}
