package graphs

import (
	"slices"

	"memcity/city/trees"
)

// Step is something that the user did to a heap graph.
type Step struct {
	Kind StepKind
	Node string // key of a node of the graph; empty for all
}

// StepKind says what a step does.
type StepKind uint8

// Steps in a heap graph.
const (
	ExpandIn    StepKind = iota // adds what refers to the node
	ExpandOut                   // adds what the node refers to
	PathsToRoot                 // adds the paths to the most interesting GC roots
	RemoveNode                  // takes it out
)

// Picture is a heap graph laid out in layers. Lengths are in points; Y grows downwards.
type Picture struct {
	Query Query // that it is for
	Point int   // of the recording
	Nodes []Node
	Edges []Edge
	W, H  float64

	Queried trees.Amount
	Words   string   // the strongest path in words; empty if there is none
	Shorter []string // forms of it with less in them, the longest first
	Cut     int      // nodes that the last step left out for their number

	// NoReferences and NoRoots say that the heap state has none, so that nothing is known about what keeps objects alive.
	NoReferences, NoRoots bool
}

// Node is a group of objects of one type, or of GC roots.
type Node struct {
	Key           string // stable over steps
	Title         string
	Kind          string // of GC roots, which the title begins with; empty for objects
	Name          string // of the one GC root that it stands for; empty for several, and for objects
	Group         string // key of the smallest group of the city that has all objects; empty if only the whole heap has
	Whole         bool   // that group has no other objects
	Root, Queried bool
	Strongest     bool // on the strongest path
	trees.Amount
	Alive      int64 // queried objects that are kept alive through it
	X, Y, W, H float64
	CanIn      bool // something that is not shown refers to it
	CanOut     bool // it refers to something that is not shown
}

// Edge are the references from the objects of one node to those of another.
type Edge struct {
	From, To   int   // index into Nodes
	Alive      int64 // queried objects that are kept alive over it
	References int64
	Fields     string // that refer, such as "value ×3, next ×1"
	Field      string // the one with most references; empty if none is known
	MoreFields string // how many other fields there are, such as "+2", or "+16…" for at least so many; empty for none
	Strongest  bool
	Points     []Point // the way, from From to To; at least two
}

// Point is a place in a picture.
type Point struct{ X, Y float64 }

// Find returns the index of the node with a key, -1 if there is none.
func (p *Picture) Find(key string) int {
	return slices.IndexFunc(p.Nodes, func(n Node) bool { return n.Key == key })
}

// Main returns the index of the node that most of the queried objects are in, -1 if there are none.
func (p *Picture) Main() int {
	main := -1
	for i := range p.Nodes {
		if p.Nodes[i].Queried && (main < 0 || p.Nodes[i].Objects > p.Nodes[main].Objects) {
			main = i
		}
	}
	return main
}
