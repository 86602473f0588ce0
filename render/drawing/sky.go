package drawing

import "github.com/g3n/engine/core"

// Grid for the colors of sky and ground. It is finer vertically, where colors change most.
const (
	skyColumns = 16
	skyRows    = 32
)

// sky draws sky and ground behind everything else.
type sky struct{ core.Node }

// Draw draws sky and ground.
func (*sky) Draw(p *pass) error {
	program, f := p.programs.sky, p.f
	p.use(skyMaterial, program)
	f.setLight(program)
	program.Vec3("rayCorner", f.corner)
	program.Vec3("rayRight", f.across)
	program.Vec3("rayUp", f.up)
	program.Vec3("zenith", f.theme.zenith)
	program.Vec3("groundColor", f.theme.ground)
	c := p.bounds.Center()
	program.Vec3("groundCenter", [3]float32{float32(c.X), float32(c.Z), float32(max(p.bounds.Radius(), 1e-6))})
	program.IVec2("cells", skyColumns, skyRows)
	p.empty.Bind(0)
	p.d.DrawTriangles(6 * skyColumns * skyRows)
	return nil
}

// shadowRim is the width of the rim around the slab that fades shadows of the sun, as a share of the slab's longer side. Otherwise towers
// would cast lobes on the ground beside the city.
const shadowRim = 0.02

// ground darkens the shaded ground around the city. Without a ground it draws the shade as translucent black.
type ground struct{ core.Node }

// Draw draws the shade on the ground. It needs shade maps.
func (*ground) Draw(p *pass) error {
	patch := p.useShade[p.f.shade.first].extent()
	if p.f.shade.mix > 0 {
		to := p.useShade[1].extent()
		patch = [4]float32{min(patch[0], to[0]), min(patch[1], to[1]), max(patch[2], to[2]), max(patch[3], to[3])}
	}
	material, alone := shadowMaterial, float32(0)
	if p.v.Transparent {
		material, alone = bareShadowMaterial, 1
	}
	program := p.shaded().ground
	p.use(material, program)
	p.f.setLight(program)
	program.Vec4("patchRect", patch)
	program.Float("alone", alone)
	of := groundOf(p.to)
	program.Vec4("slab", [4]float32{float32(of.X), float32(of.Z), float32(of.X + of.W), float32(of.Z + of.D)})
	program.Float("rim", float32(max(shadowRim*max(of.W, of.D), 1e-6)))
	p.empty.Bind(0)
	p.d.DrawStrip()
	return nil
}
