package inspect

import (
	"cmp"
	"slices"

	"memcity/city/query"
	"memcity/city/seq"
	"memcity/city/trees"
	"memcity/trace"
)

// Kind links queries about groups to their reports, and ObjectKind queries about single objects.
var (
	Kind       = query.NewKind[Query, *Report]("group")
	ObjectKind = query.NewKind[ObjectQuery, *ObjectReport]("object")
)

// Query requests a report on the objects in any of the given groups.
type Query struct {
	Heap trees.HeapState
	Keys seq.Seq[string] // of the groups
	By   seq.Seq[string] // chain for closures and owners
}

// ObjectQuery requests one object.
type ObjectQuery struct {
	Heap   trees.HeapState
	Object uint32
}

// Report describes the objects of a group and their owners. It is filled part by part.
type Report struct {
	Query Query // its query
	Point int   // of the recording

	Heap, Shallow, Deep, Retained trees.Amount
	HasClosures                   bool // true if Deep and DeepParts are set; Retained too, if the input has GC roots
	NoRoots                       bool // true if the input has no GC roots, so that it cannot show what keeps objects alive
	NoReferences                  bool // true if the input has no references either, so that it shows only the objects themselves

	// Estimate is the error of Shallow for a group of sampled sites or threads; nil if Shallow is exact.
	Estimate  *trees.Estimate
	Origins   []Origin // allocation sites, most objects first; nil for a group with an Estimate
	NoOrigins string   // why Origins is missing; empty if it is not

	DeepParts, RetainedParts []PartOf // composition of Deep and Retained

	Roots      []RootShare // GC roots that reach the objects, most bytes first
	RootOwners *Ownership  // GC roots that own the objects
	Owners     *Ownership  // groups that own the objects, by the requested chain

	Samples []ObjectLine // some of the objects, evenly spaced
	Whole   bool         // true if complete; otherwise the computation continues
}

// Origin is an allocation site, by its closest frame of the program's own code, with its objects.
type Origin struct {
	Name string
	trees.Amount
	Estimate *trees.Estimate // nil if the amount is exact
	Frames   []string        // call chain of the site with most objects; innermost first
}

// PartOf is a group in a composition, in pre-order, the largest of each level first.
type PartOf struct {
	Name, Role string
	Level      int // 0-based
	trees.Amount
	Smaller int // number of further, smaller groups omitted after it
}

// RootShare is a GC root with the objects that it keeps alive.
type RootShare struct {
	Kind, Text string       // such as "static field", "app.Main.persons"
	Direct     trees.Amount // objects that it refers to directly
	Closest    trees.Amount // objects that have no closer GC root
	Indirect   trees.Amount // objects reachable from it
}

// Ownership reports the owners without which the objects of a group would die.
type Ownership struct {
	By              seq.Seq[string] // chain of the owners; empty for GC roots
	Target          trees.Amount    // the queried objects
	SoftlyReachable trees.Amount    // target objects that only soft references hold
	All             trees.Amount    // target objects that die without all owners

	Owners []Owner // by the amount that they retain alone, largest first
	Pairs  []OwnerPair

	Smallest     []int // indexes into Owners: the smallest set that together retains most of the target
	SmallestSize trees.Amount
	Proven       bool // true if no smaller set exists; otherwise no member of the set can be omitted
	LeftOut      int  // groups that reach the target but were skipped because of the limit
	Unsized      int  // groups that were not even measured because of the limit: those with the least of the target behind them
}

// Owner is a group, or a GC root, that keeps objects of a target alive.
type Owner struct {
	Key, Name          string       // Key is empty for a GC root, and if no group of the window has the same objects
	Reaches, Exclusive trees.Amount // target objects in it or reachable from it; target objects that die without it
}

// OwnerPair is two owners that share objects, which die only without both.
type OwnerPair struct {
	A, B             int // indexes into Ownership.Owners
	Together, Shared trees.Amount
}

// ObjectLine is one object in a list.
type ObjectLine struct {
	Object  uint32
	Type    string
	Text    string       // content of strings, boxed values and the like; otherwise empty
	Address string       // empty for missing data
	Shallow int64        // bytes
	Retains trees.Amount // retained size, including the object; zero if not computed
	Field   string       // field that refers to it, in lists of references
}

// ObjectReport describes one object.
type ObjectReport struct {
	ObjectLine
	Key     string // of its group
	Site    string // allocation site; empty for missing data
	NoSite  string // why Site is missing
	Thread  string
	Length  int64 // of an array; -1 for others
	Fields  []FieldLine
	Missing string // why field values are missing; empty if they are not

	In, Out   []ObjectLine // references; at most a few thousand
	InAll     int64        // number of incoming references
	OutAll    int64
	Roots     []string     // that refer to it
	Dominator *ObjectLine  // immediate dominator; nil if only roots keep it alive
	Path      []ObjectLine // shortest path from a GC root to it
	PathRoot  string       // start of Path
}

// FieldLine is a field with its value.
type FieldLine struct {
	Name, Type, Value string
	Object            uint32 // target of the field
	Refers            bool   // true if Object is set
}

// Parts returns the groups of a tree below its root, with at most limit children each, largest in bytes first.
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
