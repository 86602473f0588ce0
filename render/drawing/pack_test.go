package drawing

import (
	"math"
	"testing"

	"memcity/city/scene"
)

func TestPackOrderAndPlaces(t *testing.T) {
	from, _ := randomCity(1500, 0.2, 0.4)
	to, _ := randomCity(1500, 1, 0.4)
	var p packed
	p.pack(from, to, map[int32]scene.RGB{7: {R: 1, G: 2, B: 3}})
	if got, want := len(p.instances), len(to.Districts)+len(to.Buildings); got != want {
		t.Fatalf("%d instances, want %d", got, want)
	}
	if p.slabs != len(to.Districts) || p.solid != p.slabs+10 {
		t.Errorf("%d slabs and %d opaque, want %d and ten more", p.slabs, p.solid, len(to.Districts))
	}
	if instanceSize > 56 {
		t.Errorf("an instance takes %d bytes, want at most 56", instanceSize)
	}
	seen := map[int32]bool{}
	for i, at := range p.place {
		b, in := &to.Buildings[i], &p.instances[at]
		if seen[at] {
			t.Fatalf("instance %d stands for two buildings", at)
		}
		seen[at] = true
		if in.H1 != float32(b.Height) || in.H0 != float32(from.Buildings[i].Height) || in.Base1 != corners(b.Base) {
			t.Fatalf("building %d: instance %+v of %+v", i, in, b)
		}
		if b.Solid != (int(at) < p.solid) {
			t.Fatalf("building %d: solid %v at instance %d of %d", i, b.Solid, at, p.solid)
		}
	}
	if c := p.instances[p.place[7]].Color1; c[0] != 1 || c[1] != 2 || c[2] != 3 {
		t.Errorf("marked building has color %v", c)
	}
}

func TestChunksCoverEverythingOnce(t *testing.T) {
	c, _ := randomCity(5000, 1, 0.5)
	var p packed
	p.pack(c, c, nil)
	next := 0
	for _, ch := range p.chunks {
		if ch.first != next || ch.count < 1 || ch.count > chunkSize {
			t.Fatalf("chunk %d+%d after %d", ch.first, ch.count, next)
		}
		if ch.first < p.solid && ch.first+ch.count > p.solid {
			t.Fatalf("chunk %d+%d crosses %d", ch.first, ch.count, p.solid)
		}
		next += ch.count
		for _, in := range p.instances[ch.first:next] {
			if b := ch.bounds; in.Base1[0] < b.Min.X || in.Base1[2] > b.Max.X || in.Bottom+in.H1 > b.Max.Y || in.Base1[3] > b.Max.Z {
				t.Fatalf("instance %+v leaves its chunk %+v", in, ch)
			}
		}
	}
	if next != len(p.instances) {
		t.Errorf("chunks end at %d of %d", next, len(p.instances))
	}
}

// Every instance with a corner in the picture must be in a span; spans must not overlap.
func TestVisibleKeepsWhatIsInThePicture(t *testing.T) {
	c, _ := randomCity(5000, 1, 0.5)
	var p packed
	p.pack(c, c, nil)
	s := &Scene{packed: p, bounds: p.bounds}
	home := poseFor(p.bounds)
	for _, zoom := range []float64{1, 0.3, 0.1, 0.03, -1, -0.03} { // negative for orthographic
		v := View{Width: 800, Height: 500, Camera: home}
		v.Camera.Orthographic = zoom < 0
		zoom = math.Abs(zoom)
		v.Camera.Distance *= zoom
		f := s.newFrame(&v, 0, 0)
		shown := make([]bool, len(p.instances))
		spans := append(p.visible(nil, 0, p.solid, f.visible), p.visible(nil, p.solid, len(p.instances), f.visible)...)
		total := 0
		for _, sp := range spans {
			for i := sp.first; i < sp.first+sp.count; i++ {
				if shown[i] {
					t.Fatalf("zoom %v: instance %d is drawn twice", zoom, i)
				}
				shown[i] = true
				total++
			}
		}
		for i := range p.instances {
			in := &p.instances[i]
			x, y, z, w := f.project([3]float32{in.Base1[0], in.Bottom + in.H1, in.Base1[3]})
			if w > 0 && max(x, -x) <= w && max(y, -y) <= w && z >= -w && !shown[i] {
				t.Fatalf("zoom %v: instance %d is in the picture but not drawn", zoom, i)
			}
		}
		if len(spans) > 2*maxSpans {
			t.Errorf("zoom %v: %d draw calls", zoom, len(spans))
		}
		if zoom == 0.03 && total > len(p.instances)/2 {
			t.Errorf("zoom %v: %d of %d instances are drawn", zoom, total, len(p.instances))
		}
		if zoom == 1 && total != len(p.instances) {
			t.Errorf("whole city: %d of %d instances are drawn", total, len(p.instances))
		}
	}
}

func TestFoldTakesOverATween(t *testing.T) {
	a, _ := randomCity(300, 0.2, 1)
	b, _ := randomCity(300, 1, 1)
	var p packed
	p.pack(a, b, nil)
	p.fold(0.5)
	for i := range p.place {
		in := &p.instances[p.place[i]]
		want := float32(a.Buildings[i].Height+b.Buildings[i].Height) / 2
		if d := in.H0 - want; d > 1e-3 || d < -1e-3 {
			t.Fatalf("building %d: height %v half way, want %v", i, in.H0, want)
		}
		if in.H1 != float32(b.Buildings[i].Height) {
			t.Fatalf("building %d: the end of the tween moved", i)
		}
	}
}
