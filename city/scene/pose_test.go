package scene_test

import (
	"math"
	"testing"

	"memcity/city/scene"
)

func TestPose(t *testing.T) {
	small := scene.Box{Min: scene.Vec{X: -5, Z: -5}, Max: scene.Vec{X: 5, Y: 3, Z: 3}}
	large := scene.Box{Min: scene.Vec{X: 100, Z: 200}, Max: scene.Vec{X: 140, Y: 12, Z: 232}}
	home := scene.Look{}.Home(small, 1.5, scene.Frame{})
	p, ok := scene.PoseOf(home, small)
	if !ok {
		t.Fatal("no pose")
	}
	back := p.Camera(small)
	near := func(a, b float64) bool { return math.Abs(a-b) < 1e-9 }
	if !near(back.Target.X, home.Target.X) || !near(back.Target.Z, home.Target.Z) || !near(back.Distance, home.Distance) ||
		!near(back.Yaw, home.Yaw) {
		t.Errorf("got %+v, want %+v", back, home)
	}
	scaled := p.Camera(large)
	if !near(scaled.Distance, home.Distance*4) || !near(scaled.Target.X-100, (home.Target.X+5)*4) {
		t.Errorf("on ground four times as wide: %+v of %+v", scaled, home)
	}
	if _, ok := scene.PoseOf(home, scene.Box{}); ok {
		t.Error("a pose without ground")
	}
	if _, ok := scene.PoseOf(scene.Camera{Target: scene.Vec{X: math.NaN()}, Distance: 1}, small); ok {
		t.Error("a pose at no place")
	}
}

// A pose keeps the projection.
func TestPoseKeepsTheProjection(t *testing.T) {
	b := scene.Box{Max: scene.Vec{X: 10, Y: 3, Z: 8}}
	for _, c := range []scene.Camera{scene.Look{}.Home(b, 1.5, scene.Frame{}), scene.BirdsEye(b, 1.5, scene.Frame{})} {
		p, ok := scene.PoseOf(c, b)
		if got := p.Camera(b); !ok || got.Orthographic != c.Orthographic || got.Orthographic != (c.Pitch == scene.MaxPitch) {
			t.Errorf("%+v becomes %+v", c, got)
		}
	}
}
