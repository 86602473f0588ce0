package structure

import "memcity/trace"

// findTop distinguishes top-level data structures from those that another contains: those of the components of the graph of
// containment into which no reference from another component leads. Components are found as in Tarjan: Depth-First Search
// and Linear Graph Algorithms, 1972, DOI 10.1137/0201010, with a stack of its own.
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

// components are the strongly connected components of the graph of containment.
type components struct {
	detection *Detection
	number    []uint32 // by ID, in the order of visits, from 1; 0 if it was not visited
	low       []uint32 // by ID: the lowest number that can be reached, at last the component
	visits    uint32
	count     uint32
	open      []ID // not in a component yet
	path      []step
}

// step is a data structure on the path, and which of those that it contains comes next.
type step struct {
	id   ID
	next int
}

// inComponent marks the number of what is in a component.
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

// close makes a component of what was opened since a data structure.
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

// Within returns the data structures that some contain, over any number of others, themselves first, each once, in an order
// that depends on nothing but the argument.
func (d *Detection) Within(ids []ID) []ID {
	seen := map[ID]bool{}
	var all []ID
	add := func(id ID) {
		if !seen[id] {
			seen[id] = true
			all = append(all, id)
		}
	}
	for _, id := range ids {
		add(id)
	}
	for at := 0; at < len(all); at++ {
		for _, head := range d.Nested(all[at]) {
			add(d.Of(head))
		}
	}
	return all
}

// Containers says which data structures objects are in. It takes 4 bytes per object and 4 per member.
type Containers struct {
	start []uint32 // by object, rows of of
	of    []ID
}

// Containers turns the memberships round.
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
	// Filled from the end, so that start ends where rows begin.
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

// Of returns the data structures of which an object is the head or a member, ascending. The slice is the containers'.
func (c *Containers) Of(o trace.ObjectID) []ID { return c.of[c.start[o]:c.start[o+1]] }
