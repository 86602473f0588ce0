package realistic

// syllables are the parts of words.
var syllables = [...]string{"an", "be", "co", "da", "el", "fi", "gor", "hal", "in", "jo", "ka", "lem", "mo", "na", "or", "pe", "qui", "ra",
	"se", "ti", "un", "va", "wi", "xen", "yor", "ze", "ster", "ment", "tion", "ing", "able", "er"}

// word appends a word. Some words are far more frequent than others.
func (g *generator) word(to []byte) []byte {
	for range 1 + g.IntN(3) {
		to = append(to, syllables[g.zipf(len(syllables))]...)
	}
	return to
}

// words returns a text of n words. It is valid until the next call.
func (g *generator) words(n int) []byte {
	text := g.out.scratch[:0]
	for i := range n {
		if i > 0 {
			text = append(text, '_')
		}
		text = g.word(text)
	}
	g.out.scratch = text
	return text
}

// str creates a String that is not shared.
func (g *generator) str(c *cluster, text []byte) ref {
	s := c.instance(g.jdk.str)
	value := c.primitive(g.jdk.bytes, text)
	hash := int32(0)
	for _, b := range text {
		hash = 31*hash + int32(b)
	}
	s.set(value, ref(uint32(hash)))
	return s.ref
}

// own creates an unshared string of up to four words.
func (g *generator) own(c *cluster) ref { return g.str(c, g.words(1+g.zipf(4))) }

// maxPool is the largest number of shared objects to choose from.
const maxPool = 1 << 14

// interned returns a shared string.
func (g *generator) interned(c *cluster) ref {
	if len(g.pool) > 100 && !g.chance(50) {
		return g.pool[g.zipf(len(g.pool))]
	}
	s := g.own(c)
	g.pool = keep(g, g.pool, s)
	node := c.instance(g.jdk.concurrentNode)
	node.set(ref(g.Uint32()), s, s, g.held.insert(g, node.ref))
	return s
}

// keep adds an object to a list, replacing a random one once the list is full.
func keep(g *generator, to []ref, o ref) []ref {
	if len(to) < maxPool {
		return append(to, o)
	}
	to[g.IntN(len(to))] = o
	return to
}

// table is a growing hash table. Its chains are created with the nodes, and its array is written last.
type table struct {
	slots []ref
	count int
}

func newTable(entries int) table {
	n := 16
	for n < entries*4/3 {
		n *= 2
	}
	return table{slots: make([]ref, n)}
}

// insert makes node the first of a chain and returns the previous first node.
func (t *table) insert(g *generator, node ref) (next ref) {
	slot := &t.slots[g.IntN(len(t.slots))]
	next, *slot = *slot, node
	t.count++
	return next
}
