package drawing

import (
	"bytes"
	"slices"
	"testing"

	"memcity/city/scene"
	"memcity/layout"
	"memcity/render/headless/gltest"
)

// The picture after a tween does not depend on the tween's start, even if other buildings were translucent then.
func TestATweenLeavesNoTraces(t *testing.T) {
	withScene(t, 300, 0.4, func(s *Scene, v View) {
		c := s.to
		v.Mix = 1
		s.SetCity(nil, c)
		gltest.Check(s.Draw(v))
		want := s.Image()
		s.SetCity(c.Isolate([]scene.Target{{Kind: scene.OnBuilding, Index: 40}}, nil), c)
		s.Settle()
		gltest.Check(s.Draw(v))
		if !bytes.Equal(want.Pix, s.Image().Pix) {
			t.Errorf("%d pixels keep traces of what was isolated before", differ(want, s.Image(), 0))
		}
		s.d.Counters.Uploaded = 0
		s.Settle()
		if s.d.Counters.Uploaded != 0 {
			t.Error("settling twice uploads again")
		}
	})
}

// The shade inside a building does not darken the bottom of its lit walls.
func TestNoShadeLeaksOutOfBuildings(t *testing.T) {
	c := oneBuilding(scene.Building{Objects: 2})
	c.Buildings = c.Buildings[:1]
	c.Districts[0].End = 1
	for _, size := range []int{60, 200, 1024} {
		s := ComputeShade(c, size)
		b := c.Buildings[0].Base
		for along := b.X + 1; along < b.X+b.W-1; along += 0.5 {
			if shadow, _ := s.at(along, b.Z+b.D+s.Texel); shadow > c.Buildings[0].Bottom {
				t.Fatalf("size %d: before the front wall the sun is hidden up to %v", size, shadow)
			}
		}
	}
}

// A name on a slab is not visible through a translucent building.
func TestNamesDoNotShineThrough(t *testing.T) {
	withSmallScene(t, func(s *Scene, v View) {
		ghost := oneBuilding(scene.Building{Objects: 2, FirstObjects: 2, Opacity: 0.4})
		ghost.Districts[0].Label = layout.Rect{X: 5, Z: 5, W: 10, D: 8} // under the building
		s.names = func(int32) string { return "NAME" }
		v.Camera.Pitch = 1.4
		v.Labels = false
		bare := pictureOf(s, v, nil, ghost)
		v.Labels = true
		if n := differ(bare, pictureOf(s, v, nil, ghost), 8); n > 0 {
			t.Errorf("%d pixels of a name shine through", n)
		}
		ghost = oneBuilding(ghost.Buildings[0])
		ghost.Districts[0].Label = layout.Rect{X: 1, Z: 15.5, W: 18, D: 4}
		if n := differ(bare, pictureOf(s, v, nil, ghost), 8); n < 50 {
			t.Errorf("a name next to the building changes %d pixels only", n)
		}
	})
}

// A selected district is outlined over its buildings and has a name tag.
func TestSelectedDistrictsAreSeen(t *testing.T) {
	withScene(t, 300, 1, func(s *Scene, v View) {
		v.Tags = false
		gltest.Check(s.Draw(v))
		before := s.Image()
		v.Selected = scene.Target{Kind: scene.OnDistrict, Index: 1}
		gltest.Check(s.Overlay(v))
		blue := 0
		for after, i := s.Image(), 0; i < len(after.Pix); i += 4 {
			if r, b := int(after.Pix[i]), int(after.Pix[i+2]); b > r+110 && int(before.Pix[i+2]) < int(before.Pix[i])+90 {
				blue++
			}
		}
		if blue < 250 {
			t.Errorf("%d pixels show the selected district", blue)
		}
		if !slices.ContainsFunc(s.tags.wanted, func(g tag) bool { return g.style == tagSelected && g.building < 0 }) {
			t.Error("the selected district has no tag")
		}
	})
}

// All selected buildings and districts have the selection color.
func TestAllThatIsSelectedIsHighlighted(t *testing.T) {
	withScene(t, 300, 1, func(s *Scene, v View) {
		s.names = func(int32) string { return "" } // no tags
		v.Selected = scene.Target{Kind: scene.OnBuilding, Index: 3}
		gltest.Check(s.Draw(v))
		one := s.Image()
		v.Also = []scene.Target{{Kind: scene.OnBuilding, Index: 200}, {Kind: scene.OnDistrict, Index: 2}}
		gltest.Check(s.Overlay(v))
		if n := differ(one, s.Image(), 16); n < 100 {
			t.Errorf("two more selected change %d pixels", n)
		}
		gltest.Check(s.DrawFinal(v, 3))
		v.Also = nil
		gltest.Check(s.DrawFinal(v, 3))
	})
}

// Dimmed buildings around isolated ones have no sign.
func TestOnlyWhatIsIsolatedHasSigns(t *testing.T) {
	withScene(t, 300, 0.4, func(s *Scene, v View) {
		changeSome(s)
		signs := func(c *scene.City) (n int) {
			s.SetCity(nil, c)
			for _, kind := range []change{grew, shrank, appeared} {
				n += countKind(s.signs.list, kind)
			}
			return n
		}
		c := s.to
		solid := int32(slices.IndexFunc(c.Buildings, func(b scene.Building) bool { return b.Solid && changeOf(&b, areaUnit(c)).shown() }))
		all, one := signs(c), signs(c.Isolate([]scene.Target{{Kind: scene.OnBuilding, Index: solid}}, nil))
		if all < 2 || one != 1 {
			t.Errorf("%d signs, %d with one building isolated", all, one)
		}
	})
}
