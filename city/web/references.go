package web

import (
	"cmp"
	"maps"
	"slices"

	"memcity/city/scene"
)

// pair is a pair of buildings, where from refers to to.
type pair struct{ from, to int32 }

// references adds the frustums that can be drawn: the strongest of each building and direction. It adds them at all GC points if the limit
// permits, otherwise at the last one.
func (m *maker) references() {
	r := &m.out.References
	r.Drawn = m.Drawn
	var at []int
	for i, point := range m.Points {
		if m.Plan.Series.HasPointers(point) {
			at = append(at, i)
		}
	}
	if len(at) == 0 {
		return
	}
	drawn := map[pair]bool{}
	m.strongest(at[len(at)-1], drawn)
	if len(drawn)*len(at) > m.Most {
		at = at[len(at)-1:]
	}
	for _, i := range at[:len(at)-1] {
		m.strongest(i, drawn)
	}
	list := slices.SortedFunc(maps.Keys(drawn), func(a, b pair) int { return cmp.Or(cmp.Compare(a.from, b.from), cmp.Compare(a.to, b.to)) })
	for _, p := range list {
		r.From, r.To = append(r.From, int(p.from)), append(r.To, int(p.to))
	}
	r.Point = at
	out, in := make([]int64, len(list)), make([]int64, len(list)) // of the previous GC point
	for _, i := range at {
		counts := m.counts(i)
		outs, ins := make([]int64, len(list)), make([]int64, len(list))
		for k, p := range list {
			now := counts[p]
			outs[k], ins[k] = now[0]-out[k], now[1]-in[k]
			out[k], in[k] = now[0], now[1]
		}
		r.Out, r.In = append(r.Out, outs), append(r.In, ins)
	}
}

// strongest adds the frustums that are drawn for any building at a point.
func (m *maker) strongest(point int, drawn map[pair]bool) {
	c := m.cities[point]
	for i := range c.Buildings {
		refs, _ := c.References(scene.Target{Kind: scene.OnBuilding, Index: int32(i)})
		for _, r := range scene.Strongest(refs, m.Drawn, scene.Target{}) {
			drawn[pair{r.From, r.To}] = true
		}
	}
}

// counts returns the objects at both ends of all references of a point.
func (m *maker) counts(point int) map[pair][2]int64 {
	c, out := m.cities[point], map[pair][2]int64{}
	for i := range c.Buildings {
		refs, _ := c.References(scene.Target{Kind: scene.OnBuilding, Index: int32(i)})
		for _, r := range refs {
			if !r.Incoming {
				out[pair{r.From, r.To}] = [2]int64{r.FromObjects, r.ToObjects}
			}
		}
	}
	return out
}
