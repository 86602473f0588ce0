package drawing

import (
	"math"

	"github.com/g3n/engine/math32"

	"memcity/city/scene"
	"memcity/render/gfx"
)

// frame contains the shader inputs for one sample of a picture.
type frame struct {
	viewProj      math32.Matrix4
	whole         math32.Matrix4 // matrix of the picture that this is a tile of
	visible       *math32.Frustum
	eye           [3]float32
	mix           float32
	width, height int // drawn pixels
	pixelScale    float32
	edge          float32    // line width of box edges, in drawn pixels
	corner        [3]float32 // rays to the lower left corner, along the width, and along the height
	across, up    [3]float32
	fogStart      float32
	fogEnd        float32
	theme         *theme
	shade         shadeValues
}

// newFrame returns the frame of a sample with a subpixel offset.
func (s *Scene) newFrame(v *View, jitterX, jitterY float64) frame {
	viewpoint := v.Camera.Viewpoint(s.bounds)
	f := frame{mix: v.Mix, theme: v.theme(), eye: vec3(viewpoint)}
	f.width, f.height = v.resolution()
	aspect := v.aspect()
	view, projection := v.Camera.Matrices(aspect, s.bounds)
	narrow := 1.0 // factor of the field of view
	if v.Camera.Orthographic {
		narrow = flatten(&projection, v.Camera.Distance, v.Camera.ViewDistance(s.bounds))
	}
	wide, high := f.width, f.height
	part := v.region()
	if v.isPart() {
		wide, high = v.whole()
	}
	dx, dy := 2*jitterX/float64(wide), 2*jitterY/float64(high)
	e := gfx.Eye{View: view, Projection: projection, ShiftX: dx, ShiftY: dy, Region: part}
	inWhole := e.InWhole()
	f.viewProj, f.whole = e.Matrix(), inWhole.Matrix()
	f.visible = math32.NewFrustumFromMatrix(&f.viewProj)
	h := narrow * math.Tan(scene.FieldOfView/2)
	f.pixelScale = float32(float64(high) / (2 * h))
	f.edge = float32(max(0.6, 0.6*v.dp(1)*float64(f.width)/float64(v.Width)))
	right := [3]float32{view[0], view[4], view[8]}
	up := [3]float32{view[1], view[5], view[9]}
	back := [3]float32{view[2], view[6], view[10]}
	x0, y0 := (part.Left-dx)*h*aspect, (part.Bottom-dy)*h
	for k := range 3 {
		f.corner[k] = float32(x0)*right[k] + float32(y0)*up[k] - back[k]
		f.across[k] = float32(part.Width*h*aspect) * right[k]
		f.up[k] = float32(part.Height*h) * up[k]
	}
	radius := s.bounds.Radius()
	away := s.bounds.Center().Sub(viewpoint).Length()
	f.fogStart, f.fogEnd = float32(away+radius*0.7), float32(away+radius*4.5)
	f.shade = s.shadeValues(v.Mix)
	return f
}

// flatten scales an orthographic projection so that clip coordinates have the distance of the viewpoint as their w. Shaders then need no
// special case, because an orthographic projection is the limit of a perspective with a distant viewpoint and a narrow field of view. It
// returns the factor of that field of view.
func flatten(projection *[16]float32, distance, away float64) (narrow float64) {
	for i := range projection {
		projection[i] *= float32(away)
	}
	return distance / max(away, 1e-9)
}

func sq(v float64) float64 { return v * v }

func vec3(v scene.Vec) [3]float32 { return [3]float32{float32(v.X), float32(v.Y), float32(v.Z)} }

// project returns the clip coordinates of a point in the whole picture.
func (f *frame) project(p [3]float32) (x, y, z, w float32) {
	v := math32.Vector4{X: p[0], Y: p[1], Z: p[2], W: 1}
	v.ApplyMatrix4(&f.whole)
	return v.X, v.Y, v.Z, v.W
}

// set sets the frame's uniforms in p, which must be in use.
func (f *frame) set(p *gfx.Program) {
	p.Mat4("viewProj", &f.viewProj)
	p.Vec3("eye", f.eye)
	p.Float("tween", f.mix)
	p.Vec2("viewport", float32(f.width), float32(f.height))
	p.Float("pixelScale", f.pixelScale)
	p.Float("edgeWidth", f.edge)
}

// setLight sets the uniforms of the light in p.
func (f *frame) setLight(p *gfx.Program) {
	length := math.Sqrt(sun.X*sun.X + sun.Y*sun.Y + sun.Z*sun.Z)
	p.Vec3("sunDir", [3]float32{float32(sun.X / length), float32(sun.Y / length), float32(sun.Z / length)})
	p.Vec3("sunColor", f.theme.sun)
	p.Vec3("skyColor", f.theme.sky)
	p.Vec3("bounceColor", f.theme.bounce)
	p.Vec3("fogColor", f.theme.fog)
	p.Vec2("fogRange", f.fogStart, f.fogEnd)
	p.Int("shadeFrom", unitShadeFrom)
	p.Int("shadeTo", unitShadeTo)
	p.Vec4("shadeRect", f.shade.rect)
	p.Vec4("shadeRectTo", f.shade.rectTo)
	p.Vec4("shadeInfo", f.shade.info)
	p.Float("shadeMix", f.shade.mix)
}

// Texture units.
const (
	unitShadeFrom = iota
	unitShadeTo
	unitSource
	unitGlyphs
)
