package drawing

import (
	"errors"
	"fmt"
	"image"
	"slices"
	"unsafe"

	"memcity/city/scene"
	"memcity/city/trees"
	"memcity/render/gfx"
	"memcity/render/typeset"
)

// Scene draws cities in one OpenGL context.
type Scene struct {
	d        *gfx.Device
	programs programs
	targets  *targets

	indices   *gfx.Buffer // of the three faces of a box
	instances *gfx.Buffer
	boxes     *gfx.Array
	empty     *gfx.Array // for triangles made by the vertex shader alone

	from, to *scene.City
	names    func(int32) string               // of nodes, when the cities have no plan
	fonts    *typeset.Fonts                   // for names that Inter cannot show; nil for none
	amounts  func(trees.Metric, int64) string // see [Scene.UseAmounts]
	marks    map[int32]scene.RGB
	packed   packed
	spare    packed
	bounds   scene.Box // of everything at every GC point
	shades   [2]shadeTexture
	useShade [2]*Shade
	spans    []span

	labels     labels
	tags       tags
	highlights highlights
	signs      signs
	frustums   frustums
	glows      glows
	outliers   outliers
	routes     routes
	pins       pins
	panels     panels

	view     View // of the last Draw
	drawn    bool
	frame    frame // of the last Draw
	clean    bool  // the base holds sample 0 of a refinement
	shown    *gfx.Texture
	shownAll bool   // what is shown has the selection in it
	choice   chosen // what the mean with selection was made for
	kept     bool   // the targets hold the picture with what is chosen, and its depth
	samples  int    // of the base in the mean; 0 if there is none
	all      int    // samples in the mean with selection
	limit    int    // samples that are wanted
}

// boxIndices are two triangles for each of the three faces; see box.glsl.
var boxIndices = []uint16{0, 1, 2, 2, 1, 3, 4, 5, 6, 6, 5, 7, 8, 9, 10, 10, 9, 11}

var instanceLayout = []gfx.Attribute{
	{Location: 0, Components: 4, Offset: unsafe.Offsetof(instance{}.Base0)},
	{Location: 1, Components: 4, Offset: unsafe.Offsetof(instance{}.Base1)},
	{Location: 2, Components: 4, Offset: unsafe.Offsetof(instance{}.Bottom)},
	{Location: 3, Components: 4, Offset: unsafe.Offsetof(instance{}.Color0), Bytes: true},
	{Location: 4, Components: 4, Offset: unsafe.Offsetof(instance{}.Color1), Bytes: true},
}

// NewWarm is [New] for a scene whose first pictures must not be late: it draws with each program once, as drivers compile
// at the first use only. That takes about half a second in a software renderer.
func NewWarm() (*Scene, error) {
	s, err := New()
	if err != nil {
		return nil, err
	}
	if err := s.warm(); err != nil {
		s.Close()
		return nil, err
	}
	return s, nil
}

// New makes all programs in the context that is current on the calling thread, which must offer OpenGL 3.3 core.
func New() (*Scene, error) {
	d, err := gfx.NewDevice()
	if err != nil {
		return nil, err
	}
	s := &Scene{d: d, limit: RefineSamples}
	if err := s.build(); err != nil {
		s.Close()
		return nil, err
	}
	return s, nil
}

func (s *Scene) build() error {
	if err := s.programs.build(s.d); err != nil {
		return err
	}
	s.indices = s.d.NewIndices(boxIndices)
	s.instances = s.d.NewBuffer()
	s.boxes = s.d.NewArray(s.instances, instanceSize, instanceLayout, s.indices)
	s.empty = s.d.NewArray(nil, 0, nil, nil)
	for i := range s.shades {
		s.shades[i].init(s.d)
	}
	if err := s.labels.init(s.d); err != nil {
		return err
	}
	s.tags.init(s.d)
	s.highlights.init(s)
	s.signs.init(s)
	s.glows.init(s)
	s.outliers.init(s)
	s.frustums.init(s.d)
	s.routes.init(s.d)
	s.pins.init(s.d)
	s.panels.textures = map[string]*panelTexture{}
	s.panels.buffer = s.d.NewBuffer()
	s.panels.array = s.d.NewArray(s.panels.buffer, int(unsafe.Sizeof(sprite{})), spriteLayout, nil)
	return s.d.Err("scene")
}

// UseFonts sets the fonts for names that Inter cannot show; nil for none, where a placeholder stands for each letter that
// it lacks. When their version changes, Draw shows names that have become ready. The scene does not close them.
func (s *Scene) UseFonts(f *typeset.Fonts) { s.fonts = f }

