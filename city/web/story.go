package web

import (
	"fmt"
	"slices"

	"memcity/city/link"
	"memcity/city/scene"
	"memcity/city/trees"
	"memcity/words"
)

// Scene is a view of a story. Missing parts are as in the page's initial view.
type Scene struct {
	Title   string      `json:"title"`
	Note    string      `json:"note"`
	Missing string      `json:"missing"` // part of the scene that the page cannot show; empty for none
	Point   int         `json:"point"`   // index into Points
	Kind    string      `json:"kind"`    // kind of the selection, as for findings; empty for none
	Index   int         `json:"index"`
	Mode    string      `json:"mode"`    // coloring, one of Modes
	Finding int         `json:"finding"` // index into Findings
	Pose    *[6]float64 `json:"pose"`    // of the camera: its target in shares of the longer side of the ground, yaw, pitch, distance; nil for the default
}

// PointsOf returns the GC points of a series that scenes show, ascending and without duplicates.
func PointsOf(scenes []link.Scene, series *trees.Series) (points []int) {
	for i := range scenes {
		points = append(points, pointOf(&scenes[i], series))
	}
	slices.Sort(points)
	return slices.Compact(points)
}

// pointOf returns the GC point of a scene, or the last one before it that the series has.
func pointOf(s *link.Scene, series *trees.Series) int {
	last := series.Len() - 1
	for at := last; s.At > 0 && at > 0; at-- {
		if series.Source(at)+1 <= s.At {
			return at
		}
	}
	if s.At > 0 {
		return 0
	}
	return last
}

// With returns the union of points and others, ascending.
func With(points, others []int) []int {
	all := append(slices.Clone(points), others...)
	slices.Sort(all)
	return slices.Compact(all)
}

// scenes adds the story. It runs last, because scenes refer to the other parts.
func (m *maker) scenes() {
	for i := range m.Story {
		m.out.Story = append(m.out.Story, m.scene(&m.Story[i]))
	}
}

func (m *maker) scene(s *link.Scene) Scene {
	c := m.out
	out := Scene{Title: words.Printable(s.Title), Note: words.Lines(s.Note), Mode: c.Mode}
	at, _ := slices.BinarySearch(m.Points, pointOf(s, m.Plan.Series))
	out.Point = min(at, len(m.Points)-1)
	if colors, ok := s.Coloring(); ok && colors != scene.AutoColors && slices.Contains(c.Modes, colors.String()) {
		out.Mode = colors.String()
	}
	if i := slices.IndexFunc(c.Findings, func(f Finding) bool { return f.Number == s.Finding }); i >= 0 {
		out.Finding = i
	}
	if s.Camera != nil {
		side := max(m.Plan.Ground.W, m.Plan.Ground.D, 1e-9)
		to := s.Camera.Camera(m.Plan.Bounds())
		out.Pose = &[6]float64{to.Target.X / side, to.Target.Y / side, to.Target.Z / side, to.Yaw, trees.Clamp(to.Pitch, scene.MinPitch, scene.MaxPitch), to.Distance / side}
	}
	if n := len(s.Groups); n > 0 {
		if node, ok := m.Plan.Series.Find(s.Groups[n-1]); ok {
			target := m.Plan.Shows(node)
			out.Kind, out.Index = kinds[target.Kind], int(target.Index)
		}
		if out.Kind == "" {
			out.Missing = fmt.Sprintf("%s is not in this city.", words.Printable(s.Groups[n-1]))
		}
	}
	if s.View != "" && s.View != "city" {
		out.Missing = joined(out.Missing, fmt.Sprintf("In the application, this scene shows the view %s.", words.Printable(s.View)))
	}
	return out
}

func joined(a, b string) string {
	if a == "" {
		return b
	}
	return a + " " + b
}
