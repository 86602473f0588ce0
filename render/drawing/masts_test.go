package drawing

import (
	"testing"

	"memcity/city/scene"
	"memcity/city/trees"
	"memcity/trace"
	"memcity/trace/pods"
)

// fleetCities returns a city of a service with two types at two GC points. At the first one there are no pods. At the second one, a pod is
// far above the others for the second type.
func fleetCities() (before, after *scene.City) {
	names := trace.NewNames()
	var points []trees.PointTree
	for p := range 2 {
		t := &trace.Tree{Names: names, Fleet: &pods.Fleet{Pods: make([]pods.Pod, 6), Groups: map[int32]pods.Group{}}}
		for i, name := range []string{"Heap", "shop", "A", "B"} {
			t.Nodes = append(t.Nodes, trace.Node{Name: names.ID(name), Place: trace.Place{Parent: int32(min(i, 2)) - 1, End: 4}, Objects: 10, Bytes: 1000})
		}
		t.Nodes[2].End = 3
		if p == 1 {
			t.Fleet.Groups[2] = pods.Group{Of: 6, Amounts: []pods.Amount{{Pod: 1, Objects: 20, Bytes: 2000}}}
			t.Fleet.Groups[3] = pods.Group{Of: 6, Outliers: []int32{1}, Amounts: []pods.Amount{{Pod: 1, Objects: 90, Bytes: 9000}}}
		}
		points = append(points, trees.PointTree{Time: trace.Millis(p), Source: p, Tree: t})
	}
	s := trees.NewSeries(points)
	settings := scene.DefaultSettings()
	plan := scene.NewPlan(s, trees.NewMeta(s, trees.Window{From: 0, To: 1}), settings)
	return plan.At(0, settings), plan.At(1, settings)
}

// TestPackMasts: masts are opaque boxes drawn before the buildings. They have their correct height at both ends of a tween, and there are
// none without pods.
func TestPackMasts(t *testing.T) {
	before, after := fleetCities()
	var p packed
	p.pack(after, after, nil)
	if len(p.mast) != 2 || p.solid != len(p.instances) {
		t.Fatalf("%d masts; %d of %d instances are solid", len(p.mast), p.solid, len(p.instances))
	}
	for i, at := range p.mast {
		in, m := p.instances[at], after.Buildings[i].Mast
		if in.H0 != float32(m.Height) || in.H1 != in.H0 || in.Base1 != corners(m.Base) || in.Color1 != opaque(m.Color) || at >= p.place[i] {
			t.Errorf("mast %d is %+v, want %+v; it is at %d, the building at %d", i, in, m, at, p.place[i])
		}
		if whole := p.whole(int32(i)); whole.H1 != float32(after.Buildings[i].Height) || in.H1 <= whole.H1 {
			t.Errorf("building %d is %v high, its mast %v", i, whole.H1, in.H1)
		}
	}
	if after.Buildings[0].Mast.Color == after.Buildings[1].Mast.Color {
		t.Error("the mast of an outlier has the color of others")
	}
	p.pack(before, after, nil)
	for i, at := range p.mast {
		if in := p.instances[at]; in.H0 != 0 || in.H1 != float32(after.Buildings[i].Mast.Height) {
			t.Errorf("mast %d grows from %v to %v", i, in.H0, in.H1)
		}
	}
	p.pack(before, before, nil)
	for i, at := range p.mast {
		if at >= 0 {
			t.Errorf("building %d has a mast, of which no pod is known", i)
		}
	}
}
