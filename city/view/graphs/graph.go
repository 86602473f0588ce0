package graphs

import (
	"slices"

	"memcity/city/trees"
)

// Step is a user's step in a heap graph.
type Step struct {
	Kind StepKind
	Node string // key of a node of the graph; empty for all
}

// StepKind selects the effect of a step.
type StepKind uint8

// Steps in a heap graph.
const (
	ExpandIn    StepKind = iota // adds the groups that refer to the node
	ExpandOut                   // adds the groups that the node refers to
	PathsToRoot                 // adds the paths to the most interesting GC roots
	RemoveNode                  // removes the node
)

// Picture is a heap graph laid out in layers. Lengths are in points; Y grows downwards.
type Picture struct {
	Query Query // its query
	Point int   // of the recording
	Nodes []Node
	Edges []Edge
	W, H  float64

	Queried trees.Amount
	Words   string   // the strongest path in words; empty for none
	Shorter []string // abbreviated forms of Words, longest first
	Cut     int      // number of nodes that the last step omitted because of the limit

	// NoReferences and NoRoots are true if the heap state has none, so that it cannot show what keeps objects alive.
	NoReferences, NoRoots bool
}

// Node is a group of objects of one type, or of GC roots.
type Node struct {
	Key           string // stable over steps
	Title         string
	Kind          string // kind of the GC roots, with which the title begins; empty for objects
	Name          string // name of a single GC root; empty for several, and for objects
	Group         string // key of the smallest city group that contains all objects; empty if only the whole heap does
	Whole         bool   // true if that group has no other objects
	Root, Queried bool
	Strongest     bool // true on the strongest path
	trees.Amount
	Alive      int64 // queried objects that are kept alive through it
	X, Y, W, H float64
	CanIn      bool // true if hidden objects refer to it
	CanOut     bool // true if it refers to hidden objects
}

// Edge contains the references from the objects of one node to those of another.
type Edge struct {
	From, To   int   // index into Nodes
	Alive      int64 // queried objects that are kept alive over it
	References int64
	Fields     string // referring fields, such as "value ×3, next ×1"
	Field      string // the field with most references; empty for missing data
	MoreFields string // number of the other fields, such as "+2", or "+16…" for at least 16; empty for none
	Strongest  bool
	Points     []Point // path from From to To; at least two
}

// Point is a position in a picture.
type Point struct{ X, Y float64 }

// Find returns the index of the node with the given key; -1 if there is none.
func (p *Picture) Find(key string) int {
	return slices.IndexFunc(p.Nodes, func(n Node) bool { return n.Key == key })
}

// Main returns the index of the node with most queried objects; -1 if there are none.
func (p *Picture) Main() int {
	main := -1
	for i := range p.Nodes {
		if p.Nodes[i].Queried && (main < 0 || p.Nodes[i].Objects > p.Nodes[main].Objects) {
			main = i
		}
	}
	return main
}
