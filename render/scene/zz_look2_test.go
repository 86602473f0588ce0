package scene

import (
	"strings"

	"memcity/city"
)

func lookView(s *Scene, c *city.City, v *View, mode string) {
	if strings.Contains(mode, "lean") {
		v.Quality = Lean
	}
	if strings.Contains(mode, "half") {
		v.Resolution = 0.5
	}
	if strings.Contains(mode, "zoom") {
		v.Camera.Distance *= 0.25
	}
	if strings.Contains(mode, "near") {
		v.Camera.Distance *= 0.08
	}
	if strings.Contains(mode, "back") {
		v.Camera.Yaw += 2.6
	}
	if strings.Contains(mode, "bird") {
		v.Camera = city.BirdsEye(s.bounds, v.aspect())
	}
	if strings.Contains(mode, "pick") {
		best := int32(0)
		for i := range c.Buildings {
			if c.Buildings[i].Height > c.Buildings[best].Height {
				best = int32(i)
			}
		}
		v.Selected = city.Target{Kind: city.OnBuilding, Index: best}
		n := int32(len(c.Buildings))
		k := int32(9)
		if strings.Contains(mode, "many") {
			k = n - 1
		}
		for i := int32(0); i < k; i++ {
			o := (best + 1 + i*(n/k)) % n
			r := city.Reference{From: best, To: o, FromRadius: s.sideOf(c, best) * 0.4 / float64(1+i%5), ToRadius: s.sideOf(c, o) * 0.4 / float64(1+(i/2)%3)}
			if i%2 == 0 {
				r = city.Reference{From: o, To: best, Incoming: true, FromRadius: r.ToRadius, ToRadius: r.FromRadius}
			}
			v.References = append(v.References, r)
		}
		v.Hover = city.Target{Kind: city.OnBuilding, Index: (best + 7) % n}
	}
}

func (s *Scene) sideOf(c *city.City, i int32) float64 {
	return min(c.Buildings[i].Base.W, c.Buildings[i].Base.D)
}
