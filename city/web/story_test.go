package web_test

import (
	"math"
	"testing"

	"memcity/city/citytest"
	"memcity/city/link"
	"memcity/city/scene"
	"memcity/city/scene/scenetest"
	"memcity/city/trees"
	"memcity/city/web"
)

// TestScenes: a scene of a page has its GC point, its selection, and its camera, which projects like the window's.
func TestScenes(t *testing.T) {
	points := citytest.RandomPoints(5, citytest.RandomSpec{Points: 5, Nodes: 60, Depth: 3, Width: 9})
	for i := range points {
		points[i].Source = i
	}
	s := source(points, scenetest.Settings(trees.Bytes, scene.Sqrt, 6))
	series := s.Plan.Series
	leaf := int32(0)
	for n := range series.Nodes {
		if series.IsLeaf(int32(n)) && s.Plan.Target(int32(n)).Kind == scene.OnBuilding {
			leaf = int32(n)
		}
	}
	pose := scene.Pose{X: 0.25, Y: 0.1, Z: 0.5, Yaw: 1, Pitch: 0.5, Distance: 2}
	s.Story = []link.Scene{
		{Title: "a", Note: "b\nc\x1b", Link: link.Link{At: 2, Groups: []string{series.Key(leaf)}, View: "city"}, Camera: &pose, Colors: "plain"},
		{Link: link.Link{At: 99, Groups: []string{"no"}, View: "graph"}, Colors: "findings", Finding: 3},
		{},
	}
	if got := web.PointsOf(s.Story, series); len(got) != 2 || got[0] != 1 || got[1] != 4 {
		t.Errorf("the scenes show %v", got)
	}
	s.Points = web.With([]int{0, 4}, web.PointsOf(s.Story, series))
	c := decoded(t, web.Of(s))
	a, b, last := c.Story[0], c.Story[1], c.Story[2]
	if a.Title != "a" || a.Note != "b\nc\uFFFD" || c.Points[a.Point].Number != 2 || a.Kind != "building" || a.Index != int(s.Plan.Target(leaf).Index) ||
		a.Mode != "plain" || a.Missing != "" {
		t.Errorf("the first scene is %+v", a)
	}
	if b.Mode != c.Mode || b.Missing != "no is not in this city. In the application, this scene shows the view graph." || c.Points[b.Point].Number != 5 || b.Pose != nil {
		t.Errorf("the second scene is %+v", b)
	}
	if last.Point != 2 || last.Kind != "" || last.Mode != c.Mode {
		t.Errorf("the last scene is %+v", last)
	}
	side := max(s.Plan.Ground.W, s.Plan.Ground.D)
	want := pose.Camera(s.Plan.Bounds())
	for i, v := range []float64{want.Target.X / side, want.Target.Y / side, want.Target.Z / side, 1, 0.5, want.Distance / side} {
		if math.Abs(a.Pose[i]-v) > 1e-9 {
			t.Errorf("pose %v, want %v at %d", a.Pose, v, i)
		}
	}
}
