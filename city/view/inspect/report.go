package inspect

import (
	"cmp"
	"slices"

	"memcity/city/query"
	"memcity/city/seq"
	"memcity/city/trees"
	"memcity/trace"
)

// Kind links queries about groups with reports on them, ObjectKind those about single objects.
var (
	Kind       = query.NewKind[Query, *Report]("group")
	ObjectKind = query.NewKind[ObjectQuery, *ObjectReport]("object")
)

// Query requests a report on the objects that are in any of some groups.
type Query struct {
	Heap trees.HeapState
	Keys seq.Seq[string] // of the groups
	By   seq.Seq[string] // what its closures and holders are grouped by
}

// ObjectQuery requests one object.
type ObjectQuery struct {
	Heap   trees.HeapState
	Object uint32
}

// Report describes the objects of a group, and who keeps them alive. Its parts come one after the other.
type Report struct {
	Query Query // that it is for
	Point int   // of the recording

	Heap, Shallow, Deep, Retained trees.Amount
	HasClosures                   bool // Deep and what is made of it is there; Retained too, if the input has GC roots
	NoRoots                       bool // the input has no GC roots, so nothing is known about what keeps objects alive
	NoReferences                  bool // it has no references either, so nothing is known but the objects themselves

	// Estimate is the error of Shallow if the group is one of sites or threads of which a sample is known; nil if it is exact.
	Estimate  *trees.Estimate
	Origins   []Origin // where the objects were allocated, from which most come first; nil for a group with an Estimate
	NoOrigins string   // why nothing is known of that; empty if something is

	DeepParts, RetainedParts []PartOf // what the two are made of

	Roots      []RootShare // that reach the objects, those that reach most bytes first
	RootOwners *Ownership  // which GC roots own the objects
	Owners     *Ownership  // which groups do, by the requested chain

	Samples []ObjectLine // some of the objects, spread evenly over them
	Whole   bool         // all is there; else it is still being computed
}

// Origin is an allocation site, by its closest frame of the program's own code, with the objects that come from it.
type Origin struct {
	Name string
	trees.Amount
	Estimate *trees.Estimate // nil if the amount is exact
	Frames   []string        // the chain of calls, of the site from which most come; innermost first
}

// PartOf is a group among the parts of something, in pre-order, the largest of each level first.
type PartOf struct {
	Name, Role string
	Level      int // from 0
	trees.Amount
	Smaller int // further groups, all smaller, that are left out after it
}

// RootShare is a GC root with the objects that it keeps alive.
type RootShare struct {
	Kind, Text string       // such as "static field", "app.Main.persons"
	Direct     trees.Amount // objects that it refers to itself
	Closest    trees.Amount // objects that no other GC root is closer to
	Indirect   trees.Amount // objects that references lead to from it
}

// Ownership reports without whom the objects of a group would die.
type Ownership struct {
	By     seq.Seq[string] // what the owners are grouped by; empty if they are GC roots
	Target trees.Amount    // the queried objects
	Softly trees.Amount    // of them, those that nothing but soft references hold
	All    trees.Amount    // of them, those that die without all owners

	Owners []Owner // by what they retain alone, greatest first
	Pairs  []OwnerPair

	Smallest     []int // indexes into Owners: the smallest set that retains most of the target together
	SmallestSize trees.Amount
	Proven       bool // there is no smaller one; else none of the set can be left out
	LeftOut      int  // groups that reach the target but were not looked at for their number
	Unsized      int  // groups of which not even that is known for their number: least of the target lies behind them
}

// Owner is a group, or a GC root, that keeps objects of a target alive.
type Owner struct {
	Key, Name      string       // Key is empty for a GC root, and where the window shows no group of the same objects
	Reaches, Alone trees.Amount // objects of the target that are in it or reached from it; that die without it
}

// OwnerPair is two owners that share objects: these die without both, but without neither alone.
type OwnerPair struct {
	A, B             int // indexes into Ownership.Owners
	Together, Shared trees.Amount
}

// ObjectLine is one object in a list.
type ObjectLine struct {
	Object  uint32
	Type    string
	Text    string       // what it holds, for strings, boxed values and the like; else empty
	Address string       // empty if not known
	Shallow int64        // bytes
	Retains trees.Amount // with what it alone keeps alive; zero if not computed
	Field   string       // that leads here, in lists of references
}

// ObjectReport is one object with all that is known of it.
type ObjectReport struct {
	ObjectLine
	Key     string // of its group
	Site    string // where it was allocated; empty if not known
	NoSite  string // why it is not
	Thread  string
	Length  int64 // of an array; -1 for others
	Fields  []FieldLine
	Missing string // why field values are not there; empty if they are

	In, Out   []ObjectLine // references; a few thousand at most
	InAll     int64        // number of references to it
	OutAll    int64
	Roots     []string     // that point at it
	Dominator *ObjectLine  // its immediate dominator; nil if only roots keep it alive
	Path      []ObjectLine // shortest path from a GC root to it
	PathRoot  string       // that the way begins at
}

// FieldLine is a field with its value.
type FieldLine struct {
	Name, Type, Value string
	Object            uint32 // that it refers to
	Refers            bool   // Object is set
}

// Parts lists the groups of a tree below its root, at most limit children of each, the largest in bytes first.
func Parts(t *trace.Tree, limit int) []PartOf {
	var parts []PartOf
	var list func(n int32, level int)
	list = func(n int32, level int) {
		children := slices.Collect(t.Children(n))
		slices.SortStableFunc(children, func(a, b int32) int {
			return cmp.Or(cmp.Compare(t.Nodes[b].Bytes, t.Nodes[a].Bytes), cmp.Compare(t.Nodes[b].Objects, t.Nodes[a].Objects))
		})
		for i, c := range children[:min(len(children), limit)] {
			node := &t.Nodes[c]
			at := len(parts)
			parts = append(parts, PartOf{Name: t.Names.Text(node.Name), Role: t.Names.Text(node.Role), Level: level,
				Amount: node.Amount()})
			list(c, level+1)
			if i == limit-1 {
				parts[at].Smaller = len(children) - limit
			}
		}
	}
	if len(t.Nodes) > 0 {
		list(0, 0)
	}
	return parts
}
