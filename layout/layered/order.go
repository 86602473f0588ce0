package layered

import (
	"cmp"
	"slices"
)

// Maximum number of sweeps over the layers, and of consecutive sweeps without improvement.
const (
	maxSweeps = 24
	patience  = 6
)

// order sorts the rows.
func (p *placer) order() {
	n := len(p.layer)
	p.rank, p.center = make([]int, n), make([]float64, n)
	p.startOrder()
	best, crossings := p.copyRows(), p.crossings()
	for sweep, idle := 0, 0; sweep < maxSweeps && idle < patience && crossings > 0; sweep++ {
		p.sweep(sweep%2 == 0)
		p.exchange()
		idle++
		if c := p.crossings(); c < crossings {
			best, crossings, idle = p.copyRows(), c, 0
		}
	}
	p.rows = best
	p.number()
}

func (p *placer) copyRows() [][]int {
	rows := make([][]int, len(p.rows))
	for i, row := range p.rows {
		rows[i] = slices.Clone(row)
	}
	return rows
}

func (p *placer) number() {
	for _, row := range p.rows {
		for i, v := range row {
			p.rank[v] = i
		}
	}
}

// startOrder fills the rows in the order of a depth-first search from above, which draws a tree without crossings. Then it sorts known
// nodes.
func (p *placer) startOrder() {
	for l := range p.rows {
		p.rows[l] = p.rows[l][:0]
	}
	seen := make([]bool, len(p.layer))
	for start := range p.layer {
		if len(p.above[start]) > 0 {
			continue
		}
		stack := []int{start}
		for len(stack) > 0 {
			v := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			if seen[v] {
				continue
			}
			seen[v] = true
			p.rows[p.layer[v]] = append(p.rows[p.layer[v]], v)
			for _, t := range slices.Backward(p.below[v]) {
				stack = append(stack, t)
			}
		}
	}
	for _, row := range p.rows {
		known := p.known(row)
		for i, v := range row {
			if p.isKnown(v) {
				row[i] = known[0]
				known = known[1:]
			}
		}
	}
	p.number()
}

func (p *placer) isKnown(v int) bool { return p.isNode(v) && p.graph.Nodes[v].Known }

// known returns the nodes of a row with a previous position, sorted by it.
func (p *placer) known(row []int) (known []int) {
	for _, v := range row {
		if p.isKnown(v) {
			known = append(known, v)
		}
	}
	slices.SortFunc(known, func(a, b int) int {
		return cmp.Or(cmp.Compare(p.graph.Nodes[a].Before, p.graph.Nodes[b].Before), cmp.Compare(a, b))
	})
	return known
}

// sweep sorts one row after the other by the barycenters of the vertices' neighbors in the previous row.
func (p *placer) sweep(down bool) {
	for i := range p.rows {
		row, neighbors := p.rows[i], p.above
		if !down {
			row, neighbors = p.rows[len(p.rows)-1-i], p.below
		}
		p.sortRow(row, neighbors)
	}
}

// sortRow sorts a row. Known nodes keep their order: their barycenters are replaced by the closest increasing ones, and the sort is stable.
func (p *placer) sortRow(row []int, neighbors [][]int) {
	for _, v := range row {
		p.center[v] = float64(p.rank[v])
		if n := neighbors[v]; len(n) > 0 {
			sum := 0
			for _, t := range n {
				sum += p.rank[t]
			}
			p.center[v] = float64(sum) / float64(len(n))
		}
	}
	known := p.known(row)
	target, weight := make([]float64, len(known)), make([]float64, len(known))
	for i, v := range known {
		target[i], weight[i] = p.center[v], float64(len(neighbors[v]))+0.01
	}
	for i, c := range ascending(target, weight) {
		p.center[known[i]] = c
	}
	slices.SortStableFunc(row, func(a, b int) int { return cmp.Compare(p.center[a], p.center[b]) })
	for i, v := range row {
		p.rank[v] = i
	}
}

// exchange swaps adjacent vertices while that saves crossings, for a few rounds.
func (p *placer) exchange() {
	for range 4 {
		saved := false
		for _, row := range p.rows {
			for i := range len(row) - 1 {
				v, w := row[i], row[i+1]
				if p.isKnown(v) && p.isKnown(w) {
					continue
				}
				if p.pairCrossings(v, w) > p.pairCrossings(w, v) {
					row[i], row[i+1] = w, v
					p.rank[w], p.rank[v] = i, i+1
					saved = true
				}
			}
		}
		if !saved {
			return
		}
	}
}

// pairCrossings returns the number of crossings between the edges of two vertices if left is on the left.
func (p *placer) pairCrossings(left, right int) (count int) {
	for _, side := range [...][][]int{p.above, p.below} {
		for _, l := range side[left] {
			for _, r := range side[right] {
				if p.rank[l] > p.rank[r] {
					count++
				}
			}
		}
	}
	return count
}

// crossings returns the number of crossings between all rows (Barth, Jünger, Mutzel: "Simple and Efficient Bilayer Cross Counting", 2002,
// DOI 10.1007/3-540-36151-0_13).
func (p *placer) crossings() (count int) {
	var ends []int
	for l := 1; l < len(p.rows); l++ {
		tree := make([]int, len(p.rows[l])+1) // sums over ranks of the lower row
		total := 0
		for _, v := range p.rows[l-1] {
			ends = ends[:0]
			for _, t := range p.below[v] {
				ends = append(ends, p.rank[t])
			}
			for _, r := range ends {
				count += total
				for i := r + 1; i > 0; i -= i & -i {
					count -= tree[i]
				}
			}
			for _, r := range ends {
				total++
				for i := r + 1; i < len(tree); i += i & -i {
					tree[i]++
				}
			}
		}
	}
	return count
}
