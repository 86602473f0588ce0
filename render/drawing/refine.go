package drawing

import (
	"math"

	"memcity/render/gfx"
)

// RefineSamples is the number of samples per pixel that Refine draws.
const RefineSamples = 12

// Refine adds a sample with a subpixel offset to the picture of the last Draw, at Full quality and resolution, and shows the mean. It
// reports whether samples remain. Call it when idle. After a mere change of selection, the refined base stays while the selection is refined
// again.
func (s *Scene) Refine() (more bool, err error) {
	if !s.drawn {
		return false, nil
	}
	if s.next() >= s.limit {
		return false, nil
	}
	if err := s.sample(); err != nil {
		return false, err
	}
	s.resolve()
	return s.next() < s.limit, s.compose()
}

// next returns the number of the next sample.
func (s *Scene) next() int {
	if hasChoice(&s.view) {
		return s.all
	}
	return s.samples
}

// sample draws the next sample and adds it to the mean. It does not change the visible picture; see resolve.
func (s *Scene) sample() error {
	t, k := s.targets, s.next()
	s.kept = false
	if err := t.needMeans(); err != nil {
		return err
	}
	v := s.view
	v.Quality, v.Resolution = Full, 1
	s.view.Quality, s.view.Resolution = Full, 1
	x, y := jitter(k)
	f := s.newFrame(&v, x, y)
	if k > 0 || !s.clean {
		if err := s.drawBase(&v, &f); err != nil {
			return err
		}
	}
	s.clean = false
	if k == 0 {
		s.frame = f
	}
	if k == s.samples {
		s.accumulate(t.mean, k)
		s.samples++
	}
	if hasChoice(&v) {
		if err := s.drawChoice(&v, &f, pictureBase); err != nil {
			return err
		}
		s.accumulate(t.meanAll, k)
		s.all++
	}
	return nil
}

// accumulate adds the current sample to the mean of k others.
func (s *Scene) accumulate(mean *gfx.Framebuffer, k int) {
	mean.Bind()
	material := screenMaterial
	if k > 0 {
		material = meanMaterial
		s.d.SetWeight(1 / float32(k+1))
	}
	s.copy(material, s.programs.copy, s.targets.color, mean.Width, mean.Height)
}

// resolve makes the still picture from the better mean: the one with the selection, unless that has fewer samples.
func (s *Scene) resolve() {
	t := s.targets
	s.shownAll = false
	if s.samples == 0 {
		return
	}
	from := t.sum
	if hasChoice(&s.view) && s.all >= s.samples {
		from, s.shownAll = t.sumAll, true
	}
	t.stillTarget.Bind()
	s.copy(screenMaterial, s.programs.copyDither, from, t.width, t.height)
	s.shown = t.still
}

// jitter returns the offset of sample k within a pixel, -0.5 to 0.5. It is the R2 sequence (Roberts: The Unreasonable Effectiveness of
// Quasirandom Sequences, 2018), starting in the center.
func jitter(k int) (x, y float64) {
	part := func(v float64) float64 { return v - math.Floor(v) - 0.5 }
	return part(0.5 + 0.7548776662466927*float64(k)), part(0.5 + 0.5698402909980532*float64(k))
}

// DrawFinal draws a picture at the best quality: Full quality and resolution, the given number of samples and, close to the ground, a shade
// map of the visible part.
func (s *Scene) DrawFinal(v View, samples int) error {
	v.Quality, v.Resolution = Full, 1
	defer s.sharpen(&v)()
	if err := s.drawFirst(v); err != nil {
		return err
	}
	if samples == 2 && !hasChoice(&v) {
		if err := s.second(&v); err != nil {
			return err
		}
		return s.compose()
	}
	limit := s.limit
	s.limit = max(samples, 1)
	defer func() { s.limit = limit }()
	for s.next() < s.limit && samples > 1 {
		if err := s.sample(); err != nil {
			return err
		}
	}
	if samples > 1 {
		s.resolve()
	}
	return s.compose()
}

// second draws another sample and shows the mean of two. Two samples need no sum with more bits than a picture has.
func (s *Scene) second(v *View) error {
	t := s.targets
	if err := t.needMeans(); err != nil {
		return err
	}
	t.stillTarget.CopyColor(t.base, t.width, t.height)
	x, y := jitter(1)
	f := s.newFrame(v, x, y)
	if err := s.drawBase(v, &f); err != nil {
		return err
	}
	t.stillTarget.Bind()
	s.d.SetWeight(0.5)
	s.copy(meanMaterial, s.programs.copy, t.color, t.width, t.height)
	s.clean, s.shown = false, t.still
	return nil
}

// sharpen sets a shade map of the visible part of a still city, if there are maps and that part is small. It returns a function that
// restores the old maps.
func (s *Scene) sharpen(v *View) (restore func()) {
	restore = func() {}
	if s.to == nil || s.useShade[0] == nil || s.from != s.to && v.Mix != 1 || v.Width < 1 || v.Height < 1 {
		return restore
	}
	x0, z0, x1, z1, ok := visibleGround(v, s.bounds.Max.Y)
	if !ok {
		return restore
	}
	sharp := shadeIn(s.to, x0, z0, x1, z1, ShadeSizeFinal)
	if sharp == nil {
		return restore
	}
	from, to, drawn := s.useShade[0], s.useShade[1], s.drawn
	s.SetShade(nil, computeShade(s.to, sharp))
	return func() {
		still := s.drawn
		s.SetShade(from, to)
		s.drawn = still || drawn
	}
}

// visibleGround returns the bounds of the visible volume between the ground and the height top; ok is false if it extends to the horizon.
func visibleGround(v *View, top float64) (x0, z0, x1, z1 float64, ok bool) {
	x0, z0, x1, z1 = math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)
	for _, corner := range [4][2]float64{{-1, -1}, {1, -1}, {-1, 1}, {1, 1}} {
		ray := v.Camera.Ray(corner[0], corner[1], v.aspect())
		if ray.Dir.Y > -0.02 {
			return 0, 0, 0, 0, false
		}
		for _, y := range [2]float64{0, min(top, ray.Origin.Y)} {
			p := ray.At((y - ray.Origin.Y) / ray.Dir.Y)
			x0, x1, z0, z1 = min(x0, p.X), max(x1, p.X), min(z0, p.Z), max(z1, p.Z)
		}
	}
	return x0, z0, x1, z1, true
}
