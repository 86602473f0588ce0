package drawing

import (
	"bytes"
	"testing"

	"memcity/render/headless/gltest"
)

// viewOfSome makes a scene show a small city and returns a view of it.
func viewOfSome(s *Scene) View {
	c, names := randomCity(300, 1, 1)
	s.names = names
	s.SetCity(nil, c)
	s.SetShade(nil, ComputeShade(c, 256))
	return View{Width: 320, Height: 200, Camera: poseFor(s.bounds), Mix: 1}
}

// TestTwoSamples: the mean of two samples equals the mean of the sum for more samples, except for rounding. It differs from the first
// sample.
func TestTwoSamples(t *testing.T) {
	gltest.Run(t, func() {
		s, err := New()
		gltest.Check(err)
		defer s.Close()
		v := viewOfSome(s)
		gltest.Check(s.DrawFinal(v, 1))
		one := s.Image().Pix
		gltest.Check(s.DrawFinal(v, 2))
		two := s.Image().Pix
		v.Quality, v.Resolution = Full, 1
		gltest.Check(s.Draw(v))
		for range 2 {
			_, err := s.Refine()
			gltest.Check(err)
		}
		refined := s.Image().Pix
		most, changed := 0, 0
		for i := range two {
			d := int(two[i]) - int(refined[i])
			most = max(most, d, -d)
			if two[i] != one[i] {
				changed++
			}
		}
		if most > 2 || changed < len(two)/100 {
			t.Errorf("two samples differ from their sum by up to %d of 255, and from one in %d of %d values", most, changed, len(two))
		}
	})
}

// TestDepthFirst: a depth prepass does not change the picture.
func TestDepthFirst(t *testing.T) {
	gltest.Run(t, func() {
		defer func(n int) { maxDepthFirst = n }(maxDepthFirst)
		s, err := New()
		gltest.Check(err)
		defer s.Close()
		v := viewOfSome(s)
		var pictures [2][]byte
		var draws [2]int
		for i, limit := range []int{3000, 10} {
			maxDepthFirst = limit
			s.d.Counters.Draws = 0
			gltest.Check(s.DrawFinal(v, 3))
			pictures[i], draws[i] = s.Image().Pix, s.d.Counters.Draws
		}
		if !bytes.Equal(pictures[0], pictures[1]) {
			t.Error("the picture is another one")
		}
		if draws[0] <= draws[1] {
			t.Errorf("%d draws with the depth first, %d without", draws[0], draws[1])
		}
	})
}
