package drawing

import (
	"cmp"
	"math"
	"slices"
	"unsafe"

	"github.com/g3n/engine/core"

	"memcity/city/scene"
	"memcity/render/gfx"
)

// cone is a frustum in the format of the vertex shader.
type cone struct {
	From, To [4]float32 // x, z, and height of the roof at both ends of the tween
	Form     [4]float32 // radius at each end, lift of the arc, kind
	Color    [4]uint8
}

var coneLayout = []gfx.Attribute{
	{Location: 0, Components: 4, Offset: unsafe.Offsetof(cone{}.From)},
	{Location: 1, Components: 4, Offset: unsafe.Offsetof(cone{}.To)},
	{Location: 2, Components: 4, Offset: unsafe.Offsetof(cone{}.Form)},
	{Location: 3, Components: 4, Offset: unsafe.Offsetof(cone{}.Color), Bytes: true},
}

// Flags for the kind of a cone.
const (
	coneIncoming = 1
	coneBundle   = 2
)

var tubeLayout = []gfx.Attribute{{Location: 5, Components: 2}}

// Meshes of frustums: tubes, or ribbons that face the eye. If there are many frustums, most are thin and become ribbons. Only the largest
// are then tubes, with fewer sides. A vertex costs a software renderer as much as about twenty pixels.
const (
	fineSlices, fineSides   = 24, 16
	plainSlices, plainSides = 12, 6
	ribbonSlices            = 8
	maxFine                 = 400
	maxThrough              = 400  // maximum number that shine through buildings
	thinnestCone            = 1.3  // density-independent pixels
	arcLift                 = 0.17 // fraction of the distance over ground
)

// Shapes of frustums.
const (
	fineTube = iota
	plainTube
	ribbon
	shapes
)

// frustums draws the references of the selection.
type frustums struct {
	core.Node
	buffer          *gfx.Buffer
	meshes, indices [shapes]*gfx.Buffer
	arrays          [shapes]*gfx.Array
	indexCount      [shapes]int
	cones           []cone
	fine            int // number of tubes, which follow the ribbons
	references      []scene.Reference
	camera          scene.Camera
	of              *scene.City
	colorBlind      bool
	order           []coneOrder
}

type coneOrder struct {
	cone cone
	away float32
	size float64
}

func (r *frustums) init(d *gfx.Device) {
	r.buffer = d.NewBuffer()
	for i, shape := range [shapes][2]int{{fineSlices, fineSides}, {plainSlices, plainSides}, {ribbonSlices, 1}} {
		vertices, indices := tube(shape[0], shape[1])
		r.meshes[i] = d.NewBuffer()
		gfx.Upload(r.meshes[i], vertices)
		r.indices[i] = d.NewIndices(indices)
		r.indexCount[i] = len(indices)
		r.arrays[i] = d.NewArray(r.buffer, int(unsafe.Sizeof(cone{})), coneLayout, r.indices[i])
		r.arrays[i].AddVertices(r.meshes[i], 8, tubeLayout)
	}
}

// Dispose frees the buffers.
func (r *frustums) Dispose() {
	for i := range r.arrays {
		r.arrays[i].Delete()
		r.meshes[i].Delete()
		r.indices[i].Delete()
	}
	r.buffer.Delete()
}

// tube returns the mesh of an open tube. A vertex contains the fraction of the length and the angle. A tube with one side is a ribbon with
// edges at 0 and half a turn.
func tube(slices, sides int) (vertices [][2]float32, indices []uint16) {
	turn := float32(2 * math.Pi)
	if sides == 1 {
		turn = math.Pi
	}
	for i := range slices + 1 {
		for k := range sides + 1 {
			vertices = append(vertices, [2]float32{float32(i) / float32(slices), float32(k) / float32(sides) * turn})
		}
	}
	row := sides + 1
	for i := range slices {
		for k := range sides {
			a := uint16(i*row + k)
			b, c, d := a+1, a+uint16(row), a+uint16(row)+1
			indices = append(indices, a, b, c, c, b, d)
		}
	}
	return vertices, indices
}

// Draw draws the references of the view.
func (r *frustums) Draw(p *pass) error {
	s, v := p.Scene, p.v
	if len(v.References) == 0 {
		return nil
	}
	if r.of != s.to || r.camera != v.Camera || r.colorBlind != v.ColorBlind || !slices.Equal(r.references, v.References) {
		r.of, r.camera, r.colorBlind = s.to, v.Camera, v.ColorBlind
		r.references = append(r.references[:0], v.References...)
		r.build(s, v)
		gfx.Upload(r.buffer, r.cones)
	}
	if len(r.cones) == 0 {
		return nil
	}
	program := s.programs.frustum
	program.Use()
	p.f.set(program)
	p.f.setLight(program)
	program.Float("above", float32(fromAbove(&v.Camera)))
	program.Float("thinnest", float32(v.dp(thinnestCone))*float32(p.f.width)/float32(v.Width))
	if len(r.cones) <= maxThrough {
		program.Float("opacity", 0.2)
		r.draw(p, xrayMaterial, xrayTubeMaterial)
	}
	program.Float("opacity", 1)
	if fromAbove(&v.Camera) == 0 { // all frustums are opaque
		r.draw(p, ribbonMaterial, solidMaterial)
	} else {
		r.draw(p, glassRibbonMaterial, glassTubeMaterial)
	}
	return nil
}

