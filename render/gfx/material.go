package gfx

import (
	"github.com/g3n/engine/gls"
	"github.com/g3n/engine/material"
	"github.com/go-gl/gl/v3.3-core/gl"
)

// Material is the OpenGL state of a draw call. It adds two features to the engine's material: blending with separate factors for alpha, and
// drawing only depth. Set it with [Device.SetMaterial].
type Material struct {
	material.Material
	blending  Blending
	onlyDepth bool
}

// Blending selects how drawn colors combine with existing ones.
type Blending uint8

// Blending modes.
const (
	Replace       Blending = iota
	Over                   // straight alpha; destination alpha accumulates
	Premultiplied          // premultiplied alpha
	Weighted               // constant weight set with SetWeight
	Multiply               // product with the existing color; alpha stays
)

// DepthUse selects how drawing uses the depth buffer.
type DepthUse uint8

// Uses of the depth buffer.
const (
	WriteDepth  DepthUse = iota // test and write
	TestDepth                   // test only
	IgnoreDepth                 // neither
)

// NewMaterial returns a material that draws the given sides of triangles.
func NewMaterial(b Blending, depth DepthUse, side material.Side) *Material {
	m := &Material{blending: b}
	m.Init()
	m.SetBlending(material.BlendNone) // Device.SetMaterial blends
	m.SetSide(side)
	m.SetDepthTest(depth != IgnoreDepth)
	m.SetDepthMask(depth == WriteDepth)
	return m
}

// OnlyDepth makes m draw no colors.
func (m *Material) OnlyDepth() *Material {
	m.onlyDepth = true
	return m
}

// Toward moves the depth of m's triangles toward the eye by slope and units.
func (m *Material) Toward(slope, units float32) *Material {
	m.SetPolygonOffset(-slope, -units)
	return m
}

// SetMaterial makes m the state of later draw calls. Materials must not change after the first use.
func (d *Device) SetMaterial(m *Material) {
	if d.material == m {
		return
	}
	d.material = m
	m.RenderSetup(d.GS)
	d.blend(m.blending)
	d.writeColors(!m.onlyDepth)
}

func (d *Device) blend(b Blending) {
	if b == Replace {
		return
	}
	d.GS.Enable(gls.BLEND)
	switch b {
	case Over:
		d.GS.BlendFuncSeparate(gls.SRC_ALPHA, gls.ONE_MINUS_SRC_ALPHA, gls.ONE, gls.ONE_MINUS_SRC_ALPHA)
	case Premultiplied:
		d.GS.BlendFuncSeparate(gls.ONE, gls.ONE_MINUS_SRC_ALPHA, gls.ONE, gls.ONE_MINUS_SRC_ALPHA)
	case Multiply:
		d.GS.BlendFuncSeparate(gls.DST_COLOR, gls.ZERO, gls.ZERO, gls.ONE)
	case Weighted:
		d.GS.BlendFuncSeparate(gl.CONSTANT_ALPHA, gl.ONE_MINUS_CONSTANT_ALPHA,
			gl.CONSTANT_ALPHA, gl.ONE_MINUS_CONSTANT_ALPHA)
	}
}

// SetWeight sets the weight of new colors in Weighted blending, 0 to 1.
func (d *Device) SetWeight(w float32) { gl.BlendColor(0, 0, 0, w) }

func (d *Device) writeColors(on bool) {
	if d.masked == !on {
		return
	}
	d.masked = !on
	gl.ColorMask(on, on, on, on)
}
