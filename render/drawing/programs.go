package drawing

import (
	"fmt"

	"memcity/assets"
	"memcity/render/gfx"
)

// programs contains all shader programs of the scene. Programs that read shade maps exist in two versions: for one map and for a mix of two.
type programs struct {
	shaded                      [2]shaded
	depth, sky                  *gfx.Program
	copy, copyDither, grid      *gfx.Program
	label, sprite, panel        *gfx.Program
	highlight, outline, frustum *gfx.Program
	route                       *gfx.Program
	sign, glow, hatch, beacon   *gfx.Program
}

// shaded contains the programs that read shade maps.
type shaded struct {
	full, fullGhost, lean, leanGhost, ground *gfx.Program
	// For boxes with plain edges only, as software renderers compute all branches for every pixel.
	plainFull, plainLean *gfx.Program
}

// source describes how to build a program.
type source struct {
	into             **gfx.Program
	vertex, fragment string
	defines          []string
}

func (p *programs) list() []source {
	list := []source{
		{&p.depth, "city.vert", "city.frag", []string{"DEPTH_ONLY"}},
		{&p.sky, "sky.vert", "sky.frag", nil},
		{&p.grid, "grid.vert", "grid.frag", nil},
		{&p.copy, "screen.vert", "copy.frag", nil},
		{&p.copyDither, "screen.vert", "copy.frag", []string{"DITHER"}},
		{&p.label, "label.vert", "label.frag", nil},
		{&p.sprite, "sprite.vert", "sprite.frag", nil},
		{&p.panel, "panel.vert", "panel.frag", nil},
		{&p.highlight, "highlight.vert", "highlight.frag", nil},
		{&p.outline, "outline.vert", "outline.frag", nil},
		{&p.frustum, "frustum.vert", "frustum.frag", nil},
		{&p.route, "route.vert", "route.frag", nil},
		{&p.sign, "sign.vert", "sign.frag", nil},
		{&p.glow, "outline.vert", "glow.frag", nil},
		{&p.hatch, "highlight.vert", "hatch.frag", nil},
		{&p.beacon, "beacon.vert", "beacon.frag", nil},
	}
	for i := range p.shaded {
		s := &p.shaded[i]
		var mixed []string
		if i == 1 {
			mixed = []string{"MIXED"}
		}
		list = append(list,
			source{&s.full, "city.vert", "city.frag", mixed},
			source{&s.fullGhost, "city.vert", "city.frag", append([]string{"GHOST"}, mixed...)},
			source{&s.lean, "city.vert", "city.frag", append([]string{"LEAN"}, mixed...)},
			source{&s.leanGhost, "city.vert", "city.frag", append([]string{"LEAN", "GHOST"}, mixed...)},
			source{&s.plainFull, "city.vert", "city.frag", append([]string{"PLAIN"}, mixed...)},
			source{&s.plainLean, "city.vert", "city.frag", append([]string{"LEAN", "PLAIN"}, mixed...)},
			source{&s.ground, "ground.vert", "ground.frag", mixed},
		)
	}
	return list
}

func (p *programs) build(d *gfx.Device) error {
	for _, e := range p.list() {
		vertex, err := assets.Shader(e.vertex, e.defines...)
		if err != nil {
			return err
		}
		fragment, err := assets.Shader(e.fragment, e.defines...)
		if err != nil {
			return err
		}
		if *e.into, err = d.NewProgram(fmt.Sprint(e.vertex, " ", e.fragment, " ", e.defines), vertex, fragment); err != nil {
			return err
		}
	}
	return nil
}

func (p *programs) delete() {
	for _, e := range p.list() {
		(*e.into).Delete()
	}
}
