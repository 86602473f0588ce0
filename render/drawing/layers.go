package drawing

import (
	"github.com/g3n/engine/core"

	"memcity/render/gfx"
)

// pass is the input of all layers: the scene, the view, and the shader inputs of one sample.
type pass struct {
	*Scene
	v *View
	f *frame
}

// layers is the tree of everything in a picture, in the order of drawing. Its groups go to different framebuffers.
type layers struct {
	core.Node
	base    *core.Node // city and its surroundings
	choice  *core.Node // selection and references
	pointed *core.Node // target and route under the pointer
	names   *core.Node // names over roofs
}

// build creates the tree. Translucent buildings cover earlier layers, such as the glows of districts. Letters come later, as translucent
// buildings would cut them into pieces.
func (l *layers) build(s *Scene) {
	l.Init(l)
	l.base = gfx.Group(&s.boxes, &s.sky, &s.ground, &s.grid, &s.signs, &s.glows, &s.ghosts, &glowsOnBuildings{}, &s.outliers, &s.thread, &beacons{},
		&s.labels)
	l.choice = gfx.Group(&s.selected, &s.frustums, &s.routes)
	l.pointed = gfx.Group(&pointedRoute{}, &hovered{})
	l.names = gfx.Group(&s.tags)
	for _, group := range []*core.Node{l.base, l.choice, l.pointed, l.names} {
		l.Add(group)
	}
}

// show hides the layers that are not in the pictures of a view.
func (s *Scene) show(v *View) {
	s.sky.SetVisible(!v.Transparent)
	s.ground.SetVisible(s.useShade[0] != nil)
	s.grid.SetVisible(!v.Transparent)
	s.ghosts.SetVisible(s.packed.solid < len(s.packed.instances))
	s.labels.SetVisible(v.Labels)
}

// use makes a material and a program current, and sets the uniforms of the sample.
func (p *pass) use(m *gfx.Material, program *gfx.Program) {
	p.d.SetMaterial(m)
	program.Use()
	p.f.set(program)
}
