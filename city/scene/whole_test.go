package scene

import (
	"fmt"
	"strings"
	"testing"

	"memcity/city/citytest"
	"memcity/city/trees"
	"memcity/trace/tracetest/golden"
)

// TestWholeCities writes the whole content of cities of random recordings at each GC point, for several settings, with selections, routes,
// comparisons and transitions.
func TestWholeCities(t *testing.T) {
	var w strings.Builder
	text := func(x any) string { return golden.Text(x, (*Plan)(nil), (*trees.Series)(nil)) }
	spec := citytest.RandomSpec{Points: 3, Nodes: 16, Depth: 3, Width: 5}
	for seed := range uint64(3) {
		points := citytest.RandomPoints(seed+70, spec)
		if seed > 0 {
			points[1] = citytest.LinkedPoint(points[1], seed, 12)
		}
		settings := []Settings{planSettings(trees.Bytes, Sqrt, AllChildren), planSettings(trees.Objects, Linear, 3),
			planSettings(trees.Bytes, Linear, 2)}[seed]
		p := planOf(points, settings)
		fmt.Fprintf(&w, "== seed %d: bounds %s, levels %d, growth %d, red from %d, overlaps %v, grew %d\n", seed, text(p.Bounds()), p.Levels(),
			p.MaxGrowth(), p.RedGrowth(settings), p.Overlaps(), p.Grew())
		node, value, ok := p.Largest()
		fmt.Fprintln(&w, "largest", node, value, ok)
		for i := range int32(len(p.Series.Nodes)) {
			plot, ok := p.Plot(i)
			color, building, known := p.ColorAt(i, 1, settings)
			fmt.Fprintln(&w, i, p.Name(i), p.Label(i), text(p.Target(i)), p.Needs(i), text(plot), ok, text(color), building, known)
		}
		var targets []Target
		for i := range int32(len(p.Series.Nodes)) {
			if target := p.Target(i); target.OfGroup() {
				targets = append(targets, target)
			}
		}
		for point := range 3 {
			c := p.At(point, settings)
			fmt.Fprintf(&w, "city at %d: %s\n%s\n", point, text(c.Bounds()), text(c))
			for _, target := range targets {
				refs, unseen := c.References(target)
				box, ok := c.Box(target)
				if len(refs) > 0 {
					fmt.Fprintln(&w, text(target), text(box), ok, text(refs), text(unseen), text(Strongest(refs, 2, target)),
						text(c.Drawn(refs, 1, target)))
				}
			}
		}
		from, to := p.At(0, settings), p.At(2, settings)
		start, end := Transition(from, to)
		fmt.Fprintf(&w, "transition from\n%s\nto\n%s\n", text(start), text(end))
		for _, turned := range []float64{0, 0.5} {
			k := NewComparison(p.Series, 0, 2, citytest.FollowedReport(p.Series, 0, 2, turned))
			compared := p.Compared(k, settings)
			fmt.Fprintf(&w, "compared, turned %v: vanished %v\n%s\n", turned, compared.Vanished(), text(compared))
		}
		fmt.Fprintf(&w, "beside\n%s\n", text(p.AtBaseline(1, settings)))
		refs, _ := p.At(1, settings).References(targets[len(targets)/2])
		fmt.Fprintf(&w, "isolated\n%s\n", text(p.At(1, settings).Isolate(targets[:2], refs)))
	}
	golden.File(t, "cities.txt", w.String())
}

// TestPoses writes the camera's poses over a box, the projected corners, and the camera's moves.
func TestPoses(t *testing.T) {
	var w strings.Builder
	box := planOf(citytest.SmallRecording(), DefaultSettings()).Bounds()
	for _, aspect := range []float64{0.5, 1, 16.0 / 9} {
		frames := []Frame{{}, {Right: 1, Top: 1}, {Left: 0.2, Bottom: 0.1, Right: 0.9, Top: 0.8}}
		for _, frame := range frames {
			poses := []Camera{Look{}.Home(box, aspect, frame), BirdsEye(box, aspect, frame)}
			for quarter := range 4 {
				poses = append(poses, Side(box, aspect, frame, quarter))
			}
			poses = append(poses, poses[0].Focus(Box{Min: box.Min, Max: box.Min.Add(Vec{X: 1, Y: 2, Z: 3})}, aspect, frame),
				poses[0].Toward(poses[1], 0.25), poses[2].Scaled(1.5), Between(poses[3], poses[5], 0.5))
			for _, c := range poses {
				view, projection := c.Matrices(aspect, box)
				x, y, depth, ok := c.Project(box.Max, aspect)
				right, up, back := c.Axes()
				fmt.Fprintln(&w, golden.Text(c), golden.Text(c.Eye()), golden.Text(right), golden.Text(up), golden.Text(back))
				fmt.Fprintf(&w, " corner at %.5f %.5f, depth %.5f, %v; ray %s\n", x, y, depth, ok, golden.Text(c.Ray(0.25, -0.5, aspect)))
				fmt.Fprintf(&w, " view %.4f\n projection %.4f\n", view, projection)
			}
		}
	}
	golden.File(t, "poses.txt", w.String())
}
