package drawing

import (
	"memcity/render/gfx"
)

// Draw draws one sample of the city and the overlay. Call it when the camera, the cities, the size or the theme has changed. For hover,
// selection and tags, Overlay suffices.
func (s *Scene) Draw(v View) error {
	if err := s.drawFirst(v); err != nil {
		return err
	}
	return s.compose()
}

// drawFirst draws the first sample of a picture.
func (s *Scene) drawFirst(v View) error {
	if s.to == nil {
		return errNoCity
	}
	if err := s.resize(&v); err != nil {
		return err
	}
	s.view, s.kept = v, false
	f := s.newFrame(&v, 0, 0)
	if err := s.drawBase(&v, &f); err != nil {
		return err
	}
	s.frame = f
	s.drawn = true
	s.samples, s.all = 0, 0
	s.shown, s.shownAll = s.targets.color, false
	s.clean = v.Quality == Full && f.width == v.Width && f.height == v.Height
	s.choice.set(&v)
	return nil
}

// drawBase draws one sample of the city and its surroundings.
func (s *Scene) drawBase(v *View, f *frame) error {
	t := s.targets
	t.base.BindPart(f.width, f.height)
	s.d.Clear(0, 0, 0, 0)
	s.shades[f.shade.first].texture.Bind(unitShadeFrom)
	s.shades[1].texture.Bind(unitShadeTo)
	s.show(v)
	return gfx.Render(s.layers.base, &pass{s, v, f})
}
