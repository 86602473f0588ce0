package realistic

const loadFactor = 0x3F400000 // 0.75 as a float

// arrayList creates a list with the capacity to which it would have grown.
func (g *generator) arrayList(c *cluster, elements []ref) ref {
	list := c.instance(g.jdk.arrayList)
	if len(elements) == 0 {
		return list.set(g.holders.empty).ref
	}
	capacity := 10
	for capacity < len(elements) {
		capacity += capacity / 2
	}
	if g.chance(3) {
		capacity = len(elements) // trimmed, or copied from another list
	}
	array := c.array(g.jdk.objects, capacity).set(elements...)
	list.set(array.ref, ref(len(elements)), ref(len(elements)))
	return list.ref
}

// hashMap creates a HashMap of n entries.
func (g *generator) hashMap(c *cluster, n int, entry func() (key, value ref)) ref {
	m, t := c.instance(g.jdk.hashMap), newTable(n)
	for range n {
		node := c.instance(g.jdk.hashNode)
		key, value := entry()
		node.set(ref(g.Uint32()), key, value, t.insert(g, node.ref))
	}
	g.fillMap(m, &t, c.array(g.jdk.nodes, len(t.slots)).set(t.slots...).ref)
	return m.ref
}

// fillMap sets the fields of a HashMap, starting at field 0.
func (g *generator) fillMap(m made, t *table, array ref) {
	m.set(array, 0, ref(t.count), ref(t.count), ref(len(t.slots)*3/4), loadFactor)
}

// linkedMap creates a LinkedHashMap of n entries.
func (g *generator) linkedMap(c *cluster, n int, entry func() (key, value ref)) ref {
	m, t := c.instance(g.jdk.linkedMap), newTable(n)
	nodes := make([]made, n)
	for i := range nodes {
		nodes[i] = c.instance(g.jdk.linkedEntry)
	}
	for i, node := range nodes {
		before, after := ref(0), ref(0)
		if i > 0 {
			before = nodes[i-1].ref
		}
		if i+1 < n {
			after = nodes[i+1].ref
		}
		key, value := entry()
		node.set(before, after, ref(g.Uint32()), key, value, t.insert(g, node.ref))
	}
	array := c.array(g.jdk.nodes, len(t.slots)).set(t.slots...).ref
	if n > 0 {
		m.set(nodes[0].ref, nodes[n-1].ref)
	}
	m.at += 3
	g.fillMap(m, &t, array)
	return m.ref
}

// linkedList creates a LinkedList of n elements.
func (g *generator) linkedList(c *cluster, n int, element func() ref) ref {
	list := c.instance(g.jdk.linkedList)
	nodes := make([]made, n)
	for i := range nodes {
		nodes[i] = c.instance(g.jdk.linkedNode)
	}
	for i, node := range nodes {
		next, previous := ref(0), ref(0)
		if i > 0 {
			previous = nodes[i-1].ref
		}
		if i+1 < n {
			next = nodes[i+1].ref
		}
		node.set(element(), next, previous)
	}
	if n > 0 {
		list.set(ref(n), nodes[0].ref, nodes[n-1].ref, ref(n))
	}
	return list.ref
}

// treeMap creates a TreeMap of n entries.
func (g *generator) treeMap(c *cluster, n int, entry func() (key, value ref)) ref {
	m := c.instance(g.jdk.treeMap)
	var build func(n int, parent ref) ref
	build = func(n int, parent ref) ref {
		if n == 0 {
			return 0
		}
		node := c.instance(g.jdk.treeNode)
		key, value := entry()
		left, right := build((n-1)/2, node.ref), build(n/2, node.ref)
		return node.set(key, value, left, right, parent, ref(n%2)).ref
	}
	root := build(n, 0)
	m.set(0, root, 0, 0, 0, ref(n), ref(n))
	return m.ref
}

// session creates a session with collections of all kinds. The session and its user refer to each other.
func (g *generator) session() ref {
	j, a, c := &g.jdk, &g.app, g.now
	s, user := c.instance(a.session), c.instance(a.user)
	user.set(g.own(c), g.own(c), s.ref, ref(g.IntN(3)))
	g.shared = keep(g, g.shared, user.ref)
	attributes := g.linkedMap(c, g.zipf(20), func() (ref, ref) { return g.interned(c), g.literal(c) })
	history := g.linkedList(c, g.zipf(40), func() ref { return g.literal(c) })
	locks := g.treeMap(c, g.zipf(12), func() (ref, ref) {
		return c.instance(j.long).set(ref(g.IntN(1000))).ref, c.instance(j.atomic).set(ref(g.IntN(9))).ref
	})
	seen := c.instance(j.hashSet)
	seen.set(g.hashMap(c, g.zipf(30), func() (ref, ref) { return g.interned(c), user.ref }))
	owner := ref(0)
	if g.chance(2) {
		owner = c.instance(j.weak).set(user.ref).ref
	} else {
		owner = c.instance(j.optional).set(user.ref).ref
	}
	s.set(g.own(c), user.ref, attributes, history, locks, seen.ref, owner, ref(1704067200000))
	if g.chance(40) {
		g.deque(c)
	}
	return s.ref
}

// deque creates an unreachable deque, as garbage of requests.
func (g *generator) deque(c *cluster) ref {
	d := c.instance(g.jdk.deque)
	array := c.array(g.jdk.objects, 16)
	for i := range 5 {
		array.put(i, g.own(c))
	}
	return d.set(array.ref, 0, 5).ref
}
