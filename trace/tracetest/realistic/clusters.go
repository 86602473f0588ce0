package realistic

// clusterKind is a kind of cluster.
type clusterKind uint8

const (
	sources clusterKind = iota
	tables
	termsOfIndex
	sessions
	clusterKinds
)

// weights are the frequencies of the kinds of clusters, in percent.
var weights = [clusterKinds]int{sources: 60, tables: 14, termsOfIndex: 7, sessions: 19}

// cluster creates and writes a cluster. Three in a hundred are unreachable.
func (g *generator) cluster() {
	n, k := g.IntN(100), clusterKind(0)
	for n >= weights[k] {
		n -= weights[k]
		k++
	}
	var head ref
	switch k {
	case sources:
		head = g.source()
	case tables:
		head = g.table()
	case termsOfIndex:
		g.indexTerms()
	case sessions:
		head = g.session()
	}
	if head != 0 && !g.chance(30) {
		g.hung[k] = append(g.hung[k], head)
	}
	g.now.flush()
}

// left returns the number of objects that may still be created.
func (g *generator) left() int { return max(0, g.options.Objects-int(g.objects())) }

// source creates a compilation unit with its syntax tree.
func (g *generator) source() ref {
	j, a, c := &g.jdk, &g.app, g.now
	unit := c.instance(a.unit)
	lines := c.instance(a.lineMap)
	starts := c.primitive(j.ints, make([]byte, 4*(10+g.IntN(60))))
	lines.set(starts, 10)
	scope := c.instance(a.scope)
	symbols := g.hashMap(c, 2+g.IntN(12), func() (ref, ref) { return g.interned(c), g.symbol(c, unit.ref) })
	scope.set(0, symbols)
	root := g.tree(min(20+g.zipf(3000), g.left()), g.chance(3))
	unit.set(g.own(c), root, lines.ref, scope.ref, ref(1704067200000-g.IntN(1<<30)))
	return unit.ref
}

func (g *generator) symbol(c *cluster, owner ref) ref {
	s := c.instance(g.app.symbol)
	kind := ref(0)
	if len(g.shared) > 0 {
		kind = g.shared[g.zipf(len(g.shared))]
	}
	s.set(g.interned(c), owner, kind, ref(g.IntN(1<<12)))
	if g.chance(4) {
		g.shared = keep(g, g.shared, s.ref)
	}
	return s.ref
}

// branch is a node whose fields are not filled yet.
type branch struct {
	made
	kind *kind
}

// tree creates a syntax tree of at most budget nodes in breadth-first order, in which collectors copy objects.
func (g *generator) tree(budget int, parents bool) ref {
	var open []branch
	grow := func(parent ref) ref {
		if budget <= 0 {
			return 0
		}
		budget--
		k := &g.app.nodes[g.zipf(len(g.app.nodes))]
		if budget%8 == 0 || len(open) == 0 {
			k = &g.app.nodes[1+budget/8%2] // keeps the tree growing
		}
		m := g.now.instance(k.class)
		start := ref(g.IntN(1 << 16))
		m.put(len(k.layout)-3, start)
		m.put(len(k.layout)-2, start+ref(g.IntN(80)))
		if parents {
			m.put(len(k.layout)-1, parent)
		}
		open = append(open, branch{m, k})
		return m.ref
	}
	root := grow(0)
	for i := 0; i < len(open); i++ {
		g.fill(open[i], grow)
	}
	return root
}

func (g *generator) fill(b branch, grow func(parent ref) ref) {
	c := g.now
	for i, r := range b.kind.roles {
		value := ref(0)
		switch r {
		case child:
			value = grow(b.ref)
		case list:
			var members []ref
			for range g.IntN(6) {
				if m := grow(b.ref); m != 0 {
					members = append(members, m)
				}
			}
			value = g.arrayList(c, members)
		case name:
			value = g.interned(c)
		case literal:
			value = g.literal(c)
		case meaning:
			if len(g.shared) > 0 && !g.chance(8) {
				value = g.shared[g.zipf(len(g.shared))]
			}
		}
		b.put(i, value)
	}
}

// literal creates a value that is not shared.
func (g *generator) literal(c *cluster) ref {
	switch g.IntN(6) {
	case 0:
		return c.instance(g.jdk.integer).set(ref(g.IntN(1 << 16))).ref
	case 1:
		return c.instance(g.jdk.long).set(ref(g.Int64())).ref
	case 2:
		return c.instance(g.jdk.double).set(ref(g.Uint64())).ref
	}
	return g.own(c)
}

// table creates a table whose rows are objects with fields or arrays of cells.
func (g *generator) table() ref {
	j, a, c := &g.jdk, &g.app, g.now
	t := c.instance(a.table)
	columns := make([]ref, 3+g.IntN(8))
	for i := range columns {
		column := c.instance(a.column)
		columns[i] = column.set(g.interned(c), t.ref, ref(i)).ref
	}
	rows := make([]ref, min(20+g.zipf(800), g.left()/4))
	entity := a.entities[g.zipf(len(a.entities))]
	cells := g.chance(2)
	for i := range rows {
		if cells {
			rows[i] = g.row(c, len(columns), i)
		} else {
			rows[i] = g.entity(c, entity, i)
		}
	}
	list := g.arrayList(c, rows)
	array := c.array(j.objects, len(columns)).set(columns...)
	t.set(g.own(c), array.ref, list)
	return t.ref
}

func (g *generator) row(c *cluster, columns, number int) ref {
	row := c.instance(g.app.row)
	cells := c.array(g.jdk.objects, columns)
	for i := range columns {
		switch {
		case g.chance(4):
		case g.chance(3):
			cells.put(i, g.interned(c))
		default:
			cells.put(i, g.literal(c))
		}
	}
	return row.set(cells.ref, ref(number)).ref
}

func (g *generator) entity(c *cluster, class *class, number int) ref {
	e := c.instance(class)
	id := c.instance(g.jdk.long).set(ref(number)).ref
	created := c.instance(g.jdk.date).set(ref(1704067200000 - g.IntN(1<<30))).ref
	e.set(g.own(c), ref(g.Uint64()), created, g.interned(c))
	if len(g.shared) > 0 {
		e.put(4, g.shared[g.zipf(len(g.shared))])
	}
	if len(class.fields) > 5 && g.chance(2) {
		e.put(5, g.arrayList(c, []ref{g.interned(c), g.interned(c)}))
	}
	e.put(len(class.layout)-2, ref(g.IntN(9)))
	e.put(len(class.layout)-1, id)
	return e.ref
}

// indexTerms adds terms to the search index.
func (g *generator) indexTerms() {
	j, c := &g.jdk, g.now
	for range min(200, g.left()/6) {
		node := c.instance(j.hashNode)
		key := g.own(c)
		p := c.instance(g.app.postings)
		n := 1 + g.zipf(60)
		documents := c.primitive(j.ints, make([]byte, 4*n))
		positions := c.primitive(j.bytes, make([]byte, 3*n))
		p.set(documents, positions, ref(n))
		node.set(ref(g.Uint32()), key, p.ref, g.terms.insert(g, node.ref))
	}
}
