package drawing

import (
	"github.com/g3n/engine/material"

	"memcity/render/gfx"
)

// Materials of boxes, sky and ground.
var (
	solidMaterial      = gfx.NewMaterial(gfx.Replace, gfx.WriteDepth, material.SideFront)
	depthMaterial      = gfx.NewMaterial(gfx.Replace, gfx.WriteDepth, material.SideFront).OnlyDepth()
	glassMaterial      = gfx.NewMaterial(gfx.Over, gfx.TestDepth, material.SideFront)
	skyMaterial        = gfx.NewMaterial(gfx.Replace, gfx.TestDepth, material.SideFront)
	shadowMaterial     = gfx.NewMaterial(gfx.Multiply, gfx.TestDepth, material.SideFront)      // on the ground
	bareShadowMaterial = gfx.NewMaterial(gfx.Premultiplied, gfx.TestDepth, material.SideFront) // without a ground
)

// Materials of marks on boxes. Marked faces are closer to the eye than the box.
var (
	flatMaterial  = gfx.NewMaterial(gfx.Over, gfx.TestDepth, material.SideDouble)
	xrayMaterial  = gfx.NewMaterial(gfx.Over, gfx.IgnoreDepth, material.SideDouble) // shines through buildings; also of tags and panels
	faceMaterial  = gfx.NewMaterial(gfx.Over, gfx.TestDepth, material.SideFront).Toward(2, 4)
	hatchMaterial = gfx.NewMaterial(gfx.Over, gfx.TestDepth, material.SideFront).Toward(1, 2)
)

// Materials of frustums and routes, which hide each other. Ribbons have two sides.
var (
	ribbonMaterial      = gfx.NewMaterial(gfx.Replace, gfx.WriteDepth, material.SideDouble)
	glassRibbonMaterial = gfx.NewMaterial(gfx.Over, gfx.WriteDepth, material.SideDouble)
	glassTubeMaterial   = gfx.NewMaterial(gfx.Over, gfx.WriteDepth, material.SideFront)
	xrayTubeMaterial    = gfx.NewMaterial(gfx.Over, gfx.IgnoreDepth, material.SideFront)
)

// Materials of pictures and panels.
var (
	screenMaterial = gfx.NewMaterial(gfx.Replace, gfx.IgnoreDepth, material.SideDouble)
	meanMaterial   = gfx.NewMaterial(gfx.Weighted, gfx.IgnoreDepth, material.SideDouble)
)
