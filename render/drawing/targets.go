package drawing

import (
	"memcity/render/gfx"
)

// targets contains the textures that a picture is made in. All have the size of the picture. A lower resolution uses only their lower left
// part.
type targets struct {
	d             *gfx.Device
	width, height int

	color, depth   *gfx.Texture // one sample of the base
	base           *gfx.Framebuffer
	depthSolid     *gfx.Texture // depth without translucent buildings; nil if there are none
	solid          *gfx.Framebuffer
	sum, sumAll    *gfx.Texture // means of samples: of the base, and with selection
	mean, meanAll  *gfx.Framebuffer
	still          *gfx.Texture // resolved picture without tags and hover
	stillTarget    *gfx.Framebuffer
	work           *gfx.Texture // still with the overlay
	workTarget     *gfx.Framebuffer
	workSolid      *gfx.Framebuffer // work's color with depthSolid
	depthOver      *gfx.Texture     // modified by frustums
	over, workOver *gfx.Framebuffer // color and work with depthOver
	chosen         *gfx.Texture     // still or base with selection and references
	chosenTarget   *gfx.Framebuffer
	final          *gfx.Texture // enlarged, with tags; nil at full resolution
	finalTarget    *gfx.Framebuffer
}

func newTargets(d *gfx.Device, width, height int) (*targets, error) {
	t := &targets{d: d, width: width, height: height}
	t.color = d.NewTexture(gfx.RGBA8, width, height, true)
	t.depth = d.NewTexture(gfx.Depth, width, height, false)
	t.work = d.NewTexture(gfx.RGBA8, width, height, true)
	for _, f := range []struct {
		into         **gfx.Framebuffer
		color, depth *gfx.Texture
	}{{&t.base, t.color, t.depth}, {&t.workTarget, t.work, t.depth}} {
		if err := t.frame(f.into, f.color, f.depth); err != nil {
			t.delete()
			return nil, err
		}
	}
	return t, nil
}

func (t *targets) frame(into **gfx.Framebuffer, color, depth *gfx.Texture) (err error) {
	*into, err = t.d.NewFramebuffer(color, depth)
	return err
}

// needSolid creates the second depth buffer, for cities with translucent buildings.
func (t *targets) needSolid() error {
	if t.solid != nil {
		return nil
	}
	t.depthSolid = t.d.NewTexture(gfx.Depth, t.width, t.height, false)
	if err := t.frame(&t.solid, t.color, t.depthSolid); err != nil {
		return err
	}
	return t.frame(&t.workSolid, t.work, t.depthSolid)
}

// needOver creates the depth buffer for frustums.
func (t *targets) needOver() error {
	if t.workOver != nil {
		return nil
	}
	t.depthOver = t.d.NewTexture(gfx.Depth, t.width, t.height, false)
	if err := t.frame(&t.over, t.color, t.depthOver); err != nil {
		return err
	}
	t.chosen = t.d.NewTexture(gfx.RGBA8, t.width, t.height, false)
	if err := t.frame(&t.chosenTarget, t.chosen, nil); err != nil {
		return err
	}
	return t.frame(&t.workOver, t.work, t.depthOver)
}

// needMeans creates the textures for refinement.
func (t *targets) needMeans() error {
	if t.stillTarget != nil {
		return nil
	}
	t.sum = t.d.NewTexture(gfx.RGBA16F, t.width, t.height, false)
	t.sumAll = t.d.NewTexture(gfx.RGBA16F, t.width, t.height, false)
	t.still = t.d.NewTexture(gfx.RGBA8, t.width, t.height, false)
	if err := t.frame(&t.mean, t.sum, nil); err != nil {
		return err
	}
	if err := t.frame(&t.meanAll, t.sumAll, nil); err != nil {
		return err
	}
	return t.frame(&t.stillTarget, t.still, nil)
}

// needFinal creates the target for enlarging.
func (t *targets) needFinal() error {
	if t.finalTarget != nil {
		return nil
	}
	t.final = t.d.NewTexture(gfx.RGBA8, t.width, t.height, false)
	return t.frame(&t.finalTarget, t.final, nil)
}

func (t *targets) delete() {
	if t == nil {
		return
	}
	for _, f := range []*gfx.Framebuffer{t.base, t.solid, t.mean, t.meanAll, t.stillTarget, t.workTarget, t.workSolid,
		t.finalTarget, t.over, t.workOver, t.chosenTarget} {
		f.Delete()
	}
	for _, x := range []*gfx.Texture{t.color, t.depth, t.depthSolid, t.sum, t.sumAll, t.still, t.work, t.final, t.depthOver, t.chosen} {
		x.Delete()
	}
}
