package layered

import "slices"

// orient determines which edges point upward.
func (p *placer) orient() {
	component := p.components()
	p.upward = make([]bool, len(p.graph.Edges))
	p.loops = make([]int, len(p.graph.Nodes))
	for i, e := range p.graph.Edges {
		p.upward[i] = e.From > e.To && component[e.From] == component[e.To]
		if e.From == e.To {
			p.loops[e.From]++
		}
	}
}

// components numbers the strongly connected components (Tarjan, "Depth-First Search and Linear Graph Algorithms", 1972, DOI
// 10.1137/0201010), without recursion.
func (p *placer) components() []int {
	n := len(p.graph.Nodes)
	next := p.targets()
	const unseen = -1
	number, low, component := fill(n, unseen), make([]int, n), fill(n, unseen)
	var open, path []int // nodes found but not in a component yet; path from the start
	count, components := 0, 0
	at := make([]int, n) // next edge to follow
	for start := range n {
		if number[start] != unseen {
			continue
		}
		path = append(path, start)
		for len(path) > 0 {
			v := path[len(path)-1]
			if number[v] == unseen {
				number[v], low[v] = count, count
				count++
				open = append(open, v)
			}
			if at[v] < len(next[v]) {
				t := next[v][at[v]]
				at[v]++
				if number[t] == unseen {
					path = append(path, t)
				} else if component[t] == unseen {
					low[v] = min(low[v], number[t])
				}
				continue
			}
			path = path[:len(path)-1]
			if len(path) > 0 {
				low[path[len(path)-1]] = min(low[path[len(path)-1]], low[v])
			}
			if low[v] != number[v] {
				continue
			}
			cut := slices.Index(open, v)
			for _, w := range open[cut:] {
				component[w] = components
			}
			open = open[:cut]
			components++
		}
	}
	return component
}

// targets returns the targets of each node's edges.
func (p *placer) targets() [][]int {
	next := make([][]int, len(p.graph.Nodes))
	for _, e := range p.graph.Edges {
		next[e.From] = append(next[e.From], e.To)
	}
	return next
}

func fill(n, value int) []int {
	s := make([]int, n)
	for i := range s {
		s[i] = value
	}
	return s
}

// assignLayers assigns a layer to each node.
func (p *placer) assignLayers() {
	n := len(p.graph.Nodes)
	down, up := make([][]int, n), make([][]int, n)
	for e := range p.graph.Edges {
		if top, bottom := p.ends(e); top != bottom {
			down[top], up[bottom] = append(down[top], bottom), append(up[bottom], top)
		}
	}
	order := topological(down, up)
	height := make([]int, n)
	highest := 0
	for i := n - 1; i >= 0; i-- {
		v := order[i]
		for _, t := range down[v] {
			height[v] = max(height[v], height[t]+1)
		}
		highest = max(highest, height[v])
	}
	for _, v := range order {
		if len(up[v]) <= len(down[v]) {
			continue
		}
		room := highest
		for _, t := range up[v] {
			room = min(room, height[t]-1)
		}
		height[v] = max(height[v], room)
	}
	p.layer = make([]int, n)
	for v := range p.layer {
		p.layer[v] = highest - height[v]
	}
}

// topological sorts nodes so that edges lead to later ones.
func topological(down, up [][]int) []int {
	missing := make([]int, len(up))
	var order []int
	for v := range up {
		if missing[v] = len(up[v]); missing[v] == 0 {
			order = append(order, v)
		}
	}
	for i := 0; i < len(order); i++ {
		for _, t := range down[order[i]] {
			if missing[t]--; missing[t] == 0 {
				order = append(order, t)
			}
		}
	}
	return order
}

// clip divides edges by bends, one for each layer that they pass, and connects the vertices.
func (p *placer) clip() {
	p.chain = make([][]int, len(p.graph.Edges))
	n := len(p.graph.Nodes)
	p.above, p.below = make([][]int, n), make([][]int, n)
	for e := range p.graph.Edges {
		top, bottom := p.ends(e)
		if top == bottom {
			continue
		}
		chain := []int{top}
		for l := p.layer[top] + 1; l < p.layer[bottom]; l++ {
			chain = append(chain, len(p.layer))
			p.layer = append(p.layer, l)
			p.above, p.below = append(p.above, nil), append(p.below, nil)
		}
		chain = append(chain, bottom)
		for i, v := range chain[1:] {
			p.above[v] = append(p.above[v], chain[i])
			p.below[chain[i]] = append(p.below[chain[i]], v)
		}
		p.chain[e] = chain
	}
	for v, l := range p.layer {
		for len(p.rows) <= l {
			p.rows = append(p.rows, nil)
		}
		p.rows[l] = append(p.rows[l], v)
	}
}
