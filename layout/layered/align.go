package layered

import "math"

// rounds is the number of rounds that move vertices toward their neighbors. Further rounds hardly change the plan.
const rounds = 12

// Weights for straightening: pieces of an edge between two bends come first, then pieces that end at a node.
const (
	bendWeight = 8
	halfWeight = 2
)

// align computes the centers of the vertices.
func (p *placer) align() {
	p.x = make([]float64, len(p.layer))
	for _, row := range p.rows {
		at := 0.0
		for i, v := range row {
			if i > 0 {
				at += p.distance(row[i-1], v)
			}
			p.x[v] = at
		}
	}
	for i := range rounds {
		down, up := i%2 == 0, i%2 == 1
		if i >= rounds-4 {
			down, up = true, true
		}
		for l := range p.rows {
			if i%2 == 1 {
				l = len(p.rows) - 1 - l
			}
			p.alignRow(p.rows[l], down, up)
		}
	}
	left := math.Inf(1)
	for v := range p.x {
		left = min(left, p.x[v]-p.leftOf(v))
	}
	for v := range p.x {
		p.x[v] -= left
	}
}

// alignRow moves the vertices of a row as close to their neighbors as the gaps allow.
func (p *placer) alignRow(row []int, toAbove, toBelow bool) {
	target, weight := make([]float64, len(row)), make([]float64, len(row))
	offset := 0.0
	offsets := make([]float64, len(row))
	for i, v := range row {
		if i > 0 {
			offset += p.distance(row[i-1], v)
		}
		offsets[i] = offset
		sum, total := 0.01*p.x[v], 0.01
		if toAbove {
			p.pull(v, p.above[v], &sum, &total)
		}
		if toBelow {
			p.pull(v, p.below[v], &sum, &total)
		}
		target[i], weight[i] = sum/total-offset, total
	}
	for i, y := range ascending(target, weight) {
		p.x[row[i]] = y + offsets[i]
	}
}

func (p *placer) pull(v int, neighbors []int, sum, total *float64) {
	for _, t := range neighbors {
		w := 1.0
		switch {
		case !p.isNode(v) && !p.isNode(t):
			w = bendWeight
		case !p.isNode(v) || !p.isNode(t):
			w = halfWeight
		}
		*sum += w * p.x[t]
		*total += w
	}
}

// ascending returns the non-decreasing numbers with the least weighted squared distance from target. This is isotonic regression by pooling
// adjacent violators (Ayer et al., "An Empirical Distribution Function for Sampling with Incomplete Information", 1955, DOI
// 10.1214/aoms/1177728423). Weights must be positive. The cost is linear in the length of target.
func ascending(target, weight []float64) []float64 {
	type pool struct {
		sum, weight float64
		n           int
	}
	var pools []pool
	for i := range target {
		p := pool{target[i] * weight[i], weight[i], 1}
		for len(pools) > 0 {
			last := pools[len(pools)-1]
			if last.sum/last.weight <= p.sum/p.weight {
				break
			}
			p = pool{p.sum + last.sum, p.weight + last.weight, p.n + last.n}
			pools = pools[:len(pools)-1]
		}
		pools = append(pools, p)
	}
	out := make([]float64, 0, len(target))
	for _, p := range pools {
		for range p.n {
			out = append(out, p.sum/p.weight)
		}
	}
	return out
}

// distance returns the minimum distance between the centers of two adjacent vertices in a row.
func (p *placer) distance(left, right int) float64 {
	gap := p.options.EdgeGap
	if p.isNode(left) && p.isNode(right) {
		gap = p.options.NodeGap
	}
	return p.rightOf(left) + length(gap) + p.leftOf(right)
}

// leftOf and rightOf return the space of a vertex on either side of its center. Loops of a node are on the right.
func (p *placer) leftOf(v int) float64 {
	if !p.isNode(v) {
		return 0
	}
	return length(p.graph.Nodes[v].W) / 2
}

func (p *placer) rightOf(v int) float64 {
	if !p.isNode(v) {
		return 0
	}
	return length(p.graph.Nodes[v].W)/2 + float64(p.loops[v])*length(p.options.EdgeGap)
}
