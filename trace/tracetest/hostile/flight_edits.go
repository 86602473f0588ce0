package hostile

import (
	"fmt"
	"slices"
)

// editClass makes one change to the types.
func (c *flightChunk) editClass() {
	if len(c.classes) == 0 {
		return
	}
	at := c.next(len(c.classes))
	class := &c.classes[at]
	switch c.next(10) {
	case 0:
		c.classes = slices.Delete(c.classes, at, at+1)
	case 1:
		c.classes = append(c.classes, *class) // with the id of another type
	case 2:
		class.id = c.someID()
	case 3:
		class.name = c.name()
	case 4:
		c.ladder()
	case 5:
		class.fields = append(slices.Clip(class.fields), flightField{c.name(), c.someID(), c.next(2) == 1, c.next(2) == 1})
	case 6:
		c.repeatField(class)
	default:
		c.editField(class)
	}
}

// someID returns a type ID that may exist.
func (c *flightChunk) someID() int64 {
	if c.next(4) == 3 {
		return int64(c.extreme())
	}
	return c.classes[c.next(len(c.classes))].id
}

func (c *flightChunk) editField(class *flightClass) {
	if len(class.fields) == 0 {
		return
	}
	class.fields = slices.Clone(class.fields)
	f := &class.fields[c.next(len(class.fields))]
	switch c.next(5) {
	case 0:
		f.name = c.name()
	case 1:
		f.pool = !f.pool
	case 2:
		f.array = !f.array
	default:
		f.class = c.someID()
	}
}

func (c *flightChunk) repeatField(class *flightClass) {
	if len(class.fields) == 0 {
		return
	}
	f := class.fields[c.next(len(class.fields))]
	class.fields = slices.Clip(class.fields)
	for range c.next(1200) {
		class.fields = append(class.fields, f)
	}
}

// ladder adds a chain of types, each with several fields of the previous type. The size of a value of the last type is exponential in the
// length of the chain.
func (c *flightChunk) ladder() {
	const firstID = 1000
	lowest, width := c.someID(), 1+c.next(40)
	name := "a"
	if c.next(4) == 3 {
		name = c.name()
	}
	for i := range 2 + c.next(18) {
		class := flightClass{id: firstID + int64(i), name: fmt.Sprintf("ladder%d", i)}
		for range width {
			class.fields = append(class.fields, flightField{name: name, class: lowest})
		}
		c.classes = append(c.classes, class)
		lowest = class.id
	}
	if f := c.classes[0].fields; c.next(2) == 1 && len(f) > 0 {
		c.classes[0].fields = append(slices.Clip(f), flightField{name: "top", class: lowest})
	}
}
