package drawing

import (
	"math"
	"unsafe"

	"github.com/g3n/engine/core"

	"memcity/city/scene"
	pinspkg "memcity/city/view/pins"
	"memcity/render/gfx"
)

// Pins point at findings. Each has a beacon over its building, and a thread on the ground leads from the GC root to the current one. Plates
// are tags; see wantPin.

// thread draws the path from the GC root to the current finding. It is faint behind buildings.
type thread struct {
	core.Node
	buffer, indices *gfx.Buffer
	array           *gfx.Array
	vertices        []routeVertex
	of              *scene.Thread
	palette         *scene.Palette
}

// Sizes of pins. The sizes of the column are relative to the height and width of the building.
const (
	maxThread     = 1024 // points
	thinnestPin   = 3.0  // width of the thread, in density-independent pixels
	threadShare   = 0.0022
	threadThrough = 0.45 // opacity of the thread behind buildings
	beaconRise    = 3.0
	beaconLeast   = 0.28 // relative to the side of the ground
	beaconWide    = 0.5
	ringWide      = 0.95
	ringLeast     = 0.02 // relative to the side of the ground
	columnLight   = 0.55
	ringLight     = 0.75
)

func (t *thread) init(d *gfx.Device) {
	indices := make([]uint16, 0, 6*maxThread)
	for i := range maxThread - 1 {
		a := uint16(2 * i)
		indices = append(indices, a, a+1, a+2, a+2, a+1, a+3)
	}
	t.buffer, t.indices = d.NewBuffer(), d.NewIndices(indices)
	t.array = d.NewArray(nil, 0, nil, t.indices)
	t.array.AddVertices(t.buffer, int(unsafe.Sizeof(routeVertex{})), routeLayout)
}

// Dispose frees the buffers.
func (t *thread) Dispose() {
	t.array.Delete()
	t.indices.Delete()
	t.buffer.Delete()
}

// kiosk returns the box of the GC root at the end of the thread; ok is false if there is no thread.
func kiosk(c *scene.City) (in instance, ok bool) {
	if c.Thread == nil {
		return in, false
	}
	color := opaque(scene.Settings{}.Palette().Incoming)
	base, high := corners(c.Thread.Root), float32(c.Thread.Height)
	return instance{Base0: base, Base1: base, H0: high, H1: high, Kind: kindBuilding, Color0: color, Color1: color}, true
}

// findings returns the pins of the city; nil if there are none to draw.
func (s *Scene) findings() *scene.Pins {
	if s.to.Pinned == nil || s.to.Plan == nil || len(s.to.Pinned.List) == 0 {
		return nil
	}
	return s.to.Pinned
}

// beacons draws the beacons over the boxes.
type beacons struct{ core.Node }

// Draw draws the beacons.
func (*beacons) Draw(p *pass) error {
	k := p.findings()
	if k == nil {
		return nil
	}
	p.use(flatMaterial, p.programs.beacon)
	for i := range k.List {
		p.drawBeacon(k, i)
	}
	return nil
}

// drawBeacon draws the beacon of a pin: a ring of light around a possible leak. A leak that is the current finding also has a column.
func (p *pass) drawBeacon(k *scene.Pins, pin int) {
	of, program := &k.List[pin], p.programs.beacon
	in, ok := p.instanceOf(p.to.Plan.Shows(of.Node))
	if !ok || of.Emphasis < pinspkg.Suspect {
		return
	}
	side := math.Sqrt(p.to.Plan.Ground.Area())
	wide := float64(max(in.Base1[2]-in.Base1[0], in.Base1[3]-in.Base1[1]))
	roof := float64(in.Bottom + in.height(p.f.mix))
	top := roof + max(beaconRise*(roof-float64(in.Bottom)), beaconLeast*side)
	ring := max(ringWide*wide, ringLeast*side)
	program.Vec4("foot", [4]float32{(in.Base1[0] + in.Base1[2]) / 2, (in.Base1[1] + in.Base1[3]) / 2, float32(ring),
		float32(max(beaconWide*wide, 0.4*ringLeast*side))})
	finding, _ := p.v.findingColors().Found(of.Emphasis)
	color := srgb(finding)
	draw := func(column, light float32) {
		program.Vec4("rise", [4]float32{in.Bottom, float32(roof), float32(top), column})
		program.Vec4("ink", [4]float32{color[0], color[1], color[2], light})
		p.empty.Bind(0)
		p.d.DrawStrip()
	}
	draw(0, ringLight)
	if pin == k.Shown && of.Emphasis == pinspkg.Culprit {
		draw(1, columnLight)
	}
}