// Close frees everything. The context must be current.
func (s *Scene) Close() {
	s.targets.delete()
	s.targets = nil
	s.labels.delete()
	s.tags.delete()
	s.highlights.delete()
	s.signs.delete()
	s.glows.delete()
	s.outliers.delete()
	s.frustums.delete()
	s.routes.delete()
	s.pins.delete()
	s.panels.delete()
	s.boxes.Delete()
	s.empty.Delete()
	s.instances.Delete()
	s.indices.Delete()
	for i := range s.shades {
		s.shades[i].texture.Delete()
	}
	s.programs.delete()
}

// Device returns the OpenGL layer, for its counters and names.
func (s *Scene) Device() *gfx.Device { return s.d }

// SetCity sets the two cities between which View.Mix moves; from may be nil or to for a still city. Cities of different
// plans cannot be mixed: the second is shown. Cost is linear: 3 ms for 50,000 buildings, and as much for uploading.
func (s *Scene) SetCity(from, to *scene.City) {
	if from == nil || !samePlan(from, to) {
		from = to
	}
	s.from, s.to = from, to
	s.packed.pack(from, to, s.marks)
	s.upload()
}

// Settle ends a tween: what is drawn then does not depend on what came before.
func (s *Scene) Settle() {
	if s.from != s.to {
		s.SetCity(nil, s.to)
	}
}

// Retarget makes what is seen a part mix of the way the start of a tween to another city of the same plan: it takes over from a
// tween that is interrupted.
func (s *Scene) Retarget(to *scene.City, mix float32) {
	if s.to == nil || !samePlan(s.to, to) {
		s.SetCity(nil, to)
		return
	}
	if inParts(s.from, s.to) || inStoreys(s.from, s.to) || inParts(to, to) || inStoreys(to, to) { // other parts are seen at either end
		s.SetCity(blend(s.from, s.to, mix), to)
		return
	}
	s.packed.fold(mix)
	s.spare.pack(to, to, s.marks)
	if !slices.Equal(s.spare.place, s.packed.place) { // others are see-through now
		s.SetCity(s.to, to)
		return
	}
	s.packed.retarget(&s.spare)
	s.from, s.to = s.to, to
	s.upload()
}

// SetMarks gives buildings, by index, colours of the user's. The map is kept, not changed.
func (s *Scene) SetMarks(marks map[int32]scene.RGB) {
	s.marks = marks
	if s.to != nil {
		s.packed.pack(s.from, s.to, marks)
		s.upload()
	}
}

func (s *Scene) upload() {
	gfx.Upload(s.instances, s.packed.instances)
	s.signs.collect(&s.packed, s.to)
	gfx.Upload(s.signs.buffer, s.signs.list)
	s.collectGlows()
	s.collectOutliers()
	s.bounds = s.packed.bounds
	if s.to.Plan != nil {
		top := s.packed.bounds.Max.Y
		if s.bounds = s.to.Plan.Bounds(); s.packed.tops != nil {
			s.bounds.Max.Y = max(s.bounds.Max.Y, top)
		}
	}
	s.drawn = false
}

func samePlan(a, b *scene.City) bool {
	plots := a.Plan == b.Plan || a.Plan != nil && b.Plan != nil && a.Plan.SamePlots(b.Plan)
	return a == b || plots && len(a.Buildings) == len(b.Buildings) && len(a.Districts) == len(b.Districts)
}

// Image returns the last picture. With a transparent background, its colours are multiplied by alpha.
func (s *Scene) Image() *image.RGBA {
	if s.targets == nil {
		return image.NewRGBA(image.Rectangle{})
	}
	return s.output().Read()
}

// output is the framebuffer with the whole picture of the last Overlay.
func (s *Scene) output() *gfx.Framebuffer {
	if w, _ := s.view.resolution(); w != s.view.Width {
		return s.targets.finalTarget
	}
	return s.targets.workTarget
}

// maxPicture bounds the sides of a picture in pixels.
const maxPicture = 16384

var errNoCity = errors.New("scene: no city set")

// resize makes targets for the picture.
func (s *Scene) resize(v *View) error {
	if v.Width < 1 || v.Height < 1 || v.Width > maxPicture || v.Height > maxPicture {
		return fmt.Errorf("picture of %dx%d pixels: sides must be 1 to %d", v.Width, v.Height, maxPicture)
	}
	if t := s.targets; t != nil && t.width == v.Width && t.height == v.Height {
		return nil
	}
	s.targets.delete()
	s.targets, s.drawn, s.samples, s.all, s.kept = nil, false, 0, 0, false
	var err error
	s.targets, err = newTargets(s.d, v.Width, v.Height)
	return err
}