// fromAbove returns how steeply a camera looks down: 0 up to 50 degrees, 1 from 80 degrees. Frustums are then between the eye and the city,
// so they are thinner and translucent.
func fromAbove(c *scene.Camera) float64 {
	const degree = math.Pi / 180
	t := min(max((c.Pitch-50*degree)/(30*degree), 0), 1)
	return t * t * (3 - 2*t)
}

// slimmest is the ratio of a frustum's radius seen from above to that seen from the side.
const slimmest = 0.45

// draw draws all frustums.
func (r *frustums) draw(p *pass, ofRibbons, ofTubes *gfx.Material) {
	program := p.programs.frustum
	ribbons, tubes := len(r.cones)-r.fine, fineTube
	if ribbons > 0 {
		tubes = plainTube
		p.d.SetMaterial(ofRibbons)
		program.Float("ribbon", 1)
		r.arrays[ribbon].Bind(0)
		p.d.Draw(r.indexCount[ribbon], ribbons)
	}
	if r.fine > 0 {
		p.d.SetMaterial(ofTubes)
		program.Float("ribbon", 0)
		r.arrays[tubes].Bind(ribbons)
		p.d.Draw(r.indexCount[tubes], r.fine)
	}
}

// build computes the cones: first ribbons, then tubes, each from far to near. If none are translucent, the order is from near to far.
func (r *frustums) build(s *Scene, v *View) {
	r.cones, r.order = r.cones[:0], r.order[:0]
	palette := scene.Settings{ColorBlind: v.ColorBlind}.Palette()
	eye := vec3(v.Camera.Viewpoint(s.bounds))
	slim := 1 - (1-slimmest)*fromAbove(&v.Camera)
	for i := range v.References {
		ref := &v.References[i]
		a, okA := s.instanceOf(endOf(ref, ref.From))
		b, okB := s.instanceOf(endOf(ref, ref.To))
		if !okA || !okB || max(a.H0, a.H1) <= 0 || max(b.H0, b.H1) <= 0 {
			continue
		}
		c := cone{From: roof(&a), To: roof(&b), Color: opaque(palette.Outgoing)}
		span := math.Hypot(float64(c.From[0]-c.To[0]), float64(c.From[1]-c.To[1]))
		wide := max(ref.FromRadius, ref.ToRadius)
		lift := max(span*arcLift+s.bounds.Radius()*0.012, 1.7*wide)
		from, to := ref.FromRadius, ref.ToRadius
		if ref.From == ref.To {
			lift = c.loop(&a, ref.Incoming)
			from, to = from*loopShare, to*loopShare
		}
		c.Form = [4]float32{float32(slim * max(from, 0)), float32(slim * max(to, 0)), float32(lift), 0}
		if ref.Incoming {
			c.Form[3], c.Color = coneIncoming, opaque(palette.Incoming)
		}
		if ref.Groups > 0 {
			c.Form[3] += coneBundle
		}
		mx, mz := (c.From[0]+c.To[0])/2-eye[0], (c.From[1]+c.To[1])/2-eye[2]
		r.order = append(r.order, coneOrder{c, mx*mx + mz*mz, ref.FromRadius + ref.ToRadius})
	}
	r.fine = min(len(r.order), maxFine)
	ribbons := len(r.order) - r.fine
	if ribbons > 0 {
		slices.SortStableFunc(r.order, func(x, y coneOrder) int { return cmp.Compare(x.size, y.size) })
	}
	nearest := len(r.order) > maxThrough && fromAbove(&v.Camera) == 0 // near to far, as near ones hide others
	for _, part := range [][]coneOrder{r.order[:ribbons], r.order[ribbons:]} {
		slices.SortStableFunc(part, func(x, y coneOrder) int {
			if nearest {
				return cmp.Compare(x.away, y.away)
			}
			return cmp.Compare(y.away, x.away)
		})
	}
	for i := range r.order {
		r.cones = append(r.cones, r.order[i].cone)
	}
}

// endOf returns the target at an end of a reference: a building, or the district of a bundle.
func endOf(ref *scene.Reference, building int32) scene.Target {
	if building < 0 && ref.Groups > 0 {
		return scene.Target{Kind: scene.OnDistrict, Index: ref.District}
	}
	return scene.Target{Kind: scene.OnBuilding, Index: building}
}

// loopShare is the relative radius of a frustum from a building to itself. It is thinner than others because both ends share a roof.
const loopShare = 0.3

// loop places both ends of a frustum side by side on one roof, incoming ones behind outgoing ones. It returns the lift of the arc.
func (c *cone) loop(in *instance, incoming bool) float64 {
	width, depth := in.Base1[2]-in.Base1[0], in.Base1[3]-in.Base1[1]
	c.From[0] -= 0.27 * width
	c.To[0] += 0.27 * width
	back := 0.2 * depth
	if incoming {
		back = -back
	}
	c.From[1] += back
	c.To[1] += back
	return 0.55 * float64(width)
}

// roof returns the center of the top of a building or slab, in the format of a cone.
func roof(in *instance) [4]float32 {
	return [4]float32{(in.Base1[0] + in.Base1[2]) / 2, (in.Base1[1] + in.Base1[3]) / 2, in.Bottom + in.H0, in.Bottom + in.H1}
}
