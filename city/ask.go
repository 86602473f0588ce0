package city

import "slices"

// Ask is what the window wants to know of the heap state at the GC point shown, beside the plan. Like a [Wish] it is made
// of the state, and a newer one cancels the work for what it no longer wants. The zero Ask wants nothing.
type Ask struct {
	By      []string // chain of classifiers
	Filters []string
	Point   int // from 0

	Sizes  bool // deep and retained sizes of all groups
	Group  *AskGroup
	Object *AskObject
	Graph  *AskGraph
}

// AskGroup asks for a report on the objects that are in any of some groups.
type AskGroup struct {
	Keys []string
	By   []string // what its closures and holders are grouped by
}

// AskObject asks for one object.
type AskObject struct {
	Object uint32
}

// AskGraph asks for the heap graph of the objects that are in any of some groups, after some steps.
type AskGraph struct {
	Keys  []string
	Steps []GraphStep
}

// SameHeap reports whether a and o speak of the same groups of the same heap state.
func (a *Ask) SameHeap(o *Ask) bool {
	return a.Point == o.Point && slices.Equal(a.By, o.By) && slices.Equal(a.Filters, o.Filters)
}

// Same reports whether a and o ask for the same.
func (a *AskGroup) Same(o *AskGroup) bool {
	if a == nil || o == nil {
		return a == o
	}
	return slices.Equal(a.Keys, o.Keys) && slices.Equal(a.By, o.By)
}

// Same reports whether a and o ask for the same.
func (a *AskObject) Same(o *AskObject) bool {
	if a == nil || o == nil {
		return a == o
	}
	return *a == *o
}

// Same reports whether a and o ask for the same.
func (a *AskGraph) Same(o *AskGraph) bool {
	if a == nil || o == nil {
		return a == o
	}
	return slices.Equal(a.Keys, o.Keys) && slices.Equal(a.Steps, o.Steps)
}

// Answers are what is known of an [Ask] so far. What is nil is not asked for, not ready, or has failed. Values are
// immutable.
type Answers struct {
	Ask Ask // what they are about

	Sizes  *Sizes
	Group  *GroupReport
	Object *ObjectReport
	Graph  *GraphPicture

	Busy     bool
	Progress Progress
	Err      error // why something asked for has no answer; nil when it was cancelled
}

// Amount is a number of objects and their shallow bytes.
type Amount struct{ Objects, Bytes int64 }

// Of returns the amount in a metric.
func (a Amount) Of(m Metric) int64 {
	if m == Bytes {
		return a.Bytes
	}
	return a.Objects
}

// Sizes are the deep and retained sizes of the groups of one heap state. They come a batch of groups at a time.
type Sizes struct {
	Series *Series // that the nodes are of
	Point  int
	Groups []GroupSizes // by node; never written to
	Known  int          // groups whose sizes are there
	Whole  bool         // all groups are
}

// GroupSizes are the deep and the retained size of one group.
type GroupSizes struct {
	Deep, Retained Amount
	Known          bool
}

// GroupReport tells of the objects of a group, and of who keeps them alive.
type GroupReport struct {
	Shallow, Deep, Retained Amount
	Heap                    Amount // of the whole heap state

	DeepParts, RetainedParts []PartOf // what the two sizes are made of, grouped by the chain asked for; pre-order

	Roots   []RootShare // that reach the objects, the strongest first
	Holders []Holder    // groups that retain objects of this one alone, the strongest first
	Sets    []HolderSet // of few groups that together retain them, the best first

	Samples []ObjectLine // some of the objects, spread evenly over them
	Whole   bool         // all is there; else it is still being computed
}

// PartOf is a group among the parts of something.
type PartOf struct {
	Name, Role string
	Level      int // from 0
	Amount
}

// RootShare is a GC root with the objects that it keeps alive.
type RootShare struct {
	Kind, Text string // such as "static field", "app.Main.persons"
	Direct     int64  // objects that it points at
	Closest    int64  // objects that it is the closest root of
	Reached    int64  // objects that it reaches; -1 if not computed
}

// Holder is a group that others die with.
type Holder struct {
	Key, Name string
	Retains   Amount // of the objects asked about, alone
}

// HolderSet is a set of groups that retain more together than alone.
type HolderSet struct {
	Keys, Names []string
	Retains     Amount // of the objects asked about
	Smallest    bool   // no set of fewer groups retains as much
}

// ObjectLine is one object in a list.
type ObjectLine struct {
	Object  uint32
	Type    string
	Text    string // what it holds, for strings, boxed values and the like; else empty
	Address string // empty if not known
	Shallow int64  // bytes
	Retains Amount // with what it alone keeps alive; zero if not computed
	Field   string // that leads here, in lists of references
}

// ObjectReport is one object with all that is known of it.
type ObjectReport struct {
	ObjectLine
	Key     string // of its group
	Site    string // where it was allocated; empty if not known
	Thread  string
	Length  int64 // of an array; -1 for others
	Fields  []FieldLine
	Missing string // why field values are not there; empty if they are

	In, Out   []ObjectLine // references; a few thousand at most
	InAll     int64        // number of references to it
	OutAll    int64
	Roots     []string     // that point at it
	Dominator *ObjectLine  // the object that it dies with; nil if only roots keep it alive
	Path      []ObjectLine // shortest way from a GC root to it
	PathRoot  string       // that the way begins at
}

// FieldLine is a field with its value.
type FieldLine struct {
	Name, Type, Value string
	Object            uint32 // that it refers to
	Refers            bool   // Object is set
}
