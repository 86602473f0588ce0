package drawing

import (
	"image"
	"math"
	"testing"

	"memcity/city/scene"
	"memcity/render/headless/gltest"
)

// TestParallelRays: moving an orthographic camera along the picture by whole pixels only moves the picture. That includes the visible walls, the
// sky, the fog and the marks that have a size in pixels. In perspective, near buildings move more than far ones.
func TestParallelRays(t *testing.T) {
	const dx, dy = 24, -16 // pixels
	share := map[bool]float64{}
	for _, orthographic := range []bool{false, true} {
		for name, pitch := range map[string]float64{"oblique": 0.6, "from above": scene.MaxPitch} {
			var first, moved *image.RGBA
			withScene(t, 60, 0.4, func(s *Scene, v View) {
				pick(s, &v, 4)
				v.Labels, v.Tags = false, false // these avoid the border
				v.Camera.Pitch, v.Camera.Orthographic = pitch, orthographic
				gltest.Check(s.DrawFinal(v, 4))
				first = s.Image()
				right, up, _ := v.Camera.Axes()
				unit := 2 * math.Tan(scene.FieldOfView/2) * v.Camera.Distance / float64(v.Height)
				v.Camera.Target = v.Camera.Target.Add(right.Mul(dx * unit)).Add(up.Mul(dy * unit))
				gltest.Check(s.DrawFinal(v, 4))
				moved = s.Image()
			})
			got := movedShare(first, moved, dx, dy)
			if orthographic && got > 0.01 {
				t.Errorf("%s: %.1f %% of the pixels differ", name, got*100)
			}
			share[orthographic] = max(share[orthographic], got)
		}
	}
	if share[false] < 0.1 {
		t.Errorf("in perspective only %.1f %% of the pixels differ, so the test finds nothing", share[false]*100)
	}
}

// movedShare returns the share of pixels that differ between a picture and another one whose camera was moved by dx pixels to the right and dy
// pixels up.
func movedShare(first, moved *image.RGBA, dx, dy int) float64 {
	common := first.Rect.Intersect(first.Rect.Add(image.Pt(dx, -dy)))
	var differ, all float64
	for y := common.Min.Y; y < common.Max.Y; y++ {
		for x := common.Min.X; x < common.Max.X; x++ {
			a, b := first.RGBAAt(x, y), moved.RGBAAt(x-dx, y+dy)
			far := func(p, q uint8) bool { return max(p, q)-min(p, q) > tolerance }
			if all++; far(a.R, b.R) || far(a.G, b.G) || far(a.B, b.B) {
				differ++
			}
		}
	}
	return differ / max(all, 1)
}
