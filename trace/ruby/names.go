package ruby

import (
	"strconv"

	"memcity/trace"
)

// names is a dictionary of names. 0 is no name.
type names struct {
	list    []string
	numbers map[string]uint32
	inside  map[string]uint32 // names of types inside the virtual machine, by their words
	places  [maxPlaces]uint32
	inner   [maxPlaces]uint32 // names of references that lead to classes and their code, by place
	class   uint32            // name of a reference to the class of an object
	bytes   int64             // of memory
}

// maxPlaces is the number of references of an object that are named by their places. The rest are elements.
const maxPlaces = 32

func newNames() *names {
	n := &names{list: []string{""}, numbers: map[string]uint32{}, inside: map[string]uint32{}}
	for i := range n.places {
		n.places[i] = n.number("[" + strconv.Itoa(i) + "]")
		n.inner[i] = n.number("<" + strconv.Itoa(i) + ">")
	}
	n.class = n.number("<class>")
	return n
}

// nameBytes is the memory that a name takes besides its text, in bytes.
const nameBytes = 64

// number returns the number of a name, which it adds if it is new.
func (n *names) number(name string) uint32 {
	i, ok := n.numbers[name]
	if !ok {
		i = uint32(len(n.list))
		n.numbers[name] = i
		n.list = append(n.list, name)
		n.bytes += nameBytes + int64(len(name))
	}
	return i
}

func (n *names) text(i uint32) string { return n.list[i] }

// internal returns the number of the name of a type inside the virtual machine.
func (n *names) internal(word string) uint32 {
	i, ok := n.inside[word]
	if !ok {
		i = n.number(corePrefix + "(" + trace.PlainLine(word) + ")")
		n.inside[word] = i
	}
	return i
}
