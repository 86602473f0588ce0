package scene

import (
	"math"
	"testing"

	"memcity/city/citytest"
	"memcity/city/trees"
)

// FuzzPlan makes a recording from random bytes and checks every property of the plan and its cities.
func FuzzPlan(f *testing.F) {
	f.Add([]byte{})
	f.Add([]byte{1, 2, 0, 3, 0, 5, 1, 3, 2, 9, 4, 1, 1, 7, 7, 7, 0, 200, 40, 200, 50, 3, 1, 1, 1, 1, 1, 1})
	f.Add([]byte("a city that grows from point to point, with many groups and some that go away again"))
	f.Fuzz(func(t *testing.T, data []byte) {
		r := &citytest.ByteReader{Data: data}
		settings := planSettings(trees.Unit(r.Next(2)), Area(r.Next(2)), r.Next(5))
		settings.OtherHeight = r.Next(2) == 1
		var groups []*citytest.Group
		for range 1 + r.Next(4) {
			g := r.Group(6)
			g.Name = "Heap"
			groups = append(groups, g)
		}
		p := planOf(citytest.Points(groups...), settings)
		if err := checkPlan(p); err != nil {
			t.Fatal(err)
		}
		for point := range groups {
			c := p.At(point, settings)
			for i := range c.Buildings {
				b := &c.Buildings[i]
				if !b.Plot.Contains(b.Base, 1e-9*p.unit()) || !(b.Height >= 0) || math.IsInf(b.Height, 0) || !(b.Opacity >= 0 && b.Opacity <= 1) {
					t.Fatalf("building %+v", b)
				}
			}
			ray := Look{}.Home(p.Bounds(), 1, Frame{}).Ray(0, 0, 1)
			if got, _ := c.Pick(ray); len(c.Buildings) > 0 && got != first(pickAll(c, ray)) {
				t.Fatalf("ray %v hits %v, want %v", ray, got, first(pickAll(c, ray)))
			}
		}
	})
}

func first(t Target, _ Vec) Target { return t }