// Draw draws the thread.
func (t *thread) Draw(p *pass) error {
	k, v, of := p.findings(), p.v, p.to.Thread
	if k == nil || of == nil || len(of.Points) < 2 {
		return nil
	}
	if t.of != of || t.palette != v.findingColors() {
		t.of, t.palette = of, v.findingColors()
		pin, _ := k.Current()
		finding, _ := v.findingColors().Found(pin.Emphasis)
		t.build(finding, math.Sqrt(p.to.Plan.Ground.Area()))
		gfx.Upload(t.buffer, t.vertices)
	}
	program := p.programs.route
	p.use(xrayMaterial, program)
	p.f.setLight(program)
	program.Float("thinnest", float32(thinnestPin*v.dp(1)*float64(p.f.width)/float64(v.Width)))
	program.Float("wide", 1)
	program.Float("opacity", threadThrough)
	t.array.Bind(0)
	n := 6 * (len(t.vertices)/2 - 1)
	p.d.DrawPart(0, n)
	p.d.SetMaterial(flatMaterial)
	program.Float("opacity", 1)
	p.d.DrawPart(0, n)
	return nil
}

// build computes the mesh of the thread.
func (t *thread) build(finding scene.RGB, side float64) {
	points := t.of.Points[:min(len(t.of.Points), maxThread)]
	radius := threadShare * side
	length := 0.0
	shares := make([]float64, len(points))
	for i := 1; i < len(points); i++ {
		length += distance(points[i-1], points[i])
		shares[i] = length
	}
	t.vertices = t.vertices[:0]
	for i, at := range points {
		at.Y += 1.5 * radius
		share := shares[i] / max(length, 1e-9)
		v := routeVertex{At: vec3(at), Direction: directionAt(points, i), To: vec3(at), ToDirection: directionAt(points, i), Share: float32(share),
			Radius: [2]float32{float32(radius), float32(radius)}, Length: float32(length), Color: mixed(t.palette.Incoming, finding, share)}
		for _, v.Side = range [2]float32{-1, 1} {
			t.vertices = append(t.vertices, v)
		}
	}
}

// wantPin adds the plate of the current finding.
func (s *Scene) wantPin(v *View, f *frame) {
	if k := s.findings(); k != nil {
		s.wantPlate(v, f, k.Shown, tag{building: -1, style: tagFinding, emphasis: k.List[k.Shown].Emphasis, hides: true})
	}
}

// wantOtherPins adds the name of the GC root that holds the current finding, and the plates of the other findings.
func (s *Scene) wantOtherPins(v *View, f *frame) {
	k := s.findings()
	if k == nil {
		return
	}
	if in, ok := kiosk(s.to); ok {
		if root := k.List[k.Shown].Root; root != "" {
			s.want(v, f, &in, 0, root, tag{building: -1, style: tagIncoming, below: true})
		}
	}
	for n := range len(k.List) - 1 {
		s.wantPlate(v, f, (k.Shown+1+n)%len(k.List), tag{building: -1, style: tagOtherFinding, emphasis: k.List[(k.Shown+1+n)%len(k.List)].Emphasis})
	}
}

// plateWidth returns the maximum width of a plate's text, in pixels.
func (v *View) plateWidth() float64 {
	width, _ := v.whole()
	return min(v.dp(plateWidest), plateShare*float64(width))
}

// wantPlate adds the plate of a finding.
func (s *Scene) wantPlate(v *View, f *frame, at int, g tag) {
	pin := &s.to.Pinned.List[at]
	target := s.to.Plan.Shows(pin.Node)
	in, ok := s.instanceOf(target)
	if !ok {
		return
	}
	if target.Kind == scene.OnBuilding {
		s.tags.seen[target.Index] = true
	}
	g.pin, g.more = at+1, s.tags.glyphs.sentence(s.fonts, pin.Detail, v.plateWidth())
	s.want(v, f, &in, in.height(f.mix), pin.Head, g)
}

// keepClear appends the rectangle of the current finding's building, which only its own tag may cover.
func (s *Scene) keepClear(list []rectangle, f *frame) []rectangle {
	k := s.to.Pinned
	if k == nil || s.to.Plan == nil {
		return list
	}
	pin, ok := k.Current()
	if !ok {
		return list
	}
	if in, ok := s.instanceOf(s.to.Plan.Shows(pin.Node)); ok {
		if r, ok := s.onPicture(&in, f); ok {
			list = append(list, r)
		}
	}
	return list
}

// onPicture returns the bounds of a box in the whole picture, in pixels; ok is false if it extends behind the camera.
func (s *Scene) onPicture(in *instance, f *frame) (r rectangle, ok bool) {
	width, height := s.view.whole()
	r = rectangle{math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)}
	for i := range 8 {
		x, y, z := in.Base1[i&1*2], in.Bottom, in.Base1[1+i&2]
		if i&4 != 0 {
			y += in.height(f.mix)
		}
		cx, cy, _, away := f.project([3]float32{x, y, z})
		if away <= 0 {
			return rectangle{}, false
		}
		px, py := float64(cx/away+1)/2*float64(width), float64(1-cy/away)/2*float64(height)
		r = rectangle{min(r.x0, px), min(r.y0, py), max(r.x1, px), max(r.y1, py)}
	}
	return r, true
}

// PlateAt returns the finding whose plate was last drawn at a pixel of the picture; ok is false if there is none.
func (s *Scene) PlateAt(x, y float64) (pin int, ok bool) {
	for _, l := range s.tags.drawn {
		if l.Pin >= 0 && x >= l.X0 && x <= l.X1 && y >= l.Y0 && y <= l.Y1 {
			return l.Pin, true
		}
	}
	return 0, false
}
