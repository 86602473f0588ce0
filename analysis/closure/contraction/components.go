package contraction

import (
	"context"
	"slices"

	"memcity/trace/poll"
)

// Components contains the strongly connected components of a graph in topological order: edges between components lead to higher numbers.
type Components struct {
	Of    []uint32 // component by node
	List  []uint32 // nodes, grouped by component
	Count uint32
}

// Graph is a graph. A node has a row of edges and at most one further edge, which is [None] if absent.
type Graph interface {
	Len() int
	Row(node uint32) []uint32
	More(node uint32) uint32
}

// FindComponents finds the strongly connected components with an iterative form of Tarjan's algorithm (Depth-First Search and Linear Graph
// Algorithms, 1972, DOI 10.1137/0201010). It takes at most 24 bytes per node, of which 8 are kept. It returns an error only if ctx is done.
func FindComponents(ctx context.Context, g Graph) (*Components, error) {
	n := g.Len()
	f := componentFinder{graph: g, index: make([]uint32, n), low: make([]uint32, n), of: slices.Repeat([]uint32{None}, n),
		stack: make([]uint32, 0, n), up: make([]uint32, n), next: make([]uint32, n)}
	steps := poll.Count(ctx)
	for i := range uint32(n) {
		if f.index[i] != 0 {
			continue
		}
		f.visit(i, None)
		for at := i; at != None; at = f.step(at) {
			if err := steps.Add(1); err != nil {
				return nil, err
			}
		}
	}
	c := &Components{Of: f.of, List: f.index, Count: f.count}
	f.low, f.stack, f.up, f.next = nil, nil, nil, nil
	at := make([]uint32, f.count+1) // start of each component in List
	for i := range c.Of {
		c.Of[i] = f.count - 1 - c.Of[i]
		at[c.Of[i]+1]++
	}
	for part := range f.count {
		at[part+1] += at[part]
	}
	for i, part := range c.Of {
		c.List[at[part]] = uint32(i)
		at[part]++
	}
	return c, ctx.Err()
}

// componentFinder is the state of a depth-first search.
type componentFinder struct {
	graph   Graph
	index   []uint32 // by node: order of visits, 1-based
	low     []uint32 // by node: earliest visited node that it reaches, among those without a component
	of      []uint32 // by node: component in the order of discovery; None until assigned
	visited uint32
	count   uint32
	stack   []uint32 // visited nodes without a component
	up      []uint32 // by node on the path: previous node
	next    []uint32 // by node on the path: next edge to follow; the further edge comes after the row
}

func (f *componentFinder) visit(n, up uint32) {
	f.visited++
	f.index[n], f.low[n], f.up[n] = f.visited, f.visited, up
	f.stack = append(f.stack, n)
}

// step follows one edge of the last node on the path, or removes this node from the path. It returns the new last node; [None] if there is
// none.
func (f *componentFinder) step(n uint32) uint32 {
	row, i := f.graph.Row(n), int(f.next[n])
	if i <= len(row) {
		f.next[n]++
		to := uint32(None)
		if i < len(row) {
			to = row[i]
		} else {
			to = f.graph.More(n)
		}
		switch {
		case to == None || f.of[to] != None:
		case f.index[to] == 0:
			f.visit(to, n)
			return to
		default:
			f.low[n] = min(f.low[n], f.index[to])
		}
		return n
	}
	if f.low[n] == f.index[n] {
		for {
			member := f.stack[len(f.stack)-1]
			f.stack = f.stack[:len(f.stack)-1]
			f.of[member] = f.count
			if member == n {
				break
			}
		}
		f.count++
	}
	up := f.up[n]
	if up != None {
		f.low[up] = min(f.low[up], f.low[n])
	}
	return up
}

// Each calls do for each component and its nodes, in ascending order. It returns an error only if ctx is done.
func (c *Components) Each(ctx context.Context, do func(part uint32, members []uint32)) error {
	steps := poll.Count(ctx)
	for rest := c.List; len(rest) > 0; {
		part, n := c.Of[rest[0]], 1
		for n < len(rest) && c.Of[rest[n]] == part {
			n++
		}
		if err := steps.Add(n); err != nil {
			return err
		}
		do(part, rest[:n])
		rest = rest[n:]
	}
	return nil
}
