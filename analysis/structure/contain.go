package structure

import "memcity/trace"

// findTop separates top-level data structures from contained ones. A data structure is top-level if no reference from another strongly
// connected component of the containment graph leads to its component. Components are found as in Tarjan: Depth-First Search and Linear
// Graph Algorithms, 1972, DOI 10.1137/0201010, with an explicit stack.
func (d *Detection) findTop() {
	c := components{detection: d, number: make([]uint32, d.Len()), low: make([]uint32, d.Len())}
	for id := range d.Heads {
		if c.number[id] == 0 {
			c.from(ID(id))
		}
	}
	contained := make([]bool, c.count)
	for id := range d.Heads {
		for _, head := range d.Nested(ID(id)) {
			if to := c.low[d.Of(head)]; to != c.low[id] {
				contained[to] = true
			}
		}
	}
	d.top = make([]bool, d.Len())
	for id := range d.top {
		d.top[id] = !contained[c.low[id]]
	}
}

// components contains the strongly connected components of the containment graph.
type components struct {
	detection *Detection
	number    []uint32 // by ID: 1-based order of visits; 0 if unvisited
	low       []uint32 // by ID: lowest reachable number, and finally the component
	visits    uint32
	count     uint32
	open      []ID // visited, without a component yet
	path      []step
}

// step is a data structure on the path and the index of its next contained one.
type step struct {
	id   ID
	next int
}

// inComponent replaces the number of a data structure once its component is known.
const inComponent = 1<<32 - 1

func (c *components) visit(id ID) {
	c.visits++
	c.number[id], c.low[id] = c.visits, c.visits
	c.open = append(c.open, id)
	c.path = append(c.path, step{id: id})
}

func (c *components) from(id ID) {
	c.visit(id)
	for len(c.path) > 0 {
		s := &c.path[len(c.path)-1]
		at := s.id
		if nested := c.detection.Nested(at); s.next < len(nested) {
			to := c.detection.Of(nested[s.next])
			s.next++
			switch c.number[to] {
			case 0:
				c.visit(to)
			case inComponent:
			default:
				c.low[at] = min(c.low[at], c.number[to])
			}
			continue
		}
		c.path = c.path[:len(c.path)-1]
		if c.low[at] == c.number[at] {
			c.close(at)
		} else {
			above := c.path[len(c.path)-1].id
			c.low[above] = min(c.low[above], c.low[at])
		}
	}
}

// close creates a component of the data structures opened after since, itself included.
func (c *components) close(since ID) {
	from := len(c.open) - 1
	for c.open[from] != since {
		from--
	}
	for _, id := range c.open[from:] {
		c.number[id], c.low[id] = inComponent, c.count
	}
	c.open = c.open[:from]
	c.count++
}

// Containers maps each object to the data structures that it is in. It takes 4 bytes per object and 4 per member.
type Containers struct {
	start []uint32 // start of each row in of, by object
	of    []ID
}

// Containers returns the data structures that each object is in.
func (d *Detection) Containers() *Containers {
	c := &Containers{start: make([]uint32, d.Heap.Len()+1), of: make([]ID, len(d.members)+d.Len())}
	for _, o := range d.members {
		c.start[o]++
	}
	for _, o := range d.Heads {
		c.start[o]++
	}
	sum := uint32(0)
	for o := range c.start {
		sum += c.start[o]
		c.start[o] = sum
	}
	// Filling rows from the end turns their ends in start into starts.
	for id := ID(d.Len()); id > 0; id-- {
		for _, o := range d.Members(id - 1) {
			c.start[o]--
			c.of[c.start[o]] = id - 1
		}
		head := d.Heads[id-1]
		c.start[head]--
		c.of[c.start[head]] = id - 1
	}
	return c
}

// Of returns the data structures that have o as their head or as a member, ascending. c owns the slice.
func (c *Containers) Of(o trace.ObjectID) []ID { return c.of[c.start[o]:c.start[o+1]] }
