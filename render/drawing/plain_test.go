package drawing

import (
	"bytes"
	"testing"

	"memcity/render/headless/gltest"
)

// Boxes without marks look the same with the plain programs and with those that draw marks, bit for bit.
func TestPlainBoxesAreThoseWithoutMarks(t *testing.T) {
	gltest.Run(t, func() {
		s, err := New()
		gltest.Check(err)
		defer s.Close()
		from, names := randomCity(700, 0.5, 1)
		to, _ := randomCity(700, 1, 1)
		s.names = names
		s.SetCity(from, to)
		s.SetShade(ComputeShade(from, 256), ComputeShade(to, 256))
		for _, q := range []Quality{Lean, Full} {
			for _, mix := range []float32{1, 0.4} {
				v := View{Width: 400, Height: 250, Camera: poseFor(s.bounds), Mix: mix, Quality: q}
				var pictures [2][]byte
				for i, marked := range []bool{false, true} {
					for k := range s.packed.chunks {
						s.packed.chunks[k].marked = marked
					}
					gltest.Check(s.Draw(v))
					pictures[i] = s.Image().Pix
				}
				if !bytes.Equal(pictures[0], pictures[1]) {
					t.Errorf("quality %d, mix %v: they differ", q, mix)
				}
			}
		}
	})
}

// Exactly the kinds with marks are drawn by the program for marks.
func TestMarked(t *testing.T) {
	for kind, want := range map[float32]bool{
		kindDusty: true, kindDusty - 1: true, kindDusty + 1: false, kindShrunk: false, kindShrunk - 1: false, kindNew: true, kindBuilding: false,
		kindSlab: false, kindPart: false, kindPart + kindStorey - 1: false, kindPart + kindStorey: true, kindPart + 2*kindStorey - 1: true,
	} {
		if got := (&instance{Kind: kind}).marked(); got != want {
			t.Errorf("kind %v: %v", kind, got)
		}
	}
}
