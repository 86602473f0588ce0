package scene_test

import (
	"math"
	"testing"

	"memcity/city/scene"
	"memcity/city/trees"
	"memcity/trace"
	"memcity/trace/pods"
)

// fleetPoints returns two GC points of a service with three types on six pods: one with equal pods, one with a pod that has 16 times as
// much, and one in only one pod. At the first point all pods are equal.
func fleetPoints() (points []trees.PointTree) {
	names := trace.NewNames()
	for p := range 2 {
		t := &trace.Tree{Names: names, Fleet: &pods.Fleet{Groups: map[int32]pods.Group{}}}
		add := func(name, role string, parent int32, bytes int64, end int32) {
			t.Nodes = append(t.Nodes, trace.Node{Name: names.ID(name), Role: names.ID(role), Place: trace.Place{Parent: parent, End: end}, Objects: bytes / 10, Bytes: bytes})
		}
		add("Heap", "", -1, 2000, 5)
		add("shop", "Service", 0, 2000, 5)
		add("Same", "Type", 1, 1000, 3)
		add("Uneven", "Type", 1, 1000, 4)
		add("Rare", "Type", 1, 0, 5)
		for range 6 {
			t.Fleet.Pods = append(t.Fleet.Pods, pods.Pod{Service: "shop"})
		}
		group := func(outliers []int32, bytes ...int64) (g pods.Group) {
			g = pods.Group{Of: 6, Outliers: outliers}
			for i, b := range bytes {
				if b > 0 {
					g.Amounts = append(g.Amounts, pods.Amount{Pod: int32(i), Objects: b / 10, Bytes: b})
				}
			}
			return g
		}
		t.Fleet.Groups[2] = group(nil, 1000, 1000, 1000, 1000, 1000, 1000)
		t.Fleet.Groups[3] = t.Fleet.Groups[2]
		if p == 1 {
			t.Fleet.Groups[3], t.Fleet.Groups[4] = group([]int32{2}, 1000, 1000, 16_000, 1000, 1000, 1000), group([]int32{3}, 0, 0, 0, 3200, 0, 0)
		}
		points = append(points, trees.PointTree{Time: trace.Millis(p), Source: p, Tree: t})
	}
	return points
}

// fleetPlan returns the plan of these GC points, by bytes.
func fleetPlan() (*scene.Plan, scene.Settings) {
	settings := scene.DefaultSettings()
	settings.Unit, settings.Area, settings.Children = trees.Bytes, scene.Linear, scene.AllChildren
	s := trees.NewSeries(fleetPoints())
	return scene.NewPlan(s, trees.NewMeta(s, trees.Window{From: 0, To: 1}), settings), settings
}

// TestMasts: a mast is as high as a building of the largest pod, a group in few pods has ground, and outliers are marked.
func TestMasts(t *testing.T) {
	p, settings := fleetPlan()
	at := func(point int, key string) *scene.Building {
		c := p.At(point, settings)
		return &c.Buildings[c.Plan.Find("Heap#shop#"+key).Index]
	}
	near := func(what string, got, want float64) {
		t.Helper()
		if math.Abs(got-want) > 1e-9*(1+want) {
			t.Errorf("%s: %v, want %v", what, got, want)
		}
	}
	same, uneven, rare := at(1, "Same"), at(1, "Uneven"), at(1, "Rare")
	near("a mast on a building that all pods have alike", same.Mast.Height, same.Height)
	near("16 times the bytes", uneven.Mast.Height, 4*uneven.Height)
	if rare.Height != 0 || rare.Mast.Height <= 0 {
		t.Errorf("what one pod has is %v high, its mast %+v", rare.Height, rare.Mast)
	}
	near("the ground of what one pod has", rare.Plot.Area()/same.Plot.Area(), 3200/16/1000.0)
	near("the mast on it is as if it were a building", rare.Mast.Height/same.Height, math.Sqrt(3.2))
	if same.Mast.Outlier || !uneven.Mast.Outlier || !rare.Mast.Outlier || at(0, "Uneven").Mast.Outlier {
		t.Error("other masts are marked than those of outliers")
	}
	if top := p.Bounds().Max.Y; top < uneven.Bottom+uneven.Mast.Height {
		t.Errorf("the city ends at %v, a mast reaches %v", top, uneven.Bottom+uneven.Mast.Height)
	}
	if m := at(0, "Rare").Mast; m != nil {
		t.Errorf("no pod has it, and yet there is %+v", m)
	}
	for i := range p.At(1, settings).Buildings {
		b := &p.At(1, settings).Buildings[i]
		if m := b.Mast; m.Base.W > 0.3*b.Plot.W+1e-9 || m.Base.X < b.Plot.X || m.Base.X+m.Base.W > b.Plot.X+b.Plot.W {
			t.Errorf("a mast stands at %+v on the plot %+v", m.Base, b.Plot)
		}
	}
}

// TestPickMast: a click on a mast, high above its building, selects the building. Cities with a comparison have no masts.
func TestPickMast(t *testing.T) {
	p, settings := fleetPlan()
	c := p.At(1, settings)
	target := p.Find("Heap#shop#Rare")
	b := &c.Buildings[target.Index]
	x, z := b.Mast.Base.X+b.Mast.Base.W/2, b.Mast.Base.Z+b.Mast.Base.D/2
	ray := scene.Ray{Origin: scene.Vec{X: x, Y: b.Bottom + 0.9*b.Mast.Height, Z: 1000}, Dir: scene.Vec{Z: -1}}
	ray.Origin.Z = p.Bounds().Max.Z + 1
	if got, _ := c.Pick(ray); got != target && got.Kind != scene.OnBuilding {
		t.Errorf("a ray at its mast hits %+v", got)
	}
	ray = scene.Ray{Origin: scene.Vec{X: x, Y: 1000, Z: z}, Dir: scene.Vec{Y: -1}}
	if got, at := c.Pick(ray); got != target || math.Abs(at.Y-b.Bottom-b.Mast.Height) > 1e-6 {
		t.Errorf("from above: %+v at %v, the mast ends at %v", got, at.Y, b.Bottom+b.Mast.Height)
	}
	for i := range p.Compared(scene.NewComparison(p.Series, 0, 1, nil), settings).Buildings {
		if p.Compared(scene.NewComparison(p.Series, 0, 1, nil), settings).Buildings[i].Mast != nil {
			t.Error("a city that compares has masts")
		}
	}
}

// TestSeriesOfFleet: pod values are found by series node, and stay when GC points are omitted.
func TestSeriesOfFleet(t *testing.T) {
	s := trees.NewSeries(fleetPoints())
	node, _ := s.Find("Heap#shop#Uneven")
	for _, only := range []*trees.Series{s, s.Only(func(source int) bool { return source == 1 })} {
		n, _ := only.Find("Heap#shop#Uneven")
		if g, ok := only.Pods(only.Len()-1, n); !ok || len(g.Outliers) != 1 || len(g.Amounts) != 6 || only.PodMaxima(only.Len() - 1)[n].Bytes != 16_000 {
			t.Errorf("%d points: %+v, %t", only.Len(), g, ok)
		}
	}
	if g, ok := s.Pods(0, node); !ok || len(g.Outliers) != 0 {
		t.Errorf("%+v, %t", g, ok)
	}
	if _, ok := s.Pods(2, node); ok || s.Fleet(-1) != nil || s.Name(s.Service(node)) != "shop" {
		t.Error("there is something where there is no GC point, or its service is another")
	}
}
