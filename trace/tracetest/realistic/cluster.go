package realistic

import "memcity/trace/wire/hprof"

// ref is the address of an object.
type ref uint64

// cluster is a group of objects that refer to each other. They are written in the order of creation, which is address order, once the
// cluster is complete.
type cluster struct {
	g       *generator
	next    uint64 // address of the next object
	objects []object
	values  []uint64 // of fields and elements
	bytes   []byte   // contents of primitive arrays
}

// object is an object of a cluster: an instance or a reference array with values, or a primitive array with bytes.
type object struct {
	id    ref
	class *class
	at, n int // range in values or bytes
}

func newCluster(g *generator, first uint64) *cluster { return &cluster{g: g, next: first} }

// address reserves space for an object and returns its address.
func (c *cluster) address(size int64) uint64 {
	at := c.next
	c.next += uint64(size+7) &^ 7
	return at
}

// made is an object of a cluster whose fields can be set.
type made struct {
	ref
	c  *cluster
	at int
}

// instance adds an instance of a class with fields that are zero.
func (c *cluster) instance(class *class) made {
	return c.add(class, len(class.layout), class.size)
}

// array adds an array of references.
func (c *cluster) array(class *class, length int) made {
	return c.add(class, length, 16+4*int64(length))
}

func (c *cluster) add(class *class, values int, size int64) made {
	m := made{ref(c.address(size)), c, len(c.values)}
	c.objects = append(c.objects, object{m.ref, class, m.at, values})
	for range values {
		c.values = append(c.values, 0)
	}
	return m
}

// primitive adds a primitive array with big-endian content.
func (c *cluster) primitive(class *class, content []byte) ref {
	id := ref(c.address(16 + int64(len(content))))
	c.objects = append(c.objects, object{id, class, len(c.bytes), len(content)})
	c.bytes = append(c.bytes, content...)
	return id
}

// set sets the first fields or elements.
func (m made) set(values ...ref) made {
	for i, v := range values {
		m.c.values[m.at+i] = uint64(v)
	}
	return m
}

// put sets one field or element.
func (m made) put(i int, v ref) { m.c.values[m.at+i] = uint64(v) }

// flush writes the objects and removes them from the cluster.
func (c *cluster) flush() {
	for _, o := range c.objects {
		c.write(o)
	}
	c.objects, c.values, c.bytes = c.objects[:0], c.values[:0], c.bytes[:0]
}

func (c *cluster) write(o object) {
	out := c.g.out
	out.objects++
	if o.class.element != 0 && o.class.element != hprof.Object {
		n := o.n / o.class.element.Size(8)
		out.sub(hprof.PrimitiveArray, c.bytes[o.at:o.at+o.n], uint64(o.id), 1, uint64(n), uint64(o.class.element))
		return
	}
	body, values := out.scratch[:0], c.values[o.at:o.at+o.n]
	for i, v := range values {
		kind := hprof.Object
		if o.class.element == 0 {
			kind = o.class.layout[i]
		}
		if kind == hprof.Object && v != 0 {
			out.references++
		}
		body = hprof.AppendID(body, kind.Size(out.idSize), v)
	}
	out.scratch = body
	if o.class.element == hprof.Object {
		out.sub(hprof.ObjectArray, body, uint64(o.id), 1, uint64(o.n), uint64(o.class.id))
		return
	}
	out.sub(hprof.Instance, body, uint64(o.id), 1, uint64(o.class.id), uint64(len(body)))
}
