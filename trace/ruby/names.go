package ruby

import (
	"strconv"

	"memcity/trace"
	"memcity/trace/internal/assemble"
)

// names contains the names of types and references.
type names struct {
	*assemble.Names
	inside map[string]uint32 // names of types inside the virtual machine, by their words
	places [maxPlaces]uint32
	inner  [maxPlaces]uint32 // names of references that lead to classes and their code, by place
	class  uint32            // name of a reference to the class of an object
}

// maxPlaces is the number of references of an object that are named by their places. The rest are elements.
const maxPlaces = 32

func newNames() *names {
	n := &names{Names: assemble.NewNames(), inside: map[string]uint32{}}
	for i := range n.places {
		n.places[i] = n.Number("[" + strconv.Itoa(i) + "]")
		n.inner[i] = n.Number("<" + strconv.Itoa(i) + ">")
	}
	n.class = n.Number("<class>")
	return n
}

// internal returns the number of the name of a type inside the virtual machine.
func (n *names) internal(word string) uint32 {
	i, ok := n.inside[word]
	if !ok {
		i = n.Number(corePrefix + "(" + trace.PlainLine(word) + ")")
		n.inside[word] = i
	}
	return i
}
