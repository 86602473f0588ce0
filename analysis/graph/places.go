package graph

// places are the objects of a view, arranged for queries about what is reached. Objects of one node that all reach each other over
// objects of this node are one place: no path that leads to one of them and may not enter another node misses the others. References
// lead from lower to higher places, but for those within cycles.
type places struct {
	view  *view
	of    []uint32 // by number of an object: its place
	node  []int32  // by place
	start []uint32 // rows by place
	to    []uint32
	// cycles has, of each cycle, the first place and the one behind its last; lowest places first. References back lead to places of
	// the same cycle.
	cycles [][2]uint32
}

// places arranges the objects of the view for queries with barred nodes.
func (v *view) places() *places {
	alike := arrange(v.start, v.to, v.owner)
	unit := alike.parts()
	start, to := v.rowsOf(alike, unit)
	all := arrange(start, to, nil)
	p := &places{view: v, start: make([]uint32, 1, len(start)), to: make([]uint32, 0, len(to))}
	place := make([]uint32, len(alike.ends))
	for at, u := range all.order {
		place[u] = uint32(at)
	}
	for _, u := range all.order {
		for _, t := range to[start[u]:start[u+1]] {
			p.to = append(p.to, place[t])
		}
		p.start = append(p.start, uint32(len(p.to)))
	}
	p.number(len(place), func(l int) uint32 { return place[unit[l]] })
	first := int32(0)
	for _, end := range all.ends {
		if end-first > 1 {
			p.cycles = append(p.cycles, [2]uint32{uint32(first), uint32(end)})
		}
		first = end
	}
	return p
}

// wholeCycles arranges the objects of the view for queries without barred nodes: all objects that reach each other are one place.
func (v *view) wholeCycles() *places {
	all := arrange(v.start, v.to, nil)
	unit := all.parts()
	p := &places{view: v}
	p.start, p.to = v.rowsOf(all, unit)
	p.number(len(all.ends), func(l int) uint32 { return unit[l] })
	return p
}

// number enters the objects of the view, each in the place that at returns.
func (p *places) number(places int, at func(l int) uint32) {
	p.of, p.node = make([]uint32, len(p.view.objects)), make([]int32, places)
	for l, n := range p.view.owner {
		p.of[l] = at(l)
		p.node[p.of[l]] = n
	}
}

// parts returns the part that each node is in.
func (a *arrangement) parts() []uint32 {
	part := make([]uint32, len(a.order))
	at := int32(0)
	for i, end := range a.ends {
		for ; at < end; at++ {
			part[a.order[at]] = uint32(i)
		}
	}
	return part
}

// rowsOf returns the references between units, each once.
func (v *view) rowsOf(units *arrangement, unit []uint32) (start, to []uint32) {
	start, to = make([]uint32, 1, len(units.ends)+1), make([]uint32, 0, len(v.to))
	seen := make([]uint32, len(units.ends)) // by unit: the last one, plus one, that was found to refer to it
	at := int32(0)
	for u, end := range units.ends {
		own := uint32(u) + 1
		seen[u] = own
		for ; at < end; at++ {
			for _, l := range v.row(units.order[at]) {
				if t := unit[l]; seen[t] != own {
					seen[t] = own
					to = append(to, t)
				}
			}
		}
		start = append(start, uint32(len(to)))
	}
	return start, to
}
