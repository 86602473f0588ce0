package scene

import (
	"fmt"

	"memcity/assets"
	"memcity/render/gfx"
)

// programs are all shader programs of the scene.
type programs struct {
	full, fullGhost, lean, leanGhost, depth *gfx.Program
	sky, copy, copyDither                   *gfx.Program
	label, sprite, panel                    *gfx.Program
	highlight, outline, frustum             *gfx.Program
}

func (p *programs) list() []struct {
	into             **gfx.Program
	vertex, fragment string
	defines          []string
} {
	type entry = struct {
		into             **gfx.Program
		vertex, fragment string
		defines          []string
	}
	return []entry{
		{&p.full, "city.vert", "city.frag", nil},
		{&p.fullGhost, "city.vert", "city.frag", []string{"GHOST"}},
		{&p.lean, "city.vert", "city.frag", []string{"LEAN"}},
		{&p.leanGhost, "city.vert", "city.frag", []string{"LEAN", "GHOST"}},
		{&p.depth, "city.vert", "city.frag", []string{"DEPTH_ONLY"}},
		{&p.sky, "screen.vert", "sky.frag", nil},
		{&p.copy, "screen.vert", "copy.frag", nil},
		{&p.copyDither, "screen.vert", "copy.frag", []string{"DITHER"}},
		{&p.label, "label.vert", "label.frag", nil},
		{&p.sprite, "sprite.vert", "sprite.frag", nil},
		{&p.panel, "panel.vert", "panel.frag", nil},
		{&p.highlight, "highlight.vert", "highlight.frag", nil},
		{&p.outline, "outline.vert", "outline.frag", nil},
		{&p.frustum, "frustum.vert", "frustum.frag", nil},
	}
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
